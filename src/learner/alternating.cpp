#include "learner/alternating.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "learner/cholesky.hpp"
#include "learner/features.hpp"
#include "learner/singular_values.hpp"

namespace learner {
namespace {

// Column h as the d_out x d or d x d matrix that it is the row-major vec of.
auto unvec(const Matrix& columns, Index h, Index d) {
  return Eigen::Map<const RowMajor>(columns.col(h).data(), columns.rows() / d, d);
}

// (N + mu I)^-1 B. N is positive semidefinite, and mu far above its rounding errors; should that not do, more will.
Matrix solve_damped(const Matrix& N, const Matrix& B) {
  double mu = 1e-10 * N.trace() / static_cast<double>(N.rows());
  for (int attempt = 0; mu > 0.0 && attempt < 4; ++attempt, mu *= 100.0) {
    Matrix damped = N;
    damped.diagonal().array() += mu;
    if (const auto cholesky = Cholesky::factor(std::move(damped), 0.0)) return cholesky->solve(B);
  }
  return Matrix::Zero(B.rows(), B.cols());  // N is zero: there is nothing to fit with
}

// For every j: where the features G_jk z_l stand, in the order (k, l).
std::vector<std::vector<Index>> feature_places(Index d) {
  std::vector<std::vector<Index>> places(static_cast<std::size_t>(d));
  for (Index j = 0; j < d; ++j) {
    for (Index k = 0; k < d; ++k) {
      const Index first = folded_index(std::min(j, k), std::max(j, k), 0, d);
      for (Index l = 0; l < d; ++l) places[static_cast<std::size_t>(j)].push_back(first + l);
    }
  }
  return places;
}

}  // namespace

AlternatingLeastSquares::AlternatingLeastSquares(const Matrix& p, const Model& start)
    : d_(start.d()), d_out_(start.d_out()), target_(unfold(p, d_)), squared_targets_(target_.squaredNorm()) {
  assert(p.rows() == d_out_);
  std::tie(V_, Q_) = columns_of(start);
}

AlternatingLeastSquares::AlternatingLeastSquares(const Moments& data, const Model& start)
    : d_(start.d()),
      d_out_(start.d_out()),
      target_(data.cross()),
      gram_(data.gram()),
      squared_targets_(data.squared_targets()) {
  assert(data.shape().d == d_ && data.shape().d_out == d_out_);
  std::tie(V_, Q_) = columns_of(start);
}

Matrix AlternatingLeastSquares::coefficients() const { return fold(V_ * Q_.transpose(), d_); }

Matrix AlternatingLeastSquares::residual() const {
  if (gram_.size() == 0) return target_ - unfold(coefficients(), d_);
  const Matrix folded = target_ - gram_ * coefficients().transpose();
  // G_jk z_l and G_kj z_l are one feature: both places of W feel its whole residual.
  Matrix R(d_out_ * d_, d_ * d_);
  const auto places = feature_places(d_);
  for (Index a = 0; a < d_out_; ++a) {
    for (Index j = 0; j < d_; ++j) R.row(a * d_ + j) = folded.col(a)(places[static_cast<std::size_t>(j)]);
  }
  return R;
}

Matrix AlternatingLeastSquares::value_normal() const {
  const Index count = Q_.cols();
  Matrix N(count * d_, count * d_);
  if (gram_.size() == 0) {
    const Matrix inner = Q_.transpose() * Q_;
    for (Index h = 0; h < count; ++h) {
      for (Index i = 0; i < count; ++i) {
        N.block(h * d_, i * d_, d_, d_) = 0.5 * (unvec(Q_, i, d_) * unvec(Q_, h, d_).transpose());
        N.block(h * d_, i * d_, d_, d_).diagonal().array() += 0.5 * inner(h, i);
      }
    }
    return N;
  }
  const auto places = feature_places(d_);
  for (Index j = 0; j < d_; ++j) {
    for (Index i = 0; i < d_; ++i) {
      const Matrix K = gram_(places[static_cast<std::size_t>(j)], places[static_cast<std::size_t>(i)]);
      N(Eigen::seqN(j, count, d_), Eigen::seqN(i, count, d_)) = Q_.transpose() * (K * Q_);
    }
  }
  return N;
}

Matrix AlternatingLeastSquares::query_normal_of_coefficients() const {
  const Index count = V_.cols();
  const Matrix inner = V_.transpose() * V_;
  Matrix N(count * d_, count * d_);
  for (Index h = 0; h < count; ++h) {
    for (Index i = 0; i < count; ++i) {
      N.block(h * d_, i * d_, d_, d_) = 0.5 * (unvec(V_, i, d_).transpose() * unvec(V_, h, d_));
      N.block(h * d_, i * d_, d_, d_).diagonal().array() += 0.5 * inner(h, i);
    }
  }
  return N;
}

Matrix AlternatingLeastSquares::query_normal_of_data() const {
  const Index count = V_.cols();
  const Index size = d_ * d_;
  const auto places = feature_places(d_);
  Matrix N = Matrix::Zero(count * size, count * size);
  for (Index j = 0; j < d_; ++j) {
    for (Index i = 0; i < d_; ++i) {
      const Matrix K = gram_(places[static_cast<std::size_t>(j)], places[static_cast<std::size_t>(i)]);
      const auto rows = [&](Index first) -> Matrix { return V_(Eigen::seqN(first, d_out_, d_), Eigen::all); };
      const Matrix weights = rows(j).transpose() * rows(i);  // (h, h'): sum_a V_h[a,j] V_h'[a,i]
      for (Index h = 0; h < count; ++h) {
        for (Index g = h; g < count; ++g) N.block(h * size, g * size, size, size) += weights(h, g) * K;
      }
    }
  }
  return N.selfadjointView<Eigen::Upper>();
}

void AlternatingLeastSquares::fit_values() {
  const Matrix gradient = residual() * Q_;
  const Index count = V_.cols();
  Matrix stacked(count * d_, d_out_);  // rows (h, j)
  for (Index h = 0; h < count; ++h) stacked.middleRows(h * d_, d_) = unvec(gradient, h, d_).transpose();
  const Matrix change = solve_damped(value_normal(), stacked);
  for (Index h = 0; h < count; ++h) V_.col(h) += change.middleRows(h * d_, d_).reshaped();
}

void AlternatingLeastSquares::fit_queries() {
  const Matrix gradient = residual().transpose() * V_;
  const Index count = Q_.cols();
  if (gram_.size() > 0) {
    Q_ += solve_damped(query_normal_of_data(), gradient.reshaped(gradient.size(), 1)).reshaped(d_ * d_, count);
    return;
  }
  Matrix stacked(count * d_, d_);  // rows (h, k), columns l
  for (Index h = 0; h < count; ++h) stacked.middleRows(h * d_, d_) = unvec(gradient, h, d_);
  const Matrix change = solve_damped(query_normal_of_coefficients(), stacked);
  for (Index h = 0; h < count; ++h) Q_.col(h) += change.middleRows(h * d_, d_).reshaped<Eigen::RowMajor>();
}

// Of all unknowns: (h, a, j) of V, then (h, k, l) of Q, in the order of vec(V_), vec(Q_).
Matrix AlternatingLeastSquares::normal_of_data() const {
  const Index values = V_.size(), count = V_.cols();
  Matrix N = Matrix::Zero(values + Q_.size(), values + Q_.size());
  N.bottomRightCorner(Q_.size(), Q_.size()) = query_normal_of_data();
  const Matrix same = value_normal();  // of every output
  for (Index h = 0; h < count; ++h) {
    for (Index i = 0; i < count; ++i) {
      for (Index a = 0; a < d_out_; ++a)
        N.block((h * d_out_ + a) * d_, (i * d_out_ + a) * d_, d_, d_) = same.block(h * d_, i * d_, d_, d_);
    }
  }
  const auto places = feature_places(d_);
  for (Index j = 0; j < d_; ++j) {
    for (Index i = 0; i < d_; ++i) {
      const Matrix K = gram_(places[static_cast<std::size_t>(j)], places[static_cast<std::size_t>(i)]);
      const Matrix QK = Q_.transpose() * K;  // H x d^2
      for (Index h = 0; h < count; ++h) {
        for (Index a = 0; a < d_out_; ++a) {
          auto row = N.row((h * d_out_ + a) * d_ + j).tail(Q_.size());
          for (Index g = 0; g < count; ++g) row.segment(g * d_ * d_, d_ * d_) += V_(a * d_ + i, g) * QK.row(h);
        }
      }
    }
  }
  N.bottomLeftCorner(Q_.size(), values) = N.topRightCorner(values, Q_.size()).transpose();
  return N;
}

double AlternatingLeastSquares::loss_of_data() const {
  const Matrix p = coefficients();
  return squared_targets_ + (p.transpose().cwiseProduct(gram_ * p.transpose() - 2.0 * target_)).sum();
}

Index AlternatingLeastSquares::fit_together(Index most, const std::function<void()>& after_step) {
  assert(gram_.size() > 0);
  constexpr double kArrived = 1e-6, kRounding = 1e-15;  // of the loss, and of that of zero heads
  const Index values = V_.size();
  double damping = 1e-8, loss = loss_of_data();
  Matrix N;
  Vector gradient(values + Q_.size());
  bool is_new = true;
  for (Index tried = 0; tried < most; ++tried) {
    if (is_new) {
      const Matrix R = residual();
      N = normal_of_data();
      gradient << (R * Q_).reshaped(), (R.transpose() * V_).reshaped();
    }
    Matrix damped = N;
    damped.diagonal() *= 1.0 + damping;
    const auto cholesky = Cholesky::factor(std::move(damped), 0.0);
    is_new = false;
    if (cholesky) {
      const Vector change = cholesky->solve(gradient);
      if (gradient.dot(change) <= kArrived * loss + kRounding * squared_targets_) return tried;
      const Matrix V = V_, Q = Q_;
      V_ += change.head(values).reshaped(V_.rows(), V_.cols());
      Q_ += change.tail(Q_.size()).reshaped(Q_.rows(), Q_.cols());
      const double now = loss_of_data();
      is_new = now <= loss + kRounding * squared_targets_;
      if (is_new) {
        loss = now;
      } else {
        V_ = V;
        Q_ = Q;
      }
    }
    damping = is_new ? std::max(0.1 * damping, 1e-12) : 10.0 * damping;
    if (after_step) after_step();
  }
  return most;
}

void AlternatingLeastSquares::rebalance() {
  const auto left = singular_values(V_);
  const auto right = singular_values(Q_);
  if (!left || !right) return;
  // V Q^T = U1 (S1 W1^T W2 S2) U2^T: only the small matrix between needs the decomposition.
  const auto between =
      singular_values(left->sigma.asDiagonal() * left->V.transpose() * right->V * right->sigma.asDiagonal());
  if (!between) return;
  const auto roots = between->sigma.cwiseSqrt().asDiagonal();
  V_ = left->U * between->U * roots;
  Q_ = right->U * between->V * roots;
}

double AlternatingLeastSquares::error() const {
  if (squared_targets_ == 0.0) return 0.0;
  if (gram_.size() == 0) return residual().norm() / std::sqrt(squared_targets_);
  return std::sqrt(std::max(0.0, loss_of_data()) / squared_targets_);
}

}  // namespace learner
