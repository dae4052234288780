#include "learner/descent/training.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace learner {
namespace {

// Streams of the seed: one for the initial parameters, one for the orders of the data, split by epoch. Far from those
// of Task: with its stream 0, a network of the task's own seed would start from the very draws that made the truth.
constexpr std::uint64_t kStartStream = 1001, kOrderStream = 1002;

Expected<void> validate_options(const TrainingOptions& options) {
  if (options.batch < 1) return fail("A mini-batch needs sequences: set its size to 1 or more.");
  if (options.epochs < 1) return fail("Training needs time: set the number of epochs to 1 or more.");
  if (const auto valid = validate(options.schedule); !valid) return valid;
  return validate(options.optimiser);
}

}  // namespace

Expected<Training> Training::begin(std::shared_ptr<const Dataset> data, const Architecture& architecture,
                                   const TrainingOptions& options) {
  assert(data != nullptr);
  if (data->sequences.empty()) return fail("There is nothing to learn from: add at least one sequence.");
  if (const auto valid = validate(architecture, data->shape); !valid) return std::unexpected(valid.error());
  if (const auto valid = validate(data->shape, data->sequences); !valid) return std::unexpected(valid.error());
  if (const auto valid = validate_options(options); !valid) return std::unexpected(valid.error());
  Training training(std::move(data), architecture, options);
  const Index given = training.theta_.size(), needed = training.network_.parameters();
  if (given != needed || !training.theta_.allFinite()) {
    return fail(
        "The start has %1 parameters where this network takes %2 finite ones: use parameters of the same architecture.",
        given, needed);
  }
  return training;
}

Training::Training(std::shared_ptr<const Dataset> data, const Architecture& architecture,
                   const TrainingOptions& options)
    : data_(std::move(data)),
      options_(options),
      network_(architecture, data_->shape),
      optimiser_(options.optimiser, network_.parameters()),
      theta_(options.start.size() > 0 ? options.start : network_.initial(Random(options.seed).split(kStartStream))),
      before_(theta_) {
  order_.resize(data_->sequences.size());
}

Index Training::steps_per_epoch() const {
  return (static_cast<Index>(order_.size()) + options_.batch - 1) / options_.batch;
}

double Training::rate() const { return rate_at(options_.schedule, step_, steps()); }

// Fisher-Yates from the data's own order, so that an epoch's order does not depend on the epochs before it.
std::vector<std::size_t> Training::order(Index epoch) const {
  Random random = Random(options_.seed).split(kOrderStream).split(static_cast<std::uint64_t>(epoch));
  std::vector<std::size_t> places(order_.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto j = static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(i + 1)));
    places[i] = places[j];
    places[j] = i;
  }
  return places;
}

void Training::shuffle() {
  std::ranges::transform(order(step_ / steps_per_epoch()), order_.begin(),
                         [&](std::size_t place) { return &data_->sequences[place]; });
}

std::unexpected<Error> Training::stop() {
  theta_ = before_;
  stopped_ = fail(
                 "After %1 steps the loss is no longer a finite number: choose a smaller learning rate, clip the "
                 "gradient to a shorter length, or divide tokens and targets by a common factor.",
                 step_)
                 .error();
  return std::unexpected(*stopped_);
}

Expected<double> Training::step() {
  if (stopped_) return std::unexpected(*stopped_);
  assert(!finished());
  const Index in_epoch = step_ % steps_per_epoch();
  if (in_epoch == 0) shuffle();
  const auto first = static_cast<std::size_t>(in_epoch * options_.batch);
  const std::size_t count = std::min(static_cast<std::size_t>(options_.batch), order_.size() - first);
  const auto& [loss, gradient] = network_.loss_gradient(theta_, std::span(order_).subspan(first, count));
  // The squared norm is what clipping needs; it is finite only if every entry is.
  if (!std::isfinite(loss) || !std::isfinite(gradient.squaredNorm())) return stop();

  before_ = theta_;
  theta_ += optimiser_.change(gradient, rate());
  if (!theta_.allFinite()) return stop();
  ++step_;
  epoch_sum_ += loss * static_cast<double>(count);
  if (in_epoch + 1 == steps_per_epoch()) {
    epoch_losses_.push_back(std::exchange(epoch_sum_, 0.0) / static_cast<double>(order_.size()));
  }
  return loss;
}

Expected<double> Training::finish_epoch() {
  do {
    if (const auto loss = step(); !loss) return loss;
  } while (step_ % steps_per_epoch() != 0);
  return epoch_losses_.back();
}

// In this order: step, sum over the epoch so far, theta, theta before the last step, optimiser, losses of epochs. The
// order of the data follows from the epoch.
Vector Training::save() const {
  assert(!stopped_);
  const Index count = theta_.size(), epochs = std::ssize(epoch_losses_);
  Vector saved(2 + 2 * count + Optimiser::saved_size(count) + epochs);
  saved << static_cast<double>(step_), epoch_sum_, theta_, before_, optimiser_.save(),
      Eigen::Map<const Vector>(epoch_losses_.data(), epochs);
  return saved;
}

Expected<void> Training::restore(const Vector& saved) {
  const Index count = theta_.size(), fixed = 2 + 2 * count + Optimiser::saved_size(count);
  const auto misfit = [] { return fail("What was kept of this training does not fit it: begin anew."); };
  if (saved.size() < fixed || !saved.allFinite()) return misfit();
  const double step = saved(0);
  if (!(step >= 0.0 && step <= static_cast<double>(steps()) && step == std::floor(step))) return misfit();
  if (saved.size() - fixed != static_cast<Index>(step) / steps_per_epoch()) return misfit();
  step_ = static_cast<Index>(step);
  epoch_sum_ = saved(1);
  theta_ = saved.segment(2, count);
  before_ = saved.segment(2 + count, count);
  optimiser_.restore(saved.segment(2 + 2 * count, Optimiser::saved_size(count)));
  epoch_losses_.assign(saved.data() + fixed, saved.data() + saved.size());
  stopped_.reset();
  if (step_ % steps_per_epoch() != 0) shuffle();
  return {};
}

}  // namespace learner
