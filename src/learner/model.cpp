#include "learner/model.hpp"

#include <cassert>

namespace learner {

Matrix attend(const Model& model, const Matrix& Z, Targets targets) {
  assert(!model.heads.empty() && Z.rows() == model.d() && Z.cols() >= 1);
  const auto asking = targets == Targets::last ? Z.rightCols(1) : Z.leftCols(Z.cols());
  Matrix Y = Matrix::Zero(model.d_out(), asking.cols());
  for (const Head& head : model.heads) {
    Matrix scores = Z.transpose() * (head.Q * asking);  // row s: what token s answers to each question
    if (targets == Targets::causal) scores.triangularView<Eigen::StrictlyLower>().setZero();
    Y.noalias() += head.V * (Z * scores);
  }
  return Y;
}

}  // namespace learner
