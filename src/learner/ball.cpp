#include "learner/ball.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace learner {
namespace {

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
  if (settle(state_.position + displacement(), limit_)) {
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
  const double loss = surface_.value(position);
  if (!(loss <= limit) || !std::isfinite(loss)) return false;
  Vector gradient = surface_.gradient(position);
  const double norm = gradient.norm();
  if (!std::isfinite(norm)) return false;
  state_.position = std::move(position);
  state_.loss = loss;
  state_.gradient_norm = norm;
  gradient_ = std::move(gradient);
  return true;
}

}  // namespace learner
