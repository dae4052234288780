#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "learner/machines/turing_machine.hpp"

namespace learner {

// Cells hold symbols; all but finitely many are blank (0).
class Tape {
 public:
  int read(Index cell) const;
  void write(Index cell, int symbol);
  // The first and one past the last cell that is not blank; equal when all are.
  Index begin() const;
  Index end() const;

 private:
  std::vector<int> right_;  // cells 0, 1, ..
  std::vector<int> left_;   // cells -1, -2, ..
};

// Where a machine stands.
struct Configuration {
  Tape tape;
  Index head = 0;
  int state = 0;  // or Rule::kHalt

  bool halted() const { return state == Rule::kHalt; }
  int symbol() const { return tape.read(head); }
  void apply(const Rule& rule);  // write, move, change state. Precondition: not halted.
};

// Below, `machine` is one that passes validate.

// `input` written from cell 0 to the right, the head on cell 0. An empty input is a blank tape.
// Errors: a character that is not a symbol.
Expected<Configuration> configure(const TuringMachine& machine, std::string_view input);

// What the table says. Precondition: not halted.
const Rule& rule_at(const TuringMachine& machine, const Configuration& configuration);

// From the first to the last cell that is not blank, as characters; empty for a blank tape.
std::string written(const TuringMachine& machine, const Tape& tape);

// The plain simulator, to halting or for `limit` steps.
struct Halting {
  Configuration end;
  Index steps = 0;
  bool halted() const { return end.halted(); }
};
Halting simulate(const TuringMachine& machine, Configuration configuration, Index limit);

// The outcome as a sentence; a machine still running says how to go on.
std::string sentence_of(const TuringMachine& machine, const Halting& halting);

// The question (see turing_shape) that a machine asks where it stands: state |Gamma| + symbol. Precondition: not
// halted.
Index turing_key(const TuringMachine& machine, const Configuration& configuration);

}  // namespace learner
