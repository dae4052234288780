#include "learner/softmax/normal_equations.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "../difference.hpp"
#include "../relative.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_fit.hpp"
#include "learner/softmax/softmax_layer.hpp"

using namespace learner;

namespace {

// All entries in one list: Theta_1, W_1, Theta_2, W_2, ..
double& entry(SoftmaxLayer& layer, Index u) {
  const Index size = layer.d() * layer.d();
  SoftmaxHead& head = layer.heads[static_cast<std::size_t>(u / (2 * size))];
  return (u / size % 2 == 0 ? head.Theta : head.W).data()[u % size];
}

// (J^T J)^-1 of all entries of the layer together, J by central differences of its answers.
Matrix joint_covariance(const SoftmaxLayer& layer, const std::vector<Sequence>& examples) {
  const Index unknowns = 2 * layer.m() * layer.d() * layer.d();
  Matrix normal = Matrix::Zero(unknowns, unknowns);
  for (const Sequence& example : examples) {
    Matrix J(example.Y.size(), unknowns);
    for (Index u = 0; u < unknowns; ++u) {
      SoftmaxLayer up = layer, down = layer;
      entry(up, u) += 1e-5;
      entry(down, u) -= 1e-5;
      J.col(u) = ((attend(up, example.Z) - attend(down, example.Z)) / 2e-5).reshaped();
    }
    normal += J.transpose() * J;
  }
  return normal.inverse();
}

}  // namespace

TEST_CASE("the bound is the diagonal of the joint inverse of Theta and W, formed by finite differences") {
  const SignTask task = *random_sign_task({.d = 3, .k = 4, .heads = 2, .noise = 0.5, .seed = 2});
  const auto examples = task.block(Split::train, 0, 60);
  const auto bound = softmax_error_bound(task.truth(), examples, 0.01);
  REQUIRE(bound);
  const Vector joint = joint_covariance(task.truth(), examples).diagonal();
  for (Index i = 0; i < 2; ++i) {
    CHECK(bound->theta(i) == relative(0.01 * std::sqrt(joint.segment(18 * i, 9).sum()), 1e-6));
    CHECK(bound->w(i) == relative(0.01 * std::sqrt(joint.segment(18 * i + 9, 9).sum()), 1e-6));
  }
  const auto ratio = [&](Index i) {
    return bound->theta(i) / task.truth().heads[static_cast<std::size_t>(i)].Theta.norm();
  };
  CHECK(bound->theta_error == relative(std::max(ratio(0), ratio(1)), 1e-12));
}

TEST_CASE("polishing from near the truth meets the bound on average, over many draws of the noise") {
#ifdef LIFTED_SANITIZED
  constexpr int kDraws = 20;
#else
  constexpr int kDraws = 200;
#endif
  constexpr double kNoise = 0.01;
  const SoftmaxLayer truth = random_sign_task({.d = 3, .k = 4, .heads = 2, .seed = 4})->truth();
  Random random(9);
  SoftmaxLayer start = truth;
  for (SoftmaxHead& head : start.heads) head.Theta += random.gaussian(3, 3, 0.03);
  Vector theta = Vector::Zero(2), w = Vector::Zero(2);
  auto examples = SignTask(truth, 4, 0.0, 1).block(Split::train, 0, 50);
  const auto bound = softmax_error_bound(truth, examples, kNoise);
  for (int draw = 0; draw < kDraws; ++draw) {
    for (Sequence& example : examples) example.Y = attend(truth, example.Z) + random.gaussian(3, 4, kNoise);
    const auto fit = polish_softmax(start, examples);
    REQUIRE(fit);
    for (Index i = 0; i < 2; ++i) {
      const SoftmaxHead &a = truth.heads[static_cast<std::size_t>(i)],
                        &b = fit->layer.heads[static_cast<std::size_t>(i)];
      theta(i) += (a.Theta - b.Theta).squaredNorm() / kDraws;
      w(i) += (a.W - b.W).squaredNorm() / kDraws;
    }
  }
  // A mean of squares over 200 draws has a standard deviation of about 5 % here; 20 draws, 15 %.
  const double spread = 4.0 * 0.7 / std::sqrt(static_cast<double>(kDraws));
  for (Index i = 0; i < 2; ++i) {
    const double got_theta = std::sqrt(theta(i)), got_w = std::sqrt(w(i));
    std::printf("  head %d: Theta %.5f, bound %.5f; W %.5f, bound %.5f\n", static_cast<int>(i), got_theta,
                bound->theta(i), got_w, bound->w(i));
    CHECK(got_theta == relative(bound->theta(i), 0.5 * spread));
    CHECK(got_w == relative(bound->w(i), 0.5 * spread));
  }
}

TEST_CASE("the bound grows in proportion to the noise, and a layer that the examples leave open has none") {
  const SignTask task = *random_sign_task({.d = 3, .k = 4, .heads = 2, .seed = 2});
  const auto examples = task.block(Split::train, 0, 40);
  const double once = softmax_error_bound(task.truth(), examples, 0.01)->theta_error;
  CHECK(softmax_error_bound(task.truth(), examples, 0.03)->theta_error == relative(3.0 * once, 1e-12));
  CHECK(softmax_error_bound(task.truth(), examples, 0.0)->w_error == 0.0);
  SoftmaxLayer silent = task.truth(), repeated = task.truth();
  silent.heads[0].W.setZero();
  repeated.heads[1].Theta = repeated.heads[0].Theta;
  for (const SoftmaxLayer& layer : {silent, repeated})
    CHECK(softmax_error_bound(layer, examples, 0.01).error().text().starts_with("These examples do not determine"));
  CHECK(!softmax_error_bound(task.truth(), std::span(examples).first(2), 0.01));
  CHECK(!softmax_error_bound(task.truth(), examples, -0.01));
  CHECK(!softmax_error_bound(random_sign_task({.d = 4})->truth(), examples, 0.01));
}
