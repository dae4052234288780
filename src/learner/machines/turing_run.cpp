#include "learner/machines/turing_run.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace learner {

int Tape::read(Index cell) const {
  const auto& side = cell >= 0 ? right_ : left_;
  const auto i = static_cast<size_t>(cell >= 0 ? cell : -1 - cell);
  return i < side.size() ? side[i] : 0;
}

void Tape::write(Index cell, int symbol) {
  auto& side = cell >= 0 ? right_ : left_;
  const auto i = static_cast<size_t>(cell >= 0 ? cell : -1 - cell);
  if (i >= side.size()) side.resize(i + 1, 0);
  side[i] = symbol;
}

Index Tape::begin() const {
  Index cell = -static_cast<Index>(left_.size());
  const Index last = static_cast<Index>(right_.size());
  while (cell < last && read(cell) == 0) ++cell;
  return cell < last ? cell : 0;
}

Index Tape::end() const {
  Index cell = static_cast<Index>(right_.size());
  const Index first = begin();
  while (cell > first && read(cell - 1) == 0) --cell;
  return cell;
}

void Configuration::apply(const Rule& rule) {
  assert(!halted());
  tape.write(head, rule.write);
  head += rule.move == Move::left ? -1 : rule.move == Move::right ? 1 : 0;
  state = rule.next;
}

Expected<Configuration> configure(const TuringMachine& machine, std::string_view input) {
  Configuration result{.tape = {}, .head = 0, .state = machine.start};
  for (size_t i = 0; i < input.size(); ++i) {
    const auto symbol = machine.symbols.find(input[i]);
    if (symbol == std::string::npos) {
      return fail("Character %1 of the input is not a symbol of this machine: use only %2 (the first is the blank).",
                  i + 1, machine.symbols);
    }
    result.tape.write(static_cast<Index>(i), static_cast<int>(symbol));
  }
  return result;
}

const Rule& rule_at(const TuringMachine& machine, const Configuration& configuration) {
  assert(!configuration.halted());
  return *machine.table[static_cast<size_t>(turing_key(machine, configuration))];
}

std::string written(const TuringMachine& machine, const Tape& tape) {
  std::string result;
  for (Index cell = tape.begin(); cell < tape.end(); ++cell) {
    result += machine.symbols[static_cast<size_t>(tape.read(cell))];
  }
  return result;
}

Halting simulate(const TuringMachine& machine, Configuration configuration, Index limit) {
  Halting result{.end = std::move(configuration), .steps = 0};
  for (; !result.end.halted() && result.steps < limit; ++result.steps) result.end.apply(rule_at(machine, result.end));
  return result;
}

Index turing_key(const TuringMachine& machine, const Configuration& configuration) {
  assert(!configuration.halted());
  return configuration.state * machine.size().symbols + configuration.symbol();
}

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

}  // namespace learner
