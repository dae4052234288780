#pragma once

#include <functional>
#include <optional>
#include <span>

#include "learner/model.hpp"
#include "learner/row_least_squares.hpp"

namespace learner {

// Algorithm 1 of arXiv 2410.10101, from sequences to heads, in two steps for who has the moments and in one for who has
// the data:
//
//   std::vector<Sequence> sequences;  // Z: d x n, columns are tokens; Y: d_out x T, the answers
//   auto data = make_dataset(std::move(sequences), Targets::last);
//   auto learned = data ? learn(*data) : std::unexpected(data.error());
//   if (!learned) puts(learned.error().text().c_str());
//
// Letters: d numbers in a token, d_out in an answer, psi = d²(d + 1)/2 products G_jk z_l with j <= k, which are the
// features H; Lambda, the mean of H H^T over all answers.

// A layer of linear attention as Algorithm 1 finds it.
struct Layer {
  std::int64_t rows = 0;        // targets seen
  std::int64_t unknowns = 0;    // psi
  std::int64_t rank = 0;        // of the matrix that was solved with
  bool minimum_norm = false;    // the system was singular at lambda = 0
  double condition = 0;         // of that matrix, its features scaled to one size: W is off by 2^-52 times it
  std::int32_t digits = 0;      // decimal digits of W that survive rounding: 0 to 15
  bool rank_in_doubt = false;   // rounding may hide directions: see regress
  Matrix W;                     // (d_out·d) x d²; W(a d + j, k d + l) multiplies G_jk z_l in y_a
  Vector sigma;                 // singular values of W, falling: min(d_out·d, d²)
  std::int64_t head_count = 0;  // what Algorithm 1 returns: the rank of W
  Matrix value_maps;            // the first heads' V_h side by side, d_out x (d·shown)
  Matrix query_maps;            // the same heads' Q_h, d x (d·shown)
  Vector evidence;  // singular values of S(x), their mean over x, falling: min(d, d_out), see HeadCountEvidence
  // What S(x) counts, under noise what stands above it; 0 for W = 0; min(d, d_out) says "that many or more".
  std::int64_t distinct_heads = 0;

  void fields(auto& archive) {
    archive(rows, unknowns, rank, minimum_norm, condition, digits, rank_in_doubt, W, sigma, head_count, value_maps,
            query_maps, evidence, distinct_heads);
  }
};

// What least squares finds.
struct Regression {
  Matrix p;                                  // d_out x psi
  std::optional<RowSpectrum> spectrum = {};  // where the rows were asked
};

// Least squares; where the data leave W open, the W of least norm. From the Gram matrix where it has full rank and a
// condition number below 1e8; else, as a Gram matrix that lost digits cannot tell a faint direction from none, from the
// rows again, up to 2e11 multiply-adds. Beyond, from the Gram matrix all the same, the W of least norm up to
// kMaxSpectrum unknowns, with `rank_in_doubt`; so, too, below full rank where products of three differences of tokens,
// which are little apart beside what they have in common, or whole rows beside larger ones, are lost in rounding. Fills
// in rows to W. `replay`: the sequences behind `moments`. Errors: those of solve_ridge and solve_rows; a lambda too
// large. Cost: psi³ / 6 multiply-adds and a matrix of psi x psi; where the rows are asked, rows psi² and 30 psi³.
Expected<Regression> regress(const Moments& moments, const Replay& replay, const RidgeOptions& options, Layer& layer);

// Least squares is never worse than answering 0 on what it was learned from: an error by more than rounding above that
// is refused with a cure. `error`: of p, on the data that it was learned from. Errors: such a one. Cost O(1).
Expected<void> check_fit(const TestError& error);

// The heads that W is made of, at least one. Fills in sigma to distinct_heads, with at most `shown` maps. `exact`: p is
// off by rounding only. Where coordinates are of uneven size, or with a condition number above 1e8, heads are split off
// and counted in units of these sizes (see token_units.hpp), in the second case all of them, and their number is not
// that of sigma. p: d_out x psi; `moments`: of the data that it
// was learned from, for these sizes.
// Errors: those of head_spectrum. Cost O(d_out d⁵).
Expected<Model> split_heads(const Matrix& p, const Moments& moments, bool exact, Index shown, Layer& layer);

// Squared errors of doubles lie near 1e-30 of the targets; below this share of them they are rounding.
inline constexpr double kExactShare = 1e-18;

// What learn() returns. Units: u of the numbers of tokens, v of those of answers.
struct Learned : Layer {            // with the maps of all heads
  double error = 0;                 // mean of |y - yhat|² / d_out over the data, v²
  double relative_error = 0;        // sum of |y - yhat|² over sum of |y|²: 0 to 1
  double lambda_min = 0;            // the smallest eigenvalue of Lambda, u⁶; 0: the data leave something open
  double lambda_max = 0;            // the largest, u⁶
  std::int64_t certified_rank = 0;  // eigenvalues that are not 0
  Vector eigenvalues;               // of Lambda, all psi, rising, u⁶; empty beyond kWholeSpectrum unknowns
};

// The data behind some moments, in memory or not.
struct Source {
  Replay replay;                                              // hands all sequences over, in their order
  std::function<Expected<TestError>(const Matrix& p)> error;  // of p, d_out x psi, on all of them
};

// All that follows from the moments of a data set: regression, heads, certificate. lambda: 0 or more. The source is
// asked for the error once, and for its sequences where rows are asked. Progress: 0 to 1. Errors: products of tokens
// that overflow or vanish; lambda negative, not finite, too large, or too small to decide; a fit that rounding has
// spoilt; no convergence of eigenvalues or singular values; those of source.error. Cost: least squares psi³/6
// multiply-adds, heads O(d_out d⁵), all eigenvalues 2/3 psi³ or, beyond kWholeSpectrum unknowns, their ends psi³/6;
// where rows are asked, rows psi² + 30 psi³. Memory: three matrices of psi x psi, where rows are asked six.
Expected<Learned> learn(const Moments& moments, const Source& source, double lambda, const Progress& progress = {});

// All of it, from a data set as make_dataset gives it, and lambda of 0 or more: moments, regression, heads,
// certificate. Where regress asks the rows, the certificate is theirs too. Progress: 0 to 1. Errors: as above. Cost:
// rows psi²/2 multiply-adds at most (see moments.hpp) for the sums, then as above; memory as above, beside the data.
Expected<Learned> learn(const Dataset& data, double lambda = 0, const Progress& progress = {});

// The first half of that: the moments of a data set, or a part of their sums, for who shares them out among several.
// Progress: 0 to 1. Errors: none for a data set of make_dataset. Cost: rows psi²/2 multiply-adds at most over the number
// of parts.
Expected<Moments> gather(const Dataset& data, const MomentsPart& part, const Progress& progress = {});

// The second: what follows from all moments of the data set. Progress: 0 to 1. Errors: as above. Cost: least squares and
// what follows, as above.
Expected<Learned> learn(const Dataset& data, const Moments& moments, double lambda, const Progress& progress = {});

}  // namespace learner
