#include <algorithm>
#include <cmath>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

// What the table says of a ball, in its words.
constexpr std::string_view kLowest = "reached the lowest place", kStuck = "stuck in a valley that is not the lowest",
                           kBalanced = "balanced, slope 0", kRolling = "still rolling", kSwings = "swings to and fro",
                           kOut = "thrown out";

std::vector<std::string> balls(const Told& told, std::string_view fate = "") {
  std::vector<std::string> found = told.cells("Ball ");
  std::erase_if(found, [&](const std::string& ball) { return !ball.contains(fate); });
  return found;
}
double count(const Told& told, std::string_view fate = "") { return static_cast<double>(balls(told, fate).size()); }

// The number after some words of a cell; "0 to rounding" is next to nothing.
Printed after(const std::string& cell, std::string_view words) {
  const std::size_t at = cell.find(words);
  if (at == std::string::npos) return {};
  const std::string rest = cell.substr(at + words.size());
  if (rest.starts_with("0 to rounding")) return {.value = 0, .half = 1e-12};
  return first_in(rest);
}

// "0.376", "0.31 to 0.376", "between 0, but for rounding, and 0.4" or "0 to rounding": the least and the largest of
// some losses.
bool is_range(const std::string& words, const std::vector<std::string>& of, std::string_view before) {
  if (of.empty()) return false;
  std::vector<Printed> losses;
  for (const std::string& ball : of) losses.push_back(after(ball, before));
  const auto [least, most] = std::ranges::minmax_element(losses, {}, &Printed::value);
  if (words == "0 to rounding") return at_most(*most, exact(1e-12));
  const std::vector<Printed> said = values_in(words);
  const bool rounds = words.starts_with("between 0, but for rounding, and ");
  return same(rounds ? Printed{.value = 0, .half = 1e-12} : said.front(), *least) && same(said.back(), *most);
}

// With this step all steps are shown; else a title is of what has happened by then.
bool is_end(const Told& told) { return told.setting("step") == 300; }

// How many have met a fate by the step shown. Which of the others will come to rest is not known before the end.
double so_far(const Told& told, std::string_view fate) {
  if (is_end(told)) return count(told, fate);
  const auto is_done = [&](const std::string& ball) { return after(ball, ", after ").value <= told.setting("step"); };
  if (fate == kRolling) return count(told) - static_cast<double>(std::ranges::count_if(balls(told), is_done));
  return static_cast<double>(std::ranges::count_if(balls(told, fate), is_done));
}

// Nothing worse has happened to any ball, in the order of what a title says first.
bool is_first(const Told& told, std::string_view fate) {
  for (const std::string_view worse : {kOut, kSwings, kStuck, kBalanced, kRolling}) {
    if (worse == fate) return true;
    if (so_far(told, worse) > 0) return false;
  }
  return true;
}

// "Four of nine", "All nine", "Both", "The ball".
bool is_count(const Fit& fit, std::string_view fate, double some, double all) {
  // How many still move is said in mid-film, where something has happened to others.
  const bool is_early = !is_end(fit) && so_far(fit, kRolling) > 0 && fate != kRolling;
  const std::string moving = " (" + std::to_string(static_cast<int>(so_far(fit, kRolling))) + " still in motion)";
  return all == count(fit) && some == so_far(fit, fate) && is_first(fit, fate) &&
         (is_early ? fit.text.ends_with(moving) : !fit.text.contains("still in motion"));
}
auto some_of(std::string_view fate) {
  return [fate](const Fit& fit) {
    return is_count(fit, fate, count_of(fit.words(1)).value, count_of(fit.words(2)).value);
  };
}
auto all_of(std::string_view fate) {
  return [fate](const Fit& fit) {
    const double all = count_of(fit.words(1)).value;
    return all > 2 && is_count(fit, fate, all, all);
  };
}
auto exactly(std::string_view fate, double all) {
  return [fate, all](const Fit& fit) { return is_count(fit, fate, all, all); };
}

// The places as low as the lowest: where (-V, Q) is the second direction of one hidden head's slice a whole line, of
// heads s^2 - t^2 = 1, of W s - t = 1. Places are printed to two decimals.
bool has_lowest(const Told& told) {
  const bool is_line = told.chose("scene", "head") && told.chose("hidden", "1") && told.setting("turn") == 0;
  if (told.has("Lowest places (s, t)") != is_line) return false;
  if (!is_line) return told.has("Lowest place (s, t)") && told.cells("As low").size() < 2;
  const std::vector<Printed> at = told.all("Lowest places (s, t)");
  const auto is_on_line = [&](double s, double t) {
    const double off = told.setting("lift") == 100 ? s - t - 1 : s * s - t * t - 1;
    return std::abs(off) < 0.011 * (std::abs(s) + std::abs(t)) + 0.001;
  };
  return at.size() == 4 && is_on_line(at[0].value, at[1].value) && is_on_line(at[2].value, at[3].value);
}

// One piece of "Five came …, loss 0.2; four got stuck …, loss 0.3 to 0.4".
bool is_fate(const Told& told, const std::string& piece, double& said) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kFates = {
      {{" came to within 0.001 of the lowest loss in the window, ", kLowest},
       {" got stuck in", kStuck},
       {" balanced where the slope is 0 (nudge ", kBalanced},
       {" still on ", kRolling},
       {" to and fro", kSwings},
       {" thrown out of all bounds", kOut}}};
  const double some = count_of(piece.substr(0, piece.find(' '))).value;
  said += some;
  const auto fate = std::ranges::find_if(kFates, [&](const auto& one) { return piece.contains(one.first); });
  if (fate == kFates.end() || some != count(told, fate->second)) return false;
  if (fate->second == kStuck && told.chose("scene", "head") && told.setting("lift") == 100) return false;  // one valley
  const bool plural =
      piece.contains(" are ") || piece.contains(" were ") || piece.contains(" valleys ") || piece.contains(" swing ");
  const bool singular = piece.contains(" is balanced") || piece.contains(" is still") || piece.contains(" was ") ||
                        piece.contains(" a valley ") || piece.contains(" swings ");
  if (some == 1 ? plural : singular) return false;
  if (fate->second == kOut) return true;
  const std::string_view before = fate->second == kLowest ? fate->first : "loss ";
  const std::string losses = piece.substr(piece.find(before) + before.size());
  if (fate->second != kLowest) return is_range(losses, balls(told, fate->second), "; loss ");
  // There is such a place, at rest, and they lie there: up to the thousandth that counts as found, and two digits.
  const std::vector<std::string> found = balls(told, kLowest);
  return losses == told.cell("Lowest loss in the window") && has_lowest(told) &&
         std::ranges::all_of(found, [&](const std::string& ball) {
           return std::abs(after(ball, "; loss ").value - first_in(losses).value) < 2e-3;  // and the rounding of both
         });
}

bool are_fates(const Fit& fit) {
  constexpr std::string_view kEnd = "In the end ";
  const std::size_t from = fit.text.starts_with(kEnd) ? kEnd.size() : 0;
  if ((from > 0) == is_end(fit)) return false;
  std::string rest = fit.text.substr(from, fit.text.size() - 1 - from);
  double said = 0;
  for (std::size_t at = rest.find("; "); at != std::string::npos; at = rest.find("; ")) {
    if (!is_fate(fit, rest.substr(0, at), said)) return false;
    rest = rest.substr(at + 2);
  }
  return is_fate(fit, rest, said) && said == count(fit);
}

bool are_free(const Fit& fit, double stuck, double found) {
  if ((stuck == 1) != (count(fit, kStuck) == 1) || count(fit, kStuck) == 0) return false;
  if ((found == 1) != (count(fit, kLowest) == 1) && found > 0) return false;
  if ((found == 0) != (count(fit, kLowest) == 0)) return false;
  return is_range(fit.words(2), balls(fit, kStuck), "set free, loss ") &&
         (found == 0 || is_range(fit.words(3), balls(fit, kLowest), "set free, loss "));
}

// Set free, they end higher than those that had found the lowest place.
bool are_stuck_still(const Told& told, double by = 1) {
  double least = 1e300, most = 0;
  for (const std::string& ball : balls(told, kStuck)) least = std::min(least, after(ball, "set free, loss ").high());
  for (const std::string& ball : balls(told, kLowest)) most = std::max(most, after(ball, "set free, loss ").low());
  return count(told, kStuck) > 0 && count(told, kLowest) > 0 && least > by * most;
}

// Set free, they end where the ground is as level as where they were stuck.
bool are_at_rest(const Told& told, double slope = 0.0101) {
  return std::ranges::all_of(balls(told, kStuck), [slope](const std::string& ball) {
    const std::size_t at = ball.find("set free");
    return at != std::string::npos && below(after(ball.substr(at), "slope "), exact(slope));
  });
}

// "a saddle (9 directions fall, 9 rise)" beside the curvatures.
bool is_ground(const std::string& words, double falls, double rises, const std::vector<Printed>& curvatures) {
  const auto [least, most] = std::ranges::minmax_element(curvatures, {}, &Printed::value);
  if ((falls > 0) != (least->low() < 0) || (rises > 0) != (most->high() > 0)) return false;
  if (words == "a hilltop") return falls > 0 && rises == 0;
  if (words == "a saddle") return falls > 0 && rises > 0;
  if (words == "a lowest place") return falls == 0 && rises > 0;
  return words == "level to some side";
}

bool is_centre(const Fit& fit) {
  const std::vector<Printed> whole = fit.all("Centre, of these curvatures below 0, above 0");
  const std::string curvatures = "Centre: curvatures in all " + fit.words(4) + " parameters";
  return whole.size() == 2 && whole[0].value == fit.number(6).value && whole[1].value == fit.number(7).value &&
         at_most(after("; loss " + fit.cell("Centre, all weights 0: slope in all parameters"), "; loss "),
                 exact(1e-9)) &&
         is_ground(fit.words(1), fit.number(2).value, fit.number(3).value,
                   fit.all("Centre: curvatures on the slice")) &&
         is_ground(fit.words(5), fit.number(6).value, fit.number(7).value, fit.all(curvatures));
}

// Plain descent whose steps would change the loss by a tenth of its unit is on no way that it will come to the end of.
bool is_on_its_way(const Told& told) {
  return !told.chose("optimiser", "descent") ||
         std::ranges::all_of(balls(told, kRolling), [&](const std::string& ball) {
           return below(times(after(ball, "slope "), std::sqrt(told.setting("rate"))), exact(std::sqrt(0.1)));
         });
}
auto on_its_way(const std::function<bool(const Fit&)>& is) {
  return [is](const Fit& fit) { return is(fit) && is_end(fit) && is_on_its_way(fit); };
}

bool is_between(const Told& told) {
  return told.setting("lift") > 0 && told.setting("lift") < 100 && told.chose("scene", "head");
}

}  // namespace

Rules landscape() {
  Rules rules = {
      .figure = "landscape",
      .states = {"scene=rugged&seed=1993&optimiser=momentum&rate=0.001",
                 "seed=1774&scene=rugged&optimiser=adam&rate=0.3&view=opening",
                 "scene=bowl&optimiser=momentum&rate=0.001&balls=1.48,-0.77,0.6,-0.06",
                 "seed=142&hidden=1&lift=100&turn=5",
                 "seed=142&hidden=1&lift=100&turn=5&rate=0.01&balls=0,0",
                 "seed=2",
                 "seed=129&turn=70",
                 "seed=130&turn=70",
                 "seed=185&turn=80",
                 "hidden=1",
                 "hidden=1&balls=0,0,0.3,1.1,-0.5,-0.3",
                 "balls=0,1,0,-1",
                 "balls=0,1",
                 "balls=0,1,0.3,0.1",
                 "lift=100",
                 "hidden=1&lift=100",
                 "lift=50",
                 "lift=50&balls=0,1",
                 "lift=50&rate=1&seed=125",
                 "scene=head&hidden=1&rate=0.003&balls=1,0,-1,0&lift=50&seed=136&turn=5&optimiser=momentum",
                 "lift=100&rate=0.001",
                 "rate=0.001",
                 "rate=1",
                 "hidden=1&seed=11&rate=0.3",
                 "hidden=1&seed=11&rate=0.3&balls=0.4,0.3",
                 "hidden=1&seed=11&rate=0.3&balls=0.4,0.3,0.3,0.4",
                 "balls=0,0",
                 "balls=0,1&rate=1",
                 "balls=0,0,0,0",
                 "balls=0,0,0,0,0,0",
                 "balls=0.5,1.1,-0.5,-1.1,0.52,1.13",
                 "balls=0.5,1.1,1,-0.4,-1,0.4",
                 "balls=0.5,1.1,-0.5,-1.1,1,-0.4",
                 "scene=bowl&balls=0,1,1,0",
                 "step=0",
                 "step=0&balls=0,1",
                 "step=10",
                 "step=10&balls=0.5,1.1,-0.5,-1.1",
                 "step=150&seed=37",
                 "hidden=1&seed=11&rate=0.3&step=100",
                 "scene=bowl&rate=0.001",
                 "scene=rugged&balls=0,0,1,1",
                 "step=1&rate=1",
                 "turn=100&lift=100",
                 "turn=50",
                 "balls=0,0,0.3,1.1,-0.5,-0.3&rate=0.001"},
      .rules = {
          {"~ of ~ starts got stuck[ (# still in motion)]", some_of(kStuck)},
          {"~ of ~ starts flew off: the learning rate is too large[ (# still in motion)]", some_of(kOut)},
          {"~ of ~ starts {is|are} balanced where the slope is 0[ (# still in motion)]", some_of(kBalanced)},
          {"~ of ~ starts {is|are} in motion: where will {it|they} end?", some_of(kRolling)},
          {"All ~ starts are in motion: where will they end?", all_of(kRolling)},
          {"Both starts are in motion: where will they end?", exactly(kRolling, 2)},
          {"The ball is in motion: where will it end?", exactly(kRolling, 1)},
          {"~ of ~ starts {is|are} still on {its|their} way", on_its_way(some_of(kRolling))},
          {"~ of ~ starts swing{|s} to and fro: the learning rate is too large[ (# still in motion)]",
           some_of(kSwings)},
          {"All ~ starts swing to and fro: the learning rate is too large[ (# still in motion)]", all_of(kSwings)},
          {"Both starts swing to and fro: the learning rate is too large[ (# still in motion)]", exactly(kSwings, 2)},
          {"The ball swings to and fro: the learning rate is too large[ (# still in motion)]", exactly(kSwings, 1)},
          {"All ~ starts got stuck[ (# still in motion)]", all_of(kStuck)},
          {"All ~ starts flew off: the learning rate is too large[ (# still in motion)]", all_of(kOut)},
          {"All ~ starts are balanced where the slope is 0[ (# still in motion)]", all_of(kBalanced)},
          {"All ~ starts are still on their way", on_its_way(all_of(kRolling))},
          {"All ~ starts found the lowest place", all_of(kLowest)},
          {"Both starts got stuck[ (# still in motion)]", exactly(kStuck, 2)},
          {"Both starts flew off: the learning rate is too large[ (# still in motion)]", exactly(kOut, 2)},
          {"Both starts are balanced where the slope is 0[ (# still in motion)]", exactly(kBalanced, 2)},
          {"Both starts are still on their way", on_its_way(exactly(kRolling, 2))},
          {"Both starts found the lowest place", exactly(kLowest, 2)},
          {"The ball got stuck[ (# still in motion)]", exactly(kStuck, 1)},
          {"The ball flew off: the learning rate is too large[ (# still in motion)]", exactly(kOut, 1)},
          {"The ball is balanced where the slope is 0[ (# still in motion)]", exactly(kBalanced, 1)},
          {"The ball is still on its way", on_its_way(exactly(kRolling, 1))},
          {"The ball found the lowest place", exactly(kLowest, 1)},
          {"The ball lies at its start", [](const Fit& fit) { return count(fit) == 1 && fit.setting("step") == 0; }},
          {"~ balls lie at their starts",
           [](const Fit& fit) { return count(fit) == count_of(fit.words(1)).value && fit.setting("step") == 0; }},
          {"The loss is lifted # % of the way, and the ball goes with it",
           [](const Fit& fit) { return count(fit) == 1 && is_between(fit); }},
          {"The loss is lifted # % of the way, and the balls go with it",
           [](const Fit& fit) { return count(fit) > 1 && is_between(fit); }},
          {"~ ball{|s} rolled @ steps of ~, rate #, on ~.",
           [](const Fit& fit) {
             return count_of(fit.words(1)).value == count(fit) && fit.number(2).value == 300 &&
                    same(fit.number(4), exact(fit.setting("rate")));
           }},
          {"{One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve} "
           "{came|got|is|are|swing|swings|was|were} ~.",
           are_fates},
          {"In the end {one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve} "
           "{came|got|is|are|swing|swings|was|were} ~.",
           are_fates},
          {"# % of the way from the loss of one attention head to the loss lifted to W, on the same data: every "
           "point is a W between the head's own and the one that is linear in s and t.",
           is_between},
          {"Not lifted, ~ ball{ was|s were} thrown out of all bounds.",
           [](const Fit& fit) {
             const double out = count_of(fit.words(1)).value;
             return is_between(fit) && out >= 1 && out <= count(fit) && numbers_in(fit.words(1)).empty();
           }},
          {"From their last places the balls roll on downhill; their losses are ~.",
           [](const Fit& fit) { return count(fit) > 1 && is_range(fit.words(1), balls(fit), ", loss "); }},
          {"From its last place the ball rolls on downhill; its loss is ~.",
           [](const Fit& fit) { return count(fit) == 1 && is_range(fit.words(1), balls(fit), ", loss "); }},
          {"The losses of the balls are ~.",
           [](const Fit& fit) { return count(fit) > 1 && is_range(fit.words(1), balls(fit), ", loss "); }},
          {"The loss of the ball is ~.",
           [](const Fit& fit) { return count(fit) == 1 && is_range(fit.words(1), balls(fit), ", loss "); }, kRare},
          {"Set free in all @ parameters, the stuck one gets to ~, those at the lowest place to ~.",
           [](const Fit& fit) { return are_free(fit, 1, 2); }},
          {"Set free in all @ parameters, the stuck ones get to ~, those at the lowest place to ~.",
           [](const Fit& fit) { return are_free(fit, 2, 2); }},
          {"Set free in all @ parameters, the stuck one gets to ~, the one at the lowest place to ~.",
           [](const Fit& fit) { return are_free(fit, 1, 1); }},
          {"Set free in all @ parameters, the stuck ones get to ~, the one at the lowest place to ~.",
           [](const Fit& fit) { return are_free(fit, 2, 1); }},
          {"Set free in all @ parameters, the stuck one gets to #.",
           [](const Fit& fit) { return are_free(fit, 1, 0); }},
          {"Set free in all @ parameters, the stuck ones get to ~.",
           [](const Fit& fit) { return are_free(fit, 2, 0); }},
          {"The stuck ones are stuck still.",
           [](const Fit& fit) { return count(fit, kStuck) > 1 && are_stuck_still(fit) && are_at_rest(fit); }},
          {"The stuck one is stuck still.",
           [](const Fit& fit) { return count(fit, kStuck) == 1 && are_stuck_still(fit) && are_at_rest(fit); }},
          {"After @ steps not all of them are at rest.",
           [](const Fit& fit) { return count(fit, kStuck) > 1 && !are_at_rest(fit); }},
          {"After @ steps it is not yet at rest.",
           [](const Fit& fit) { return count(fit, kStuck) == 1 && !are_at_rest(fit); }, kRare},
          {"Choose a smaller learning rate.",
           [](const Fit& fit) { return count(fit, kOut) + count(fit, kSwings) > 0; }},
          {"The regression on W, which has no start, reaches a loss of ~.",
           [](const Fit& fit) { return fit.words(1) == fit.cell("Lowest loss of any W, by regression"); }},
          {"In the middle, where all weights are 0, the slope is 0: on the slice ~ (@ direction{|s} fall{|s}, @ "
           "rise{|s}), in all # parameters ~ (# direction{|s} fall{|s}, # rise{|s}).",
           is_centre},
          {"Step # is shown.", [](const Fit& fit) { return fit.number(1).value == fit.setting("step"); }},
      }};
  rules.due = {{"{~ of ~ starts|All ~ starts|Both starts|The ball} got stuck",
                [](const Told& told) {
                  return told.is_over() && !is_between(told) && count(told, kOut) + count(told, kSwings) == 0 &&
                         count(told, kStuck) > 0;
                }},
               {"The stuck {ones are|one is} stuck still.", [](const Told& told) {
                  return !is_between(told) && are_stuck_still(told, 1.3) && are_at_rest(told, 0.0099);
                }}};
  return rules;
}

}  // namespace walk
