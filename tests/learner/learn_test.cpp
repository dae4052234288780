// learn(): the whole of Algorithm 1 on tables that are harder than Gaussian tokens.
#include "learner/learn.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "learner/random.hpp"
#include "learner/tasks.hpp"

using namespace learner;

TEST_CASE("targets whose squares overflow are refused with a cure, not answered with infinity") {
  Random random(1);
  for (const double size : {1e300, 1e160}) {
    std::vector<Sequence> sequences;
    for (int i = 0; i < 30; ++i) sequences.push_back({random.gaussian(2, 3), random.gaussian(1, 1, size)});
    const auto learned = learn(*make_dataset(std::move(sequences), Targets::last));
    REQUIRE_FALSE(learned.has_value());
    CHECK(learned.error().text().find("divide all tokens and targets by a common factor") != std::string::npos);
  }
}
