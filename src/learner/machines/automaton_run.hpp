#pragma once

#include <functional>
#include <optional>

#include "learner/machines/automaton.hpp"
#include "learner/machines/lookup_learner.hpp"

namespace learner {

// A word run by a learned step, one letter at a time: ask, round to the nearest one-hot, append. Each step is
// a new question about the same table; the answer, rounded, is the state the next question is about.
struct AutomatonStep {
  Index place = 0;  // of the letter, from 0
  int state = 0;    // the learned run's, before the letter
  int letter = 0;
  LookupAnswer asked;
  int next() const { return asked.rounded.values.front(); }  // the learned run's next state
  int truth() const { return asked.truth.front(); }          // what the table says of `state`
};

class AutomatonRun {
 public:
  // What the learned step says of (state, letter): the universal step (universal_step) or one automaton in
  // the weights (TransitionLearner).
  using Ask = std::function<LookupAnswer(int state, int letter)>;

  // Errors: those of validate and read_word.
  static Expected<AutomatonRun> create(Automaton automaton, std::string_view word, Ask ask);

  bool finished() const { return place_ == static_cast<Index>(word_.size()); }
  int state() const { return state_; }  // after the letters read so far

  // Reads one letter. Precondition: not finished.
  AutomatonStep step();

  Index steps() const { return place_; }
  double largest_rho() const { return largest_rho_; }
  double smallest_margin() const { return smallest_margin_; }  // 1 before the first step
  const std::optional<AutomatonStep>& first_wrong() const { return first_wrong_; }

  // Where the run stands, and the first wrong step with what the lessons had to say of it, as a sentence.
  std::string sentence() const;

 private:
  AutomatonRun(Automaton automaton, std::vector<int> word, Ask ask);

  Automaton automaton_;
  std::vector<int> word_;
  Ask ask_;
  Index place_ = 0;
  int state_ = 0;
  double largest_rho_ = 0.0;
  double smallest_margin_ = 1.0;
  std::optional<AutomatonStep> first_wrong_;
};

// Questions for an AutomatonRun, put to a learner of automaton_shape with this automaton's sizes; the learner
// is to live as long as what comes back.
AutomatonRun::Ask universal_step(const LookupLearner& learner, const Automaton& automaton);

}  // namespace learner
