// How much figure "softmax" does for a setting, so that every setting ends in about a second.
#pragma once

#include <array>

#include "figures/softmax/softmax.hpp"

namespace figures::softmax {

// Layers with each number of heads that are asked about, for times that a browser's clock can tell from nothing.
inline constexpr int kLayers = 12;
// An error that counts as recovered.
inline constexpr double kRecovered = 0.01;
// A start that ends so much above the fit that starts at the truth has arrived.
inline constexpr double kAsLow = 1.01;

// Multiply-adds, except for starts and steps.
struct Plan {
  int starts = 0;  // random starts on the examples
  int steps = 0;   // from each, at most
  double questions = 0;
  double step = 0;  // of Levenberg-Marquardt
  struct Count {
    int starts = 0;
    double questions = 0;
    double examples = 0;
  };
  std::array<Count, kMostHeads> counts = {};  // with 1, 2, .. heads
  double work = 0;                            // of the whole run
};

Plan plan_of(const Values& values);

}  // namespace figures::softmax
