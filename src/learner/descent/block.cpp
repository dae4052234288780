#include "learner/descent/block.hpp"

#include <cmath>
#include <utility>

namespace learner {
namespace {

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
  if (normalised) norm_.emplace(std::visit([](const auto& layer) { return layer.inputs(); }, body_));
}

Index Block::parameters() const {
  return static_cast<Index>(norm_parameters()) +
         std::visit([](const auto& layer) { return layer.parameters(); }, body_);
}

Vector Block::initial(Random& random) const {
  Vector theta = Vector::Zero(parameters());
  const auto norm_count = static_cast<Index>(norm_parameters());
  theta.head(norm_count / 2).setOnes();
  std::visit(Draw{random, theta.data() + norm_count}, body_);
  return theta;
}

std::span<const Lanes> Block::forward(std::span<const double> theta, std::span<const Lanes> x) {
  normal_ = norm_ ? norm_->forward(theta, x) : x;
  const auto rest = theta.subspan(norm_parameters());
  const std::span<const Lanes> y = std::visit([&](auto& layer) { return layer.forward(rest, normal_); }, body_);
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
      std::visit([&](auto& layer) { return layer.backward(rest, normal_, dy, body_gradient, wanted); }, body_);
  if (norm_) dx = norm_->backward(theta, x, dx, gradient, input_wanted);
  if (!residual_ || !input_wanted) return dx;
  dx_.assign(dx.begin(), dx.end());
  const std::size_t before = x.size() - dy.size();
  for (std::size_t i = 0; i < dy.size(); ++i) dx_[before + i] += dy[i];
  return dx_;
}

}  // namespace learner
