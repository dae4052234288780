// Letters: z a token, u = Q z_t, a the weights of a softmax, c = sum_s a_s z_s; dX the gradient by X.
#include "learner/descent/softmax_attention.hpp"

#include <algorithm>

namespace learner {
namespace {

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
