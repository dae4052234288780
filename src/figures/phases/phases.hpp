// Figure "phases": paper B's six phases on data from the reader's settings, each with its error against the truth.
//
// Letters as in paper B (arXiv 2402.04084): m heads (Theta_i, W_i), k tokens in {-1, 1}^d in a sequence, N sequences,
// Wbar = sum_i W_i. Every error is relative, so that answering zero has 1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::phases {

inline constexpr int kPhases = 6;

// An estimate of Wbar: phases 1 and 3.
struct SumResult {
  Matrix sum;
  double error = 0;       // |sum - Wbar| / |Wbar|
  std::int64_t rows = 0;  // answers that it rests on
  std::int64_t same = 0;  // of them from sequences of one token, again and again: these are exact
  double margin = 0;      // phase 3: the least lead that counted as large

  void fields(auto& archive) { archive(sum, error, rows, same, margin); }
};

// A convex body around the Theta_i: phases 2 and 4.
struct BodyResult {
  std::int64_t rows = 0;      // one for each different token of each example
  std::int64_t distinct = 0;  // tested when at most so many of its example's tokens differ
  std::int64_t usable = 0;    // of them with weights that can be told
  std::int64_t accepted = 0;  // of these on which all heads seem to agree
  Vector claimed;             // J, what each constraint says
  Matrix meant;               // m x J, what it is for each head of the truth
  double largest_miss = 0;    // of |claimed - meant|, log odds
  double mean_miss = 0;
  double tolerance = 0;      // of the body, log odds
  double bound = 0;          // on every entry of a Theta
  Matrix centre;             // the point of least norm
  Vector outside;            // m, distance of Theta_i from the body over |Theta_i|
  double hull_distance = 0;  // of the centre from the affine hull of the Theta_i, over the largest of them
  double kkt_error = 0;      // how well the centre is known

  // Seen on the plane that shadow.hpp says; the centre is at 0.
  Matrix outline;  // 2 x K, corners of the body's shadow, going round
  Matrix heads;    // 2 x m, the Theta_i
  Matrix nearest;  // 2 x m, the point of the body nearest to each
  Vector aside;    // m, how far Theta_i is off the plane, over |Theta_i|
  Vector origin;   // 2, Theta = 0

  void fields(auto& archive) {
    archive(rows, distinct, usable, accepted, claimed, meant, largest_miss, mean_miss, tolerance, bound);
    archive(centre, outside, hull_distance, kkt_error, outline, heads, nearest, aside, origin);
  }
};

// The span of the body: phase 5.
struct SpanResult {
  Vector sigma;          // lengths of the body's directions, falling
  Matrix extremes;       // m x count, extreme points in coordinates of the span
  Matrix heads;          // m x m, column i the projection of Theta_i in these
  Vector lost;           // m, |Theta_i - its projection| / |Theta_i|
  double by_chance = 0;  // what random directions leave

  void fields(auto& archive) { archive(sigma, extremes, heads, lost, by_chance); }
};

// The net and what it chose: phase 6.
struct NetResult {
  std::vector<learner::Matrix> Theta, W;  // in the order of the truth's heads
  std::int32_t per_axis = 0;              // points of the net, over the range of SpanResult::extremes
  Matrix chosen;                          // m x m, the Theta_i found in these
  Vector theta_errors, w_errors;          // m, relative
  double subsets = 0;                     // tried
  double spacing = 0;
  double validation_error = 0;  // relative squared
  double test_error = 0;        // the same on fresh sequences

  void fields(auto& archive) {
    archive(Theta, W, per_axis, chosen, theta_errors, w_errors, subsets, spacing, validation_error, test_error);
  }
};

struct Result {
  std::int32_t d = 0, m = 0, k = 0;
  std::int64_t planned = 0;  // N
  bool exact = false;        // phases 2 and 4 are given Wbar itself
  std::int32_t reached = 0;  // phases that have a result, 0 to 6
  Error stopped;             // why the next one cannot go on; no sentence when nothing is wrong

  std::vector<learner::Matrix> Theta, W;  // the truth
  Matrix sum;                             // Wbar

  std::vector<double> counts, errors;  // phase 1 after so many sequences
  Matrix limit;                        // what its estimate converges to
  double limit_error = 0;
  double first_order = 0;  // the same by the first order in Theta

  SumResult crude;
  BodyResult first;
  SumResult refined;
  BodyResult second;
  SpanResult span;
  NetResult net;

  void fields(auto& archive) {
    archive(d, m, k, planned, exact, reached, stopped.sentence, stopped.values);
    archive(Theta, W, sum, counts, errors, limit, limit_error, first_order);
    archive(crude, first, refined, second, span, net);
  }
};

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table.
Description describe(const Result& result, const Context& context);

}  // namespace figures::phases
