// Letters: z a token, G moments, u = Q z, w = G u; dX the gradient of the loss by X.
#include "learner/descent/linear_attention.hpp"

#include <algorithm>

namespace learner {
namespace {

// y += S x with one matrix a lane.
void add_lane_product(const Lanes* S, Index d, const Lanes* x, Lanes* y) {
  for (Index i = 0; i < d; ++i) {
    Lanes total = y[i];
    for (Index k = 0; k < d; ++k) total += S[i * d + k] * x[k];
    y[i] = total;
  }
}

// dz += (D + D^T) z, what D : z z^T has to say about z.
void add_square_gradient(const Lanes* D, Index d, const Lanes* z, Lanes* dz) {
  for (Index i = 0; i < d; ++i) {
    Lanes total = dz[i];
    for (Index k = 0; k < d; ++k) total += (D[i * d + k] + D[k * d + i]) * z[k];
    dz[i] = total;
  }
}

}  // namespace

void LinearAttention::sum_moments(std::span<const Lanes> x) {
  const Index d = shape_.d;
  const auto n = static_cast<Index>(x.size()) / d;
  const bool causal = shape_.targets == Targets::causal;
  G_.resize(static_cast<std::size_t>((causal ? n : 1) * d * d));
  std::fill_n(G_.begin(), d * d, Lanes{});
  for (Index t = 0; t < n; ++t) {
    Lanes* G = G_.data() + (causal ? t * d * d : 0);
    if (causal && t > 0) std::copy_n(G - d * d, d * d, G);
    const Lanes* z = x.data() + t * d;
    add_outer(z, d, z, d, G);
  }
}

const Lanes* LinearAttention::moments(Index t) const {
  return G_.data() + (shape_.targets == Targets::causal ? t * shape_.d * shape_.d : 0);
}

void LinearAttention::answer(const double* theta, const Lanes* z, Index t) {
  const auto [d, d_out, heads, targets, score_scale, head_scale] = shape_;
  Lanes* y = y_.data() + t * d_out;
  for (Index h = 0; h < heads; ++h) {
    const double* V = theta + h * shape_.head_parameters();
    const double* Q = V + d_out * d;
    Lanes* u = u_.data() + (t * heads + h) * d;
    Lanes* w = w_.data() + (t * heads + h) * d;
    add_product(Q, d, d, z, u);
    add_lane_product(moments(t), d, u, w);
    add_product(V, d_out, d, w, y);
  }
  for (Index a = 0; a < d_out; ++a) y[a] = (score_scale * head_scale) * y[a];
}

std::span<const Lanes> LinearAttention::forward(std::span<const double> theta, std::span<const Lanes> x) {
  const Index d = shape_.d;
  const auto n = static_cast<Index>(x.size()) / d;
  const Index first = shape_.first_target(n);
  const Index T = n - first;
  sum_moments(x);
  u_.assign(static_cast<std::size_t>(T * shape_.heads * d), Lanes{});
  w_.assign(u_.size(), Lanes{});
  y_.assign(static_cast<std::size_t>(T * shape_.d_out), Lanes{});
  for (Index t = 0; t < T; ++t) answer(theta.data(), x.data() + (first + t) * d, t);
  return y_;
}

// dz is null when the gradient by x is not wanted.
void LinearAttention::backward_target(const double* theta, const Lanes* z, Index t, const Lanes* dy, Lanes* gradient,
                                      Lanes* dz) {
  const auto [d, d_out, heads, targets, score_scale, head_scale] = shape_;
  for (Index a = 0; a < d_out; ++a) {
    scaled_[static_cast<std::size_t>(a)] = (score_scale * head_scale) * dy[t * d_out + a];
  }
  for (Index h = 0; h < heads; ++h) {
    const double* V = theta + h * shape_.head_parameters();
    const double* Q = V + d_out * d;
    Lanes* dV = gradient + h * shape_.head_parameters();
    const Lanes* u = u_.data() + (t * heads + h) * d;
    add_outer(scaled_.data(), d_out, w_.data() + (t * heads + h) * d, d, dV);
    std::fill(dw_.begin(), dw_.end(), Lanes{});
    std::fill(du_.begin(), du_.end(), Lanes{});
    add_transposed_product(V, d_out, d, scaled_.data(), dw_.data());
    add_lane_product(moments(t), d, dw_.data(), du_.data());  // G is symmetric
    add_outer(du_.data(), d, z, d, dV + d_out * d);
    if (dz == nullptr) continue;
    add_outer(dw_.data(), d, u, d, dG_.data());
    add_transposed_product(Q, d, d, du_.data(), dz);
  }
}

std::span<const Lanes> LinearAttention::backward(std::span<const double> theta, std::span<const Lanes> x,
                                                 std::span<const Lanes> dy, std::span<Lanes> gradient,
                                                 bool input_wanted) {
  const Index d = shape_.d;
  const auto n = static_cast<Index>(x.size()) / d;
  const Index first = shape_.first_target(n);
  dw_.resize(static_cast<std::size_t>(d));
  du_.resize(static_cast<std::size_t>(d));
  scaled_.resize(static_cast<std::size_t>(shape_.d_out));
  dG_.assign(static_cast<std::size_t>(d * d), Lanes{});
  dx_.assign(input_wanted ? x.size() : 0, Lanes{});

  // From the last target back: a causal token has part in the moments of every later target.
  for (Index t = n - 1; t >= first; --t) {
    const Lanes* z = x.data() + t * d;
    Lanes* dz = input_wanted ? dx_.data() + t * d : nullptr;
    backward_target(theta.data(), z, t - first, dy.data(), gradient.data(), dz);
    if (input_wanted && shape_.targets == Targets::causal) add_square_gradient(dG_.data(), d, z, dz);
  }
  if (input_wanted && shape_.targets != Targets::causal) {
    for (Index t = 0; t < n; ++t) add_square_gradient(dG_.data(), d, x.data() + t * d, dx_.data() + t * d);
  }
  return dx_;
}

}  // namespace learner
