#include "learner/surface.hpp"

#include "../golden/ball_golden.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "difference.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

// 1/2 sum_i lambda_i x_i^2.
Surface bowl(const Vector& lambda) {
  return [lambda](const Vector& x) -> Slope { return {0.5 * lambda.dot(x.cwiseAbs2()), lambda.cwiseProduct(x)}; };
}

const Eigen::Vector3d kLambda(0.5, 2.0, 7.0);
const Eigen::Vector3d kStart(1.0, -2.0, 0.5);

// x^4 / 4 - x^2 / 2 + y^2 (1 + x) / 2 + x y, as in tests/golden/ball_golden.py.
Surface golden_surface() {
  return [](const Vector& p) -> Slope {
    const double x = p(0), y = p(1);
    return {x * x * x * x / 4.0 - x * x / 2.0 + y * y * (1.0 + x) / 2.0 + x * y,
            Eigen::Vector2d(x * x * x - x + y * y / 2.0 + y, y * (1.0 + x) + x)};
  };
}

Matrix trail(Ball& ball, int steps) {
  Matrix result(ball.state().position.size(), steps);
  for (int i = 0; i < steps; ++i) result.col(i) = ball.step().position;
  return result;
}

}  // namespace

TEST_CASE("gradient descent in a bowl is (1 - rate lambda)^k times the start") {
  auto ball = Ball::drop(bowl(kLambda), kStart, {.rate = 0.1});
  REQUIRE(ball.has_value());
  CHECK(ball->state().steps == 0);
  CHECK(ball->state().loss == 0.25 + 4.0 + 0.875);
  CHECK(ball->state().gradient_norm == relative(Eigen::Vector3d(0.5, -4.0, 3.5).norm(), 1e-15));
  trail(*ball, 30);
  Eigen::Vector3d expected;
  for (Index i = 0; i < 3; ++i) expected(i) = kStart(i) * std::pow(1.0 - 0.1 * kLambda(i), 30);
  CHECK(difference("position after 30 steps", ball->state().position, expected) < 1e-14);
  CHECK(ball->state().steps == 30);
  CHECK(ball->state().loss == relative(0.5 * kLambda.dot(expected.cwiseAbs2()), 1e-12));
  CHECK(ball->state().gradient_norm == relative(kLambda.cwiseProduct(expected).norm(), 1e-12));
}

TEST_CASE("momentum in a bowl follows the 2 x 2 matrix of (velocity, position), coordinate by coordinate") {
  const double rate = 0.05, momentum = 0.8;
  auto ball = Ball::drop(bowl(kLambda), kStart, {.rolling = Rolling::momentum, .rate = rate, .momentum = momentum});
  REQUIRE(ball.has_value());
  trail(*ball, 32);
  Eigen::Vector3d expected;
  for (Index i = 0; i < 3; ++i) {
    Eigen::Matrix2d once;
    once << momentum, kLambda(i), -rate * momentum, 1.0 - rate * kLambda(i);
    Eigen::Matrix2d power = once;
    for (int doubling = 0; doubling < 5; ++doubling) power = (power * power).eval();  // the 32nd
    expected(i) = (power * Eigen::Vector2d(0.0, kStart(i)))(1);
  }
  CHECK(difference("position after 32 steps", ball->state().position, expected) < 1e-13);
}

TEST_CASE("Adam, momentum and gradient descent follow NumPy's trails on a surface with a saddle") {
  const struct {
    Rolling rolling;
    const double* trail;
  } cases[] = {{Rolling::gradient_descent, golden::kTrailDescent},
               {Rolling::momentum, golden::kTrailMomentum},
               {Rolling::adam, golden::kTrailAdam}};
  for (const auto& [rolling, expected] : cases) {
    auto ball = Ball::drop(golden_surface(), Eigen::Vector2d(golden::kStart[0], golden::kStart[1]),
                           {.rolling = rolling, .rate = golden::kRate});
    REQUIRE(ball.has_value());
    const Matrix golden = Eigen::Map<const Matrix>(expected, 2, golden::kSteps);
    CHECK(difference("trail and NumPy", trail(*ball, golden::kSteps), golden) < 1e-12);
  }
}

TEST_CASE("two balls from one place leave the same trail, bit for bit") {
  const auto roll = [] {
    auto ball = Ball::drop(golden_surface(), Eigen::Vector2d(0.3, 0.1), {.rolling = Rolling::adam});
    return trail(*ball, 100);
  };
  CHECK(roll() == roll());
}

TEST_CASE("a ball that no longer moves asks the surface nothing, and goes on counting its steps") {
  const Eigen::Vector3d away(3, -2, 1);  // from 0, near which every step is seen
  for (const Rolling rolling : {Rolling::gradient_descent, Rolling::momentum}) {
    int calls = 0;
    const Surface counted = [&](const Vector& x) -> Slope {
      ++calls;
      return bowl(kLambda)(x + away);
    };
    auto ball = Ball::drop(counted, kStart, {.rolling = rolling, .rate = 0.1, .momentum = 0.5});
    REQUIRE(ball.has_value());
    trail(*ball, 2000);
    const int before = calls;
    const BallState rests = ball->state();
    trail(*ball, 10);
    CHECK(calls == before);
    CHECK(ball->state().steps == rests.steps + 10);
    CHECK(ball->state().position == rests.position);
    CHECK(ball->state().loss == bowl(kLambda)(rests.position + away).value);
  }
}

TEST_CASE("a ball with too large a rate escapes, keeps its last finite place and rests") {
  for (const Rolling rolling : {Rolling::gradient_descent, Rolling::momentum}) {
    auto ball = Ball::drop(bowl(kLambda), kStart, {.rolling = rolling, .rate = 1.0});
    REQUIRE(ball.has_value());
    for (int i = 0; i < 2000; ++i) {
      const BallState& state = ball->step();
      REQUIRE(state.position.allFinite());
      REQUIRE(std::isfinite(state.loss));
      REQUIRE(std::isfinite(state.gradient_norm));
    }
    CHECK(ball->state().escaped);
    CHECK(ball->state().steps < 20);
    CHECK(ball->state().loss <= 1e6 * (1.0 + 5.125));
    CHECK(ball->state().loss == bowl(kLambda)(ball->state().position).value);
  }
}

TEST_CASE("a ball escapes at the first step beyond its leash and not before") {
  // Two coordinates shrink or stand still while the third grows by 1 - 7 = -6 a step.
  const auto loss = [](int k) { return 0.5 * (0.5 * std::pow(0.25, k) + 2.0 * 4.0 + 7.0 * 0.25 * std::pow(36.0, k)); };
  int steps = 0;
  while (loss(steps + 1) <= 1e4 * (1.0 + loss(0))) ++steps;
  auto ball = Ball::drop(bowl(kLambda), kStart, {.rate = 1.0, .leash = 1e4});
  REQUIRE(ball.has_value());
  while (!ball->step().escaped) REQUIRE(ball->state().steps < 100);
  CHECK(ball->state().steps == steps);
  CHECK(ball->state().loss == relative(loss(steps), 1e-12));
}

TEST_CASE("steps to infinity, to a loss that is no number and to a slope that is none are not made") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto past = [nan](double x) { return x < 0.0 ? nan : x; };
  const Vector start = Vector::Constant(1, 0.5);
  const Surface cliff = [past](const Vector& x) -> Slope { return {past(x(0)), Vector::Constant(1, 1.0)}; };
  const Surface steep = [past](const Vector& x) -> Slope {
    return {x(0), Vector::Constant(1, 1.0 + 0.0 * past(x(0)))};
  };
  for (const Surface& surface : {cliff, steep}) {
    auto ball = Ball::drop(surface, start, {.rate = 0.2});
    REQUIRE(ball.has_value());
    const Matrix places = trail(*ball, 10);
    CHECK(places(0, 9) == relative(0.1, 1e-12));
    CHECK(ball->state().escaped);
    CHECK(ball->state().steps == 2);
    CHECK(!Ball::drop(surface, Vector::Constant(1, -1.0)).has_value());
  }
  auto far = Ball::drop(bowl(kLambda), kStart, {.rate = std::numeric_limits<double>::max()});
  REQUIRE(far.has_value());
  CHECK(far->step().escaped);
  CHECK(far->state().position == kStart);
}

TEST_CASE("bad options and bad starts are refused with a cure") {
  const auto error = [](const BallOptions& options) {
    return Ball::drop(bowl(kLambda), kStart, options).error().text();
  };
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(error({.rate = bad}).find("learning rate must be a positive number") != std::string::npos);
    CHECK(error({.floor = bad}).find("1e-8 and 1e6 are good values") != std::string::npos);
    CHECK(error({.leash = bad}).find("1e-8 and 1e6 are good values") != std::string::npos);
  }
  for (const double bad : {1.0, -0.1, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(error({.momentum = bad}).find("from 0 to below 1") != std::string::npos);
    CHECK(error({.beta1 = bad}).find("from 0 to below 1") != std::string::npos);
    CHECK(error({.beta2 = bad}).find("from 0 to below 1") != std::string::npos);
  }
  const Vector broken = Vector::Constant(3, std::numeric_limits<double>::quiet_NaN());
  CHECK(Ball::drop(bowl(kLambda), broken).error().text().find("drop it elsewhere") != std::string::npos);
}
