// The table of figure "turing".
#include "figures/turing/words.hpp"

namespace figures::turing {
namespace {

constexpr int kListed = 200;  // steps that the table gives one by one

std::string trace_words(const Result& result, const Numbers& rules, const Trace& trace) {
  constexpr std::array kEndings = {Phrase("halts after %1"), Phrase("is stopped at the limit after %1"),
                                   Phrase("goes round for ever, seen after %1"), Phrase("meets a hole after %1")};
  const std::string tape = tape_words(result, rules, trace);
  const std::string ending = tr(kEndings[static_cast<std::size_t>(trace.end)], steps_of(trace));
  return tape.empty() ? tr("%1, blank tape", ending) : ending + ", " + tape;
}

void add_learning(Rows& row, const Result& result) {
  row(tr("States and symbols of the machine"), tr("%1 and %2", whole(result.states), whole(result.symbols)));
  row(tr("States and symbols of the learned step"),
      tr("%1 and %2", whole(result.learned_states), whole(result.learned_symbols)));
  row(tr("Traces of other machines"), whole(result.lessons));
  row(tr("Random machines left out, being this one"), whole(result.skipped));
  row(tr("Steps in these traces"), whole(result.steps));
  row(tr("Examples (table, question), with repeats"), whole(result.examples));
  row(tr("Rank of the examples"), whole(result.rank));
  row(tr("Rank that decides every machine of the size, by its formula"), whole(result.needed));
  row(tr("As in lemma B.1 of the paper"), tr("predict, round to the nearest one-hot, carry on with what was rounded"));
  row(tr("Unlike there"), tr("each step is asked anew with the table as tokens, and the tape is kept outside; there "
                             "the run is one growing sequence"));
}

void add_rules(Rows& row, const Result& result) {
  for (int key = 0; key < std::ssize(result.table); ++key) {
    if (!result.is_own(key)) continue;
    const std::string in = state_letter(result.state_of(key));
    const std::string on = reads(result, key);
    if (result.rule(key) == kHole) {
      row(tr("Rule %1 on %2", in, on), tr("none"));
      continue;
    }
    const std::string learned = learned_words(result, key);
    const std::string rho = number(result.rho(key), 3);
    const std::string taught = counted("%1 trace", "%1 traces", result.taught[static_cast<std::size_t>(key)]);
    row(tr("Rule %1 on %2", in, on), table_words(result, key));
    row(tr("Learned %1 on %2", in, on), result.is_right(key)
                                            ? tr("%1; ρ %2, taught in %3", learned, rho, taught)
                                            : tr("%1 (wrong); ρ %2, taught in %3", learned, rho, taught));
    // Before rounding: symbols, then left, stay, right, then states with halting last.
    row(tr("Outputs %1 on %2", in, on),
        listed(result.outputs.col(key), ", ", [](double output) { return number(output, 3); }));
  }
}

void add_run(Rows& row, const Result& result) {
  row(tr("The learned run"), trace_words(result, result.answered, result.run));
  row(tr("The same machine by a plain simulator"), trace_words(result, result.table, result.truth));
  if (const auto& [since, at, cells] = result.run.away; at > 0)
    row(tr("It does the same again, farther along the tape"),
        cells > 0 ? tr("after step %1 as after step %2, %3 to the right", whole(at), whole(since),
                       counted("%1 cell", "%1 cells", cells))
                  : tr("after step %1 as after step %2, %3 to the left", whole(at), whole(since),
                       counted("%1 cell", "%1 cells", -cells)));
  row(tr("First wrong step"), result.first_wrong < 0 ? tr("none") : whole(result.first_wrong + 1));
  row(tr("Largest ρ of a step"), result.largest_rho());
  for (int step = 0; step < std::min(kListed, result.run.steps()); ++step) {
    std::string words = plain(row_words(result, step + 1));
    words = words.substr(words.find('\n') + 1);
    for (std::size_t at = words.find('\n'); at != std::string::npos; at = words.find('\n')) words.replace(at, 1, "; ");
    row(tr("Step %1", whole(step + 1)), words);
  }
  if (result.run.steps() > kListed)
    row(tr("Steps from %1 on", whole(kListed + 1)), tr("as the rules above say; the picture shows each"));
}

}  // namespace

std::string plain(std::string words) {
  std::erase(words, '$');
  return words;
}

std::string steps_of(const Trace& trace) { return counted("%1 step", "%1 steps", trace.steps()); }

std::string reads(const Result& result, int key) { return symbol_word(result.symbol_of(key), result.symbols); }
std::string learned_words(const Result& result, int key) { return rule_words(result.answer(key), result.symbols); }
std::string table_words(const Result& result, int key) { return rule_words(result.rule(key), result.symbols); }

std::string tape_words(const Result& result, const Numbers& rules, const Trace& trace) {
  constexpr Index kShown = 32;
  Walk walk(result, rules, trace);
  while (!walk.ended()) walk.step();
  const learner::Tape& tape = walk.now().tape;
  std::string words;
  for (Index cell = tape.begin(); cell < tape.end(); ++cell) {
    if (cell - tape.begin() == kShown)
      return words + "… (" + counted("%1 cell", "%1 cells", tape.end() - tape.begin()) + ")";
    const std::string letter = symbol_letter(tape.read(cell), result.symbols);
    words += letter.empty() ? "_" : letter;
  }
  return words;
}

void add_rows(Rows& row, const Result& result) {
  add_learning(row, result);
  add_run(row, result);
  add_rules(row, result);
  for (const Growth& point : result.growth) {
    row(tr("After %1: rules right, largest ρ, rank", counted("%1 trace", "%1 traces", point.lessons)),
        listed(std::array{whole(point.right), number(point.rho, 3), whole(point.rank)}, number_separator(),
               std::identity()));
  }
}

}  // namespace figures::turing
