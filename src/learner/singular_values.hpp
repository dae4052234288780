#pragma once

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// A = U diag(sigma) V^T, with r = min(rows, cols) terms.
struct SingularValues {
  Vector sigma;  // r, falling, none negative
  Matrix U;      // rows x r, orthonormal columns, also where sigma is 0
  Matrix V;      // cols x r, orthonormal columns, also where sigma is 0
};

// The singular value decomposition of any real matrix of at least one row and one column.
// How: the eigenvectors of the smaller of A^T A and A A^T, which are right to half the digits; then one-sided Jacobi
// rotations of the columns of A V until every pair is orthogonal to sqrt(rows) 2^-52 of its lengths. After that start
// one or two sweeps suffice, where rotations alone need six to ten.
// Accuracy: |A - U diag(sigma) V^T| and the errors of sigma are a few r 2^-52 sigma_1 at most, as for any method that
// mixes columns. Values below 2^-50 |A|_F cannot be told from rounding and are returned as 0.
// A power of two in A passes through to sigma exactly.
// Errors: A holds a number that is not finite; no convergence after 60 sweeps (never seen).
// Cost O(rows cols r + 9 r^3). Measured against Eigen's BDCSVD with vectors, one run, two kinds of square matrix: 0.4
// to 0.6 of its time for 9 to 64 columns, 0.4 to 1.2 for 144, 0.7 to 1.0 for 256, natively and in WebAssembly; and 26
// kB of gzip less in the page. Source: Hestenes 1958 for the rotations; the eigenvectors as their start are ours.
Expected<SingularValues> singular_values(const Matrix& A);

}  // namespace learner
