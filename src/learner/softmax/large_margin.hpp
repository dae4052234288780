#pragma once

#include <span>

#include "learner/error.hpp"
#include "learner/sequence.hpp"

namespace learner {

struct RefinedSum {
  Matrix sum;           // d x d, Wbar
  Index rows = 0;       // large-margin rows that it rests on
  double margin = 0.0;  // the least that counted as large
};

// Phase 3 of paper B: where `Theta`, the minimum-norm point, gives one token a score that exceeds that of every other
// different token by a large margin (log multiplicities counted), all heads are taken to look at that token only, so
// that y_t = Wbar^T z; Wbar by least squares on all such rows. A sequence of equal tokens has an infinite margin, and
// its equation is exact.
// margin: in units of scores; 0 takes the largest of 16, 16/1.5, .., 16/1.5^14 and 0 that leaves d independent tokens.
// Errors: fewer than d independent tokens; a negative margin; no examples. Cost O(N k^2 d). Source: paper B, phase 3;
// the choice of the margin is ours.
Expected<RefinedSum> refine_sum(const Matrix& Theta, std::span<const Sequence> sequences, double margin);

}  // namespace learner
