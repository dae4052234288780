#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "learner/null_space.hpp"

namespace learner {

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
  std::uint64_t seed = 1;  // of the random direction, and of the random output direction if d_out > 1
};

// p + distance u c^T with u a unit vector of outputs and c a null direction of length 1, back in folded coordinates.
// p: d_out x psi, the fit as a rule, but any model has impostors.
// Errors: the null space is empty; a question that rho calls certain; a distance that is not positive and finite; a
//   question of another dimension or not finite. Cost O(psi k + d_out psi^2). Source: ours.
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
