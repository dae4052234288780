// What figure "turing" says to who cannot see it.
#include <array>
#include <string>

#include "figures/turing/moment.hpp"
#include "figures/turing/rule.hpp"
#include "figures/turing/setup.hpp"
#include "figures/turing/words.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::turing {
namespace {

constexpr int kListed = 200;  // steps that the table gives one by one

double real(std::int64_t value) { return static_cast<double>(value); }

// Text beside the picture has no mathematics between dollars.
std::string plain(std::string words) {
  std::erase(words, '$');
  return words;
}

std::string name_of(const Result& result, const Values& values) {
  const Setup setup = setup_of(values);
  return setup.machine == result.machine ? setup.name : tr("The machine");
}

std::string steps_of(const Trace& trace) { return counted("%1 step", "%1 steps", trace.steps()); }

std::string right_title(const std::string& name, const Result& result) {
  const std::string steps = steps_of(result.run);
  if (result.run.steps() == 0) return tr("%1 has no rule to begin with: click its table to write one", name);
  switch (result.run.end) {
    case End::halted:
      return tr("%1 halts after %2 of a layer that never saw it", name,
                counted("%1 right step", "%1 right steps", result.run.steps()));
    case End::loop: return tr("%1 goes round for ever, and the layer with it", name);
    case End::hole: return tr("%1 came to a hole in its table after %2", name, steps);
    case End::limit: return tr("%1 is still running after %2, all of them right", name, steps);
  }
  return "";
}

std::string title_of(const Result& result, const std::string& name) {
  if (!result.complete()) {
    return tr("Learning from %1", counted("%1 other machine", "%1 other machines", result.planned));
  }
  if (result.first_wrong < 0) return right_title(name, result);
  return tr("Step %1 of %2 went wrong: %3 too few", whole(result.first_wrong + 1), name,
            counted("%1 trace was", "%1 traces were", result.lessons));
}

std::string done_right(const Trace& truth) {
  const std::string steps = steps_of(truth);
  switch (truth.end) {
    case End::halted: return tr("Done right, it halts after %1.", steps);
    case End::limit: return tr("Done right, it is stopped at the limit after %1.", steps);
    case End::loop: return tr("Done right, it goes round for ever after %1.", steps);
    case End::hole: return tr("Done right, it meets a hole after %1.", steps);
  }
  return "";
}

std::string wrong_sentence(const Result& result) {
  if (result.run.steps() == 0) return "";
  if (result.first_wrong < 0) return tr("Every step is right.");
  const auto key = static_cast<std::size_t>(result.run.keys[static_cast<std::size_t>(result.first_wrong)]);
  const int state = static_cast<int>(key) / result.learned_symbols;
  const int symbol = static_cast<int>(key) % result.learned_symbols;
  return passage(
      {tr("In step %1, state %2 on %3, the layer was wrong: it did %4 instead of %5.", whole(result.first_wrong + 1),
          state_letter(state), symbol_word(symbol, result.symbols),
          rule_words(rule_of_number(result.answered[key]), result.symbols),
          rule_words(rule_of_number(result.table[key]), result.symbols)),
       tr("It was taught this question on %1, and %2 of it (its ρ) lies outside what the lessons span: teach more.",
          counted("%1 other machine", "%1 other machines", result.taught[key]),
          percent(result.rho(static_cast<learner::Index>(key)))),
       done_right(result.truth)});
}

// The tape has no ends: the cells shown are not all there are.
std::string reach_sentence(const Result& result) {
  constexpr Index kNear = 3;
  const Reach reach = reach_of(result);
  if (reach.low >= -kNear && reach.high <= kMostCells) return "";
  return tr("The tape has no ends: the head went as far as cell %1, and the view follows it.",
            whole(static_cast<double>(reach.low < -kNear ? reach.low : reach.high - 1)));
}

std::string sentence_of(const Result& result) {
  if (!result.complete()) {
    return passage({tr("Seen %1 of %2.", whole(result.lessons), counted("%1 trace", "%1 traces", result.planned)),
                    end_sentence(result)});
  }
  return plain(passage(
      {notice_sentences(result),
       tr("Learned from %1 of random machines, never of this one.", counted("%1 trace", "%1 traces", result.lessons)),
       end_sentence(result), wrong_sentence(result), reach_sentence(result)}));
}

class Rows {
 public:
  void add(std::string name, std::string value) { table_.rows.push_back({std::move(name), plain(std::move(value))}); }
  void add(std::string name, double value) { add(std::move(name), number(value, 4)); }
  Table take() { return std::move(table_); }

 private:
  Table table_{.columns = {tr("Quantity"), tr("Value")}, .rows = {}};
};

std::string ending_words(const Trace& trace) {
  const std::string steps = steps_of(trace);
  switch (trace.end) {
    case End::halted: return tr("halts after %1", steps);
    case End::limit: return tr("is stopped at the limit after %1", steps);
    case End::loop: return tr("goes round for ever after %1", steps);
    case End::hole: return tr("meets a hole after %1", steps);
  }
  return "";
}

std::string trace_words(const Result& result, const std::vector<std::int32_t>& rules, const Trace& trace) {
  const std::string tape = tape_words(result, rules, trace);
  const std::string ending = ending_words(trace);
  return tape.empty() ? tr("%1, blank tape", ending) : ending + ", " + tape;
}

void add_learning(Rows& rows, const Result& result) {
  rows.add(tr("States and symbols of the machine"), tr("%1 and %2", whole(result.states), whole(result.symbols)));
  rows.add(tr("States and symbols of the learned step"),
           tr("%1 and %2", whole(result.learned_states), whole(result.learned_symbols)));
  rows.add(tr("Traces of other machines"), whole(result.lessons));
  rows.add(tr("Random machines left out, being this one"), whole(result.skipped));
  rows.add(tr("Steps in these traces"), whole(real(result.steps)));
  rows.add(tr("Examples (table, question)"), whole(real(result.examples)));
  rows.add(tr("Rank of the examples"), whole(real(result.rank)));
  rows.add(tr("Rank that decides every machine of the size, by its formula"), whole(real(result.needed)));
  rows.add(tr("As in lemma B.1 of the paper"),
           tr("predict, round to the nearest one-hot, carry on with what was rounded"));
  rows.add(tr("Unlike there"),
           tr("each step is asked anew with the table as tokens, and the tape is kept outside; there the run is one "
              "growing sequence"));
}

void add_growth(Rows& rows, const Result& result) {
  for (const Growth& point : result.growth) {
    rows.add(tr("After %1: rules right, largest ρ, rank", counted("%1 trace", "%1 traces", point.lessons)),
             whole(point.right) + ", " + number(point.rho, 3) + ", " + whole(real(point.rank)));
  }
}

// Outputs before rounding: symbols, then left, stay, right, then states with halting last.
std::string outputs_of(const Result& result, std::size_t key) {
  std::string words;
  for (const double output : result.outputs.col(static_cast<learner::Index>(key))) {
    words += (words.empty() ? "" : ", ") + number(output, 3);
  }
  return words;
}

std::string learned_words(const Result& result, std::size_t key) {
  const std::string rule = rule_words(rule_of_number(result.answered[key]), result.symbols);
  const std::string rho = number(result.rho(static_cast<learner::Index>(key)), 3);
  const std::string taught = counted("%1 machine", "%1 machines", result.taught[key]);
  return result.answered[key] == result.table[key] ? tr("%1; ρ %2, taught on %3", rule, rho, taught)
                                                   : tr("%1 (wrong); ρ %2, taught on %3", rule, rho, taught);
}

void add_rules(Rows& rows, const Result& result) {
  for (int state = 0; state < result.states; ++state) {
    for (int symbol = 0; symbol < result.symbols; ++symbol) {
      const auto key = static_cast<std::size_t>(result.own_key(state, symbol));
      const std::string in = state_letter(state);
      const std::string on = symbol_word(symbol, result.symbols);
      if (result.table[key] == kHole) {
        rows.add(tr("Rule %1 on %2", in, on), tr("none"));
        continue;
      }
      rows.add(tr("Rule %1 on %2", in, on), rule_words(rule_of_number(result.table[key]), result.symbols));
      rows.add(tr("Learned %1 on %2", in, on), learned_words(result, key));
      rows.add(tr("Outputs %1 on %2", in, on), outputs_of(result, key));
    }
  }
}

void add_run(Rows& rows, const Result& result) {
  rows.add(tr("The learned run"), trace_words(result, result.answered, result.run));
  rows.add(tr("The same machine by a plain simulator"), trace_words(result, result.table, result.truth));
  rows.add(tr("First wrong step"), result.first_wrong < 0 ? tr("none") : whole(result.first_wrong + 1));
  double largest = 0;
  for (const std::int32_t key : result.run.keys) largest = std::max(largest, result.rho(key));
  rows.add(tr("Largest ρ of a step"), largest);
  for (int step = 0; step < std::min(kListed, result.run.steps()); ++step) {
    std::string words = row_words(result, step);
    words = words.substr(words.find('\n') + 1);
    for (std::size_t at = words.find('\n'); at != std::string::npos; at = words.find('\n')) words.replace(at, 1, "; ");
    rows.add(tr("Step %1", whole(step + 1)), words);
  }
  if (result.run.steps() > kListed) {
    rows.add(tr("Steps from %1 on", whole(kListed + 1)), tr("as the rules above say; the picture shows each"));
  }
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  Rows rows;
  add_learning(rows, result);
  add_run(rows, result);
  add_rules(rows, result);
  add_growth(rows, result);
  constexpr std::array kNames{Phrase("Time: Lessons"), Phrase("Time: Run")};
  for (std::size_t stage = 0; stage < context.times.size() && stage < std::size(kNames); ++stage) {
    rows.add(tr(kNames[stage]), duration(context.times[stage] / 1000));
  }
  return {.title = title_of(result, name_of(result, context.values)),
          .sentence = sentence_of(result),
          .table = rows.take()};
}

}  // namespace figures::turing
