// Letters: z a token, g = vech(G), p folded coefficients, r = p g; dX the gradient of the loss by X.
#include "learner/descent/folded_attention.hpp"

#include <algorithm>

#include "learner/features.hpp"

namespace learner {
namespace {

// g += vech(z z^T).
void add_square(const Lanes* z, Index d, Lanes* g) {
  for (Index j = 0; j < d; ++j) {
    for (Index k = j; k < d; ++k) *g++ += z[j] * z[k];
  }
}

// dz += what <dg, vech(z z^T)> has to say about z.
void add_square_gradient(const Lanes* dg, const Lanes* z, Index d, Lanes* dz) {
  for (Index j = 0; j < d; ++j) {
    for (Index k = j; k < d; ++k, ++dg) {
      dz[j] += *dg * z[k];
      dz[k] += *dg * z[j];
    }
  }
}

}  // namespace

bool FoldedAttention::pays(const AttentionShape& shape) {
  return shape.d_out * pair_count(shape.d) < shape.heads * (2 * shape.d + shape.d_out);
}

// p_a{jk}l = scale sum_h (V_aj Q_kl + V_ak Q_jl), one term for j = k.
void FoldedAttention::fold(std::span<const double> theta) {
  const auto [d, d_out, heads, targets, score_scale, head_scale] = shape_;
  const double scale = score_scale * head_scale;
  p_.assign(static_cast<std::size_t>(d_out * feature_count(d)), 0.0);
  for (Index h = 0; h < heads; ++h) {
    const double* V = theta.data() + h * shape_.head_parameters();
    const double* Q = V + d_out * d;
    double* p = p_.data();
    for (Index a = 0; a < d_out; ++a) {
      for (Index l = 0; l < d; ++l) {
        for (Index j = 0; j < d; ++j) {
          *p++ += scale * (V[a * d + j] * Q[j * d + l]);
          for (Index k = j + 1; k < d; ++k) *p++ += scale * (V[a * d + j] * Q[k * d + l] + V[a * d + k] * Q[j * d + l]);
        }
      }
    }
  }
}

// The gradient by p becomes that by V and Q. It is a sum over lanes already, so it goes into the first.
void FoldedAttention::unfold_gradient(std::span<const double> theta, std::span<Lanes> gradient) const {
  const auto [d, d_out, heads, targets, score_scale, head_scale] = shape_;
  const double scale = score_scale * head_scale;
  for (Index h = 0; h < heads; ++h) {
    const double* V = theta.data() + h * shape_.head_parameters();
    const double* Q = V + d_out * d;
    Lanes* dV = gradient.data() + h * shape_.head_parameters();
    Lanes* dQ = dV + d_out * d;
    const auto add = [](Lanes& place, double value) { place.set(0, place[0] + value); };
    const Lanes* dp = dp_.data();
    for (Index a = 0; a < d_out; ++a) {
      for (Index l = 0; l < d; ++l) {
        for (Index j = 0; j < d; ++j) {
          for (Index k = j; k < d; ++k) {
            const double slope = scale * sum(*dp++);
            add(dV[a * d + j], slope * Q[k * d + l]);
            add(dQ[k * d + l], slope * V[a * d + j]);
            if (j == k) continue;
            add(dV[a * d + k], slope * Q[j * d + l]);
            add(dQ[j * d + l], slope * V[a * d + k]);
          }
        }
      }
    }
  }
}

void FoldedAttention::sum_moments(std::span<const Lanes> x) {
  const Index d = shape_.d, q = pair_count(d);
  const auto n = static_cast<Index>(x.size()) / d;
  const bool causal = shape_.targets == Targets::causal;
  g_.resize(static_cast<std::size_t>((causal ? n : 1) * q));
  std::fill_n(g_.begin(), q, Lanes{});
  for (Index t = 0; t < n; ++t) {
    Lanes* g = g_.data() + (causal ? t * q : 0);
    if (causal && t > 0) std::copy_n(g - q, q, g);
    add_square(x.data() + t * d, d, g);
  }
}

Index FoldedAttention::moments_at(Index t) const {
  return shape_.targets == Targets::causal ? t * pair_count(shape_.d) : 0;
}

std::span<const Lanes> FoldedAttention::forward(std::span<const double> theta, std::span<const Lanes> x) {
  const Index d = shape_.d, d_out = shape_.d_out, q = pair_count(d);
  const auto n = static_cast<Index>(x.size()) / d;
  const Index first = shape_.first_target(n);
  fold(theta);
  sum_moments(x);
  r_.assign(static_cast<std::size_t>((n - first) * d_out * d), Lanes{});
  y_.assign(static_cast<std::size_t>((n - first) * d_out), Lanes{});
  for (Index t = first; t < n; ++t) {
    Lanes* r = r_.data() + (t - first) * d_out * d;
    add_product(p_.data(), d_out * d, q, g_.data() + moments_at(t), r);
    for (Index a = 0; a < d_out; ++a) {
      Lanes& y = y_[static_cast<std::size_t>((t - first) * d_out + a)];
      for (Index l = 0; l < d; ++l) y += r[a * d + l] * x[static_cast<std::size_t>(t * d + l)];
    }
  }
  return y_;
}

std::span<const Lanes> FoldedAttention::backward(std::span<const double> theta, std::span<const Lanes> x,
                                                 std::span<const Lanes> dy, std::span<Lanes> gradient,
                                                 bool input_wanted) {
  const Index d = shape_.d, d_out = shape_.d_out, q = pair_count(d);
  const auto n = static_cast<Index>(x.size()) / d;
  const Index first = shape_.first_target(n);
  dp_.assign(p_.size(), Lanes{});
  dg_.assign(static_cast<std::size_t>(q), Lanes{});
  dx_.assign(input_wanted ? x.size() : 0, Lanes{});

  // From the last target back: a causal token has part in the moments of every later target.
  for (Index t = n - 1; t >= first; --t) {
    const Lanes* z = x.data() + t * d;
    const Lanes* dy_t = dy.data() + (t - first) * d_out;
    s_.assign(static_cast<std::size_t>(d_out * d), Lanes{});
    add_outer(dy_t, d_out, z, d, s_.data());
    add_outer(s_.data(), d_out * d, g_.data() + moments_at(t), q, dp_.data());
    if (!input_wanted) continue;
    Lanes* dz = dx_.data() + t * d;
    const Lanes* r = r_.data() + (t - first) * d_out * d;
    for (Index a = 0; a < d_out; ++a) {
      for (Index l = 0; l < d; ++l) dz[l] += dy_t[a] * r[a * d + l];
    }
    add_transposed_product(p_.data(), d_out * d, q, s_.data(), dg_.data());
    if (shape_.targets == Targets::causal) add_square_gradient(dg_.data(), z, d, dz);
  }
  if (input_wanted && shape_.targets != Targets::causal) {
    for (Index t = 0; t < n; ++t) add_square_gradient(dg_.data(), x.data() + t * d, d, dx_.data() + t * d);
  }
  unfold_gradient(theta, gradient);
  return dx_;
}

}  // namespace learner
