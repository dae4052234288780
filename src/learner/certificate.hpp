#pragma once

#include "learner/moments.hpp"

namespace learner {

// The spectrum of Lambda_D = (1/rows) sum H H^T, psi x psi, H not normalised.
// Data that some MHLA made without noise, and lambda_min > 0: all minimisers are one function.
// Sufficient, not necessary (see solve_minimum_norm on the associative data, and rho in null_space.hpp).
struct Certificate {
  double lambda_min = 0.0;  // 0 when it cannot be told from 0, that is when the rank is below psi
  double lambda_max = 0.0;
  Index rank = 0;      // of Lambda scaled to unit diagonal, as the solvers have it: see gram_rank.hpp
  Index unknowns = 0;  // psi
  // Evidence for the rank: the verdict is safe where the first is orders of magnitude above the second.
  double smallest_kept = 0.0;    // the smallest eigenvalue that is counted
  double largest_dropped = 0.0;  // the largest eigenvalue, or pivot, that is not; 0 when all are counted
  // All eigenvalues, rising, as computed: null ones may be +-1e-16 lambda_max. They are those of Lambda itself, in the
  // units of the data; only the rank is that of the scaled matrix.
  Vector spectrum;
};

// The whole spectrum. At full rank, where the smallest eigenvalue has not three digits above the rounding of the
// largest, all are those of the Cholesky factor's product, which keep their digits if it is the units of coordinates
// that are far apart (see graded_eigenvalues).
// Errors: no rows; overflow; psi > kMaxSpectrum (see solve.hpp); no convergence.
// Cost 2/3 psi^3 multiply-adds, in one piece without progress; where the spectrum leaves doubt about the rank (see
// shows_full_rank), that of factor_gram too. Source: paper A, lemma 2.3.
Expected<Certificate> certify(const Moments& moments);

// The same without the spectrum (left empty), for any psi: lambda_max by Lanczos; a rank below psi by Cholesky with
// pivoting of the scaled matrix; the smallest eigenvalue that is not 0 by inverse Lanczos on that factor, in the units
// of the data. Eigenvalues as accurate as from the whole spectrum. Full rank, or not, is the same verdict; a rank below
// psi is the same unless the gap between smallest_kept and largest_dropped is small: pivots bound eigenvalues from
// above, so it may be larger then.
// Errors: no rows; overflow; no convergence. Cost psi^3/6 at full rank, else + 2 psi rank^2; memory three psi x psi
// matrices; progress between blocks. Source: paper A, lemma 2.3; the computation is ours.
Expected<Certificate> certify_extremes(const Moments& moments, const Progress& progress = {});

// What two models can differ by on one question: ||f - f'||^2 <= (4 excess / lambda_min) ||H||^2, if the training loss
// of each, the mean over rows of ||y - p H||^2, exceeds the least possible by at most `excess`.
// Why: their p differ by D with mean ||D H||^2 = tr(D Lambda_D D^T) <= (2 sqrt(excess))^2, so
// lambda_min ||D||^2 <= 4 excess. It is attained by p +- a v, v the weakest eigenvector, on a question with H along v.
// excess, squared_features = ||H||^2 >= 0, not normalised; lambda_min as in Certificate. Returns infinity when
// lambda_min is 0 (no bound), and 0 when squared_features is 0.
// Source: paper A, eq. 22, corrected: as printed it lacks a square and the factor 4, and is false for small excess.
double disagreement_bound(double excess, double lambda_min, double squared_features);

}  // namespace learner
