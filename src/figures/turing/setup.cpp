#include "figures/turing/setup.hpp"

#include <algorithm>

#include "figures/turing/rule.hpp"
#include "figures/turing/turing.hpp"
#include "learner/machines/turing_library.hpp"
#include "plot/number.hpp"

namespace figures::turing {
namespace {

using learner::LibraryMachine;

void take_library(TuringSetup& setup, const LibraryMachine& known) {
  setup.name = known.name;
  setup.does = known.does;
  setup.size = known.machine.size();
  for (const auto& rule : known.machine.table) setup.table.push_back(number_of(*rule));
}

std::vector<std::int32_t> example_of(const LibraryMachine& known) {
  std::vector<std::int32_t> tape;
  for (const char letter : known.example) {
    tape.push_back(static_cast<std::int32_t>(known.machine.symbols.find(letter)));
  }
  return tape;
}

// Rules that are missing are holes; those that are too many, or no rules of such a machine, are said.
void take_own(TuringSetup& setup, const Values& values) {
  setup.name = "Your machine";
  setup.does = "does what its table says";
  setup.size = {.states = values.integer("states"), .symbols = values.integer("symbols")};
  const auto needed = static_cast<std::size_t>(setup.size.states * setup.size.symbols);
  const std::span<const double> list = values.list("rules");
  int strange = 0;
  for (const double number : list.first(std::min(needed, list.size()))) {
    const auto rule = static_cast<std::int32_t>(number);
    const bool known = rule == kHole || rule_of_number(rule, setup.size);
    strange += known ? 0 : 1;
    setup.table.push_back(known ? rule : kHole);
  }
  setup.table.resize(needed, kHole);
  if (list.size() > needed) {
    setup.notice += "The table in the link has " + plot::whole(static_cast<double>(list.size())) +
                    " rules, more than the " + plot::whole(static_cast<double>(needed)) +
                    " of this size; the rest was left out. ";
  }
  if (strange > 0) {
    setup.notice += plot::counted(strange, "rule in the link is none", "rules in the link are none") +
                    " of such a machine and became " + (strange == 1 ? "a hole" : "holes") +
                    ": click to write them anew. ";
  }
}

void take_tape(TuringSetup& setup, const Values& values) {
  int strange = 0;
  for (const double number : values.list("tape")) {
    const auto symbol = static_cast<std::int32_t>(number);
    strange += symbol < setup.size.symbols ? 0 : 1;
    setup.tape.push_back(symbol < setup.size.symbols ? symbol : 0);
  }
  if (strange > 0) {
    setup.notice += plot::counted(strange, "cell holds a symbol", "cells hold symbols") +
                    " that this machine does not have; read as blank. ";
  }
}

std::vector<double> doubles(std::span<const std::int32_t> list) { return {list.begin(), list.end()}; }

}  // namespace

TuringSetup setup_of(const Values& values) {
  const std::vector<LibraryMachine> library = learner::turing_library();
  TuringSetup setup;
  setup.machine = values.integer("machine");
  setup.head = values.integer("head");
  setup.own = static_cast<std::size_t>(setup.machine) >= library.size();
  if (setup.own) {
    take_own(setup, values);
  } else {
    take_library(setup, library[static_cast<std::size_t>(setup.machine)]);
  }
  take_tape(setup, values);
  if (values.list("tape").empty() && !setup.own) {
    setup.tape = example_of(library[static_cast<std::size_t>(setup.machine)]);
    setup.example = setup.head == 0;
  }
  return setup;
}

void set_rule(Values& values, int state, int symbol, std::int32_t rule) {
  TuringSetup setup = setup_of(values);
  setup.table[static_cast<std::size_t>(setup.key(state, symbol))] = rule;
  if (values.list("tape").empty() && !setup.tape.empty()) values.set_list("tape", doubles(setup.tape));
  values.choose("machine", "own");
  values.set("states", static_cast<double>(setup.size.states));
  values.set("symbols", static_cast<double>(setup.size.symbols));
  values.set_list("rules", doubles(setup.table));
}

void set_cell(Values& values, int cell, int symbol) {
  std::vector<std::int32_t> tape = setup_of(values).tape;
  const auto at = static_cast<std::size_t>(cell);
  if (at >= tape.size()) tape.resize(at + 1, 0);
  tape[at] = symbol;
  // One blank at least stays: an empty list would be the example.
  while (tape.size() > 1 && tape.back() == 0) tape.pop_back();
  values.set_list("tape", doubles(tape));
}

void use_example(Values& values) {
  values.set_list("tape", {});
  values.set("head", 0);
}

learner::Configuration configuration_of(std::span<const std::int32_t> tape, int head) {
  learner::Configuration start{.tape = {}, .head = head, .state = 0};
  learner::Index cell = 0;
  for (const std::int32_t symbol : tape) start.tape.write(cell++, symbol);
  return start;
}

}  // namespace figures::turing
