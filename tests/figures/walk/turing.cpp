#include <algorithm>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

const std::string kRun = "The learned run", kTruth = "The same machine by a plain simulator",
                  kWrong = "First wrong step", kRho = "Largest ρ of a step", kTraces = "Traces of other machines";

double steps(const Told& told) { return told.at(kRun).value; }
bool all_right(const Told& told) { return told.cell(kWrong) == "none" && told.cell(kRun) == told.cell(kTruth); }
bool all_certain(const Told& told) { return told.at(kRho).value == 0; }
bool ends(const Told& told, const std::string& how) { return told.cell(kRun).starts_with(how); }
// Of a sentence on what became of the run: that it went wrong is said before.
bool is_after_wrong(const Fit& fit) {
  const std::string& all = fit.description.sentence;
  return fit.cell(kWrong) == "none" || all.find("the layer was wrong") < all.find(fit.text);
}
bool became(const Fit& fit, const std::string& how) { return ends(fit, how) && is_after_wrong(fit); }
bool is_steps(const Fit& fit, std::size_t place) { return fit.number(place).value == steps(fit); }

// From two steps on the machine reads and does the same, as far as the table tells.
bool does_the_same(const Told& told) {
  const std::vector<Printed> at = told.all("It does the same again, farther along the tape");
  if (at.size() != 3 || !below(at[1], at[0]) || at[2].value == 0) return false;
  const auto step = [&](double after, int k) {
    return told.cell("Step " + std::to_string(static_cast<int>(after) + k));
  };
  int same = 0;
  for (int k = 1; told.has("Step " + std::to_string(static_cast<int>(at[0].value) + k)); ++k, ++same)
    if (step(at[0].value, k) != step(at[1].value, k)) return false;
  return same > 0 || at[0].value >= std::min(steps(told), 200.0);
}

bool is_tape(const Told& told, const std::string& words) { return told.cell(kRun).ends_with(", " + words); }
bool is_blank(const Told& told) { return told.cell(kRun).ends_with(", blank tape"); }

std::string wrong_step(const Told& told) { return told.cell("Step " + told.cell(kWrong)); }
bool is_teaching(const Fit& fit, double machines, std::size_t rho) {
  const std::string step = wrong_step(fit);
  const std::size_t at = step.find("ρ = ");
  const std::string state = step.substr(step.find("state ") + 6, step.find(" reads ") - step.find("state ") - 6);
  const std::string symbol = step.substr(step.find(" reads ") + 7, step.find("; ") - step.find(" reads ") - 7);
  const std::string learned = fit.cell("Learned " + state + " on " + symbol);
  if (at == std::string::npos || !learned.contains("taught in ")) return false;
  return same(first_in(step.substr(at)), fit.number(rho)) && fit.number(rho).value > 0 &&
         first_in(learned.substr(learned.find("taught in "))).value == machines;
}

}  // namespace

Rules turing() {
  return {
      .figure = "turing",
      .states = {"seed=4820&machine=own&states=3&symbols=3&rules=222,311,132,113,133,323,321,230,132&N=50&limit=200",
                 "N=70",
                 "N=200",
                 "N=5",
                 "N=20",
                 "machine=beaver4",
                 "machine=beaver4&N=200",
                 "machine=increment",
                 "machine=addition",
                 "machine=palindrome",
                 "machine=beaver3&N=500",
                 "machine=longest",
                 "machine=own",
                 "machine=own&states=1&rules=0,0",
                 "machine=own&states=3&rules=212,133,231,230,213,121",
                 "machine=own&states=1&rules=131,131",
                 "machine=own&states=1&rules=121,121",
                 "machine=own&states=1&rules=121,0",
                 "machine=own&states=2&rules=132,0,0,0",
                 "at=0",
                 "at=50",
                 "at=5",
                 "limit=50&machine=own&states=1&rules=131,131&N=500",
                 "machine=own&states=1&rules=130,130",
                 "machine=own&states=2&rules=30,30,30,30",
                 "machine=increment&tape=0&limit=50",
                 "size=all&N=200",
                 "machine=own&states=2&rules=132,131,9,5,131,131",
                 "tape=1,1,2,1",
                 "machine=own&states=2&rules=132,0,0,0&N=5",
                 "machine=increment&N=5",
                 "machine=palindrome&N=5",
                 "machine=palindrome&N=5&limit=50&seed=38",
                 "machine=beaver3&N=100&size=all",
                 "machine=own&states=1&rules=111",
                 "machine=own&states=1&rules=231,231",
                 "machine=copy&tape=1,1,1,1,1,1,1,1&limit=50",
                 "machine=own&states=1&rules=132,121"},
      .rules = {
          {"Step # of ~ went wrong: # trace{ was|s were} too few",
           [](const Fit& fit) {
             return fit.number(1).value == fit.at(kWrong).value && same(fit.number(3), fit.at(kTraces));
           }},
          {"~ has no rule to begin with: press its table to write one", [](const Fit& fit) { return steps(fit) == 0; }},
          {"~: # right step{|s}, though the traces leave some answers open",
           [](const Fit& fit) { return is_steps(fit, 2) && all_right(fit) && !all_certain(fit); }},
          {"A layer that never saw ~ runs it to its end: # right step{|s}",
           [](const Fit& fit) {
             return is_steps(fit, 2) && all_right(fit) && all_certain(fit) && ends(fit, "halts after");
           }},
          {"~ goes round for ever, and the layer with it",
           [](const Fit& fit) { return all_right(fit) && all_certain(fit) && ends(fit, "goes round for ever"); }},
          {"~ came to a hole in its table after # step{|s}",
           [](const Fit& fit) { return is_steps(fit, 2) && all_right(fit) && ends(fit, "meets a hole"); }},
          {"~ is still running after # steps, all of them right",
           [](const Fit& fit) {
             return is_steps(fit, 2) && all_right(fit) && ends(fit, "is stopped at the limit") &&
                    steps(fit) == fit.setting("limit");
           }},
          {"Learned from # trace{|s} of other machines: can it run ~?",
           [](const Fit& fit) { return same(fit.number(1), fit.at(kTraces)) && fit.setting("at") < 100; }},
          {"Each step is a question to the learned layer.", [](const Fit& fit) { return fit.setting("at") < 100; }},
          {"Learned from # trace{|s} of random machines, never of this one.",
           [](const Fit& fit) { return same(fit.number(1), fit.at(kTraces)); }},
          {"Halted after # step{|s}; the tape is blank.",
           [](const Fit& fit) { return is_steps(fit, 1) && became(fit, "halts") && is_blank(fit); }},
          {"Halted after # step{|s}; the tape reads ~.",
           [](const Fit& fit) { return is_steps(fit, 1) && became(fit, "halts") && is_tape(fit, fit.words(2)); }},
          {"It never halts: after # steps it stands exactly as after @, so it goes round in @ step{|s} for ever.",
           [](const Fit& fit) {
             return is_steps(fit, 1) && became(fit, "goes round") && fit.number(3).value > 0 &&
                    fit.number(1).value == fit.number(2).value + fit.number(3).value;
           }},
          {"It never halts: after 1 step it stands exactly as after 0, so it goes round in 1 step for ever.",
           [](const Fit& fit) { return steps(fit) == 1 && became(fit, "goes round"); }},
          {"At the start, state ~ reads ~, and the table has no rule for that: press its place in the table to give it "
           "one.",
           [](const Fit& fit) {
             return steps(fit) == 0 && fit.cell("Rule " + fit.words(1) + " on " + fit.words(2)) == "none";
           }},
          {"After # step{|s} state ~ reads ~, and the table has no rule for that: press its place in the table to give "
           "it one.",
           [](const Fit& fit) {
             return is_steps(fit, 1) && fit.cell("Rule " + fit.words(2) + " on " + fit.words(3)) == "none" &&
                    became(fit, "meets a hole");
           }},
          {"Still running after # steps, and it never halts: it does the same again and again, each time farther along "
           "the tape; so far the tape {is blank|reads ~}.",
           [](const Fit& fit) { return is_steps(fit, 1) && became(fit, "is stopped") && does_the_same(fit); }},
          {"Still running after # steps, so this run does not tell whether it ever halts; so far the tape "
           "is "
           "blank.",
           [](const Fit& fit) { return is_steps(fit, 1) && became(fit, "is stopped") && is_blank(fit); }, kRare},
          {"Still running after # steps, so this run does not tell whether it ever halts; so far the tape "
           "reads ~.",
           [](const Fit& fit) { return is_steps(fit, 1) && became(fit, "is stopped") && is_tape(fit, fit.words(2)); }},
          {"Where it says “?” stands a symbol that this machine does not have.",
           [](const Fit& fit) {
             return fit.cell(kWrong) != "none" && (fit.cell(kRun).contains('?') || wrong_step(fit).contains('?'));
           }},
          {"This machine has no state ~; the layer can answer with it.",
           [](const Fit& fit) {
             return wrong_step(fit).contains("go to " + fit.words(1)) &&
                    fit.words(1)[0] - 'A' >= fit.all("States and symbols of the machine")[0].value;
           }},
          {"Every step is right, and ρ = 0 at each.",
           [](const Fit& fit) { return all_right(fit) && all_certain(fit); }},
          {"Every step is right, though not certain: the part of a question outside what the lessons span reaches ρ = "
           "# of "
           "its "
           "length.",
           [](const Fit& fit) { return all_right(fit) && same(fit.number(1), fit.at(kRho)) && !all_certain(fit); }},
          {"The smallest W that fits is the true rule less what was not taught; here rounding its answers still "
           "gives the right step.",
           [](const Fit& fit) { return all_right(fit) && !all_certain(fit); }},
          {"In step #, state ~ on ~, the layer was wrong: it did ~ instead of ~.",
           [](const Fit& fit) {
             const std::string step = wrong_step(fit);
             const std::string place = fit.words(2) + " on " + fit.words(3);
             return fit.number(1).value == fit.at(kWrong).value && fit.cell("Rule " + place) == fit.words(5) &&
                    fit.cell("Learned " + place).starts_with(fit.words(4) + " (wrong)") &&
                    (step.empty() || step.contains("state " + fit.words(2) + " reads " + fit.words(3)));
           }},
          {"It was taught this question in # trace{|s}, and the part of it outside what the lessons span is ρ "
           "= # of its length.",
           [](const Fit& fit) { return is_teaching(fit, fit.number(1).value, 2) && fit.number(1).value > 0; }},
          {"It was taught this question in no trace, and the part of it outside what the lessons span is ρ = # "
           "of its length.",
           [](const Fit& fit) { return is_teaching(fit, 0, 1); }},
          {"Teach more.", [](const Fit& fit) { return fit.cell(kWrong) != "none"; }},
          {"Done right, it halts after # step{|s}.",
           [](const Fit& fit) { return fit.cell(kTruth).starts_with("halts after " + fit.words(1) + " "); }},
          {"Done right, it is stopped at the limit after # steps.",
           [](const Fit& fit) {
             return fit.cell(kTruth).starts_with("is stopped at the limit after " + fit.words(1) + " ");
           }},
          {"Done right, it goes round for ever.",
           [](const Fit& fit) { return fit.cell(kTruth).starts_with("goes round for ever, "); }, kRare},
          {"Done right, it meets a hole after # step{|s}.",
           [](const Fit& fit) { return fit.cell(kTruth).starts_with("meets a hole after " + fit.words(1) + " "); }},
          {"The tape has no ends: the head went as far as cell @, and the view follows it.",
           [](const Fit& fit) { return std::abs(fit.number(1).value) <= steps(fit) + fit.setting("head"); }},
          {"The tape has no ends: the head went from cell @ to cell @, and the view follows it.",
           [](const Fit& fit) { return fit.number(1).value < 0 && fit.number(2).value >= 24; }, kRare},
          {"The table in the link has @ rules, more than the @ of this size; the rest was left out.",
           [](const Fit& fit) {
             const std::vector<Printed> size = fit.all("States and symbols of the machine");
             return fit.number(1).value == static_cast<double>(fit.values.list("rules").size()) &&
                    fit.number(2).value == size[0].value * size[1].value && fit.number(1).value > fit.number(2).value;
           }},
          {"@ rule{|s} in the link {does not fit a machine of this size and became a hole: press it to write it|do not "
           "fit a machine of this size and became holes: press them to write them} anew.",
           [](const Fit& fit) {
             return fit.number(1).value <=
                    static_cast<double>(
                        std::ranges::count(fit.description.table.rows, "none", [](const auto& row) { return row[1]; }));
           }},
          {"@ cell{|s} hold{|s} {a symbol|symbols} that this machine does not have; read as blank.",
           [](const Fit& fit) {
             const double symbols = fit.all("States and symbols of the machine")[1].value;
             const auto strange =
                 std::ranges::count_if(fit.values.list("tape"), [&](double cell) { return cell >= symbols; });
             return fit.number(1).value == static_cast<double>(strange);
           }},
      }};
}

}  // namespace walk
