#include "figures/turing/words.hpp"

#include "figures/turing/moment.hpp"
#include "figures/turing/rule.hpp"
#include "plot/number.hpp"

namespace figures::turing {
namespace {

using plot::counted;
using plot::whole;

learner::Configuration end_of(const TuringResult& result, const std::vector<std::int32_t>& rules,
                              const TuringTrace& trace) {
  TuringWalk walk(result, rules, trace);
  while (!walk.ended()) walk.step();
  return walk.now();
}

std::string what_is_left(const std::string& tape) {
  return tape.empty() ? "the tape is blank" : "the tape reads " + tape;
}

std::string share_words(double rho) {
  const std::string percent = plot::percent(rho);
  return percent + " of this question (its $ρ$) lies outside what the lessons span";
}

}  // namespace

std::string tape_words(const TuringResult& result, const std::vector<std::int32_t>& rules, const TuringTrace& trace) {
  constexpr learner::Index kShown = 32;
  const learner::Tape tape = end_of(result, rules, trace).tape;
  std::string words;
  for (learner::Index cell = tape.begin(); cell < tape.end(); ++cell) {
    if (cell - tape.begin() == kShown)
      return words + "… (" + whole(static_cast<double>(tape.end() - tape.begin())) + " cells)";
    const std::string letter = symbol_letter(tape.read(cell), result.symbols);
    words += letter.empty() ? "_" : letter;
  }
  return words;
}

std::string end_sentence(const TuringResult& result) {
  const TuringTrace& run = result.run;
  const std::string steps = counted(run.steps(), "step", "steps");
  const std::string left = what_is_left(tape_words(result, result.answered, run));
  const learner::Configuration end = end_of(result, result.answered, run);
  switch (run.end) {
    case TuringEnd::halted: return "Halted after " + steps + "; " + left + ".";
    case TuringEnd::loop:
      return "It never halts: after " + steps + " it stands exactly as after " + whole(run.again) +
             ", so it goes round in " + counted(run.steps() - run.again, "step", "steps") + " for ever.";
    case TuringEnd::hole:
      return (run.steps() == 0 ? std::string("At the start, state ") : "After " + steps + " state ") +
             state_letter(end.state) + " reads " + symbol_word(end.symbol(), result.symbols) +
             ", and the table has no rule for that: click its place in the table to give it one.";
    case TuringEnd::limit:
      return "Still running after " + steps + ", so it may never halt: allow more steps, or change the rules; so far " +
             left + ".";
  }
  return "";
}

std::string question_words(const TuringResult& result, int step) {
  const int key = result.run.keys[static_cast<std::size_t>(step)];
  return "Step " + whole(step + 1) + " of " + whole(result.run.steps()) + ": " +
         state_letter(key / result.learned_symbols) + " reads " +
         symbol_word(key % result.learned_symbols, result.symbols);
}

std::string verdict_sentence(const TuringResult& result, std::size_t key) {
  const double rho = result.rho(static_cast<learner::Index>(key));
  const bool right = result.answered[key] == result.table[key];
  if (right && rho == 0) return "$ρ$ = 0: the lessons determine this answer.";
  if (right) return "Right, but by luck: " + share_words(rho) + ".";
  return "Wrong: it would " + rule_words(rule_of_number(result.answered[key]), result.symbols) + ", and should " +
         rule_words(rule_of_number(result.table[key]), result.symbols) + ". " + share_words(rho) + ".";
}

std::string row_words(const TuringResult& result, int done) {
  const std::string start = done == 0 ? "before the first step" : "after " + counted(done, "step", "steps");
  if (done == result.run.steps())
    return start + "\n" + (result.run.end == TuringEnd::halted ? "halted" : "as far as it ran");
  const auto key = static_cast<std::size_t>(result.run.keys[static_cast<std::size_t>(done)]);
  const std::string does = rule_words(rule_of_number(result.answered[key]), result.symbols);
  std::string words = start + "\nstate " + state_letter(static_cast<int>(key) / result.learned_symbols) + " reads " +
                      symbol_word(static_cast<int>(key) % result.learned_symbols, result.symbols) + "\n" + does;
  if (result.answered[key] != result.table[key]) {
    words += "\nwrong: should " + rule_words(rule_of_number(result.table[key]), result.symbols);
  }
  return words + "\n$ρ$ = " + plot::number(result.rho(static_cast<learner::Index>(key)), 3);
}

}  // namespace figures::turing
