#pragma once

#include <optional>
#include <variant>

#include "learner/descent/folded_attention.hpp"
#include "learner/descent/layer_norm.hpp"
#include "learner/descent/linear_attention.hpp"
#include "learner/descent/perceptron.hpp"
#include "learner/descent/softmax_attention.hpp"
#include "learner/random.hpp"

namespace learner {

// One step of a network: body(x), body(norm(x)), or x plus either. Where the body answers fewer tokens than
// it sees (Targets::last), the last tokens of x are added. Parameters: the norm's, then the body's.
class Block {
 public:
  using Body = std::variant<LinearMap, LinearAttention, FoldedAttention, SoftmaxAttention, Perceptron>;

  Block(Body body, bool normalised, bool residual);

  Index parameters() const;

  // Weights N(0, 1/inputs), biases 0, gains 1.
  Vector initial(Random& random) const;

  // As LinearAttention's.
  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  std::size_t norm_parameters() const { return norm_ ? static_cast<std::size_t>(norm_->parameters()) : 0; }

  std::optional<LayerNorm> norm_;
  Body body_;
  bool residual_;
  std::span<const Lanes> normal_;  // what the body got
  std::vector<Lanes> sum_, dx_;
};

}  // namespace learner
