#include "learner/pseudo_inverse.hpp"

#include <Eigen/Eigenvalues>

#include <cassert>
#include <limits>

namespace learner {

Expected<LeastNorm> solve_least_norm(const Matrix& A, const Matrix& B) {
  assert(A.rows() == A.cols() && A.rows() == B.rows() && A.rows() > 0);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(A);
  if (eigen.info() != Eigen::Success) return fail("The eigenvalues did not converge: use ridge with lambda above 0.");
  const Vector& values = eigen.eigenvalues();
  const Index size = A.rows();
  const double smallest = static_cast<double>(size) * std::numeric_limits<double>::epsilon() * values(size - 1);
  const Index rank = (values.array() > smallest).count();
  const auto range = eigen.eigenvectors().rightCols(rank);
  const auto pseudo_inverse = [&](const Matrix& x) -> Matrix {
    return range * values.tail(rank).cwiseInverse().asDiagonal() * (range.transpose() * x);
  };
  Matrix X = pseudo_inverse(B);
  X += pseudo_inverse(B - A * X);
  return LeastNorm{std::move(X), rank};
}

}  // namespace learner
