#pragma once

#include <cstdint>
#include <limits>

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// What an eigenvalue must exceed, relative to the largest, to be told from 0: size 2^-52.
inline double rank_cut(Index size) { return static_cast<double>(size) * std::numeric_limits<double>::epsilon(); }

struct Eigenpair {
  double value = 0.0;
  Vector vector;          // of length 1
  double residual = 0.0;  // an eigenvalue of A lies within it of `value`
  Index steps = 0;        // products with A that were needed
};

struct LanczosOptions {
  double tolerance = 1e-8;  // of the residual, relative to the value; the value itself is off by about its square
  Index max_steps = 400;    // at most size are made: then the answer is exact up to rounding
  std::uint64_t seed = 1;   // of the random start
};

// y = A x for a symmetric matrix that need not be stored.
using SymmetricProduct = std::function<Vector(const Vector&)>;

// The largest eigenvalue of a symmetric positive semi-definite matrix, size x size, and its vector;
// residual = ||A vector - value vector||.
// Each new direction is made orthogonal to all before it, twice: without that, rounding brings found eigenvalues back.
// Errors: no convergence within max_steps. Cost O(steps) products and O(size steps^2); memory size x steps.
// Source: Lanczos, 1950; full reorthogonalisation as in Parlett, "The symmetric eigenvalue problem", section 13.
Expected<Eigenpair> largest_eigenpair(Index size, const SymmetricProduct& apply, const LanczosOptions& options = {});

// The smallest eigenvalue of T T^T, T lower triangular with a diagonal that is not 0, and its vector: the largest of
// (T T^T)^-1, by two triangular solves a step. With r the residual of the inverse, `residual` is value^2 r: within it
// lies an eigenvalue of T T^T to first order.
// Its relative error is about size 2^-52 times the condition number of T T^T, as for any method that starts from the
// matrix and not from the data behind it. Errors: as above; a result that is not finite.
Expected<Eigenpair> smallest_eigenpair(const Matrix& T, const LanczosOptions& options = {});

// All eigenvalues of T T^T, T lower triangular with a diagonal that is not 0, rising: squared singular values, which
// keep what lies between 2^-100 and 2^-52 of the largest, where the product would not. Those below are shown as large
// as the smallest, by smallest_eigenpair. Errors: no convergence. Cost about 20 size^3.
Expected<Vector> graded_eigenvalues(const Matrix& T);

struct LeastNorm {
  Matrix X;
  Index rank = 0;
};

// X = A^+ B, the X of least Frobenius norm among all that minimise ||A X - B||, for a symmetric positive semidefinite
// A; for B in the range of A it solves A X = B. Eigenvalues above size 2^-52 times the largest count as nonzero. A:
// size x size, finite; B: size rows. One step of refinement within the range of A. Errors: no convergence. Cost about 9
// size^3.
Expected<LeastNorm> solve_least_norm(const Matrix& A, const Matrix& B);

// The same for an A of this rank, scaled to unit diagonal first where its units are so far apart that its own
// eigenvalues do not show the rank to six digits; the last step is then that of least_norm.hpp.
Expected<Matrix> solve_least_norm(const Matrix& A, const Matrix& B, Index rank);

}  // namespace learner
