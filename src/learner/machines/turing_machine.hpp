#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "learner/machines/lookup.hpp"

namespace learner {

// A deterministic Turing machine with one tape, infinite both ways.
enum class Move { left, stay, right };

struct Rule {
  static constexpr int kHalt = -1;
  int write = 0;  // a symbol
  Move move = Move::stay;
  int next = kHalt;  // a state, or kHalt: the rule is still carried out and counts as a step
  bool operator==(const Rule&) const = default;
};

struct TuringSize {
  Index states = 0;   // |Q|, halting not among them
  Index symbols = 0;  // |Gamma|, the blank among them
  bool operator==(const TuringSize&) const = default;
};

struct TuringMachine {
  std::vector<std::string> states;         // their names
  std::string symbols;                     // one character each, all different; the first is the blank
  std::vector<std::optional<Rule>> table;  // |Q| rows of |Gamma| rules; empty: a hole
  int start = 0;

  TuringSize size() const { return {static_cast<Index>(states.size()), static_cast<Index>(symbols.size())}; }
};

// Errors: no states, fewer than two symbols, a symbol listed twice, a table of another size, a hole in it, a symbol
// or state that does not exist, a start that does not exist.
Expected<void> validate(const TuringMachine& machine);

// A machine written as one rule for each symbol, in their order, one line for each state A, B, .. (H halts and
// names no state): what to write, L, S or R, the next state, as "1RB 1RH"; "---" is a hole. Starts in A.
// Errors: a rule that cannot be read, or any of the above.
Expected<TuringMachine> parse_turing_machine(std::string_view symbols, std::string_view lines);

// Below, `machine` is one that passes validate.

// The step as a lookup (see LookupShape): key = state |Gamma| + symbol; blocks: the symbol to write, the
// move (left, stay, right), the next state with halting last. d = |Q||Gamma| + |Gamma| + 3 + |Q| + 1.
LookupShape turing_shape(const TuringSize& size);
Table turing_table(const TuringMachine& machine);
Rule rule_of(const std::vector<int>& values, const TuringSize& size);

// The same machine with unused states and symbols added up to `size`; their rules halt at once. One learned
// step of that size then runs it. Errors: the machine is larger than that.
Expected<TuringMachine> padded(const TuringMachine& machine, const TuringSize& size);

// Independent uniform rules (halting is one of |Q| + 1 next states) and start. Preconditions: states >= 1,
// 2 <= symbols <= 10.
TuringMachine random_turing_machine(const TuringSize& size, Random& random);

// Machines to start from; all run on any input over their symbols, the empty one too.
struct LibraryMachine {
  std::string name;
  std::string example;  // an input
  TuringMachine machine;
};

// In this order:
//   Binary increment   2 states x 3   1011 -> 1100; highest digit first
//   Unary addition     3 states x 2   111_11 -> 11111
//   Copy               5 states x 2   111 -> 111_111, in 2n^2 + 3n + 1 steps for n ones
//   Palindrome         6 states x 3   leaves a blank tape exactly for palindromes over 0 and 1
//   Busy beaver 3      3 states x 2   from a blank tape: 6 ones, the most that 3 states can leave, in 14 steps
//   Longest run of 3   3 states x 2   from a blank tape: 21 steps, the most before halting; 5 ones
//   Busy beaver 4      4 states x 2   from a blank tape: 13 ones in 107 steps, the most of both
// Sources: the busy beavers are those of Rado and Lin (1965) and Brady (1983); the others are ours.
std::vector<LibraryMachine> turing_library();

}  // namespace learner
