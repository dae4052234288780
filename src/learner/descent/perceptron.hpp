#pragma once

#include "learner/descent/linear_map.hpp"

namespace learner {

// A perceptron with one hidden layer on every token of a pack: y = B gelu(A x + a) + b, A hidden x width.
// Parameters: A, a, B, b. gelu(v) = v s(v) with s(v) = 1 / (1 + exp(-2 sqrt(2/pi) (v + 0.044715 v^3))), the
// "tanh" form of Hendrycks & Gimpel, "Gaussian Error Linear Units", 2016. The functions are
// LinearAttention's; T = n. Cost of both passes: 6 width hidden multiplications a token.
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

}  // namespace learner
