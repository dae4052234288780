#pragma once

#include <vector>

#include "learner/solve.hpp"

namespace learner {

// The error of p, d_out x psi, on the data behind `moments`, from their sums alone:
//   sum ||y - p H||^2 = sum ||y||^2 - 2 <p, cross^T> + <p Gram, p>.
struct MomentError {
  double squared = 0.0;  // never below `floor`
  double floor =
      0.0;            // psi 2^-52 times the sum of the three magnitudes: less than that is rounding, the rest cancelled
  double mean = 0.0;  // squared / (rows d_out)
};

// Preconditions: at least one row; shapes agree. Cost psi^2 d_out, beside the Gram matrix.
MomentError error_from(const Moments& moments, const Matrix& p);

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

// 13 values, 1e-12 .. 1 in factors of 10, times the mean of w^-1 diag(Lambda_D): free of the data's units.
std::vector<double> default_grid(const Moments& training);

// Ridge on `training` for every lambda of the grid (one Cholesky factorisation each, on one Gram matrix), and the one
// whose error on `held_out` is least; between equals, as when all are rounding, the smallest lambda. Tried: one
// eigendecomposition for the whole grid costs 9 psi^3 and does not vectorise; a factorisation is psi^3/6. Errors: no
// rows in either; overflow; a lambda negative or not finite; all of the grid too small to help. Preconditions: shapes
// agree. Cost grid (psi^3/6 + 4 psi^2 d_out); memory three psi x psi matrices.
Expected<LambdaChoice> choose_lambda(const Moments& training, const Moments& held_out,
                                     const LambdaOptions& options = {});

}  // namespace learner
