#include "learner/softmax/softmax_error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "learner/cholesky.hpp"

namespace learner {
namespace {

double relative(double error, const Matrix& truth) {
  const double norm = truth.norm();
  return error / (norm > 0.0 ? norm : 1.0);
}

// The examples with the layer's own answers.
Expected<JoinedExamples> answered(const SoftmaxLayer& layer, std::span<const Sequence> examples) {
  auto joined = join_examples(examples);
  if (!joined) return joined;
  if (layer.heads.empty()) return fail("The layer has no heads: give it at least one.");
  const Index d = joined->d();
  for (const SoftmaxHead& head : layer.heads)
    for (const Matrix* entries : {&head.Theta, &head.W})
      if (entries->rows() != d || entries->cols() != d || !entries->allFinite())
        return fail("The layer does not fit the examples: its Theta and W must be %1 x %2 and finite.", d, d);
  for (std::size_t i = 0; i < examples.size(); ++i)
    joined->Y.middleCols(joined->first[i], examples[i].n()) = attend(layer, examples[i].Z);
  return joined;
}

// The diagonal of A^-1, a few columns at a time, so that progress is heard between them.
Vector inverse_diagonal(const Cholesky& cholesky, Index size, Index step, const Progress& progress) {
  Vector diagonal(size);
  for (Index first = 0; first < size; first += step) {
    Matrix unit = Matrix::Zero(size, step);
    unit.middleRows(first, step).setIdentity();
    diagonal.segment(first, step) = cholesky.solve(std::move(unit)).middleRows(first, step).diagonal();
    if (progress) progress(static_cast<double>(first + step) / static_cast<double>(size));
  }
  return diagonal;
}

// Covariance of one column of W, summed over the columns, for unit noise: its own, and what comes with Theta's, as
// column c moves by -root (Q J_c) times the error of Theta.
Vector value_variances(const Cholesky& cholesky, const NormalEquations& equations, const EliminatedValues& values) {
  const Index d = values.W.cols(), rank = values.rank();
  Matrix moved = static_cast<double>(d) * Matrix::Identity(rank, rank);
  for (Index c = 0; c < d; ++c) {
    const auto explained = equations.explained.middleCols(c * rank, rank);
    moved += explained.transpose() * cholesky.solve(explained);
  }
  return (values.root * moved).cwiseProduct(values.root).rowwise().sum();
}

}  // namespace

Expected<SoftmaxErrorBound> softmax_error_bound(const SoftmaxLayer& layer, std::span<const Sequence> examples,
                                                double noise, const Progress& progress) {
  const auto joined = answered(layer, examples);
  if (!joined) return std::unexpected(joined.error());
  std::vector<Matrix> Thetas;
  for (const SoftmaxHead& head : layer.heads) Thetas.push_back(head.Theta);
  auto values = eliminate_values(Thetas, *joined);
  if (!values) return std::unexpected(values.error());
  // Up to rounding they are that already; but a W of zero must be exactly zero to be seen as such.
  for (Index i = 0; i < layer.m(); ++i)
    values->W.middleRows(i * layer.d(), layer.d()) = layer.heads[static_cast<std::size_t>(i)].W;
  return softmax_error_bound(Thetas, *values, *joined, noise, progress);
}

Expected<SoftmaxErrorBound> softmax_error_bound(std::span<const Matrix> Thetas, const EliminatedValues& values,
                                                const JoinedExamples& examples, double noise,
                                                const Progress& progress) {
  if (!(noise >= 0.0 && std::isfinite(noise)))
    return fail("Noise is a standard deviation: set it to 0 or a positive number.");
  const NormalEquations equations = normal_equations(Thetas, values, examples, progress);
  const Index m = std::ssize(Thetas), d = examples.d(), size = m * d * d;
  const double singular = 8.0 * static_cast<double>(size) * std::numeric_limits<double>::epsilon();
  const auto cholesky = Cholesky::factor(equations.normal, singular, progress);
  if (!cholesky || values.rank() < m * d) {
    return fail(
        "These examples do not determine every head, so no error can be promised: remove heads that repeat others or "
        "answer nothing, or add examples.");
  }
  const Vector of_theta = inverse_diagonal(*cholesky, size, d, progress);
  const Vector of_w = value_variances(*cholesky, equations, values);
  SoftmaxErrorBound bound{.theta = Vector(m), .w = Vector(m)};
  for (Index i = 0; i < m; ++i) {
    bound.theta(i) = noise * std::sqrt(of_theta.segment(i * d * d, d * d).sum());
    bound.w(i) = noise * std::sqrt(of_w.segment(i * d, d).sum());
    bound.theta_error = std::max(bound.theta_error, relative(bound.theta(i), Thetas[static_cast<std::size_t>(i)]));
    bound.w_error = std::max(bound.w_error, relative(bound.w(i), values.W.middleRows(i * d, d)));
  }
  bound.condition = 1.0 / (equations.normal.trace() * of_theta.sum());
  return bound;
}

}  // namespace learner
