#pragma once

#include <functional>
#include <span>

#include "learner/solve.hpp"

namespace learner {

// Hands all sequences of a data set over, in blocks of any size: whoever has them keeps them, or makes them again.
using Replay = std::function<void(const std::function<void(std::span<const Sequence>)>&)>;

// Least squares from the rows themselves instead of from their sums. p of the Gram matrix is off by 2^-52 times its
// condition number, which is the square of that of the rows, and a rank that the rows show to 15 digits it shows to 8:
// here the square is never formed.
struct RowSolution {
  Solution solution;    // of least norm where the rows leave p open
  Vector spectrum;      // all eigenvalues of Lambda, rising, from singular values: null ones are 0 or near it
  Index data_rank = 0;  // of the rows alone; solution.rank is that with the penalty
};

// How: H^T = Q R by Householder reflections, block by block of rows, each feature divided by the root of its square sum
// first; with lambda > 0, as many rows more, sqrt(rows lambda w); then the singular values of R. `rank`: those above
// (psi + blocks) 2^-52 of the largest; `condition` is their ratio.
// `moments`: of the same sequences, for the sizes of features. Errors: no rows; overflow; no convergence.
// Cost about 3 rows psi^2 + 30 psi^3; memory four psi x psi matrices. Source: Golub and Van Loan, "Matrix
// computations", sections 5.3 and 5.5; the last step is that of least_norm.hpp.
Expected<RowSolution> solve_rows(const Moments& moments, const Replay& replay, double lambda = 0.0,
                                 const Progress& progress = {});

}  // namespace learner
