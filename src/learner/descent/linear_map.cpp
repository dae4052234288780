#include "learner/descent/linear_map.hpp"

namespace learner {

std::span<const Lanes> LinearMap::forward(std::span<const double> theta, std::span<const Lanes> x) {
  const auto n = static_cast<Index>(x.size()) / inputs_;
  const double* b = theta.data() + outputs_ * inputs_;
  y_.resize(static_cast<std::size_t>(n * outputs_));
  for (Index t = 0; t < n; ++t) {
    Lanes* y = y_.data() + t * outputs_;
    for (Index i = 0; i < outputs_; ++i) y[i] = all_lanes(bias_ ? b[i] : 0.0);
    add_product(theta.data(), outputs_, inputs_, x.data() + t * inputs_, y);
  }
  return y_;
}

std::span<const Lanes> LinearMap::backward(std::span<const double> theta, std::span<const Lanes> x,
                                           std::span<const Lanes> dy, std::span<Lanes> gradient, bool input_wanted) {
  const auto n = static_cast<Index>(x.size()) / inputs_;
  Lanes* db = gradient.data() + outputs_ * inputs_;
  dx_.assign(input_wanted ? x.size() : 0, Lanes{});
  for (Index t = 0; t < n; ++t) {
    const Lanes* dy_t = dy.data() + t * outputs_;
    add_outer(dy_t, outputs_, x.data() + t * inputs_, inputs_, gradient.data());
    for (Index i = 0; bias_ && i < outputs_; ++i) db[i] += dy_t[i];
    if (input_wanted) add_transposed_product(theta.data(), outputs_, inputs_, dy_t, dx_.data() + t * inputs_);
  }
  return dx_;
}

}  // namespace learner
