#include "learner/descent/optimiser.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace learner {
namespace {

bool is_fraction(double x) { return x >= 0.0 && x <= 1.0; }
bool is_decay(double x) { return x >= 0.0 && x < 1.0; }

// sin^2(pi s / 2) for s in [0, 1/2]: the Taylor series of sin, whose first term left out is below 2^-56.
double sine_squared(double s) {
  constexpr double kHalfPi = 0x1.921fb54442d18p+0;
  const double x = kHalfPi * s;
  const double square = x * x;
  double series = 1.0;
  for (int k = 14; k >= 2; k -= 2) series = 1.0 - series * square / static_cast<double>(k * (k + 1));
  return x * series * (x * series);
}

}  // namespace

std::string_view name_of(Method method) {
  switch (method) {
    case Method::descent: return "gradient descent";
    case Method::momentum: return "momentum";
    case Method::adam: return "Adam";
  }
  return "";
}

Expected<void> validate(const OptimiserOptions& options) {
  if (!is_decay(options.first) || !is_decay(options.second)) {
    return fail("Momentum is a share of what was there before: set it to 0 or more, and below 1.");
  }
  if (!(options.epsilon > 0.0 && std::isfinite(options.epsilon))) {
    return fail("Adam divides by a root plus epsilon: set epsilon to a small positive number such as 1e-8.");
  }
  if (!(options.clip > 0.0)) return fail("Gradients are clipped to a length: set it to a positive number.");
  return {};
}

Expected<void> validate(const Schedule& schedule) {
  const auto is_rate = [](double rate) { return rate > 0.0 && std::isfinite(rate); };
  if (!is_rate(schedule.rate) || !is_rate(schedule.start)) {
    return fail("A learning rate must be a positive number, for example 0.01.");
  }
  if (!is_fraction(schedule.warm_up) || !is_fraction(schedule.last_share)) {
    return fail("The warm-up and the last rate are shares: set them between 0 and 1.");
  }
  return {};
}

double half_cosine(double s) {
  assert(is_fraction(s));
  return s <= 0.5 ? 1.0 - sine_squared(s) : sine_squared(1.0 - s);
}

double rate_at(const Schedule& schedule, Index step, Index steps) {
  assert(step >= 0 && step < steps);
  const auto warm = static_cast<Index>(schedule.warm_up * static_cast<double>(steps));
  if (step < warm) {
    const double share = static_cast<double>(step) / static_cast<double>(warm);
    return schedule.start + (schedule.rate - schedule.start) * share;
  }
  const double after = static_cast<double>(step - warm);
  const double share = after / static_cast<double>(std::max<Index>(steps - 1 - warm, 1));
  return schedule.rate * (schedule.last_share + (1.0 - schedule.last_share) * half_cosine(share));
}

Optimiser::Optimiser(const OptimiserOptions& options, Index parameters) : options_(options) {
  assert(validate(options).has_value());
  m_ = v_ = change_ = Vector::Zero(parameters);
}

const Vector& Optimiser::change(const Vector& g, double rate) {
  assert(g.size() == m_.size());
  const auto [method, first, second, epsilon, clip] = options_;
  const double norm = g.norm();
  const double shorten = norm > clip ? clip / norm : 1.0;
  if (method == Method::descent) {
    change_ = (-rate * shorten) * g;
    return change_;
  }
  m_ = first * m_ + ((method == Method::adam ? 1.0 - first : 1.0) * shorten) * g;
  if (method == Method::momentum) {
    change_ = -rate * m_;
    return change_;
  }
  v_ = second * v_ + (1.0 - second) * (shorten * g).cwiseAbs2();
  first_power_ *= first;
  second_power_ *= second;
  const double unbiased = 1.0 / (1.0 - second_power_);
  change_ = (-rate / (1.0 - first_power_)) * (m_.array() / ((unbiased * v_).array().sqrt() + epsilon)).matrix();
  return change_;
}

Vector Optimiser::save() const {
  Vector saved(saved_size(m_.size()));
  saved << m_, v_, first_power_, second_power_;
  return saved;
}

void Optimiser::restore(const Eigen::Ref<const Vector>& saved) {
  assert(saved.size() == saved_size(m_.size()));
  m_ = saved.head(m_.size());
  v_ = saved.segment(m_.size(), m_.size());
  first_power_ = saved(2 * m_.size());
  second_power_ = saved(2 * m_.size() + 1);
}

}  // namespace learner
