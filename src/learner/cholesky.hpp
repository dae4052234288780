#pragma once

#include <limits>
#include <vector>

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// The `tolerance` below which a pivot of Cholesky::factor is rounding: 8 size 2^-52.
inline double pivot_tolerance(Index size) {
  return 8.0 * static_cast<double>(size) * std::numeric_limits<double>::epsilon();
}

// A = L L^T of a symmetric positive definite matrix, in the memory of one matrix:
// L fills the lower triangle, the strict upper triangle and a vector keep A for refinement.
class Cholesky {
 public:
  // A: both triangles filled. Fails at the first pivot that does not exceed `tolerance` times its diagonal entry of A,
  // and then returns the index of that row. Scaling rows and columns does not change the verdict, so the units of the
  // unknowns do not matter. Cost size^3/6 multiply-adds, blocked and right-looking; progress is called once a block.
  static std::expected<Cholesky, Index> factor(Matrix A, double tolerance, const Progress& progress = {});

  // L, with zeros above its diagonal.
  Matrix lower() const { return entries_.triangularView<Eigen::Lower>(); }

  // A^-1 B. O(size^2) a column.
  Matrix solve(Matrix B) const;

  // A X, from the kept entries. O(size^2) a column.
  Matrix multiply(const Matrix& X) const;

 private:
  explicit Cholesky(Matrix A);
  std::expected<void, Index> factor_columns(Index start, Index width, double tolerance);
  std::expected<void, Index> factor_leaf(Index start, Index width, double tolerance);
  void subtract(Index start, Index width, Index count);

  Matrix entries_;
  Vector diagonal_;  // of A
};

// Cholesky that takes the largest remaining pivot first: P^T A P = L L^T + rest, P the order of the pivots. It reveals
// the rank of a singular matrix, where plain Cholesky fails.
struct RankFactor {
  Matrix L;                  // size x rank, lower trapezoidal; row i belongs to row order[i] of A
  std::vector<Index> order;  // a permutation of 0 .. size - 1
  double dropped = 0.0;      // the largest diagonal entry of `rest`; 0 when nothing is left

  Index rank() const { return L.cols(); }

  // The square lower triangular T with the eigenvalues of L L^T that are not 0 as those of T T^T: L itself when it is
  // square, else R^T of L = Q R. Cost 2 size rank^2.
  Matrix triangle() const;

  // An orthonormal basis of { x : L^T P^T x = 0 }, in the rows of A: size x (size - rank).
  // For a unit x of it, x^T A x <= (size - rank) dropped. Cost 2 size rank^2 + 4 size rank (size - rank).
  Matrix null_basis() const;
};

// A: symmetric positive semi-definite, only the lower triangle is read. The factorisation ends at the first pivot that
// does not exceed `cut` times the largest diagonal entry of A; cut >= 0.
// Cost O(size rank^2), blocked, half of it in matrix products; progress is called once a block, the last time with 1.
// Source: Higham, "Analysis of the Cholesky decomposition of a semi-definite matrix", 1990.
RankFactor rank_factor(Matrix A, double cut, const Progress& progress = {});

}  // namespace learner
