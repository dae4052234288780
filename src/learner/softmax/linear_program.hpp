#pragma once

#include "learner/matrix.hpp"

namespace learner {

enum class ProgramStatus { optimal, infeasible, unbounded, unfinished };

struct ProgramAnswer {
  ProgramStatus status = ProgramStatus::unfinished;
  double value = 0.0;  // c^T x; the rest of the answer too is filled when the status is optimal only
  Vector x;            // n
  Vector duals;        // M, none negative, A^T duals = c, b^T duals = value; 0 where a row is slack
  Index pivots = 0;    // steps of the simplex method, both phases and the test for infeasibility together
};

// maximise c^T x over all x (of any sign) with A x <= b. A: M x n with n >= 1, b: M, c: n, all finite.
// How: two-phase simplex on the dual, minimise b^T y with A^T y = c, y >= 0, a dense tableau of n rows, which suits
// many rows and few unknowns. The largest coefficient enters; after a run of steps that gain nothing, Bland's
// rule does until one gains, so it ends. The vertex and the duals are solved for afresh from the rows of the last
// basis, so that no rounding errors of the tableau remain. Where rows leave a direction of x free, x is the
// point of the optimal face where some coordinates are 0.
// Errors: `infeasible` and `unbounded` are decided with rows scaled to length 1 and a tolerance of 1e-10; `unfinished`
// after `most_pivots`, or when the vertex breaks a row by more than 1e-7 of the scale of b (never seen).
// Cost O(n (M + n)) a pivot, seldom more than a few n pivots. Source: Dantzig 1951, Bland 1977.
ProgramAnswer maximise(const Matrix& A, const Vector& b, const Vector& c, Index most_pivots = 20000);

}  // namespace learner
