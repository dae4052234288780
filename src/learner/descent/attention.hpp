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

// What the attention layers below share.
class Attention {
 public:
  explicit Attention(const AttentionShape& shape) : shape_(shape) {}

  Index inputs() const { return shape_.d; }
  Index outputs() const { return shape_.d_out; }
  Index parameters() const { return shape_.parameters(); }

 protected:
  AttentionShape shape_;
  std::vector<Lanes> y_;   // T x d_out
  std::vector<Lanes> dx_;  // n x d
};

// Linear attention on a pack, head by head: y_t = scale sum_h V_h G_t Q_h z_t with G_t as in Targets and
// scale = score_scale * head_scale. Cost of both passes for one target: about H (3 d^2 + d d_out) multiplications,
// twice that with the gradient by x. G_t is a prefix sum, so no n x n scores arise. Source: paper A, def. 2.1.
//
// Every layer has these two functions. x: tokens of a pack, n x d Lanes, token after token; y: answers, T x d_out.
// What forward returns is valid, and backward relies on it, until the next call of forward.
class LinearAttention : public Attention {
 public:
  using Attention::Attention;

  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);

  // dy: the loss's gradient by y. Adds the gradient by theta to `gradient`, lane by lane, and returns the gradient by
  // x, or nothing when it is not wanted.
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  void sum_moments(std::span<const Lanes> x);
  const Lanes* moments(Index t) const;
  void answer(const double* theta, const Lanes* z, Index t);
  void backward_target(const double* theta, const Lanes* z, Index t, const Lanes* dy, Lanes* gradient, Lanes* dz);

  std::vector<Lanes> G_;   // d x d, for each t when causal, else once
  std::vector<Lanes> u_;   // Q_h z_t: T x H x d
  std::vector<Lanes> w_;   // G_t Q_h z_t: T x H x d
  std::vector<Lanes> dG_;  // d x d, the sum over the targets gone through so far
  std::vector<Lanes> dw_, du_, scaled_;
};

// The same function of the same parameters as LinearAttention, computed through the folded coefficients p (see
// features.hpp): y_t,a = sum_l (sum_{j<=k} p_a{jk}l G_t,jk) z_t,l. Heads only matter before the tokens, when p is put
// together, and after them, when its gradient is taken apart; so 16 heads cost what one does. Cost of both passes for
// one target: 2 d_out psi multiplications, 3 d_out psi with the gradient by x; for a pack 2 H d_out d^3 more.
// Source: ours (cor. 2.4 of paper A read as an algorithm).
class FoldedAttention : public Attention {
 public:
  using Attention::Attention;

  // Whether this is cheaper than LinearAttention, by the counts of multiplications: d_out q < H (2 d + d_out).
  static bool pays(const AttentionShape& shape);

  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  void fold(std::span<const double> theta);
  void unfold_gradient(std::span<const double> theta, std::span<Lanes> gradient) const;
  void sum_moments(std::span<const Lanes> x);
  Index moments_at(Index t) const;

  std::vector<double> p_;  // (d_out d) x q: row a d + l, column pair_index(j, k)
  std::vector<Lanes> g_;   // vech(G): q, for each t when causal, else once
  std::vector<Lanes> r_;   // p g: T x d_out x d
  std::vector<Lanes> dp_;  // as p
  std::vector<Lanes> dg_;  // q, the sum over the targets gone through so far
  std::vector<Lanes> s_;   // dy z^T: d_out x d
};

// Softmax attention on a pack, with the same heads:
//   y_t = head_scale sum_h V_h sum_s a_s z_s,   a = softmax over visible s of score_scale z_s^T Q_h z_t;
// visible are all tokens, and those up to t when causal. Cost of both passes: about 5 H d multiplications and H / 2
// exponentials for each pair of tokens; memory one number for each head and pair.
// Source: paper A, section 6 ("full" transformer).
class SoftmaxAttention : public Attention {
 public:
  using Attention::Attention;

  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  Index visible(Index t, Index n) const { return shape_.targets == Targets::causal ? t + 1 : n; }
  void attend(std::span<const Lanes> x, const Lanes* u, Index seen, Lanes* weights, Lanes* c) const;
  void backward_scores(std::span<const Lanes> x, const Lanes* u, Index seen, const Lanes* weights, const Lanes* c);

  std::vector<Lanes> u_;        // Q_h z_t: T x H x d
  std::vector<Lanes> c_;        // sum_s a_s z_s: T x H x d
  std::vector<Lanes> weights_;  // a: for each target and head, one for each visible token
  std::vector<Lanes> dc_, du_, scaled_;
};

}  // namespace learner
