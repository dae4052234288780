#pragma once

#include <span>
#include <vector>

#include "learner/descent/lanes.hpp"

namespace learner {

// The same affine map for every token of a pack: y_t = A x_t + b. Parameters: A, outputs x inputs, row by
// row, then b when there is one. The functions are LinearAttention's; T = n. Cost of both passes:
// 2 inputs outputs multiplications a token, 3 with the gradient by x.
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

}  // namespace learner
