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

// What crude_sum converges to as examples are added, exactly: the mean over uniform tokens in {-1, 1}^d of
// (1/k) (sum_t z_t)(sum_t y_t)^T, which is sum_i B_i W_i with
//   B = E[(sum_a z_a) (sum_s e_s z_s)^T / sum_s e_s],   e_s = exp(z_1^T Theta z_s).
// With 1/S = integral over t > 0 of e^(-tS), the mean factors over the tokens, which leaves one integral for each value
// of z_1: by the trapezoid rule in log t, its error below 1e-11 of the sum. There are 2^(dk) sequences; this takes
// 4^d steps.
// Precondition: 1 <= d <= 8, k >= 1, |z^T Theta z'| <= 300. Cost about 150 m 4^d (d^2 + 20). Source: ours.
Matrix crude_sum_limit(const SoftmaxLayer& layer, Index k);

struct RefinedSum {
  Matrix sum;           // d x d, Wbar
  Index rows = 0;       // large-margin rows that it rests on
  double margin = 0.0;  // the least that counted as large
};

// Phase 3 of paper B: where `Theta`, the minimum-norm point, gives one token a score that exceeds that of every other
// different token by a large margin (log multiplicities counted), all heads are assumed to look at that token only, so
// that y_t = Wbar^T z; Wbar by least squares on all such rows. A sequence of equal tokens has an infinite margin, and
// its equation is exact.
// margin: in units of scores; 0 takes the largest of 16, 16/1.5, .., 16/1.5^14 and 0 that leaves d independent tokens.
// Errors: fewer than d independent tokens; a negative margin; no examples. Cost O(N k^2 d). Source: paper B, phase 3;
// the choice of the margin is ours.
Expected<RefinedSum> refine_sum(const Matrix& Theta, std::span<const Sequence> sequences, double margin);

}  // namespace learner
