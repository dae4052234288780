#include "learner/descent/layer_norm.hpp"

namespace learner {
namespace {

constexpr double kEpsilon = 1e-5;

}  // namespace

std::span<const Lanes> LayerNorm::forward(std::span<const double> theta, std::span<const Lanes> x) {
  const double share = 1.0 / static_cast<double>(width_);
  const double *gain = theta.data(), *bias = gain + width_;
  normal_.resize(x.size());
  inverse_.resize(x.size() / static_cast<std::size_t>(width_));
  y_.resize(x.size());
  const Lanes* token = x.data();
  Lanes *normal = normal_.data(), *y = y_.data();
  for (Lanes& inverse : inverse_) {
    Lanes mean{}, variance{};
    for (Index i = 0; i < width_; ++i) mean += share * token[i];
    for (Index i = 0; i < width_; ++i) variance += share * ((token[i] - mean) * (token[i] - mean));
    inverse = all_lanes(1.0) / square_root(variance + all_lanes(kEpsilon));
    for (Index i = 0; i < width_; ++i) {
      normal[i] = (token[i] - mean) * inverse;
      y[i] = gain[i] * normal[i] + all_lanes(bias[i]);
    }
    token += width_, normal += width_, y += width_;
  }
  return y_;
}

std::span<const Lanes> LayerNorm::backward(std::span<const double> theta, std::span<const Lanes> x,
                                           std::span<const Lanes> dy, std::span<Lanes> gradient, bool input_wanted) {
  const double share = 1.0 / static_cast<double>(width_);
  Lanes *dgain = gradient.data(), *dbias = dgain + width_;
  dx_.assign(input_wanted ? x.size() : 0, Lanes{});
  const Lanes *normal = normal_.data(), *dy_t = dy.data();
  Lanes* dx = dx_.data();
  for (const Lanes& inverse : inverse_) {
    Lanes mean{}, slope{};  // of gain dy, and of gain dy against the normalised token
    for (Index i = 0; i < width_; ++i) {
      dgain[i] += dy_t[i] * normal[i];
      dbias[i] += dy_t[i];
      const Lanes weighted = (share * theta[static_cast<std::size_t>(i)]) * dy_t[i];
      mean += weighted;
      slope += weighted * normal[i];
    }
    for (Index i = 0; input_wanted && i < width_; ++i) {
      dx[i] = inverse * (theta[static_cast<std::size_t>(i)] * dy_t[i] - mean - slope * normal[i]);
    }
    normal += width_, dy_t += width_;
    if (input_wanted) dx += width_;
  }
  return dx_;
}

}  // namespace learner
