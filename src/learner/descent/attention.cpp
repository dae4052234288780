// Letters: z a token, G its moments, g = vech(G), u = Q z, w = G u, p folded coefficients, r = p g; of a softmax a its
// weights, c = sum_s a_s z_s. dX is the gradient of the loss by X.
#include "learner/descent/attention.hpp"

#include <algorithm>

#include "learner/features.hpp"

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

Lanes dot(const Lanes* x, const Lanes* y, Index d) {
  Lanes total = x[0] * y[0];
  for (Index i = 1; i < d; ++i) total += x[i] * y[i];
  return total;
}

void add_scaled(const Lanes& scale, const Lanes* x, Index d, Lanes* y) {
  for (Index i = 0; i < d; ++i) y[i] += scale * x[i];
}

// Scores become weights. The largest score is taken off first, so that no exponential overflows.
void softmax(Lanes* scores, Index count) {
  Lanes largest = scores[0];
  for (Index s = 1; s < count; ++s) largest = larger(largest, scores[s]);
  Lanes total{};
  for (Index s = 0; s < count; ++s) total += scores[s] = exponential(scores[s] - largest);
  const Lanes inverse = all_lanes(1.0) / total;
  for (Index s = 0; s < count; ++s) scores[s] = inverse * scores[s];
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

void SoftmaxAttention::attend(std::span<const Lanes> x, const Lanes* u, Index seen, Lanes* weights, Lanes* c) const {
  const Index d = shape_.d;
  for (Index s = 0; s < seen; ++s) weights[s] = shape_.score_scale * dot(x.data() + s * d, u, d);
  softmax(weights, seen);
  for (Index s = 0; s < seen; ++s) add_scaled(weights[s], x.data() + s * d, d, c);
}

std::span<const Lanes> SoftmaxAttention::forward(std::span<const double> theta, std::span<const Lanes> x) {
  const auto [d, d_out, heads, targets, score_scale, head_scale] = shape_;
  const auto n = static_cast<Index>(x.size()) / d;
  const Index first = shape_.first_target(n);
  u_.assign(static_cast<std::size_t>((n - first) * heads * d), Lanes{});
  c_.assign(u_.size(), Lanes{});
  y_.assign(static_cast<std::size_t>((n - first) * d_out), Lanes{});
  weights_.resize(static_cast<std::size_t>(heads * (targets == Targets::causal ? n * (n + 1) / 2 : (n - first) * n)));
  Lanes *u = u_.data(), *c = c_.data(), *weights = weights_.data();
  for (Index t = first; t < n; ++t) {
    Lanes* y = y_.data() + (t - first) * d_out;
    for (Index h = 0; h < heads; ++h, u += d, c += d, weights += visible(t, n)) {
      const double* V = theta.data() + h * shape_.head_parameters();
      add_product(V + d_out * d, d, d, x.data() + t * d, u);
      attend(x, u, visible(t, n), weights, c);
      add_product(V, d_out, d, c, y);
    }
    for (Index a = 0; a < d_out; ++a) y[a] = head_scale * y[a];
  }
  return y_;
}

// From dc to du and, where wanted, dx: through weights and scores.
void SoftmaxAttention::backward_scores(std::span<const Lanes> x, const Lanes* u, Index seen, const Lanes* weights,
                                       const Lanes* c) {
  const Index d = shape_.d;
  const Lanes mean = dot(dc_.data(), c, d);  // sum_s a_s dL/da_s
  std::fill(du_.begin(), du_.end(), Lanes{});
  for (Index s = 0; s < seen; ++s) {
    const Lanes* z = x.data() + s * d;
    const Lanes dscore = shape_.score_scale * (weights[s] * (dot(dc_.data(), z, d) - mean));
    add_scaled(dscore, z, d, du_.data());
    if (dx_.empty()) continue;
    add_scaled(weights[s], dc_.data(), d, dx_.data() + s * d);
    add_scaled(dscore, u, d, dx_.data() + s * d);
  }
}

std::span<const Lanes> SoftmaxAttention::backward(std::span<const double> theta, std::span<const Lanes> x,
                                                  std::span<const Lanes> dy, std::span<Lanes> gradient,
                                                  bool input_wanted) {
  const auto [d, d_out, heads, targets, score_scale, head_scale] = shape_;
  const auto n = static_cast<Index>(x.size()) / d;
  const Index first = shape_.first_target(n);
  dc_.resize(static_cast<std::size_t>(d));
  du_.resize(static_cast<std::size_t>(d));
  scaled_.resize(static_cast<std::size_t>(d_out));
  dx_.assign(input_wanted ? x.size() : 0, Lanes{});
  const Lanes *u = u_.data(), *c = c_.data(), *weights = weights_.data();
  for (Index t = first; t < n; ++t) {
    const Lanes* z = x.data() + t * d;
    for (std::size_t a = 0; a < scaled_.size(); ++a) {
      scaled_[a] = head_scale * dy[static_cast<std::size_t>((t - first) * d_out) + a];
    }
    for (Index h = 0; h < heads; ++h, u += d, c += d, weights += visible(t, n)) {
      const double* V = theta.data() + h * shape_.head_parameters();
      Lanes* dV = gradient.data() + h * shape_.head_parameters();
      add_outer(scaled_.data(), d_out, c, d, dV);
      std::fill(dc_.begin(), dc_.end(), Lanes{});
      add_transposed_product(V, d_out, d, scaled_.data(), dc_.data());
      backward_scores(x, u, visible(t, n), weights, c);
      add_outer(du_.data(), d, z, d, dV + d_out * d);
      if (input_wanted) add_transposed_product(V + d_out * d, d, d, du_.data(), dx_.data() + t * d);
    }
  }
  return dx_;
}

}  // namespace learner
