#include "learner/cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "learner/product.hpp"

namespace learner {

Cholesky::Cholesky(Matrix A) : entries_(std::move(A)), diagonal_(entries_.diagonal()) {
  assert(entries_.rows() == entries_.cols());
}

std::expected<Cholesky, Index> Cholesky::factor(Matrix A, double tolerance, const Progress& progress) {
  Cholesky result(std::move(A));
  const Index size = result.diagonal_.size();
  for (Index start = 0; start < size; start += kBlock) {
    const Index width = std::min(kBlock, size - start);
    const Index rest = size - start - width;
    if (const auto done = result.factor_columns(start, width, tolerance); !done) return std::unexpected(done.error());
    result.subtract(start, width, rest);
    const double left = static_cast<double>(rest) / static_cast<double>(size);
    if (progress) progress(1.0 - left * left * left);
  }
  return result;
}

// Columns start .. start + width - 1 from their diagonal down, of which all earlier columns are subtracted already.
std::expected<void, Index> Cholesky::factor_columns(Index start, Index width, double tolerance) {
  if (width <= kLeaf) return factor_leaf(start, width, tolerance);
  const Index half = std::max(kLeaf, width / 2);
  if (const auto done = factor_columns(start, half, tolerance); !done) return done;
  subtract(start, half, width - half);
  return factor_columns(start + half, width - half, tolerance);
}

std::expected<void, Index> Cholesky::factor_leaf(Index start, Index width, double tolerance) {
  const Index size = diagonal_.size();
  for (Index j = start; j < start + width; ++j) {
    auto column = entries_.col(j).tail(size - j);
    for (Index k = start; k < j; ++k) column -= entries_(j, k) * entries_.col(k).tail(size - j);
    if (!(column(0) > tolerance * diagonal_(j))) return std::unexpected(j);
    column(0) = std::sqrt(column(0));
    column.tail(size - j - 1) /= column(0);
  }
  return {};
}

// Takes the part of the finished columns start .. start + width - 1 out of the `count` columns after them.
void Cholesky::subtract(Index start, Index width, Index count) {
  const Index first = start + width;
  const Index below = diagonal_.size() - first - count;
  if (count == 0) return;
  const Panels top(entries_.block(first, start, count, width));
  add_lower_product(-1.0, top.all(), entries_.block(first, first, count, count));
  if (below == 0) return;
  const Panels bottom(entries_.block(first + count, start, below, width));
  add_product(-1.0, bottom.from(0), top.from(0), entries_.block(first + count, first, below, count));
}

Matrix Cholesky::solve(Matrix B) const {
  const Index size = diagonal_.size();
  for (Index start = 0; start < size; start += kBlock) {  // L Y = B
    const Index width = std::min(kBlock, size - start);
    const Index rest = size - start - width;
    auto rows = B.middleRows(start, width);
    entries_.block(start, start, width, width).triangularView<Eigen::Lower>().solveInPlace(rows);
    if (rest == 0) break;
    const Panels left(entries_.block(start + width, start, rest, width));
    add_product(-1.0, left.from(0), Panels::transposed(rows).from(0), B.bottomRows(rest));
  }
  for (Index end = size; end > 0;) {  // L^T X = Y
    const Index start = (end - 1) / kBlock * kBlock;
    const Index width = end - start;
    auto rows = B.middleRows(start, width);
    if (end < size) {
      const Panels left = Panels::transposed(entries_.block(end, start, size - end, width));
      add_product(-1.0, left.from(0), Panels::transposed(B.bottomRows(size - end)).from(0), rows);
    }
    entries_.block(start, start, width, width).triangularView<Eigen::Lower>().transpose().solveInPlace(rows);
    end = start;
  }
  return B;
}

Matrix Cholesky::multiply(const Matrix& X) const {
  const Index size = diagonal_.size();
  Matrix result = diagonal_.asDiagonal() * X;
  for (Index start = 0; start < size; start += kBlock) {
    const Index width = std::min(kBlock, size - start);
    const auto rows = X.middleRows(start, width);
    const auto corner = entries_.block(start, start, width, width).triangularView<Eigen::StrictlyUpper>();
    result.middleRows(start, width) += corner * rows + corner.transpose() * rows;
    if (start == 0) continue;
    const auto above = entries_.block(0, start, start, width);
    add_product(1.0, Panels(above).from(0), Panels::transposed(rows).from(0), result.topRows(start));
    add_product(1.0, Panels::transposed(above).from(0), Panels::transposed(X.topRows(start)).from(0),
                result.middleRows(start, width));
  }
  return result;
}

}  // namespace learner
