#include "learner/softmax/distinct_tokens.hpp"

#include <vector>

namespace learner {

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

}  // namespace learner
