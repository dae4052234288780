// Which moment of a run figure "turing" shows, and the run up to it.
#pragma once

#include "figures/turing/turing.hpp"
#include "learner/machines/turing_tape.hpp"

namespace figures::turing {

struct Moment {
  int done = 0;       // steps
  float glide = 0;    // of the next one, 0 to 1
  int question = -1;  // the step whose question is shown: the next one, or the last; negative: there is none
};

// The moment of the parameter `at`, a share of the run in percent.
Moment moment_of(const Result& result, const Values& values);
// Sets `at` to where `done` steps are done.
void show_step(const Result& result, Values& values, int done);

// Walks a run of given rules step by step.
class Walk {
 public:
  // rules: result.answered, or result.table for what should have been done; trace: the one that belongs to them.
  Walk(const Result& result, const std::vector<std::int32_t>& rules, const Trace& trace);
  const learner::Configuration& now() const { return now_; }
  int done() const { return done_; }
  bool ended() const { return done_ == trace_.steps(); }
  void step();

 private:
  const std::vector<std::int32_t>& rules_;
  const Trace& trace_;
  learner::Configuration now_;
  int done_ = 0;
};

// The configuration when `done` steps of the learned run are done.
learner::Configuration configuration_at(const Result& result, int done);

// Cells that the head or a symbol came to in the learned run, and that can be written before it: low and one past high.
struct Reach {
  Index low = 0;
  Index high = 1;
  Index cells() const { return high - low; }
};
Reach reach_of(const Result& result);

}  // namespace figures::turing
