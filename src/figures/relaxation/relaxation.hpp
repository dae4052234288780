// Figure "relaxation": what it costs to drop the rank of W.
//
// One data set; for every number of heads the training losses that random starts reach, beside the optimum over all W,
// which is solved for.
// Letters: d token dimension, H heads, N sequences, psi = d²(d+1)/2, W = sum_h vec(V_h) vec(Q_h)ᵀ, d² x d².
// A run is one random start: run k, from 0, has k mod d² + 1 heads and is start k / d² + 1 with so many.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::relaxation {

// In the order of the parameters' choices; sweeps are those of alternating least squares.
enum class LabelSource : std::uint8_t { layer, chance };
enum class Trainer : std::uint8_t { adam, descent, sweeps };

// The loss of a run is kept at its start and at so many moments, evenly spread over its steps.
inline constexpr int kRelaxationMoments = 100;

inline constexpr std::array kRelaxationStages = {
    Stage{.name = "Data", .symbol = "Z"},
    Stage{.name = "Relaxed optimum", .symbol = "W"},
    Stage{.name = "Starts", .symbol = "V"},
    Stage{.name = "Check", .symbol = "y"},
};

struct Result {
  std::int32_t d = 0;
  std::int32_t true_heads = 0;  // 0: no layer made the labels
  double noise = 0;
  std::int64_t sequences = 0;
  std::int32_t starts = 0;  // with each number of heads
  Trainer trainer = Trainer::adam;
  std::int32_t steps = 0;
  double rate = 0;  // the largest; 0 for sweeps

  // Losses are training losses, (1/N) sum ||y - yhat||².
  double zero_loss = 0;       // of answering 0
  double layer_loss = 0;      // of the layer that made the labels
  double relaxed_loss = 0;    // the least over all W; 0 where it cannot be told from rounding
  double rounding = 0;        // losses below cannot be told from 0
  double slope = 0;           // |gradient| at the relaxed optimum over |gradient| at W = 0
  std::int32_t unknowns = 0;  // psi
  std::int64_t rank = 0;      // of the Gram matrix: directions of psi that the data decide
  Matrix relaxed_W;           // of least norm
  Vector relaxed_sigma;

  std::int32_t done = 0;  // runs that have ended; only their columns are filled
  Matrix losses;          // (moments + 1) x runs
  Matrix lifted;          // d⁴ x runs: W, column by column
  Matrix sigma;           // d² x runs: the singular values of W
  Vector apart;           // of each run |p - relaxed p| / |relaxed p|: how far it is as a function

  // The check, once all is done: the same losses by asking heads and W about every sequence, without moments.
  Vector asked;              // of the best run with 1, 2, .. d² heads; empty before
  double asked_relaxed = 0;  // of the relaxed W

  void fields(auto& archive) {
    archive(d, true_heads, noise, sequences, starts, trainer, steps, rate);
    archive(zero_loss, layer_loss, relaxed_loss, rounding, slope, unknowns, rank, relaxed_W, relaxed_sigma);
    archive(done, losses, lifted, sigma, apart, asked, asked_relaxed);
  }

  int most_heads() const { return d * d; }
  int runs() const { return starts * most_heads(); }
  int heads_of(int run) const { return run % most_heads() + 1; }
  int start_of(int run) const { return run / most_heads() + 1; }
  double loss_of(int run) const { return losses(kRelaxationMoments, run); }

  // The run with the least loss at a moment among those that have ended with so many heads, 1 to d².
  std::optional<int> best_run(int heads, int moment = kRelaxationMoments) const;
  // Whether a loss reaches the relaxed optimum: at most 1 % above it, or, where that is 0, below a billionth of
  // zero_loss.
  bool reaches(double loss) const;
  // How many of the runs with so many heads reach it.
  int reaching(int heads) const;
  // The fewest heads with which one does.
  std::optional<int> fewest_reaching() const;
};

// Singular values that are not zero beside the first.
int relaxation_rank(std::span<const double> sigma);

// Learns; cost work multiply-adds. Errors: those of the data and the solver.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
double work(const Values& values);

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);

}  // namespace figures::relaxation
