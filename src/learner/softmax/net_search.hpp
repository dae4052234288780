#pragma once

#include <span>

#include "learner/sequence.hpp"
#include "learner/softmax/convex_body.hpp"

namespace learner {

struct NetOptions {
  Index points_per_axis = 9;    // >= 1
  double most_subsets = 50000;  // a net with more subsets of m points is refused
  Index fit_examples = 150;     // least squares for the W_i while the subsets are compared
  Index validation_examples = 150;
  Progress progress = {};
};

struct NetSearch {
  SoftmaxLayer layer = {};        // the best subset, its W_i fitted again to all examples
  double validation_error = 0.0;  // relative squared error, as TestError::relative
  Index points = 0;               // of the net
  double subsets = 0.0;           // compared
  double spacing = 0.0;           // the largest between neighbours along an axis of the net
};

// How many m-subsets a net of points_per_axis^m points has; a double as it may be huge.
double net_subsets(Index points_per_axis, Index heads);

// Phase 6 of paper B: a grid in the span, over the range of the body's extreme points along each axis; every m of its
// points are tried as the Theta_i, with W_i by least squares on the first fit_examples, and the least squared error on
// the next validation_examples wins. An axis along which the body has no length has one point; where m points are the
// whole net or more are needed, the text of the error says so.
// Errors: more subsets than most_subsets; fewer than m points; too few examples; options out of range.
// Cost O((P d)^2 rows + subsets (m d)^3) for P points: exponential in m. Source: paper B, phase 6.
Expected<NetSearch> search_net(const SpanSearch& span, std::span<const Sequence> sequences,
                               const NetOptions& options = {});

}  // namespace learner
