#include "learner/heads.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>

#include "../golden/heads_golden.hpp"
#include "bits.hpp"
#include "difference.hpp"
#include "learner/alternating.hpp"
#include "learner/features.hpp"
#include "learner/singular_values.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

Model truth(Index d, Index d_out, Index heads, std::uint64_t seed) {
  return random_attention({.d = d, .d_out = d_out, .heads = heads, .seed = seed})->truth();
}

double error_of(const Matrix& p, Index d, Index heads, Side side) {
  const auto found = null_space_heads(p, d, heads, side);
  REQUIRE(found.has_value());
  CHECK(std::ssize(found->model.heads) == heads);
  CHECK(found->kernel == heads);
  return relative_distance(folded_coefficients(found->model), p);
}

// The projection onto span{vec V_h}, which no mixing of heads changes.
Matrix values_projection(const Model& model) {
  Matrix columns(model.d() * model.d_out(), std::ssize(model.heads));
  for (Index h = 0; h < columns.cols(); ++h) {
    columns.col(h) = model.heads[static_cast<std::size_t>(h)].V.reshaped<Eigen::RowMajor>();
  }
  const Matrix basis = singular_values(columns)->U;
  return basis * basis.transpose();
}

}  // namespace

TEST_CASE("the null space recovers p in all of 165 models, d = 3..6, one to three heads, on either side") {
#ifdef LIFTED_SANITIZED
  constexpr int kModels = 2;
#else
  constexpr int kModels = 15;
#endif
  double worst = 0.0;
  for (Index d = 3; d <= 6; ++d) {
    for (Index heads = 1; heads <= std::min<Index>(3, d - 1); ++heads) {
      for (int seed = 1; seed <= kModels; ++seed) {
        const Matrix p = folded_coefficients(truth(d, d, heads, static_cast<std::uint64_t>(seed)));
        worst = std::max(worst, error_of(p, d, heads, Side::values));
        worst = std::max(worst, error_of(p, d, heads, Side::queries));
      }
    }
  }
  std::printf("  worst error %.1e\n", worst);
  CHECK(worst < 2e-14);  // rounding of d^3 terms over a gap of 1e-2 in the spectrum
}

TEST_CASE("the null space recovers fifteen heads on tokens of sixteen coordinates") {
#ifdef LIFTED_SANITIZED
  constexpr Index d = 8;
#else
  constexpr Index d = 16;
#endif
  CHECK(error_of(folded_coefficients(truth(d, d, d - 1, 1)), d, d - 1, Side::values) < 1e-13);
}

TEST_CASE("with fewer outputs or more than coordinates, each side serves as many heads as it says, and no more") {
  CHECK(null_space_applies(4, 4, 3, Side::values));
  CHECK(!null_space_applies(4, 4, 4, Side::values));
  CHECK(!null_space_applies(4, 4, 0, Side::queries));
  for (const auto& [d, d_out] : {std::pair<Index, Index>{4, 1}, {4, 2}, {5, 3}, {3, 5}, {2, 1}, {2, 4}, {1, 3}}) {
    for (const Side side : {Side::values, Side::queries}) {
      Index most = 0;
      for (Index heads = 1; null_space_applies(d, d_out, heads, side); ++heads) {
        CHECK(error_of(folded_coefficients(truth(d, d_out, heads, 3)), d, heads, side) < 1e-13);
        most = heads;
      }
      CHECK(most == (side == Side::values ? std::min(d, d_out - 1) : std::min(d - 1, d_out)));
    }
  }
}

TEST_CASE("the recovered V span what the true V span, as in NumPy") {
  Model model;
  for (Index h = 1; h <= golden::kHeadCount; ++h) {
    Head head{Matrix(3, 3), Matrix(3, 3)};
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < 3; ++j) {
        const Index value = (5 * h * h + 3 * h * i + 7 * i * i + 11 * j + 2 * i * j * j + h * j) % 13 - 6;
        const Index query = (3 * h * h + 9 * h * i + i * i + 5 * j * j + 4 * i * j + 2 * h * j) % 17 - 8;
        head.V(i, j) = static_cast<double>(value) / 4.0;
        head.Q(i, j) = static_cast<double>(query) / 4.0;
      }
    }
    model.heads.push_back(head);
  }
  const auto found = null_space_heads(folded_coefficients(model), 3, golden::kHeadCount, Side::values);
  const Eigen::Map<const Matrix> expected(golden::kValuesProjection, 9, 9);  // symmetric
  CHECK(difference("projection, NumPy", values_projection(found->model), expected) < 1e-13);
  CHECK(difference("projection, truth", values_projection(found->model), values_projection(model)) < 1e-13);
}

TEST_CASE("when every V has rank one the kernel has dimension H d, and the side of the queries finds the heads") {
  constexpr Index d = 5, heads = 2;
  Random random(3);
  Model model = random_heads(d, d, heads, random);
  for (Head& head : model.heads) head.V = random.gaussian(d, 1) * random.gaussian(1, d);
  const Matrix p = folded_coefficients(model);
  CHECK(null_space_heads(p, d, heads, Side::values)->kernel == heads * d);
  CHECK(error_of(p, d, heads, Side::queries) < 1e-13);
}

TEST_CASE("one head of rank-deficient maps, associative memory, comes back from the null space") {
  const Matrix p = folded_coefficients(associative_memory({.key_dimension = 3})->truth());
  CHECK(error_of(p, 6, 1, Side::values) < 1e-14);
  CHECK(error_of(p, 6, 1, Side::queries) < 1e-14);
}

TEST_CASE("small noise in p moves the recovered model by about as much") {
  const Matrix p = folded_coefficients(truth(5, 5, 2, 1));
  for (const double noise : {1e-8, 1e-4}) {
    const Matrix noisy = p + Random(1).gaussian(5, feature_count(5), noise * p.norm() / std::sqrt(5.0 * 75.0));
    const auto found = null_space_heads(noisy, 5, 2, Side::values);
    CHECK(relative_distance(folded_coefficients(found->model), p) < 10.0 * noise);
    CHECK(relative_distance(folded_coefficients(found->model), p) > 0.01 * noise);
  }
}

TEST_CASE("heads from the null space have the same bits natively and as WASM") {
  for (const Side side : {Side::values, Side::queries}) {
    const auto found = null_space_heads(folded_coefficients(truth(5, 5, 3, 2)), 5, 3, side);
    REQUIRE(found.has_value());
    print_bits("spectrum", found->spectrum);
    print_bits("lifted model", lift(found->model));
  }
}
