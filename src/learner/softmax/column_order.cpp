#include "learner/softmax/column_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "learner/random.hpp"
#include "learner/softmax/tanh_network.hpp"

namespace learner {
namespace {

// What one head adds to the answers of both tokens of every pair, less the middle Wbar^T (u + v)/2.
Vector head_answers(const Matrix& Theta, const Matrix& W, std::span<const TwoTokenAnswer> answers) {
  const Index d = W.rows();
  Vector result(2 * d * std::ssize(answers));
  Index at = 0;
  for (const TwoTokenAnswer& answer : answers) {
    const Vector u = token_of(answer.u, d), v = token_of(answer.v, d);
    const Vector key = Theta * (u - v), value = 0.5 * W.transpose() * (u - v);
    const double shift = portable_log(static_cast<double>(answer.n_u) / static_cast<double>(answer.n_v));
    result.segment(at, d) = portable_tanh(0.5 * (shift + u.dot(key))) * value;
    result.segment(at + d, d) = portable_tanh(0.5 * (shift + v.dot(key))) * value;
    at += 2 * d;
  }
  return result;
}

Vector less_middle(const Matrix& Wbar, std::span<const TwoTokenAnswer> answers) {
  const Index d = Wbar.rows();
  Vector result(2 * d * std::ssize(answers));
  Index at = 0;
  for (const TwoTokenAnswer& answer : answers) {
    const Vector middle = 0.5 * Wbar.transpose() * (token_of(answer.u, d) + token_of(answer.v, d));
    result.segment(at, d) = answer.y_u - middle;
    result.segment(at + d, d) = answer.y_v - middle;
    at += 2 * d;
  }
  return result;
}

}  // namespace

ColumnOrder column_order(const SoftmaxLayer& before, const SoftmaxLayer& added, const Matrix& Wbar,
                         std::span<const TwoTokenAnswer> answers) {
  const Index m = before.m();
  const Vector y = less_middle(Wbar, answers);
  Matrix parts(y.size(), m * m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j) {
      const SoftmaxHead &a = before.heads[static_cast<std::size_t>(i)], &b = added.heads[static_cast<std::size_t>(j)];
      parts.col(i * m + j) = head_answers(a.Theta + b.Theta, a.W + b.W, answers);
    }
  std::vector<Index> order(static_cast<std::size_t>(m));
  std::iota(order.begin(), order.end(), Index{0});
  double best = std::numeric_limits<double>::infinity(), second = best;
  ColumnOrder result{.order = order};
  do {
    Vector rest = y;
    for (Index i = 0; i < m; ++i) rest -= parts.col(i * m + order[static_cast<std::size_t>(i)]);
    const double error = rest.norm();
    if (error < best)
      second = best, best = error, result.order = order;
    else
      second = std::min(second, error);
  } while (std::ranges::next_permutation(order).found);
  result.margin = m == 1 ? second : second / std::max(best, std::numeric_limits<double>::min());
  return result;
}

}  // namespace learner
