#include <algorithm>

#include "figures/advice.hpp"
#include "figures/walk/rules.hpp"

namespace walk {
namespace {

const std::string kSum = "relative error of the estimated sum";

// What is said of errors is to seven digits from here on.
bool is_exact(Printed error) { return at_most(error, exact(1e-7)); }

std::vector<Printed> of_heads(const Told& told, int phase, std::string_view letter, std::string_view what) {
  std::vector<Printed> found;
  const std::string start = "Phase " + std::to_string(phase) + ": ";
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with(start) && row[0].contains(letter) && row[0].contains(what))
      found.push_back(first_in(row[1]));
  return found;
}
Printed worst(const std::vector<Printed>& errors) {
  return errors.empty() ? Printed() : *std::ranges::max_element(errors, {}, &Printed::value);
}
Printed best(const std::vector<Printed>& errors) {
  return errors.empty() ? Printed() : *std::ranges::min_element(errors, {}, &Printed::value);
}
std::vector<Printed> outside(const Told& told, int phase) { return of_heads(told, phase, "Θ", "outside the body"); }
std::vector<Printed> lost(const Told& told) { return of_heads(told, 5, "Θ", "outside the span"); }
Printed all_lost(const Told& told) {  // root mean square
  double squares = 0;
  for (const Printed one : lost(told)) squares += one.value * one.value;
  return exact(std::sqrt(squares / static_cast<double>(lost(told).size())));
}
Printed by_chance(const Told& told) { return told.at("Phase 5: the same for random directions"); }
std::vector<Printed> ends(const Told& told, std::string_view letter) {
  return of_heads(told, 6, letter, "relative error of ");
}

Printed sum_error(const Told& told, int phase) { return told.at("Phase " + std::to_string(phase) + ": " + kSum); }
double reached(const Told& told) {
  double phase = 0;
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with("Phase ")) phase = std::max(phase, first_in(row[0].substr(6)).value);
  return phase;
}

// "58 %".
bool is_error(const std::string& said, Printed error) {
  const Printed number = first_in(said);
  if (!said.ends_with(" %")) return false;
  return number.value == 0 ? is_exact(error)
                           : same(number, times(error, 100)) || std::abs(number.value - 100 * error.value) < 0.51;
}

int phase_of(const Fit& fit, std::size_t place) { return static_cast<int>(fit.number(place).value); }
// The phase drawn large.
int large(const Fit& fit) { return static_cast<int>(fit.number(1).value); }
Printed reach(const Told& told, int phase) {
  return told.at("Phase " + std::to_string(phase) + ": least-norm point from the plane through the Θ, relative");
}
bool is_body(const Fit& fit) { return large(fit) == 2 || large(fit) == 4; }

// One head is "the head", several are "every head".
double heads(const Told& told) { return told.setting("m"); }
bool is_all_heads(const Fit& fit) { return fit.text.contains("very head") == (heads(fit) > 1); }
bool is_lost_by(const Fit& fit) {
  const bool one = fit.text.contains("of the head");
  return one == (heads(fit) == 1) && is_error(fit.words(one ? 2 : 1), worst(lost(fit)));
}
bool is_off_by(const Fit& fit, std::string_view letter, std::string_view other) {
  const bool several = heads(fit) > 1;
  return fit.text.contains("up to") == several && fit.text.ends_with("i.") == several &&
         is_error(fit.words(2), worst(ends(fit, letter))) && at_most(worst(ends(fit, other)), worst(ends(fit, letter)));
}

// "misses Θ₁ by 58 % of its size and Θ₂ by 57 %", "holds Θ₁, but misses Θ₂ by 12 % of its size": every head once, in
// its order; held where it is not outside, and nowhere 0 %.
bool are_missed(const Fit& fit) {
  const int phase = phase_of(fit, 1);
  if (!same(fit.at("Phase " + fit.words(1) + ": constraints"), fit.number(2))) return false;
  const bool holds = fit.text.contains(" holds ");
  const std::string held = holds ? fit.words(3) : "", missed = fit.words(holds ? 4 : 3);
  const std::vector<Printed> errors = outside(fit, phase), said = values_in(missed);
  std::size_t k = 0, from = 0, names = 0;
  for (std::size_t head = 0; head < errors.size(); ++head) {
    const std::string name = errors.size() == 1 ? "Θ" : "Θ" + plot::subscript(static_cast<int>(head) + 1);
    names += held.contains(name) ? 1 : 0;
    if (is_exact(errors[head]) != held.contains(name)) return false;
    if (held.contains(name)) continue;
    from = missed.find(name + " by ", from);
    if (from == std::string::npos || k == said.size()) return false;
    const std::string of = missed.substr(from + name.size() + 4);
    const std::string error = of.substr(0, of.find('%') + 1);
    if (!is_error(error, errors[head]) || first_in(error).value == 0) return false;
    ++k;
  }
  return k == said.size() && k > 0 && holds == (names > 0);
}

}  // namespace

Rules phases() {
  Rules rules = {
      .figure = "phases",
      .states = {"d=2&m=1&k=2&N=500&scale=3&sum=exact&tolerance=0.5&rows=telling&margin=1&net=5&seed=9090&film=600",
                 "seed=3893&d=2&m=2&k=2&N=1000&rows=all",
                 "seed=2616&d=5&m=1&N=200&tolerance=0.01&rows=all&margin=0.5&net=3",
                 "seed=2366&d=2&m=3&k=4&N=100&scale=0.1&phase=5",
                 "seed=1223&d=3&m=2&k=2&N=300&sum=exact&tolerance=1&phase=5",
                 "m=1",
                 "m=1&d=6",
                 "m=1&N=100",
                 "d=2&m=3",
                 "d=2&m=1",
                 "sum=exact",
                 "sum=exact&m=1",
                 "phase=1",
                 "phase=2",
                 "phase=3",
                 "phase=4",
                 "phase=5",
                 "seed=2563&d=3&m=3&N=500&phase=5",
                 "m=1&phase=2",
                 "d=2&k=3&N=2000&sum=exact&seed=196",
                 "d=2&m=3&N=2000&seed=122",
                 "d=2&N=500&scale=0.5&tolerance=0.03&rows=all&margin=2&seed=167",
                 "m=1&phase=4",
                 "m=1&phase=5&sum=exact",
                 "m=1&phase=2&sum=exact",
                 "m=1&phase=4&sum=exact&d=2",
                 "scale=0.05&phase=1",
                 "scale=0.05&phase=3",
                 "scale=3&phase=3",

                 "N=100&phase=1",
                 "d=2&m=3&k=4&N=100&tolerance=0.003&rows=all&margin=1&net=2",
                 "film=0",
                 "film=100",
                 "film=250",
                 "film=350",
                 "film=450",
                 "film=560",
                 "margin=20&k=8&m=1&d=2",
                 "k=5&margin=3&d=4&sum=exact&seed=39",
                 "k=7&tolerance=0.2&seed=38",
                 "d=2&m=3&scale=0.05&margin=3&sum=exact&seed=25",
                 "m=2&N=100&seed=29",
                 "k=2&d=2&m=1&phase=3",
                 "k=8&N=100&phase=3",
                 "m=3&phase=5",
                 "m=3&phase=2",
                 "m=1&d=3&scale=0.3&phase=2",
                 "tolerance=0.003&m=1&phase=2",
                 "tolerance=1&phase=4",
                 "k=8&rows=all&seed=2&N=50000",
                 "tolerance=0.003&k=8&d=2&N=50000",
                 "m=1&d=4&k=8&scale=0.3&N=50000&margin=20",
                 "d=3&m=3&k=8&N=500&scale=2&rows=all&phase=3&seed=6",
                 "d=2&m=3&k=3&N=1000&scale=0.3&tolerance=0.03&margin=0.5&phase=3&seed=3",
                 "d=3&m=3&k=5&N=200&scale=0.3&tolerance=1&rows=all&phase=2&seed=4",
                 "d=3&m=1&k=8&N=500&scale=0.3&margin=1&phase=2&seed=5",
                 "d=6&m=3&k=8&N=100&seed=13",
                 "d=6&m=3&k=8&N=50000&seed=13",
                 "d=4&m=2&k=8&N=100",
                 "d=4&m=1&k=8&N=100&tolerance=0.01",
                 "m=1&d=2&k=8&scale=3&seed=14",
                 "m=1&d=2&k=8&scale=3&seed=14&phase=4",
                 "m=1&d=6&N=50000",
                 "k=7&seed=2"},
      .rules = {
          // What a phase does, while the film is at it.
          {"{An average guesses the sum of all W|Each constraint cuts a piece away|Clear cases set the sum anew|The "
           "body’s long directions are kept|Every choice from a net is tried}",
           [](const Fit& fit) { return fit.setting("film") < 600; }},
          {"{With the new sum, the cutting begins again|With the exact sum again, at a smaller tolerance}",
           [](const Fit& fit) {
             const bool is_given = fit.cell("Sum of the W in phases 2 and 4") == "exact, given";
             return fit.setting("film") < 600 && fit.text.contains("exact") == is_given;
           }},
          {"Phase @ cannot go on; phase 1 alone is ~ off",
           [](const Fit& fit) {
             return is_error(fit.words(2), sum_error(fit, 1)) && fit.number(1).value == reached(fit) + 1;
           }},
          {"All six phases go through: {every head|the head} is found",
           [](const Fit& fit) {
             return is_all_heads(fit) && is_exact(worst(ends(fit, "Θ"))) && is_exact(worst(ends(fit, "W")));
           }},
          {"Six phases {come close|miss the heads|miss the head}: Θ ends ~ off, W ~",
           [](const Fit& fit) {
             const Printed theta = worst(ends(fit, "Θ"));
             const Printed w = worst(ends(fit, "W"));
             const bool close = at_most(theta, exact(0.1)) && at_most(w, exact(0.1));
             if (!close && fit.text.contains("heads") != (heads(fit) > 1)) return false;
             return is_error(fit.words(1), theta) && is_error(fit.words(2), w) && reached(fit) == 6 &&
                    close == fit.text.contains("close") && (close || heads(fit) == 1 || !is_exact(sum_error(fit, 3)));
           }},
          {"Six phases find the sum of the W, not the heads: Θ ends ~ off, each W up to ~",
           [](const Fit& fit) {
             const Printed theta = worst(ends(fit, "Θ")), w = worst(ends(fit, "W"));
             return is_error(fit.words(1), theta) && is_error(fit.words(2), w) && is_exact(sum_error(fit, 3)) &&
                    heads(fit) > 1 && below(exact(0.09), theta.value > w.value ? theta : w);
           }},
          {"Phase 1 is ~ off after # examples and would be ~ off after infinitely many.",
           [](const Fit& fit) {
             return is_error(fit.words(1), sum_error(fit, 1)) && fit.number(2).value == fit.setting("N") &&
                    is_error(fit.words(3), fit.at("Phase 1: the same for infinitely many examples, exactly"));
           }},
          {"The body of phase #, from # constraint{|s}, holds {every|the} head.",
           [](const Fit& fit) {
             return is_exact(worst(outside(fit, phase_of(fit, 1)))) && is_all_heads(fit) &&
                    same(fit.at("Phase " + fit.words(1) + ": constraints"), fit.number(2));
           }},
          {"The body of phase #, from # constraint{|s}, misses ~.", [](const Fit& fit) { return are_missed(fit); }},
          {"The body of phase #, from # constraint{|s}, holds ~, but misses ~.",
           [](const Fit& fit) { return are_missed(fit); }},
          {"Phase 3 finds the sum exactly.", [](const Fit& fit) { return is_exact(sum_error(fit, 3)); }},
          {"Phase 3 leaves the sum ~ off.",
           [](const Fit& fit) {
             return is_error(fit.words(1), sum_error(fit, 3)) && !fit.words(1).starts_with("0 %");
           }},
          {"The span holds {every|the} head, and the net finds Θ and W to seven digits.",
           [](const Fit& fit) {
             return is_exact(worst(lost(fit))) && is_exact(worst(ends(fit, "Θ"))) && is_exact(worst(ends(fit, "W"))) &&
                    is_all_heads(fit);
           }},
          {"The span holds {every|the} head.",
           [](const Fit& fit) { return is_exact(worst(lost(fit))) && is_all_heads(fit); }},
          {"The span loses {up to ~ of a|~ of the} head.", is_lost_by},
          {"The answers of what the net chooses are ~ off in square; 0 for every answer would be 100 % off.",
           [](const Fit& fit) {
             return is_error(fit.words(1),
                             fit.at("Phase 6: squared error on fresh examples; 0 for every answer has 1"));
           }},
          {"Phase @ cannot go on: {The heads agree on no row|No row can be explained by one set of weights}: the "
           "smallest residual is @.",
           [](const Fit& fit) {
             return fit.text.contains("The heads") == (heads(fit) > 1) && fit.number(1).value == reached(fit) + 1 &&
                    below(exact(fit.setting("tolerance") / (reached(fit) == 3 ? 3 : 1)), fit.number(2));
           }},
          {"Raise the tolerance of agreement well above three times it: phase 4 takes a third, "
           "and the residual may grow with the tolerance.",
           [](const Fit& fit) {
             return fit.description.sentence.contains("the smallest residual is ") && reached(fit) != 2;
           }},
          {"Phase 6 will need 300 examples.",
           [](const Fit& fit) {  // as the net says when it is reached
             return reached(fit) < 5 && fit.setting("N") < 300;
           }},
          {"Ask for more examples.",
           [](const Fit& fit) {
             const std::string& all = fit.description.sentence;
             if (all.contains("No row of "))
               return fit.setting("k") == 2 && fit.setting("N") < 4 * std::exp2(2 * fit.setting("d"));
             if (all.contains("give it no row")) return fit.setting("k") == 2;
             if (all.contains("Rows of large margin")) return fit.setting("margin") == 0;
             return all.contains("The net needs") ||
                    at_most(exact(1), times(first_in(all.substr(all.find("residual is "))), 3));
           }},
          {"Phase @ cannot go on: # examples give it no row that it can use.",
           [](const Fit& fit) { return fit.number(1).value == reached(fit) + 1 && reached(fit) != 2; }},
          {"Phase @ cannot go on: No row of # examples can be explained by weights of at least 0.02.",
           [](const Fit& fit) { return fit.number(1).value == reached(fit) + 1 && reached(fit) != 2; }},
          {"Choose k = 2.",
           [](const Fit& fit) {
             const std::string& all = fit.description.sentence;
             const bool agrees = !all.contains("the smallest residual is ");
             return fit.setting("k") > (agrees ? 2 : 4) &&
                    (all.contains("give it no row") || all.contains("No row of ") || fit.setting("tolerance") >= 0.03);
           }},
          {"Phase @ cannot go on: Rows of large margin show only @ of @ directions of tokens.",
           [](const Fit& fit) {
             return reached(fit) == 2 && fit.number(2).value < fit.number(3).value && fit.number(2).value > 0 &&
                    fit.number(3).value == fit.setting("d");
           }},
          {"Phase @ cannot go on: Rows of large margin show none of the @ directions of tokens.",
           [](const Fit& fit) { return reached(fit) == 2 && fit.number(2).value == fit.setting("d"); }},
          {"Lower the margin.", [](const Fit& fit) { return reached(fit) == 2; }},
          {"Phase @ cannot go on: The body shows @ of # directions.",
           [](const Fit& fit) {
             return reached(fit) == 4 && fit.number(1).value == 5 && fit.number(2).value < fit.number(3).value &&
                    fit.number(3).value == heads(fit);
           }},
          {"Choose a smaller m.",
           [](const Fit& fit) {
             return fit.description.sentence.contains("Phase 5 cannot go on: The body shows ") && heads(fit) > 1;
           },
           kRare},
          {"Give it the exact sum of the W.",
           [](const Fit& fit) {
             const std::string& all = fit.description.sentence;
             return fit.chose("sum", "estimated") &&
                    at_most(exact(1), times(first_in(all.substr(all.find("residual is "))), 3));
           }},
          {"Try another seed.",
           [](const Fit& fit) { return fit.description.sentence.contains("Phase 5 cannot go on: The body shows "); }},
          {"Phase @ cannot go on: ~.", [](const Fit& fit) { return fit.number(1).value == reached(fit) + 1; }},
          {"Shown large, phase @: {This phase cannot go on|Not reached|Not there yet}.",
           [](const Fit& fit) { return fit.number(1).value > reached(fit); }},
          {"Shown large, phase @: The sum is ~ off, and more data do not help.",
           [](const Fit& fit) {
             return large(fit) == 1 && is_error(fit.words(2), sum_error(fit, 1)) &&
                    below(times(sum_error(fit, 1), 0.95),
                          fit.at("Phase 1: the same for infinitely many examples, exactly"));
           }},
          {"Shown large, phase @: The sum is ~ off, and ever more data leave it ~ off.",
           [](const Fit& fit) {
             const Printed limit = fit.at("Phase 1: the same for infinitely many examples, exactly");
             return large(fit) == 1 && is_error(fit.words(2), sum_error(fit, 1)) && is_error(fit.words(3), limit) &&
                    below(times(sum_error(fit, 1), 0.8), limit) && at_most(limit, sum_error(fit, 1));
           },
           kRare},
          {"Shown large, phase @: The sum is ~ off; more data bring it to ~.",
           [](const Fit& fit) {
             const Printed limit = fit.at("Phase 1: the same for infinitely many examples, exactly");
             return large(fit) == 1 && is_error(fit.words(2), sum_error(fit, 1)) && is_error(fit.words(3), limit) &&
                    below(limit, sum_error(fit, 1));
           }},
          {"Shown large, phase @: The body is the truth, to seven digits.",
           [](const Fit& fit) {
             return is_body(fit) && is_exact(worst(outside(fit, large(fit)))) && is_exact(reach(fit, large(fit)));
           }},
          {"Shown large, phase @: The body holds {every|the} head, but reaches far.",
           [](const Fit& fit) {
             return is_body(fit) && is_all_heads(fit) && is_exact(worst(outside(fit, large(fit)))) &&
                    reach(fit, large(fit)).value > 0;
           }},
          {"Shown large, phase @: The body nearly holds the head{|s}, but reaches far.",
           [](const Fit& fit) {
             return is_body(fit) && below(worst(outside(fit, large(fit))), exact(0.1)) &&
                    below(worst(outside(fit, large(fit))), reach(fit, large(fit)));
           }},
          {"Shown large, phase @: The body misses the head by ~.",
           [](const Fit& fit) { return is_body(fit) && is_error(fit.words(2), worst(outside(fit, large(fit)))); }},
          {"Shown large, phase @: The body misses a head by ~.",
           [](const Fit& fit) {
             return is_body(fit) && is_error(fit.words(2), worst(outside(fit, large(fit)))) &&
                    is_exact(best(outside(fit, large(fit))));
           }},
          {"Shown large, phase @: The body misses every head, one by ~.",
           [](const Fit& fit) {
             return is_body(fit) && is_error(fit.words(2), worst(outside(fit, large(fit)))) &&
                    best(outside(fit, large(fit))).value > 0;
           }},
          {"Shown large, phase @: Exact, by sequences of one repeated token.",
           [](const Fit& fit) {
             return is_exact(sum_error(fit, 3)) &&
                    same(fit.at("Phase 3: rows of large margin"),
                         fit.at("Phase 3: of them from sequences of one repeated token"));
           }},
          {"Shown large, phase @: The sum is exact now.", [](const Fit& fit) { return is_exact(sum_error(fit, 3)); },
           kRare},
          {"Shown large, phase @: The sum is better: ~ off.",
           [](const Fit& fit) {
             return is_error(fit.words(2), sum_error(fit, 3)) &&
                    below(sum_error(fit, 3), times(sum_error(fit, 1), 0.7));
           }},
          {"Shown large, phase @: The sum is hardly better: ~ off.",
           [](const Fit& fit) {
             return is_error(fit.words(2), sum_error(fit, 3)) && below(sum_error(fit, 3), sum_error(fit, 1)) &&
                    below(times(sum_error(fit, 1), 0.6), sum_error(fit, 3));
           }},
          {"Shown large, phase @: Worse than before: ~ off.",
           [](const Fit& fit) {
             return is_error(fit.words(2), sum_error(fit, 3)) && at_most(sum_error(fit, 1), sum_error(fit, 3));
           }},
          {"Shown large, phase @: The span holds {every|the} head.",
           [](const Fit& fit) { return is_exact(worst(lost(fit))) && is_all_heads(fit); }},
          {"Shown large, phase @: The span is hardly better than chance.",
           [](const Fit& fit) {
             return below(times(by_chance(fit), 0.88), all_lost(fit)) &&
                    at_most(all_lost(fit), times(by_chance(fit), 1.01));
           }},
          {"Shown large, phase @: The span is no better than chance.",
           [](const Fit& fit) { return below(times(by_chance(fit), 0.99), all_lost(fit)); }},
          {"Shown large, phase 5: The span loses {up to ~ of a|~ of the} head.", is_lost_by},
          {"Shown large, phase @: {Every head|The head} is found, exactly.",
           [](const Fit& fit) {
             return is_exact(worst(ends(fit, "Θ"))) && is_exact(worst(ends(fit, "W"))) && is_all_heads(fit);
           }},
          {"Shown large, phase @: The best choice is [up to ]~ off in {Wi|W}.",
           [](const Fit& fit) { return is_off_by(fit, "W", "Θ"); }},
          {"Shown large, phase @: The best choice is [up to ]~ off in {Θi|Θ}.",
           [](const Fit& fit) { return is_off_by(fit, "Θ", "W"); }},
      }};
  rules.due = {
      {"All six phases go through: {every|the} head is found",
       [](const Told& told) {
         return told.is_over() && reached(told) == 6 && at_most(worst(ends(told, "Θ")), exact(5e-8)) &&
                at_most(worst(ends(told, "W")), exact(5e-8));
       }},
      {"Phase @ cannot go on; phase 1 alone is ~ off",
       [](const Told& told) { return told.is_over() && reached(told) < 6; }},
      {"Phase 6 will need 300 examples.",
       [](const Told& told) { return told.is_over() && reached(told) < 5 && told.setting("N") < 300; }},
      {"Phase 3 leaves the sum ~ off.", [](const Told& told) { return below(exact(2e-7), sum_error(told, 3)); }}};
  return rules;
}

}  // namespace walk
