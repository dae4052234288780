#include "figures/turing/words.hpp"

#include "figures/turing/moment.hpp"
#include "figures/turing/rule.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::turing {
namespace {

learner::Configuration end_of(const Result& result, const std::vector<std::int32_t>& rules, const Trace& trace) {
  Walk walk(result, rules, trace);
  while (!walk.ended()) walk.step();
  return walk.now();
}

std::string hole_sentence(const Result& result, const std::string& steps) {
  const learner::Configuration end = end_of(result, result.answered, result.run);
  const std::string state = state_letter(end.state);
  const std::string symbol = symbol_word(end.symbol(), result.symbols);
  return result.run.steps() == 0
             ? tr("At the start, state %1 reads %2, and the table has no rule for that: click its place in the table "
                  "to give it one.",
                  state, symbol)
             : tr("After %1 state %2 reads %3, and the table has no rule for that: click its place in the table to "
                  "give it one.",
                  steps, state, symbol);
}

}  // namespace

std::string tape_words(const Result& result, const std::vector<std::int32_t>& rules, const Trace& trace) {
  constexpr Index kShown = 32;
  const learner::Tape tape = end_of(result, rules, trace).tape;
  std::string words;
  for (Index cell = tape.begin(); cell < tape.end(); ++cell) {
    if (cell - tape.begin() == kShown)
      return words + "… (" + counted("%1 cell", "%1 cells", static_cast<double>(tape.end() - tape.begin())) + ")";
    const std::string letter = symbol_letter(tape.read(cell), result.symbols);
    words += letter.empty() ? "_" : letter;
  }
  return words;
}

std::string notice_sentences(const Result& result) {
  const auto& [rules, strange_rules, strange_cells] = result.notice;
  std::string too_many;
  if (rules > 0) {
    too_many = tr("The table in the link has %1, more than the %2 of this size; the rest was left out.",
                  counted("%1 rule", "%1 rules", rules), whole(result.states * result.symbols));
  }
  std::string holes;
  if (strange_rules > 0) {
    holes = counted("%1 rule in the link is none of such a machine and became a hole: click to write them anew.",
                    "%1 rules in the link are none of such a machine and became holes: click to write them anew.",
                    strange_rules);
  }
  std::string blanks;
  if (strange_cells > 0) {
    blanks = counted("%1 cell holds a symbol that this machine does not have; read as blank.",
                     "%1 cells hold symbols that this machine does not have; read as blank.", strange_cells);
  }
  return passage({too_many, holes, blanks});
}

std::string end_sentence(const Result& result) {
  const Trace& run = result.run;
  const std::string steps = counted("%1 step", "%1 steps", run.steps());
  const std::string tape = tape_words(result, result.answered, run);
  switch (run.end) {
    case End::halted:
      return tape.empty() ? tr("Halted after %1; the tape is blank.", steps)
                          : tr("Halted after %1; the tape reads %2.", steps, tape);
    case End::loop:
      return tr("It never halts: after %1 it stands exactly as after %2, so it goes round in %3 for ever.", steps,
                whole(run.again), counted("%1 step", "%1 steps", run.steps() - run.again));
    case End::hole: return hole_sentence(result, steps);
    case End::limit:
      return tape.empty() ? tr("Still running after %1, so it may never halt: allow more steps, or change the rules; "
                               "so far the tape is blank.",
                               steps)
                          : tr("Still running after %1, so it may never halt: allow more steps, or change the rules; "
                               "so far the tape reads %2.",
                               steps, tape);
  }
  return "";
}

std::string question_words(const Result& result, int step) {
  const int key = result.run.keys[static_cast<std::size_t>(step)];
  return tr("Step %1 of %2: %3 reads %4", whole(step + 1), whole(result.run.steps()),
            state_letter(key / result.learned_symbols), symbol_word(key % result.learned_symbols, result.symbols));
}

std::string verdict_sentence(const Result& result, std::size_t key) {
  const double rho = result.rho(static_cast<learner::Index>(key));
  const bool right = result.answered[key] == result.table[key];
  if (right && rho == 0) return tr("$ρ$ = 0: the lessons determine this answer.");
  const std::string share = percent(rho);
  if (right) {
    return tr("Right, but by luck: %1 of this question (its $ρ$) lies outside what the lessons span.", share);
  }
  return passage(
      {tr("Wrong: it would %1, and should %2.", rule_words(rule_of_number(result.answered[key]), result.symbols),
          rule_words(rule_of_number(result.table[key]), result.symbols)),
       tr("%1 of this question (its $ρ$) lies outside what the lessons span.", share)});
}

std::string row_words(const Result& result, int done) {
  const std::string start =
      done == 0 ? tr("before the first step") : tr("after %1", counted("%1 step", "%1 steps", done));
  if (done == result.run.steps()) {
    const Localized end = result.run.end == End::halted ? tr("halted") : tr("as far as it ran");
    return start + "\n" + std::string(end);
  }
  const auto key = static_cast<std::size_t>(result.run.keys[static_cast<std::size_t>(done)]);
  const std::string does = rule_words(rule_of_number(result.answered[key]), result.symbols);
  std::string words = start + "\n" +
                      tr("state %1 reads %2", state_letter(static_cast<int>(key) / result.learned_symbols),
                         symbol_word(static_cast<int>(key) % result.learned_symbols, result.symbols)) +
                      "\n" + does;
  if (result.answered[key] != result.table[key]) {
    words += "\n" + tr("wrong: should %1", rule_words(rule_of_number(result.table[key]), result.symbols));
  }
  return words + "\n$ρ$ = " + number(result.rho(static_cast<learner::Index>(key)), 3);
}

}  // namespace figures::turing
