#include "figures/algorithm/solution.hpp"

#include "learner/features.hpp"

namespace figures::algorithm {

Expected<learner::Solution> solve_or_smallest(const Moments& moments, const learner::RidgeOptions& options) {
  auto solution = learner::solve_ridge(moments, options);
  const bool may_be_open = options.lambda == 0 && learner::feature_count(moments.shape().d) <= learner::kMaxSpectrum;
  if (solution || !may_be_open) return solution;
  return learner::solve_minimum_norm(moments);
}

}  // namespace figures::algorithm
