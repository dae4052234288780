#pragma once

#include <optional>

#include "learner/matrix.hpp"

namespace learner {

// A = Q T Q^T of a symmetric matrix: T has a diagonal and its neighbour, Q is a product of reflections, kept as such.
// Each reflection needs A times a vector, half of all work; what else it does to the columns to come waits until a
// block of them is complete, and is then one product of matrices (product.hpp), the other half.
// Only the lower triangle of A is read. A power of two in A passes through exactly.
// Accuracy: values and residuals are off by a few times sqrt(n) 2^-52 of the largest value.
// Cost 4/3 n^3 multiplications and additions. Source: Dongarra, Sorensen and Hammarling 1989, as LAPACK's dsytrd.
class Tridiagonal {
 public:
  explicit Tridiagonal(Matrix A);

  // All eigenvalues, rising. Empty: no convergence, as when A is not finite. Cost about 30 n^2.
  // Source: the square-root-free QL of Pal, Walker and Kahan (Parlett, section 8.15), as LAPACK's dsterf.
  std::optional<Vector> values() const;

  // An orthonormal eigenvector for each of these values, given in order: a few of those above, with all that are as
  // good as equal to them on one side. By inverse iteration. Cost 2 n^2 + 40 n + 4 n count for each.
  Matrix vectors(const Vector& values) const;

  // T and Q themselves: T is divided by the power of two `unit`. Cost of Q 4/3 n^3.
  double unit() const { return unit_; }
  const Vector& diagonal() const { return diagonal_; }
  const Vector& neighbour() const { return neighbour_; }  // and a 0
  Matrix Q() const;

 private:
  auto lower_part(Index column) { return reflections_.col(column).tail(size_ - column); }
  void reflect(Index column, Index start, Matrix& moves);
  Vector eigenvector(double value, const Matrix& before, Vector x) const;
  void reflect_back(Index reflection, Eigen::Ref<Matrix> X) const;

  Index size_;
  double unit_;         // A is divided by it
  Matrix reflections_;  // column i from row i + 1 on
  Vector lengths_;      // reflection i is 1 - lengths(i) v v^T
  Vector diagonal_, neighbour_;
};

}  // namespace learner
