#include "learner/machines/turing_machine.hpp"

#include <algorithm>
#include <cassert>

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

TuringMachine read(std::string_view symbols, std::string_view lines) {
  auto machine = parse_turing_machine(symbols, lines);
  assert(machine.has_value());  // the library is ours, and a test reads every machine in it
  return *machine;
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

// Columns: the rule for each symbol, the blank first.
std::vector<LibraryMachine> turing_library() {
  std::vector<LibraryMachine> library;
  library.push_back({"Binary increment", "1011",
                     read("_01",
                          "_LB 0RA 1RA\n"      // A: to the right end
                          "1LH 1LH 0LB\n")});  // B: carry the 1 to the left
  library.push_back({"Unary addition", "111_11",
                     read("_1",
                          "1RB 1RA\n"      // A: over the first number, then fill the gap
                          "_LC 1RB\n"      // B: to the end of the second
                          "_SH _SH\n")});  // C: take away the one too many
  library.push_back({"Copy", "111",
                     read("_1",
                          "_SH _RB\n"      // A: take the next one, if there is one
                          "_RC 1RB\n"      // B: to the gap
                          "1LD 1RC\n"      // C: to the end of the copy, which grows by one
                          "_LE 1LD\n"      // D: back to the gap
                          "1RA 1LE\n")});  // E: back to where the one was taken, and restore it
  library.push_back({"Palindrome", "0110",
                     read("_01",
                          "_SH _RB _RC\n"      // A: take the first digit and remember it in the state
                          "_LD 0RB 1RB\n"      // B: with a 0, to the right end
                          "_LE 0RC 1RC\n"      // C: with a 1
                          "_SH _LF 1SH\n"      // D: the last digit has to be 0, or gone
                          "_SH 0SH _LF\n"      // E: the last digit has to be 1, or gone
                          "_RA 0LF 1LF\n")});  // F: back to the left end
  library.push_back({"Busy beaver 3", "", read("01", "1RB 1RH  0RC 1RB  1LC 1LA")});
  library.push_back({"Longest run of 3", "", read("01", "1RB 1RH  1LB 0RC  1LC 1LA")});
  library.push_back({"Busy beaver 4", "", read("01", "1RB 1LB  1LA 0LC  1RH 1LD  1RD 0RA")});
  return library;
}

}  // namespace learner
