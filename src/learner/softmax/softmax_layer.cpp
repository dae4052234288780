#include "learner/softmax/softmax_layer.hpp"

#include "learner/exponential.hpp"

namespace learner {

Vector softmax(const Vector& scores) {
  const double top = scores.maxCoeff();
  Vector weights = scores.unaryExpr([top](double score) { return portable_exp(score - top); });
  return weights / weights.sum();
}

Matrix attention_weights(const Matrix& Theta, const Matrix& Z) {
  const Matrix scores = Z.transpose() * (Theta.transpose() * Z);
  Matrix weights(Z.cols(), Z.cols());
  for (Index t = 0; t < Z.cols(); ++t) weights.col(t) = softmax(scores.col(t));
  return weights;
}

Matrix attend(const SoftmaxLayer& layer, const Matrix& Z) {
  Matrix Y = Matrix::Zero(Z.rows(), Z.cols());
  for (const SoftmaxHead& head : layer.heads) Y += head.W.transpose() * (Z * attention_weights(head.Theta, Z));
  return Y;
}

TestError test_error(const SoftmaxLayer& layer, std::span<const Sequence> sequences) {
  TestError error{.d_out = layer.d()};
  for (const Sequence& sequence : sequences) error.add(attend(layer, sequence.Z), sequence.Y);
  return error;
}

}  // namespace learner
