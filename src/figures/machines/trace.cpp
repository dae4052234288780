#include "figures/machines/trace.hpp"

#include <algorithm>
#include <cmath>

#include "figures/machines/machine.hpp"
#include "learner/interpolation.hpp"
#include "plot/number.hpp"

namespace figures::machines {
namespace {

using learner::Index;

// What comes of one letter in one state, before anybody answers.
TraceEnd obstacle(const MachinesResult& result, int state, int letter) {
  if (letter >= result.letters()) return TraceEnd::foreign;
  return result.next(state, letter) == kHole ? TraceEnd::hole : TraceEnd::word;
}

double second_largest(const auto& answer, Index largest) {
  double second = -1e300;
  for (Index k = 0; k < answer.size(); ++k) {
    if (k != largest) second = std::max(second, answer(k));
  }
  return second;
}

TraceStep step_of(const MachinesResult& result, const MachinesPoint& point, int state, int letter) {
  const Index key = learner::automaton_key(result.letters(), state, letter);
  const auto answer = point.answers.col(key);
  TraceStep step{
      .letter = letter, .state = state, .next = rounded(point.answers, key), .told = result.next(state, letter)};
  step.lead = answer(step.next) - second_largest(answer, step.next);
  for (Index k = 0; k < answer.size(); ++k) {
    step.error = std::max(step.error, std::abs(answer(k) - (k == step.told ? 1 : 0)));
  }
  step.rho = point.rho(key) <= learner::Interpolation::kInside ? 0 : point.rho(key);
  return step;
}

void simulate(const MachinesResult& result, Trace& trace) {
  trace.truth.push_back(0);
  for (const int letter : trace.word) {
    trace.truth_end = obstacle(result, trace.truth.back(), letter);
    if (trace.truth_end != TraceEnd::word) return;
    trace.truth.push_back(result.next(trace.truth.back(), letter));
  }
}

std::string verdict(const Trace& trace, int state) {
  return trace.accepting[static_cast<std::size_t>(state)] ? "accepted" : "rejected";
}

std::string stopped(const Trace& trace) {
  const std::size_t read = trace.steps.size();
  const std::string letter = letter_name(trace.word[read]);
  if (trace.end == TraceEnd::foreign) {
    return "Letter " + std::to_string(read + 1) + ", " + letter +
           ", is not in this table: the run stops there. Give the table one letter more, or click the letter.";
  }
  return "From " + state_name(trace.state_after(read)) + " on " + letter +
         " the table says nothing: the run stops before letter " + std::to_string(read + 1) +
         ". Click the hole to fill it.";
}

std::string wrong(const Trace& trace, std::size_t at) {
  const TraceStep& step = trace.steps[at];
  const std::string place = "Step " + std::to_string(at + 1) + " is the first to go wrong: from " +
                            state_name(step.state) + " on " + letter_name(step.letter) + " to " +
                            state_name(step.next) + " instead of " + state_name(step.told) + ". ";
  if (step.rho == 0) return place + "The examples do decide this answer, so the fault is in the arithmetic.";
  return place + "ρ = " + plot::number(step.rho, 2) +
         " of its question lies outside what the examples span, so they leave the answer open.";
}

std::string finished(const Trace& trace) {
  if (trace.word.empty()) {
    return "The empty word asks nothing: the run ends where it starts, in q1, and the word is " + verdict(trace, 0) +
           ".";
  }
  const int state = trace.state_after(trace.steps.size());
  const std::string all = trace.steps.size() == 1 ? "The one step is right"
                                                  : "All " + std::to_string(trace.steps.size()) + " steps are right";
  const std::string end = "; the run ends in " + state_name(state) + " and the word is " + verdict(trace, state);
  if (trace.largest_rho() == 0)
    return all + end + ". ρ = 0 at each, so no layer that fits the examples answers otherwise.";
  return all + end + ", but not surely: ρ reaches " + plot::number(trace.largest_rho(), 2) +
         ", so the examples left an answer open that rounding got right.";
}

}  // namespace

int rounded(const learner::Matrix& answers, Index key) {
  int largest = 0;
  for (int k = 1; k < answers.rows(); ++k) {
    if (answers(k, key) > answers(largest, key)) largest = k;
  }
  return largest;
}

int Trace::first_wrong() const {
  const auto found = std::ranges::find_if(steps, [](const TraceStep& step) { return !step.right(); });
  return found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
}

double Trace::largest_rho() const {
  double largest = 0;
  for (const TraceStep& step : steps) largest = std::max(largest, step.rho);
  return largest;
}

double Trace::largest_error() const {
  double largest = 0;
  for (const TraceStep& step : steps) largest = std::max(largest, step.error);
  return largest;
}

Trace trace_word(const MachinesResult& result, const Values& values) {
  Trace trace;
  trace.point = point_at(result, values.number("N"));
  trace.word = word_of(values);
  trace.accepting = accepting_of(values);
  const MachinesPoint& point = result.points[trace.point];
  int state = 0;
  for (const int letter : trace.word) {
    trace.end = obstacle(result, state, letter);
    if (trace.end != TraceEnd::word) break;
    trace.steps.push_back(step_of(result, point, state, letter));
    state = trace.steps.back().next;
  }
  simulate(result, trace);
  return trace;
}

std::string trace_sentence(const Trace& trace) {
  if (const int at = trace.first_wrong(); at >= 0) return wrong(trace, static_cast<std::size_t>(at));
  return trace.end == TraceEnd::word ? finished(trace) : stopped(trace);
}

}  // namespace figures::machines
