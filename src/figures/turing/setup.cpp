#include "figures/turing/setup.hpp"

#include <algorithm>
#include <array>

#include "figures/turing/rule.hpp"
#include "learner/machines/turing_library.hpp"
#include "plot/words.hpp"

namespace figures::turing {
namespace {

using learner::LibraryMachine;

// What the library's machines are called and do, in its order.
struct Known {
  Phrase name;
  Phrase does;
};
constexpr std::array kKnown{
    Known{Phrase("Binary increment"), Phrase("adds 1 to a binary number")},
    Known{Phrase("Unary addition"), Phrase("adds two numbers written as ones with a blank between")},
    Known{Phrase("Copy"), Phrase("writes a second copy of a row of ones behind a blank")},
    Known{Phrase("Palindrome"), Phrase("blanks the tape exactly if the word reads the same backwards")},
    Known{Phrase("Busy beaver 3"), Phrase("leaves the most ones that 3 states can")},
    Known{Phrase("Longest run of 3"), Phrase("runs longer than any halting machine of 3 states")},
    Known{Phrase("Busy beaver 4"), Phrase("leaves the most ones that 4 states can, and runs longest")},
};

void take_library(Setup& setup, const LibraryMachine& known) {
  const Known& words = kKnown[static_cast<std::size_t>(setup.machine)];
  setup.name = tr(words.name);
  setup.does = tr(words.does);
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

// Rules that are missing are holes; those that are too many, or no rules of such a machine, are counted.
void take_own(Setup& setup, const Values& values) {
  setup.name = tr("Your machine");
  setup.does = tr("does what its table says");
  setup.size = {.states = values.integer("states"), .symbols = values.integer("symbols")};
  const auto needed = static_cast<std::size_t>(setup.size.states * setup.size.symbols);
  const std::span<const double> list = values.list("rules");
  for (const double number : list.first(std::min(needed, list.size()))) {
    const auto rule = static_cast<std::int32_t>(number);
    const bool known = rule == kHole || rule_of_number(rule, setup.size);
    setup.notice.strange_rules += known ? 0 : 1;
    setup.table.push_back(known ? rule : kHole);
  }
  setup.table.resize(needed, kHole);
  if (list.size() > needed) setup.notice.rules = static_cast<std::int32_t>(list.size());
}

void take_tape(Setup& setup, const Values& values) {
  for (const double number : values.list("tape")) {
    const auto symbol = static_cast<std::int32_t>(number);
    setup.notice.strange_cells += symbol < setup.size.symbols ? 0 : 1;
    setup.tape.push_back(symbol < setup.size.symbols ? symbol : 0);
  }
}

std::vector<double> doubles(std::span<const std::int32_t> list) { return {list.begin(), list.end()}; }

}  // namespace

Setup setup_of(const Values& values) {
  const std::vector<LibraryMachine> library = learner::turing_library();
  Setup setup;
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
  Setup setup = setup_of(values);
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
  Index cell = 0;
  for (const std::int32_t symbol : tape) start.tape.write(cell++, symbol);
  return start;
}

}  // namespace figures::turing
