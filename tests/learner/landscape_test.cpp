#include "learner/landscape.hpp"

#include <doctest/doctest.h>

#include <Eigen/SVD>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "bits.hpp"
#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/solve.hpp"
#include "learner/surface.hpp"
#include "learner/tasks.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

constexpr std::uint64_t kSequences = 80;

Task small_task(Index heads, double noise = 0.1, Targets targets = Targets::last) {
  return *random_attention({.d = 3, .d_out = 2, .n = 4, .heads = heads, .targets = targets, .noise = noise});
}

Landscape landscape_of(const Task& task, Space space) {
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, kSequences)).has_value());
  const auto heads = static_cast<Index>(task.truth().heads.size());
  return Landscape(*QuadraticLoss::around(moments, solve_ridge(moments)->p), space, heads);
}

// The loss by a pass over the data, with attention as defined: no features, no moments.
double on_data(const Task& task, const Model& model) {
  return static_cast<double>(model.d_out()) *
         test_error(model, task.block(Split::train, 0, kSequences), task.shape().targets).mean();
}

double on_data(const Task& task, const Matrix& W) {
  TestError error{.d_out = task.shape().d_out};
  for (const Sequence& sequence : task.block(Split::train, 0, kSequences)) {
    error.add(evaluate_lifted(W, sequence.Z, task.shape().targets), sequence.Y);
  }
  return error.squared_error / static_cast<double>(error.rows);
}

Vector random_place(const Landscape& landscape, std::uint64_t seed) {
  return Random(seed).gaussian(landscape.size(), 1, 0.5).col(0);
}

Slice random_slice(const Landscape& landscape, std::uint64_t seed) {
  return *slice_through(random_place(landscape, seed), random_place(landscape, seed + 1),
                        random_place(landscape, seed + 2));
}

}  // namespace

TEST_CASE("the landscape of heads is the loss of attention on the data, for all target modes") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    const Task task = small_task(2, 0.1, targets);
    const Landscape landscape = landscape_of(task, Space::heads);
    CHECK(landscape.size() == 2 * (2 * 3 + 3 * 3));
    for (const std::uint64_t seed : {1u, 2u}) {
      const Vector theta = random_place(landscape, seed);
      const Model model = landscape.model(theta);
      CHECK(landscape.value(theta) == relative(on_data(task, model), 1e-12));
      CHECK(landscape.place(model) == theta);
      CHECK(difference("p", landscape.coefficients(theta), folded_coefficients(model)) < 1e-15);
    }
  }
}

TEST_CASE("the lifted landscape is the loss of W on the data, and agrees with heads where they lift to it") {
  const Task task = small_task(2);
  const Landscape lifted = landscape_of(task, Space::lifted);
  CHECK(lifted.size() == 2 * 27);
  const Vector W = random_place(lifted, 3);
  CHECK(lifted.value(W) == relative(on_data(task, Matrix(W.reshaped(6, 9))), 1e-12));
  const Landscape heads = landscape_of(task, Space::heads);
  const Vector theta = random_place(heads, 4);
  CHECK(lifted.value(lifted.place(heads.model(theta))) == relative(heads.value(theta), 1e-12));
}

TEST_CASE("gradients and Hessian products are finite differences, in heads and lifted") {
  for (const Space space : {Space::heads, Space::lifted}) {
    const Landscape landscape = landscape_of(small_task(2), space);
    const Vector theta = random_place(landscape, 5);
    const Vector direction = random_place(landscape, 6);
    const double h = 1e-4;  // truncation h^2 third derivatives, rounding 2^-52 / h
    Vector slopes(landscape.size());
    for (Index i = 0; i < landscape.size(); ++i) {
      const Vector step = h * Vector::Unit(landscape.size(), i);
      slopes(i) = (landscape.value(theta + step) - landscape.value(theta - step)) / (2.0 * h);
    }
    CHECK(difference("gradient", landscape.gradient(theta), slopes) < 1e-6);
    const Vector bending =
        (landscape.gradient(theta + h * direction) - landscape.gradient(theta - h * direction)) / (2.0 * h);
    CHECK(difference("Hessian product", landscape.hessian_product(theta, direction), bending) < 1e-6);
    const Matrix moved =
        (landscape.coefficients(theta + h * direction) - landscape.coefficients(theta - h * direction)) / (2.0 * h);
    CHECK(difference("coefficient change", landscape.coefficient_change(theta, direction), moved) < 1e-10);
  }
}

TEST_CASE("the slice polynomial is the loss on the data, at every place of the slice") {
  const Task task = small_task(2, 0.1, Targets::causal);
  // Around a reference that is not the fit, whose slope counts too.
  const Landscape fitted = landscape_of(task, Space::heads);
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, kSequences)).has_value());
  const Landscape heads(*QuadraticLoss::around(moments, Random(3).gaussian(2, 18)), Space::heads, 2);
  const Landscape lifted = landscape_of(task, Space::lifted);
  const Slice in_heads = random_slice(heads, 10), in_W = random_slice(lifted, 20);
  CHECK(difference("coefficients around the fit", fitted.polynomial(in_heads).c, heads.polynomial(in_heads).c) < 1e-12);
  const SlicePolynomial quartic = heads.polynomial(in_heads), quadratic = lifted.polynomial(in_W);
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    const double s = 2.0 * random.gaussian(), t = 2.0 * random.gaussian();
    CHECK(quartic.value(s, t) == relative(on_data(task, heads.model(in_heads.at(s, t))), 1e-11));
    const Matrix W = in_W.at(s, t).reshaped(6, 9);
    CHECK(quadratic.value(s, t) == relative(on_data(task, W), 1e-11));
    const Vector flat = restricted(heads.surface(), in_heads)(Eigen::Vector2d(s, t)).gradient;
    CHECK((quartic.gradient(s, t) - flat).norm() < 1e-10 * (1.0 + flat.norm()));
  }
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 5; ++j) {
      if (i + j > 4) CHECK(quartic.c(i, j) == 0.0);
      if (i + j > 2) CHECK(quadratic.c(i, j) == 0.0);
    }
  }
}

TEST_CASE("one head on the plane of V and Q: (1 - s t)^2 times the targets' mean square, a saddle and two valleys") {
  const Task task = small_task(1, 0.0);
  const Landscape landscape = landscape_of(task, Space::heads);
  const Model& truth = task.truth();
  Model values = truth, queries = truth;
  values.heads[0].Q.setZero();
  queries.heads[0].V.setZero();
  const Slice plane{
      .origin = Vector::Zero(landscape.size()), .a = landscape.place(values), .b = landscape.place(queries)};
  const SlicePolynomial polynomial = landscape.polynomial(plane);
  const double height = on_data(task, Matrix(Matrix::Zero(6, 9)));
  for (const auto& [s, t] : {std::pair(0.0, 0.0), std::pair(0.5, 0.5), std::pair(-1.5, 2.0), std::pair(3.0, 1.0)}) {
    CHECK(polynomial.value(s, t) == relative(height * (1.0 - s * t) * (1.0 - s * t), 1e-12));
  }
  CHECK(std::fabs(polynomial.value(1.0, 1.0)) < 1e-13 * height);
  CHECK(std::fabs(polynomial.value(-2.0, -0.5)) < 1e-13 * height);
  CHECK(polynomial.gradient(0.0, 0.0).norm() < 1e-13 * height);
  const auto curvatures = polynomial.curvatures(0.0, 0.0);
  CHECK(curvatures(0) == relative(-2.0 * height, 1e-12));
  CHECK(curvatures(1) == relative(2.0 * height, 1e-12));
}

TEST_CASE("at 0 the curvatures of one head are plus and minus the singular values of the slope in W") {
  const Task task = small_task(1);
  const Landscape landscape = landscape_of(task, Space::heads);
  const Vector origin = Vector::Zero(landscape.size());
  CHECK(landscape.gradient(origin).norm() == 0.0);
  // dL/dW at W = 0 by its definition: -(2/rows) sum y_a X[j, k d + l].
  Matrix slope = Matrix::Zero(6, 9);
  for (const Sequence& sequence : task.block(Split::train, 0, kSequences)) {
    const Matrix X = unfolded_features(sequence.Z, 3, 4);
    for (Index a = 0; a < 2; ++a) slope.middleRows(3 * a, 3) -= 2.0 / kSequences * sequence.Y(a, 0) * X;
  }
  const Vector sigma = Eigen::JacobiSVD<Matrix>(slope).singularValues();
  Vector expected = Vector::Zero(15);
  expected.head(6) = -sigma;
  expected.tail(6) = sigma.reverse();
  const auto curvatures = landscape.curvatures(origin);
  REQUIRE(curvatures.has_value());
  CHECK(difference("curvatures at 0", *curvatures, expected) < 1e-12);
}

TEST_CASE("lifted, the curvatures are nowhere negative and everywhere the same; heads have both signs") {
  const Landscape lifted = landscape_of(small_task(2), Space::lifted);
  const Vector here = *lifted.curvatures(random_place(lifted, 1));
  CHECK(here(0) > -1e-12 * here(here.size() - 1));
  CHECK(difference("curvatures elsewhere", *lifted.curvatures(random_place(lifted, 2)), here) < 1e-14);
  const Landscape heads = landscape_of(small_task(2), Space::heads);
  const Vector there = *heads.curvatures(0.1 * random_place(heads, 1));
  CHECK(there(0) < -1e-3);
  CHECK(there(there.size() - 1) > 1e-3);
  Vector broken = random_place(heads, 1);
  broken(2) = std::numeric_limits<double>::quiet_NaN();
  CHECK(heads.curvatures(broken).error().text().find("set it back to its start") != std::string::npos);
}

TEST_CASE("a twin is the same function in another place; lifted, the two are one point") {
  const Task task = small_task(2, 0.0);
  const Model twin = twin_of(task.truth(), -2.0);
  CHECK(twin.heads[0].V == -2.0 * task.truth().heads[1].V);
  CHECK(twin.heads[1].Q == -0.5 * task.truth().heads[0].Q);
  CHECK(difference("p of the twin", folded_coefficients(twin), folded_coefficients(task.truth())) < 1e-15);
  const Landscape heads = landscape_of(task, Space::heads), lifted = landscape_of(task, Space::lifted);
  const Vector truth = heads.place(task.truth()), other = heads.place(twin);
  CHECK((truth - other).norm() > 1.0);
  CHECK(heads.value(truth) < 1e-24);
  CHECK(heads.value(other) < 1e-24);

  // The same three models, at the same places, in both spaces.
  const Vector start = random_place(heads, 9);
  const Slice slice = *slice_through(truth, other, start);
  const std::array<Eigen::Vector2d, 3> places = {slice.coordinates(truth), slice.coordinates(other),
                                                 slice.coordinates(start)};
  const Slice in_W =
      slice_with_places({lifted.place(task.truth()), lifted.place(twin), lifted.place(heads.model(start))}, places);
  CHECK(in_W.a.norm() < 1e-14);  // the twin is no step away from the truth
  const SlicePolynomial over_heads = heads.polynomial(slice), over_W = lifted.polynomial(in_W);
  const double scale = over_heads.c.cwiseAbs().maxCoeff();
  for (const auto& place : places) {
    CHECK(std::fabs(over_heads.value(place(0), place(1)) - over_W.value(place(0), place(1))) < 1e-12 * scale);
  }
  CHECK(over_heads.value(0.5 * places[1](0), 0.0) > 1e-3);       // a ridge between the twins
  CHECK(over_W.value(0.5 * places[1](0), 0.0) < 1e-13 * scale);  // none in W
}

TEST_CASE("a ball dropped beside the saddle reaches the bottom for one head, and lifted from anywhere") {
  const Task task = small_task(1, 0.0);
  for (const Space space : {Space::heads, Space::lifted}) {
    const Landscape landscape = landscape_of(task, space);
    const auto floor = landscape.value(landscape.place(task.truth()));
    CHECK(floor < 1e-24);
    auto ball =
        Ball::drop(landscape.surface(), 0.2 * random_place(landscape, 3),
                   {.rolling = Rolling::momentum, .rate = space == Space::heads ? 0.05 : 0.2, .momentum = 0.95});
    REQUIRE(ball.has_value());
    const double start = ball->state().loss;
    while (ball->state().steps < 3000 && !ball->state().escaped && ball->state().loss > 1e-12) ball->step();
    std::printf("  ball: loss %.3g -> %.3g in %d steps\n", start, ball->state().loss,
                static_cast<int>(ball->state().steps));
    CHECK(start > 1e-2);
    CHECK(ball->state().loss <= 1e-12);
    CHECK(landscape.value(ball->state().position) == ball->state().loss);
    CHECK(landscape.gradient(ball->state().position).norm() == ball->state().gradient_norm);
  }
}

TEST_CASE("slice, gradient, curvatures and a ball's trail have the same bits natively and as WASM") {
  const Landscape landscape = landscape_of(small_task(2), Space::heads);
  const Slice slice = random_slice(landscape, 30);
  print_bits("surface", landscape.polynomial(slice).grid({.columns = 16, .rows = 16}));
  print_bits("gradient", landscape.gradient(slice.origin));
  print_bits("curvatures", *landscape.curvatures(slice.origin));
  for (const Rolling rolling : {Rolling::gradient_descent, Rolling::momentum, Rolling::adam}) {
    auto ball = Ball::drop(restricted(landscape.surface(), slice), Eigen::Vector2d(0.3, 0.2), {.rolling = rolling});
    REQUIRE(ball.has_value());
    for (int i = 0; i < 50; ++i) ball->step();
    print_bits("ball", ball->state().position);
    CHECK(!ball->state().escaped);
  }
}
