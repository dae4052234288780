#include "learner/machines/turing_tape.hpp"

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

std::string sentence_of(const TuringMachine& machine, const Halting& halting) {
  constexpr size_t kShown = 40;
  std::string tape = written(machine, halting.end.tape);
  if (tape.size() > kShown) tape = tape.substr(0, kShown) + ".. (" + std::to_string(tape.size()) + " cells)";
  const std::string left = tape.empty() ? "the tape is blank." : "the tape reads " + tape + ".";
  const std::string steps = std::to_string(halting.steps) + (halting.steps == 1 ? " step" : " steps");
  if (halting.halted()) return "Halted after " + steps + "; " + left;
  return "Still running after " + steps +
         ": it may never halt. Allow more steps to go on, or change the rules; so far " + left;
}

Index turing_key(const TuringMachine& machine, const Configuration& configuration) {
  assert(!configuration.halted());
  return configuration.state * machine.size().symbols + configuration.symbol();
}

}  // namespace learner
