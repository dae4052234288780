#pragma once

#include <span>

#include "learner/solve.hpp"

namespace learner {

// Multiply-adds of both ways to solve for the same p.
struct PathCosts {
  double primal = 0.0;  // sums over the data, then psi^3/6; infinite for d > kMaxTokenDimension
  double dual = 0.0;    // rows^2 (q + d) + rows^3/6 + rows psi d_out; infinite beyond the limits of solve_dual
};

// `terms`: sequences for all, rows otherwise (see moments.hpp). O(1).
PathCosts path_costs(const Shape& shape, Index rows, Index terms);

// Ridge, or with lambda = 0 the minimum-norm fit, of sequences that are all at hand; the solution's `path` says how it
// was found. Dual where d > kMaxTokenDimension, and with at most psi rows where lambda = 0 or where it costs less; else
// primal. A system that Cholesky cannot solve at lambda = 0 goes to the eigenvalues of the same path. Both paths have
// one answer, as the penalty is ||unfold(p)||^2 for both. Errors: those of solve_ridge, solve_minimum_norm and
// solve_dual; sizes beyond both. Cost: see path_costs; singular about 9 min(psi, rows)^3.
Expected<Solution> solve_least_squares(std::span<const Sequence> sequences, Targets targets,
                                       const RidgeOptions& options = {});

}  // namespace learner
