#include "program/run.hpp"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "learner/features.hpp"
#include "program/archive.hpp"
#include "program/bar.hpp"
#include "program/npy.hpp"
#include "program/report.hpp"
#include "program/state.hpp"

namespace program {
namespace {

using learner::fail;
using learner::Replay;

constexpr int kInterrupted = 130;

// What the first process asks of the others.
enum class Order : std::int32_t { errors, rows, end };

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
    if (auto done = gather_all(); !done) return done;
    if (!first_) return serve();
    auto done = learn_and_tell();
    order(Order::end);
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

  // The first pass, and the sums of all processes in the first.
  Expected<void> gather_all() {
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
    if (!done) return done;
    mean_ = Vector::Zero(gathered_->shape.d_out);
    if (alone_) return {};
    if (auto wrote = save_state(state_, command_, *gathered_); !wrote) return wrote;
    merged_ = true;
    return merge();
  }

  Expected<void> merge() {
    const auto kind = [this] {
      return std::to_string(gathered_->shape.d) + " numbers a token, " + std::to_string(gathered_->shape.d_out) +
             " a target, targets " + std::string(name_of(gathered_->shape.targets)) +
             (gathered_->predicted ? ", with predictions" : ", no predictions");
    };
    std::string shared = kind();
    ranks_.share(shared);
    if (shared != kind()) return fail("The files are not of one kind: %1; and %2.", shared, kind());
    bring_together(
        ranks_, [this] { return bytes_of(*gathered_); },
        [this](const std::string& bytes) {
          Gathered other(gathered_->shape);
          read_from(bytes, other);
          gathered_->moments.merge(other.moments);
          gathered_->target_sum += other.target_sum;
        });
    return {};
  }

  void order(Order order) {
    std::string bytes = bytes_of(order);
    ranks_.share(bytes);
  }

  // Of the answers of p, or of heads, on the sequences of all processes; the first one's answers go to all.
  Expected<Errors> errors_of(Matrix values, Index heads, const char* task) {
    if (!alone_) {
      if (first_) order(Order::errors);
      Index rows = values.rows();
      Index columns = values.cols();
      std::string sizes = bytes_of(rows, columns, heads);
      ranks_.share(sizes);
      read_from(sizes, rows, columns, heads);
      values.resize(rows, columns);
      std::string bytes = bytes_of(values);
      ranks_.share(bytes);
      read_from(bytes, values);
      std::string mean = bytes_of(mean_);
      ranks_.share(mean);
      read_from(mean, mean_);
    }
    const Index d = gathered_->shape.d;
    const Index d_out = gathered_->shape.d_out;
    const auto targets = gathered_->shape.targets;
    learner::Model model;
    for (Index h = 0; h < heads; ++h)
      model.heads.push_back({.V = values.block(0, h * d, d_out, d), .Q = values.block(d_out, h * d, d, d)});
    bar_.begin(task);
    auto errors = look_back(
        *input_, options_.hold_out,
        [&](const Sequence& sequence) {
          return heads > 0 ? attend(model, sequence.Z, targets) : evaluate_folded(values, sequence.Z, targets);
        },
        mean_, shown());
    bar_.clear();
    if (!errors) return errors;
    bring_together(
        ranks_, [&] { return bytes_of(*errors); },
        [&](const std::string& bytes) {
          Errors other;
          read_from(bytes, other);
          errors->merge(other);
        });
    return errors;
  }

  // All sequences that are learned from, those of other processes sent here: there are few where rows are asked.
  void replay(const std::function<void(std::span<const Sequence>)>& take) {
    auto done = input_->each([&](const Block& block) -> Expected<void> {
      if (stopped != 0) leave();
      take(learned_of(block, options_.hold_out));
      return {};
    });
    if (!done) failure_ = done.error();
    if (alone_) return;
    order(Order::rows);
    for (Index rank = 1; rank < ranks_.size(); ++rank) {
      ranks_.send("", rank);
      for (std::string bytes = ranks_.receive(rank); !bytes.empty(); bytes = ranks_.receive(rank)) {
        const Sequence sequence = sequence_of(bytes);
        take({&sequence, 1});
      }
    }
  }

  std::string bytes_of_sequence(const Sequence& sequence) const {
    Index n = sequence.n();
    return bytes_of(n, sequence.Z, sequence.Y);
  }
  Sequence sequence_of(const std::string& bytes) const {
    Index n = 0;
    std::memcpy(&n, bytes.data(), sizeof n);
    const auto& [d, d_out, targets] = gathered_->shape;
    Sequence sequence{.Z = Matrix(d, n), .Y = Matrix(d_out, learner::target_count(targets, n))};
    read_from(bytes, n, sequence.Z, sequence.Y);
    return sequence;
  }

  // What every process but the first does after its pass.
  Expected<void> serve() {
    for (Order order = Order::errors; true;) {
      std::string bytes;
      ranks_.share(bytes);
      read_from(bytes, order);
      if (order == Order::end) break;
      if (order == Order::errors) {
        if (auto errors = errors_of({}, 0, ""); !errors) return std::unexpected(errors.error());
        continue;
      }
      ranks_.receive(0);
      auto done = input_->each([&](const Block& block) -> Expected<void> {
        for (const Sequence& sequence : learned_of(block, options_.hold_out))
          ranks_.send(bytes_of_sequence(sequence), 0);
        return {};
      });
      if (!done) return done;
      ranks_.send("", 0);
    }
    ::unlink(state_.c_str());
    return {};
  }

  Expected<void> learn_and_tell() {
    const auto begun = std::chrono::steady_clock::now();
    const Moments& moments = gathered_->moments;
    mean_ = gathered_->target_sum / static_cast<double>(std::max<Index>(1, moments.rows()));
    Report report;
    report.shape = gathered_->shape;
    report.lambda = options_.lambda;
    report.examples = moments.sequences();
    report.predicted = gathered_->predicted;
    Matrix p;
    const learner::Source source{
        .replay = [this](const auto& take) { replay(take); },
        .error = [&](const Matrix& solved) -> Expected<learner::TestError> {
          p = solved;
          auto errors = errors_of(p, 0, "Reading again, for the errors");
          if (!errors) return std::unexpected(errors.error());
          report.errors = std::move(*errors);
          if (options_.hold_out && report.errors.held_learned.sequences == 0)
            return fail("There are fewer than %1 sequences: leave out --check held-out.", kHeldOutEvery);
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
      if (auto found = find_fewest(p, watch, report); !found) return found;
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return tell(report);
  }

  Expected<void> find_fewest(const Matrix& p, const learner::Progress& watch, Report& report) {
    const bool exact = report.errors.learned.error.relative() < learner::kExactShare;
    const auto& held_out = report.errors.held_out;
    using learner::HeadCountBy;
    bar_.begin("Searching for the fewest heads");
    auto found = learner::fewest_heads(p, gathered_->shape.d,
                                       {.count_by = exact              ? HeadCountBy::rank
                                                    : held_out.empty() ? HeadCountBy::gap
                                                                       : HeadCountBy::held_out,
                                        .data = &gathered_->moments,
                                        .held_out = held_out,
                                        .targets = gathered_->shape.targets,
                                        .progress = watch});
    bar_.clear();
    if (!found) return std::unexpected(found.error());
    const auto& heads = found->model.heads;
    const Index d = gathered_->shape.d;
    const Index d_out = gathered_->shape.d_out;
    Matrix values(d_out + d, d * std::ssize(heads));
    for (Index h = 0; const learner::Head& head : heads) {
      values.block(0, h * d, d_out, d) = head.V;
      values.block(d_out, h++ * d, d, d) = head.Q;
    }
    auto errors = errors_of(values, std::ssize(heads), "Reading again, for the heads");
    if (!errors) return std::unexpected(errors.error());
    report.fewest = std::move(*found);
    report.of_fewest = std::move(*errors);
    return {};
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
    ::unlink(state_.c_str());
    return {};
  }

  const Options& options_;
  const Ranks& ranks_;
  bool alone_;
  bool first_;
  std::string command_;
  std::string state_;
  Bar bar_;
  std::unique_ptr<Input> input_;
  std::optional<Gathered> gathered_;
  Vector mean_;
  std::optional<learner::Error> failure_;  // of a replay
  bool merged_ = false;
};

}  // namespace

int run(const Options& options, const Ranks& ranks) {
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
