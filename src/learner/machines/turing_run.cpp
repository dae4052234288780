#include "learner/machines/turing_run.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace learner {

TuringLesson turing_lesson(const TuringLessons& options, std::uint64_t i) {
  Random random = Random(options.seed).split(i);
  TuringLesson lesson{.machine = random_turing_machine(options.size, random), .start = {}, .keys = {}, .steps = 0};
  Configuration& start = lesson.start;
  start.state = lesson.machine.start;
  const auto symbols = static_cast<std::uint32_t>(options.size.symbols);
  for (Index cell = 0; cell < options.cells; ++cell) {
    start.tape.write(cell, static_cast<int>(random.below(symbols)));
  }
  Configuration configuration = start;
  for (; !configuration.halted() && lesson.steps < options.steps; ++lesson.steps) {
    const Index key = turing_key(lesson.machine, configuration);
    if (std::ranges::find(lesson.keys, key) == lesson.keys.end()) lesson.keys.push_back(key);
    configuration.apply(rule_at(lesson.machine, configuration));
  }
  return lesson;
}

Expected<Index> teach(LookupLearner& learner, const TuringLesson& lesson) {
  const Table table = turing_table(lesson.machine);
  Index told = 0;
  for (const Index key : lesson.keys) {
    const auto added = learner.add(table, key);
    if (!added) return std::unexpected(added.error());
    told += *added;
  }
  return told;
}

Expected<TuringRun> TuringRun::create(const LookupLearner& learner, TuringMachine machine, std::string_view input,
                                      Index limit) {
  if (const auto valid = validate(machine); !valid) return std::unexpected(valid.error());
  assert(learner.shape() == turing_shape(machine.size()) && limit >= 0);
  auto configuration = configure(machine, input);
  if (!configuration) return std::unexpected(configuration.error());
  return TuringRun(learner, std::move(machine), *std::move(configuration), limit);
}

TuringRun::TuringRun(const LookupLearner& learner, TuringMachine machine, Configuration configuration, Index limit)
    : learner_(&learner),
      machine_(std::move(machine)),
      table_(turing_table(machine_)),
      halting_{.end = std::move(configuration), .steps = 0},
      limit_(limit) {}

TuringRun::Status TuringRun::status() const {
  if (halting_.halted()) return Status::halted;
  return halting_.steps < limit_ ? Status::running : Status::stopped;
}

TuringStep TuringRun::step() {
  assert(status() == Status::running);
  const Configuration& now = halting_.end;
  TuringStep result{.index = halting_.steps,
                    .state = now.state,
                    .symbol = now.symbol(),
                    .head = now.head,
                    .asked = learner_->ask(table_, turing_key(machine_, now)),
                    .rule = {},
                    .truth = rule_at(machine_, now)};
  result.rule = rule_of(result.asked.rounded.values, machine_.size());
  if (result.rule != result.truth && !first_wrong_) first_wrong_ = result;
  largest_rho_ = std::max(largest_rho_, result.asked.rho);
  smallest_margin_ = std::min(smallest_margin_, result.asked.rounded.margin);
  halting_.end.apply(result.rule);
  ++halting_.steps;
  return result;
}

std::string TuringRun::sentence() const {
  const std::string outcome = sentence_of(machine_, halting_);
  if (!first_wrong_) return outcome + " Every step is right.";
  const TuringStep& wrong = *first_wrong_;
  const auto key = wrong.asked.key;
  return outcome + " Step " + std::to_string(wrong.index + 1) + " went wrong: in " +
         machine_.states[static_cast<size_t>(wrong.state)] + " on '" +
         machine_.symbols[static_cast<size_t>(wrong.symbol)] + "' it did " + words_of(machine_, wrong.rule) +
         " instead of " + words_of(machine_, wrong.truth) + "; this question was taught on " +
         std::to_string(learner_->examples(key)) + " machines, and " + why_wrong(wrong.asked);
}

std::string words_of(const TuringMachine& machine, const Rule& rule) {
  const std::string move = rule.move == Move::left ? "move left" : rule.move == Move::right ? "move right" : "stay";
  return std::string("write ") + machine.symbols[static_cast<size_t>(rule.write)] + ", " + move + ", " +
         (rule.next == Rule::kHalt ? "halt" : "go to " + machine.states[static_cast<size_t>(rule.next)]);
}

}  // namespace learner
