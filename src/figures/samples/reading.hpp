// What the curves of figure "samples" say: at one N, of their slope, and against theory. For picture and words alike.
#pragma once

#include "figures/samples/samples.hpp"

namespace figures::samples {

// Squared errors of doubles lie near 1e-30 of what was computed with.
inline constexpr double kExactly = 1e-18;

// The confidence that the paper's bound is drawn for.
inline constexpr double kDelta = 0.05;

enum class Halving : std::uint8_t {
  nothing,  // nothing is left: exact to rounding
  reached,  // within what was tried
  beyond,   // further out: by the 1/N law
  unknown,  // further out, and too few sequences were tried to say
  never,    // lambda keeps more than half of it
};

struct Reading {
  std::size_t at = 0;  // index of the N that was tried nearest to the one asked for
  double N = 0;
  double excess = 0;  // the median's
  double error = 0;   // with the floor
  Halving halving = Halving::nothing;
  double needed = 0;       // sequences that halve the excess; for reached and beyond
  bool over_peak = false;  // on the way there it more than doubles
};

// Precondition: something was tried. O(numbers tried).
Reading read_samples(const Result& result, double N);

// Whether an error is zero but for rounding.
bool is_exact(const Result& result, double excess);

// Numbers that one sequence has targets for each output.
double targets_of(const Result& result);

// The excess that noise of the floor's size leads to: floor·psi / (T (N − N_0 − 1)), N_0 the threshold. Exact on
// average over Gaussian features, approximate for these; infinite up to N_0 + 1.
double noise_law(const Result& result, double N);

// No fit without a penalty has less on average: floor·psi / (T N), by Jensen's inequality.
double noise_bound(const Result& result, double N);

// The shape of the paper's bound, signal·(d⁴ + ln 1/δ) / N: it has no constant, so answering 0 sets the scale.
double paper_shape(const Result& result, double N);

// Where that line meets the error of answering 0: N = d⁴ + ln 1/δ.
double paper_anchor(const Result& result);

// Index of the largest median, and by what factor it stands above the smallest before it.
struct Peak {
  std::size_t at = 0;
  double height = 1;
};
Peak peak_of(const Result& result);

// The exponent of the median's fall from eight times the threshold on: −1 is 1/N. 0 where there is too little of it.
double slope_of(const Result& result);

}  // namespace figures::samples
