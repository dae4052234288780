#include "learner/loss.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

constexpr Index kOutputs = 2;

Task noisy(Targets targets, double noise = 0.1) {
  return *random_attention({.d = 3, .d_out = kOutputs, .n = 4, .heads = 2, .targets = targets, .noise = noise});
}

Moments moments_of(const Task& task) {
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, 60)).has_value());
  return moments;
}

// The loss by a pass over the data.
double on_data(const Task& task, const Matrix& p) {
  return static_cast<double>(kOutputs) * test_error(p, task.block(Split::train, 0, 60), task.shape().targets).mean();
}

}  // namespace

TEST_CASE("the loss from moments is the mean squared error on the data, around any reference") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    const Task task = noisy(targets);
    const Moments moments = moments_of(task);
    for (const Matrix& reference : {Matrix(Matrix::Zero(kOutputs, 18)), solve_ridge(moments)->p}) {
      const auto loss = QuadraticLoss::around(moments, reference);
      REQUIRE(loss.has_value());
      CHECK(loss->reference_value() == relative(on_data(task, reference), 1e-12));
      const Matrix p = Random(5).gaussian(kOutputs, 18);
      CHECK(loss->value(p) == relative(on_data(task, p), 1e-12));
    }
  }
}

TEST_CASE("the gradient of the loss is its finite difference, and vanishes at the fit") {
  const Moments moments = moments_of(noisy(Targets::causal));
  const auto loss = *QuadraticLoss::around(moments, Matrix::Zero(kOutputs, 18));
  const Matrix p = Random(6).gaussian(kOutputs, 18);
  Matrix differences(kOutputs, 18);
  for (Index i = 0; i < p.size(); ++i) {
    Matrix up = p, down = p;
    up(i) += 0.5;  // a quadratic: central differences are exact for any step
    down(i) -= 0.5;
    differences(i) = loss.value(up) - loss.value(down);
  }
  CHECK(difference("gradient and central differences", loss.gradient(p), differences) < 1e-12);
  CHECK(loss.gradient(solve_ridge(moments)->p).norm() < 1e-12 * loss.gradient(p).norm());
  const Matrix change = Random(7).gaussian(kOutputs, 18);
  CHECK(difference("gradient_change", loss.gradient_change(change), loss.gradient(p + change) - loss.gradient(p)) <
        1e-12);
}

TEST_CASE("what a change of coefficients bends has the bits of Eigen's product, whatever the sizes") {
  for (Index d = 1; d <= 6; ++d) {
    for (Index d_out = 1; d_out <= 7; ++d_out) {
      const Task task = *random_attention({.d = d, .d_out = d_out, .n = 4, .heads = 1});
      const Moments moments = moments_of(task);
      const auto loss = QuadraticLoss::around(moments, Matrix::Zero(d_out, feature_count(d)));
      REQUIRE(loss.has_value());
      const Matrix change = Random(7).gaussian(d_out, feature_count(d));
      const Matrix Lambda = moments.gram() / static_cast<double>(moments.rows());
      CHECK(Lambda == Lambda.transpose());
      CHECK(loss->gradient_change(change) == times(2.0 * change, Lambda));
    }
  }
}

TEST_CASE("close to a noiseless truth the loss is accurate far below the rounding unit of the targets") {
  const Task task = noisy(Targets::last, 0.0);
  const Moments moments = moments_of(task);
  const Matrix truth = folded_coefficients(task.truth());
  const auto loss = *QuadraticLoss::around(moments, truth);
  CHECK(loss.reference_value() == 0.0);
  CHECK(loss.value(truth) == 0.0);
  const Matrix change = Random(8).gaussian(kOutputs, 18);
  const double unit = loss.value(truth + change);
  CHECK(unit > 0.0);
  for (const double size : {1e-3, 1e-6, 1e-9}) {
    // p + change is rounded to 2^-52, a share 1e-7 of the smallest change.
    CHECK(loss.value(truth + size * change) == relative(size * size * unit, 1e-6));
  }
}

TEST_CASE("the loss of no data is refused") {
  const auto loss = QuadraticLoss::around(Moments({2, 1, Targets::last}), Matrix::Zero(1, 6));
  CHECK(loss.error().text().find("add at least one sequence") != std::string::npos);
}
