#pragma once

#include <span>
#include <utility>
#include <vector>

#include "learner/random.hpp"
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

// `count` heads with independent entries of standard deviation 1/sqrt(d).
Model random_heads(Index d, Index d_out, Index count, Random& random);

// The heads as two matrices whose columns are the row-major vec(V_h) and vec(Q_h): (d_out d) x H and d^2 x H; and back.
std::pair<Matrix, Matrix> columns_of(const Model& model);
Model model_of(const Matrix& V, const Matrix& Q, Index d);

// The model's answers, straight from the definition (no features, no G):
//   all     Yhat = sum_h V_h Z (Z^T Q_h Z)
//   causal  the same with score (s, t) set to 0 for s > t
//   last    yhat = sum_h V_h Z (Z^T Q_h z_n)
// Z: d x n, n >= 1. Returns d_out x T. Cost O(H (n d^2 + n^2 d)), last: O(H n d).
// Source: paper A (arXiv 2410.10101), def. 2.1.
Matrix attend(const Model& model, const Matrix& Z, Targets targets);

// Sums from which the error of predictions is read; blocks of a large test set add up.
struct TestError {
  double squared_error = 0.0;    // sum over rows of ||y - yhat||^2
  double squared_targets = 0.0;  // sum over rows of ||y||^2
  Index rows = 0;
  Index d_out = 1;

  // Mean over rows of ||y - yhat||^2 / d_out. 0 when there are no rows.
  double mean() const;
  // squared_error / squared_targets: 1 is what answering 0 achieves. 0 when all targets are 0.
  double relative() const;

  void add(const Matrix& prediction, const Matrix& target);  // both d_out x T
  void merge(const TestError& other);
};

// Error of folded coefficients p, d_out x psi, on sequences that pass validate.
// Cost: evaluate_folded for each.
TestError test_error(const Matrix& p, std::span<const Sequence> sequences, Targets targets);

// Error of a model. Cost: attend for each.
TestError test_error(const Model& model, std::span<const Sequence> sequences, Targets targets);

}  // namespace learner
