#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "learner/descent/network.hpp"
#include "learner/descent/optimiser.hpp"

namespace learner {

struct TrainingOptions {
  Index batch = 32;    // sequences in a mini-batch; > 0
  Index epochs = 500;  // passes over the data; > 0
  Schedule schedule = {};
  OptimiserOptions optimiser = {};
  std::uint64_t seed = 1;  // of the initial parameters and of the order of the data
  Vector start = {};       // initial parameters; empty: Network::initial
};

// Mini-batch gradient descent on the mean squared error, one step at a time, so that a figure can draw,
// pause and go on between steps. The defaults are the paper's protocol for d = 2 (Adam, rate 0.01, batch 32,
// 500 epochs, 10 % warm-up, cosine, clipping at 5); at d = 4 it has rate 0.001 and batch 64 too.
// Each epoch goes through the data in a fresh random order; its last batch may be smaller. A copy is an
// independent training that goes on exactly as the original would; the data are shared.
// Source: paper A, section 6.
class Training {
 public:
  // Errors: data that do not pass validate, or none; an option out of range; a start of the wrong size.
  static Expected<Training> begin(std::shared_ptr<const Dataset> data, const Architecture& architecture,
                                  const TrainingOptions& options = {});

  // One mini-batch. Returns its loss before the step. Precondition: !finished().
  // Errors: a loss, gradient or parameter that is not a finite number. Then the run has ended, every later call returns
  // the same error, and parameters() are the last ones with a finite loss. Cost: Network::loss_gradient of one batch.
  Expected<double> step();

  // Steps to the end of the epoch; returns its mean loss, as epoch_losses() keeps it.
  Expected<double> finish_epoch();

  // The state after any step, as numbers: a training begun with the same data, architecture and options that restores
  // them continues exactly as this one would. O(parameters + epochs) numbers.
  // Precondition of save: no step has failed. Errors of restore: numbers that save() cannot have written for
  // this training; then it stays as it was.
  Vector save() const;
  Expected<void> restore(const Vector& saved);

  bool finished() const { return step_ == steps(); }
  Index step_count() const { return step_; }                           // steps taken
  Index steps() const { return options_.epochs * steps_per_epoch(); }  // of the whole run
  Index steps_per_epoch() const;
  double rate() const;  // of the next step; precondition !finished()

  // The places of the sequences in the order in which an epoch, counted from 0, goes through them.
  std::vector<std::size_t> order(Index epoch) const;

  // For every finished epoch, the mean over sequences of the loss each had when its turn came.
  const std::vector<double>& epoch_losses() const { return epoch_losses_; }

  const Vector& parameters() const { return theta_; }
  const Network& network() const { return network_; }
  Matrix predict(const Matrix& Z) { return network_.predict(theta_, Z); }
  TestError test_error(std::span<const Sequence> sequences) { return network_.test_error(theta_, sequences); }
  std::optional<Model> model() const { return network_.model(theta_); }

 private:
  Training(std::shared_ptr<const Dataset> data, const Architecture& architecture, const TrainingOptions& options);

  void shuffle();
  std::unexpected<Error> stop();

  std::shared_ptr<const Dataset> data_;
  TrainingOptions options_;
  Network network_;
  Optimiser optimiser_;
  Vector theta_;
  Vector before_;                       // theta before the last step
  std::vector<const Sequence*> order_;  // of this epoch
  Index step_ = 0;
  double epoch_sum_ = 0.0;
  std::vector<double> epoch_losses_;
  std::optional<Error> stopped_;
};

}  // namespace learner
