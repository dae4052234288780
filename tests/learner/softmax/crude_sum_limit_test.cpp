#include "learner/softmax/value_sum.hpp"

#include <doctest/doctest.h>

#include <array>

#include "learner/softmax/sign_task.hpp"

using namespace learner;

namespace {

SoftmaxLayer layer_of(Index d, Index heads, double scale, std::uint64_t seed) {
  SoftmaxLayer layer = random_sign_task({.d = d, .k = 2, .heads = heads, .seed = seed})->truth();
  for (SoftmaxHead& head : layer.heads) head.Theta *= scale;
  return layer;
}

// Every sequence there is, the estimate on each.
Matrix enumerated(const SoftmaxLayer& layer, Index k) {
  const Index d = layer.d(), count = Index{1} << (d * k);
  Matrix sum = Matrix::Zero(d, d);
  for (Index code = 0; code < count; ++code) {
    Matrix Z(d, k);
    for (Index bit = 0; bit < d * k; ++bit) Z(bit % d, bit / d) = (code >> bit & 1) == 0 ? 1.0 : -1.0;
    sum += Z * Matrix::Ones(k, k) * attend(layer, Z).transpose() / static_cast<double>(k);
  }
  return sum / static_cast<double>(count);
}

}  // namespace

TEST_CASE("the limit of the crude sum is the mean over every sequence there is") {
  for (const double scale : {0.0, 0.1, 1.0, 3.0, 20.0}) {
    for (const auto& [d, k, heads] :
         {std::array<Index, 3>{1, 1, 1}, {2, 1, 2}, {2, 2, 1}, {2, 3, 2}, {3, 2, 3}, {3, 4, 1}, {1, 8, 2}}) {
      CAPTURE(scale);
      CAPTURE(d);
      CAPTURE(k);
      const SoftmaxLayer layer = layer_of(d, heads, scale, 7);
      const Matrix expected = enumerated(layer, k);
      CHECK((crude_sum_limit(layer, k) - expected).norm() < 1e-11 * (expected.norm() + value_sum(layer).norm()));
    }
  }
}

TEST_CASE("without scores the limit is the sum itself") {
  const SoftmaxLayer layer = layer_of(4, 3, 0.0, 2);
  CHECK((crude_sum_limit(layer, 6) - value_sum(layer)).norm() < 1e-11);
}

TEST_CASE("for small Theta the limit bends as its first order says, to second order in Theta") {
  for (const auto& [d, k] : {std::array<Index, 2>{2, 2}, {2, 3}, {3, 4}, {4, 8}, {5, 2}}) {
    CAPTURE(d);
    CAPTURE(k);
    double last = 0.0;
    for (const double scale : {0.02, 0.01}) {
      const SoftmaxLayer layer = layer_of(d, 2, scale, 5);
      const Matrix sum = value_sum(layer), bias = crude_sum_limit(layer, k) - sum;
      const double missed = (crude_sum_bias(layer, k) - bias).norm();
      CHECK(missed < 0.1 * bias.norm());
      if (last > 0.0) CHECK(last / missed > 3.8);
      last = missed;
    }
  }
}
