#include "learner/descent/perceptron.hpp"

namespace learner {
namespace {

struct Gelu {
  Lanes value, slope;
};

Gelu gelu(const Lanes& v) {
  constexpr double kRate = 0x1.9884533d43651p+0;  // 2 sqrt(2 / pi)
  constexpr double kCubic = 0.044715;
  const Lanes one = all_lanes(1.0);
  const Lanes square = v * v;
  const Lanes s = one / (one + exponential(-kRate * (v * (one + kCubic * square))));
  const Lanes rate = kRate * (one + (3.0 * kCubic) * square);  // of the exponent
  return {v * s, s + (v * s) * ((one - s) * rate)};
}

}  // namespace

std::span<const Lanes> Perceptron::forward(std::span<const double> theta, std::span<const Lanes> x) {
  const std::span<const Lanes> preactive = first_.forward(theta, x);
  active_.resize(preactive.size());
  slope_.resize(preactive.size());
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const auto [value, slope] = gelu(preactive[i]);
    active_[i] = value;
    slope_[i] = slope;
  }
  return second_.forward(theta.subspan(static_cast<std::size_t>(first_.parameters())), active_);
}

std::span<const Lanes> Perceptron::backward(std::span<const double> theta, std::span<const Lanes> x,
                                            std::span<const Lanes> dy, std::span<Lanes> gradient, bool input_wanted) {
  const auto first_count = static_cast<std::size_t>(first_.parameters());
  const auto dactive = second_.backward(theta.subspan(first_count), active_, dy, gradient.subspan(first_count), true);
  for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] = slope_[i] * dactive[i];
  return first_.backward(theta, x, slope_, gradient, input_wanted);
}

}  // namespace learner
