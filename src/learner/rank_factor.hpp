#pragma once

#include <vector>

#include "learner/matrix.hpp"

namespace learner {

// Cholesky with the largest remaining pivot taken first: P^T A P = L L^T + rest, P the order of the pivots. It stops
// where the data stop, so it tells the rank of a singular matrix, which plain Cholesky cannot.
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
