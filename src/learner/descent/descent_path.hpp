#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learner/moments.hpp"

namespace learner {

// Where plain descent on p stands after any number of steps, without making them. With r a minimiser,
// Lambda = (1/rows) sum H H^T = U diag(lambda) U^T, psi x psi, and the gradient 2 (p - r) Lambda of (1/rows) sum ||y -
// p H||^2,
//   p_t = r + (p_0 - r) (1 - 2 rate Lambda)^t.
// The rate is 1 / (2 lambda_max): direction k keeps the share (1 - lambda_k / lambda_max)^t of its start, so the
// weakest direction is forgotten after about lambda_max / lambda_min steps, and what the data do not see never is.
// FoldedDescent makes the same steps one by one. Source: ours.
class DescentPath {
 public:
  // start, minimiser: d_out x psi; every minimiser gives the same path.
  // Errors: no rows; overflow; psi > kMaxSpectrum; no convergence. Cost about 9 psi^3.
  static Expected<DescentPath> begin(const Moments& moments, Matrix start, Matrix minimiser);

  double rate() const { return rate_; }

  // Rising; those up to psi 2^-52 times the largest cannot be told from 0, and their directions keep their start.
  const Vector& eigenvalues() const { return eigenvalues_; }
  Index null_count() const { return null_count_; }
  // The unit vector of eigenvalue k, in the folded coordinates, length psi.
  Vector direction(Index k) const { return U_.col(k); }

  // p after so many steps, and in the limit. O(d_out psi^2).
  Matrix coefficients(std::uint64_t steps) const;
  Matrix limit() const;

  // ||p_t - target||_F for each number of steps. target: d_out x psi. O(d_out psi (psi + count log steps)).
  std::vector<double> distances(const Matrix& target, std::span<const std::uint64_t> steps) const;

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
