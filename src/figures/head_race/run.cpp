// The learner's part of figure "head_race": data, closed form, and the training of every model in every run.
#include "figures/head_race/problem.hpp"
#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/least_squares.hpp"

namespace figures::head_race {
namespace {

using learner::Targets;
using learner::Training;

// A model is trained for a leg, then put aside for the next: curves grow together, and only one network is in memory.
constexpr Index kLegs = 50;
// Multiply-adds between two questions whether a preview is wanted: some hundredths of a second.
constexpr double kLook = 2e7;

// --- Work -----------------------------------------------------------------------------------------------------------
// The coefficients were fitted to times of the learner over d = 2..4, T = 5..100, 1 to 16 heads, 1 to 4 layers, linear
// and full, and hold within a factor of two; one unit is a multiply-add of the other figures' counts.

double unknowns(double d) { return d * d * (d + 1) / 2; }

// Of one layer, both passes, for one token that asks.
double token_work(const Entry& entry, const Sizes& sizes) {
  const double heads = entry.heads, d = sizes.d;
  if (entry.full) return 300 + heads * (25 + 5.0 * sizes.T);
  if (entry.layers == 1) return 6.5 + 0.6 * sizes.d_out * unknowns(d);
  return 12 + std::min(0.6 * d * unknowns(d), 2.3 * heads * d * d);
}

// Of one step beside the tokens: heads put together and taken apart, moments of Adam.
double step_work(const Entry& entry, const Sizes& sizes) {
  const double d = sizes.d, inner = entry.full ? kFullWidth : d;
  const double answers = entry.layers == 1 && !entry.full ? sizes.d_out : d;
  const double parameters = entry.heads * (inner + answers) * inner + (entry.full ? 200 : 0);
  const double folding = entry.full ? 0 : 2 * entry.heads * answers * d * d * d;
  return entry.layers * (12 * parameters + folding);
}

// Of one epoch of one model, without and with measuring it on the fresh sequences, which is a forward pass.
struct EpochWork {
  EpochWork(const Entry& entry, const Values& values) {
    const Sizes sizes(values);
    const double N = values.number("N");
    const double batch = values.number("batch");
    // Eight sequences go through the network side by side; fewer cost as much.
    const double lanes = 8 * std::ceil(batch / 8) / batch;
    // All tokens go through all layers but the last.
    const double asked = (entry.layers - 1.0) * sizes.T + sizes.asked;
    const double sequence = asked * token_work(entry, sizes);
    training = lanes * N * sequence + std::ceil(N / batch) * step_work(entry, sizes);
    measuring = 0.6 * kFresh * sequence * (is_memory(values) ? 2 : 1);
  }
  double training, measuring;
};

// Of data and closed form of one run.
double data_work(const Values& values) {
  const Sizes sizes(values);
  return (values.number("N") + kFresh) * sizes.T * 10 * std::pow(sizes.d, 3);
}

double training_work(const Entry& entry, const Values& values) {
  const EpochWork epoch(entry, values);
  return values.number("epochs") * (epoch.training + epoch.measuring);
}

// --- Run ------------------------------------------------------------------------------------------------------------

class Run {
 public:
  // Of the models `entries` in so many runs from `first` on, and of the closed form if it `solves`.
  Run(const Values& values, Reporter<Result>& reporter, std::span<const Entry> entries, bool solves, std::size_t first,
      std::size_t runs)
      : values_(values),
        reporter_(reporter),
        first_(first),
        runs_(runs),
        epochs_(values.integer("epochs")),
        solves_(solves) {
    double total = data_work(values);
    for (const Entry& entry : entries) {
      result_.racers.push_back({entry, std::vector<Trial>(runs_)});
      total += training_work(entry, values);
    }
    reporter.expect(static_cast<double>(runs_) * total);
  }

  // Takes over what an earlier run has done, if it fits.
  Expected<Result> go(std::optional<Result> previous) {
    if (previous && fits(*previous)) result_.racers = std::move(previous->racers);
    reporter_.begin(0);
    if (auto done = draw_data(); !done) return std::unexpected(done.error());
    if (solves_) {
      if (auto done = solve(); !done) return std::unexpected(done.error());
    }
    reporter_.begin(2);
    if (solves_) {
      if (auto done = measure_solutions(); !done) return std::unexpected(done.error());
    }
    if (!has_usable_trainings()) {
      for (Racer& racer : result_.racers) racer.trials.assign(runs_, {});
    }
    const Index leg = std::max<Index>(1, epochs_ / kLegs);
    for (Index end = leg; end < epochs_ + leg; end += leg) {
      for (Racer& racer : result_.racers) {
        for (std::size_t run = 0; run < runs_; ++run) {
          auto done = train(racer.entry, racer.trials[run], run, std::min(end, epochs_));
          if (!done) return std::unexpected(done.error());
        }
      }
    }
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  bool is_whole(const Trial& trial) const { return trial.lost || std::ssize(trial.errors) == epochs_ + 1; }

  // Whether bytes from outside hold a race that this one can go on from; kept trainings are looked at when restored.
  bool fits(const Result& previous) const {
    const auto is_error = [](double error) { return error >= 0 && std::isfinite(error); };
    const auto is_possible = [&](const Trial& trial) {
      return std::ssize(trial.errors) <= epochs_ + 1 && std::ranges::all_of(trial.errors, is_error) &&
             trial.elsewhere.size() == (is_memory(values_) ? trial.errors.size() : 0) &&
             std::ranges::all_of(trial.elsewhere, is_error) &&
             (trial.refolded == kNoRefolding || is_error(trial.refolded));
    };
    return std::ranges::equal(previous.racers, result_.racers, [&](const Racer& one, const Racer& expected) {
      return one.entry == expected.entry && one.trials.size() == runs_ && std::ranges::all_of(one.trials, is_possible);
    });
  }

  Expected<void> draw_data() {
    for (std::size_t run = 0; run < runs_; ++run) {
      auto problem = draw_problem(values_, first_ + run);
      if (!problem) return std::unexpected(problem.error());
      problems_.push_back(std::move(*problem));
      result_.zero.push_back(error_of_zero(problems_.back().fresh));
      if (is_memory(values_)) result_.zero_elsewhere.push_back(error_of_zero(problems_.back().elsewhere));
      reporter_.spend(data_work(values_) / 2);
    }
    return {};
  }

  static double error_of_zero(std::span<const Sequence> sequences) {
    learner::TestError zero{.d_out = sequences.front().Y.rows()};
    for (const auto& [Z, Y] : sequences) zero.add(Matrix::Zero(Y.rows(), Y.cols()), Y);
    return zero.mean();
  }

  // Least squares, and nothing else, so that the stage's time is its own. What it gives is measured afterwards.
  Expected<void> solve() {
    reporter_.begin(1);
    for (const Problem& problem : problems_) {
      auto solution = learner::solve_least_squares(problem.data->sequences, problem.data->shape.targets);
      if (!solution) return std::unexpected(solution.error());
      solutions_.push_back(std::move(*solution));
      reporter_.spend(data_work(values_) / 2);
    }
    return {};
  }

  Expected<void> measure_solutions() {
    for (std::size_t run = 0; run < runs_; ++run) {
      const learner::Solution& solution = solutions_[run];
      const Problem& problem = problems_[run];
      const Targets targets = problem.data->shape.targets;
      result_.closed.push_back(learner::test_error(solution.p, problem.fresh, targets).mean());
      result_.distance.push_back(learner::relative_distance(solution.p, learner::folded_coefficients(problem.truth)));
      result_.minimum_norm = result_.minimum_norm || solution.rank < solution.unknowns;
      if (!is_memory(values_)) continue;
      result_.closed_elsewhere.push_back(learner::test_error(solution.p, problem.elsewhere, targets).mean());
      learner::Moments moments(problem.data->shape);
      if (auto added = moments.add(problem.data->sequences); !added) return added;
      const auto certificate = learner::certify(moments);
      if (!certificate) return std::unexpected(certificate.error());
      result_.lambda_min.push_back(certificate->lambda_min);
      result_.rank.push_back(static_cast<std::int32_t>(certificate->rank));
    }
    return {};
  }

  // The training of a trial where it stands. Errors: those of begin; what is kept does not fit.
  Expected<Training> training_of(const Entry& entry, const Trial& trial, std::size_t run) const {
    auto training = begin_training(values_, problems_[run], entry, first_ + run);
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
      const EpochWork epoch(racer.entry, values_);
      for (std::size_t run = 0; run < runs_; ++run) {
        const Trial& trial = racer.trials[run];
        const bool begun = !trial.errors.empty();
        if (trial.kept.size() == 0 ? begun && !is_whole(trial) : !begun || !training_of(racer.entry, trial, run)) {
          return false;
        }
        const auto epochs = trial.lost ? epochs_ : std::max<Index>(0, std::ssize(trial.errors) - 1);
        done += (epoch.training + epoch.measuring) * static_cast<double>(epochs);
      }
    }
    reporter_.spend(done);
    return true;
  }

  // Up to the end of epoch `end`.
  Expected<void> train(const Entry& entry, Trial& trial, std::size_t run, Index end) {
    if (is_whole(trial) || std::ssize(trial.errors) > end) return {};
    auto training = training_of(entry, trial, run);
    if (!training) return std::unexpected(training.error());
    if (trial.errors.empty()) measure(trial, *training, run);
    const EpochWork epoch(entry, values_);
    const double step = epoch.training / static_cast<double>(training->steps_per_epoch());
    while (!trial.lost && std::ssize(trial.errors) <= end) {
      trial.lost = !training->step().has_value();
      if (trial.lost) break;
      reporter_.spend(step);
      if (training->step_count() % training->steps_per_epoch() == 0) {
        measure(trial, *training, run);
        reporter_.spend(epoch.measuring);
      }
      if (!is_whole(trial)) look(trial, *training, step);
    }
    leave(entry, trial, *training, run);
    return {};
  }

  // An error that is no number any more ends the trial.
  void measure(Trial& trial, Training& training, std::size_t run) const {
    const double error = training.test_error(problems_[run].fresh).mean();
    const double elsewhere = is_memory(values_) ? training.test_error(problems_[run].elsewhere).mean() : 0;
    trial.lost = !std::isfinite(error) || !std::isfinite(elsewhere);
    if (trial.lost) return;
    trial.errors.push_back(error);
    if (is_memory(values_)) trial.elsewhere.push_back(elsewhere);
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
  void leave(const Entry& entry, Trial& trial, const Training& training, std::size_t run) const {
    if (!is_whole(trial)) {
      trial.kept = training.save();
      return;
    }
    trial.kept.resize(0);
    const auto model = training.model();
    if (trial.lost || entry.full || !model) return;
    const auto p = learner::folded_coefficients(*model);
    trial.refolded = learner::test_error(p, problems_[run].fresh, problems_[run].data->shape.targets).mean();
  }

  const Values& values_;
  Reporter<Result>& reporter_;
  std::size_t first_, runs_;
  Index epochs_;
  bool solves_;
  Result result_;
  std::vector<Problem> problems_;
  std::vector<learner::Solution> solutions_;
  double unseen_ = 0;  // multiply-adds since the last question for a preview
};

}  // namespace

namespace {

// What a piece but the first is of: a place in the list of models, and a run.
struct Place {
  Place(const Values& values, int place) : run(static_cast<std::size_t>(place - 1) % runs_of(values)) {
    // The reader's own, heads of one layer, of which most are shown at first, the others; each time the dearest first.
    constexpr std::array<std::size_t, kOffers.size()> kOrder = {4, 3, 2, 1, 0, 7, 6, 5};
    const std::size_t turn = static_cast<std::size_t>(place - 1) / runs_of(values);
    const std::size_t own = entries_of(values).size() - kOffers.size();
    racer = turn < own ? kOffers.size() : kOrder[turn - own];
  }
  static std::size_t runs_of(const Values& values) { return static_cast<std::size_t>(values.integer("runs")); }
  // In a whole race.
  Trial* of(Result& result) const {
    const bool is_there = racer < result.racers.size() && run < result.racers[racer].trials.size();
    return is_there ? &result.racers[racer].trials[run] : nullptr;
  }
  std::size_t racer, run;
};

}  // namespace

int Cut::count(const Values& settings) {
  return 1 + static_cast<int>(entries_of(settings).size()) * settings.integer("runs");
}

Expected<Result> Cut::make(const Request& request, Reporter<Result>& reporter, int place) {
  const Values& values = request.values;
  if (place == 0) return Run(values, reporter, {}, true, 0, Place::runs_of(values)).go({});
  const Place at(values, place);
  const Entry entry = entries_of(values)[at.racer];
  auto previous = restore<Result>(request.previous, values.to_query(Which::result));
  if (previous) {
    const Trial* trial = at.of(*previous);
    previous->racers = {{entry, {trial != nullptr ? *trial : Trial()}}};
  }
  return Run(values, reporter, {&entry, 1}, false, at.run, 1).go(std::move(previous));
}

std::optional<Result> Cut::join(const Request& request, const Pieces<Result>& pieces) {
  if (pieces.empty() || !pieces[0]) return std::nullopt;
  Result result = *pieces[0];
  for (const Entry& entry : entries_of(request.values))
    result.racers.push_back({entry, std::vector<Trial>(result.closed.size())});
  auto previous = restore<Result>(request.previous, request.values.to_query(Which::result));
  for (int place = 1; place < std::ssize(pieces); ++place) {
    const Place at(request.values, place);
    Trial* trial = at.of(result);
    const auto& piece = pieces[static_cast<std::size_t>(place)];
    const Trial* before = previous ? at.of(*previous) : nullptr;
    if (trial == nullptr) continue;
    if (piece && piece->racers.size() == 1 && piece->racers[0].trials.size() == 1) {
      *trial = piece->racers[0].trials[0];
    } else if (before != nullptr) {
      *trial = *before;
    }
  }
  return result;
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter, std::optional<Result> previous) {
  if (auto joined = Cut::join(request, all_pieces<Cut>(request))) return std::move(*joined);
  const Values& values = request.values;
  return Run(values, reporter, entries_of(values), true, 0, Place::runs_of(values)).go(std::move(previous));
}

double work(const Values& values) {
  double training = 0;
  for (const Entry& entry : entries_of(values)) training += training_work(entry, values);
  return values.number("runs") * (data_work(values) + training);
}

}  // namespace figures::head_race
