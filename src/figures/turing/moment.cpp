#include "figures/turing/moment.hpp"

#include <algorithm>
#include <cmath>

#include "figures/turing/rule.hpp"
#include "figures/turing/setup.hpp"

namespace figures::turing {

Moment moment_of(const Result& result, const Values& values) {
  const double steps = result.run.steps();
  const double share = values.number("at") / 100;
  const double reached = share * steps;
  // `at` comes in thousandths of a run: what is as near to a whole step as that is the step.
  const double whole = std::round(reached);
  const bool rests = std::abs(reached - whole) <= steps / 2000 + 1e-9;
  Moment moment{.done = static_cast<int>(rests ? whole : std::floor(reached)), .glide = 0, .question = -1};
  if (!rests) moment.glide = static_cast<float>(reached - std::floor(reached));
  moment.question = std::min(moment.done, result.run.steps() - 1);
  return moment;
}

void show_step(const Result& result, Values& values, int done) {
  const int steps = result.run.steps();
  if (steps > 0) values.set("at", 100.0 * std::clamp(done, 0, steps) / steps);
}

Walk::Walk(const Result& result, const std::vector<std::int32_t>& rules, const Trace& trace)
    : rules_(rules), trace_(trace), now_(configuration_of(result.tape, result.head)) {}

void Walk::step() {
  now_.apply(rule_of_number(rules_[static_cast<std::size_t>(trace_.keys[static_cast<std::size_t>(done_)])]));
  ++done_;
}

learner::Configuration configuration_at(const Result& result, int done) {
  Walk walk(result, result.answered, result.run);
  while (walk.done() < done) walk.step();
  return walk.now();
}

Reach reach_of(const Result& result) {
  Reach reach{.low = 0, .high = std::max<learner::Index>(1, std::ssize(result.tape))};
  Walk walk(result, result.answered, result.run);
  while (true) {
    reach.low = std::min(reach.low, walk.now().head);
    reach.high = std::max(reach.high, walk.now().head + 1);
    if (walk.ended()) return reach;
    walk.step();
  }
}

}  // namespace figures::turing
