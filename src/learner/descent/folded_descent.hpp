#pragma once

#include <cstdint>
#include <optional>

#include "learner/descent/optimiser.hpp"
#include "learner/moments.hpp"

namespace learner {

struct FoldedDescentOptions {
  Index steps = 500;  // > 0
  Schedule schedule = {};
  OptimiserOptions optimiser = {};
  std::uint64_t seed = 1;
  double deviation = -1.0;  // of every entry of the start; negative: 1/sqrt(psi)
};

// Full-batch descent on folded coefficients p (d_out x psi) from a random start, one step at a time:
//   loss      (1/rows) sum ||y - p H||^2, as in solve_ridge
//   gradient  (2/rows) (p sum H H^T - sum y H^T)
// A convex problem, so what it ends with depends on its start only through directions that the data do not
// see, null(sum H H^T): gradients have no part in them, so plain descent and momentum keep the start's part
// there. Its expected norm is deviation * sqrt(d_out dim null) (on unitary associative data of 4-dimensional
// keys sqrt(8 40 / 288) = 1.05). Adam divides every coordinate by its own root and so moves that part too.
// Plain descent needs a rate below rows / (largest eigenvalue of sum H H^T).
// Source: paper A, section 6 (the "convex algorithm" of Figures 1 and 3, and Figure 2).
class FoldedDescent {
 public:
  // Errors: see Moments::check; an option out of range.
  static Expected<FoldedDescent> begin(const Moments& moments, const FoldedDescentOptions& options = {});

  // Returns the loss before the step. Precondition: !finished().
  // Errors: a number that is no longer finite. Then the run has ended, every later call returns the same
  // error, and coefficients() are the last ones with a finite loss.
  // Cost O(d_out psi^2).
  Expected<double> step();

  bool finished() const { return step_ == options_.steps; }
  Index step_count() const { return step_; }
  double rate() const { return rate_at(options_.schedule, step_, options_.steps); }

  // d_out x psi.
  const Matrix& coefficients() const { return p_; }

  // Of coefficients(). A difference of sums: below 1e-15 of the mean squared target it is rounding, and may be
  // negative. For small errors take test_error(coefficients(), ..). O(d_out psi^2).
  double loss() const;

 private:
  FoldedDescent(const Moments& moments, const FoldedDescentOptions& options);

  FoldedDescentOptions options_;
  Matrix gram_;   // (1/rows) sum H H^T
  Matrix cross_;  // (1/rows) sum y H^T: d_out x psi
  double squares_ = 0.0;
  Matrix p_, before_;
  Optimiser optimiser_;
  Index step_ = 0;
  std::optional<Error> stopped_;
};

}  // namespace learner
