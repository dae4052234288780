#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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

// Where plain descent on p stands after any number of steps, without making them. With r a minimiser, Lambda = (1/rows)
// sum H H^T = U diag(lambda) U^T, psi x psi, and the gradient 2 (p - r) Lambda of (1/rows) sum ||y - p H||^2,
//   p_t = r + (p_0 - r) (1 - 2 rate Lambda)^t.
// The rate is 1 / (2 lambda_max): direction k keeps the share (1 - lambda_k / lambda_max)^t of its start, so the
// weakest one takes about lambda_max / lambda_min steps to forget it, and those that the data do not see never do.
// FoldedDescent takes the same steps one by one. Source: ours.
class DescentPath {
 public:
  // start, minimiser: d_out x psi; every minimiser gives the same path.
  // Errors: no rows; overflow; psi > kMaxSpectrum; no convergence. Cost about 9 psi^3.
  static Expected<DescentPath> begin(const Moments& moments, const Matrix& start, Matrix minimiser);

  // The same from another start. O(d_out psi^2).
  DescentPath from(const Matrix& start) const;

  double rate() const { return rate_; }

  // Rising; those up to psi 2^-52 times the largest cannot be told from 0, and their directions keep their start.
  const Vector& eigenvalues() const { return eigenvalues_; }
  Index null_count() const { return null_count_; }
  // The unit vector of eigenvalue k, in the folded coordinates, length psi.
  Vector direction(Index k) const { return U_.col(k); }

  // p after `steps` steps, and in the limit. O(d_out psi^2).
  Matrix coefficients(std::uint64_t steps) const;
  Matrix limit() const;

  // ||p_t - target||_F for each number of steps. target: d_out x psi. O(d_out psi (psi + count log steps)).
  std::vector<double> distances(const Matrix& target, std::span<const std::uint64_t> steps) const;

  // Some questions asked of the layers on the path: the mean of ||(p - target) H||^2 as a quadratic function of what is
  // kept of each direction.
  struct Questions {
    Matrix turned;              // U^T A U, psi x psi
    Matrix weighted;            // (r - target) U turned, d_out x psi
    double of_minimiser = 0.0;  // this mean at r
  };
  // A = (1/rows) sum H H^T of the questions. The same for the paths from() all starts. O(psi³).
  Questions ask(const Matrix& target, const Matrix& A) const;

  // The mean for each number of steps. Rounding: some 1e-16 of the largest. O(psi² (d_out + count)), less for
  // directions of which nothing is left at any of them.
  std::vector<double> errors(const Questions& questions, std::span<const std::uint64_t> steps) const;

  // The part of p, d_out x psi, along the directions that the data do not see. O(d_out psi null_count).
  Matrix unseen(const Matrix& p) const;

 private:
  DescentPath() = default;
  Vector kept(std::uint64_t steps) const;

  Matrix minimiser_;
  Matrix away_;  // (start - minimiser) U: d_out x psi
  Matrix U_;
  Vector eigenvalues_;
  Vector shrink_;  // what a step keeps of each direction
  Index null_count_ = 0;
  double rate_ = 0.0;
};

}  // namespace learner
