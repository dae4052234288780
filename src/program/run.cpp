#include "program/run.hpp"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "learner/threads.hpp"
#include "program/bar.hpp"
#include "program/npy.hpp"
#include "program/report.hpp"
#include "program/state.hpp"
#include "program/team.hpp"

namespace program {
namespace {

using learner::fail;

constexpr int kInterrupted = 130;

// What the sums of a process depend on beside the data.
std::string command_of(const Options& options, const Ranks& ranks) {
  std::string command = options.hold_out ? "held-out" : "all";
  command += " " + std::to_string(ranks.rank() + 1) + "/" + std::to_string(ranks.size());
  if (options.targets) command += " " + std::string(name_of(*options.targets));
  for (const Files& files : options.files)
    for (const auto& path : {files.table, files.tokens, files.answers, files.predictions}) command += " " + path;
  return command;
}

// The file for them.
std::string state_of(const Options& options, const Ranks& ranks, const std::string& command) {
  if (!options.state.empty())
    return ranks.size() == 1 ? options.state : options.state + "." + std::to_string(ranks.rank() + 1);
  char number[32];
  std::snprintf(number, sizeof number, "%08lx", static_cast<unsigned long>(hash_of(command) & 0xffffffff));
  return "lifted-learn." + std::string(number) + ".state";
}

class Run {
 public:
  Run(const Options& options, const Ranks& ranks)
      : options_(options),
        ranks_(ranks),
        alone_(ranks.size() == 1),
        first_(ranks.rank() == 0),
        command_(command_of(options, ranks)),
        state_(state_of(options, ranks, command_)),
        bar_(first_) {}

  Expected<void> go() {
    auto input = open_input(options_, {.rank = ranks_.rank(), .ranks = ranks_.size()});
    if (!input) return std::unexpected(input.error());
    input_ = std::move(*input);
    if (auto done = gather_own(); !done) return done;
    Team team(ranks_, *input_, options_.hold_out, *gathered_, shown());
    if (!alone_) {
      if (auto wrote = save_state(state_, command_, *gathered_); !wrote) return wrote;
      merged_ = true;
      if (auto done = team.merge(); !done) return done;
    }
    auto done = first_ ? learn_and_tell(team) : team.serve();
    if (first_) team.end();
    if (done) ::unlink(state_.c_str());
    return done;
  }

  // What is to be said when a signal has ended the run: where it goes on.
  [[noreturn]] void leave() {
    bar_.clear();
    if (!gathered_ || gathered_->seen == 0) {
      std::fprintf(stderr, "%sEnded before anything was read.\n", who().c_str());
    } else if (auto saved = merged_ && !alone_ ? Expected<void>() : save_state(state_, command_, *gathered_); !saved) {
      warn(saved.error());
    } else {
      std::fprintf(stderr, "%sEnded. The sums of %ld sequences are in %s: the same command goes on from there.\n",
                   who().c_str(), static_cast<long>(gathered_->seen), state_.c_str());
    }
    std::fflush(stderr);
    std::_Exit(kInterrupted);
  }

  void warn(const learner::Error& error) {
    bar_.clear();
    std::fprintf(stderr, "%s%s\n", who().c_str(), error.text().c_str());
  }

 private:
  std::string who() const { return alone_ ? "" : "Process " + std::to_string(ranks_.rank() + 1) + ": "; }

  Show shown() {
    return [this](double read, Index sequences) {
      if (stopped != 0) leave();
      bar_.show(read, std::to_string(sequences) + " sequences");
    };
  }

  // The first pass, over this process's share.
  Expected<void> gather_own() {
    auto state = load_state(state_, command_);
    if (!state) return std::unexpected(state.error());
    gathered_ = std::move(*state);
    if (gathered_ && first_)
      std::fprintf(stderr, "Going on after %ld sequences, from %s.\n", static_cast<long>(gathered_->seen),
                   state_.c_str());
    bar_.begin("Reading");
    auto saved = std::chrono::steady_clock::now();
    auto done = gather(*input_, options_.hold_out, gathered_, [&, show = shown()](double read, Index sequences) {
      show(read, sequences);
      // A process that is killed cannot save any more.
      const auto now = std::chrono::steady_clock::now();
      if (std::chrono::duration<double>(now - saved).count() < options_.save_every) return;
      saved = now;
      if (auto wrote = save_state(state_, command_, *gathered_); !wrote) warn(wrote.error());
    });
    bar_.clear();
    return done;
  }

  Expected<void> learn_and_tell(Team& team) {
    const Moments& moments = gathered_->moments;
    const Vector mean = gathered_->target_sum / static_cast<double>(std::max<Index>(1, moments.rows()));
    Report report;
    report.shape = gathered_->shape;
    report.lambda = options_.lambda;
    report.examples = moments.sequences();
    report.predicted = gathered_->predicted;
    Matrix p;
    const learner::Source source{
        .replay =
            [&](const auto& take) {
              if (auto done = team.each(take); !done) failure_ = done.error();
            },
        .error = [&](const Matrix& solved) -> Expected<learner::TestError> {
          p = solved;
          bar_.begin("Reading again, for the errors");
          auto errors = team.errors({.p = p}, mean);
          if (!errors) return std::unexpected(errors.error());
          report.errors = std::move(*errors);
          if (options_.hold_out && report.errors.held_learned.sequences == 0)
            return fail("No file has %1 sequences or more: leave out --check held-out.", kHeldOutEvery);
          bar_.begin("Splitting into heads");
          return report.errors.learned.error;
        },
    };
    bar_.begin("Solving");
    const auto watch = [this](double fraction) {
      if (stopped != 0) leave();
      bar_.show(fraction);
    };
    auto learned = learner::learn(moments, source, options_.lambda, watch);
    bar_.clear();
    if (failure_) return std::unexpected(*failure_);
    if (!learned) return std::unexpected(learned.error());
    report.learned = std::move(*learned);
    if (options_.fewest_heads) {
      if (auto found = find_fewest(p, mean, team, watch, report); !found) return found;
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    return tell(report);
  }

  Expected<void> find_fewest(const Matrix& p, const Vector& mean, Team& team, const learner::Progress& watch,
                             Report& report) {
    const bool exact = report.errors.learned.error.relative() < learner::kExactShare;
    const auto& held_out = report.errors.held_out;
    using learner::HeadCountBy;
    bar_.begin("Searching for the fewest heads");
    auto found = learner::fewest_heads(p, gathered_->shape.d,
                                       {.count_by = exact              ? HeadCountBy::rank
                                                    : held_out.empty() ? HeadCountBy::gap
                                                                       : HeadCountBy::held_out,
                                        .heads = exact || !held_out.empty() ? 0 : report.learned.distinct_heads,
                                        .data = &gathered_->moments,
                                        .held_out = held_out,
                                        .targets = gathered_->shape.targets,
                                        .progress = watch});
    if (!found) return std::unexpected(found.error());
    bar_.begin("Reading again, for the heads");
    report.fewest = std::move(*found);
    if (exact && report.fewest->heads > report.learned.head_count) take_own_heads(report);
    const auto error_of = [&](const learner::Model& heads) -> Expected<double> {
      report.of_fewest.reset();
      auto errors = team.errors({.p = p, .heads = heads}, mean);
      if (!errors) return std::unexpected(errors.error());
      report.of_fewest = std::move(*errors);
      return exact ? report.of_fewest->learned.error.relative() : report.of_fewest->learned.error.mean();
    };
    auto done = error_of(report.fewest->model);
    if (done) {
      const auto better = search_on(p, exact, *done, error_of, report);
      done = !better ? std::unexpected(better.error()) : *better ? done : error_of(report.fewest->model);
    }
    bar_.clear();
    return done ? Expected<void>() : std::unexpected(done.error());
  }

  // The heads that W splits into.
  void take_own_heads(Report& report) const {
    const learner::Learned& learned = report.learned;
    const Index d = gathered_->shape.d;
    report.fewest = learner::HeadReport();
    report.fewest->heads = learned.head_count;
    report.fewest->path = learner::HeadPath::known;
    for (Index h = 0; h < std::max<Index>(1, learned.head_count); ++h)
      report.fewest->model.heads.push_back(
          {learned.value_maps.middleCols(h * d, d), learned.query_maps.middleCols(h * d, d)});
  }

  // Where few data leave W open, fewer heads may answer as they do than give W; noise hides as many heads as there are
  // outputs, and some that answer in one direction. Then 1, 2, .. heads are tried on the data, read again for each,
  // until they are as good as W: under noise to what W gains by fitting the noise. `error`: of the heads in the report.
  // Whether others were found, which are in the report then.
  Expected<bool> search_on(const Matrix& p, bool exact, double error, const auto& error_of, Report& report) {
    constexpr Index kMostHeads = 8;
    const learner::Learned& learned = report.learned;
    const Index d = gathered_->shape.d, heads = report.fewest->heads;
    if (heads == 0 || (!exact && !report.errors.held_out.empty())) return false;
    const double rows = static_cast<double>(learned.rows), rank = static_cast<double>(learned.rank);
    const double close = std::max(1.01, rows > rank ? rows / (rows - rank) : 0);
    const bool few = heads < std::min(d, gathered_->shape.d_out) && error <= close * learned.error;
    if (exact ? learned.rank == learned.unknowns : few) return false;
    auto found = learner::enough_heads(p, d,
                                       {.max_heads = exact ? std::min(kMostHeads, heads - 1) : kMostHeads,
                                        .restarts = 8,
                                        .polish_steps = exact ? 300 : 30,
                                        .data = &gathered_->moments},
                                       exact ? learner::kExactShare : close * learned.error, error_of);
    if (!found) return std::unexpected(found.error());
    report.more_needed = !exact && !*found;
    if (*found) report.fewest = std::move(**found);
    return found->has_value();
  }

  Expected<void> tell(const Report& report) {
    if (!options_.npz.empty()) {
      if (auto written = write_arrays(options_.npz, report); !written) return written;
    }
    const std::string json = options_.json.empty() ? "" : json_of(report);
    if (options_.json == "-") {
      std::fputs(json.c_str(), stdout);
    } else {
      std::fputs(words_of(report).c_str(), stdout);
    }
    if (!json.empty() && options_.json != "-") {
      const auto file = open_file(options_.json, "wb");
      if (!file) return std::unexpected(file.error());
      if (std::fputs(json.c_str(), file->get()) < 0 || std::fflush(file->get()) != 0)
        return fail("%1 cannot be written: %2.", options_.json, std::strerror(errno));
    }
    if (std::fflush(stdout) != 0) return fail("Standard output cannot be written: %1.", std::strerror(errno));
    return {};
  }

  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  const Options& options_;
  const Ranks& ranks_;
  bool alone_;
  bool first_;
  std::string command_;
  std::string state_;
  Bar bar_;
  std::unique_ptr<Input> input_;
  std::optional<Gathered> gathered_;
  std::optional<learner::Error> failure_;  // of a replay
  bool merged_ = false;
};

}  // namespace

int run(const Options& options, const Ranks& ranks) {
  learner::use_threads(options.threads > 0 ? options.threads : ranks.size() > 1 ? 1 : learner::processors());
  Run run(options, ranks);
  const auto done = run.go();
  if (done) return 0;
  if (stopped != 0) run.leave();
  run.warn(done.error());
  std::fflush(stderr);
  if (ranks.size() > 1) ranks.end_all(1);
  return 1;
}

}  // namespace program
