#pragma once

#include "learner/softmax/softmax_layer.hpp"

namespace learner {

// The order of heads is nobody's to know: a layer answers the same in any order. How a recovered layer compares with
// the truth once its heads are put in the order that fits best.
struct HeadMatch {
  std::vector<Index> found;  // found[i] is the recovered head that stands for head i of the truth
  double theta_error = 0.0;  // the largest ||Theta - Theta_found||_F / ||Theta||_F over heads
  double w_error = 0.0;      // the same of W
};

// order[i] = j such that the sum of cost(i, order[i]) is least. cost: m x m, m <= 16.
// Cost O(m 2^m): the best order of each subset, one head at a time. Source: Held & Karp, 1962.
std::vector<Index> cheapest_order(const Matrix& cost);

// The order of least sum of ||Theta_i - Theta_j||_F^2 + ||W_i - W_j||_F^2, among all of them.
// A norm of zero in the truth counts as 1. Precondition: as many heads of one shape on both sides, at most 16.
// Cost O(m^2 d^2 + m 2^m).
HeadMatch match_heads(const SoftmaxLayer& truth, const SoftmaxLayer& found);

}  // namespace learner
