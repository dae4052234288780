#include "learner/softmax/softmax_layer.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "learner/exponential.hpp"

namespace learner {
namespace {

double relative(const Matrix& truth, const Matrix& found) { return (truth - found).norm() / or_one(truth.norm()); }

}  // namespace

Vector softmax(const Vector& scores) {
  const double top = scores.maxCoeff();
  Vector weights = scores.unaryExpr([top](double score) { return portable_exp(score - top); });
  return weights / weights.sum();
}

Matrix attention_weights(const Matrix& Theta, const Matrix& Z) {
  const Matrix scores = Z.transpose() * (Theta.transpose() * Z);
  Matrix weights(Z.cols(), Z.cols());
  for (Index t = 0; t < Z.cols(); ++t) weights.col(t) = softmax(scores.col(t));
  return weights;
}

Matrix attend(const SoftmaxLayer& layer, const Matrix& Z) {
  Matrix Y = Matrix::Zero(Z.rows(), Z.cols());
  for (const SoftmaxHead& head : layer.heads) Y += head.W.transpose() * (Z * attention_weights(head.Theta, Z));
  return Y;
}

TestError test_error(const SoftmaxLayer& layer, std::span<const Sequence> sequences) {
  TestError error{.d_out = layer.d()};
  for (const Sequence& sequence : sequences) error.add(attend(layer, sequence.Z), sequence.Y);
  return error;
}

DistinctTokens distinct_tokens(const Sequence& sequence) {
  std::vector<Index> first;  // where each different token stands first
  std::vector<Index> stands_for(static_cast<std::size_t>(sequence.n()));
  for (Index t = 0; t < sequence.n(); ++t) {
    std::size_t a = 0;
    while (a < first.size() && sequence.Z.col(first[a]) != sequence.Z.col(t)) ++a;
    if (a == first.size()) first.push_back(t);
    stands_for[static_cast<std::size_t>(t)] = static_cast<Index>(a);
  }
  const Index n = std::ssize(first);
  DistinctTokens result{Matrix(sequence.d(), n), Vector::Zero(n), Matrix::Zero(sequence.Y.rows(), n)};
  for (Index t = 0; t < sequence.n(); ++t) {
    const Index a = stands_for[static_cast<std::size_t>(t)];
    result.count(a) += 1.0;
    result.Y.col(a) += sequence.Y.col(t);
  }
  for (Index a = 0; a < n; ++a) {
    result.Z.col(a) = sequence.Z.col(first[static_cast<std::size_t>(a)]);
    result.Y.col(a) /= result.count(a);
  }
  return result;
}

std::vector<Index> cheapest_order(const Matrix& cost) {
  const auto m = static_cast<unsigned>(cost.rows());
  std::vector<double> least(std::size_t{1} << m, std::numeric_limits<double>::infinity());
  std::vector<unsigned> last(least.size(), 0);
  least[0] = 0.0;
  // The found heads in `set` stand for the first heads of the truth, as many as there are.
  for (unsigned set = 1; set < least.size(); ++set) {
    const Index i = std::popcount(set) - 1;
    for (unsigned j = 0; j < m; ++j) {
      if ((set >> j & 1u) == 0) continue;
      const double sum = least[set ^ (1u << j)] + cost(i, static_cast<Index>(j));
      if (!(sum >= least[set])) least[set] = sum, last[set] = j;
    }
  }
  std::vector<Index> order(m);
  for (unsigned set = static_cast<unsigned>(least.size()) - 1; set != 0; set ^= 1u << last[set])
    order[static_cast<std::size_t>(std::popcount(set) - 1)] = static_cast<Index>(last[set]);
  return order;
}

HeadMatch match_heads(const SoftmaxLayer& truth, const SoftmaxLayer& found) {
  Matrix cost(truth.m(), truth.m());
  for (Index i = 0; i < truth.m(); ++i)
    for (Index j = 0; j < truth.m(); ++j) {
      const SoftmaxHead &a = truth.heads[static_cast<std::size_t>(i)], &b = found.heads[static_cast<std::size_t>(j)];
      cost(i, j) = (a.Theta - b.Theta).squaredNorm() + (a.W - b.W).squaredNorm();
    }
  HeadMatch match{.found = cheapest_order(cost)};
  for (std::size_t i = 0; i < match.found.size(); ++i) {
    const SoftmaxHead& b = found.heads[static_cast<std::size_t>(match.found[i])];
    match.theta_error = std::max(match.theta_error, relative(truth.heads[i].Theta, b.Theta));
    match.w_error = std::max(match.w_error, relative(truth.heads[i].W, b.W));
  }
  return match;
}

}  // namespace learner
