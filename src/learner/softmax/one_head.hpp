#pragma once

#include <span>

#include "learner/sequence.hpp"
#include "learner/softmax/softmax_layer.hpp"

namespace learner {

struct OneHeadOptions {
  double noise = 0.0;  // the standard deviation that answers are known to have
  Progress progress = {};
};

struct OneHeadRecovery {
  SoftmaxLayer layer;         // of one head
  Index value_equations = 0;  // answers in sequences whose tokens agree in an entry; W rests on them
  Index score_equations = 0;  // differences of two scores; Theta rests on them
  Index sequences_used = 0;   // those whose distinct tokens are affinely independent
  double fit_error = 0.0;     // root mean square of answer - layer, over all examples
};

// The one head of a layer from random examples, in closed form. Letters: A = W^-T, so that A y_t = Z p_t.
// 1. Where all tokens of a sequence agree in entry j, row j of A times y_t is that entry, whatever the weights p_t:
//    least squares for A, row by row.
// 2. Where the distinct tokens of a sequence are affinely independent, Z p = A y_t and sum p = 1 give p; equal tokens
//    share one entry of p, n_b times one token's. Then
//      log(p_b / n_b) - log(p_c / n_c) = z_t^T Theta (z_b - z_c):
//    least squares for Theta, c the token of the largest p, each equation weighted by how exact its logarithms are.
// 3. With the weights known, W by least squares from all answers.
// examples: tokens in {-1, 1}^d, answers to all tokens (Targets::all). k > d + 1 distinct tokens are never independent.
// Errors: shapes; tokens that are not signs; too few examples whose tokens agree in some entry (about d 2^(k-1) / k
//   examples are needed); W singular; scores that too few examples tell; answers that no single head gives.
// Cost O(N k (d^2 + k^3 + k d^4)), progress now and then. Source: ours; step 2 is paper B's agreement constraint.
Expected<OneHeadRecovery> recover_one_head(std::span<const Sequence> examples, const OneHeadOptions& options = {});

}  // namespace learner
