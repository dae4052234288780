#pragma once

#include <vector>

#include "learner/sequence.hpp"

namespace learner {

struct Head {
  Matrix V;  // d_out x d, the value map
  Matrix Q;  // d x d, key and query fused: a score is z_s^T Q z_t
};

// Multi-head linear attention (MHLA): no softmax, no scaling, no bias.
// Precondition of every use: at least one head, all of one shape.
struct Model {
  std::vector<Head> heads;

  Index d() const { return heads.front().Q.rows(); }
  Index d_out() const { return heads.front().V.rows(); }
};

// The model's answers, straight from the definition (no features, no G):
//   all     Yhat = sum_h V_h Z (Z^T Q_h Z)
//   causal  the same with score (s, t) set to 0 for s > t
//   last    yhat = sum_h V_h Z (Z^T Q_h z_n)
// Z: d x n, n >= 1. Returns d_out x T. Cost O(H (n d^2 + n^2 d)), last: O(H n d).
// Source: paper A (arXiv 2410.10101), def. 2.1.
Matrix attend(const Model& model, const Matrix& Z, Targets targets);

}  // namespace learner
