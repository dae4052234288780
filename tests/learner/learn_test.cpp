// learn(): the whole of Algorithm 1 on tables that are harder than Gaussian tokens.
#include "learner/learn.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>
#include <utility>
#include <vector>

#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/random.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

// Tokens near one point, `mean` deviations from 0, noiselessly answered by `model`.
std::vector<Sequence> far_from_zero(const Model& model, double mean, int count, Random& random) {
  std::vector<Sequence> sequences;
  for (int i = 0; i < count; ++i) {
    Matrix Z = random.gaussian(model.d(), 4);
    Z.array() += mean;
    Matrix Y = attend(model, Z, Targets::last);
    sequences.push_back({std::move(Z), std::move(Y)});
  }
  return sequences;
}

// The W of least norm that fits all sequences, in extended precision, by Eigen.
Matrix least_norm_W(const std::vector<Sequence>& sequences) {
  using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const Index d = sequences.front().d();
  const Vector weights = unfold_weights(d).cwiseSqrt();
  Long F(std::ssize(sequences), weights.size());
  Long Y(std::ssize(sequences), sequences.front().Y.rows());
  for (Index i = 0; i < F.rows(); ++i) {
    const Sequence& sequence = sequences[static_cast<std::size_t>(i)];
    const Vector H = folded_features(sequence.Z, sequence.n() - 1, sequence.n());
    F.row(i) = H.cwiseQuotient(weights).transpose().cast<long double>();
    Y.row(i) = sequence.Y.transpose().cast<long double>();
  }
  const Matrix c = F.completeOrthogonalDecomposition().solve(Y).cast<double>();
  return unfold(c.transpose() * weights.cwiseInverse().asDiagonal(), d);
}

}  // namespace

TEST_CASE("tokens far from zero beside their spread are learned to what the rows allow, and the condition is said") {
  for (const auto& [d, mean, most] :
       {std::tuple{2, 300.0, 1e-13}, {3, 300.0, 1e-13}, {2, 30.0, 1e-20}, {4, 30.0, 1e-20}}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Random random(seed);
      const Model model = random_heads(d, 1, 1, random);
      const int psi = static_cast<int>(feature_count(d));
      const auto learned = learn(*make_dataset(far_from_zero(model, mean, 4 * psi, random), Targets::last));
      REQUIRE(learned.has_value());
      const double error =
          test_error(fold(learned->W, d), far_from_zero(model, mean, 100, random), Targets::last).relative();
      std::printf("  d = %d, mean %g: rank %d of %d, condition %.1e, held-out error %.1e\n", d, mean,
                  static_cast<int>(learned->rank), psi, learned->condition, error);
      CHECK(error < most);
      CHECK(learned->condition > 1e3);
      CHECK(learned->certified_rank == learned->rank);
      CHECK((learned->lambda_min > 0.0) == (learned->rank == psi));
      CHECK(learned->minimum_norm == (learned->rank < psi));
    }
  }
}

TEST_CASE("a verdict from the rows agrees with itself too, where units are far apart") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Model model = random_heads(3, 1, 1, random);
    auto sequences = far_from_zero(model, 100.0, 80, random);
    for (Sequence& sequence : sequences) {
      sequence.Z.row(0) *= 1e-3;
      sequence.Z.row(2) *= 1e3;
    }
    const auto learned = learn(*make_dataset(std::move(sequences), Targets::last));
    REQUIRE(learned.has_value());
    CHECK(learned->rank == 18);
    CHECK(learned->certified_rank == 18);
    CHECK(learned->lambda_min > 0.0);
    CHECK(learned->eigenvalues(0) == learned->lambda_min);
    CHECK(learned->relative_error < 1e-20);
  }
}

TEST_CASE("the W of least norm is right for open data that are ill conditioned") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const Model model = random_heads(3, 1, 2, random);
    const auto sequences = far_from_zero(model, 30.0, 14, random);
    const auto learned = learn(*make_dataset(sequences, Targets::last));
    REQUIRE(learned.has_value());
    CHECK(learned->minimum_norm);
    CHECK(learned->rank == 14);
    CHECK(difference("W of least norm", learned->W, least_norm_W(sequences)) < 1e-6);
  }
}

TEST_CASE("the W of least norm is right for open data with coordinates of different size") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const Model model = random_heads(3, 1, 2, random);
    auto sequences = far_from_zero(model, 0.0, 14, random);
    for (Sequence& sequence : sequences) sequence.Z = Eigen::Vector3d(1, 30, 1000).asDiagonal() * sequence.Z;
    const auto learned = learn(*make_dataset(sequences, Targets::last));
    REQUIRE(learned.has_value());
    CHECK(learned->rank == 14);
    CHECK(learned->condition < 1e8);  // so from the Gram matrix
    CHECK(difference("W of least norm", learned->W, least_norm_W(sequences)) < 1e-6);
  }
}

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

TEST_CASE("under noise as many heads are needed as made the answers, up to as many as there are outputs") {
  struct Case {
    Index d, d_out, heads;
    Targets targets;
  };
  for (const auto& [d, d_out, heads, targets] :
       {Case{3, 2, 1, Targets::last}, Case{3, 2, 2, Targets::last}, Case{3, 3, 2, Targets::all},
        Case{4, 4, 1, Targets::causal}, Case{4, 4, 3, Targets::last}, Case{4, 4, 4, Targets::last},
        Case{2, 2, 2, Targets::all}, Case{5, 3, 3, Targets::causal}}) {
    for (const double noise : {0.001, 0.1}) {
      for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        CAPTURE(d);
        CAPTURE(d_out);
        CAPTURE(heads);
        CAPTURE(noise);
        CAPTURE(seed);
        Random random(seed);
        const Model model = random_heads(d, d_out, heads, random);
        std::vector<Sequence> sequences;
        for (Index i = 0; i < 20 * feature_count(d); ++i) {
          Matrix Z = random.gaussian(d, 5);
          Matrix Y = attend(model, Z, targets);
          Y += noise * random.gaussian(Y.rows(), Y.cols());
          sequences.push_back({std::move(Z), std::move(Y)});
        }
        const auto learned = learn(*make_dataset(std::move(sequences), targets));
        REQUIRE(learned.has_value());
        CHECK(learned->distinct_heads == heads);
      }
    }
  }
}

TEST_CASE("heads answer as W does and are counted right, in whatever units the coordinates of tokens are") {
  using Units = Eigen::Vector4d;
  for (const Units& units :
       {Units(1, 1, 1, 1), Units(100, 1, 1, 0.01), Units(1e4, 1, 1, 1e-4), Units(1e8, 1, 1e-8, 1e3)}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      for (const double noise : {0.0, 0.1}) {
        Random random(seed);
        const Model model = random_heads(4, 4, 3, random);
        auto sequences = far_from_zero(model, 0.0, 400, random);
        for (auto& [Z, Y] : sequences) {
          Z = units.asDiagonal() * Z;
          Y += noise * random.gaussian(4, 1);
        }
        const auto data = make_dataset(std::move(sequences), Targets::last);
        const auto learned = learn(*data);
        REQUIRE(learned.has_value());
        Model heads;
        for (Index h = 0; h < learned->head_count; ++h)
          heads.heads.push_back({learned->value_maps.middleCols(4 * h, 4), learned->query_maps.middleCols(4 * h, 4)});
        const double error = test_error(heads, data->sequences, Targets::last).relative();
        CAPTURE(units(0));
        CHECK(error == doctest::Approx(learned->relative_error).epsilon(1e-9).scale(1e-18));
        CHECK(learned->distinct_heads == 3);
      }
    }
  }
}

TEST_CASE("where sequences differ so much in size that rounding loses one, the rank is in doubt") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (const double largest : {1.0, 1e5}) {
      Random random(seed);
      auto sequences = far_from_zero(random_heads(3, 1, 1, random), 0.0, 14, random);
      for (Index i = 0; i < 14; ++i)
        sequences[static_cast<std::size_t>(i)].Z *= std::pow(largest, static_cast<double>(i) / 13);
      const auto learned = learn(*make_dataset(std::move(sequences), Targets::last));
      REQUIRE(learned.has_value());
      CHECK(learned->rank_in_doubt == (largest > 1.0));
      CHECK((learned->rank == 14 || learned->rank_in_doubt));
    }
  }
}

TEST_CASE("numbers so small that their squares lose digits do not spoil the fit, in whatever order they come") {
  Random random(1);
  std::vector<Sequence> sequences;
  for (int i = 0; i < 200; ++i) {
    Matrix Z = random.gaussian(3, 4);
    Z.row(2) = Z.row(1);
    if (i < 128) Z.row(0) *= 1.5e-54;
    sequences.push_back({std::move(Z), random.gaussian(1, 1)});
  }
  const auto first = learn(*make_dataset(sequences, Targets::last));
  std::ranges::reverse(sequences);
  const auto last = learn(*make_dataset(sequences, Targets::last));
  REQUIRE(first.has_value());
  REQUIRE(last.has_value());
  CHECK(first->error == doctest::Approx(last->error).epsilon(1e-12));
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
    CHECK(learned.error().text().find("divide the large coordinates, of tokens or targets, by a power of ten") !=
          std::string::npos);
  }
}

TEST_CASE("where the rows ought to be asked and are too many, the rank is said to be in doubt") {
  Random random(3);
  const auto data_of = [&](Index tokens) {
    std::vector<Sequence> sequences;
    for (int i = 0; i < 230; ++i) {
      Matrix Z = random.gaussian(12, tokens);
      Z.row(1) = Z.row(0) + 0.03 * Z.row(1);  // hardly another
      Matrix Y = random.gaussian(1, tokens);
      sequences.push_back({std::move(Z), std::move(Y)});
    }
    return sequences;
  };
  for (const Index tokens : {Index{4}, Index{1024}}) {  // rows times psi²: 8e8 and 2.1e11
    const auto sequences = data_of(tokens);
    Moments moments({.d = 12, .d_out = 1, .targets = Targets::all});
    REQUIRE(moments.add(sequences));
    Layer layer;
    const Replay replay = [&](const auto& take) { take(sequences); };
    REQUIRE(regress(moments, replay, {}, layer));
    CHECK(layer.rank_in_doubt == (tokens == 1024));
  }
}

TEST_CASE("progress never falls and ends at one, with fewer rows than unknowns too, where the rows are asked again") {
  for (const double lambda : {0.0, 0.05, 1.0}) {
    CAPTURE(lambda);
    Random random(4);
    const Model model = random_heads(9, 1, 2, random);
    double last = 0;
    const auto watch = [&](double fraction) {
      CHECK(fraction >= last);
      CHECK(fraction <= 1);
      last = fraction;
    };
    const auto data = make_dataset(far_from_zero(model, 0, 300, random), Targets::last);
    REQUIRE(learn(*data, lambda, watch).has_value());
    CHECK(last == 1);
  }
}
