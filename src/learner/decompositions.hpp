#pragma once

#include <memory>

#include "learner/matrix.hpp"

namespace learner {

// Eigen's decompositions as plain functions: each is instantiated once, in decompositions.cpp. A file that instantiates
// one itself takes two to six seconds longer to compile. Costs and errors are Eigen's.

// A = Q R by Householder reflections, without pivoting. Cost 2 n^2 (m - n/3).
class HouseholderQR {
 public:
  explicit HouseholderQR(const Matrix& A);

  // R in and above the diagonal, the reflections below.
  const Matrix& packed() const;
  Matrix R(Index rows) const;  // its first rows
  Matrix Q() const;            // square

  // The X of least ||A X - B||; precondition: independent columns, no more than rows.
  Matrix solve(const Matrix& B) const;
  Vector solve(const Vector& b) const;

  Matrix apply_Q(Matrix B) const;             // Q B
  Matrix apply_transposed_Q(Matrix B) const;  // Q^T B
  Matrix apply_Q_from_right(Matrix B) const;  // B Q

 private:
  struct Eigens;
  std::shared_ptr<const Eigens> qr_;
};

// T X = B, T upper or lower triangular: the other half is not read. For T lower triangular and a vector see
// one_vector.hpp.
Matrix solve_upper(const Matrix& T, Matrix B);
Vector solve_upper(const Matrix& T, Vector b);
Matrix solve_lower(const Matrix& T, Matrix B);
// T^T X = B.
Matrix solve_lower_transposed(const Matrix& T, Matrix B);

}  // namespace learner
