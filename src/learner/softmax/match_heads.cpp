#include "learner/softmax/match_heads.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace learner {
namespace {

double relative(const Matrix& truth, const Matrix& found) {
  const double norm = truth.norm();
  return (truth - found).norm() / (norm > 0.0 ? norm : 1.0);
}

}  // namespace

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
