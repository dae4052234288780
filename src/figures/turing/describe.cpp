// What figure "turing" says in words: the sentences of the picture, and all that readers who cannot see it are told.
#include "figures/advice.hpp"
#include "figures/turing/words.hpp"

namespace figures::turing {
namespace {

std::string hole_sentence(const Result& result, const std::string& steps) {
  const Configuration end = configuration_at(result, result.run.steps());
  const std::string state = state_letter(end.state);
  const std::string symbol = symbol_word(end.symbol(), result.symbols);
  return result.run.steps() == 0 ? tr("At the start, state %1 reads %2, and the table has no rule for that: press its "
                                      "place in the table to give it one.",
                                      state, symbol)
                                 : tr("After %1 state %2 reads %3, and the table has no rule for that: press its place "
                                      "in the table to give it one.",
                                      steps, state, symbol);
}

// What could not be taken as it was given, for each a sentence; nothing where all was.
std::string notice_sentences(const Result& result) {
  const auto& [rules, strange_rules, strange_cells] = result.notice;
  std::string too_many, holes, blanks;
  if (rules > 0)
    too_many = tr("The table in the link has %1, more than the %2 of this size; the rest was left out.",
                  counted("%1 rule", "%1 rules", rules), whole(result.states * result.symbols));
  if (strange_rules > 0)
    holes = counted(
        "%1 rule in the link does not fit a machine of this size and became a hole: press it to write it anew.",
        "%1 rules in the link do not fit a machine of this size and became holes: press them to write them anew.",
        strange_rules);
  if (strange_cells > 0)
    blanks = counted("%1 cell holds a symbol that this machine does not have; read as blank.",
                     "%1 cells hold symbols that this machine does not have; read as blank.", strange_cells);
  return passage({too_many, holes, blanks});
}

// How a machine is called where a title begins, and within one.
struct Name {
  std::string first, within;
};

Name name_of(const Result& result, const Values& values) {
  const int machine = values.integer("machine");
  if (machine != result.machine) return {tr("The machine"), tr("the machine")};
  const std::string name = machine_name(machine);
  return {name, is_readers_own(machine) ? std::string(tr("your machine")) : name};
}

std::string title_of(const Result& result, const Name& name) {
  const Trace& run = result.run;
  if (!result.complete())
    return tr("Learning from %1 of other machines", counted("%1 trace", "%1 traces", result.planned));
  if (result.first_wrong >= 0) {
    return tr("Step %1 of %2 went wrong: %3 too few", whole(result.first_wrong + 1), name.within,
              counted("%1 trace was", "%1 traces were", result.lessons));
  }
  if (run.steps() == 0) return tr("%1 has no rule to begin with: press its table to write one", name.first);
  if (result.largest_rho() > 0) {
    return tr("%1: %2, though the traces leave some answers open", name.first,
              counted("%1 right step", "%1 right steps", run.steps()));
  }
  switch (run.end) {
    case End::halted:
      return tr("A layer that never saw %1 runs it to its end: %2", name.within,
                counted("%1 right step", "%1 right steps", run.steps()));
    case End::loop: return tr("%1 goes round for ever, and the layer with it", name.first);
    case End::hole: return tr("%1 came to a hole in its table after %2", name.first, steps_of(run));
    case End::limit: return tr("%1 is still running after %2, all of them right", name.first, steps_of(run));
  }
  return "";
}

// While the run is on its way.
std::string title_of_moment(const Result& result, const Name& name) {
  return tr("Learned from %1 of other machines: can it run %2?", counted("%1 trace", "%1 traces", result.lessons),
            name.within);
}

// What came of the run; where it went wrong, that first.
std::string run_sentences(const Result& result, const Values& settings) {
  const std::string end = end_sentence(result);
  if (result.run.steps() == 0) return end;
  if (result.first_wrong < 0) {
    const double largest = result.largest_rho();
    if (largest == 0) return passage({end, tr("Every step is right, and ρ = 0 at each.")});
    return passage(
        {end,
         tr("Every step is right, though not certain: the part of a question outside what the lessons span reaches ρ "
            "= %1 of its length.",
            number(largest, 2)),
         tr("The smallest W that fits is the true rule less what was not taught; here rounding its answers still gives "
            "the right step.")});
  }
  constexpr std::array kDoneRight = {
      Phrase("Done right, it halts after %1."), Phrase("Done right, it is stopped at the limit after %1."),
      Phrase("Done right, it goes round for ever."), Phrase("Done right, it meets a hole after %1.")};
  const int key = result.run.key(result.first_wrong);
  const auto taught = result.taught[static_cast<std::size_t>(key)];
  return passage(
      {tr("In step %1, state %2 on %3, the layer was wrong: it did %4 instead of %5.", whole(result.first_wrong + 1),
          state_letter(result.state_of(key)), reads(result, key), learned_words(result, key), table_words(result, key)),
       tr("It was taught this question in %1, and the part of it outside what the lessons span is ρ = %2 of its "
          "length.",
          taught == 0 ? std::string(tr("no trace")) : counted("%1 trace", "%1 traces", taught),
          number(result.rho(key), 2)),
       can_raise(settings, "N") ? tr("Teach more.") : std::string_view(), end,
       tr(kDoneRight[static_cast<std::size_t>(result.truth.end)], steps_of(result.truth))});
}

// What the learned step has and this machine does not, where the sentences before name it.
std::string strange_sentence(const Result& result, std::string_view words) {
  const std::string_view symbol =
      words.contains('?') ? tr("Where it says “?” stands a symbol that this machine does not have.") : Localized("");
  const int wrong = result.first_wrong < 0 ? 0 : rule_of_number(result.answer(result.run.key(result.first_wrong))).next;
  const std::string state =
      wrong < result.states ? ""
                            : tr("This machine has no state %1; the layer can answer with it.", state_letter(wrong));
  return passage({symbol, state});
}

// The tape has no ends: the cells shown are not all there are.
std::string reach_sentence(const Result& result) {
  constexpr Index kNear = 3;
  const Reach reach = reach_of(result);
  const bool left = reach.low < -kNear;
  const bool right = reach.high > kMostCells;
  if (!left && !right) return "";
  if (left && right)
    return tr("The tape has no ends: the head went from cell %1 to cell %2, and the view follows it.", whole(reach.low),
              whole(reach.high - 1));
  return tr("The tape has no ends: the head went as far as cell %1, and the view follows it.",
            whole(left ? reach.low : reach.high - 1));
}

std::string sentence_of(const Result& result, const Values& settings) {
  if (!result.complete()) {
    return passage({tr("Seen %1 of %2.", whole(result.lessons), counted("%1 trace", "%1 traces", result.planned)),
                    run_sentences(result, settings)});
  }
  const std::string run = run_sentences(result, settings);
  return plain(passage(
      {notice_sentences(result),
       tr("Learned from %1 of random machines, never of this one.", counted("%1 trace", "%1 traces", result.lessons)),
       run, strange_sentence(result, run), reach_sentence(result)}));
}

}  // namespace

std::string end_sentence(const Result& result) {
  const Trace& run = result.run;
  const std::string steps = steps_of(run);
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
      if (run.away.at > 0)
        return tape.empty() ? tr("Still running after %1, and it never halts: it does the same again and again, each "
                                 "time farther along the tape; so far the tape is blank.",
                                 steps)
                            : tr("Still running after %1, and it never halts: it does the same again and again, each "
                                 "time farther along the tape; so far the tape reads %2.",
                                 steps, tape);
      return tape.empty()
                 ? tr("Still running after %1, so this run does not tell whether it ever halts; so far the tape "
                      "is blank.",
                      steps)
                 : tr("Still running after %1, so this run does not tell whether it ever halts; so far the tape "
                      "reads %2.",
                      steps, tape);
  }
  return "";
}

Caption caption_of(const Result& result, const Moment& moment) {
  const int wrong = result.first_wrong;
  const bool ended = moment.done == result.run.steps();
  const std::string astray = wrong < 0 ? "" : tr("Astray since step %1", whole(wrong + 1));
  if (ended) {
    constexpr std::array kEnds = {Phrase("It halts, every step right"), Phrase("Stopped, every step right"),
                                  Phrase("It goes round for ever"), Phrase("No rule to go on with")};
    return {wrong >= 0 ? astray : tr(kEnds[static_cast<std::size_t>(result.run.end)]), end_sentence(result),
            wrong >= 0};
  }
  const int key = result.run.key(moment.question);
  const std::string step =
      tr("%1 reads %2: %3", state_letter(result.state_of(key)), reads(result, key), learned_words(result, key));
  const std::string rho = number(result.rho(key), 2);
  if (moment.question == wrong)
    return {tr("Wrong: %1", step), tr("The table says: %1. This question’s $ρ$ is %2.", table_words(result, key), rho),
            true};
  if (moment.done > wrong && wrong >= 0) return {astray, step, true};
  return {step,
          result.is_certain(key) ? tr("$ρ$ = 0: the lessons determine this answer.")
                                 : tr("Right, but not certain: this question’s $ρ$ is %1.", rho),
          false};
}

std::string row_words(const Result& result, int done) {
  if (done == 0) return std::string(tr("before the first step"));
  const int key = result.run.key(done - 1);
  const std::string step = whole(done);
  std::string words = done < result.run.steps()       ? tr("step %1", step)
                      : result.run.end == End::halted ? tr("step %1, which halts", step)
                                                      : tr("step %1, as far as it ran", step);
  words += "\n" + tr("state %1 reads %2", state_letter(result.state_of(key)), reads(result, key)) + "\n" +
           learned_words(result, key);
  if (!result.is_right(key)) words += "\n" + tr("wrong: should %1", table_words(result, key));
  return words + "\n$ρ$ = " + number(result.rho(key), 3);
}

Description describe(const Result& result, const Context& context) {
  const Name name = name_of(result, context.values);
  const Moment moment = moment_of(result, context.values);
  const bool told = tells_result(result, moment) || !result.complete();
  Description description{.title = told ? title_of(result, name) : title_of_moment(result, name),
                          .sentence = told ? sentence_of(result, context.settings)
                                           : std::string(tr("Each step is a question to the learned layer.")),
                          .table = {}};
  Rows row(description.table);
  add_rows(row, result);
  return description;
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id != "at") return "";
  return tr("step %1 of %2", whole(moment_of(result, context.values).done), whole(result.run.steps()));
}

}  // namespace figures::turing
