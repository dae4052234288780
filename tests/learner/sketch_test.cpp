// Fits with fewer features against dense formulas, the full solution and the dual.
#include "learner/sketch.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>

#include <algorithm>
#include <set>

#include "learner/features.hpp"
#include "learner/least_squares.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

constexpr Index d = 4;
constexpr Index kPsi = feature_count(d);

std::vector<Sequence> sequences_of(Index count, Targets targets = Targets::last) {
  const auto task =
      random_attention({.d = d, .d_out = 3, .n = 3, .heads = 2, .targets = targets, .noise = 0.3, .seed = 4});
  REQUIRE(task);
  return task->block(Split::train, 0, static_cast<std::uint64_t>(count));
}

Moments moments_of(std::span<const Sequence> sequences, Targets targets = Targets::last) {
  Moments moments({d, 3, targets});
  REQUIRE(moments.add(sequences));
  return moments;
}

double distance(const Matrix& a, const Matrix& b) { return (a - b).norm() / b.norm(); }

// sum_i A_ij p_i p_j - 2 <p, b^T>
double objective(const RidgeProblem& problem, const Matrix& p) {
  return (p * problem.A).cwiseProduct(p).sum() - 2 * p.cwiseProduct(problem.b.transpose()).sum();
}

}  // namespace

TEST_CASE("with all features kept every way gives the full ridge solution") {
  const auto sequences = sequences_of(200);
  const Moments moments = moments_of(sequences);
  for (const double lambda : {1e-6, 1e-3, 0.1}) {
    const auto full = solve_ridge(moments, {.lambda = lambda});
    REQUIRE(full);
    const RidgeProblem problem = ridge_problem(moments, lambda);
    std::vector<Index> backwards;
    for (Index k = kPsi; k-- > 0;) backwards.push_back(k);
    const NestedFits fits[] = {NestedFits::choosing(problem, backwards),
                               NestedFits::choosing(problem, greedy_order(problem)),
                               NestedFits::choosing(problem, falling_order(leverage_scores(problem))),
                               NestedFits::mixing(problem, random_sketch(SketchEntries::gaussian, d, kPsi, Random(1))),
                               NestedFits::mixing(problem, random_sketch(SketchEntries::signs, d, kPsi + 5, Random(2))),
                               NestedFits::mixing(problem, landmarks_of(std::span(sequences).first(60)))};
    for (const NestedFits& fit : fits) {
      CHECK(fit.rank(fit.size()) == kPsi);
      // Sketches square the condition number.
      CHECK(distance(fit.coefficients(fit.size()), full->p) < 1e-7);
    }
  }
}

TEST_CASE("every leading part of a sketch is the dense ridge in the span of its columns") {
  const Moments moments = moments_of(sequences_of(90));
  const RidgeProblem problem = ridge_problem(moments, 1e-2);
  const Matrix S = random_sketch(SketchEntries::signs, d, 12, Random(3));
  const NestedFits fits = NestedFits::mixing(problem, S);
  for (Index m = 1; m <= 12; ++m) {
    const Matrix front = S.leftCols(m);
    const Matrix c = (front.transpose() * problem.A * front).fullPivLu().solve(front.transpose() * problem.b);
    CHECK(distance(fits.coefficients(m), (front * c).transpose()) < 1e-10);
  }
  CHECK(fits.coefficients(0) == Matrix::Zero(3, kPsi));
}

TEST_CASE("a choice of features leaves the others out and is the dense ridge on those kept") {
  const Moments moments = moments_of(sequences_of(90));
  const RidgeProblem problem = ridge_problem(moments, 1e-2);
  const std::vector<Index> order = {7, 3, 39, 0, 12};
  const Matrix p = NestedFits::choosing(problem, order).coefficients(4);
  Matrix A(4, 4);
  Matrix b(4, 3);
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 4; ++j)
      A(i, j) = problem.A(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
    b.row(i) = problem.b.row(order[static_cast<std::size_t>(i)]);
  }
  const Matrix c = A.fullPivLu().solve(b);
  for (Index k = 0; k < kPsi; ++k) {
    const auto place = std::find(order.begin(), order.begin() + 4, k) - order.begin();
    if (place == 4)
      CHECK(p.col(k).norm() == 0);
    else
      CHECK((p.col(k) - c.row(place).transpose()).norm() < 1e-11 * c.norm());
  }
}

TEST_CASE("with every row a landmark Nyström is the dual") {
  for (const Targets targets : {Targets::last, Targets::causal}) {
    auto sequences = sequences_of(18, targets);
    if (targets == Targets::causal)
      for (Sequence& sequence : sequences) sequence = {sequence.Z.leftCols(1), sequence.Y.leftCols(1)};
    const auto dual = solve_dual(sequences, targets, {.lambda = 1e-3});
    REQUIRE(dual);
    const RidgeProblem problem = ridge_problem(moments_of(sequences, targets), 1e-3);
    const NestedFits fits = NestedFits::mixing(problem, landmarks_of(sequences));
    CHECK(distance(fits.coefficients(18), coefficients(*dual)) < 1e-8);
  }
}

TEST_CASE("each greedy feature lowers the objective most, by trying all of them") {
  const RidgeProblem problem = ridge_problem(moments_of(sequences_of(70)), 1e-3);
  const std::vector<Index> order = greedy_order(problem);
  CHECK(std::set(order.begin(), order.end()).size() == kPsi);
  std::vector<Index> taken;
  for (std::size_t m = 0; m < 10; ++m) {
    double least = 0;
    Index best = -1;
    for (Index i = 0; i < kPsi; ++i) {
      if (std::ranges::find(taken, i) != taken.end()) continue;
      std::vector<Index> tried = taken;
      tried.push_back(i);
      const double value = objective(problem, NestedFits::choosing(problem, tried).coefficients(std::ssize(tried)));
      if (value < least) least = value, best = i;
    }
    CHECK(order[m] == best);
    taken.push_back(best);
  }
}

TEST_CASE("leverage is the diagonal of Lambda A^-1 and sums to the effective dimension") {
  const Moments moments = moments_of(sequences_of(70));
  for (const double lambda : {1e-4, 1e-2}) {
    const RidgeProblem problem = ridge_problem(moments, lambda);
    const Matrix Lambda = moments.gram() / static_cast<double>(moments.rows());
    const Matrix hat = Lambda * problem.A.inverse();
    const Vector scores = leverage_scores(problem);
    CHECK((scores - hat.diagonal()).norm() < 1e-9);
    CHECK(scores.minCoeff() > -1e-12);
    CHECK(scores.maxCoeff() < 1 + 1e-12);
  }
}

TEST_CASE("columns that repeat others are left out and change nothing") {
  const RidgeProblem problem = ridge_problem(moments_of(sequences_of(90)), 1e-2);
  const Matrix S = random_sketch(SketchEntries::gaussian, d, 5, Random(9));
  Matrix twice(kPsi, 8);
  twice << S.leftCols(3), S.col(1) - 2 * S.col(0), S.col(2), Vector::Zero(kPsi), S.rightCols(2);
  const NestedFits fits = NestedFits::mixing(problem, twice);
  CHECK(fits.size() == 8);
  CHECK(fits.rank(6) == 3);
  CHECK(fits.rank(8) == 5);
  CHECK(distance(fits.coefficients(8), NestedFits::mixing(problem, S).coefficients(5)) < 1e-10);
}

TEST_CASE("a singular problem without a penalty still gets an order, scores and finite fits") {
  const RidgeProblem problem = ridge_problem(moments_of(sequences_of(10)), 0.0);
  const std::vector<Index> order = greedy_order(problem);
  CHECK(std::set(order.begin(), order.end()).size() == kPsi);
  CHECK(leverage_scores(problem).allFinite());
  const NestedFits fits = NestedFits::choosing(problem, order);
  CHECK(fits.rank(kPsi) <= 10);
  CHECK(fits.coefficients(kPsi).allFinite());
}

TEST_CASE("the first columns of a random sketch do not depend on how many there are") {
  const Matrix few = random_sketch(SketchEntries::signs, d, 3, Random(6));
  const Matrix many = random_sketch(SketchEntries::signs, d, 9, Random(6));
  CHECK(few == many.leftCols(3));
  const Matrix unscaled = unfold_weights(d).cwiseSqrt().asDiagonal() * few;
  CHECK((unscaled.cwiseAbs().array() - 1).abs().maxCoeff() < 1e-15);
}
