#pragma once

#include <span>
#include <vector>

#include "learner/evaluate.hpp"

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

// e^score / sum of them, stable for scores of any size; portable bits. Source: textbook.
Vector softmax(const Vector& scores);

// One head's weights on a sequence: column t is p_t, k x k. Z: d x k, k >= 1. O(d^2 k + d k^2).
Matrix attention_weights(const Matrix& Theta, const Matrix& Z);

// The layer's answers to every token: d x k. O(m (d^2 k + d k^2)). Source: paper B, eq. 1.
Matrix attend(const SoftmaxLayer& layer, const Matrix& Z);

// Error of a layer on sequences with an answer to every token. Cost: attend for each.
TestError test_error(const SoftmaxLayer& layer, std::span<const Sequence> sequences);

}  // namespace learner
