#include "learner/surface.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace learner {
namespace {

constexpr double kSameLine = 1e-9;

using Powers = Eigen::Matrix<double, 5, 1>;

// The derivative of (1, x, .., x^4) of the given order, 0 to 2.
Powers powers(double x, int order) {
  const double x2 = x * x;
  if (order == 0) return Powers(1.0, x, x2, x2 * x, x2 * x2);
  if (order == 1) return Powers(0.0, 1.0, 2.0 * x, 3.0 * x2, 4.0 * x2 * x);
  return Powers(0.0, 0.0, 2.0, 6.0 * x, 12.0 * x2);
}

double interpolate(double low, double high, Index i, Index count) {
  assert(count >= 2);
  const double share = static_cast<double>(i) / static_cast<double>(count - 1);
  return (1.0 - share) * low + share * high;
}

bool is_share(double x) { return x >= 0.0 && x < 1.0; }

Expected<void> validate(const BallOptions& options) {
  if (!(options.rate > 0.0) || !std::isfinite(options.rate)) {
    return fail("The learning rate must be a positive number: 0.01 is a good start.");
  }
  if (!is_share(options.momentum) || !is_share(options.beta1) || !is_share(options.beta2)) {
    return fail("Momentum, beta1 and beta2 are shares of the past that is kept: set them from 0 to below 1.");
  }
  if (!(options.floor > 0.0) || !(options.leash > 1.0)) {
    return fail("Adam's floor must be above 0 and the leash above 1: 1e-8 and 1e6 are good values.");
  }
  return {};
}

}  // namespace

Eigen::Vector2d Slice::coordinates(const Vector& x) const {
  const Vector change = x - origin;
  const double aa = a.squaredNorm(), ab = a.dot(b), bb = b.squaredNorm();
  const double as = a.dot(change), bs = b.dot(change);
  const double determinant = aa * bb - ab * ab;
  assert(determinant > 0.0);
  return {(bb * as - ab * bs) / determinant, (aa * bs - ab * as) / determinant};
}

Expected<Slice> slice_through(const Vector& first, const Vector& second, const Vector& third) {
  assert(first.size() == second.size() && first.size() == third.size() && first.size() >= 2);
  if (!first.allFinite() || !second.allFinite() || !third.allFinite()) {
    return fail("A slice needs models with finite numbers: start the third one somewhere else.");
  }
  const Vector a = second - first;
  const Vector along = third - first;
  const Vector unit = a.normalized();
  Vector b = along - unit * unit.dot(along);
  b -= unit * unit.dot(b);  // once more: the first pass leaves rounding errors of `along`
  if (!(a.norm() > 0.0) || !(b.norm() > kSameLine * along.norm())) {
    return fail("The three models lie on one line, which is no slice: choose a third one that differs.");
  }
  return Slice{.origin = first, .a = unit, .b = b.normalized()};
}

Slice slice_with_places(const std::array<Vector, 3>& points, const std::array<Eigen::Vector2d, 3>& places) {
  const Eigen::Vector2d u = places[1] - places[0];
  const Eigen::Vector2d v = places[2] - places[0];
  const double determinant = u(0) * v(1) - u(1) * v(0);
  assert(determinant != 0.0);
  const Vector x = points[1] - points[0];
  const Vector y = points[2] - points[0];
  Slice slice{.origin = {}, .a = (v(1) * x - u(1) * y) / determinant, .b = (u(0) * y - v(0) * x) / determinant};
  slice.origin = points[0] - places[0](0) * slice.a - places[0](1) * slice.b;
  return slice;
}

Surface restricted(Surface surface, const Slice& slice) {
  return [surface = std::move(surface), slice](const Vector& x) -> Slope {
    const auto [value, gradient] = surface(slice.at(x(0), x(1)));
    return {value, Eigen::Vector2d(slice.a.dot(gradient), slice.b.dot(gradient))};
  };
}

double Window::s(Index column) const { return interpolate(s_low, s_high, column, columns); }

double Window::t(Index row) const { return interpolate(t_low, t_high, row, rows); }

double SlicePolynomial::value(double s, double t) const { return powers(s, 0).dot(c * powers(t, 0)); }

Eigen::Vector2d SlicePolynomial::gradient(double s, double t) const {
  return {powers(s, 1).dot(c * powers(t, 0)), powers(s, 0).dot(c * powers(t, 1))};
}

Eigen::Matrix2d SlicePolynomial::bending(double s, double t) const {
  const double mixed = powers(s, 1).dot(c * powers(t, 1));
  return Eigen::Matrix2d{{powers(s, 2).dot(c * powers(t, 0)), mixed}, {mixed, powers(s, 0).dot(c * powers(t, 2))}};
}

Eigen::Vector2d SlicePolynomial::curvatures(double s, double t) const {
  const Eigen::Matrix2d H = bending(s, t);
  const double middle = 0.5 * (H(0, 0) + H(1, 1));
  const double half = 0.5 * (H(0, 0) - H(1, 1));
  const double radius = std::sqrt(half * half + H(0, 1) * H(0, 1));
  return {middle - radius, middle + radius};
}

Matrix SlicePolynomial::grid(const Window& window) const {
  Matrix result(window.rows, window.columns);
  Matrix in_t(window.rows, 5);
  for (Index row = 0; row < window.rows; ++row) in_t.row(row) = powers(window.t(row), 0).transpose();
  for (Index column = 0; column < window.columns; ++column) {
    result.col(column).noalias() = in_t * (c.transpose() * powers(window.s(column), 0));
  }
  return result;
}

Expected<Ball> Ball::drop(Surface surface, Vector start, const BallOptions& options) {
  if (const auto valid = validate(options); !valid) return std::unexpected(valid.error());
  Ball ball(std::move(surface), options);
  ball.first_ = ball.second_ = Vector::Zero(start.size());
  if (!start.allFinite() || !ball.settle(std::move(start), std::numeric_limits<double>::max())) {
    return fail("The ball cannot start where the loss or its slope is not a finite number: drop it elsewhere.");
  }
  ball.limit_ = options.leash * (1.0 + std::fabs(ball.state_.loss));
  return ball;
}

const BallState& Ball::step() {
  if (state_.escaped) return state_;
  Vector next = state_.position + displacement();
  // Who no longer moves has the same surface under it.
  if (next == state_.position || settle(std::move(next), limit_)) {
    ++state_.steps;
  } else {
    state_.escaped = true;
  }
  return state_;
}

Vector Ball::displacement() {
  switch (options_.rolling) {
    case Rolling::gradient_descent: return -options_.rate * gradient_;
    case Rolling::momentum: first_ = options_.momentum * first_ + gradient_; return -options_.rate * first_;
    case Rolling::adam: break;
  }
  power1_ *= options_.beta1;
  power2_ *= options_.beta2;
  first_ = options_.beta1 * first_ + (1.0 - options_.beta1) * gradient_;
  second_ = options_.beta2 * second_ + (1.0 - options_.beta2) * gradient_.cwiseAbs2();
  const Vector width = ((second_ / (1.0 - power2_)).array().sqrt() + options_.floor).matrix();
  return -options_.rate * (first_ / (1.0 - power1_)).cwiseQuotient(width);
}

// Takes the position over if everything there is finite and the loss within the limit.
bool Ball::settle(Vector position, double limit) {
  if (!position.allFinite()) return false;
  auto [loss, gradient] = surface_(position);
  if (!(loss <= limit) || !std::isfinite(loss)) return false;
  const double norm = gradient.norm();
  if (!std::isfinite(norm)) return false;
  state_.position = std::move(position);
  state_.loss = loss;
  state_.gradient_norm = norm;
  gradient_ = std::move(gradient);
  return true;
}

}  // namespace learner
