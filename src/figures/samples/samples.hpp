// Figure "samples": the error on fresh sequences against the number N of sequences learned from, and, in its second
// view, the N that is needed against the token size d.
//
// Letters: d token dimension, n tokens in a sequence, T of them ask, N sequences, psi = d²(d+1)/2 unknowns for each
// output, sigma the standard deviation of the noise. All errors are means over fresh targets and outputs.
#pragma once

#include "figures/check_data.hpp"
#include "figures/pieces.hpp"

namespace plot {
struct Readout;
}

namespace figures::samples {

// Sequences that errors are measured on.
inline constexpr int kFresh = 2048;

// The confidence that the paper's bound is drawn for.
inline constexpr double kDelta = 0.05;

// A walk through fresh questions on which fits can be looked at, as cos t Z_a + sin t Z_b for t from 0 to pi: each as
// likely as any other. So many of them.
inline constexpr int kWalk = 97;

// Shares below it are no per cent: they would be said to be 0 %.
inline constexpr double kLeastPercent = 1e-6;

// The token sizes of the second view.
inline constexpr int kLeastSize = 2;
inline constexpr int kMostSize = 8;

// What the reader chose, and what follows from it before any data are drawn. The values must outlive it.
struct Setting {
  explicit Setting(const Values& given);

  const Values& values;
  bool every_size = values.choice("view") == "needed";  // the second view
  bool softmax = values.choice("labels") == "softmax";  // softmax attention made the labels; else linear attention
  bool all = values.choice("targets") == "all";         // every token asks, not only the last
  double d = values.number("d"), n = values.number("n"), heads = values.number("H");
  double noise = values.number("noise"), lambda = values.number("lambda");
  double most = values.number("most");      // the largest N
  int sets = values.integer("sets");        // data sets
  double within = values.number("within");  // close enough is an error of so many times the floor
  double asked = all ? n : 1;               // T
  double unknowns = d * d * (d + 1) / 2;    // psi
  // Different features: psi, but C(d+2,3) where a sequence is one token (G z is cubic in it).
  double visible = n == 1 ? d * (d + 1) * (d + 2) / 6 : unknowns;
  bool singular = visible < unknowns;
  double equations = std::min(asked, d);  // of a sequence, independent, for each output: one G has d independent G z
  double threshold;           // the N from which the data hold as many independent equations as visible features
  int reference;              // sequences that the best linear attention is fitted on; 0 where it is known
  std::vector<double> sizes;  // the N tried: powers of sqrt 2 from an eighth of the threshold on, and the threshold
};

// The same values with another token size, also where that is fixed.
Values with_token_size(const Values& values, int d);

struct Result {
  // The second view, for d = kLeastSize, kLeastSize + 1 ..: as many as signals are done; all else has nothing to say.
  std::vector<double> signals, floors, all_kept;  // of each d: signal, floor and kept, as below
  // Data set x d: the N from which on its error is close enough, as far as up to the largest; 0: more than that.
  Matrix needed;

  double signal = 0;       // the error of answering 0
  double floor = 0;        // the error of the best linear attention: sigma² and, for softmax labels, what it cannot say
  double kept = 0;         // how far above the floor lambda leaves the error in the limit of large N, estimated
  std::int32_t rank = 0;   // of the Gram matrix of the fresh questions
  double smallest = 0;     // its smallest eigenvalue over the number of rows, lambda_min
  double floor_doubt = 0;  // how far above the best one the fitted reference is itself (subtracted everywhere)
  double measured_floor = 0;  // the error of the reference on the fresh labels themselves

  std::vector<double> N;                  // tried so far, rising
  Matrix excess;                          // error above the floor: data set x N
  std::vector<double> low, median, high;  // of the data sets, the middle half between low and high

  // At the largest N, means over the data sets: measured; what the noise leads to, given the questions (0: not known);
  // and the error itself on the fresh labels.
  double mean_excess = 0;
  double expected_excess = 0;
  double measured_error = 0;

  // On the walk, one number of the answer to the last token: that in which the truth goes furthest.
  std::int32_t walk_output = 0;
  Vector walk_truth;  // without noise
  Matrix walk_fits;   // kWalk x (data sets · N): all data sets at the first N, then at the next

  bool complete() const { return std::ssize(N) == excess.cols(); }

  void fields(auto& archive) {
    archive(signals, floors, all_kept, needed, signal, floor, kept, rank, smallest, floor_doubt, measured_floor, N,
            excess, low, median, high, mean_excess, expected_excess, measured_error, walk_output, walk_truth,
            walk_fits);
  }
};

enum class Halving : std::uint8_t {
  nothing,  // next to nothing is left
  reached,  // within what was tried
  beyond,   // further out: by the 1/N law
  unknown,  // further out, and too few sequences were tried to say
  never,    // lambda keeps more than half of it
};

// What the curves say at one N.
struct Reading {
  std::size_t at = 0;  // index of the N that was tried nearest to the one asked for
  double N = 0;
  double excess = 0;  // the median's
  double error = 0;   // with the floor
  Halving halving = Halving::nothing;
  double needed = 0;       // sequences that halve the excess; for reached and beyond
  bool over_peak = false;  // on the way there it more than doubles
};

// Index of a median, and its rise.
struct Peak {
  std::size_t at = 0;
  double height = 1;
};

// Squared errors of doubles lie near 1e-30 of what was computed with: those below this share of answering 0 are
// rounding, or what a tiny lambda leaves.
inline constexpr double kExactly = 1e-18;

// What lambda leaves in the limit is estimated from fresh questions: the truth may be less by such a factor; by the
// other one where the largest N has come as low.
inline constexpr double kKeptDoubt = 1.3, kReachedDoubt = 1.05, kReached = 1.1;

// Above the floor by this share of it, an error has sunk to it.
inline constexpr double kSunk = 0.1;

// What there are as many equations of at the threshold: of a sequence of one token, not all unknowns are features that
// differ.
inline std::string_view unknowns_word(const Setting& setting) {
  return setting.singular ? tr("different features") : tr("unknowns");
}

// What a result says with its settings: for picture and words alike. Precondition of all: something was tried.
struct Study {
  const Result& result;
  Setting setting;

  // Whether an error is next to nothing: without a penalty, rounding.
  bool is_exact(double excess) const;
  // Answers of 0 lie hardly above the floor: that much counts as having sunk to it.
  bool is_idle() const { return result.floor > 0 && result.signal < (1 + kSunk) * result.floor; }
  bool is_learned_exactly() const { return result.floor == 0 && is_exact(result.median.back()); }
  Reading read(double N) const;
  // Three numbers: the error; how many times the floor; and the sequences that halve what lies above it.
  std::array<Readout, 3> readouts(const Reading& reading) const;
  std::size_t worst() const {
    return static_cast<std::size_t>(std::ranges::max_element(result.median) - result.median.begin());
  }
  // By what factor a median stands above the smallest before it and the smallest after it.
  double rise(std::size_t at) const;
  // The highest of those about the threshold, where noise raises them, and the worst: the very first fits may err more
  // than those at the peak.
  Peak peak() const;
  // Of all: where data sets are few, chance has peaks of its own.
  double highest_rise() const;
  bool is_late(double N) const { return N >= 8 * setting.threshold; }
  // The exponent of the median's fall from eight times the threshold on: −1 is 1/N. 0 where there is too little of it.
  double slope() const;

  // The excess that noise of the floor's size leads to: floor·psi / (T (N − N_0 − 1)), N_0 the threshold. Exact on
  // average over Gaussian features, approximate for these; infinite up to N_0 + 1.
  double noise_law(double N) const;
  // No fit without a penalty has less on average: floor·psi / (T N), by Jensen's inequality.
  double noise_bound(double N) const;
  // The shape of the paper's bound, signal·(d⁴ + ln 1/δ) / N: it has no constant, so answering 0 sets the scale.
  double paper_shape(double N) const;
  // Where that line meets the error of answering 0: N = d⁴ + ln 1/δ.
  double paper_anchor() const;
};

// How far the film is: it runs from 0 to kFilm. N grows, theory is drawn, and then the marker goes to where it is asked
// to stand.
inline constexpr int kFilm = 100;
// Dots fall while ln N grows by this share of its way.
inline constexpr double kFall = 0.07;
struct Moment {
  double grown = 1;  // share of the way of ln N from the least to the most, and kFall beyond it
  double theory = 1;
  double N = 0;  // the marker stands at the N nearest to it that was tried
  bool is_end = true;
};
Moment moment_of(const Result& result, const Values& values);
std::string say(const Result& result, std::string_view id, const Context& context);
// The slider of N stands where the marker does.
double stands(const Result& result, std::string_view id, const Context& context);

// The pieces of the second view, see figures::Pieces: some data sets at one token size, or all of them. Each is a
// result with that size alone, and zeros for the other data sets.
struct Cut {
  using Piece = Result;
  static int count(const Values& settings);
  static Expected<Result> make(const Request& request, Reporter<Result>& reporter, int place);
  static std::optional<Result> join(const Request& request, const Pieces<Result>& pieces);
};

// Errors: those of the learner. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
double work(const Values& values);
void draw(const Result& result, Drawing& drawing);
// The finding, the sentence and the table; N is where the marker stands.
Description describe(const Result& result, const Context& context);
// Both of the first view alone.
void draw_error(const Result& result, Drawing& drawing);
Description describe_error(const Result& result, const Context& context);
// For web/check/samples.py: as many data sets and as large ones as a notebook has room for.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

}  // namespace figures::samples
