#include "learner/features.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>

#include <vector>

#include "difference.hpp"
#include "learner/random.hpp"

using namespace learner;

namespace {

Model random_model(Random& random, Index d, Index d_out, Index heads) {
  Model model;
  for (Index h = 0; h < heads; ++h) {
    Matrix V = random.gaussian(d_out, d);
    model.heads.push_back({V, random.gaussian(d, d)});
  }
  return model;
}

// <W_a, X> and <p_a, H> for every question, by plain features.
struct ByFeatures {
  Matrix unfolded, folded;
};

ByFeatures by_features(const Model& model, const Matrix& Z, Targets targets) {
  const Index d = model.d();
  const Index T = target_count(targets, Z.cols());
  const Matrix W = lift(model);
  const Matrix p = folded_coefficients(model);
  ByFeatures result{Matrix(model.d_out(), T), Matrix(model.d_out(), T)};
  for (Index t = 0; t < T; ++t) {
    const Index token = targets == Targets::last ? Z.cols() - 1 : t;
    const Index visible = targets == Targets::causal ? t + 1 : Z.cols();
    const Matrix X = unfolded_features(Z, token, visible);
    for (Index a = 0; a < model.d_out(); ++a) result.unfolded(a, t) = W.middleRows(a * d, d).cwiseProduct(X).sum();
    result.folded.col(t) = p * folded_features(Z, token, visible);
  }
  return result;
}

struct Case {
  Index d, d_out, n, heads;
};
constexpr Case kCases[] = {{1, 1, 1, 1}, {2, 1, 5, 1},  {3, 3, 1, 2}, {4, 2, 7, 3},
                           {5, 7, 4, 2}, {8, 8, 20, 4}, {16, 3, 6, 2}};

}  // namespace

TEST_CASE("<W, X> and <p, H> equal attention in the three target modes") {
  Random random(1);
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    for (const auto [d, d_out, n, heads] : kCases) {
      CAPTURE(d);
      CAPTURE(n);
      const Model model = random_model(random, d, d_out, heads);
      const Matrix Z = random.gaussian(d, n);
      const Matrix Y = attend(model, Z, targets);
      const ByFeatures features = by_features(model, Z, targets);
      // Sums of up to d^3 = 4096 products, in another order: a few hundred units in the last place at most.
      CHECK(difference("<W, X> and attention", features.unfolded, Y) < 1e-12);
      CHECK(difference("<p, H> and attention", features.folded, Y) < 1e-12);
      CHECK(difference("evaluate_lifted and attention", evaluate_lifted(lift(model), Z, targets), Y) < 1e-12);
      CHECK(difference("evaluate_folded and attention", evaluate_folded(folded_coefficients(model), Z, targets), Y) <
            1e-12);
    }
  }
}

TEST_CASE("causal attention of a token equals attention of the last token of the sequence cut there") {
  Random random(2);
  const Model model = random_model(random, 4, 3, 2);
  const Matrix Z = random.gaussian(4, 6);
  const Matrix Y = attend(model, Z, Targets::causal);
  for (Index t = 0; t < 6; ++t) {
    CHECK((Y.col(t) - attend(model, Z.leftCols(t + 1), Targets::last)).norm() < 1e-12 * Y.norm());
  }
}

TEST_CASE("folded_entry undoes folded_index, and the places are 0, 1, 2, .. in the order (j <= k, l)") {
  for (Index d = 1; d <= kMaxTokenDimension; ++d) {
    Index place = 0;
    for (Index j = 0; j < d; ++j) {
      for (Index k = j; k < d; ++k) {
        for (Index l = 0; l < d; ++l, ++place) {
          REQUIRE(folded_index(j, k, l, d) == place);
          const FoldedEntry entry = folded_entry(place, d);
          REQUIRE((entry.j == j && entry.k == k && entry.l == l));
        }
      }
    }
    CHECK(place == feature_count(d));
  }
}

TEST_CASE("folded coefficients are V_aj Q_kl + V_ak Q_jl, as corollary 2.4 has them") {
  Random random(3);
  const Model model = random_model(random, 3, 2, 2);
  const Matrix p = folded_coefficients(model);
  for (Index place = 0; place < feature_count(3); ++place) {
    const auto [j, k, l] = folded_entry(place, 3);
    for (Index a = 0; a < 2; ++a) {
      double sum = 0.0;
      for (const auto& [V, Q] : model.heads) sum += V(a, j) * Q(k, l) + (j < k ? V(a, k) * Q(j, l) : 0.0);
      CHECK(p(a, place) == doctest::Approx(sum).epsilon(1e-14));
    }
  }
}

TEST_CASE("unfold gives the least norm among all W that fold to the same p") {
  Random random(4);
  for (const Index d : {1, 2, 5}) {
    const Matrix W = random.gaussian(3 * d, d * d);
    const Matrix p = fold(W, d);
    const Matrix least = unfold(p, d);
    CHECK(fold(least, d) == p);  // halving and doubling are exact
    CHECK(least.norm() <= W.norm());
    // What was taken away folds to nothing and is orthogonal to what stayed.
    CHECK(std::abs((W - least).cwiseProduct(least).sum()) < 1e-13 * W.squaredNorm());
    const double weighted = (p.cwiseAbs2() * unfold_weights(d)).sum();
    CHECK(least.squaredNorm() == doctest::Approx(weighted).epsilon(1e-14));
  }
}

TEST_CASE("models whose heads are mixed by an invertible matrix have the same p") {
  Random random(5);
  const Index heads = 3;
  const Model model = random_model(random, 4, 4, heads);
  const Matrix mix = random.gaussian(heads, heads);
  const Matrix inverse = mix.householderQr().solve(Matrix::Identity(heads, heads));
  Model mixed;
  for (Index g = 0; g < heads; ++g) {
    Head head{Matrix::Zero(4, 4), Matrix::Zero(4, 4)};
    for (Index h = 0; h < heads; ++h) {
      head.V += mix(h, g) * model.heads[static_cast<std::size_t>(h)].V;
      head.Q += inverse(g, h) * model.heads[static_cast<std::size_t>(h)].Q;
    }
    mixed.heads.push_back(head);
  }
  // The condition number of a random 3 x 3 matrix times the rounding unit.
  CHECK(difference("p of mixed heads", folded_coefficients(mixed), folded_coefficients(model)) < 1e-13);
}

TEST_CASE("relative_distance is relative to the reference, and plain where the reference is zero") {
  const Matrix p = Matrix::Constant(1, 4, 3.0);
  CHECK(relative_distance(p, 2.0 * p) == 0.5);
  CHECK(relative_distance(p, Matrix::Zero(1, 4)) == 6.0);
  CHECK(relative_distance(p, p) == 0.0);
}
