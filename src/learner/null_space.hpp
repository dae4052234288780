#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "learner/moments.hpp"

namespace learner {

// What the data do not see: the null space of Lambda_D = (1/rows) sum H H^T.
//
// The inner product is that of the unfolded features, <H, H'> = <G, G'>_F <z, z'>: off-diagonal folded features count
// twice, F = H / sqrt(w) with w = unfold_weights(d), and coefficients c = sqrt(w) p, so that <c, F> = p H and
// ||c|| = ||unfold(p)||_F. Two reasons (ours):
//   - it does not change when all tokens are rotated, Z -> U Z, so neither does rho; with weights of 1 it would;
//   - it is dual to the norm of W that solve_minimum_norm takes: minimisers whose W are r apart answer a question up
//     to r rho ||F|| apart, and some do exactly.
// Whether rho is 0 does not depend on this choice: it says that H is a combination of the features in the data.
struct NullSpace {
  Matrix basis;  // psi x k, orthonormal columns, in the coordinates c
  Index d = 0;
  Index rank = 0;              // psi - k
  double smallest_kept = 0.0;  // the smallest eigenvalue of the scaled Lambda_D that is not called null
  // For every null direction c of length 1: c^T Lambda c <= leak up to rounding: so far the loss rises a unit along it.
  double leak = 0.0;
  double resolution = 0.0;  // a rho below this cannot be told from 0: 2^-52 trace(Lambda) / smallest_kept

  Index dimension() const { return basis.cols(); }

  // The part of x, in the coordinates of c or of F, that lies in the null space. O(psi k).
  Vector project(const Vector& x) const;
};

struct NullSpaceOptions {
  // Directions are null where pivots fall to `cut` times the largest diagonal entry of the scaled Lambda_D.
  // 0: rounding only, with the rank of gram_rank.hpp. A larger cut, say 1e-4, adds what the data hardly see; then
  // `leak` says how much the loss notices. 0 <= cut < 1.
  double cut = 0.0;
  Progress progress = {};
};

// The null space by Cholesky with pivoting and one Householder factorisation (see RankFactor), any psi.
// Errors: no rows; overflow; a cut out of range; no convergence. Cost O(psi^2 rank), 2 psi rank^2 + 4 psi rank k below
// full rank; memory three psi x psi matrices. Source: ours (the lemma behind it: paper A, lemma 2.3).
Expected<NullSpace> null_space(const Moments& moments, const NullSpaceOptions& options = {});

// F, the folded features in the coordinates where the plain inner product is that of the unfolded ones:
// H / sqrt(w), one column for each asking token, psi x T. O(T (n d^2 + psi)).
Matrix scaled_features(const Matrix& Z, Targets targets);

// The pointwise certificate rho(Z) = ||P_null F|| / ||F||, in [0, 1], one entry for each asking token of Z, d x n.
// rho = 0 exactly if all minimisers give one answer there, whatever lambda_min; 0 also where F = 0, since then all
// answer 0. Computed values below null_space.resolution are rounding errors. O(T (n d^2 + psi k)). Source: ours.
Vector rho(const NullSpace& null_space, const Matrix& Z, Targets targets);

// A model that the data cannot tell from p: p plus a change along the null space.
struct Impostor {
  Matrix p;             // d_out x psi
  double distance = 0;  // ||unfold(change)||_F, as asked
  // Training loss, the mean over rows of ||y - p H||^2, of the given p and of the impostor, from the moments, which
  // see no loss below 8 psi 2^-52 of the targets' mean square (on the sequences themselves test_error sees down to
  // 1e-30), and their difference from its own formula, <change Lambda, change> + <gradient, change>: no cancellation,
  // negative only by rounding.
  double loss_before = 0.0;
  double loss_after = 0.0;
  double rise = 0.0;
};

struct ImpostorOptions {
  double distance = 1.0;  // > 0: the impostor's W is this far from the given one
  // With a question, d x n, the direction is the one along which the answer to its last token (asking last, all tokens
  // seen) moves most: by distance rho ||F||. Without, a random null direction.
  std::optional<Matrix> question = {};
  std::uint64_t seed = 1;            // of the random direction, and of the random output direction if d_out > 1
  std::optional<Index> output = {};  // the one output that moves; without, a random direction of outputs
};

// p + distance u c^T with u a unit vector of outputs and c a null direction of length 1, back in folded coordinates.
// p: d_out x psi, the fit as a rule, but any model has impostors.
// Errors: the null space is empty; a question that rho calls certain; a distance that is not positive and finite; a
//   question of another dimension or not finite. An output that is not there is an assert. Cost
//   O(psi k + d_out psi^2). Source: ours.
Expected<Impostor> impostor(const Moments& moments, const Matrix& p, const NullSpace& null_space,
                            const ImpostorOptions& options = {});

// How far two models' answers are apart on the given questions.
struct Disagreement {
  double mean_square = 0.0;  // mean over rows of ||(p - other) H||^2
  double largest = 0.0;      // the largest ||(p - other) H||
  Index rows = 0;
};

// p, other: d_out x psi, folded coefficients. Sequences of that d pass validate; their targets are not read.
// Cost: evaluate_folded for each.
Disagreement disagreement(const Matrix& p, const Matrix& other, std::span<const Sequence> sequences, Targets targets);

}  // namespace learner
