#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "learner/machines/lookup.hpp"
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

// The question (see turing_shape) that a machine asks where it stands: state |Gamma| + symbol. Precondition: not
// halted.
Index turing_key(const TuringMachine& machine, const Configuration& configuration);

// Lessons: what random machines did on random tapes. Lesson i depends on (options, i) only.
struct TuringLessons {
  TuringSize size{3, 2};
  Index cells = 8;   // random symbols on the tape at first, the head on the first; >= 0
  Index steps = 50;  // a lesson ends when the machine halts, or after this many
  std::uint64_t seed = 1;
};

struct TuringLesson {
  TuringMachine machine;
  Configuration start;
  std::vector<Index> keys;  // the different questions of the trace, in the order they came up
  Index steps = 0;
};
TuringLesson turing_lesson(const TuringLessons& options, std::uint64_t i);

// Teaches the steps of a lesson; returns how many were new. Errors: see LookupLearner::add.
Expected<Index> teach(LookupLearner& learner, const TuringLesson& lesson);

// One step of a machine run by a learned step.
struct TuringStep {
  Index index = 0;  // from 0
  int state = 0;    // before the step
  int symbol = 0;   // read
  Index head = 0;
  LookupAnswer asked;
  Rule rule;   // the answer, rounded: what was carried out
  Rule truth;  // what the table says of the same state and symbol
};

// A machine run by a learned step: ask what to do on (state, symbol), round to the nearest one-hot values, carry it
// out, ask again. Every step is compared with the table, but a wrong one is carried out too, and the run goes astray.
// Source: paper A, lemma B.1 (predict, round, append).
class TuringRun {
 public:
  // learner: a learned step of turing_shape(machine.size()) (see padded), which must outlive the run. limit >= 0.
  // Errors: those of validate and configure.
  static Expected<TuringRun> create(const LookupLearner& learner, TuringMachine machine, std::string_view input,
                                    Index limit = 1000);

  enum class Status { running, halted, stopped };  // stopped: `limit` steps done
  Status status() const;

  // One step. Precondition: status() is running. Cost of LookupLearner::ask.
  TuringStep step();

  const TuringMachine& machine() const { return machine_; }
  const Configuration& configuration() const { return halting_.end; }
  Index steps() const { return halting_.steps; }
  double largest_rho() const { return largest_rho_; }
  double smallest_margin() const { return smallest_margin_; }  // 1 before the first step
  const std::optional<TuringStep>& first_wrong() const { return first_wrong_; }

 private:
  TuringRun(const LookupLearner& learner, TuringMachine machine, Configuration configuration, Index limit);

  const LookupLearner* learner_;
  TuringMachine machine_;
  Table table_;
  Halting halting_;
  Index limit_;
  double largest_rho_ = 0.0;
  double smallest_margin_ = 1.0;
  std::optional<TuringStep> first_wrong_;
};

}  // namespace learner
