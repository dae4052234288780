// Figure "samples": the error on fresh sequences against the number N of sequences learned from.
//
// Letters: d token dimension, n tokens in a sequence, T of them ask, N sequences, psi = d²(d+1)/2 unknowns for each
// output, sigma the standard deviation of the noise. All errors are means over fresh targets and outputs.
#pragma once

#include "figures/check_data.hpp"
#include "figures/figure.hpp"

namespace figures::samples {

// Sequences that errors are measured on.
inline constexpr int kFresh = 2048;

// The confidence that the paper's bound is drawn for.
inline constexpr double kDelta = 0.05;

// Shares below it are no per cent: they would be said to be 0 %.
inline constexpr double kLeastPercent = 1e-6;

// What the reader chose, and what follows from it before any data are drawn. The values must outlive it.
struct Setting {
  explicit Setting(const Values& given);

  const Values& values;
  bool softmax = values.choice("labels") == "softmax";  // softmax attention made the labels; else linear attention
  bool all = values.choice("targets") == "all";         // every token asks, not only the last
  double d = values.number("d"), n = values.number("n"), heads = values.number("H");
  double noise = values.number("noise"), lambda = values.number("lambda");
  double most = values.number("most");    // the largest N
  int sets = values.integer("sets");      // data sets
  double asked = all ? n : 1;             // T
  double unknowns = d * d * (d + 1) / 2;  // psi
  // Different features: psi, but C(d+2,3) where a sequence is one token (G z is cubic in it).
  double visible = n == 1 ? d * (d + 1) * (d + 2) / 6 : unknowns;
  bool singular = visible < unknowns;
  double equations = std::min(asked, d);  // of a sequence, independent, for each output: one G has d independent G z
  double threshold;           // the N from which the data hold as many independent equations as visible features
  int reference;              // sequences that the best linear attention is fitted on; 0 where it is known
  std::vector<double> sizes;  // the N tried: powers of sqrt 2 from an eighth of the threshold on, and the threshold
};

struct Result {
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

  bool complete() const { return std::ssize(N) == excess.cols(); }

  void fields(auto& archive) {
    archive(signal, floor, kept, rank, smallest, floor_doubt, measured_floor);
    archive(N, excess, low, median, high, mean_excess, expected_excess, measured_error);
  }
};

enum class Halving : std::uint8_t {
  nothing,  // nothing is left: exact to rounding
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

// Index of the largest median, and by what factor it stands above the smallest before it.
struct Peak {
  std::size_t at = 0;
  double height = 1;
};

// What a result says with its settings: for picture and words alike. Precondition of all: something was tried.
struct Study {
  const Result& result;
  Setting setting;

  // Whether an error is zero but for rounding.
  bool is_exact(double excess) const;
  bool is_learned_exactly() const { return result.floor == 0 && is_exact(result.median.back()); }
  Reading read(double N) const;
  // Three numbers over the plot: the error; how many times the floor; and the sequences that halve what lies above it.
  std::array<Readout, 3> readouts(const Reading& reading) const;
  Peak peak() const;
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

// Errors: those of the learner. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
double work(const Values& values);
void draw(const Result& result, Drawing& drawing);
// The finding, the sentence and the table; N is where the marker stands.
Description describe(const Result& result, const Context& context);
// For web/check/samples.py: as many data sets and as large ones as a notebook has room for.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

}  // namespace figures::samples
