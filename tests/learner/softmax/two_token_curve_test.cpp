#include "learner/softmax/two_token_curve.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "learner/difference.hpp"
#include "learner/random.hpp"
#include "learner/softmax/sign_task.hpp"

using namespace learner;

namespace {

// y(r) = start + sum_i c_i r / (r + beta_i), by its definition.
std::vector<CurvePoint> points_of(const Vector& beta, const Matrix& c, const Vector& start,
                                  const std::vector<double>& ratios) {
  std::vector<CurvePoint> points;
  for (const double r : ratios) {
    Vector y = start;
    for (Index i = 0; i < beta.size(); ++i) y += c.col(i) * (r / (r + beta(i)));
    points.push_back({.r = r, .y = y});
  }
  return points;
}

const std::vector<double> kRatios{1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 1.0, 3.0 / 2, 2.0, 3.0, 4.0};

}  // namespace

TEST_CASE("real roots are found to the last digits, however close to one another or to the ends") {
  const Vector roots{{-0.999, -0.2, 0.1, 0.1001, 0.7}};
  Vector a = Vector::Ones(1);
  for (const double root : roots) {
    Vector next = Vector::Zero(a.size() + 1);
    next.tail(a.size()) += a;
    next.head(a.size()) -= root * a;
    a = next;
  }
  const Vector found = real_roots(a, -1.0, 1.0);
  REQUIRE(found.size() == 5);
  CHECK((found - roots).cwiseAbs().maxCoeff() < 1e-11);
  CHECK(real_roots(a, -0.5, 0.5).size() == 3);
  CHECK(real_roots(Vector{{1.0, 0.0, 1.0}}, -1.0, 1.0).size() == 0);
}

TEST_CASE("tanh with portable bits is tanh to 2 units in the last place of 1") {
  for (double x = -30.0; x < 30.0; x += 0.0137) CHECK(std::abs(portable_tanh(x) - std::tanh(x)) < 5e-16);
  CHECK(portable_tanh(500.0) == 1.0);
  CHECK(portable_tanh(-500.0) == -1.0);
}

TEST_CASE("a curve made of known poles gives them back, one to four heads, one to five outputs") {
  const Vector all{{0.15, 0.6, 1.5, 5.0}};
  for (Index m = 1; m <= 4; ++m)
    for (const Index d : {1, 2, 5}) {
      Random random(static_cast<std::uint64_t>(10 * m + d));
      const Vector beta = all.head(m), start = random.gaussian(d, 1);
      const Matrix c = random.gaussian(d, m);
      const auto curve = fit_two_token_curve(points_of(beta, c, start, kRatios), start, start + c.rowwise().sum(), m);
      REQUIRE(curve);
      CAPTURE(m);
      CAPTURE(d);
      // Rounding times the amplification.
      const double expected = 1e-14 + 1e-15 * curve->amplification * c.norm();
      CHECK(((curve->beta - beta).array() / beta.array()).abs().maxCoeff() < expected);
      CHECK((curve->c - c).norm() < 10.0 * expected);
      CHECK(((*curve)(0.77) - points_of(beta, c, start, {0.77})[0].y).norm() < 1e-13);
    }
}

TEST_CASE("a row of a softmax layer is the curve of its poles: beta = exp(-u^T Theta (u - v)), c = W^T (u - v)") {
  const SignTask task = *random_sign_task({.d = 4, .k = 8, .heads = 2, .seed = 3});
  const Vector u{{1.0, -1.0, 1.0, 1.0}}, v{{-1.0, -1.0, 1.0, -1.0}};
  const auto answer = [&](Index n_u, Index n_v) {
    Matrix Z(4, n_u + n_v);
    Z.leftCols(n_u).colwise() = u;
    Z.rightCols(n_v).colwise() = v;
    return attend(task.truth(), Z);
  };
  std::vector<CurvePoint> points;
  for (Index n_u = 1; n_u < 8; ++n_u)
    points.push_back({.r = static_cast<double>(n_u) / static_cast<double>(8 - n_u), .y = answer(n_u, 8 - n_u).col(0)});
  const auto curve = fit_two_token_curve(points, answer(0, 1).col(0), answer(1, 0).col(0), 2);
  REQUIRE(curve);
  const SoftmaxHead &a = task.truth().heads[0], &b = task.truth().heads[1];
  Vector beta{{std::exp(-u.dot(a.Theta * (u - v))), std::exp(-u.dot(b.Theta * (u - v)))}};
  Matrix c(4, 2);
  c << a.W.transpose() * (u - v), b.W.transpose() * (u - v);
  if (beta(0) > beta(1)) beta.reverseInPlace(), c.col(0).swap(c.col(1));
  CHECK(difference("beta", curve->beta, beta) < 1e-12);
  CHECK(difference("c", curve->c, c) < 1e-12);
  CHECK(curve->residual < 1e-15);
  CHECK(curve->smallest_gap == doctest::Approx(std::log(beta(1) / beta(0))));
}

TEST_CASE("the residual shows that there are more heads than the curve was fitted with") {
  const Vector beta{{0.15, 1.0, 5.0}};
  Random random(7);
  const Matrix c = random.gaussian(3, 3);
  const Vector start = random.gaussian(3, 1), end = start + c.rowwise().sum();
  const auto points = points_of(beta, c, start, kRatios);
  CHECK(fit_two_token_curve(points, start, end, 3)->residual < 1e-15);
  const auto two = fit_two_token_curve(points, start, end, 2);
  CHECK((!two || two->residual > 1e-4));
}

TEST_CASE("the amplification of a curve is the spread of log beta over many draws of noise") {
  const Vector beta{{0.3, 2.0}};
  Random random(5);
  const Matrix c = random.gaussian(3, 2);
  const Vector start = random.gaussian(3, 1), end = start + c.rowwise().sum();
  const auto clean = points_of(beta, c, start, kRatios);
  const double noise = 1e-5;
  Vector squares = Vector::Zero(2);
  const int draws = 400;
  for (int i = 0; i < draws; ++i) {
    auto points = clean;
    for (CurvePoint& point : points) point.y += random.gaussian(3, 1, noise);
    const auto curve = fit_two_token_curve(points, start, end, 2);
    REQUIRE(curve);
    squares += (curve->beta.array() / beta.array()).log().square().matrix();
  }
  const double spread = std::sqrt(squares.maxCoeff() / draws) / noise;
  const double predicted = fit_two_token_curve(clean, start, end, 2)->amplification;
  // The prediction counts the end as measured with noise too; here it was exact, which can only help.
  CHECK(spread < 1.1 * predicted);
  CHECK(spread > 0.6 * predicted);
}

TEST_CASE("a curve is refused when points are too few, not finite, or show too few poles") {
  const Vector beta{{0.5, 2.0}}, zero = Vector::Zero(1), end = Vector::Constant(1, 3.0);
  const Matrix c{{1.0, 2.0}};
  CHECK(!fit_two_token_curve(points_of(beta, c, zero, {1.0, 2.0}), zero, end, 2));
  CHECK(fit_two_token_curve(points_of(beta, c, zero, {0.5, 1.0, 2.0}), zero, end, 2));
  auto points = points_of(beta, c, zero, kRatios);
  points[3].y(0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(!fit_two_token_curve(points, zero, end, 2));
  // cos is no sum of two rising curves.
  for (CurvePoint& point : points) point.y(0) = std::cos(3.0 * point.r);
  const auto curve = fit_two_token_curve(points, zero, end, 2);
  CHECK((!curve || curve->residual > 0.01));
}
