#include "learner/machines/turing_machine.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace learner {
namespace {

size_t place(const TuringMachine& machine, int state, int symbol) {
  return static_cast<size_t>(state) * machine.symbols.size() + static_cast<size_t>(symbol);
}

constexpr std::string_view kStateNames = "ABCDEFGIJKLMNOPQRSTUVWXYZ";  // H halts

// What stands between spaces and line ends.
std::vector<std::string_view> words(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  std::vector<std::string_view> result;
  for (size_t first = text.find_first_not_of(kSpace); first != std::string_view::npos;) {
    const size_t last = std::min(text.find_first_of(kSpace, first), text.size());
    result.push_back(text.substr(first, last - first));
    first = text.find_first_not_of(kSpace, last);
  }
  return result;
}

// "1RB"; nothing for "---".
Expected<std::optional<Rule>> read_rule(std::string_view symbols, std::string_view word) {
  if (word == "---") return std::nullopt;
  constexpr std::string_view kMoves = "LSR";
  const bool whole = word.size() == 3;
  const size_t write = whole ? symbols.find(word[0]) : std::string_view::npos;
  const size_t move = whole ? kMoves.find(word[1]) : std::string_view::npos;
  const size_t next = whole ? kStateNames.find(word[2]) : std::string_view::npos;
  const bool halts = whole && word[2] == 'H';
  if (write == std::string_view::npos || move == std::string_view::npos || (next == std::string_view::npos && !halts)) {
    return fail(
        "The rule \"%1\" cannot be read: write a symbol out of %2, then L, S or R, then a state A, B, .. or H for "
        "halting, like %3RA.",
        word, symbols, symbols.substr(0, 1));
  }
  return Rule{.write = static_cast<int>(write),
              .move = static_cast<Move>(move),
              .next = halts ? Rule::kHalt : static_cast<int>(next)};
}

Expected<void> validate_rule(const TuringMachine& machine, int state, int symbol) {
  const auto& rule = machine.table[place(machine, state, symbol)];
  const std::string& name = machine.states[static_cast<size_t>(state)];
  const char read = machine.symbols[static_cast<size_t>(symbol)];
  if (!rule) {
    return fail("State %1 on symbol '%2' has no rule: say what to write, where to move and which state follows.", name,
                read);
  }
  const auto [states, symbols] = machine.size();
  if (rule->write < 0 || rule->write >= symbols) {
    return fail("State %1 on symbol '%2' writes a symbol that does not exist: use one of %3.", name, read,
                machine.symbols);
  }
  if (rule->next != Rule::kHalt && (rule->next < 0 || rule->next >= states)) {
    return fail(
        "State %1 on symbol '%2' leads to a state that does not exist: choose one of the %3 states, or halting.", name,
        read, states);
  }
  return {};
}

}  // namespace

Expected<void> validate(const TuringMachine& machine) {
  const auto [states, symbols] = machine.size();
  if (states < 1) return fail("The machine has no states: give it at least one.");
  if (symbols < 2) return fail("The machine needs two symbols or more, the blank first: list them.");
  for (size_t i = 0; i < machine.symbols.size(); ++i) {
    if (machine.symbols.find(machine.symbols[i], i + 1) != std::string::npos) {
      return fail("The symbol '%1' is listed twice: list each symbol once.", machine.symbols[i]);
    }
  }
  if (static_cast<Index>(machine.table.size()) != states * symbols) {
    return fail(
        "The table has %1 rules where %2 states and %3 symbols need %4: give one rule for each state and symbol.",
        machine.table.size(), states, symbols, states * symbols);
  }
  for (int state = 0; state < states; ++state) {
    for (int symbol = 0; symbol < symbols; ++symbol) {
      if (const auto valid = validate_rule(machine, state, symbol); !valid) return valid;
    }
  }
  if (machine.start < 0 || machine.start >= states) {
    return fail("The start is a state that does not exist: choose one of the %1 states.", states);
  }
  return {};
}

Expected<TuringMachine> parse_turing_machine(std::string_view symbols, std::string_view lines) {
  TuringMachine machine{.states = {}, .symbols = std::string(symbols), .table = {}, .start = 0};
  for (const std::string_view word : words(lines)) {
    auto rule = read_rule(machine.symbols, word);
    if (!rule) return std::unexpected(rule.error());
    machine.table.push_back(*rule);
  }
  const size_t columns = std::max<size_t>(symbols.size(), 1);
  const size_t states = (machine.table.size() + columns - 1) / columns;
  if (states > kStateNames.size()) {
    return fail("There are more than %1 states: use fewer.", kStateNames.size());
  }
  for (size_t s = 0; s < states; ++s) machine.states.emplace_back(1, kStateNames[s]);
  if (const auto valid = validate(machine); !valid) return std::unexpected(valid.error());
  return machine;
}

Expected<TuringMachine> padded(const TuringMachine& machine, const TuringSize& size) {
  const TuringSize own = machine.size();
  if (own.states > size.states || own.symbols > size.symbols) {
    return fail(
        "The machine has %1 states and %2 symbols, more than the %3 and %4 that were learned: learn a step of its "
        "size.",
        own.states, own.symbols, size.states, size.symbols);
  }
  TuringMachine result{.states = machine.states, .symbols = machine.symbols, .table = {}, .start = machine.start};
  for (Index s = own.states; s < size.states; ++s) result.states.push_back("unused " + std::to_string(s + 1));
  // Any characters that are still free serve as unused symbols.
  for (char c = '!'; result.size().symbols < size.symbols; ++c) {
    if (result.symbols.find(c) == std::string::npos) result.symbols += c;
  }
  result.table.assign(static_cast<size_t>(size.states * size.symbols), Rule{});
  for (int state = 0; state < own.states; ++state) {
    for (int symbol = 0; symbol < own.symbols; ++symbol) {
      result.table[place(result, state, symbol)] = machine.table[place(machine, state, symbol)];
    }
  }
  return result;
}

TuringMachine random_turing_machine(const TuringSize& size, Random& random) {
  assert(size.states >= 1 && 2 <= size.symbols && size.symbols <= 10);
  TuringMachine machine{
      .states = {}, .symbols = std::string("_123456789", static_cast<size_t>(size.symbols)), .table = {}, .start = 0};
  for (Index s = 0; s < size.states; ++s) machine.states.push_back("q" + std::to_string(s + 1));
  const Table table = random_table(turing_shape(size), random);
  for (Index key = 0; key < table.cols(); ++key) {
    machine.table.push_back(rule_of({table.col(key).begin(), table.col(key).end()}, size));
  }
  machine.start = static_cast<int>(random.below(static_cast<std::uint32_t>(size.states)));
  return machine;
}

LookupShape turing_shape(const TuringSize& size) {
  return {.keys = size.states * size.symbols, .blocks = {size.symbols, 3, size.states + 1}};
}

Table turing_table(const TuringMachine& machine) {
  const auto [states, symbols] = machine.size();
  Table table(3, states * symbols);
  for (Index key = 0; key < table.cols(); ++key) {
    const Rule& rule = *machine.table[static_cast<size_t>(key)];
    table(0, key) = rule.write;
    table(1, key) = static_cast<int>(rule.move);
    table(2, key) = rule.next == Rule::kHalt ? static_cast<int>(states) : rule.next;
  }
  return table;
}

Rule rule_of(const std::vector<int>& values, const TuringSize& size) {
  assert(values.size() == 3);
  return {.write = values[0],
          .move = static_cast<Move>(values[1]),
          .next = values[2] == size.states ? Rule::kHalt : values[2]};
}

}  // namespace learner
