#pragma once

#include <string_view>

#include "learner/moments.hpp"

namespace learner {

// How least squares was solved: for the psi unknowns (primal: Cholesky or eigenvalues of the Gram matrix), or for one
// weight a row (dual: the same of the kernel matrix, see dual.hpp).
enum class Path { primal, primal_minimum_norm, dual, dual_minimum_norm };

std::string_view name_of(Path path);

struct Solution {
  Matrix p;             // d_out x psi, folded coefficients
  double lambda = 0.0;  // the penalty that was used
  Index rank = 0;       // of the matrix that was solved with; its size when that was by Cholesky
  Index rows = 0;       // targets seen
  Index unknowns = 0;   // psi, per output
  Path path = Path::primal;
};

struct RidgeOptions {
  double lambda = 0.0;  // >= 0
  int refinements = 2;  // steps of iterative refinement
  Progress progress = {};
};

// Errors: lambda negative or not finite.
Expected<void> validate(const RidgeOptions& options);

// argmin_p  (1/rows) sum ||y - p H||^2 + lambda ||unfold(p)||_F^2.
// The penalty is on the minimum-norm W, as paper A's algorithm regresses on W: an off-diagonal
// folded coefficient counts half (see unfold_weights). The fit is a mean over rows, so lambda keeps
// its meaning when N changes and is measured in the units of Lambda_D = (1/rows) sum H H^T.
// How: blocked Cholesky in place of  Gram + rows lambda diag(w), all outputs at once.
// Errors: no rows; lambda negative or not finite; sums that overflowed; and a matrix that cannot be
//   told from a singular one, i.e. a pivot below 8 psi 2^-52 of its diagonal entry.
// Cost psi^3/6 + 5 psi^2 d_out multiply-adds; memory one psi x psi matrix. Source: paper A, algorithm 1.
Expected<Solution> solve_ridge(const Moments& moments, const RidgeOptions& options = {});

// The largest psi for which a full eigendecomposition stays a matter of seconds (d = 12: 936).
inline constexpr Index kMaxSpectrum = 1000;

// The p of least ||unfold(p)||_F among all that minimise sum ||y - p H||^2: the limit of solve_ridge
// for lambda -> 0, singular or not. `rank` counts the eigenvalues of the Gram matrix (off-diagonal
// features times sqrt 2, which makes the norm that of W) above psi 2^-52 times the largest.
// Errors: no rows; overflow; psi > kMaxSpectrum; no convergence. Cost about 9 psi^3. Source: ours.
Expected<Solution> solve_minimum_norm(const Moments& moments);

}  // namespace learner
