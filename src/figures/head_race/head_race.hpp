// Figure "head_race": test errors of descent, epoch by epoch, for models of many kinds, beside the closed form.
//
// Letters: d token dimension, T tokens in a sequence, N sequences, H heads. A run is one task (a layer of one head to
// be found), its data and its starts; every model is trained in every run. Errors are means over fresh targets.
#pragma once

#include <array>

#include "figures/figure.hpp"

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

// A model that a switch puts into the race.
struct Offer {
  std::string_view id;  // of its parameter
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

Entry entry_of(const Offer& offer, const Values& values);
Entry own_entry(const Values& values);
// Those that the values put into the race, the reader's own last.
std::vector<Entry> entries_of(const Values& values);

// "16 heads", "2 layers", "full", "yours": for labels.
std::string short_name(const Entry& entry);
// "16 heads", "4 heads in 2 layers", "softmax, MLP and layer norm, 4 heads": for sentences.
std::string long_name(const Entry& entry);
// The same to begin with: "Softmax, MLP and layer norm, 4 heads".
std::string first_name(const Entry& entry);

// A size of the paper's own race, figures 1 and 3, for a token size; it has no d = 3, which is held against d = 4.
struct PaperSize {
  std::string_view id;  // of the parameter
  Phrase comparison;    // ours, and the paper's in brackets
  double value;
};
std::array<PaperSize, 5> paper_sizes(int d);

// --- Result ---------------------------------------------------------------------------------------------------------

inline constexpr int kFresh = 64;           // sequences that errors are measured on
inline constexpr double kNoRefolding = -1;  // for models that have no folded coefficients

// One model in one run.
struct Trial {
  std::vector<double> errors;      // before the first epoch, then after each
  bool lost = false;               // its numbers left the finite ones: no more epochs follow
  double refolded = kNoRefolding;  // the last error by another formula, through folded coefficients
  Vector kept;                     // where the training stands; empty before it begins and when it has ended

  void fields(auto& archive) { archive(errors, lost, refolded, kept); }
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

  void fields(auto& archive) { archive(zero, closed, distance, minimum_norm, racers); }
};

// Whether all runs have one task and its data, and only starts and orders differ.
inline bool has_one_task(const Values& settings) { return settings.choice("vary") == "start"; }

// Trains every model in every run, a few epochs at a time in turn. Goes on from `previous` where that fits the request,
// after any step. Errors: those of the learner.
Expected<Result> run(const Request& request, Reporter<Result>& reporter, std::optional<Result> previous);
double work(const Values& values);  // multiply-adds of the whole race

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);

}  // namespace figures::head_race
