// The regression of Algorithm 1, as the figure and whoever learns without it solve it.
#pragma once

#include "figures/algorithm/algorithm.hpp"
#include "learner/solve.hpp"

namespace figures::algorithm {

// Up to so many unknowns the whole spectrum of the Gram matrix takes a fraction of the run.
inline constexpr Index kShownSpectrum = 320;

// Least squares; where the data leave W open (a singular system at lambda = 0), the W of least norm, if there are at
// most learner::kMaxSpectrum unknowns: the solution's path says which. Errors: those of learner::solve_ridge.
Expected<learner::Solution> solve_or_smallest(const Moments& moments, const learner::RidgeOptions& options);

}  // namespace figures::algorithm
