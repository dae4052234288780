#include <cmath>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

// Columns of the table.
constexpr std::size_t kNumber = 2, kMemory = 3, kTime = 4;
constexpr double kYear = 365.25 * 86400;

std::string whole_way(const Told& told, const std::string& route) {
  const std::string row = route + ": in all";
  return told.has(row) ? row : row + ", the cheaper way";
}
// What the sentences speak of, and the other one.
bool is_primal(const Told& told) {
  return told.chose("route", "primal") ||
         (told.chose("route", "cheaper") && told.has("Primal: in all, the cheaper way"));
}
std::string taken(const Told& told) { return whole_way(told, is_primal(told) ? "Primal" : "Dual"); }
std::string other(const Told& told) { return whole_way(told, is_primal(told) ? "Dual" : "Primal"); }
Printed number(const Told& told, const std::string& row) {
  const std::vector<Printed> values = values_in(told.cell(row, kNumber));
  return values.empty() ? Printed() : values.front();
}
Printed ratio(const Told& told) { return over(number(told, other(told)), number(told, taken(told))); }

// Two digits are said of what is printed with four.
bool is_about(Printed said, Printed value) {
  return below(times(said, 0.94), value) && below(value, times(said, 1.06));
}

std::string row_of(const Told& told, const std::string& words) {
  const std::string route = is_primal(told) ? "Primal: " : "Dual: ";
  for (const auto& [said, row] : {std::pair{"features", "Features"},
                                  {"Gram matrix", "Gram matrix"},
                                  {"kernel matrix", "Kernel matrix"},
                                  {"Cholesky", "Cholesky"},
                                  {"solving for W", "Solve for W"},
                                  {"singular values", "SVD of W (nominal count)"},
                                  {"heads", "Heads"}})
    if (words.contains(said)) return route + row;
  return "";
}

bool is_work(const Fit& fit, Printed share, const std::string& part) {
  const Printed work = number(fit, taken(fit)), largest = number(fit, row_of(fit, part));
  if (!same(fit.number(1), number(fit, "Sequences counted with")) || !same(fit.number(2), work)) return false;
  for (const auto& row : fit.description.table.rows)
    if (row[0].starts_with(is_primal(fit) ? "Primal: " : "Dual: ") && !row[0].contains("in all") &&
        !row[0].contains("plain way") && !at_most(first_in(row[kNumber]), largest))
      return false;
  return is_about(share, times(over(largest, work), 100));
}

Printed gpt3s(const Told& told) {
  return over(number(told, taken(told)), number(told, "Training GPT-3 (Brown et al. 2020, table D.1)"));
}

// "12 years" in seconds; no number for words.
double seconds(const std::string& time) {
  double unit = 0;
  for (const auto& [word, size] : {std::pair{"ns", 1e-9},
                                   {"µs", 1e-6},
                                   {"ms", 1e-3},
                                   {" s", 1.0},
                                   {" h ", 3600.0},
                                   {" min", 60.0},
                                   {" day", 86400.0},
                                   {" year", kYear},
                                   {"million years", 1e6 * kYear},
                                   {"billion years", 1e9 * kYear}})
    if (time.contains(word)) unit = size;
  if (time.contains(" min ")) unit = 60;
  return first_in(time).value * unit;
}

// "1.1·10¹⁴ times the age of the universe", 13.8 billion years.
bool is_age(const Told& told, Printed ages) {
  const double age = seconds(told.cell(taken(told), kTime)) / (13.8e9 * kYear);
  return is_about(ages, exact(age));
}

}  // namespace

Rules cost() {
  Rules rules = {
      .figure = "cost",
      .states = {"d=12288&from=chosen&N=927750000000", "d=12288&route=primal&from=chosen&N=1000000", "d=768", "d=2",
                 "d=16&n=4", "climb=0", "climb=100", "from=enough", "from=chosen&N=1000000", "from=chosen&N=1",
                 "from=chosen&N=1&d=16", "route=dual", "route=primal", "from=chosen&N=1000&d=64&route=primal",
                 "from=chosen&N=1000&d=64", "speed=billion", "speed=largest", "speed=device",
                 "targets=all&from=enough&n=16&d=8", "from=enough&d=768&speed=largest", "d=2&n=1&speed=largest",
                 "d=2&n=1&from=enough", "d=16&n=1&from=chosen&N=1", "d=64&from=chosen&N=35465385713612&repeats=1",
                 "d=4&n=2&targets=last&from=enough&route=primal", "from=enough&targets=all&d=12288&n=4096&route=primal",
                 // Hardly less than a year, and some times the age of the universe.
                 "climb=10&from=theorem&eps=0.3&targets=all&route=dual", "d=1600&from=enough"},
      .rules = {
          {"Learning at {GPT-3|BERT}’s width, ~, takes @ times the age of the universe",
           [](const Fit& fit) { return is_age(fit, fit.number(2)); }},
          {"Learning at {GPT-3|BERT}’s width, ~, takes ~", kAlways},
          {"Learning at d = @, ~, takes @ times the age of the universe",
           [](const Fit& fit) { return is_age(fit, fit.number(3)); }},
          {"Learning at d = #, ~, takes ~", kAlways},
          {"At d = @ it takes @ times the age of the universe",
           [](const Fit& fit) { return is_age(fit, fit.number(2)); }},
          {"At d = @ it takes ~", kAlways},
          {"# sequence{ takes|s take} @ multiply-adds, @ times the training of GPT-3, @ % of them for ~.",
           [](const Fit& fit) {
             return is_work(fit, fit.number(4), fit.words(5)) && is_about(fit.number(3), gpt3s(fit));
           }},
          {"# sequence{ takes|s take} @ multiply-adds, as much as the training of GPT-3, @ % of them for ~.",
           [](const Fit& fit) { return is_work(fit, fit.number(3), fit.words(4)) && is_about(exact(1), gpt3s(fit)); }},
          {"That is ~ {at 10⁹ multiply-adds a second|on one of the largest computers|on this device}: @ times the "
           "age "
           "of "
           "the universe.",
           [](const Fit& fit) { return fit.words(1) == fit.cell(taken(fit), kTime) && is_age(fit, fit.number(2)); }},
          {"That is ~ {at 10⁹ multiply-adds a second|on one of the largest computers|on this device}: ~.",
           [](const Fit& fit) {
             return fit.words(1) == fit.cell(taken(fit), kTime) &&
                    (fit.words(2) != "less than a blink" || seconds(fit.words(1)) < 0.5) &&
                    (fit.words(2) != "longer than a day" || seconds(fit.words(1)) < kYear);
           }},
          {"It needs ~ of memory.", [](const Fit& fit) { return fit.words(1) == fit.cell(taken(fit), kMemory); }},
          {"The {dual|primal} way would take about as many operations.",
           [](const Fit& fit) {
             return is_about(exact(1), ratio(fit)) && fit.text.contains("primal") != is_primal(fit);
           }},
          {"The {dual|primal} way would take @ times as many operations.",
           [](const Fit& fit) {
             return is_about(fit.number(1), ratio(fit)) && fit.number(1).value > 1 &&
                    fit.text.contains("primal") != is_primal(fit);
           }},
          {"The {dual|primal} way is cheaper: @ of the operations.",
           [](const Fit& fit) {
             return is_about(fit.number(1), ratio(fit)) && fit.number(1).value < 1 &&
                    fit.text.contains("primal") != is_primal(fit);
           }},
          {"So few leave W open: it takes @ to have as many equations as unknowns.",
           [](const Fit& fit) {
             const Printed N = number(fit, "Sequences counted with");
             return fit.setting("n") > 1 && below(N, fit.number(1)) &&
                    at_most(fit.number(1), number(fit, "Unknowns for each output"));
           }},
          // G z of one token is cubic in it.
          {"One token has only @ different features of #: W stays open, however many sequences there are.",
           [](const Fit& fit) {
             const double d = number(fit, "Token size").value;
             return fit.setting("n") == 1 && is_about(fit.number(1), exact(d * (d + 1) * (d + 2) / 6)) &&
                    same(fit.number(2), number(fit, "Unknowns for each output"));
           }},
      }};
  rules.due = {{"So few leave W open: ~",
                [](const Told& told) {
                  // A sequence asks at most about each of its tokens.
                  const Printed equations = number(told, "Tokens in all (GPT-3 was trained on 300,000,000,000)");
                  return told.setting("n") > 1 && below(equations, number(told, "Unknowns for each output"));
                }},
               {"One token has only ~", [](const Told& told) { return told.setting("n") == 1; }}};
  return rules;
}

}  // namespace walk
