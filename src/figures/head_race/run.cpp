#include "figures/head_race/run.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "figures/head_race/work.hpp"
#include "learner/descent/training.hpp"
#include "learner/evaluate.hpp"
#include "learner/features.hpp"
#include "learner/least_squares.hpp"
#include "learner/tasks.hpp"

namespace figures::head_race {
namespace {

using learner::Targets;
using learner::Training;

// Seeds of the runs of one seed are apart from those of the next.
constexpr std::uint64_t kMostRuns = 64;
// A model is trained for a leg, then put aside for the next: curves grow together, and only one network is in memory.
constexpr Index kLegs = 50;
// Multiply-adds between two questions whether a preview is wanted: some hundredths of a second.
constexpr double kLook = 2e7;

struct Problem {
  std::shared_ptr<const learner::Dataset> data;
  std::vector<learner::Sequence> fresh;
  Matrix truth;  // its folded coefficients
};

learner::Architecture architecture_of(const Entry& entry) {
  if (entry.full) return learner::full_network(entry.heads, entry.layers, kFullWidth);
  return learner::experiment_network(entry.heads, entry.layers);
}

bool is_whole(const Result& result, const Trial& trial) {
  return trial.lost || std::ssize(trial.errors) == result.epochs + 1;
}

// Whether bytes from outside hold a race that this one can go on from; kept trainings are looked at when restored.
bool fits(const Result& previous, const Result& expected) {
  const auto is_error = [](double error) { return error >= 0 && std::isfinite(error); };
  if (previous.racers.size() != expected.racers.size()) return false;
  for (std::size_t r = 0; r < expected.racers.size(); ++r) {
    const Racer& racer = previous.racers[r];
    if (racer.entry != expected.racers[r].entry || std::ssize(racer.trials) != expected.runs) return false;
    for (const Trial& trial : racer.trials) {
      if (std::ssize(trial.errors) > expected.epochs + 1 || !std::ranges::all_of(trial.errors, is_error)) return false;
      if (trial.refolded != kNoRefolding && !is_error(trial.refolded)) return false;
    }
  }
  return true;
}

class Run {
 public:
  Run(const Values& values, Reporter<Result>& reporter) : values_(values), reporter_(reporter) {
    result_.d = values.integer("d");
    result_.T = values.integer("T");
    result_.N = values.integer("N");
    result_.epochs = values.integer("epochs");
    result_.batch = values.integer("batch");
    result_.runs = values.integer("runs");
    result_.one_task = values.choice("vary") == "start";
    result_.fresh = kFresh;
    result_.rate = values.number("rate");
    for (const Entry& entry : entries_of(values)) {
      result_.racers.push_back({entry, std::vector<Trial>(static_cast<std::size_t>(result_.runs))});
    }
    leg_ = std::max<Index>(1, result_.epochs / kLegs);
    total_ = work(values);
  }

  // Takes over what an earlier run has done, if it fits.
  void resume(Result previous) {
    if (fits(previous, result_)) result_.racers = std::move(previous.racers);
  }

  Expected<Result> go() {
    reporter_.begin(0);
    if (auto done = draw_data(); !done) return std::unexpected(done.error());
    if (auto done = solve(); !done) return std::unexpected(done.error());
    spend(data_work(values_));
    if (!has_usable_trainings()) forget();
    for (Index end = leg_; end < result_.epochs + leg_; end += leg_) {
      for (Racer& racer : result_.racers) {
        for (std::size_t run = 0; run < problems_.size(); ++run) {
          if (auto done = train(racer, run, std::min<Index>(end, result_.epochs)); !done) {
            return std::unexpected(done.error());
          }
        }
      }
    }
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  std::uint64_t seed_of(std::size_t run) const {
    return static_cast<std::uint64_t>(values_.integer("seed")) * kMostRuns + run;
  }

  // Where only starts differ, all runs have the task and the data of the first.
  std::uint64_t task_seed_of(std::size_t run) const { return seed_of(result_.one_task ? 0 : run); }

  void spend(double multiply_adds) {
    spent_ += multiply_adds;
    reporter_.report(std::min(0.999, spent_ / total_));
  }

  Expected<void> draw_data() {
    for (std::size_t run = 0; run < static_cast<std::size_t>(result_.runs); ++run) {
      const auto task = learner::random_attention({.d = result_.d,
                                                   .d_out = 1,
                                                   .n = result_.T,
                                                   .heads = 1,
                                                   .targets = Targets::causal,
                                                   .seed = task_seed_of(run)});
      if (!task) return std::unexpected(task.error());
      const auto count = static_cast<std::uint64_t>(result_.N);
      learner::Dataset data{task->shape(), task->block(Split::train, 0, count)};
      problems_.push_back({std::make_shared<const learner::Dataset>(std::move(data)),
                           task->block(Split::test, 0, kFresh), learner::folded_coefficients(task->truth())});
      learner::TestError zero;
      for (const auto& [Z, Y] : problems_.back().fresh) zero.add(Matrix::Zero(Y.rows(), Y.cols()), Y);
      result_.zero.push_back(zero.mean());
      reporter_.report(std::min(0.999, data_work(values_) / total_ * static_cast<double>(run) / result_.runs));
    }
    return {};
  }

  // Least squares, and nothing else, so that the stage's time is its own. What it gives is measured afterwards.
  Expected<void> solve() {
    reporter_.begin(1);
    std::vector<learner::Solution> solutions;
    for (const Problem& problem : problems_) {
      auto solution = learner::solve_least_squares(problem.data->sequences, Targets::causal);
      if (!solution) return std::unexpected(solution.error());
      solutions.push_back(std::move(*solution));
      reporter_.report(std::min(0.999, data_work(values_) / total_));
    }
    reporter_.begin(2);
    for (std::size_t run = 0; run < problems_.size(); ++run) {
      const auto& [p, lambda, rank, rows, unknowns, path] = solutions[run];
      result_.closed.push_back(learner::test_error(p, problems_[run].fresh, Targets::causal).mean());
      result_.distance.push_back(learner::relative_distance(p, problems_[run].truth));
      result_.minimum_norm = result_.minimum_norm || rank < unknowns;
    }
    return {};
  }

  learner::TrainingOptions options(const Entry& entry, std::size_t run) const {
    return {.batch = result_.batch, .epochs = result_.epochs, .schedule = {.rate = entry.rate}, .seed = seed_of(run)};
  }

  // The training of a trial where it stands. Errors: those of begin; what is kept does not fit.
  Expected<Training> training_of(const Entry& entry, const Trial& trial, std::size_t run) const {
    auto training = Training::begin(problems_[run].data, architecture_of(entry), options(entry, run));
    if (!training || trial.kept.size() == 0) return training;
    if (auto restored = training->restore(trial.kept); !restored) return std::unexpected(restored.error());
    if (training->step_count() / training->steps_per_epoch() + 1 != std::ssize(trial.errors)) {
      return learner::fail("The errors of this training are not those of its epochs.");
    }
    return training;
  }

  // Looks through what an earlier run left, and counts the work that it did.
  bool has_usable_trainings() {
    double done = 0;
    for (const Racer& racer : result_.racers) {
      const double epoch = epoch_work(racer.entry, values_) + measure_work(racer.entry, values_);
      for (std::size_t run = 0; run < problems_.size(); ++run) {
        const Trial& trial = racer.trials[run];
        if (trial.kept.size() == 0) {
          if (!trial.errors.empty() && !is_whole(result_, trial)) return false;
        } else if (trial.errors.empty() || !training_of(racer.entry, trial, run)) {
          return false;
        }
        const double epochs = trial.lost ? result_.epochs : std::max(0.0, static_cast<double>(trial.errors.size()) - 1);
        done += epoch * epochs;
      }
    }
    spend(done);
    return true;
  }

  void forget() {
    for (Racer& racer : result_.racers) std::ranges::fill(racer.trials, Trial{});
  }

  // Up to the end of epoch `end`.
  Expected<void> train(Racer& racer, std::size_t run, Index end) {
    Trial& trial = racer.trials[run];
    if (is_whole(result_, trial) || std::ssize(trial.errors) > end) return {};
    auto training = training_of(racer.entry, trial, run);
    if (!training) return std::unexpected(training.error());
    const double measuring = measure_work(racer.entry, values_);
    if (trial.errors.empty()) measure(trial, *training, run);
    const double step = epoch_work(racer.entry, values_) / static_cast<double>(training->steps_per_epoch());
    while (!trial.lost && std::ssize(trial.errors) <= end) {
      trial.lost = !training->step().has_value();
      if (trial.lost) break;
      spend(step);
      if (training->step_count() % training->steps_per_epoch() == 0) {
        measure(trial, *training, run);
        spend(measuring);
      }
      if (!is_whole(result_, trial)) look(trial, *training, step);
    }
    leave(racer, trial, *training, run);
    return {};
  }

  // An error that is no number any more ends the trial.
  void measure(Trial& trial, Training& training, std::size_t run) const {
    const double error = training.test_error(problems_[run].fresh).mean();
    if (std::isfinite(error)) {
      trial.errors.push_back(error);
    } else {
      trial.lost = true;
    }
  }

  void look(Trial& trial, const Training& training, double worked) {
    unseen_ += worked;
    if (unseen_ < kLook) return;
    unseen_ = 0;
    if (!reporter_.wants_preview()) return;
    trial.kept = training.save();
    reporter_.preview(result_);
  }

  // Puts the training aside, or ends it.
  void leave(const Racer& racer, Trial& trial, const Training& training, std::size_t run) const {
    if (!is_whole(result_, trial)) {
      trial.kept = training.save();
      return;
    }
    trial.kept.resize(0);
    const auto model = training.model();
    if (trial.lost || racer.entry.full || !model) return;
    const auto p = learner::folded_coefficients(*model);
    trial.refolded = learner::test_error(p, problems_[run].fresh, Targets::causal).mean();
  }

  const Values& values_;
  Reporter<Result>& reporter_;
  Result result_;
  std::vector<Problem> problems_;
  Index leg_ = 1;
  double total_ = 1;
  double spent_ = 0;
  double unseen_ = 0;
};

}  // namespace

Expected<Result> run(const Request& request, Reporter<Result>& reporter, std::optional<Result> previous) {
  Run run(request.values, reporter);
  if (previous) run.resume(std::move(*previous));
  return run.go();
}

}  // namespace figures::head_race
