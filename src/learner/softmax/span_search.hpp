#pragma once

#include <cstdint>

#include "learner/softmax/convex_body.hpp"

namespace learner {

struct SpanOptions {
  Index directions = 0;  // random directions, each taken both ways; 0 stands for d^2, at most 400
  std::uint64_t seed = 1;
  Progress progress = {};
};

struct SpanSearch {
  Matrix basis = {};   // d^2 x m, orthonormal, vec of directions column by column
  Matrix points = {};  // d^2 x count, extreme points of the body
  Vector sigma = {};   // singular values of `points` over sqrt(count), falling
  Index pivots = 0;
};

// Phase 5 of paper B: the span of the Theta_i as that of the body, which is long along their affine hull and, so it is
// hoped, thin across it: the m leading directions of extreme points, found by linear programs in random directions.
// Errors: fewer than m directions with sigma above 1e-6 of the first; a program without an optimum. Cost: 2 directions
// programs of d^2 unknowns. Source: paper B, phase 5; leading directions instead of one at a time are ours.
Expected<SpanSearch> search_span(const ConvexBody& body, Index heads, const SpanOptions& options = {});

// The largest ||Theta_i - its projection on the span|| / ||Theta_i||, and what random directions would leave on
// average, sqrt(1 - m / d^2).
struct SpanError {
  double largest = 0.0;
  double by_chance = 0.0;
};
SpanError span_error(const SpanSearch& span, const SoftmaxLayer& truth);

}  // namespace learner
