#pragma once

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// Letters: m features h of an example, d_out numbers y of its target, r rank of the examples seen.

// The linear map A (d_out x m) of least Frobenius norm with A h = y for every example seen: what solve_minimum_norm
// finds on data without noise, but grown example by example, so that a figure can show each step of learning and ask
// the pointwise certificate at any time. How: an orthonormal basis of the examples (Gram-Schmidt, twice); a new
// direction b adds (y - A h) b^T / ||residual of h|| to A. Source: ours; "twice is enough" is Kahan's (Parlett, The
// Symmetric Eigenvalue Problem, section 6.9).
class Interpolation {
 public:
  // An example or question is inside the span when its rho is at most this. Rounding leaves 1e-15 to 1e-13.
  static constexpr double kInside = 1e-9;

  // m >= 1, d_out >= 1. Memory grows with the rank: O(m r).
  Interpolation(Index features, Index outputs);

  // Adds an example, h of length m and y of length d_out; returns whether it was new, i.e. outside the span of those
  // before. Errors: numbers that are not finite; a contradiction, where no A fits. O(m (r + d_out)).
  Expected<bool> add(const Vector& h, const Vector& y);

  // A h. O(m d_out).
  Vector answer(const Vector& h) const;

  // rho(h) = ||h - P h|| / ||h||, P the projection onto the span of the examples: 0 when no map that fits them can
  // disagree with this one on h, 1 when they say nothing about h; 0 for h = 0. In between it depends on the units of h;
  // with those that make ||A|| the norm of W it is the sine of the angle in W's space. O(m r).
  double rho(const Vector& h) const;

  // m x r, orthonormal: column k is what the k-th new example added, so that the first columns are the basis, and
  // coefficients() times them the answers, of the first new examples alone.
  auto basis() const { return basis_.leftCols(rank_); }

  Index rank() const { return rank_; }                          // r
  Index examples() const { return examples_; }                  // seen, new or not
  const Matrix& coefficients() const { return coefficients_; }  // A
  Index features() const { return coefficients_.cols(); }       // m

 private:
  Vector residual(const Vector& h) const;

  Matrix coefficients_;
  Matrix basis_;  // m x capacity, the first rank_ columns in use
  Index rank_ = 0;
  Index examples_ = 0;
};

}  // namespace learner
