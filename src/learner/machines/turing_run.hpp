#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "learner/machines/lookup_learner.hpp"
#include "learner/machines/turing_tape.hpp"

namespace learner {

// Lessons: what random machines did on random tapes. Lesson i depends on (options, i) only, so they can be
// drawn one by one while a reader watches.
struct TuringLessons {
  TuringSize size{3, 2};
  Index cells = 8;   // random symbols on the tape at first, the head on the first; >= 0
  Index steps = 50;  // a lesson ends when the machine halts, or after so many
  std::uint64_t seed = 1;
};

struct TuringLesson {
  TuringMachine machine;
  Configuration start;
  std::vector<Index> keys;  // the different questions of the trace, in the order they came up
  Index steps = 0;
};
TuringLesson turing_lesson(const TuringLessons& options, std::uint64_t i);

// Teaches the steps of a lesson. Comes back how many said anything new. Errors: see LookupLearner::add.
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

// A machine run by a learned step: ask what to do on (state, symbol), round to the nearest one-hot values,
// carry it out, ask again. Every step is checked against the table; after a wrong one the run goes on with what
// was learned, so it goes astray. Paper A, lemma B.1 (predict, round, append).
class TuringRun {
 public:
  // learner: a learned step of turing_shape(machine.size()) (see padded), to live as long as the run. limit >= 0.
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

  // How the run ended or where it stands, and the first wrong step with what the lessons had to say of it.
  std::string sentence() const;

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

// "write 1, move left, go to B".
std::string words_of(const TuringMachine& machine, const Rule& rule);

}  // namespace learner
