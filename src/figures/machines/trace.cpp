#include "figures/machines/trace.hpp"

#include <algorithm>
#include <cmath>

#include "figures/machines/machine.hpp"
#include "learner/interpolation.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::machines {
namespace {

// What comes of one letter in one state, before anybody answers.
TraceEnd obstacle(const Result& result, int state, int letter) {
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

TraceStep step_of(const Result& result, const CurvePoint& point, int state, int letter) {
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

void simulate(const Result& result, Trace& trace) {
  trace.truth.push_back(0);
  for (const int letter : trace.word) {
    trace.truth_end = obstacle(result, trace.truth.back(), letter);
    if (trace.truth_end != TraceEnd::word) return;
    trace.truth.push_back(result.next(trace.truth.back(), letter));
  }
}

bool accepts(const Trace& trace, int state) { return trace.accepting[static_cast<std::size_t>(state)]; }

std::string stopped(const Trace& trace) {
  const std::size_t read = trace.steps.size();
  const std::string letter = letter_name(trace.word[read]);
  const std::string place = std::to_string(read + 1);
  if (trace.end == TraceEnd::foreign) {
    return tr(
        "Letter %1, %2, is not in this table: the run stops there. Give the table one letter more, or click the "
        "letter.",
        place, letter);
  }
  return tr("From %1 on %2 the table says nothing: the run stops before letter %3. Click the hole to fill it.",
            state_name(trace.state_after(read)), letter, place);
}

std::string wrong(const Trace& trace, std::size_t at) {
  const TraceStep& step = trace.steps[at];
  const std::string place =
      tr("Step %1 is the first to go wrong: from %2 on %3 to %4 instead of %5.", std::to_string(at + 1),
         state_name(step.state), letter_name(step.letter), state_name(step.next), state_name(step.told));
  if (step.rho == 0) {
    return passage({place, tr("The examples do decide this answer, so the fault is in the arithmetic.")});
  }
  return passage(
      {place, tr("ρ = %1 of its question lies outside what the examples span, so they leave the answer open.",
                 number(step.rho, 2))});
}

std::string finished(const Trace& trace) {
  const int state = trace.state_after(trace.steps.size());
  const bool accepted = accepts(trace, state);
  if (trace.word.empty()) {
    return accepted ? tr("The empty word asks nothing: the run ends where it starts, in q1, and the word is accepted.")
                    : tr("The empty word asks nothing: the run ends where it starts, in q1, and the word is rejected.");
  }
  const std::string right =
      counted("The one step is right", "All %1 steps are right", static_cast<double>(trace.steps.size()));
  const std::string end = state_name(state);
  if (trace.largest_rho() == 0) {
    const std::string run = accepted ? tr("%1; the run ends in %2 and the word is accepted.", right, end)
                                     : tr("%1; the run ends in %2 and the word is rejected.", right, end);
    return passage({run, tr("ρ = 0 at each, so no layer that fits the examples answers otherwise.")});
  }
  const std::string rho = number(trace.largest_rho(), 2);
  return accepted ? tr("%1; the run ends in %2 and the word is accepted, but not surely: ρ reaches %3, so the "
                       "examples left an answer open that rounding got right.",
                       right, end, rho)
                  : tr("%1; the run ends in %2 and the word is rejected, but not surely: ρ reaches %3, so the "
                       "examples left an answer open that rounding got right.",
                       right, end, rho);
}

}  // namespace

int rounded(const Matrix& answers, Index key) {
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

Trace trace_word(const Result& result, const Values& values) {
  Trace trace;
  trace.point = point_at(result, values.number("N"));
  trace.word = word_of(values);
  trace.accepting = accepting_of(values);
  const CurvePoint& point = result.points[trace.point];
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
