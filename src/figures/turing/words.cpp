#include "figures/turing/words.hpp"

#include "figures/turing/moment.hpp"
#include "figures/turing/rule.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::turing {
namespace {

using plot::counted;
using plot::passage;
using plot::say;
using plot::whole;

learner::Configuration end_of(const TuringResult& result, const std::vector<std::int32_t>& rules,
                              const TuringTrace& trace) {
  TuringWalk walk(result, rules, trace);
  while (!walk.ended()) walk.step();
  return walk.now();
}

std::string hole_sentence(const TuringResult& result, const std::string& steps) {
  const learner::Configuration end = end_of(result, result.answered, result.run);
  const std::string state = state_letter(end.state);
  const std::string symbol = symbol_word(end.symbol(), result.symbols);
  return result.run.steps() == 0
             ? say("At the start, state %1 reads %2, and the table has no rule for that: click its place in the table "
                   "to give it one.",
                   state, symbol)
             : say("After %1 state %2 reads %3, and the table has no rule for that: click its place in the table to "
                   "give it one.",
                   steps, state, symbol);
}

}  // namespace

std::string tape_words(const TuringResult& result, const std::vector<std::int32_t>& rules, const TuringTrace& trace) {
  constexpr learner::Index kShown = 32;
  const learner::Tape tape = end_of(result, rules, trace).tape;
  std::string words;
  for (learner::Index cell = tape.begin(); cell < tape.end(); ++cell) {
    if (cell - tape.begin() == kShown)
      return words + "… (" + counted("%1 cell", "%1 cells", static_cast<double>(tape.end() - tape.begin())) + ")";
    const std::string letter = symbol_letter(tape.read(cell), result.symbols);
    words += letter.empty() ? "_" : letter;
  }
  return words;
}

std::string notice_sentences(const TuringResult& result) {
  const auto& [rules, strange_rules, strange_cells] = result.notice;
  std::string too_many;
  if (rules > 0) {
    too_many = say("The table in the link has %1, more than the %2 of this size; the rest was left out.",
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

std::string end_sentence(const TuringResult& result) {
  const TuringTrace& run = result.run;
  const std::string steps = counted("%1 step", "%1 steps", run.steps());
  const std::string tape = tape_words(result, result.answered, run);
  switch (run.end) {
    case TuringEnd::halted:
      return tape.empty() ? say("Halted after %1; the tape is blank.", steps)
                          : say("Halted after %1; the tape reads %2.", steps, tape);
    case TuringEnd::loop:
      return say("It never halts: after %1 it stands exactly as after %2, so it goes round in %3 for ever.", steps,
                 whole(run.again), counted("%1 step", "%1 steps", run.steps() - run.again));
    case TuringEnd::hole: return hole_sentence(result, steps);
    case TuringEnd::limit:
      return tape.empty() ? say("Still running after %1, so it may never halt: allow more steps, or change the rules; "
                                "so far the tape is blank.",
                                steps)
                          : say("Still running after %1, so it may never halt: allow more steps, or change the rules; "
                                "so far the tape reads %2.",
                                steps, tape);
  }
  return "";
}

std::string question_words(const TuringResult& result, int step) {
  const int key = result.run.keys[static_cast<std::size_t>(step)];
  return say("Step %1 of %2: %3 reads %4", whole(step + 1), whole(result.run.steps()),
             state_letter(key / result.learned_symbols), symbol_word(key % result.learned_symbols, result.symbols));
}

std::string verdict_sentence(const TuringResult& result, std::size_t key) {
  const double rho = result.rho(static_cast<learner::Index>(key));
  const bool right = result.answered[key] == result.table[key];
  if (right && rho == 0) return say("$ρ$ = 0: the lessons determine this answer.");
  const std::string share = plot::percent(rho);
  if (right) {
    return say("Right, but by luck: %1 of this question (its $ρ$) lies outside what the lessons span.", share);
  }
  return passage(
      {say("Wrong: it would %1, and should %2.", rule_words(rule_of_number(result.answered[key]), result.symbols),
           rule_words(rule_of_number(result.table[key]), result.symbols)),
       say("%1 of this question (its $ρ$) lies outside what the lessons span.", share)});
}

std::string row_words(const TuringResult& result, int done) {
  const std::string start =
      done == 0 ? say("before the first step") : say("after %1", counted("%1 step", "%1 steps", done));
  if (done == result.run.steps()) {
    const plot::Said end = result.run.end == TuringEnd::halted ? say("halted") : say("as far as it ran");
    return start + "\n" + std::string(end);
  }
  const auto key = static_cast<std::size_t>(result.run.keys[static_cast<std::size_t>(done)]);
  const std::string does = rule_words(rule_of_number(result.answered[key]), result.symbols);
  std::string words = start + "\n" +
                      say("state %1 reads %2", state_letter(static_cast<int>(key) / result.learned_symbols),
                          symbol_word(static_cast<int>(key) % result.learned_symbols, result.symbols)) +
                      "\n" + does;
  if (result.answered[key] != result.table[key]) {
    words += "\n" + say("wrong: should %1", rule_words(rule_of_number(result.table[key]), result.symbols));
  }
  return words + "\n$ρ$ = " + plot::number(result.rho(static_cast<learner::Index>(key)), 3);
}

}  // namespace figures::turing
