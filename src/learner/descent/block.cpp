#include "learner/descent/block.hpp"

#include <cmath>
#include <utility>

namespace learner {
namespace {

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
  template <class Attention>
  void operator()(const Attention& attention) {
    weights(attention.parameters(), attention.inputs());
  }
};

}  // namespace

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
