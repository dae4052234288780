// One verdict on the rank for the solvers and the certificates, whatever the units and however often data repeat.
#include "learner/gram_rank.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <utility>
#include <vector>

#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/learn.hpp"
#include "learner/null_space.hpp"
#include "learner/random.hpp"
#include "learner/tasks.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

// `count` sequences of n Gaussian tokens whose coordinates are multiplied by `sizes` and moved by `means`, answered by
// one head that weighs all coordinates alike.
Dataset table(const Vector& sizes, const Vector& means, Index n, int count, std::uint64_t seed) {
  Random random(seed);
  const Index d = sizes.size();
  Model model = random_heads(d, 1, 1, random);
  for (Head& head : model.heads) {
    head.V *= sizes.cwiseInverse().asDiagonal();
    head.Q = sizes.cwiseInverse().asDiagonal() * head.Q * sizes.cwiseInverse().asDiagonal();
  }
  std::vector<Sequence> sequences;
  for (int i = 0; i < count; ++i) {
    Matrix Z = sizes.asDiagonal() * random.gaussian(d, n);
    Z.colwise() += means;
    Matrix Y = attend(model, Z, Targets::last);
    sequences.push_back({std::move(Z), std::move(Y)});
  }
  return *make_dataset(std::move(sequences), Targets::last);
}

Moments moments_of(const Dataset& data) {
  Moments moments(data.shape);
  REQUIRE(moments.add(data.sequences).has_value());
  return moments;
}

void check_one_verdict(const Dataset& data, Index rank) {
  const auto learned = learn(data);
  REQUIRE(learned.has_value());
  CHECK(learned->rank == rank);
  CHECK(learned->minimum_norm == (rank < learned->unknowns));
  CHECK(learned->certified_rank == rank);
  CHECK((learned->lambda_min > 0.0) == (rank == learned->unknowns));
  if (rank == learned->unknowns) CHECK(learned->eigenvalues(0) == learned->lambda_min);
  const Moments moments = moments_of(data);
  const auto ends = certify_extremes(moments);
  REQUIRE(ends.has_value());
  CHECK(ends->rank == rank);
  CHECK((ends->lambda_min > 0.0) == (rank == learned->unknowns));
  const auto hidden = null_space(moments);
  REQUIRE(hidden.has_value());
  CHECK(hidden->rank == rank);
  // What was shown is certain.
  for (std::size_t k = 0; k < std::min<std::size_t>(10, data.sequences.size()); ++k)
    CHECK(rho(*hidden, data.sequences[k].Z, data.shape.targets).maxCoeff() < 1e-6);
  if (rank == learned->unknowns) CHECK(ends->lambda_min == relative(learned->lambda_min, 1e-3));
}

}  // namespace

TEST_CASE("coordinates of different size do not cost the certificate, and all who give the rank agree") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    check_one_verdict(table(Eigen::Vector2d(1, 300), Eigen::Vector2d::Zero(), 4, 60, seed), 6);
    check_one_verdict(table(Eigen::Vector2d(1, 3000), Eigen::Vector2d::Zero(), 3, 20, seed), 6);
    check_one_verdict(table(Eigen::Vector3d(1, 30, 1000), Eigen::Vector3d::Zero(), 4, 80, seed), 18);
    check_one_verdict(table(Eigen::Vector3d(1e-3, 1, 1e3), Eigen::Vector3d::Zero(), 4, 80, seed), 18);
    // A first coordinate that is always 1, as for a constant term.
    Dataset constant = table(Eigen::Vector2d(1, 1), Eigen::Vector2d(0, 30), 3, 60, seed);
    for (Sequence& sequence : constant.sequences) {
      const Index n = 2 + static_cast<Index>(seed + static_cast<std::uint64_t>(sequence.Z(1, 0) * 1000)) % 3;
      sequence.Z = sequence.Z.leftCols(std::min<Index>(n, 3)).eval();
      sequence.Z.row(0).setOnes();
    }
    const Moments moments = moments_of(constant);
    const auto learned = learn(constant);
    REQUIRE(learned.has_value());
    CHECK(learned->rank == learned->certified_rank);
    CHECK(learned->minimum_norm == (learned->rank < 6));
    CHECK((learned->lambda_min > 0.0) == (learned->rank == 6));
  }
}

TEST_CASE("the rank below the number of unknowns does not depend on the units either") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    check_one_verdict(table(Eigen::Vector3d(1, 1, 1), Eigen::Vector3d::Zero(), 4, 11, seed), 11);
    check_one_verdict(table(Eigen::Vector3d(1, 300, 1), Eigen::Vector3d::Zero(), 4, 11, seed), 11);
    check_one_verdict(table(Eigen::Vector3d(1, 30, 1000), Eigen::Vector3d::Zero(), 4, 11, seed), 11);
  }
}

TEST_CASE("a product whose sum cancels to rounding decides nothing") {
  // The seasons as four numbers that are exact, and as cosines that are off by 2^-53: over a year they add up to 0.
  for (const double unit : {1.0, 1e6, 1e-6}) {
    CAPTURE(unit);
    const auto years = [&](bool exact) {
      Random random(7);
      std::vector<Sequence> sequences;
      for (int i = 0; i < 300; ++i) {
        Matrix Z(4, 4);
        for (int t = 0; t < 4; ++t) {
          const int season = (i + t) % 4;
          const double angle = std::numbers::pi / 2 * season;
          constexpr std::array kCosine = {1.0, 0.0, -1.0, 0.0};
          Z.col(t) << random.gaussian(), unit * (exact ? kCosine[static_cast<std::size_t>(season)] : std::cos(angle)),
              unit * (exact ? kCosine[static_cast<std::size_t>((season + 3) % 4)] : std::sin(angle)), 1;
        }
        sequences.push_back({std::move(Z), Matrix(random.gaussian(1, 1))});
      }
      return *make_dataset(std::move(sequences), Targets::last);
    };
    const Dataset data = years(true);
    const auto exact = learn(data);
    const auto rounded = learn(years(false));
    REQUIRE(exact.has_value());
    REQUIRE(rounded.has_value());
    CHECK(exact->rank < exact->unknowns);
    CHECK(rounded->rank == exact->rank);
    CHECK(rounded->certified_rank == exact->rank);
    for (const auto& [Z, Y] : data.sequences) {
      const auto answer = [&](const Learned& learned) { return evaluate_lifted(learned.W, Z, Targets::last)(0, 0); };
      CHECK(answer(*rounded) == doctest::Approx(answer(*exact)).epsilon(1e-9));
    }
  }
}

TEST_CASE("targets whose squares vanish are refused, and zeros are not") {
  const auto learned = [](double size) {
    Dataset data = table(Vector::Ones(2), Vector::Zero(2), 4, 50, 5);
    for (Sequence& sequence : data.sequences) sequence.Y *= size;
    return learn(data);
  };
  for (const double size : {1e-300, 1e-170, 1e-150}) {
    const auto refused = learned(size);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().text().contains("so small that their squares vanish"));
  }
  for (const double size : {0.0, 1e-140, 1.0}) CHECK(learned(size).has_value());
}

TEST_CASE("few sequences do not become many by being repeated") {
  const Dataset few = table(Eigen::Vector2d(1, 1), Eigen::Vector2d::Zero(), 3, 5, 1);
#ifdef LIFTED_SANITIZED
  constexpr int kTimes = 8'000;
#else
  constexpr int kTimes = 80'000;
#endif
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Dataset distinct = table(Eigen::Vector2d(1, 1), Eigen::Vector2d::Zero(), 3, 5, seed);
    Dataset repeated{.shape = distinct.shape, .sequences = {}};
    for (int i = 0; i < kTimes; ++i) {
      repeated.sequences.insert(repeated.sequences.end(), distinct.sequences.begin(), distinct.sequences.end());
    }
    check_one_verdict(repeated, 5);
  }
}
