// Runs figure "turing": lessons from other machines, then the run of this one, with progress and previews.
#include <bit>

#include "figures/turing/turing.hpp"
#include "learner/machines/turing_run.hpp"

namespace figures::turing {
namespace {

using learner::LookupLearner;
using learner::TuringSize;

// After so many traces the layer is asked and shown.
constexpr std::array kLooks = {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500};

TuringSize learned_size(const Setup& setup) {
  return {.states = setup.learned_states, .symbols = setup.learned_symbols};
}

bool same(const Configuration& a, const Configuration& b) {
  if (a.state != b.state || a.head != b.head) return false;
  if (a.tape.begin() != b.tape.begin() || a.tape.end() != b.tape.end()) return false;
  for (Index cell = a.tape.begin(); cell < a.tape.end(); ++cell)
    if (a.tape.read(cell) != b.tape.read(cell)) return false;
  return true;
}

// Whether it goes on as it did since `then`, when its head read the cells low to high only: all of the tape ahead, from
// the last of these on, is as it was, but for a shift.
bool same_but_shifted(const Configuration& now, const Configuration& then, Index low, Index high) {
  const Index shift = now.head - then.head;
  if (now.state != then.state || shift == 0) return false;
  const Index from = shift > 0 ? low : std::min(then.tape.begin(), now.tape.begin() - shift);
  const Index to = shift < 0 ? high + 1 : std::max(then.tape.end(), now.tape.end() - shift);
  for (Index cell = from; cell < to; ++cell)
    if (then.tape.read(cell) != now.tape.read(cell + shift)) return false;
  return true;
}

// The machine as the layer is given it: where it has a hole, it halts.
learner::TuringMachine whole_machine(const Setup& setup) {
  learner::TuringMachine machine;
  machine.states.resize(static_cast<std::size_t>(setup.learned_states));
  machine.symbols = std::string("_12").substr(0, static_cast<std::size_t>(setup.learned_symbols));
  for (const std::int32_t rule : setup.table) machine.table.push_back(rule == kHole ? Rule{} : rule_of_number(rule));
  return machine;
}

// A run of a table from tape and head: `rules` are carried out, the table says where there are holes. A configuration
// that comes back is found by Brent's method: compared with that after 1, 2, 4, .. steps.
Trace trace_of(const Setup& setup, const Numbers& rules) {
  Trace trace;
  Configuration now = setup.start();
  Configuration kept = now;
  std::int32_t kept_at = 0;
  Index low = now.head, high = now.head;  // read since
  while (true) {
    trace.end = End::halted;
    if (now.halted()) return trace;
    const int key = setup.key(now.state, now.symbol());
    trace.end = setup.rule(key) == kHole ? End::hole : End::limit;
    if (trace.end == End::hole || trace.steps() == setup.limit) return trace;
    trace.keys.push_back(key);
    low = std::min(low, now.head);
    high = std::max(high, now.head);
    now.apply(rule_of_number(rules[static_cast<std::size_t>(key)]));
    trace.end = End::loop;
    trace.again = kept_at;
    if (same(now, kept)) return trace;
    if (trace.away.at == 0 && same_but_shifted(now, kept, low, high))
      trace.away = {kept_at, trace.steps(), static_cast<std::int32_t>(now.head - kept.head)};
    if (!std::has_single_bit(static_cast<std::uint32_t>(trace.steps()))) continue;
    kept = now;
    kept_at = trace.steps();
    low = high = now.head;
  }
}

void run_machine(Result& result) {
  result.run = trace_of(result, result.answered);
  result.truth = trace_of(result, result.table);
  const Numbers& keys = result.run.keys;
  const auto wrong = std::ranges::find_if(keys, [&](int key) { return !result.is_right(key); });
  result.first_wrong = wrong == keys.end() ? -1 : static_cast<std::int32_t>(wrong - keys.begin());
}

// Asks for every rule of the machine: all that a run can ask.
void look(const LookupLearner& learner, const learner::Table& table, Result& result) {
  const Index keys = learner.shape().keys;
  result.examples = static_cast<std::int32_t>(learner.examples());
  result.rank = static_cast<std::int32_t>(learner.rank());
  result.answered.clear();
  result.taught.clear();
  result.outputs.resize(learner.shape().width(), keys);
  result.rho.resize(keys);
  Growth growth{.lessons = result.lessons, .rank = result.rank};
  for (int key = 0; key < keys; ++key) {
    const learner::LookupAnswer asked = learner.ask(table, key);
    result.answered.push_back(number_of(learner::rule_of(asked.rounded.values, learned_size(result))));
    result.taught.push_back(static_cast<std::int32_t>(learner.examples(key)));
    result.outputs.col(key) = asked.answer;
    result.rho(key) = asked.rho > learner::Interpolation::kInside ? asked.rho : 0;
    if (!result.has_rule(key)) continue;
    growth.right += asked.right() ? 1 : 0;
    growth.rho = std::max(growth.rho, result.rho(key));
  }
  result.growth.push_back(growth);
}

learner::TuringLessons lessons_for(const Values& values, const Setup& setup) {
  return {.size = learned_size(setup), .seed = static_cast<std::uint64_t>(values.integer("seed"))};
}

}  // namespace

void give_lessons(const Values& values, const Result& result, CheckData& file) {
  const learner::TuringLessons lessons = lessons_for(values, result);
  const learner::TuringMachine machine = whole_machine(result);
  std::vector<Numbers> tables, tapes;
  Numbers states;
  for (std::uint64_t i = 0; std::ssize(tables) < result.lessons; ++i) {
    const learner::TuringLesson lesson = learner::turing_lesson(lessons, i);
    if (lesson.machine.table == machine.table) continue;
    Numbers table, tape;
    for (const auto& rule : lesson.machine.table) table.push_back(number_of(*rule));
    for (Index cell = 0; cell < lesson.start.tape.end(); ++cell) tape.push_back(lesson.start.tape.read(cell));
    tables.push_back(table);
    tapes.push_back(tape);
    states.push_back(lesson.start.state);
  }
  file.given("lesson tables", tables).given("lesson tapes", tapes).given("lesson states", states);
  file.given("lesson steps", lessons.steps);
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  Result result{setup_of(request.values)};
  const learner::TuringLessons lessons = lessons_for(request.values, result);
  const learner::TuringMachine machine = whole_machine(result);
  const learner::Table table = learner::turing_table(machine);
  LookupLearner learner(learner::turing_shape(lessons.size));
  result.needed = static_cast<std::int32_t>(learner.shape().keys * learner::key_rank(learner.shape()));
  reporter.begin(0);
  reporter.expect(result.planned / 0.95);
  for (std::uint64_t i = 0; !result.complete(); ++i) {
    const learner::TuringLesson lesson = learner::turing_lesson(lessons, i);
    // Never from the machine that is run.
    if (lesson.machine.table == machine.table) {
      ++result.skipped;
      continue;
    }
    if (auto told = teach(learner, lesson); !told) return std::unexpected(told.error());
    ++result.lessons;
    result.steps += static_cast<std::int32_t>(lesson.steps);
    reporter.spend(1);
    if (result.complete() || std::ranges::find(kLooks, result.lessons) == kLooks.end()) continue;
    look(learner, table, result);
    if (!reporter.wants_preview()) continue;
    run_machine(result);
    reporter.preview(result);
  }
  reporter.begin(1);
  look(learner, table, result);
  run_machine(result);
  reporter.report(1);
  return result;
}

// Each example of a key is projected twice on those before it.
double work(const Values& values) {
  const learner::LookupShape shape = learner::turing_shape(learned_size(setup_of(values)));
  const auto keys = static_cast<double>(shape.keys);
  const auto width = static_cast<double>(shape.width());
  const double features = 1 + keys * width + width * (width + 1) / 2;
  // A trace asks so many different questions, measured: 3.2 of 6, 4.4 of 18.
  const double examples = 4 * values.number("N");
  const double basis = std::min(static_cast<double>(learner::key_rank(shape)), examples / keys / 2);
  const double looks = static_cast<double>(kLooks.size()) * keys;
  return (examples + looks) * features * (4 * basis + width);
}

}  // namespace figures::turing
