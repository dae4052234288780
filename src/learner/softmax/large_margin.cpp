#include "learner/softmax/large_margin.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "learner/pseudo_inverse.hpp"
#include "learner/random.hpp"
#include "learner/softmax/distinct_tokens.hpp"

namespace learner {
namespace {

struct Winner {
  Index token = 0;      // of the highest score
  double margin = 0.0;  // to the next; infinite where there is no other
};

Winner winner(Vector scores) {
  Winner result;
  const double highest = scores.maxCoeff(&result.token);
  scores(result.token) = -std::numeric_limits<double>::infinity();
  result.margin = highest - scores.maxCoeff();
  return result;
}

// Rows whose margin is at least `margin` but below that of the rung before.
struct Rung {
  double margin = 0.0;
  Matrix gram, cross;
  Index rows = 0;
};

std::vector<Rung> rungs_of(double margin, Index d, Index d_out) {
  std::vector<double> margins{margin};
  if (margin == 0.0) {
    margins = {16.0};
    while (margins.size() < 15) margins.push_back(margins.back() / 1.5);
    margins.push_back(0.0);
  }
  std::vector<Rung> rungs;
  for (const double least : margins) rungs.push_back({least, Matrix::Zero(d, d), Matrix::Zero(d, d_out)});
  return rungs;
}

void add(std::vector<Rung>& rungs, const Matrix& Theta, const Sequence& sequence) {
  const DistinctTokens tokens = distinct_tokens(sequence);
  const Vector chance = tokens.count.unaryExpr([](double count) { return portable_log(count); });
  const Matrix scores = (tokens.Z.transpose() * (Theta.transpose() * tokens.Z)).colwise() + chance;
  for (Index t = 0; t < tokens.Z.cols(); ++t) {
    const Winner top = winner(scores.col(t));
    const auto rung = std::ranges::find_if(rungs, [&](const Rung& each) { return top.margin >= each.margin; });
    if (rung == rungs.end()) continue;
    ++rung->rows;
    rung->gram += tokens.Z.col(top.token) * tokens.Z.col(top.token).transpose();
    rung->cross += tokens.Z.col(top.token) * tokens.Y.col(t).transpose();
  }
}

}  // namespace

Expected<RefinedSum> refine_sum(const Matrix& Theta, std::span<const Sequence> sequences, double margin) {
  if (sequences.empty()) return fail("There are no examples to refine the sum with: ask for at least 1.");
  if (!(margin >= 0.0)) return fail("The margin of phase 3 is a difference of scores: set it to 0 or more.");
  const Index d = Theta.rows(), d_out = sequences.front().Y.rows();
  std::vector<Rung> rungs = rungs_of(margin, d, d_out);
  for (const Sequence& sequence : sequences) add(rungs, Theta, sequence);
  Matrix gram = Matrix::Zero(d, d), cross = Matrix::Zero(d, d_out);
  RefinedSum refined;
  Index rank = 0;
  for (const Rung& rung : rungs) {
    if (rung.rows == 0) continue;
    gram += rung.gram;
    cross += rung.cross;
    refined.rows += rung.rows;
    refined.margin = rung.margin;
    if (!cross.allFinite())
      return fail("The examples hold numbers that are not finite: check the layer and its noise.");
    auto solved = solve_least_norm(gram, cross);
    if (!solved) return std::unexpected(solved.error());
    rank = solved->rank;
    refined.sum = std::move(solved->X);
    if (rank == d) return refined;
  }
  return fail(
      "The %1 rows of large margin show %2 of %3 directions of tokens: lower the margin, or ask for more examples.",
      refined.rows, rank, d);
}

}  // namespace learner
