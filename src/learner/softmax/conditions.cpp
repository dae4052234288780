#include "learner/softmax/conditions.hpp"

#include <algorithm>
#include <limits>

#include "learner/singular_values.hpp"

namespace learner {
namespace {

// Theta or W of every head.
using Part = Matrix SoftmaxHead::*;

double least_distance(const SoftmaxLayer& layer) {
  double least = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (std::size_t i = 0; i < layer.heads.size(); ++i) {
    largest = std::max(largest, layer.heads[i].Theta.norm());
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, (layer.heads[i].Theta - layer.heads[j].Theta).norm());
  }
  return least / or_one(largest);
}

Expected<double> least_gap(const SoftmaxLayer& layer, Part part) {
  double least = 1.0;
  for (const SoftmaxHead& head : layer.heads) {
    const auto values = singular_values(head.*part);
    if (!values) return std::unexpected(values.error());
    const Vector& sigma = values->sigma;
    if (sigma(0) == 0.0) return 0.0;
    for (Index k = 1; k < sigma.size(); ++k) least = std::min(least, (sigma(k - 1) - sigma(k)) / sigma(0));
  }
  return least;
}

Expected<double> least_span(const SoftmaxLayer& layer, Part part) {
  const Index d = layer.d(), m = layer.m();
  if (m > d * d) return 0.0;
  Matrix columns(d * d, m);
  for (Index i = 0; i < m; ++i) {
    const Matrix& one = layer.heads[static_cast<std::size_t>(i)].*part;
    columns.col(i) = one.reshaped() / or_one(one.norm());
  }
  const auto values = singular_values(columns);
  if (!values) return std::unexpected(values.error());
  return values->sigma(m - 1);
}

}  // namespace

Expected<LayerConditions> layer_conditions(const SoftmaxLayer& layer) {
  LayerConditions conditions{.apart = least_distance(layer)};
  const auto fill = [](double& into, const Expected<double>& value) -> Expected<void> {
    if (!value) return std::unexpected(value.error());
    into = *value;
    return {};
  };
  const Part Theta = &SoftmaxHead::Theta, W = &SoftmaxHead::W;
  if (auto ok = fill(conditions.theta_gap, least_gap(layer, Theta)); !ok) return std::unexpected(ok.error());
  if (auto ok = fill(conditions.w_gap, least_gap(layer, W)); !ok) return std::unexpected(ok.error());
  if (auto ok = fill(conditions.theta_span, least_span(layer, Theta)); !ok) return std::unexpected(ok.error());
  if (auto ok = fill(conditions.w_span, least_span(layer, W)); !ok) return std::unexpected(ok.error());
  return conditions;
}

}  // namespace learner
