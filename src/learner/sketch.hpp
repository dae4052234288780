#pragma once

#include <span>
#include <vector>

#include "learner/moments.hpp"
#include "learner/random.hpp"

namespace learner {

// Ridge regression with fewer unknowns: p^T = S c, S psi x m, where least squares finds c (m x d_out) only. What S is
// makes the method: some columns of the identity keep m features; random columns mix them; H / w of m rows of the data
// (w = unfold_weights) gives W as a sum of those rows' features, which is the dual with m landmarks (Nyström, "subset
// of regressors").

// The ridge objective of solve_ridge, p A p^T - 2 <p, b^T> and a constant, per row of the data.
struct RidgeProblem {
  Matrix A;  // Lambda + lambda diag(w), psi x psi
  Matrix b;  // (1/rows) sum H y^T, psi x d_out
  double lambda = 0.0;

  Index features() const { return A.rows(); }
};

// Precondition: moments.check(), lambda >= 0. O(psi^2).
RidgeProblem ridge_problem(const Moments& moments, double lambda);

// Ridge leverage of every feature, [Lambda A^-1]_ii in [0, 1]: how much of it the other features do not say already.
// Where lambda is so small that A cannot be factored, a lambda of 1e-12 of the mean variance takes its place.
// Cost about 2/3 psi^3. Source: Alaoui & Mahoney, 2015.
Vector leverage_scores(const RidgeProblem& problem);

// Places by falling score, equal ones by place.
std::vector<Index> falling_order(const Vector& scores);

// All features, each the one that lowers the objective most beside those before it; features that are combinations of
// those before come last. This is forward selection, or orthogonal matching pursuit on the folded features.
// Cost about psi^3/2 multiply-adds.
std::vector<Index> greedy_order(const RidgeProblem& problem, const Progress& progress = {});

enum class SketchEntries { gaussian, signs };

// psi x m, independent entries N(0, 1), or 1 and -1 with equal chance, column by column: the first columns do not
// depend on m. They mix the scaled features H / sqrt w, whose inner product is that of the unfolded ones, so S =
// diag(sqrt w)^-1 times the entries, and every direction of W has one chance.
Matrix random_sketch(SketchEntries entries, Index d, Index m, Random random);

// H / w of one asking token each, psi x m: what the dual sums. A question is the last of a sequence's asking tokens.
// O(m (n d^2 + psi)).
Matrix landmarks_of(std::span<const Sequence> sequences);

// The fits in the span of the first m columns of S, for every m at once: the Cholesky factor of the first m columns is
// the first m columns of the factor. Columns that are combinations of those before, to rounding, are left out.
class NestedFits {
 public:
  // S: psi x M. Cost psi^2 M + psi M^2 + M^3/6 multiply-adds.
  static NestedFits mixing(const RidgeProblem& problem, Matrix S);
  // The columns of the identity in this order. Cost M^3/6.
  static NestedFits choosing(const RidgeProblem& problem, std::vector<Index> order);

  Index size() const { return columns_; }  // M
  Index rank(Index m) const;               // columns among the first m that are not left out

  // d_out x psi. 0 <= m <= size(). O(psi m d_out + m^2 d_out).
  Matrix coefficients(Index m) const;

 private:
  NestedFits() = default;
  void factor(const Matrix& T, const Matrix& u);

  Index features_ = 0;
  Index columns_ = 0;
  Matrix S_;                  // empty when choosing
  std::vector<Index> order_;  // empty when mixing
  std::vector<Index> kept_;   // columns that stay, rising
  Matrix L_;                  // kept x kept, lower triangular, L L^T = S^T A S of the kept columns
  Matrix y_;                  // L^-1 S^T b, kept x d_out
};

}  // namespace learner
