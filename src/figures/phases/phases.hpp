// Figure "phases": paper B's six phases on data from the reader's settings, each with its error against the truth.
//
// Letters as in paper B (arXiv 2402.04084): m heads (Theta_i, W_i), k tokens in {-1, 1}^d in a sequence, N sequences,
// Wbar = sum_i W_i. Every error is relative, so that answering zero has 1.
#pragma once

#include "figures/easing.hpp"
#include "figures/figure.hpp"

namespace learner {
struct ConvexBody;
}

namespace figures::phases {

inline constexpr int kPhases = 6;

// An estimate of Wbar: phases 1 and 3.
struct SumResult {
  Matrix sum;
  double error = 0;  // |sum - Wbar| / |Wbar|
  // Of phase 3:
  double rows = 0;    // answers that it rests on
  double same = 0;    // how many of them come from sequences of one repeated token: these are exact
  double margin = 0;  // the least lead that counted as large

  void fields(auto& archive) { archive(sum, error, rows, same, margin); }
};

// A convex body around the Theta_i: phases 2 and 4.
struct BodyResult {
  double rows = 0;          // one for each different token of each example
  double distinct = 0;      // a row is tested when at most so many tokens of its example differ
  double usable = 0;        // tested rows whose weights are determined
  double accepted = 0;      // usable rows on which all heads seem to agree
  Vector claimed;           // J, the log odds that each constraint claims
  Matrix meant;             // J x m, the log odds that each head of the truth gives
  double largest_miss = 0;  // of |claimed - meant|, log odds
  double mean_miss = 0;
  double tolerance = 0;      // of the body, log odds
  double bound = 0;          // on every entry of a Theta
  Matrix centre;             // the point of least norm
  Vector outside;            // m, distance of Theta_i from the body over |Theta_i|
  double hull_distance = 0;  // of the centre from the affine hull of the Theta_i, over the largest of them
  double kkt_error = 0;      // optimality error of the centre

  // On the plane of the picture, see cut_plane; the centre is at 0. There each constraint leaves a strip,
  // the x with |normal x - offset| <= tolerance, and the body is what all strips leave of the block.
  Matrix block;   // 2 x K, corners of what the bound alone leaves, in order around it
  Matrix cuts;    // 3 x J, normal and offset
  Matrix heads;   // 2 x m, the Theta_i, projected
  Vector aside;   // m, distance of Theta_i from the plane over |Theta_i|
  Vector origin;  // 2, Theta = 0, projected

  void fields(auto& archive) {
    archive(rows, distinct, usable, accepted, claimed, meant, largest_miss, mean_miss, tolerance, bound, centre,
            outside, hull_distance, kkt_error, block, cuts, heads, aside, origin);
  }
};

// The span of the body: phase 5.
struct SpanResult {
  Vector sigma;          // lengths of the body's directions, falling
  Matrix extremes;       // m x count, extreme points in coordinates of the span
  Matrix heads;          // m x m, column i is the projection of Theta_i, in the same coordinates
  Vector lost;           // m, |Theta_i - its projection| / |Theta_i|
  double by_chance = 0;  // what random directions leave

  void fields(auto& archive) { archive(sigma, extremes, heads, lost, by_chance); }
};

// The net and what it chose: phase 6.
struct NetResult {
  std::vector<Matrix> Theta, W;   // in the order of the truth's heads
  std::int32_t per_axis = 0;      // points of the net, over the range of SpanResult::extremes
  Matrix chosen;                  // m x m, the Theta_i found, in coordinates of the span
  Vector theta_errors, w_errors;  // m, relative
  double subsets = 0;             // compared
  double spacing = 0;
  double validation_error = 0;  // relative squared
  double test_error = 0;        // the same on fresh sequences

  double largest_error() const { return std::max(theta_errors.maxCoeff(), w_errors.maxCoeff()); }
  void fields(auto& archive) {
    archive(Theta, W, per_axis, chosen, theta_errors, w_errors, subsets, spacing, validation_error, test_error);
  }
};

// What a body is not made of. Where no row of phase 2 or 4 can be tested:
struct NoRows {
  std::vector<double> distinct;  // examples with 1, 2, .., k different tokens
  double most_distinct = 0;      // those with 2 to so many are tested

  // Where none of those tested agrees:
  double allowed = 0;             // residual of a row
  std::vector<double> residuals;  // rising; so many rows, counts, have at most these
  std::vector<double> counts;     // 1, .., all that weights explain

  void fields(auto& archive) { archive(distinct, most_distinct, allowed, residuals, counts); }
};

struct Result {
  std::int32_t reached = 0;  // phases that have a result, 0 to 6
  Error stopped;             // why the next one cannot go on; no sentence when nothing is wrong
  NoRows no_rows;            // of phases 2 and 4, where that is why

  std::vector<Matrix> Theta, W;  // the truth
  Matrix sum;                    // Wbar

  std::vector<double> counts, errors;  // error of phase 1 after so many sequences,
  std::vector<Matrix> sums;            // and its estimate then
  Matrix limit;                        // what its estimate converges to
  double limit_error = 0;
  double first_order = 0;  // the same to first order in Theta

  SumResult crude;
  BodyResult first;
  SumResult refined;
  BodyResult second;
  SpanResult span;
  NetResult net;

  int heads() const { return static_cast<int>(Theta.size()); }
  bool is_stopped() const { return !stopped.sentence.empty(); }
  const BodyResult& body(int phase) const { return phase == 2 ? first : second; }

  void fields(auto& archive) {
    archive(reached, stopped, no_rows, Theta, W, sum, counts, errors, sums, limit, limit_error, first_order, crude,
            first, refined, second, span, net);
  }
};

// A phase that cannot go on ends the run and says why; what was reached stands. Cost: work() multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);

double work(const Values& values);

// Points of the net along each axis of the span: what the reader asks for, or fewer where the subsets of m points would
// be too many to try.
Index net_points(const Values& values);

// A row is tested when at most so many tokens of its example differ: rows of more say less about agreement than they
// ask, see learner/softmax/agreement.hpp.
Index most_distinct(const Values& values);
// The share of random examples with so few different tokens, but two at least.
double tested_share(const Values& values);

// Of a relative error: a norm of 0 counts as 1.
inline double or_one(double norm) { return norm > 0 ? norm : 1; }

// Fills in block, cuts, heads, aside and origin, for the plane through the centre that holds Theta_1 and Theta_2 (two
// heads), Theta_1 and the origin (one), or is along all three. From the first head to the second (of one, from 0 to it)
// is to the right, and 0 is above the centre, so that both bodies are seen from one side.
void cut_plane(const learner::ConvexBody& body, const std::vector<Matrix>& heads, BodyResult& result);
// What is left of a convex polygon, 2 x any, where normal x <= offset.
Matrix cut_off(const Matrix& polygon, const Eigen::Vector2d& normal, double offset);

inline bool is_sum_given(const Values& settings) { return settings.choice("sum") == "exact"; }

// --- The film -------------------------------------------------------------------------------------------------------

// Where each phase ends in it: the bodies take their time.
inline constexpr std::array<double, kPhases> kEnds = {70, 230, 290, 450, 520, 600};

// What is seen at its moment: so many phases have their result, and one is large, of whose way a share is done. At the
// end that is the phase the reader has chosen; where there is no result yet, the one that comes next.
struct Moment {
  int done = 0;
  int phase = 1;
  float share = 1;
};
Moment moment_of(const Result& result, const Values& values);

inline constexpr float kTold = 0.9F;  // of a phase's way; then what became of it can be seen

// The result as far as it is seen then.
Result seen(const Result& result, const Moment& moment);

// --- Words of picture and description, findings.cpp -----------------------------------------------------------------

std::string error_text(double error);                        // "33 %", "1,200 %", "0 %"
bool is_exact(double error);                                 // zero but for rounding
std::string constraints(const BodyResult& body);             // "75 constraints"
std::string head_name(std::string_view letter, Index head);  // "Θ₁"

std::string_view phase_name(int phase);                        // "Guess the sum"
std::string_view doing_of(const Values& settings, int phase);  // what goes on while it is on its way

// The main error of a phase, of the sum or the worst of the heads.
double error_of(const Result& result, int phase);
inline Ink ink_of(int phase) { return phase == 1 || phase == 3 ? Ink::W : Ink::Q; }

// What became of a phase, as a finding above its large view.
std::string finding_of(const Result& result, int phase);

// Of a phase without rows that it can use: whether no example has as few different tokens as it can test. Else it tests
// some, and no weights explain them.
bool has_none_to_test(const Error& stopped);

// Why the next phase cannot go on, and what helps.
std::string stopped_text(const Result& result, const Values& settings);

// How the phase works.
std::string meaning_of(const Result& result, const Values& settings, int phase);

}  // namespace figures::phases
