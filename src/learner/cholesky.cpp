#include "learner/cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "learner/decompositions.hpp"
#include "learner/one_vector.hpp"
#include "learner/product.hpp"
#include "learner/row_triangle.hpp"

namespace learner {
namespace {

constexpr Index kBlock = 64;  // columns whose products with the rest are formed at once
constexpr Index kLeaf = 16;   // columns that Cholesky factors one by one

// The state of the factorisation: columns before `done` hold L, the lower triangle after them what is left of A
// without the columns of the current block, whose share of the diagonal is already in `diagonal`.
struct Pivoting {
  Matrix A;
  Vector diagonal;
  std::vector<Index> order;
  double threshold = 0.0;
};

// Swaps rows and columns i < j of a symmetric matrix of which only the lower triangle is kept. What A holds on its
// diagonal is never read: `diagonal` replaces it.
void swap_symmetric(Pivoting& state, Index i, Index j) {
  Matrix& A = state.A;
  const Index below = A.rows() - j - 1;
  A.row(i).head(i).swap(A.row(j).head(i));
  A.col(i).tail(below).swap(A.col(j).tail(below));
  for (Index k = i + 1; k < j; ++k) std::swap(A(k, i), A(j, k));
  std::swap(state.diagonal(i), state.diagonal(j));
  std::swap(state.order[static_cast<std::size_t>(i)], state.order[static_cast<std::size_t>(j)]);
}

// Factors columns start .. start + width - 1; returns how many pivots were large enough.
Index factor_block(Pivoting& state, Index start, Index width) {
  Matrix& A = state.A;
  for (Index j = start; j < start + width; ++j) {
    Index largest = 0;
    const double pivot = state.diagonal.tail(A.rows() - j).maxCoeff(&largest);
    if (!(pivot > state.threshold)) return j - start;
    if (largest > 0) swap_symmetric(state, j, j + largest);
    const Index below = A.rows() - j - 1;
    const Index inside = j - start;
    A(j, j) = std::sqrt(pivot);
    A.col(j).tail(below) -= A.block(j + 1, start, below, inside) * A.row(j).segment(start, inside).transpose();
    A.col(j).tail(below) /= A(j, j);
    state.diagonal.tail(below) -= A.col(j).tail(below).cwiseAbs2();
  }
  return width;
}

}  // namespace

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
  if (B.cols() == 1) return solve_lower_transposed(entries_, solve_lower(entries_, Vector(B.col(0))));
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
  if (X.cols() == 1) {
    Matrix result = Matrix::Zero(size, 1);
    add_symmetric_product(entries_, Triangle::upper, diagonal_, X.data(), result.data());
    return result;
  }
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

RankFactor rank_factor(Matrix A, double cut, const Progress& progress) {
  assert(A.rows() == A.cols() && A.rows() >= 1 && cut >= 0.0);
  const Index size = A.rows();
  Pivoting state{.A = std::move(A), .diagonal = {}, .order = std::vector<Index>(static_cast<std::size_t>(size))};
  state.diagonal = state.A.diagonal();
  state.threshold = cut * state.diagonal.maxCoeff();
  std::iota(state.order.begin(), state.order.end(), Index{0});

  Index rank = 0;
  while (rank < size) {
    const Index width = std::min(kBlock, size - rank);
    const Index found = factor_block(state, rank, width);
    const Index rest = size - rank - found;
    const auto panel = state.A.block(rank + found, rank, rest, found);
    rank += found;
    if (found < width) break;
    state.A.bottomRightCorner(rest, rest).selfadjointView<Eigen::Lower>().rankUpdate(panel, -1.0);
    const double left = static_cast<double>(rest) / static_cast<double>(size);
    if (progress && rest > 0) progress(1.0 - left * left * left);
  }
  if (progress) progress(1.0);
  RankFactor result{.L = state.A.leftCols(rank), .order = std::move(state.order)};
  result.L.triangularView<Eigen::StrictlyUpper>().setZero();
  if (rank < size) result.dropped = std::max(0.0, state.diagonal.tail(size - rank).maxCoeff());
  return result;
}

Matrix RankFactor::triangle() const {
  if (L.rows() == L.cols()) return L;
  return triangle_of(L).transpose();
}

Matrix RankFactor::null_basis() const {
  const Index size = L.rows();
  const Index nullity = size - rank();
  if (nullity == 0) return Matrix(size, 0);
  Matrix ordered = Matrix::Zero(size, nullity);
  ordered.bottomRows(nullity).setIdentity();
  if (rank() > 0) ordered = HouseholderQR(L).apply_Q(std::move(ordered));
  Matrix basis(size, nullity);
  for (Index i = 0; i < size; ++i) basis.row(order[static_cast<std::size_t>(i)]) = ordered.row(i);
  return basis;
}

}  // namespace learner
