#include "learner/descent/block.hpp"

#include <cmath>
#include <utility>

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

constexpr double kAddedVariance = 1e-5;

// std::visit by comparing, not by a table of functions: functions in a table count as everybody's when the page's code
// is cut into parts (web/article/parts.mjs), and only few figures train networks.
template <std::size_t k = 0, class Visitor, class Body>
decltype(auto) with_kind(Visitor&& visitor, Body& body) {
  if constexpr (k + 1 == std::variant_size_v<std::remove_const_t<Body>>) {
    return visitor(*std::get_if<k>(&body));
  } else {
    if (auto* kind = std::get_if<k>(&body)) return visitor(*kind);
    return with_kind<k + 1>(std::forward<Visitor>(visitor), body);
  }
}

// The initial parameters of each kind of body, written from `place` on.
struct Draw {
  Random& random;
  double* place;

  void weights(Index count, Index inputs) {
    const double deviation = 1.0 / std::sqrt(static_cast<double>(inputs));
    for (Index i = 0; i < count; ++i) *place++ = deviation * random.gaussian();
  }
  void biases(Index count) {
    for (Index i = 0; i < count; ++i) *place++ = 0.0;
  }

  void operator()(const LinearMap& map) {
    const Index count = map.outputs() * map.inputs();
    weights(count, map.inputs());
    biases(map.parameters() - count);
  }
  void operator()(const Perceptron& perceptron) {
    (*this)(LinearMap(perceptron.inputs(), perceptron.hidden(), true));
    (*this)(LinearMap(perceptron.hidden(), perceptron.outputs(), true));
  }
  void operator()(const Attention& attention) { weights(attention.parameters(), attention.inputs()); }
};

}  // namespace

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
    inverse = all_lanes(1.0) / square_root(variance + all_lanes(kAddedVariance));
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

Block::Block(Body body, bool normalised, bool residual) : body_(std::move(body)), residual_(residual) {
  if (normalised) norm_.emplace(with_kind([](const auto& layer) { return layer.inputs(); }, body_));
}

Index Block::parameters() const {
  return static_cast<Index>(norm_parameters()) + with_kind([](const auto& layer) { return layer.parameters(); }, body_);
}

Vector Block::initial(Random& random) const {
  Vector theta = Vector::Zero(parameters());
  const auto norm_count = static_cast<Index>(norm_parameters());
  theta.head(norm_count / 2).setOnes();
  with_kind(Draw{random, theta.data() + norm_count}, body_);
  return theta;
}

std::span<const Lanes> Block::forward(std::span<const double> theta, std::span<const Lanes> x) {
  normal_ = norm_ ? norm_->forward(theta, x) : x;
  const auto rest = theta.subspan(norm_parameters());
  const std::span<const Lanes> y = with_kind([&](auto& layer) { return layer.forward(rest, normal_); }, body_);
  if (!residual_) return y;
  sum_.assign(x.end() - static_cast<std::ptrdiff_t>(y.size()), x.end());
  for (std::size_t i = 0; i < y.size(); ++i) sum_[i] += y[i];
  return sum_;
}

std::span<const Lanes> Block::backward(std::span<const double> theta, std::span<const Lanes> x,
                                       std::span<const Lanes> dy, std::span<Lanes> gradient, bool input_wanted) {
  const auto rest = theta.subspan(norm_parameters());
  const auto body_gradient = gradient.subspan(norm_parameters());
  const bool wanted = input_wanted || norm_.has_value();
  std::span<const Lanes> dx =
      with_kind([&](auto& layer) { return layer.backward(rest, normal_, dy, body_gradient, wanted); }, body_);
  if (norm_) dx = norm_->backward(theta, x, dx, gradient, input_wanted);
  if (!residual_ || !input_wanted) return dx;
  dx_.assign(dx.begin(), dx.end());
  const std::size_t before = x.size() - dy.size();
  for (std::size_t i = 0; i < dy.size(); ++i) dx_[before + i] += dy[i];
  return dx_;
}

}  // namespace learner
