#pragma once

#include "learner/softmax/softmax_layer.hpp"

namespace learner {

// What crude_sum converges to as examples are added, exactly: the mean over uniform tokens in {-1, 1}^d of
// (1/k) (sum_t z_t)(sum_t y_t)^T, which is sum_i B_i W_i with
//   B = E[(sum_a z_a) (sum_s e_s z_s)^T / sum_s e_s],   e_s = exp(z_1^T Theta z_s).
// With 1/S = integral over t > 0 of e^(-tS), the mean factors over the tokens, which leaves one integral for each value
// of z_1: by the trapezoid rule in log t, its error below 1e-11 of the sum. There are 2^(dk) sequences; this takes
// 4^d steps.
// Precondition: 1 <= d <= 8, k >= 1, |z^T Theta z'| <= 300. Cost about 150 m 4^d (d^2 + 20). Source: ours.
Matrix crude_sum_limit(const SoftmaxLayer& layer, Index k);

}  // namespace learner
