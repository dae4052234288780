#include "learner/decompositions.hpp"

#include <Eigen/QR>

namespace learner {
struct HouseholderQR::Eigens : Eigen::HouseholderQR<Matrix> {
  using Eigen::HouseholderQR<Matrix>::HouseholderQR;
};

HouseholderQR::HouseholderQR(const Matrix& A) : qr_(std::make_shared<Eigens>(A)) {}

const Matrix& HouseholderQR::packed() const { return qr_->matrixQR(); }
Matrix HouseholderQR::R(Index rows) const { return packed().topRows(rows).triangularView<Eigen::Upper>(); }
Matrix HouseholderQR::Q() const { return qr_->householderQ(); }

Matrix HouseholderQR::solve(const Matrix& B) const { return qr_->solve(B); }
Vector HouseholderQR::solve(const Vector& b) const { return qr_->solve(b); }

Matrix HouseholderQR::apply_Q(Matrix B) const {
  B.applyOnTheLeft(qr_->householderQ());
  return B;
}

Matrix HouseholderQR::apply_transposed_Q(Matrix B) const {
  B.applyOnTheLeft(qr_->householderQ().adjoint());
  return B;
}

Matrix HouseholderQR::apply_Q_from_right(Matrix B) const {
  B.applyOnTheRight(qr_->householderQ());
  return B;
}

Matrix solve_upper(const Matrix& T, Matrix B) {
  T.triangularView<Eigen::Upper>().solveInPlace(B);
  return B;
}
Vector solve_upper(const Matrix& T, Vector b) {
  T.triangularView<Eigen::Upper>().solveInPlace(b);
  return b;
}
Matrix solve_lower(const Matrix& T, Matrix B) {
  T.triangularView<Eigen::Lower>().solveInPlace(B);
  return B;
}
Matrix solve_lower_transposed(const Matrix& T, Matrix B) {
  T.triangularView<Eigen::Lower>().transpose().solveInPlace(B);
  return B;
}

}  // namespace learner
