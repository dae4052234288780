#include "figures/turing/run.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "figures/turing/rule.hpp"
#include "figures/turing/setup.hpp"
#include "learner/machines/turing_run.hpp"

namespace figures::turing {
namespace {

using learner::Configuration;
using learner::LookupLearner;
using learner::TuringSize;

constexpr TuringSize kAllSizes{kMostStates, kMostSymbols};
// What a layer is asked while it learns, and shown, after so many traces.
constexpr std::array kLooks = {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500};

TuringSize learned_size(const Values& values, const Setup& setup) {
  return values.choice("size") == "all" ? kAllSizes : setup.size;
}

bool same(const Configuration& a, const Configuration& b) {
  if (a.state != b.state || a.head != b.head) return false;
  if (a.tape.begin() != b.tape.begin() || a.tape.end() != b.tape.end()) return false;
  for (Index cell = a.tape.begin(); cell < a.tape.end(); ++cell) {
    if (a.tape.read(cell) != b.tape.read(cell)) return false;
  }
  return true;
}

// The machine as the layer is given it: where it has a hole, and where it was enlarged, it halts.
learner::TuringMachine whole_machine(const Result& result) {
  learner::TuringMachine machine;
  machine.states.resize(static_cast<std::size_t>(result.learned_states));
  machine.symbols = std::string("_12").substr(0, static_cast<std::size_t>(result.learned_symbols));
  for (const std::int32_t rule : result.table) {
    machine.table.push_back(rule == kHole ? learner::Rule{} : rule_of_number(rule));
  }
  return machine;
}

LessonShown shown_of(const learner::TuringLesson& lesson) {
  LessonShown shown;
  for (const auto& rule : lesson.machine.table) shown.table.push_back(number_of(*rule));
  for (Index cell = 0; cell < lesson.start.tape.end(); ++cell) {
    shown.tape.push_back(static_cast<std::int32_t>(lesson.start.tape.read(cell)));
  }
  shown.state = static_cast<std::int32_t>(lesson.start.state);
  shown.steps = static_cast<std::int32_t>(lesson.steps);
  shown.questions = static_cast<std::int32_t>(lesson.keys.size());
  return shown;
}

class Run {
 public:
  Run(const Values& values, const Setup& setup, Reporter<Result>& reporter)
      : size_(learned_size(values, setup)),
        lessons_{.size = size_, .seed = static_cast<std::uint64_t>(values.integer("seed"))},
        learner_(learner::turing_shape(size_)),
        reporter_(reporter) {
    take(setup);
    result_.limit = values.integer("limit");
    result_.planned = values.integer("N");
    result_.needed = learner_.shape().keys * learner::key_rank(learner_.shape());
    machine_ = whole_machine(result_);
    table_ = learner::turing_table(machine_);
  }

  Expected<Result> go() {
    reporter_.begin(0);
    for (std::uint64_t i = 0; result_.lessons < result_.planned; ++i) {
      if (auto done = learn(learner::turing_lesson(lessons_, i)); !done) return std::unexpected(done.error());
    }
    reporter_.begin(1);
    look();
    run_machine();
    reporter_.report(1);
    return std::move(result_);
  }

 private:
  void take(const Setup& setup) {
    result_.machine = setup.machine;
    result_.states = static_cast<std::int32_t>(setup.size.states);
    result_.symbols = static_cast<std::int32_t>(setup.size.symbols);
    result_.learned_states = static_cast<std::int32_t>(size_.states);
    result_.learned_symbols = static_cast<std::int32_t>(size_.symbols);
    result_.head = setup.head;
    result_.tape = setup.tape;
    result_.notice = setup.notice;
    result_.table.assign(static_cast<std::size_t>(size_.states * size_.symbols), number_of({}));
    for (int state = 0; state < result_.states; ++state) {
      for (int symbol = 0; symbol < result_.symbols; ++symbol) {
        result_.table[static_cast<std::size_t>(result_.own_key(state, symbol))] =
            setup.table[static_cast<std::size_t>(setup.key(state, symbol))];
      }
    }
  }

  Expected<void> learn(const learner::TuringLesson& lesson) {
    // Never from the machine that is run.
    if (lesson.machine.table == machine_.table) {
      ++result_.skipped;
      return {};
    }
    if (auto told = teach(learner_, lesson); !told) return std::unexpected(told.error());
    if (std::ssize(result_.shown) < kShownLessons) result_.shown.push_back(shown_of(lesson));
    ++result_.lessons;
    result_.steps += lesson.steps;
    reporter_.report(0.95 * result_.lessons / result_.planned);
    const bool is_look = std::ranges::find(kLooks, result_.lessons) != kLooks.end();
    if (!is_look || result_.complete()) return {};
    look();
    if (!reporter_.wants_preview()) return {};
    run_machine();
    reporter_.preview(result_);
    return {};
  }

  // Asks for every rule of the machine: all that a run can ask.
  void look() {
    const Index keys = learner_.shape().keys;
    result_.examples = learner_.examples();
    result_.rank = learner_.rank();
    result_.answered.clear();
    result_.taught.clear();
    result_.outputs.resize(learner_.shape().width(), keys);
    result_.rho.resize(keys);
    Growth growth{.lessons = result_.lessons, .rank = result_.rank, .right = 0, .rho = 0};
    for (Index key = 0; key < keys; ++key) {
      const learner::LookupAnswer asked = learner_.ask(table_, key);
      result_.answered.push_back(number_of(learner::rule_of(asked.rounded.values, size_)));
      result_.taught.push_back(static_cast<std::int32_t>(learner_.examples(key)));
      result_.outputs.col(key) = asked.answer;
      result_.rho(key) = asked.rho > learner::Interpolation::kInside ? asked.rho : 0;
      if (!is_own(key)) continue;
      growth.right += asked.right() ? 1 : 0;
      growth.rho = std::max(growth.rho, result_.rho(key));
    }
    result_.growth.push_back(growth);
  }

  bool is_own(Index key) const {
    return key / size_.symbols < result_.states && key % size_.symbols < result_.symbols &&
           result_.table[static_cast<std::size_t>(key)] != kHole;
  }

  void run_machine() {
    result_.run = trace_of(result_, result_.answered);
    result_.truth = trace_of(result_, result_.table);
    const auto wrong = std::ranges::find_if(result_.run.keys, [this](std::int32_t key) {
      const auto at = static_cast<std::size_t>(key);
      return result_.answered[at] != result_.table[at];
    });
    result_.first_wrong =
        wrong == result_.run.keys.end() ? -1 : static_cast<std::int32_t>(wrong - result_.run.keys.begin());
  }

  TuringSize size_;
  learner::TuringLessons lessons_;
  LookupLearner learner_;
  Reporter<Result>& reporter_;
  learner::TuringMachine machine_;
  learner::Table table_;
  Result result_;
};

}  // namespace

Trace trace_of(const Result& result, const std::vector<std::int32_t>& rules) {
  Trace trace;
  Configuration now = configuration_of(result.tape, result.head);
  Configuration kept = now;
  std::int32_t kept_at = 0;
  while (true) {
    trace.end = End::halted;
    if (now.halted()) return trace;
    const auto key = static_cast<std::size_t>(result.own_key(now.state, now.symbol()));
    trace.end = result.table[key] == kHole ? End::hole : End::limit;
    if (trace.end == End::hole || trace.steps() == result.limit) return trace;
    trace.keys.push_back(static_cast<std::int32_t>(key));
    now.apply(rule_of_number(rules[key]));
    trace.end = End::loop;
    trace.again = kept_at;
    if (same(now, kept)) return trace;
    if (!std::has_single_bit(static_cast<std::uint32_t>(trace.steps()))) continue;
    kept = now;
    kept_at = trace.steps();
  }
}

Expected<Result> run(const Request& request, Reporter<Result>& reporter) {
  return Run(request.values, setup_of(request.values), reporter).go();
}

double work(const Values& values) {
  const learner::LookupShape shape = learner::turing_shape(learned_size(values, setup_of(values)));
  const auto keys = static_cast<double>(shape.keys);
  const auto width = static_cast<double>(shape.width());
  const double features = 1 + keys * width + width * (width + 1) / 2;
  const auto rank = static_cast<double>(learner::key_rank(shape));
  // A trace asks so many different questions, measured: 3.2 of 6, 4.4 of 18.
  constexpr double kQuestions = 4;
  const double examples = kQuestions * values.number("N");
  const double basis = std::min(rank, examples / keys / 2);
  const double looks = static_cast<double>(kLooks.size()) * keys;
  return (examples + looks) * features * (4 * basis + width);
}

}  // namespace figures::turing
