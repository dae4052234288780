#pragma once

#include <span>
#include <vector>

#include "learner/model.hpp"
#include "learner/sequence.hpp"

namespace learner {

// Paper B's names (arXiv 2402.04084); tokens are columns here, rows there, so that its X is Z^T and its F(X) is Y^T.
// Letters: m heads, k tokens in a sequence, d token dimension.

struct SoftmaxHead {
  Matrix Theta;  // d x d, key and query fused: token t gives token s the score z_t^T Theta z_s
  Matrix W;      // d x d, the value map, from the right: y_t = W^T sum_s p_s z_s
};

// A multi-head softmax attention layer, no scaling, no bias, nothing masked:
//   y_t = sum_i W_i^T Z p_it,   p_it = softmax(Z^T Theta_i^T z_t).
// Precondition of every use: at least one head, all of one shape.
struct SoftmaxLayer {
  std::vector<SoftmaxHead> heads;

  Index d() const { return heads.front().Theta.rows(); }
  Index m() const { return static_cast<Index>(heads.size()); }
};

// A norm to divide by: 1 in place of 0.
inline double or_one(double norm) { return norm > 0.0 ? norm : 1.0; }

// e^score / sum of them, stable for scores of any size; portable bits. Source: textbook.
Vector softmax(const Vector& scores);

// One head's weights on a sequence: column t is p_t, k x k. Z: d x k, k >= 1. O(d^2 k + d k^2).
Matrix attention_weights(const Matrix& Theta, const Matrix& Z);

// The layer's answers to every token: d x k. O(m (d^2 k + d k^2)). Source: paper B, eq. 1.
Matrix attend(const SoftmaxLayer& layer, const Matrix& Z);

// Error of a layer on sequences with an answer to every token. Cost: attend for each.
TestError test_error(const SoftmaxLayer& layer, std::span<const Sequence> sequences);

// A sequence with equal tokens merged: softmax cannot tell them apart, and only noise makes their answers differ.
struct DistinctTokens {
  Matrix Z;      // d x n, different columns, in the order in which they come first
  Vector count;  // n, how many tokens each stands for
  Matrix Y;      // d_out x n, the mean of their answers
};

// Sequences with an answer to every token. O(d k n).
DistinctTokens distinct_tokens(const Sequence& sequence);

// How a recovered layer compares with the truth, its heads in the order that fits best: no answer depends on it.
struct HeadMatch {
  std::vector<Index> found;  // found[i] is the recovered head matched to head i of the truth
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
