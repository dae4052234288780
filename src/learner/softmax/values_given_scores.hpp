#pragma once

#include <span>
#include <vector>

#include "learner/error.hpp"
#include "learner/evaluate.hpp"
#include "learner/sequence.hpp"
#include "learner/softmax/softmax_layer.hpp"

namespace learner {

struct FittedValues {
  SoftmaxLayer layer;  // the given Theta_i with their W_i
  Index rank = 0;      // of the m d unknowns of an output; below it the W_i are those of least norm
};

// A row of features for each query: column t is (Z p_1t; ..; Z p_mt), m d x k.
Matrix score_features(const std::vector<Matrix>& Thetas, const Matrix& Z);

// The W_i of least squares for known Theta_i: argmin sum ||y_t - sum_i W_i^T Z p_it||^2 over all rows of all sequences.
// Normal equations and one step of refinement on the data. Errors: no heads; no examples; numbers that are not finite.
// Cost O(rows (m d)^2 + (m d)^3). Source: textbook.
Expected<FittedValues> values_given_scores(const std::vector<Matrix>& Thetas, std::span<const Sequence> sequences);

// Error of a layer on sequences with an answer to every token.
TestError layer_test_error(const SoftmaxLayer& layer, std::span<const Sequence> sequences);

}  // namespace learner
