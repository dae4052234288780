#pragma once

#include <span>
#include <vector>

#include "learner/descent/lanes.hpp"
#include "learner/sequence.hpp"

namespace learner {

// What an attention layer is; linear and softmax attention share it.
struct AttentionShape {
  Index d = 1;      // of its tokens
  Index d_out = 1;  // of its answers
  Index heads = 1;
  Targets targets = Targets::causal;
  double score_scale = 1.0;  // multiplies scores; the authors' code has 1/sqrt(d)
  double head_scale = 1.0;   // multiplies the sum over heads; the authors' code has 1/heads

  // Parameters: V_1, Q_1, V_2, Q_2, .. row by row; V_h is d_out x d, Q_h d x d.
  Index head_parameters() const { return (d_out + d) * d; }
  Index parameters() const { return heads * head_parameters(); }
  Index first_target(Index n) const { return targets == Targets::last ? n - 1 : 0; }
};

// Linear attention on a pack, head by head: y_t = scale sum_h V_h G_t Q_h z_t with G_t as in Targets and
// scale = score_scale * head_scale.
//
// All layers have the same three functions. x: tokens of a pack, n x d Lanes, token after token; y:
// targets, T x d_out. What forward returns stays valid, and is what backward relies on, until the next
// call of forward.
//
// Cost of both passes for one target: about H (3 d^2 + d d_out) multiplications, twice that with the
// gradient by x. G_t is a prefix sum, so no n x n scores arise. Source: paper A, def. 2.1.
class LinearAttention {
 public:
  explicit LinearAttention(const AttentionShape& shape) : shape_(shape) {}

  Index inputs() const { return shape_.d; }
  Index outputs() const { return shape_.d_out; }
  Index parameters() const { return shape_.parameters(); }

  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);

  // dy: the loss's gradient by y. Adds the gradient by theta to `gradient`, lane by lane. Returns the
  // gradient by x, or nothing when it is not wanted.
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  void sum_moments(std::span<const Lanes> x);
  const Lanes* moments(Index t) const;
  void answer(const double* theta, const Lanes* z, Index t);
  void backward_target(const double* theta, const Lanes* z, Index t, const Lanes* dy, Lanes* gradient, Lanes* dz);

  AttentionShape shape_;
  std::vector<Lanes> G_;   // d x d, for each t when causal, else once
  std::vector<Lanes> u_;   // Q_h z_t: T x H x d
  std::vector<Lanes> w_;   // G_t Q_h z_t: T x H x d
  std::vector<Lanes> y_;   // T x d_out
  std::vector<Lanes> dx_;  // n x d
  std::vector<Lanes> dG_;  // d x d, the sum over the targets gone through so far
  std::vector<Lanes> dw_, du_, scaled_;
};

}  // namespace learner
