#include "learner/softmax/softmax_error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "learner/cholesky.hpp"
#include "learner/softmax/normal_equations.hpp"

namespace learner {
namespace {

constexpr double kSingular = 1e-12;  // a pivot below this part of its diagonal entry

double relative(double error, const Matrix& truth) {
  const double norm = truth.norm();
  return error / (norm > 0.0 ? norm : 1.0);
}

Expected<JoinedExamples> answered(const SoftmaxLayer& layer, std::span<const Sequence> examples) {
  auto joined = join_examples(examples);
  if (!joined) return joined;
  for (const SoftmaxHead& head : layer.heads)
    for (const Matrix* entries : {&head.Theta, &head.W})
      if (entries->rows() != joined->d() || entries->cols() != joined->d() || !entries->allFinite())
        return fail("The layer does not fit the examples: its Theta and W must be " + std::to_string(joined->d()) +
                    " x " + std::to_string(joined->d()) + " and finite.");
  for (std::size_t i = 0; i < examples.size(); ++i)
    joined->Y.middleCols(joined->first[i], examples[i].n()) = attend(layer, examples[i].Z);
  return joined;
}

}  // namespace

Expected<SoftmaxErrorBound> softmax_error_bound(const SoftmaxLayer& layer, std::span<const Sequence> examples,
                                                double noise) {
  if (!(noise >= 0.0 && std::isfinite(noise)))
    return fail("Noise is a standard deviation: set it to 0 or a positive number.");
  const auto joined = answered(layer, examples);
  if (!joined) return std::unexpected(joined.error());
  std::vector<Matrix> Thetas;
  for (const SoftmaxHead& head : layer.heads) Thetas.push_back(head.Theta);
  const auto values = eliminate_values(Thetas, *joined);
  if (!values) return std::unexpected(values.error());
  const NormalEquations equations = normal_equations(Thetas, *values, *joined);
  const auto cholesky = Cholesky::factor(equations.normal, kSingular);
  if (!cholesky || values->rank() < values->W.rows()) {
    return fail(
        "These examples do not determine every head, so no error can be promised: remove heads that repeat others or "
        "answer nothing, or add examples.");
  }
  const Index d = joined->d(), m = layer.m(), rank = values->rank();
  const Matrix covariance = cholesky->solve(Matrix::Identity(m * d * d, m * d * d));
  // The part of W's error that comes with Theta's: column c of W moves by -root (Q J_c) with it.
  const Matrix spread = cholesky->solve(equations.explained);
  SoftmaxErrorBound bound{.theta = Vector(m), .w = Vector(m)};
  Matrix moved = Matrix::Identity(rank, rank) * static_cast<double>(d);
  for (Index c = 0; c < d; ++c)
    moved += equations.explained.middleCols(c * rank, rank).transpose() * spread.middleCols(c * rank, rank);
  const Matrix of_w = values->root * moved * values->root.transpose();
  for (Index i = 0; i < m; ++i) {
    bound.theta(i) = noise * std::sqrt(covariance.diagonal().segment(i * d * d, d * d).sum());
    bound.w(i) = noise * std::sqrt(of_w.diagonal().segment(i * d, d).sum());
    const SoftmaxHead& head = layer.heads[static_cast<std::size_t>(i)];
    bound.theta_error = std::max(bound.theta_error, relative(bound.theta(i), head.Theta));
    bound.w_error = std::max(bound.w_error, relative(bound.w(i), head.W));
  }
  return bound;
}

}  // namespace learner
