// The two real scenes of figure "landscape": a hidden layer, the data it makes, and the slices of both spaces.
//
// Letters: d token dimension, n tokens in a sequence, N sequences; (V, Q) the first hidden head, (V', Q') the second
// direction of the slice, both balanced so that |V| = |Q|. Each s, t stands for the one head (s V + t V', s Q + t Q'),
// or lifted for W = s vec V vecᵀQ + t vec V' vecᵀQ'. The second direction is, at turn 0, the other hidden head, or with
// only one hidden (-V, Q), which gives the product (1 - s² + t²)²; at turn 1 a random head orthogonal to that and as
// long.
#pragma once

#include <cstdint>
#include <vector>

#include "learner/error.hpp"
#include "learner/landscape.hpp"
#include "learner/sequence.hpp"

namespace figures::landscape {

inline constexpr Index kHiddenSize = 3;         // d and d_out
inline constexpr Index kHiddenTokens = 8;       // n
inline constexpr Index kHiddenSequences = 128;  // N

// A loss over (s, t) with where it comes from.
struct LossSlice {
  learner::Landscape landscape;
  learner::Slice slice;
  std::vector<learner::Sequence> data;
  double zero_loss = 0;   // mean of |y|²: the loss of answering 0
  double regression = 0;  // the lowest loss of any W, by regression (absolute, as the next)
  double unit = 1;        // length of a step of 1 along s in the space of parameters

  // The loss at (s, t), once more from the data: the model's own answers, sequence by sequence.
  double on_data(double s, double t) const;

  // Length of the gradient's part that points out of the slice, for a step as long as 1 along s.
  double off_slope(double s, double t) const;
};

struct SliceOptions {
  std::uint64_t seed = 1;
  int hidden = 2;   // heads of the layer that made the data: 1 or 2
  double turn = 0;  // of the second direction, 0 to 1
  learner::Space space = learner::Space::heads;
};

// Errors: those of the data and of the regression, each a sentence.
learner::Expected<LossSlice> make_slice(const SliceOptions& options);

}  // namespace figures::landscape
