// Figure "cost": what Algorithm 1 costs at every token size, counted; and how fast this device is, measured.
//
// Operations are multiply-adds throughout; counts.hpp has the letters and the formulas. To measure, the run calls the
// learner's own kernels; the host has the clock and gives draw and describe the times of the stages.
#pragma once

#include "figures/cost/counts.hpp"
#include "figures/figure.hpp"

namespace plot {
struct Region;
}

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
std::string say(const Result& result, std::string_view id, const Context& context);

// How fast this device is, in multiply-adds a second.
struct Device {
  double products = 0, cholesky = 0, spectrum = 0;

  double seconds(const PartCost& cost, Part part) const;
  double seconds(const RouteCost& cost) const;
};

// As measured. Nothing where nobody measured, or where a clock was too coarse to see a kernel run. `times`:
// milliseconds a stage.
std::optional<Device> device_of(const Result& result, std::span<const double> times);

// At whose speed the reader wants to know; the order of the parameter's choices.
enum class Speed : std::uint8_t { device, billion, largest };

// One run of Algorithm 1 at a small size: what these formulas and rates predict, and what happened. In seconds.
struct Trial {
  double predicted = 0, took = 0;
};
std::optional<Trial> trial_of(const Result& result, const Sizes& sizes, std::span<const double> times);

// Spans of time that people know, rising.
struct Span {
  double seconds;
  Phrase name;
  Phrase longer;
};
inline constexpr double kYear = 365.25 * 86400;
inline constexpr std::array<Span, 10> kSpans = {{
    {0.15, Phrase("a blink"), Phrase("longer than a blink")},
    {60, Phrase("a minute"), Phrase("longer than a minute")},
    {3600, Phrase("an hour"), Phrase("longer than an hour")},
    {86400, Phrase("a day"), Phrase("longer than a day")},
    {kYear, Phrase("a year"), Phrase("longer than a year")},
    {80 * kYear, Phrase("a life"), Phrase("longer than a human life")},
    {5000 * kYear, Phrase("written history"), Phrase("longer than all of written history")},
    {3e5 * kYear, Phrase("our species"), Phrase("longer than our species is old")},
    {66e6 * kYear, Phrase("since the dinosaurs"), Phrase("longer than the time since the dinosaurs")},
    {13.8e9 * kYear, Phrase("age of the universe"), Phrase("longer than the age of the universe")},
}};

// "less than a blink", "longer than a year", "3.3 times the age of the universe".
std::string in_human_terms(double seconds);

// --- What the reader asks about: a token size, and where N comes from -----------------------------------------------
// The order of the parameter's choices. What the theorem says is one of them, what somebody chooses the others.
enum class NumberFrom : std::uint8_t { theorem, enough, chosen };

// Token sizes that are marked: the least, BERT (Devlin et al. 2019, base); GPT-3's is in counts.hpp.
inline constexpr double kLeastWidth = 2;
inline constexpr double kBertWidth = 768;

// So many values of the parameter "climb" bring the curves from the least width to GPT-3's.
inline constexpr int kClimb = 300;

// The values must outlive it.
struct Setting {
  explicit Setting(const Values& given);

  const Values& values;
  NumberFrom from = static_cast<NumberFrom>(values.integer("from"));
  // To this token size the curves have come; and there, or at the reader's choice if that is less, stands the marker.
  double front = values.integer("climb") == kClimb
                     ? kGpt3Width
                     : kLeastWidth * std::pow(kGpt3Width / kLeastWidth, values.number("climb") / kClimb);
  double at = std::min(front, values.number("d"));
  double d = std::round(at);  // what is counted there
  double n = values.number("n"), eps = values.number("eps"), c = values.number("c");
  bool all = values.choice("targets") == "all";
  double chosen = values.number("N");
  // Shown in detail: the reader's choice, or the cheaper one at d.
  Route route = values.choice("route") == "primal" ? Route::primal
                : values.choice("route") == "dual" ? Route::dual
                                                   : cheaper(sizes(d));

  // The number of sequences at a token size: counted with, and asked for by the theorem.
  double sequences(double token_size) const { return sequences(token_size, from); }
  double sequences(double token_size, NumberFrom source) const;
  double asked(double token_size) const { return theorem_sequences(token_size, eps, c); }
  Sizes sizes(double token_size) const { return sizes(token_size, from); }
  Sizes sizes(double token_size, NumberFrom source) const {
    return {.d = token_size, .n = n, .N = sequences(token_size, source), .all = all};
  }
  // The paper's time without its constant, N d⁴ n / eps: for those two numbers.
  double paper_time(double token_size) const { return cost::theorem_time(token_size, n, sequences(token_size), eps); }
  double theorem_time(double token_size) const { return cost::theorem_time(token_size, n, asked(token_size), eps); }
  // The N from which the paper's time is a million GPT-3s at GPT-3's width, and its count there, the cheaper way.
  double claimed_sequences() const { return cost::claimed_sequences(n, eps); }
  double claimed_work() const;
};

// All that the picture and its description show.
struct Shown {
  Shown(const Result& result, const Context& context);

  const Result& result;
  Setting setting;
  Sizes sizes;                     // at the marker
  RouteCost cost;                  // of setting.route, there
  Sizes run;                       // that Algorithm 1 ran at
  std::optional<Device> measured;  // this device
  Speed speed;                     // that times are given for: a device that nobody measured counts as a billion
  Device device;                   // with that speed
  std::optional<Trial> trial;

  double seconds() const { return device.seconds(cost); }
  std::string where() const;  // "on this device"
};

// --- The picture ----------------------------------------------------------------------------------------------------
Ink ink_of(Part part);

// Token sizes that are marked on the axes, at the foot of a plot.
struct Mark {
  double d;
  Phrase words;
  Phrase few_words;
  float up = 0;  // these stand so many lines higher: nothing beside them can be read as theirs
};
inline constexpr std::array<Mark, 3> kMarks = {{
    {learner::kMaxTokenDimension, Phrase("this page’s limit, 16"), Phrase("16: this page")},
    {kBertWidth, Phrase("BERT, 768"), Phrase("BERT"), 1.2F},
    {kGpt3Width, Phrase("GPT-3, 12,288"), Phrase("GPT-3")},
}};
static_assert(learner::kMaxTokenDimension == 16);
// At a dashed line over the axis, or over the marker's handle where that stands in the way.
void label_mark(Canvas& canvas, const Axes& axes, Labels& labels, const Mark& mark, bool few_words);
// Where the words end that stand lowest.
float mark_top(const Canvas& canvas, const Axes& axes, const Mark& mark, bool few_words);
// A press or drag in the plot moves the marker, which snaps to these.
Region drag_marker(Drawing& drawing, const Axes& axes);
double snapped(const Axes& axes, float pixel);

// Time against token size, beside a ruler.
void draw_ruler(const Shown& shown, Drawing& drawing, Rect box);

// Operations against token size; and the numbers of all parts at the marker.
void draw_chart(const Shown& shown, Drawing& drawing, const Rect& box);
void draw_parts(const Shown& shown, Drawing& drawing, const Rect& box);

// --- Words that picture and description share -----------------------------------------------------------------------
// "the theorem's $N$ examples", "the least $N$ examples", "$N$ = 1,000": where the sequences come from. Of single
// tokens as many sequences as unknowns are no least number: none decides everything, and as many as there are different
// features do the same.
std::string name_of(const Setting& setting, NumberFrom source, bool brief = false);

// So many significant digits also before the point: "290,000".
std::string rounded(double value, int digits);

// How many times the training of GPT-3 that is: "290,000".
std::string gpt3s(double work);

// What takes how long: "Learning one layer: 3.1 s".
std::string job_words(const Shown& shown);

// Why a run took much longer than predicted, where it did; a sentence.
std::string overhead_words(const Trial& trial);

}  // namespace figures::cost
