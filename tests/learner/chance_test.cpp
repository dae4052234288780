#include "learner/chance.hpp"

#include <doctest/doctest.h>

TEST_CASE("many small gains and a few large losses are no chance, but their mean may be 0") {
  learner::Vector differences = learner::Vector::Constant(100, 1.0);
  differences.tail(20).setConstant(-4.0);
  differences(0) = 1.5;
  for (const double unit : {1.0, 1e-200, 1e200}) {
    CHECK(learner::mean_may_be_chance(unit * differences));
    CHECK_FALSE(learner::may_be_chance(unit * differences));
    CHECK(learner::mean_may_be_chance(-unit * differences));
    CHECK_FALSE(learner::may_be_chance(-unit * differences));
  }
  differences.array() += 2;
  CHECK_FALSE(learner::mean_may_be_chance(differences));
  CHECK_FALSE(learner::may_be_chance(differences));
  CHECK(learner::mean_may_be_chance(learner::Vector::Zero(100)));
  CHECK(learner::may_be_chance(learner::Vector::Zero(100)));
}
