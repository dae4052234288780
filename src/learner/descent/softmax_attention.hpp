#pragma once

#include "learner/descent/linear_attention.hpp"

namespace learner {

// Softmax attention on a pack, with the same heads:
//   y_t = head_scale sum_h V_h sum_s a_s z_s,   a = softmax over visible s of score_scale z_s^T Q_h z_t;
// visible are all tokens, and those up to t when causal. The functions are LinearAttention's.
// Cost of both passes: about 5 H d multiplications and H / 2 exponentials for each pair of tokens; memory
// one number for each head and pair. Source: paper A, section 6 ("full" transformer).
class SoftmaxAttention {
 public:
  explicit SoftmaxAttention(const AttentionShape& shape) : shape_(shape) {}

  Index inputs() const { return shape_.d; }
  Index outputs() const { return shape_.d_out; }
  Index parameters() const { return shape_.parameters(); }

  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  Index visible(Index t, Index n) const { return shape_.targets == Targets::causal ? t + 1 : n; }
  void attend(std::span<const Lanes> x, const Lanes* u, Index seen, Lanes* weights, Lanes* c) const;
  void backward_scores(std::span<const Lanes> x, const Lanes* u, Index seen, const Lanes* weights, const Lanes* c);

  AttentionShape shape_;
  std::vector<Lanes> u_;        // Q_h z_t: T x H x d
  std::vector<Lanes> c_;        // sum_s a_s z_s: T x H x d
  std::vector<Lanes> weights_;  // a: for each target and head, one for each visible token
  std::vector<Lanes> y_;        // T x d_out
  std::vector<Lanes> dx_;       // n x d
  std::vector<Lanes> dc_, du_, scaled_;
};

}  // namespace learner
