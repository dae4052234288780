#pragma once

#include <span>

#include "learner/error.hpp"
#include "learner/sequence.hpp"
#include "learner/softmax/softmax_layer.hpp"

namespace learner {

// Phase 1 of paper B: the mean over examples of (1/k) X^T J Y = (1/k) (sum_t z_t)(sum_t y_t)^T, which is near
// Wbar = sum_i W_i when the weights are near uniform. d x d. Sequences of one shape, tokens of fair signs, all rows
// answered. Errors: no examples; numbers that are not finite. Cost O(N d (k + d)). Source: paper B, phase 1.
Expected<Matrix> crude_sum(std::span<const Sequence> sequences);

// Wbar itself, which only the owner of the truth knows.
Matrix value_sum(const SoftmaxLayer& truth);

// What crude_sum is off by with infinitely many examples, to first order in the Theta_i:
//   (1 - 1/k) sum_i (Theta_i - (2/k) diag(Theta_i)) W_i.
// Tokens of Gaussian coordinates would have no diag term: it comes from the fourth moment of a sign, 1 and not 3.
// Source: ours, by expanding the softmax and taking moments of sum_t z_t.
Matrix crude_sum_bias(const SoftmaxLayer& truth, Index k);

// ||estimate - Wbar||_F / ||Wbar||_F, a norm of 0 counting as 1.
double sum_error(const Matrix& estimate, const SoftmaxLayer& truth);

}  // namespace learner
