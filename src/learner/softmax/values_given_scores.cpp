#include "learner/softmax/values_given_scores.hpp"

#include "learner/pseudo_inverse.hpp"

namespace learner {
namespace {

struct NormalEquations {
  Matrix gram;   // m d x m d
  Matrix cross;  // m d x d_out, features times what `W` leaves of the answers
};

NormalEquations normal_equations(const std::vector<Matrix>& Thetas, std::span<const Sequence> sequences,
                                 const Matrix& W) {
  NormalEquations sums{Matrix::Zero(W.rows(), W.rows()), Matrix::Zero(W.rows(), W.cols())};
  for (const Sequence& sequence : sequences) {
    const Matrix features = score_features(Thetas, sequence.Z);
    sums.gram += features * features.transpose();
    sums.cross += features * (sequence.Y - W.transpose() * features).transpose();
  }
  return sums;
}

}  // namespace

Matrix score_features(const std::vector<Matrix>& Thetas, const Matrix& Z) {
  const Index d = Z.rows();
  Matrix features(d * std::ssize(Thetas), Z.cols());
  for (Index i = 0; i < std::ssize(Thetas); ++i)
    features.middleRows(i * d, d) = Z * attention_weights(Thetas[static_cast<std::size_t>(i)], Z);
  return features;
}

Expected<FittedValues> values_given_scores(const std::vector<Matrix>& Thetas, std::span<const Sequence> sequences) {
  if (Thetas.empty()) return fail("Values need at least one head with scores.");
  if (sequences.empty()) return fail("There are no examples to fit the values to: ask for at least 1.");
  const Index d = sequences.front().d(), m = std::ssize(Thetas);
  Matrix W = Matrix::Zero(m * d, sequences.front().Y.rows());
  FittedValues fitted;
  for (int step = 0; step < 2; ++step) {
    const NormalEquations sums = normal_equations(Thetas, sequences, W);
    if (!sums.gram.allFinite() || !sums.cross.allFinite())
      return fail("The scores or the examples hold numbers that are not finite: check the heads.");
    const auto solved = solve_least_norm(sums.gram, sums.cross);
    if (!solved) return std::unexpected(solved.error());
    W += solved->X;
    fitted.rank = solved->rank;
  }
  for (Index i = 0; i < m; ++i)
    fitted.layer.heads.push_back({Thetas[static_cast<std::size_t>(i)], W.middleRows(i * d, d)});
  return fitted;
}

TestError layer_test_error(const SoftmaxLayer& layer, std::span<const Sequence> sequences) {
  TestError error{.d_out = layer.heads.front().W.cols()};
  for (const Sequence& sequence : sequences) error.add(attend(layer, sequence.Z), sequence.Y);
  return error;
}

}  // namespace learner
