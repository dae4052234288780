#include "learner/sketch.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/decompositions.hpp"
#include "learner/features.hpp"
#include "learner/product.hpp"

namespace learner {
namespace {

// A^T B.
Matrix inner_products(const Matrix& A, const Matrix& B) {
  Matrix C = Matrix::Zero(A.cols(), B.cols());
  add_product(1.0, Panels::transposed(A).from(0), Panels::transposed(B).from(0), C);
  return C;
}

Index dimension_of(Index features) {
  Index d = 1;
  while (feature_count(d) < features) ++d;
  return d;
}

}  // namespace

RidgeProblem ridge_problem(const Moments& moments, double lambda) {
  assert(moments.check().has_value() && lambda >= 0.0);
  const auto rows = static_cast<double>(moments.rows());
  RidgeProblem problem{.A = moments.gram() / rows, .b = moments.cross() / rows, .lambda = lambda};
  problem.A.diagonal() += lambda * unfold_weights(moments.shape().d);
  return problem;
}

Vector leverage_scores(const RidgeProblem& problem) {
  const Index psi = problem.features();
  const Vector weights = unfold_weights(dimension_of(psi));
  double lambda = problem.lambda;
  Matrix A = problem.A;
  auto cholesky = Cholesky::factor(A, pivot_tolerance(psi));
  if (!cholesky) {
    const double least = 1e-12 * A.diagonal().mean();
    A.diagonal() += least * weights;
    lambda += least;
    cholesky = Cholesky::factor(A, 0.0);
  }
  if (!cholesky) return A.diagonal();
  // Lambda A^-1 = 1 - lambda diag(w) A^-1.
  const Vector inverse = cholesky->solve(Matrix::Identity(psi, psi)).diagonal();
  return (1.0 - lambda * weights.array() * inverse.array()).matrix();
}

std::vector<Index> falling_order(const Vector& scores) {
  std::vector<Index> order(static_cast<std::size_t>(scores.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, [&](Index i, Index j) { return scores(i) != scores(j) ? scores(i) > scores(j) : i < j; });
  return order;
}

std::vector<Index> greedy_order(const RidgeProblem& problem, const Progress& progress) {
  const Index psi = problem.features();
  const Vector least = pivot_tolerance(psi) * problem.A.diagonal();
  Vector pivots = problem.A.diagonal();
  Matrix b = problem.b.transpose();  // d_out x psi: what the features taken do not explain
  Matrix L(psi, psi);
  std::vector<bool> taken(static_cast<std::size_t>(psi), false);
  std::vector<Index> order;
  for (Index m = 0; m < psi; ++m) {
    Index best = -1;
    double most = -1.0;
    for (Index i = 0; i < psi; ++i) {
      if (taken[static_cast<std::size_t>(i)] || pivots(i) <= least(i)) continue;
      const double gain = b.col(i).squaredNorm() / pivots(i);
      if (gain > most) most = gain, best = i;
    }
    if (best < 0) break;
    taken[static_cast<std::size_t>(best)] = true;
    order.push_back(best);
    const double root = std::sqrt(pivots(best));
    auto column = L.col(m);
    column = problem.A.col(best);
    for (Index k = 0; k < m; ++k) column -= L(best, k) * L.col(k);
    column /= root;
    const Vector explained = b.col(best) / root;
    b.noalias() -= explained * column.transpose();
    pivots.array() -= column.array().square();
    if (progress) progress(static_cast<double>(m + 1) / static_cast<double>(psi));
  }
  for (Index i = 0; i < psi; ++i) {
    if (!taken[static_cast<std::size_t>(i)]) order.push_back(i);
  }
  return order;
}

Matrix random_sketch(SketchEntries entries, Index d, Index m, Random random) {
  const Index psi = feature_count(d);
  Matrix S(psi, m);
  for (Index j = 0; j < m; ++j) {
    for (Index i = 0; i < psi; ++i) {
      S(i, j) = entries == SketchEntries::gaussian ? random.gaussian() : random.bits() >> 63 ? 1.0 : -1.0;
    }
  }
  return unfold_weights(d).cwiseSqrt().cwiseInverse().asDiagonal() * S;
}

Matrix landmarks_of(std::span<const Sequence> sequences) {
  assert(!sequences.empty());
  const Vector weights = unfold_weights(sequences.front().d());
  Matrix S(weights.size(), std::ssize(sequences));
  for (Index j = 0; j < S.cols(); ++j) {
    const Matrix& Z = sequences[static_cast<std::size_t>(j)].Z;
    S.col(j) = folded_features(Z, Z.cols() - 1, Z.cols()).cwiseQuotient(weights);
  }
  return S;
}

NestedFits NestedFits::mixing(const RidgeProblem& problem, Matrix S) {
  assert(S.rows() == problem.features());
  NestedFits fits;
  fits.features_ = problem.features();
  fits.columns_ = S.cols();
  fits.factor(inner_products(S, inner_products(problem.A, S)), inner_products(S, problem.b));
  fits.S_ = std::move(S);
  return fits;
}

NestedFits NestedFits::choosing(const RidgeProblem& problem, std::vector<Index> order) {
  NestedFits fits;
  fits.features_ = problem.features();
  fits.columns_ = std::ssize(order);
  fits.factor(problem.A(order, order), problem.b(order, Eigen::all));
  fits.order_ = std::move(order);
  return fits;
}

// Row by row, so that a row which is a combination of those before can be passed over.
void NestedFits::factor(const Matrix& T, const Matrix& u) {
  const double cut = pivot_tolerance(T.rows());
  Matrix transposed = Matrix::Zero(T.rows(), T.rows());  // L^T: a row of L lies in one column
  y_ = Matrix::Zero(T.rows(), u.cols());
  for (Index i = 0; i < T.rows() && std::ssize(kept_) < features_; ++i) {
    const Index m = std::ssize(kept_);
    Vector row(m);
    for (Index k = 0; k < m; ++k) {
      const auto before = transposed.col(k);
      row(k) = (T(kept_[static_cast<std::size_t>(k)], i) - before.head(k).dot(row.head(k))) / before(k);
    }
    const double pivot = T(i, i) - row.squaredNorm();
    if (!(pivot > cut * T(i, i))) continue;
    const double root = std::sqrt(pivot);
    y_.row(m) = (u.row(i) - row.transpose() * y_.topRows(m)) / root;
    transposed.col(m).head(m) = row;
    transposed(m, m) = root;
    kept_.push_back(i);
  }
  const Index rank = std::ssize(kept_);
  L_ = transposed.topLeftCorner(rank, rank).transpose();
  y_.conservativeResize(rank, Eigen::NoChange);
}

Index NestedFits::rank(Index m) const {
  assert(0 <= m && m <= columns_);
  return std::ranges::lower_bound(kept_, m) - kept_.begin();
}

Matrix NestedFits::coefficients(Index m) const {
  const Index count = rank(m);
  const Matrix c = solve_lower_transposed(L_.topLeftCorner(count, count), Matrix(y_.topRows(count)));
  Matrix p = Matrix::Zero(y_.cols(), features_);
  for (Index k = 0; k < count; ++k) {
    const Index column = kept_[static_cast<std::size_t>(k)];
    if (order_.empty()) {
      p.noalias() += c.row(k).transpose() * S_.col(column).transpose();
    } else {
      p.col(order_[static_cast<std::size_t>(column)]) = c.row(k).transpose();
    }
  }
  return p;
}

}  // namespace learner
