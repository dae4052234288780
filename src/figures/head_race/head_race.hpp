// Figure "head_race": test errors of descent, epoch by epoch, for models of many kinds, beside the closed form.
//
// Letters: d token dimension, T tokens in a sequence, N sequences, H heads. A run is one task (a layer of one head to
// be found), its data and its starts; every model is trained in every run. Errors are means over fresh targets.
//
// The task is a random layer (arXiv 2410.10101, figures 1 and 3) or the associative memory of its figure 2, on data
// that pass the certificate or do not; there errors are measured on questions of two kinds: like the data, and
// Gaussian.
#pragma once

#include "figures/check_data.hpp"
#include "figures/figure.hpp"
#include "figures/pieces.hpp"
#include "learner/features.hpp"

namespace figures::head_race {

// --- Models ---------------------------------------------------------------------------------------------------------

// What kind of model, as the reader chooses it.
struct Entry {
  std::int32_t heads = 1;
  std::int32_t layers = 1;
  bool full = false;  // softmax, perceptron, layer norm
  bool own = false;   // the reader's own
  double rate = 0;    // largest learning rate

  bool operator==(const Entry&) const = default;
  void fields(auto& archive) { archive(heads, layers, full, own, rate); }
};

struct Offer {
  std::string_view id;  // of the parameter that shows or hides it
  Entry entry;          // without a rate
};
inline constexpr std::array kOffers = {
    Offer{"h1", {.heads = 1}},
    Offer{"h2", {.heads = 2}},
    Offer{"h4", {.heads = 4}},
    Offer{"h8", {.heads = 8}},
    Offer{"h16", {.heads = 16}},
    Offer{"layers2", {.heads = 4, .layers = 2}},
    Offer{"layers4", {.heads = 4, .layers = 4}},
    Offer{"full", {.heads = 4, .full = true}},
};

// Tokens of full models are embedded in so many coordinates.
inline constexpr int kFullWidth = 4;

Entry own_entry(const Values& values);
// Of every race: all that is offered, then the reader's own if there is one. Whether the picture shows them is another
// question.
std::vector<Entry> entries_of(const Values& values);
// The parameter that shows or hides the model in a place of that list.
constexpr std::string_view switch_of(std::size_t place) { return place < kOffers.size() ? kOffers[place].id : "mine"; }

// "16 heads", "2 layers", "full", "yours": for labels.
std::string short_name(const Entry& entry);
// "16 heads", "4 heads in 2 layers", "4 heads of softmax with MLP and layer norm", "your own (3 heads)".
std::string long_name(const Entry& entry);
// The same to begin with: "Your own (3 heads)".
std::string first_name(const Entry& entry);

// A size of the paper's own race: of figures 1 and 3 for a token size, where d = 3, which they do not have, is held
// against d = 4; of figure 2 for the associative memory.
struct PaperSize {
  std::string_view id;  // of the parameter
  Phrase comparison;    // ours, and the paper's in brackets
  double value;
};
std::vector<PaperSize> paper_sizes(const Values& settings);

// --- Result ---------------------------------------------------------------------------------------------------------

inline constexpr int kFresh = 64;           // sequences that errors are measured on
inline constexpr double kNoRefolding = -1;  // for models that have no folded coefficients

// One model in one run.
struct Trial {
  std::vector<double> errors;      // before the first epoch, then after each
  std::vector<double> elsewhere;   // the same on Gaussian questions, of the associative memory
  bool lost = false;               // its numbers left the finite ones: no more epochs follow
  double refolded = kNoRefolding;  // the last error by another formula, through folded coefficients
  Vector kept;                     // where the training stands; empty before it begins and when it has ended

  void fields(auto& archive) { archive(errors, elsewhere, lost, refolded, kept); }
};

struct Racer {
  Entry entry;
  std::vector<Trial> trials;  // one a run

  void fields(auto& archive) { archive(entry, trials); }
};

struct Result {
  std::vector<double> zero;      // a run's error of answering 0
  std::vector<double> closed;    // a run's error of least squares on the same data
  std::vector<double> distance;  // of its coefficients from those that made the data, relative
  bool minimum_norm = false;     // in some run the data left coefficients open
  std::vector<Racer> racers;     // in the order of the controls
  // Of the associative memory alone, of each run: errors on Gaussian questions, and what the certificate says.
  std::vector<double> zero_elsewhere, closed_elsewhere;
  std::vector<double> lambda_min;  // 0: not certified
  std::vector<std::int32_t> rank;  // of unknowns_of directions

  void fields(auto& archive) {
    archive(zero, closed, distance, minimum_norm, racers, zero_elsewhere, closed_elsewhere, lambda_min, rank);
  }
};

inline bool is_memory(const Values& settings) { return settings.choice("task") == "memory"; }
// Of the associative memory: whether Gaussian questions are others than those of the data.
inline bool has_elsewhere(const Values& settings) { return is_memory(settings) && settings.number("share") < 1; }
// What a sequence is: numbers in a token, tokens, and in how many of them an answer is asked; numbers in an answer.
struct Sizes {
  explicit Sizes(const Values& settings);
  std::int32_t d, T, asked, d_out;
};
// Directions that data can see: of folded coefficients, for each number of an answer.
inline double unknowns_of(const Values& settings) {
  return static_cast<double>(learner::feature_count(Sizes(settings).d));
}

// Whether all runs have one task and its data, and only starts and orders differ.
inline bool has_one_task(const Values& settings) { return settings.choice("vary") == "start"; }

// The pieces of a race, see figures::Pieces: the closed form of every run, then each model in each run, those first
// that are shown at first. Each is a race with nothing else in it.
struct Cut {
  using Piece = Result;
  static int count(const Values& settings);
  static Expected<Piece> make(const Request& request, Reporter<Piece>& reporter, int place);
  static std::optional<Result> join(const Request& request, const Pieces<Piece>& pieces);
};

// Trains every model in every run, a few epochs at a time in turn. Goes on from `previous` where that fits the request,
// after any step. Errors: those of the learner.
Expected<Result> run(const Request& request, Reporter<Result>& reporter, std::optional<Result> previous);
double work(const Values& values);  // multiply-adds of the whole race

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);
// For web/check/head_race.py.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

// --- Reading: what a race says, for picture and words, reading.cpp ---------------------------------------------------

// How runs are averaged, beside their median.
enum class Average : std::uint8_t {
  decades,  // the mean of log10; its standard error is in decades
  errors,   // the plain mean, which the unluckiest run rules
};

// The mean of some errors, and its standard error s / sqrt(runs) with s² the sum of squared deviations over runs − 1.
// Errors below 10^-40 count as that in decades.
struct Mean {
  double value = 0;
  double error = 0;  // 0 for a single run
};
Mean mean_of(std::span<const double> errors, Average average);

// The middle one; between two, halfway in decades.
double median_of(std::vector<double> errors);

// Powers of ten between two errors, at least 0; errors below 10^-40 count as that.
double decades(double from, double to);

// What counts as the closed form's error in a run: answers right to 14 digits are right but for the rounding of 64-bit
// numbers, and of two such errors none is better.
inline constexpr double kRounding = 1e-29;  // of the squared error of answering 0
inline double level_of(double closed, double zero) { return std::max(closed, kRounding * zero); }

// An error of this share of that of answering 0 is next to nothing.
inline constexpr double kNothing = 1e-6;

// Errors up to this have arrived: half as much again as the closed form's, or a decade above it where that is next to
// nothing; and at most a quarter of the way from there to answering 0, in decades.
inline constexpr double kAsLow = 1.5;
inline double as_low_factor(double closed, double zero) {
  const double level = level_of(closed, zero);
  return std::max(1.0, std::min(level < kNothing * zero ? 10.0 : kAsLow, std::sqrt(std::sqrt(zero / level))));
}
inline double arrived_below(double closed, double zero) { return level_of(closed, zero) * as_low_factor(closed, zero); }

// One model's test errors by epoch.
struct Course {
  const Racer* racer = nullptr;
  std::vector<double> median;     // of the runs, as far as all have come
  std::vector<double> elsewhere;  // the same on Gaussian questions; empty where none were asked
  // Of each run the epoch from which on it has arrived, if there is one.
  std::vector<std::optional<std::size_t>> reached;
  std::optional<std::size_t> lost_at = {};  // the epoch after which the first run left the finite numbers
  int lost = 0;                             // how many did

  std::size_t points() const { return median.size(); }
  // The errors of all runs at an epoch this course has.
  std::vector<double> of_runs(std::size_t epoch, std::vector<double> Trial::* errors = &Trial::errors) const;
  // How many runs have reached the closed form by an epoch.
  std::size_t arrived(std::size_t epoch) const;
};
std::vector<Course> courses_of(const Result& result);

// A median error at the epoch shown as a share of that of answering 0, on questions like the data and on Gaussian ones.
struct Reach {
  const Course* course;
  double here, elsewhere;
  bool certified;  // the data of every run

  bool has_learned() const { return here < kLearned; }
  double apart() const { return elsewhere / std::max(here, kNothing); }
  // On Gaussian ones wrong by more than 1 % of their length, and so many times as wrong.
  bool is_apart() const { return elsewhere > kSeen && apart() > kApart; }
  // Better than the rule. From certified data one that is nearly as right elsewhere is on its way to the rule.
  bool is_local() const { return has_learned() && is_apart() && !(certified && elsewhere < kLearned); }
  bool is_everywhere() const { return has_learned() && elsewhere < kLearned && !is_apart(); }
  static constexpr double kLearned = 1e-3, kSeen = 1e-4, kApart = 30;
};

// So many values of the parameter "at" show the whole race.
inline constexpr int kFilm = 500;

// A result as the reader looks at it now. Cost: O(models · epochs · runs).
struct Reading {
  Reading(const Result& result, const Values& settings, const Values& values, std::span<const double> times);

  const Result& result;
  const Values& settings;
  std::vector<Course> courses;  // that are shown
  double closed;                // error of the closed form, the median where each run has its own
  double zero;                  // of answering 0, as well
  double arrived;               // of both: see arrived_below
  int runs;                     // of each model
  std::string time;             // of the closed form for one run, "0.06 ms"; empty where nobody measured
  std::size_t last;             // the last epoch that any model has
  double front;                 // how far the race is shown, in epochs, and
  std::size_t epoch;            // the last whole one
  bool over = false;            // that is its end
};

// How many runs are shown, and how many of them have reached the closed form by the epoch that is shown.
std::size_t run_count(const Reading& reading);
std::size_t arrived_count(const Reading& reading);
// How many of them are clearly below it there: as may be where the data leave W open. None where its error
// is next to nothing.
std::size_t lower_count(const Reading& reading);

// The course with the least median at the epoch that is shown, and those that no one can tell from it: whose median is
// printed alike, or lies within a tenth where the runs, pair by pair, are larger by less than two standard errors in
// decades; and all whose median is no larger than one of theirs. None where none has come so far.
std::vector<const Course*> leaders(const Reading& reading);

// Errors up to this are alike. Below, decades between runs are those of a way that goes down, or rounding, and no luck.
inline double alike(const Reading& reading) { return 1e-3 * reading.zero; }

// Of each course that has come to the epoch shown; none but for the associative memory.
std::vector<Reach> reaches(const Reading& reading);
// Of those that title, sentence and picture tell of: the courses that learned the data better than the rule, else those
// that learned the data, else the one nearest to that.
std::vector<Reach> told_reaches(const Reading& reading);
// That of them whose errors on the two kinds of questions lie furthest apart.
std::optional<Reach> widest_reach(const Reading& reading);
// In how many runs the data pass the certificate.
std::size_t certified_count(const Result& result);

// The course whose runs lie furthest apart at the epoch shown, the least and the largest of them, and how many times as
// large that is, above what is alike; none for single runs.
struct Luck {
  const Course* course;
  double best, worst, ratio;
};
std::optional<Luck> luckiest(const Reading& reading);

std::string epochs_text(std::size_t epochs);  // "1 epoch"
// A standard error in words: "0.4 decades", "3·10⁻⁸".
std::string error_text(double error, Average average);

// How the race is run. The same whatever the settings; and what differs, with the paper's in brackets.
std::string shared_protocol(const Values& settings);
std::string own_protocol(const Values& settings);

}  // namespace figures::head_race
