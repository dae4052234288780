// Figure "cost": what Algorithm 1 costs at every token size, counted; and how fast this device is, measured.
//
// Operations are multiply-adds throughout; counts.hpp has the letters and the formulas. To measure, the run calls the
// learner's own kernels; the host has the clock and gives draw and describe the times of the stages.
#pragma once

#include "figures/cost/counts.hpp"
#include "figures/figure.hpp"

namespace figures::cost {

// --- What is measured -----------------------------------------------------------------------------------------------
// The stages, in order. Only those between `prepare` and `check` are timed for their own sake.
enum class Step : std::uint8_t { prepare, products, cholesky, spectrum, algorithm, check };

// A run of the algorithm lies between these sizes, so that it is predicted and not measured twice; they are small
// enough for one of each to be over in a few milliseconds.
inline constexpr int kTokenSize = 9;  // of the moments
inline constexpr int kRows = 256;     // of the matrix that is factored
inline constexpr int kColumns = 40;   // of the square matrix whose singular values and vectors are computed
inline constexpr int kLength = 32;    // tokens in a sequence

// A run of the algorithm learns from four times as many equations as there are unknowns.
inline Sizes run_sizes(double d) { return {.d = d, .n = kLength, .N = 4 * Sizes{.d = d}.unknowns()}; }

// A kernel of the learner that ran again and again.
struct Kernel {
  std::int64_t times = 0;  // how often it ran
  double work = 0;         // multiply-adds of all of them
  double residual = 0;     // relative, of its result: see run()

  void fields(auto& archive) { archive(times, work, residual); }
};

struct Result {
  Kernel products;  // moments of a block of sequences
  Kernel cholesky;
  Kernel spectrum;
  Kernel algorithm;  // from beginning to end: its time is predicted from the kernels and compared with its own

  void fields(auto& archive) { archive(products, cholesky, spectrum, algorithm); }
};

// Runs each kernel `repeats` times and the whole algorithm half as often, after a quarter of that to warm up, in up to
// four rounds that take turns, so that a processor that changes its speed changes it for all.
// Residuals: of the moments, entries of their Gram matrix against sums over plainly made features; of Cholesky,
// |A X - B| / |B|; of the spectrum, |A - U S V^T| / |A|; of the algorithm, its heads against those that made the data.
// Errors: those of the learner. Cost: work() multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
double work(const Values& values);

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);

// How fast this device is, in multiply-adds a second.
struct Device {
  double products = 0, cholesky = 0, spectrum = 0;

  double seconds(const PartCost& cost, Part part) const;
  double seconds(const RouteCost& cost) const;
};

// Nothing where nobody measured, or where a clock was too coarse to see a kernel run. `times`: milliseconds a stage.
std::optional<Device> device_of(const Result& result, std::span<const double> times);

// One run of Algorithm 1 at a small size: what these formulas and rates predict, and what happened. In seconds.
struct Trial {
  double predicted = 0, took = 0;
};
std::optional<Trial> trial_of(const Result& result, const Sizes& sizes, std::span<const double> times);

// Spans of time that people know, rising.
struct Span {
  double seconds;
  Phrase longer;
};
inline constexpr double kYear = 365.25 * 86400;
inline constexpr std::array<Span, 10> kSpans = {{
    {0.15, Phrase("longer than a blink")},
    {60, Phrase("longer than a minute")},
    {3600, Phrase("longer than an hour")},
    {86400, Phrase("longer than a day")},
    {kYear, Phrase("longer than a year")},
    {80 * kYear, Phrase("longer than a human life")},
    {5000 * kYear, Phrase("longer than all of written history")},
    {3e5 * kYear, Phrase("longer than our species is old")},
    {66e6 * kYear, Phrase("longer than the time since the dinosaurs")},
    {13.8e9 * kYear, Phrase("longer than the age of the universe")},
}};

// "less than a blink", "longer than a year", "65 million times the age of the universe".
std::string in_human_terms(double seconds);

// --- What the reader asks about: a token size, and where N comes from -----------------------------------------------
// The order of the parameter's choices. What the theorem says is one of them, what somebody chooses the others.
enum class NumberFrom : std::uint8_t { theorem, enough, chosen };

// Token sizes that are marked: the least, BERT (Devlin et al. 2019, base); GPT-3's is in counts.hpp.
inline constexpr double kLeastWidth = 2;
inline constexpr double kBertWidth = 768;

// The values must outlive it.
struct Setting {
  explicit Setting(const Values& given);

  const Values& values;
  NumberFrom from = static_cast<NumberFrom>(values.integer("from"));
  double d = values.number("d"), n = values.number("n"), eps = values.number("eps"), c = values.number("c");
  bool all = values.choice("targets") == "all";
  double chosen = values.number("N");
  // Shown in detail: the reader's choice, or the cheaper one at d.
  Route route = values.choice("route") == "primal" ? Route::primal
                : values.choice("route") == "dual" ? Route::dual
                                                   : cheaper(sizes(d));

  // The number of sequences at a token size: counted with, and asked for by the theorem.
  double sequences(double token_size) const;
  double asked(double token_size) const { return theorem_sequences(token_size, eps, c); }
  Sizes sizes(double token_size) const { return {.d = token_size, .n = n, .N = sequences(token_size), .all = all}; }
  // The paper's time without its constant, N d⁴ n / eps: for those two numbers.
  double paper_time(double token_size) const { return cost::theorem_time(token_size, n, sequences(token_size), eps); }
  double theorem_time(double token_size) const { return cost::theorem_time(token_size, n, asked(token_size), eps); }
  // The N from which the paper's time is a million GPT-3s at GPT-3's width, and its count there, the cheaper way.
  double claimed_sequences() const { return cost::claimed_sequences(n, eps); }
  double claimed_work() const;
};

// All that the picture and its description show.
struct Shown {
  Shown(const Result& measured, const Context& context);

  const Result& result;
  Setting setting;
  Sizes sizes;     // at the marker
  RouteCost cost;  // of setting.route, there
  Sizes run;       // that Algorithm 1 ran at
  std::optional<Device> device;
  std::optional<Trial> trial;
};

// --- The picture ----------------------------------------------------------------------------------------------------
Ink ink_of(Part part);

// Operations against token size. A press or drag moves the marker: it changes the values.
void draw_chart(const Shown& shown, Drawing& drawing, const Rect& box);

// --- Words that picture and description share -----------------------------------------------------------------------
// So many significant digits also before the point: "290,000".
std::string rounded(double value, int digits);

// How many times the training of GPT-3 that is: "290,000".
std::string gpt3s(double work);

// Why a run took much longer than predicted, where it did; a sentence.
std::string overhead_words(const Trial& trial);

}  // namespace figures::cost
