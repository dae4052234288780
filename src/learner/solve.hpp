#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "learner/moments.hpp"

namespace learner {

// How least squares was solved: for the psi unknowns (primal: Cholesky or eigenvalues of the Gram matrix), or for one
// weight a row (dual: the same of the kernel matrix, see least_squares.hpp).
enum class Path { primal, primal_minimum_norm, dual, dual_minimum_norm };

std::string_view name_of(Path path);

struct Solution {
  Matrix p;             // d_out x psi, folded coefficients
  double lambda = 0.0;  // the penalty that was used
  Index rank = 0;       // of the matrix that was solved with; its size when that was by Cholesky
  Index rows = 0;       // targets seen
  Index unknowns = 0;   // psi, per output
  Path path = Path::primal;
  // Of the matrix that was solved with, its features scaled to one size, within its rank (see gram_rank.hpp): rounding
  // leaves p off by about 2^-52 times it. 0 where that was not asked: in the dual.
  double condition = 0.0;
  int digits = 0;  // decimal digits of p that survive rounding, 0 to 15: see digits_left
};

// The decimal digits left of numbers that rounding by 2^-52 changes by `sensitivity` times as much: 0 to 15.
int digits_left(double sensitivity);

struct RidgeOptions {
  double lambda = 0.0;  // >= 0
  int refinements = 2;  // steps of iterative refinement
  Progress progress = {};
};

// Errors: lambda negative or not finite.
Expected<void> validate(const RidgeOptions& options);

// argmin_p  (1/rows) sum ||y - p H||^2 + lambda ||unfold(p)||_F^2.
// The penalty is on the minimum-norm W, as paper A regresses on W: an off-diagonal folded coefficient counts half (see
// unfold_weights). The fit is a mean over rows, so lambda keeps its meaning when N changes and has the units of
// Lambda_D = (1/rows) sum H H^T. How: Cholesky in place of  Gram + rows lambda diag(w), all outputs at once.
// Errors: no rows; lambda negative or not finite; sums that overflowed; a matrix that cannot be told from a singular
//   one: at lambda = 0 see gram_rank.hpp, else a pivot below 8 psi 2^-52 of its diagonal entry.
// Cost psi^3/6 + 5 psi^2 d_out multiply-adds; memory one psi x psi matrix. Source: paper A, algorithm 1.
Expected<Solution> solve_ridge(const Moments& moments, const RidgeOptions& options = {});

// The same for who has something else to try: instead of an error, whose words take psi^3/6 multiply-adds more, the
// feature at which the matrix is singular; 0 where moments.check() fails. Precondition: options are valid.
std::expected<Solution, Index> try_ridge(const Moments& moments, const RidgeOptions& options = {});

// The p of solve_ridge without a penalty, to the last bit, and nothing else: some 12 KB less of a compressed page. For
// rows of drawn tokens, which determine p where there are enough of them. Errors: no rows; sums that overflowed; too few
// rows. Cost psi^3/6 + 5 psi^2 d_out multiply-adds; memory one psi x psi matrix.
Expected<Matrix> solve_determined(const Moments& moments);

// The largest psi for which a full eigendecomposition stays a matter of seconds (d = 12: 936).
inline constexpr Index kMaxSpectrum = 1000;

// The p of least ||unfold(p)||_F among all that minimise sum ||y - p H||^2: the limit of solve_ridge for lambda -> 0,
// singular or not. `rank` is that of gram_rank.hpp. Errors: no rows; overflow; psi > kMaxSpectrum; no convergence. Cost
// about 10 psi^3. Source: ours.
Expected<Solution> solve_minimum_norm(const Moments& moments);

// What sums can say: solve_ridge, and where that leaves p open at lambda = 0, up to kMaxSpectrum unknowns, the p of
// least norm. For data whose features no unit or offset brings near one another, as drawn tokens; for a reader's own see
// regress in learn.hpp, which asks the rows where sums have lost digits. Errors: those of both.
Expected<Solution> solve_sums(const Moments& moments, const RidgeOptions& options = {});

// The rest of it, for a try_ridge that stopped at `feature`: the p of least norm, or the error of solve_ridge.
Expected<Solution> solve_open(const Moments& moments, double lambda, Index feature);

// The error of p, d_out x psi, on the data behind `moments`, from their sums alone:
//   sum ||y - p H||^2 = sum ||y||^2 - 2 <p, cross^T> + <p Gram, p>.
struct MomentError {
  double squared = 0.0;  // never below `floor`
  double floor = 0.0;    // psi 2^-52 times the sum of the three magnitudes: less than that is rounding
  double mean = 0.0;     // squared / (rows d_out)
};

// Preconditions: at least one row; shapes agree. Cost psi^2 d_out, beside the Gram matrix.
MomentError error_from(const Moments& moments, const Matrix& p);

// The least loss with only the first m features, m = 0 .. psi, over that of answering 0: sum ||y||^2 less what each row
// of the forward substitution with the Cholesky factor explains; falls. The loss is that of solve_ridge. A feature that
// is a combination of earlier ones explains nothing. Length psi + 1. Preconditions: at least one row; lambda as there.
// Cost psi^3/6 + psi^2 d_out.
Vector loss_by_features(const Moments& moments, double lambda = 0.0);

struct LambdaTrial {
  double lambda = 0.0;
  double training_error = 0.0;  // mean over rows and outputs
  double held_out_error = 0.0;
};

struct LambdaChoice {
  Solution solution;                // with the lambda of least held-out error
  std::vector<LambdaTrial> trials;  // in the order of the grid; values that left the system singular are missing
};

struct LambdaOptions {
  std::vector<double> grid = {};  // empty: default_grid of the training data
  Progress progress = {};
};

// 13 values, 1e-12 .. 1 in factors of 10, times the mean of w^-1 diag(Lambda_D), which makes them independent of units.
std::vector<double> default_grid(const Moments& training);

// Ridge on `training` for every lambda of the grid, and the solution whose error on `held_out` is least; between
// equals, as when all are rounding, the smallest lambda. Each takes a Cholesky factorisation: one eigendecomposition
// for the whole grid costs 9 psi^3 and does not vectorise. Precondition: shapes agree. Errors: no rows in either;
// overflow; a lambda negative or not finite; all of the grid too small to help. Cost grid (psi^3/6 + 4 psi^2 d_out);
// memory three psi x psi matrices.
Expected<LambdaChoice> choose_lambda(const Moments& training, const Moments& held_out,
                                     const LambdaOptions& options = {});

}  // namespace learner
