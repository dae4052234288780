#include "learner/softmax/large_margin.hpp"

#include <limits>
#include <string>
#include <utility>

#include "learner/pseudo_inverse.hpp"
#include "learner/random.hpp"
#include "learner/softmax/distinct_tokens.hpp"

namespace learner {
namespace {

// The token of the highest score, when no other comes within margin of it; else -1.
Index winner(Vector scores, double margin) {
  Index top = 0;
  const double highest = scores.maxCoeff(&top);
  scores(top) = -std::numeric_limits<double>::infinity();
  return highest - scores.maxCoeff() >= margin ? top : -1;
}

}  // namespace

Expected<RefinedSum> refine_sum(const Matrix& Theta, std::span<const Sequence> sequences, double margin) {
  if (sequences.empty()) return fail("There are no examples to refine the sum with: ask for at least 1.");
  if (!(margin >= 0.0)) return fail("The margin of phase 3 is a difference of scores: set it to 0 or more.");
  const Index d = Theta.rows();
  Matrix gram = Matrix::Zero(d, d), cross = Matrix::Zero(d, sequences.front().Y.rows());
  RefinedSum refined;
  for (const Sequence& sequence : sequences) {
    const DistinctTokens tokens = distinct_tokens(sequence);
    const Vector chance = tokens.count.unaryExpr([](double count) { return portable_log(count); });
    const Matrix scores = (tokens.Z.transpose() * (Theta.transpose() * tokens.Z)).colwise() + chance;
    for (Index t = 0; t < tokens.Z.cols(); ++t) {
      const Index top = winner(scores.col(t), margin);
      if (top < 0) continue;
      ++refined.rows;
      gram += tokens.Z.col(top) * tokens.Z.col(top).transpose();
      cross += tokens.Z.col(top) * tokens.Y.col(t).transpose();
    }
  }
  if (!cross.allFinite()) return fail("The examples hold numbers that are not finite: check the layer and its noise.");
  auto solved = solve_least_norm(gram, cross);
  if (!solved) return std::unexpected(solved.error());
  if (solved->rank < d)
    return fail("The " + std::to_string(refined.rows) + " rows of large margin show " + std::to_string(solved->rank) +
                " of " + std::to_string(d) + " directions of tokens: lower the margin, or ask for more examples.");
  refined.sum = std::move(solved->X);
  return refined;
}

}  // namespace learner
