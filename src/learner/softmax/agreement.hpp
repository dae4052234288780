#pragma once

#include <span>
#include <vector>

#include "learner/error.hpp"
#include "learner/sequence.hpp"
#include "learner/softmax/softmax_layer.hpp"

namespace learner {

struct AgreementOptions {
  double tolerance = 0.1;      // the largest residual of an accepted row; see Constraint::residual
  double least_weight = 0.02;  // a row is used when every different token has at least this weight
  Index most_distinct = 0;     // a row is used when at most so many tokens differ; 0 stands for d, see below
  Index most_constraints = 0;  // those of least residual are kept; 0 stands for 3 d^2
};

// query^T Theta difference = value, up to the disagreement of the heads: the log of the ratio of the weights that the
// token `query` gives to two tokens that lie `difference` apart.
struct Constraint {
  Vector query;           // d, signs
  Vector difference;      // d, entries -2, 0, 2
  double value = 0.0;     // mean over rows
  double residual = 0.0;  // mean over rows of ||y - Wbar^T Z p|| / (the longest ||Wbar^T (z_b - z_c)||)
  Index rows = 0;         // that gave this constraint
};

struct Agreement {
  std::vector<Constraint> constraints;  // residual rising
  Index rows = 0;                       // one for each different token of each example
  Index usable = 0;             // rows whose weights are determined: 2 .. most_distinct tokens, independent images
  Index accepted = 0;           // rows that are fitted to tolerance by weights of at least least_weight
  double least_residual = 0.0;  // of the usable rows whose weights are large enough
};

// Phase 2 of paper B: rows on which all heads seem to agree. Were p_it = p for all i, row t would be y_t = Wbar^T Z p;
// p is found by least squares over the simplex (equal tokens merged; a minimum on the simplex' edge has a weight below
// least_weight, so the unconstrained one is enough), a small residual is taken for agreement, and each pair of tokens
// gives <Theta_i, z_t (z_b - z_c)^T> = log(p_b / p_c) - log(count_b / count_c), c the token of most weight.
// How many tokens may differ (ours): with n of them, m heads disagree in (m - 1)(n - 1) numbers and show it in the
// d - (n - 1) numbers that weights cannot explain; when those are fewer, n > 1 + d / m, a small residual is mostly
// chance and its constraint wrong, however small it is; with n = d + 1 every y has residual 0.
// Rows that give the same constraint, up to its sign, are one with the mean of values.
// sum: d x d, as Wbar. Tokens are signs, d <= kMaxTokenDimension.
// Errors: no examples; Wbar zero; no row accepted (the text says how near the nearest came).
// Cost O(N k d^2 + N d^3). Source: paper B, phase 2, with choices of ours as said.
Expected<Agreement> agreement(const Matrix& sum, std::span<const Sequence> sequences,
                              const AgreementOptions& options = {});

// How near to agreement rows come: the residuals of all usable rows whose weights are large enough, rising; those up to
// the tolerance are what agreement() accepts. Errors: as agreement(), but for no row accepted. Cost: as agreement().
Expected<std::vector<double>> residuals(const Matrix& sum, std::span<const Sequence> sequences,
                                        const AgreementOptions& options = {});

// |query^T Theta_i difference - value| over all constraints and heads of the truth, in units of log odds.
struct ConstraintError {
  double largest = 0.0;
  double mean = 0.0;
};
ConstraintError constraint_error(const Agreement& agreement, const SoftmaxLayer& truth);

}  // namespace learner
