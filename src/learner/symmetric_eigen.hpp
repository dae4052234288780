#pragma once

#include <optional>

#include "learner/matrix.hpp"

namespace learner {

// A = U diag(values) U^T for a symmetric A, of which the lower triangle is read; values rise. For all values and few
// vectors see tridiagonal.hpp, which this begins with. Accuracy: as there. Empty: no convergence, as when A is not
// finite. Cost about 9 n^3.
// Source: QR with implicit shifts, Golub and Van Loan, section 8.3.
struct SymmetricEigen {
  Vector values;
  Matrix vectors;
};
std::optional<SymmetricEigen> symmetric_eigen(const Matrix& A);

// The same for the matrix with this diagonal and its neighbour. A power of two in both passes through exactly.
std::optional<SymmetricEigen> tridiagonal_eigen(const Vector& diagonal, const Vector& neighbour);

}  // namespace learner
