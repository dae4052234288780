#include <algorithm>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

const std::string kLine = "Relaxed optimum";

std::string heads(double count) { return count == 1 ? "1 head" : std::to_string(static_cast<int>(count)) + " heads"; }
double most(const Told& told) { return told.setting("d") * told.setting("d"); }
bool is_zero(const Told& told) { return told.cell(kLine) == "0" || told.cell(kLine).starts_with("0 "); }

// Losses that are rounding are printed in words.
std::vector<Printed> losses(const Told& told, double count) {
  std::string cell = told.cell("All losses with " + heads(count));
  for (std::size_t at = cell.find("rounding"); at != std::string::npos; at = cell.find("rounding"))
    cell.replace(at, 8, "0");
  return values_in(cell);
}

double reaching(const Told& told, double count) {
  const Printed near = told.at("Starts within 1 % of the line with " + heads(count));
  return std::isnan(near.value) ? told.at("Starts below a billionth of answering 0 with " + heads(count)).value
                                : near.value;
}
// No start with fewer heads reaches the line; counted again from the losses, as far as they are printed.
bool is_fewest(const Told& told, double count) {
  for (double fewer = 1; fewer < count; ++fewer)
    if (reaching(told, fewer) > 0) return false;
  return reaching(told, count) > 0;
}
bool is_count(const Told& told, double count) {
  if (is_zero(told)) return true;
  const Printed near = times(told.at(kLine), 1.01);
  double surely = 0, perhaps = 0;
  for (const Printed loss : losses(told, count)) {
    surely += loss.high() < near.low() ? 1 : 0;
    perhaps += below(loss, near) ? 1 : 0;
  }
  return surely <= reaching(told, count) && reaching(told, count) <= perhaps;
}

// "within 1 % of the optimum" where there is a loss at it, "fits every label" where there is none.
bool is_kind(const Fit& fit) { return fit.text.contains("every label") == is_zero(fit); }
bool begins(const Fit& fit, double count, double some) {
  return is_kind(fit) && is_fewest(fit, count) && reaching(fit, count) == some && is_count(fit, count);
}
double starts(const Told& told) { return told.setting("starts"); }
// All starts reach the line with the fewest heads, and with more at least so many, and so few with some.
bool all_with_fewest(const Fit& fit, double least) {
  double found = starts(fit);
  for (double count = fit.number(1).value + 1; count <= most(fit); ++count)
    found = std::min(found, reaching(fit, count));
  return begins(fit, fit.number(1).value, starts(fit)) && found == least;
}
// Of the numbers of heads beyond the fewest, the one where the fewest starts reach the line.
double least_reaching(const Fit& fit) {
  double least = fit.number(1).value;
  for (double count = least + 1; count <= most(fit); ++count)
    if (reaching(fit, count) < reaching(fit, least)) least = count;
  return least;
}
// No more heads do worse than the fewest and the most.
bool is_two(const Fit& fit) {
  const double least = least_reaching(fit);
  return least == fit.number(1).value || reaching(fit, least) == reaching(fit, most(fit));
}
bool is_told(const Fit& fit, double heads, const std::string& words) {
  const double count = reaching(fit, heads);
  if (words == "none") return count == 0;
  if (words == "all" || words == "both") return count == starts(fit) && (words == "both") == (starts(fit) == 2);
  return count > 0 && count < starts(fit) && first_in(words).value == count;
}
bool are_all(const Fit& fit) {
  return is_two(fit) && begins(fit, fit.number(1).value, fit.number(2).value) && starts(fit) == fit.number(3).value &&
         fit.number(4).value == most(fit) && reaching(fit, most(fit)) == starts(fit) &&
         fit.text.ends_with("both") == (starts(fit) == 2);
}

// Answering 0 is 2 % above the optimum at most.
Printed zero(const Told& told) { return told.at("Loss of answering 0"); }
bool is_little(const Told& told) { return !is_zero(told) && at_most(zero(told), times(told.at(kLine), 1.02)); }

bool is_loss(const std::string& said, Printed loss) {
  return said.starts_with("0 up to rounding") ? at_most(loss, exact(1e-9)) : same(first_in(said), loss);
}
Printed best(const Told& told, double count) {
  const std::vector<Printed> all = losses(told, count);
  return *std::ranges::min_element(all, {}, &Printed::value);
}
bool are_best(const Fit& fit, std::size_t first) {
  return is_loss(fit.words(first), best(fit, 1)) && is_loss(fit.words(first + 1), best(fit, 2)) &&
         is_loss(fit.words(first + 2), best(fit, most(fit))) && fit.number(first + 3).value == most(fit);
}

double little(const Told& told) { return told.at("Loss of answering 0").value / 1000; }

// How many times as high as the lowest the highest start ends, above what is alike.
double luck(const Told& told, double count) {
  const std::vector<Printed> all = losses(told, count);
  const auto [least, largest] = std::ranges::minmax_element(all, {}, &Printed::value);
  const double alike = std::max(is_zero(told) ? 0 : told.at(kLine).value, little(told));
  return std::max(largest->value, alike) / std::max(least->value, alike);
}
double most_luck(const Told& told) {
  double luckiest = 1;
  for (double count = 1; count <= most(told); ++count) luckiest = std::max(luckiest, luck(told, count));
  return luckiest;
}
double highest(const Told& told) {
  double loss = 0;
  for (double count = 1; count <= most(told); ++count)
    for (const Printed one : losses(told, count)) loss = std::max(loss, one.value);
  return loss;
}

}  // namespace

Rules relaxation() {
  Rules rules = {
      .figure = "relaxation",
      .states = {"seed=1924&d=3&labels=layer&heads=1&noise=0&N=64&starts=3&trainer=descent&steps=200&descent_rate=3",
                 "d=2",
                 "d=2&starts=1",
                 "d=2&starts=4&trainer=descent&steps=500",
                 "d=2&labels=chance&N=17&trainer=descent&descent_rate=0.3&starts=3&steps=500&seed=667",
                 "d=2&starts=2",
                 "d=2&starts=2&seed=11",
                 "d=2&N=4096&labels=chance",
                 "d=2&noise=0",
                 "d=2&noise=0&starts=1",
                 "d=2&noise=0&starts=2",
                 "d=2&steps=100",
                 "d=2&noise=0&steps=100",
                 "d=2&labels=chance",
                 "d=2&N=16&labels=chance",
                 "d=2&trainer=sweeps",
                 "d=2&trainer=sweeps&noise=0",
                 "d=2&trainer=descent&steps=100",
                 "d=2&moment=0",
                 "d=2&moment=20",
                 "d=2&heads=1&noise=0",
                 "d=2&N=8&labels=chance",
                 "d=3&N=16",
                 "d=3&N=16&noise=0&starts=1",
                 "d=2&starts=1&steps=100&noise=0",
                 "d=2&heads=1&noise=0&starts=2&steps=5000",
                 "d=2&trainer=sweeps&sweeps=100&noise=0",
                 "d=2&trainer=sweeps&sweeps=100",
                 "d=2&trainer=sweeps&sweeps=100&starts=2&noise=0",
                 "d=2&trainer=sweeps&sweeps=100&starts=2",
                 "heads=1&d=2&noise=0&trainer=descent&descent_rate=3&steps=5000&seed=126",
                 "d=2&starts=3&steps=500&seed=37"},
      .rules = {
          {"There is next to nothing to gain: answering 0 comes within @ % of the optimum",
           [](const Fit& fit) {
             return same(fit.number(1), times(plus(over(zero(fit), fit.at(kLine)), exact(-1)), 100)) && is_little(fit);
           }},
          {"After # {step|sweep}{|s} no start {comes within 1 % of the optimum|fits every label}, with however many "
           "heads",
           [](const Fit& fit) {
             const bool sweeps = fit.chose("trainer", "sweeps");
             if (fit.number(1).value != fit.setting(sweeps ? "sweeps" : "steps") ||
                 fit.text.contains("sweep") != sweeps)
               return false;
             for (double count = 1; count <= most(fit); ++count)
               if (reaching(fit, count) > 0 || !is_count(fit, count)) return false;
             return is_kind(fit);
           }},
          {"With # head{|s}, the one start {comes within 1 % of the optimum|fits every label}",
           [](const Fit& fit) { return begins(fit, fit.number(1).value, 1) && starts(fit) == 1; }},
          {"With # head{|s}, both starts {come within 1 % of the optimum|fit every label}",
           [](const Fit& fit) { return all_with_fewest(fit, 2) && starts(fit) == 2; }},
          {"With # head{|s}, both starts {come within 1 % of the optimum|fit every label}; with # heads, none",
           [](const Fit& fit) {
             return all_with_fewest(fit, 0) && starts(fit) == 2 && reaching(fit, fit.number(2).value) == 0;
           },
           kRare},
          {"With # head{|s}, both starts {come within 1 % of the optimum|fit every label}; with # heads, #",
           [](const Fit& fit) {
             return all_with_fewest(fit, 1) && starts(fit) == 2 && fit.number(3).value == 1 &&
                    reaching(fit, fit.number(2).value) == 1;
           },
           kRare},
          {"With # head{|s}, all # starts {come within 1 % of the optimum|fit every label}",
           [](const Fit& fit) {
             return all_with_fewest(fit, starts(fit)) && starts(fit) == fit.number(2).value && starts(fit) > 2;
           }},
          {"With # head{|s}, all # starts {come within 1 % of the optimum|fit every label}; with # heads, none",
           [](const Fit& fit) {
             return all_with_fewest(fit, 0) && starts(fit) == fit.number(2).value &&
                    reaching(fit, fit.number(3).value) == 0;
           },
           kRare},
          {"With # head{|s}, all # starts {come within 1 % of the optimum|fit every label}; with # heads, #",
           [](const Fit& fit) {
             return all_with_fewest(fit, fit.number(4).value) && fit.number(4).value > 0 &&
                    starts(fit) == fit.number(2).value && reaching(fit, fit.number(3).value) == fit.number(4).value;
           },
           kRare},
          {"With # head{|s}, # of # starts {come within 1 % of the optimum|comes within 1 % of the optimum|fit every "
           "label|fits every label}; with # heads, ~; with # heads, ~",
           [](const Fit& fit) {
             const double least = least_reaching(fit);
             return begins(fit, fit.number(1).value, fit.number(2).value) && starts(fit) == fit.number(3).value &&
                    fit.number(4).value == least && least > fit.number(1).value &&
                    reaching(fit, least) < reaching(fit, most(fit)) &&
                    fit.number(6).value == most(fit) && is_told(fit, least, fit.words(5)) &&
                    is_told(fit, most(fit), fit.words(7));
           }},
          {"With # head{|s}, # of # starts {come|comes} within 1 % of the optimum; with # heads, {all|both}", are_all},
          {"With # head{|s}, # of # starts {fit|fits} every label; with # heads, {all|both}", are_all},
          {"With # head{|s}, # of # starts {come within 1 % of the optimum|comes within 1 % of the optimum|fit "
           "every "
           "label|fits every label}; with # heads, #",
           [](const Fit& fit) {
             return is_two(fit) && begins(fit, fit.number(1).value, fit.number(2).value) && starts(fit) == fit.number(3).value &&
                    fit.number(4).value == most(fit) && reaching(fit, most(fit)) == fit.number(5).value &&
                    fit.number(5).value < starts(fit) && fit.number(5).value > 0;
           }},
          {"With # head{|s}, # of # starts {come within 1 % of the optimum|comes within 1 % of the optimum|fit every "
           "label|fits every label}; with # heads, none",
           [](const Fit& fit) {
             return is_two(fit) && begins(fit, fit.number(1).value, fit.number(2).value) && starts(fit) == fit.number(3).value &&
                    fit.number(4).value == most(fit) && reaching(fit, most(fit)) == 0;
           }},
          {"With # heads, # of # starts {come within 1 % of the optimum|comes within 1 % of the optimum|fit every "
           "label|fits every label}",
           [](const Fit& fit) {
             return begins(fit, fit.number(1).value, fit.number(2).value) && fit.number(1).value == most(fit);
           }},
          {"@ random starts on the way down: how many heads reach the optimum?",
           [](const Fit& fit) { return fit.number(1).value == starts(fit) * most(fit); }},
          {"The relaxed optimum, solved for, is a training loss of ~.",
           [](const Fit& fit) {
             return is_zero(fit) ? fit.words(1).starts_with("0 ") || fit.words(1) == "0"
                                 : is_loss(fit.words(1), fit.at(kLine));
           }},
          {"After ~ the one start has ~ with 1 head, ~ with 2 heads and ~ with # heads.",
           [](const Fit& fit) {
             return starts(fit) == 1 && are_best(fit, 2) && fit.words(1) == fit.cell("Heads trained by");
           }},
          {"After ~ the best of # starts has ~ with 1 head, ~ with 2 heads and ~ with # heads.",
           [](const Fit& fit) {
             return fit.number(2).value == starts(fit) && are_best(fit, 3) &&
                    fit.words(1) == fit.cell("Heads trained by");
           }},
          {"None goes under it; the nearest ends on it, up to rounding.",
           [](const Fit& fit) {
             return fit.cell("Check, asking every sequence: smallest distance to the line").starts_with("0");
           }},
          {"None goes under it; the nearest ends # above it.",
           [](const Fit& fit) {
             return same(fit.number(1), fit.at("Check, asking every sequence: smallest distance to the line")) &&
                    fit.number(1).value > 0;
           }},
          {"Luck weighs most with # head{|s}: there the starts end furthest apart as a ratio, between ~ and #; losses "
           "below a "
           "thousandth of answering 0 count as equal.",
           [](const Fit& fit) {
             const double where = fit.number(1).value;
             const std::vector<Printed> all = losses(fit, where);
             return is_loss(fit.words(2), best(fit, where)) && luck(fit, where) > 1.005 &&
                    most_luck(fit) <= 1.01 * luck(fit, where) &&
                    same(fit.number(3), *std::ranges::max_element(all, {}, &Printed::value));
           }},
          {"Every start, with any number of heads, ends below a thousandth of answering 0.",
           [](const Fit& fit) { return highest(fit) < 1.001 * little(fit); }},
          {"Starts with as many heads end within 1 % of each other, or below a thousandth of answering 0.",
           [](const Fit& fit) { return most_luck(fit) < 1.012; }},
          {"The data decide only # of # unknowns for each output, so the relaxed W fits any labels[, noise too].",
           [](const Fit& fit) {
             return is_zero(fit) && fit.number(1).value == fit.at("Rank of the Gram matrix").value &&
                    fit.number(1).value < fit.number(2).value;
           }},
      }};
  rules.due = {{"There is next to nothing to gain: ~",
                [](const Told& told) {
                  return told.is_over() && !is_zero(told) && zero(told).high() < 1.02 * told.at(kLine).low();
                }},
               {"After # ~ no start ~, with however many heads",
                [](const Told& told) {
                  if (!told.is_over() || is_little(told)) return false;
                  for (double count = 1; count <= most(told); ++count)
                    if (reaching(told, count) > 0) return false;
                  return true;
                }},
               {"Luck weighs most with ~", [](const Told& told) { return starts(told) > 1 && most_luck(told) > 1.02; }},
               {"The data decide only ~", [](const Told& told) {
                  return told.at("Rank of the Gram matrix").value < told.at("Unknowns for each output").value;
                }}};
  return rules;
}

}  // namespace walk
