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

TEST_CASE("one head is counted as one where the coordinates of tokens are correlated at 0.99") {
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    for (const Index d : {2, 3, 4, 5}) {
      Random random(seed);
      const Model model = random_heads(d, d, 1, random);
      std::vector<Sequence> sequences;
      for (Index i = 0; i < 3 * d * d * (d + 1); ++i) {
        const Matrix common = Matrix::Ones(d, 1) * random.gaussian(1, 6);
        Matrix Z = std::sqrt(0.99) * common + std::sqrt(0.01) * random.gaussian(d, 6);
        Matrix Y = attend(model, Z, Targets::last);
        sequences.push_back({std::move(Z), std::move(Y)});
      }
      const auto learned = learn(*make_dataset(std::move(sequences), Targets::last));
      REQUIRE(learned.has_value());
      wrong += learned->distinct_heads != 1;
    }
  }
  std::printf("  %d of 240 counts are wrong\n", wrong);
  CHECK(wrong == 0);
}

TEST_CASE("tokens that are all zero need no head, and have none") {
  std::vector<Sequence> sequences(5, Sequence{Matrix::Zero(2, 3), Matrix::Ones(1, 1)});
  const auto learned = learn(*make_dataset(std::move(sequences), Targets::last));
  REQUIRE(learned.has_value());
  CHECK(learned->rank == 0);
  CHECK(learned->certified_rank == 0);
  CHECK(learned->lambda_min == 0.0);
  CHECK(learned->head_count == 0);
  CHECK(learned->value_maps.cols() == 0);
  CHECK(learned->distinct_heads == 0);
}

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
