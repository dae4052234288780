#include "learner/cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace learner {

Cholesky::Cholesky(Matrix A) : entries_(std::move(A)), diagonal_(entries_.diagonal()) {
  assert(entries_.rows() == entries_.cols());
}

std::expected<Cholesky, Index> Cholesky::factor(Matrix A, double tolerance, const Progress& progress) {
  Cholesky result(std::move(A));
  const Index size = result.diagonal_.size();
  for (Index start = 0; start < size; start += kBlock) {
    const Index width = std::min(kBlock, size - start);
    if (const auto done = result.factor_block(start, width, tolerance); !done) return std::unexpected(done.error());
    const double x = static_cast<double>(start + width) / static_cast<double>(size);
    if (progress) progress(x * x * (3.0 - 2.0 * x));  // a block column costs start (size - start)
  }
  return result;
}

std::expected<void, Index> Cholesky::factor_block(Index start, Index width, double tolerance) {
  const Index below = diagonal_.size() - start - width;
  const auto left = entries_.block(start, 0, width, start);

  // The diagonal block is updated in a copy, since its own upper triangle still holds A.
  Matrix corner = entries_.block(start, start, width, width).transpose();
  corner.noalias() -= left * left.transpose();
  for (Index j = 0; j < width; ++j) {
    const double pivot = corner(j, j) - corner.row(j).head(j).squaredNorm();
    if (!(pivot > tolerance * diagonal_(start + j))) return std::unexpected(start + j);
    corner(j, j) = std::sqrt(pivot);
    const Index rest = width - j - 1;
    corner.col(j).tail(rest) -= corner.bottomLeftCorner(rest, j) * corner.row(j).head(j).transpose();
    corner.col(j).tail(rest) /= corner(j, j);
  }
  entries_.block(start, start, width, width).triangularView<Eigen::Lower>() = corner;

  auto panel = entries_.block(start + width, start, below, width);
  panel.noalias() -= entries_.block(start + width, 0, below, start) * left.transpose();
  corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(panel);
  return {};
}

Matrix Cholesky::solve(const Matrix& B) const {
  const auto L = entries_.triangularView<Eigen::Lower>();
  return L.transpose().solve(L.solve(B));
}

Matrix Cholesky::multiply(const Matrix& X) const {
  const auto upper = entries_.triangularView<Eigen::StrictlyUpper>();
  return upper * X + upper.transpose() * X + diagonal_.asDiagonal() * X;
}

}  // namespace learner
