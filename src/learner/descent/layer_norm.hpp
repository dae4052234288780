#pragma once

#include <span>
#include <vector>

#include "learner/descent/lanes.hpp"

namespace learner {

// Layer norm of every token of a pack: y_i = gain_i (x_i - mean) / sqrt(variance + 1e-5) + bias_i, mean and
// variance (divided by width) over the token's coordinates. Parameters: gain, then bias. At width 2 it
// keeps only which coordinate is larger: embed such tokens first. The functions are LinearAttention's;
// T = n. Cost O(n width). Source: Ba, Kiros, Hinton, "Layer Normalization", 2016.
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

}  // namespace learner
