#include "learner/rank_factor.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace learner {
namespace {

constexpr Index kBlock = 64;

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
  const Eigen::HouseholderQR<Matrix> qr(L);
  return qr.matrixQR().topRows(rank()).triangularView<Eigen::Upper>().transpose();
}

Matrix RankFactor::null_basis() const {
  const Index size = L.rows();
  const Index nullity = size - rank();
  if (nullity == 0) return Matrix(size, 0);
  Matrix ordered = Matrix::Zero(size, nullity);
  ordered.bottomRows(nullity).setIdentity();
  if (rank() > 0) ordered.applyOnTheLeft(Eigen::HouseholderQR<Matrix>(L).householderQ());
  Matrix basis(size, nullity);
  for (Index i = 0; i < size; ++i) basis.row(order[static_cast<std::size_t>(i)]) = ordered.row(i);
  return basis;
}

}  // namespace learner
