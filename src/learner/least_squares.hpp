#pragma once

#include <span>
#include <vector>

#include "learner/sequence.hpp"
#include "learner/solve.hpp"

namespace learner {

// Dual least squares has one weight for each row of the data instead of one unknown for each feature: the way to go
// with fewer rows than features, or when psi = d^2 (d+1)/2 is out of reach (d beyond kMaxTokenDimension). The inner
// product of two unfolded features X = G (x) z, whose squared coefficients ridge adds up, is
//   k((G,z), (G',z')) = <G, G'>_F <z, z'>,
// so no feature is formed. Source: ours.

inline constexpr Index kMaxKernelRows = 4096;          // a kernel matrix of 134 MB
inline constexpr Index kMaxKernelTokenDimension = 64;  // p of 133,120 unknowns for each output

// What the kernel asks of a data set: G and the asking token of every row.
struct Questions {
  Matrix g;                  // q x groups: vech(G), off-diagonal entries times sqrt 2, so that <g, g'> = <G, G'>_F
  Matrix z;                  // d x rows: asking tokens
  std::vector<Index> group;  // row -> column of g, rising (for all the rows of one sequence share G)

  Index d() const { return z.rows(); }
  Index rows() const { return z.cols(); }
};

// The questions of sequences of one d, in order. Cost O(n d^2) a sequence, causal O(n q).
Questions questions_of(std::span<const Sequence> sequences, Targets targets);

// K[i, j] = k(row i of a, row j of b). Cost (q + d) rows rows multiply-adds.
Matrix kernel(const Questions& a, const Questions& b);

// yhat = sum_i alpha_i k(row i, .).
struct DualSolution {
  Questions questions;  // of the data that were fitted
  Matrix alpha;         // d_out x rows
  double lambda = 0.0;
  Index rank = 0;  // of the kernel matrix; rows when it was solved by Cholesky
  Path path = Path::dual;
};

// alpha of  argmin_W (1/rows) sum ||y - <W, X>||^2 + lambda ||W||_F^2,  the ridge of solve_ridge (the same penalty, the
// same lambda):  (K + rows lambda I) alpha^T = Y^T.  With lambda = 0 the W of least norm among all best fits; where K
// is singular (Cholesky meets a pivot below 8 rows 2^-52 of its diagonal entry) by eigenvalues, and `rank` says how
// many count. Errors: no or invalid sequences; d > kMaxKernelTokenDimension; more than kMaxKernelRows rows; lambda
//   negative, not finite or too small to help; lambda = 0, K singular and rows > kMaxSpectrum; sums that overflow; no
//   convergence.
// Cost rows^2 (q + d) + rows^3/6 multiply-adds, singular about 9 rows^3; memory one rows x rows matrix, singular four.
Expected<DualSolution> solve_dual(std::span<const Sequence> sequences, Targets targets,
                                  const RidgeOptions& options = {});

// Answers by kernel sums, without W or p. Z: d x n; returns d_out x T. Cost O(rows (T d + q) + n d^2); causal: T q for
// q.
Matrix predict(const DualSolution& solution, const Matrix& Z, Targets targets);

// The folded coefficients p = fold(sum_i alpha_i (x) G_i (x) z_i), d_out x psi. Cost rows psi d_out multiply-adds,
// memory O(rows d d_out + psi d_out).
Matrix coefficients(const DualSolution& solution);

// Multiply-adds of both ways to solve for the same p.
struct PathCosts {
  double primal = 0.0;  // sums over the data, then psi^3/6; infinite for d > kMaxTokenDimension
  double dual = 0.0;    // rows^2 (q + d) + rows^3/6 + rows psi d_out; infinite beyond the limits of solve_dual
};

// `terms`: sequences for all, rows otherwise (see moments.hpp). O(1).
PathCosts path_costs(const Shape& shape, Index rows, Index terms);

// Ridge, or with lambda = 0 the minimum-norm fit, of sequences that are all at hand. Dual where d > kMaxTokenDimension,
// and with at most psi rows where lambda = 0 or where it costs less; else primal; the answer is the same, and `path`
// tells. A system that Cholesky cannot solve at lambda = 0 goes to the eigenvalues of the same path. Errors: those of
// solve_ridge, solve_minimum_norm and solve_dual; sizes beyond both. Cost: see path_costs; singular about
// 9 min(psi, rows)^3.
Expected<Solution> solve_least_squares(std::span<const Sequence> sequences, Targets targets,
                                       const RidgeOptions& options = {});

}  // namespace learner
