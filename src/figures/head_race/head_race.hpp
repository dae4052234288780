// Figure "head_race": test errors of descent, epoch by epoch, for models of many kinds, beside the closed form.
//
// Letters: d token dimension, T tokens in a sequence, N sequences, H heads. A run is one task (a layer of one head to
// be found), its data and its starts; every model is trained in every run. Errors are means over fresh targets.
#pragma once

#include <cstdint>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::head_race {

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
  std::int32_t d = 0;
  std::int32_t T = 0;
  std::int32_t N = 0;
  std::int32_t epochs = 0;
  std::int32_t batch = 0;
  std::int32_t runs = 0;
  std::int32_t fresh = 0;        // sequences that errors are measured on
  bool one_task = false;         // all runs have one task and its data; only starts and orders differ
  double rate = 0;               // of all models but the reader's own
  std::vector<double> zero;      // a run's error of answering 0
  std::vector<double> closed;    // a run's error of least squares on the same data
  std::vector<double> distance;  // of its coefficients from those that made the data, relative
  bool minimum_norm = false;     // in some run the data left coefficients open
  std::vector<Racer> racers;     // in the order of the controls

  void fields(auto& archive) {
    archive(d, T, N, epochs, batch, runs, fresh, one_task, rate, zero, closed, distance, minimum_norm, racers);
  }
};

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table.
Description describe(const Result& result, const Context& context);

}  // namespace figures::head_race
