#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "learner/descent/attention.hpp"
#include "learner/descent/lanes.hpp"
#include "learner/random.hpp"

namespace learner {

// The layers of a network; their functions are those of LinearAttention, and all but attention have T = n.

// The same affine map for every token of a pack: y_t = A x_t + b. Parameters: A, outputs x inputs, row by row, then b
// when there is one. Cost of both passes: 2 inputs outputs multiplications a token, 3 with the gradient by x.
class LinearMap {
 public:
  LinearMap(Index inputs, Index outputs, bool bias) : inputs_(inputs), outputs_(outputs), bias_(bias) {}

  Index inputs() const { return inputs_; }
  Index outputs() const { return outputs_; }
  Index parameters() const { return outputs_ * (inputs_ + (bias_ ? 1 : 0)); }

  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  Index inputs_, outputs_;
  bool bias_;
  std::vector<Lanes> y_;   // n x outputs
  std::vector<Lanes> dx_;  // n x inputs
};

// A perceptron with one hidden layer on every token of a pack: y = B gelu(A x + a) + b, A hidden x width. Parameters:
// A, a, B, b. gelu(v) = v s(v) with s(v) = 1 / (1 + exp(-2 sqrt(2/pi) (v + 0.044715 v^3))), the "tanh" form of
// Hendrycks & Gimpel, "Gaussian Error Linear Units", 2016. Cost of both passes: 6 width hidden multiplications a token.
class Perceptron {
 public:
  Perceptron(Index width, Index hidden) : first_(width, hidden, true), second_(hidden, width, true) {}

  Index inputs() const { return first_.inputs(); }
  Index outputs() const { return second_.outputs(); }
  Index hidden() const { return first_.outputs(); }
  Index parameters() const { return first_.parameters() + second_.parameters(); }

  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  LinearMap first_, second_;
  std::vector<Lanes> active_;  // gelu(A x + a): n x hidden
  std::vector<Lanes> slope_;   // its derivative; in backward, the loss's gradient by A x + a
};

// Layer norm of every token of a pack: y_i = gain_i (x_i - mean) / sqrt(variance + 1e-5) + bias_i, mean and variance
// (divided by width) over the token's coordinates. Parameters: gain, then bias. At width 2 all that is left is which
// coordinate is larger: embed such tokens first. Cost O(n width). Source: Ba, Kiros, Hinton, "Layer Normalization",
// 2016.
class LayerNorm {
 public:
  explicit LayerNorm(Index width) : width_(width) {}

  Index inputs() const { return width_; }
  Index outputs() const { return width_; }
  Index parameters() const { return 2 * width_; }

  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  Index width_;
  std::vector<Lanes> normal_;   // (x_i - mean) * inverse: n x width
  std::vector<Lanes> inverse_;  // 1 / sqrt(variance + 1e-5): n
  std::vector<Lanes> y_, dx_;   // n x width
};

// One step of a network: body(x), body(norm(x)), or x plus either. Where the body answers fewer tokens than it sees
// (Targets::last), the last tokens of x are added. Parameters: the norm's, then the body's.
class Block {
 public:
  using Body = std::variant<LinearMap, LinearAttention, FoldedAttention, SoftmaxAttention, Perceptron>;

  Block(Body body, bool normalised, bool residual);

  Index parameters() const;

  // Weights N(0, 1/inputs), biases 0, gains 1.
  Vector initial(Random& random) const;

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
