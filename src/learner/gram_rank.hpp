#pragma once

#include <limits>

#include "learner/cholesky.hpp"
#include "learner/moments.hpp"

namespace learner {

// Whether data determine all unknowns, and how many they do: decided here for the solvers and the certificates alike,
// so that no two of them can contradict each other. The verdict is that of C = S^-1 Gram S^-1, S^2 the diagonal of the
// Gram matrix: the units of single coordinates do not matter, and no other diagonal scaling has a condition number
// below that of C over psi. Source: van der Sluis, "Condition numbers and equilibration of matrices", 1969.

// Eigenvalues of C below this share of the largest are rounding: psi 2^-52 of the algorithms, and that of the sums.
double gram_cut(const Moments& moments);

// The diagonal of S; 1 for a feature that is always 0. A feature G_jk z_l whose sum over the tokens cancels, so that only
// its rounding is left, gets what it would be without: sqrt(G_jj G_kk) z_l, so that C shows it as the 0 that it is. Else
// cosines of the twelve months, which add up to 0 in a year, would be a direction that "fits".
Vector feature_scale(const Matrix& gram);

struct Condition {
  double number = std::numeric_limits<double>::infinity();  // the largest over the smallest eigenvalue, to two digits
  Index weakest = 0;  // the place of the feature that is next to a combination of others
};

// Of S^-1 A S^-1, A the matrix that was factored and S the diagonal matrix of `scale`; infinite where its eigenvalues
// do not settle. Cost some tens of psi^2.
Condition condition_of(const Cholesky& cholesky, const Vector& scale);

struct GramFactor {
  Cholesky cholesky;       // of the Gram matrix, not scaled
  double condition = 1.0;  // the largest over the smallest eigenvalue of C, to two digits
};

// Precondition: 0 < cut < 1. Fails where the condition number of C is not below 1 / cut, with the place of a feature
// that cannot be told from a combination of others. Cost psi^3/6 multiply-adds and some tens of psi^2.
std::expected<GramFactor, Index> factor_gram(Matrix gram, double cut, const Progress& progress = {});

// Whether these eigenvalues of the Gram matrix itself, rising, leave no doubt that factor_gram does not fail: the
// condition number of C is at most psi times that of the Gram matrix. 8 is for rounding.
bool shows_full_rank(const Vector& values, double cut);

// A factor of U Gram U, U the diagonal matrix of `units`, with the verdict of factor_gram on whether it has full rank;
// below that it is pivoted, and the rank is that of the pivots of C. Cost psi^3/6 multiply-adds at full rank, else psi
// rank^2 more.
RankFactor factor_by_rank(const Matrix& gram, const Vector& units, double cut, const Progress& progress = {});

struct GramRank {
  Index rank = 0;          // eigenvalues of C above the cut
  double condition = 1.0;  // the largest over the smallest of these
};

// For a Gram matrix that factor_gram fails on, so that the rank is below psi. Errors: no convergence. Cost 4/3 psi^3.
Expected<GramRank> deficient_rank(const Matrix& gram, double cut);

}  // namespace learner
