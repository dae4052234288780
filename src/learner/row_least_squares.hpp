#pragma once

#include <functional>
#include <span>

#include "learner/solve.hpp"

namespace learner {

// Hands all sequences of a data set over, in blocks of any size: whoever has them keeps them, or makes them again.
using Replay = std::function<void(const std::function<void(std::span<const Sequence>)>&)>;

// Up to so many unknowns all singular values take a fraction of the run.
inline constexpr Index kWholeSpectrum = 320;

// The eigenvalues of Lambda of the rows alone, without a penalty, from singular values: null ones are 0 or near it.
struct RowSpectrum {
  Index rank = 0;
  double lambda_min = 0.0;  // 0 below full rank
  double lambda_max = 0.0;
  Vector values;  // all, rising; empty beyond kWholeSpectrum unknowns
};

// Least squares from the rows themselves instead of from their sums. p of the Gram matrix is off by 2^-52 times its
// condition number, which is the square of that of the rows, and a rank that the rows show to 15 digits it shows to 8:
// here the square is never formed.
struct RowSolution {
  Solution solution;     // of least norm where the rows leave p open
  RowSpectrum spectrum;  // of the rows alone
  bool may_lose_rows = false;  // some are so small beside others that rounding may hide them from the rank
};

// How: the triangle R of all rows (see row_triangle.hpp), each feature divided by the root of its square sum first;
// with lambda > 0, as many rows more, sqrt(rows lambda w). solution.rank: singular values of R above
// (psi + rows / 128) 2^-52 of the largest; solution.condition: their ratio; spectrum.rank: the same without lambda.
// Beyond kWholeSpectrum unknowns, below full rank, both are those of pivots: the rank may be larger where singular
// values lie near the cut, and the condition is up to ten times as large. Where units are so far apart that the W of
// least norm would spoil the fit, it is then of least norm with features in units of their size.
// `moments`: of the same sequences, for the sizes of features. Errors: no rows; overflow; no convergence.
// Cost rows psi^2 and 30 psi^3 multiply-adds, beyond kWholeSpectrum some tens of psi^2 and below full rank 2 psi^3;
// memory six psi x psi matrices. Source: Golub and Van Loan, "Matrix computations", sections 5.3 to 5.5.
Expected<RowSolution> solve_rows(const Moments& moments, const Replay& replay, double lambda = 0.0,
                                 const Progress& progress = {});

}  // namespace learner
