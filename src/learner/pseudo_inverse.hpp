#pragma once

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

struct LeastNorm {
  Matrix X;
  Index rank = 0;
};

// X = A^+ B, the X of least Frobenius norm among all that minimise ||A X - B||, for a symmetric positive semidefinite
// A; for B in the range of A it solves A X = B. Eigenvalues above size 2^-52 times the largest count as nonzero. A:
// size x size, finite; B: size rows. One step of refinement within the range of A. Errors: no convergence. Cost about 9
// size^3.
Expected<LeastNorm> solve_least_norm(const Matrix& A, const Matrix& B);

}  // namespace learner
