#include <algorithm>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

// A step of the run: "…; rounded q2, table q3, ρ = 0.1".
struct Step {
  std::string rounded, told;
  Printed rho;
  bool is_right() const { return rounded == told; }
};

std::string word_after(const std::string& text, const std::string& before) {
  const std::size_t at = text.find(before);
  return at == std::string::npos
             ? ""
             : text.substr(at + before.size(), text.find_first_of(", ", at + before.size()) - at - before.size());
}

std::vector<Step> steps(const Told& told) {
  std::vector<Step> run;
  for (const std::string& cell : told.cells("Step "))
    run.push_back({word_after(cell, "rounded "), word_after(cell, "table "), first_in(cell.substr(cell.find("ρ = ")))});
  return run;
}
double count(const Told& told) { return static_cast<double>(steps(told).size()); }
bool all_right(const Told& told) { return std::ranges::all_of(steps(told), &Step::is_right); }
bool all_certain(const Told& told) {
  return std::ranges::all_of(steps(told), [](const Step& step) { return step.rho.value == 0; });
}
double first_wrong(const Told& told) {
  const std::vector<Step> run = steps(told);
  const auto wrong = std::ranges::find_if_not(run, &Step::is_right);
  return wrong == run.end() ? 0 : static_cast<double>(wrong - run.begin() + 1);
}
std::string word(const Told& told) {
  const std::string letters = told.cell("Word");
  return letters == "(empty)" ? "" : letters;
}
bool is_reading(const Told& told) { return told.setting("step") < static_cast<double>(word(told).size()); }
bool is_read(const Told& told) { return count(told) == static_cast<double>(word(told).size()); }
Printed largest_rho(const Told& told) { return told.at("Largest ρ along the run"); }

// "N = 96: …" of the N shown: right, certain, rank, largest error.
std::vector<Printed> point(const Told& told) {
  return told.all("N = " + told.cell("Examples N") + ": right, certain, rank, largest error");
}

// Of the table, those that say something.
double filled_entries(const Told& told) {
  return static_cast<double>(
      std::ranges::count_if(told.cells("Entry "), [](const std::string& entry) { return !entry.starts_with("hole"); }));
}

// "q2" as where the run ends.
bool ends_in(const Told& told, const std::string& state) {
  const std::string run = told.cell("Learned run");
  return run == state || run.ends_with(" " + state);
}

// Whether the list of accepting states, empty for the figure's own, says so.
bool is_verdict(const Fit& fit, const std::string& state) {
  const std::vector<double>& accepting = fit.values.list("accepting");
  if (accepting.empty()) return true;
  const auto which = static_cast<std::size_t>(first_in(" " + state.substr(1)).value) - 1;
  return (which < accepting.size() && accepting[which] != 0) == fit.text.contains("accepted");
}

bool is_run(const Fit& fit, double said, const std::string& state) {
  return count(fit) == said && is_read(fit) && all_right(fit) && ends_in(fit, state) && is_verdict(fit, state);
}

Printed largest(const std::vector<Printed>& numbers) {
  Printed most = exact(0);
  for (const Printed number : numbers)
    if (std::abs(number.value) > std::abs(most.value)) most = number;
  return most.value < 0 ? times(most, -1) : most;
}

const std::string kDifference = "Largest difference of the two";
bool is_recalled(const Told& told) {
  return at_most(told.at(kDifference), plus(times(largest(told.all("True answer")), 1e-6), exact(1e-8)));
}
Printed rho(const Told& told) { return told.at("ρ of the question"); }
bool meets_nothing(const Told& told) {
  std::vector<Printed> products = told.all("Products ⟨k, q⟩ of the keys with the query, the last with itself");
  products.pop_back();
  return largest(products).value == 0;
}
bool is_misfit(const Told& told) {
  const auto entries = static_cast<double>(told.values.list("memory").size()), m = told.setting("m");
  return told.chose("task", "memory") && entries > 0 && entries != 2 * m * (m + 1);
}
// Of the key that is asked for with itself.
Printed own_product(const Told& told) {
  const auto products = told.all("Products ⟨k, q⟩ of the keys with the query, the last with itself");
  return products[static_cast<std::size_t>(first_in(told.cell("Asked for")).value) - 1];
}
bool is_stored_times(const Told& told) {
  return told.cell("Asked for").starts_with("key ") && !same(own_product(told), exact(1));
}
bool is_error(const Fit& fit) { return same(fit.number(1), fit.at(kDifference)); }

}  // namespace

Rules machines() {
  Rules rules = {
      .figure = "machines",
      .states = {"task=automaton&seed=1823&N=1&states=4&letters=2&word=2",
                 "seed=1894&N=4&states=2&letters=3&table=2,2,1,2,1,2,2,2,1,1,2,1",
                 "task=memory&m=2&N=189&memory=1,0,0,0,0,1,0,0,1,0,0,0&ask=1",
                 "task=memory&m=2&N=189&memory=0.5,0.5,1,1,1,0,1,1,0,0,0,0&ask=1",
                 "states=2&N=1&table=2,0,0,1,1,0",
                 "task=memory&m=2&N=189&ask=0",
                 "N=1",
                 "N=64",
                 "N=48",
                 "states=2&letters=2&seed=424&N=16",
                 "task=weights",
                 "task=weights&N=1",
                 "task=weights&N=2&states=2",
                 "task=weights&N=3",
                 "task=weights&N=6&seed=121&table=0,0,0,0,0,0",
                 "task=weights&N=6&step=0&table=0,0,0,0,0,0",
                 "task=weights&N=6&states=2&table=0,0,0,0,0,0",
                 "task=weights&N=6&states=2&table=0,0,0,0,0,0&step=0",
                 "task=weights&N=6&table=0,0,0,0,0,0,0",
                 "task=weights&N=6&step=0&table=0,0,0,0,0,0,0",
                 "task=weights&states=3&letters=3&N=1536&step=0&seed=88",
                 "task=weights&N=3&step=0",
                 "task=memory",
                 "task=memory&N=1",
                 "task=memory&m=2&N=1&memory=0,0,0,0,0,0,0,0,0,0,0,0",
                 "task=memory&ask=0",
                 "task=memory&m=2&N=1&ask=1&memory=0.01,0,0.01,0,0,0.01,0,0.01,0,0,0,0",
                 "task=memory&N=24",
                 "task=memory&keys=orthonormal",
                 "word=1",
                 "word=1,2",
                 "word=0",
                 "word=3",
                 "step=0",
                 "step=3",
                 "lessons=pairs",
                 "lessons=pairs&N=1",
                 "table=1,2,0,1,2,3",
                 "table=0,0,0,0,0,0&N=64",
                 "word=0&accepting=0,1,0",
                 "word=0&accepting=1,0,0",
                 "N=40&word=1",
                 "N=48&accepting=0,0,0",
                 "N=32&word=1,1",
                 "task=memory&m=2&N=8",
                 "task=memory&m=3&N=40",
                 "task=memory&m=2&memory=1,0,1,0,1,0,0,1,0,0,0,0",
                 "task=memory&m=2&memory=2,0,1,0,0,1,0,1,0,0,0,0",
                 "task=memory&m=2&memory=1,2,3",
                 "task=memory&m=2&memory=1,0,1,0,0,1,0,1,1,0,1,1&ask=0"},
      .rules = {
          {"A layer taught by ~ goes wrong at step @",
           [](const Fit& fit) { return first_wrong(fit) == fit.number(2).value; }},
          {"A letter that the table lacks: no step to take", [](const Fit& fit) { return !is_read(fit); }},
          {"A hole in the table: the run stops there", [](const Fit& fit) { return !is_read(fit) && all_right(fit); }},
          {"An empty word: nothing to compute, and an answer all the same",
           [](const Fit& fit) { return word(fit).empty() && count(fit) == 0; }},
          {"Right, though its examples leave some answers open",
           [](const Fit& fit) { return all_right(fit) && is_read(fit) && !all_certain(fit); }},
          {"Every transition the word needs was taught: the run is right",
           [](const Fit& fit) {
             return all_right(fit) && is_read(fit) && all_certain(fit) && fit.chose("task", "weights");
           }},
          {"A layer taught by ~ runs your machine without a mistake",
           [](const Fit& fit) { return all_right(fit) && is_read(fit) && all_certain(fit); }},
          {"Learned from all # of your machine’s transitions: can it run it?",
           [](const Fit& fit) {
             return is_reading(fit) && fit.chose("task", "weights") &&
                    fit.number(1).value == fit.at("Rank of all examples tried").value &&
                    fit.number(1).value == fit.at("Examples N").value;
           }},
          {"Learned from {both of your machine’s transitions|your machine’s only transition}: can it run it?",
           [](const Fit& fit) {
             const double all = fit.text.contains("both") ? 2 : 1;
             return is_reading(fit) && fit.chose("task", "weights") && fit.at("Examples N").value == all &&
                    filled_entries(fit) == all;
           },
           kRare},
          {"Learned from # of your machine’s # transitions: can it run it?",
           [](const Fit& fit) {
             return is_reading(fit) && fit.chose("task", "weights") &&
                    fit.number(2).value == fit.at("Rank of all examples tried").value &&
                    fit.number(1).value == fit.at("Examples N").value && fit.number(1).value < fit.number(2).value;
           }},
          // Of others.
          {"Learned from ~: can it run yours?",
           [](const Fit& fit) { return is_reading(fit) && fit.chose("task", "automaton"); }},
          {"Learned from ~, it recalls yours wrongly",
           [](const Fit& fit) { return !at_most(fit.at(kDifference), exact(1e-9)); }},
          {"Learned from ~, it recalls yours, though the data leave that open",
           [](const Fit& fit) { return is_recalled(fit) && rho(fit).value > 0; }, kRare},
          {"The question meets nothing in this memory, so the answer is 0",
           [](const Fit& fit) {
             return meets_nothing(fit) && is_recalled(fit) && largest(fit.all("True answer")).value == 0;
           }},
          {"Learned from ~, it recalls yours exactly",
           [](const Fit& fit) {
             return is_recalled(fit) && rho(fit).value == 0 &&
                    (largest(fit.all("True answer")).value > 0 || !meets_nothing(fit));
           }},
          {"Each letter, and the state it finds, is a question to the learned layer.", kAlways},
          {"Of @ transitions it has # % right, but only # % are decided by what it was taught (ρ = 0).",
           [](const Fit& fit) {
             return same(fit.number(2), point(fit)[0]) && same(fit.number(3), point(fit)[1]) &&
                    below(fit.number(3), fit.number(2)) && fit.number(1).value == filled_entries(fit);
           }},
          {"What it was taught decides all @ transitions.",
           [](const Fit& fit) {
             return point(fit)[1].value == 100 && fit.number(1).value == filled_entries(fit) &&
                    fit.chose("task", "weights");
           }},
          {"What it was taught decides {both transitions|the only transition}.",
           [](const Fit& fit) {
             return point(fit)[1].value == 100 && fit.chose("task", "weights") &&
                    filled_entries(fit) == (fit.text.contains("both") ? 2 : 1);
           }},
          {"Of @ transitions it has # % right; what was not taught it cannot know.",
           [](const Fit& fit) {
             return same(fit.number(2), point(fit)[0]) && same(point(fit)[0], point(fit)[1]) &&
                    fit.number(1).value == filled_entries(fit) && fit.number(2).value < 100;
           }},
          {"With N = # it answers # % of @ random unseen question{|s} rightly, # % with ρ = 0.",
           [](const Fit& fit) {
             return same(fit.number(1), fit.at("Examples N")) && same(fit.number(2), point(fit)[0]) &&
                    same(fit.number(4), point(fit)[1]);
           }},
          {"The smallest W that fits is the true rule less what was not taught: where ρ > 0 its answer is mostly still "
           "largest at the right state.",
           [](const Fit& fit) {
             // By far more than chance would have right of what is open.
             const double chance = 1 / fit.setting("states");
             const double right = point(fit)[0].value, certain = point(fit)[1].value;
             return fit.chose("task", "automaton") && right - certain > (0.49 + chance / 2) * (100 - certain);
           }},
          {"No machine it learned from had a hole, so this table is unlike them all: ρ is @ or more at each of its "
           "entries.",
           [](const Fit& fit) {
             bool is_hole = false;
             Printed least = exact(1);
             for (const std::string& entry : fit.cells("Entry ")) {
               is_hole |= entry.starts_with("hole");
               const Printed one = first_in(entry.substr(entry.find("ρ = ")));
               if (one.value < least.value) least = one;
             }
             return is_hole && at_most(fit.number(1), least) && fit.number(1).value > 0.9 * least.value;
           }},
          {"Letter @, ~, is not in this table: the run stops there.",
           [](const Fit& fit) { return fit.number(1).value == count(fit) + 1 && !is_read(fit); }},
          {"Give the table one letter more, or press the letter.", kAlways},
          {"From ~ on ~ the table says nothing: the run stops before letter @.",
           [](const Fit& fit) {
             return fit.number(3).value == count(fit) + 1 && ends_in(fit, fit.words(1)) &&
                    fit.cell("Entry " + fit.words(1) + " on " + fit.words(2)).starts_with("hole");
           }},
          {"Press the hole to fill it.", [](const Fit& fit) { return !is_read(fit); }},
          {"Step @ is the first to go wrong: from ~ on ~ to ~ instead of ~.",
           [](const Fit& fit) {
             if (first_wrong(fit) != fit.number(1).value) return false;
             const Step step = steps(fit)[static_cast<std::size_t>(fit.number(1).value) - 1];
             return fit.words(4) == step.rounded && step.rounded != "–" && fit.words(5) == step.told;
           }},
          {"Step @ is the first to go wrong: from ~ on ~ no state has the largest number to itself.",
           [](const Fit& fit) {
             return first_wrong(fit) == fit.number(1).value &&
                    steps(fit)[static_cast<std::size_t>(fit.number(1).value) - 1].rounded == "–";
           }},
          {"The examples do decide this answer, so the fault is in the arithmetic.",
           [](const Fit& fit) { return steps(fit)[static_cast<std::size_t>(first_wrong(fit)) - 1].rho.value == 0; },
           kRare},
          {"The part of its question outside what the examples span is ρ = # of its length, so they leave the "
           "answer "
           "open.",
           [](const Fit& fit) {
             const double at = first_wrong(fit);
             return at > 0 && same(steps(fit)[static_cast<std::size_t>(at) - 1].rho, fit.number(1)) &&
                    fit.number(1).value > 0;
           }},
          {"The empty word asks nothing: the run ends where it starts, in q1, and the word is {accepted|rejected}.",
           [](const Fit& fit) { return is_run(fit, 0, "q1"); }},
          {"All @ steps are right; the run ends in ~ and the word is {accepted|rejected}.",
           [](const Fit& fit) { return is_run(fit, fit.number(1).value, fit.words(2)) && fit.number(1).value > 2; }},
          {"Both steps are right; the run ends in ~ and the word is {accepted|rejected}.",
           [](const Fit& fit) { return is_run(fit, 2, fit.words(1)); }},
          {"The one step is right; the run ends in ~ and the word is {accepted|rejected}.",
           [](const Fit& fit) { return is_run(fit, 1, fit.words(1)); }},
          {"ρ = 0 throughout, so no layer that fits the examples answers otherwise.", all_certain},
          {"All @ steps are right; the run ends in ~ and the word is {accepted|rejected}, but not surely: ρ "
           "reaches #, "
           "so "
           "the examples left an answer open that rounding got right.",
           [](const Fit& fit) {
             return is_run(fit, fit.number(1).value, fit.words(2)) && same(fit.number(3), largest_rho(fit)) &&
                    !all_certain(fit);
           }},
          {"{Both steps are|The one step is} right; the run ends in ~ and the word is {accepted|rejected}, but not "
           "surely: "
           "ρ reaches #, so the examples left an answer open that rounding got right.",
           [](const Fit& fit) {
             return is_run(fit, fit.text.starts_with("Both") ? 2 : 1, fit.words(1)) &&
                    same(fit.number(2), largest_rho(fit)) && !all_certain(fit);
           }},
          {"The question meets no key.", [](const Fit& fit) { return meets_nothing(fit); }},
          {"The true answer is 0, and so is the learned one.",
           [](const Fit& fit) {
             return largest(fit.all("True answer")).value == 0 && largest(fit.all("Learned answer")).value == 0;
           }},
          {"The true answer is 0, the learned one is off by # at most.",
           [](const Fit& fit) {
             return largest(fit.all("True answer")).value == 0 &&
                    same(fit.number(1), largest(fit.all("Learned answer")));
           },
           kRare},
          {"The edited memory was of another size; a new one stands in for it.",
           [](const Fit& fit) { return is_misfit(fit) && fit.cell("Memory") != "edited"; }},
          {"Recalled wrongly, by up to #: the part of the question outside what the examples span is ρ = # of its "
           "length.",
           [](const Fit& fit) { return is_error(fit) && same(fit.number(2), rho(fit)) && fit.number(1).value > 1e-9; }},
          {"Recalled to #.", [](const Fit& fit) { return is_error(fit) && is_recalled(fit); }},
          {"ρ = 0, so no layer that fits the examples answers otherwise.",
           [](const Fit& fit) { return rho(fit).value == 0; }},
          {"Recalled to #, though ρ = #: another model that fits the examples might err here, the smallest does "
           "not.",
           [](const Fit& fit) {
             return is_error(fit) && is_recalled(fit) && same(fit.number(2), rho(fit)) && rho(fit).value > 0;
           },
           kRare},
          {"The keys are not orthonormal, so others than the one asked for answer too, by up to #.",
           [](const Fit& fit) { return same(fit.number(1), fit.at("Largest part of the truth from other keys")); }},
          {"The key asked for is not of length 1: its stored value counts ‖k‖² = # times in the true answer.",
           [](const Fit& fit) { return same(fit.number(1), own_product(fit)) && is_stored_times(fit); }},
          {"The token that asks is among those looked up: it adds ‖q‖²ζ, up to #, which the paper's eq. 14 leaves "
           "out.",
           [](const Fit& fit) {
             return same(fit.number(1), largest(fit.all("Self term ‖q‖²ζ, which eq. 14 leaves out"))) &&
                    fit.number(1).value > 0;
           }},
      }};
  rules.due = {
      {"The edited memory was of another size; ~", is_misfit},
      {"A layer taught by ~ goes wrong at step @",
       [](const Told& told) { return told.is_over() && first_wrong(told) > 0; }},
      {"Right, though its examples leave some answers open",
       [](const Told& told) {
         return told.is_over() && count(told) > 0 && all_right(told) && is_read(told) && !all_certain(told);
       }},
      {"The key asked for is not of length 1: ~",
       [](const Told& told) { return is_stored_times(told) && below(exact(1e-3), largest(told.all("Stored value"))); }},
      {"Learned from ~, it recalls yours wrongly",
       [](const Told& told) { return below(exact(1e-3), told.at(kDifference)); }}};
  return rules;
}

}  // namespace walk
