#include "learner/softmax/crude_sum.hpp"

namespace learner {

Expected<Matrix> crude_sum(std::span<const Sequence> sequences) {
  if (sequences.empty()) return fail("There are no examples to average: ask for at least 1.");
  Matrix sum = Matrix::Zero(sequences.front().d(), sequences.front().Y.rows());
  for (const Sequence& sequence : sequences) {
    const Vector tokens = sequence.Z.rowwise().sum(), answers = sequence.Y.rowwise().sum();
    sum += tokens / static_cast<double>(sequence.n()) * answers.transpose();
  }
  sum /= static_cast<double>(sequences.size());
  if (!sum.allFinite()) return fail("The examples hold numbers that are not finite: check the layer and its noise.");
  return sum;
}

Matrix value_sum(const SoftmaxLayer& truth) {
  Matrix sum = Matrix::Zero(truth.d(), truth.heads.front().W.cols());
  for (const SoftmaxHead& head : truth.heads) sum += head.W;
  return sum;
}

Matrix crude_sum_bias(const SoftmaxLayer& truth, Index k) {
  Matrix bias = Matrix::Zero(truth.d(), truth.heads.front().W.cols());
  const double tokens = static_cast<double>(k);
  for (const SoftmaxHead& head : truth.heads) {
    Matrix Theta = head.Theta;
    Theta.diagonal() *= 1.0 - 2.0 / tokens;
    bias += (1.0 - 1.0 / tokens) * Theta * head.W;
  }
  return bias;
}

double sum_error(const Matrix& estimate, const SoftmaxLayer& truth) {
  const Matrix sum = value_sum(truth);
  const double norm = sum.norm();
  return (estimate - sum).norm() / (norm > 0.0 ? norm : 1.0);
}

}  // namespace learner
