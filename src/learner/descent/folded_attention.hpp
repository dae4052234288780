#pragma once

#include "learner/descent/linear_attention.hpp"

namespace learner {

// The same function of the same parameters as LinearAttention, computed through the folded coefficients
// p (see features.hpp): y_t,a = sum_l (sum_{j<=k} p_a{jk}l G_t,jk) z_t,l. Heads matter only before and after
// the tokens are gone through, when p is put together and its gradient taken apart; so 16 heads cost what
// one does. Cost of both passes for one target: 2 d_out psi multiplications, 3 d_out psi with the gradient
// by x; for a pack 2 H d_out d^3 more. Source: ours (cor. 2.4 of paper A read as an algorithm).
class FoldedAttention {
 public:
  explicit FoldedAttention(const AttentionShape& shape) : shape_(shape) {}

  // Whether this is cheaper than LinearAttention, by the counts of multiplications: d_out q < H (2 d + d_out).
  static bool pays(const AttentionShape& shape);

  Index inputs() const { return shape_.d; }
  Index outputs() const { return shape_.d_out; }
  Index parameters() const { return shape_.parameters(); }

  // As LinearAttention's.
  std::span<const Lanes> forward(std::span<const double> theta, std::span<const Lanes> x);
  std::span<const Lanes> backward(std::span<const double> theta, std::span<const Lanes> x, std::span<const Lanes> dy,
                                  std::span<Lanes> gradient, bool input_wanted);

 private:
  void fold(std::span<const double> theta);
  void unfold_gradient(std::span<const double> theta, std::span<Lanes> gradient) const;
  void sum_moments(std::span<const Lanes> x);
  Index moments_at(Index t) const;

  AttentionShape shape_;
  std::vector<double> p_;  // (d_out d) x q: row a d + l, column pair_index(j, k)
  std::vector<Lanes> g_;   // vech(G): q, for each t when causal, else once
  std::vector<Lanes> r_;   // p g: T x d_out x d
  std::vector<Lanes> y_;   // T x d_out
  std::vector<Lanes> dx_;  // n x d
  std::vector<Lanes> dp_;  // as p
  std::vector<Lanes> dg_;  // q, the sum over the targets gone through so far
  std::vector<Lanes> s_;   // dy z^T: d_out x d
};

}  // namespace learner
