#pragma once

#include <span>

#include "learner/solve.hpp"

namespace learner {

// Least squares from the rows themselves instead of from their sums. p of the Gram matrix is off by 2^-52 times its
// condition number, which is the square of that of the rows: here the square is never formed.
struct RowSolution {
  Solution solution;  // lambda = 0; of least norm where the rows leave p open
  Vector spectrum;    // all eigenvalues of Lambda, rising, from singular values: null ones are 0 or near it
};

// How: H^T = Q R by Householder reflections, block by block of rows, each feature divided by its root mean square
// first; then the singular values of R. `rank`: those above (psi + blocks) 2^-52 of the largest; `condition` is
// their ratio.
// Precondition: sequences that pass validate. Errors: no sequences; overflow; no convergence.
// Cost about 3 rows psi^2 + 30 psi^3; memory four psi x psi matrices. Source: Golub and Van Loan, "Matrix
// computations", sections 5.3 and 5.5.
Expected<RowSolution> solve_rows(std::span<const Sequence> sequences, Targets targets, const Progress& progress = {});

}  // namespace learner
