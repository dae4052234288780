#pragma once

#include "learner/error.hpp"
#include "learner/softmax/softmax_layer.hpp"

namespace learner {

// How far a layer is from what paper B's theorem excludes, as summaries of that paper name its conditions: heads apart,
// distinct singular values, linearly independent attention and projection matrices. Each number is 0 where its
// condition fails outright; how much more than 0 the theorem asks for is in the paper and not here. None depends on
// the units of Theta or W. Letters: m heads, d token dimension.
struct LayerConditions {
  double apart = 0.0;       // least |Theta_i - Theta_j|_F over the largest |Theta_i|_F; infinite for one head
  double theta_gap = 0.0;   // least gap of neighbouring singular values of a Theta_i, over its largest
  double w_gap = 0.0;       // the same of the W_i
  double theta_span = 0.0;  // least singular value of the d² x m matrix with columns vec Theta_i / |Theta_i|_F
  double w_span = 0.0;      // the same of the W_i
};

// A head of zeros has gap, span and distance from another such head 0; for d = 1 a gap is 1, or 0 of a zero.
// Errors: those of singular_values: an entry that is not finite.
// Cost O(m d³ + m² d²). Source: paper B (arXiv 2402.04084) for the conditions, as summarised; the numbers are ours.
Expected<LayerConditions> layer_conditions(const SoftmaxLayer& layer);

}  // namespace learner
