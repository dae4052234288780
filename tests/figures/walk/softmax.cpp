#include <algorithm>
#include <cctype>
#include <cmath>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

// The largest relative error of a head; no number where nothing was found.
Printed largest(const Told& told, const std::string& by) {
  Printed most;
  for (const std::string_view letter : {"Θ", "W"}) {
    for (const Printed error : told.all(by + ": relative error of " + std::string(letter) + ", head by head"))
      if (!(error.value <= most.value)) most = error;
  }
  return most;
}
bool is_found(const Told& told, const std::string& by) { return !std::isnan(largest(told, by).value); }
bool is_right(const Told& told, const std::string& by) {
  return is_found(told, by) && at_most(largest(told, by), exact(0.01));
}
bool is_noise(const Told& told, Printed said) { return said.value > 0 && same(said, told.at("Noise")); }
bool is_by(const Fit& fit, std::size_t place, const std::string& by) {
  return same(fit.number(place), largest(fit, by));
}
bool is_decided(const Told& told) { return told.cell("The examples decide every head") == "yes"; }
bool is_without_noise(const Told& told) { return told.at("Noise").value == 0; }

bool is_hidden(const Told& told) { return told.cell("Without noise they do") == "yes"; }  // by noise

// What is wrong of a layer is wrong in the two heads that a sentence names alone.
bool is_near(const Fit& fit) {
  if (fit.chose("road", "examples")) return !is_decided(fit) && !is_hidden(fit);
  const std::string by = is_found(fit, "Polish") ? "Polish" : "Questions";
  for (const std::string_view letter : {"Θ", "W"}) {
    const std::vector<Printed> errors = fit.all(by + ": relative error of " + std::string(letter) + ", head by head");
    for (std::size_t head = 0; head < errors.size(); ++head) {
      const double number = static_cast<double>(head) + 1;
      if (number != fit.number(1).value && number != fit.number(2).value && errors[head].value > 0.0101) return false;
    }
  }
  return is_found(fit, by) && !is_right(fit, by);
}

bool is_number_of_heads(const Fit& fit, std::size_t place) {
  return fit.number(place).value == fit.at("Heads m").value;
}

bool ended_well(const std::string& start) { return start.contains(", arrived"); }
// Those that have arrived are those whose residual is as low as the table says.
bool has_arrived(const Told& told, const std::string& start) {
  return at_most(first_in(start.substr(start.find("residual "))), told.at("Of a start that has arrived, at most"));
}
double starts(const Told& told) { return static_cast<double>(told.cells("Start ").size()); }
double arrived(const Told& told) {
  const std::vector<std::string> all = told.cells("Start ");
  return static_cast<double>(std::ranges::count_if(all, ended_well));
}
bool was_cut(const Told& told) {
  return std::ranges::any_of(told.cells("Start "),
                             [](const std::string& start) { return start.contains("cut short"); });
}
// Numbers of a head in the reader's edit of Θ or W.
std::vector<double> edit(const Told& told, std::string_view id, double head) {
  const auto size = static_cast<std::ptrdiff_t>(told.setting("d") * told.setting("d"));
  const auto list = told.values.list(id);
  const auto from = static_cast<std::ptrdiff_t>(head - 1) * size;
  // One of another size is not shown.
  if (std::ssize(list) != size * static_cast<std::ptrdiff_t>(told.setting("m"))) return {};
  return {list.begin() + from, list.begin() + from + size};
}
// Heads of one W whose Θ differ in one row alone, or in two, in their sum and in their difference; which rows.
std::vector<double> traded_rows(const Told& told, double one, double other) {
  const std::vector<double> a = edit(told, "theta", one), b = edit(told, "theta", other);
  if (a.empty() || b.empty() || edit(told, "w", one) != edit(told, "w", other)) return {};
  const auto d = static_cast<std::size_t>(told.setting("d"));
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k] != b[k] && (rows.empty() || rows.back() != k / d)) rows.push_back(k / d);
  if (rows.size() == 1) return {static_cast<double>(rows[0]) + 1};
  if (rows.size() != 2) return {};
  const auto differs = [&](double sign) {
    for (std::size_t j = 0; j < d; ++j) {
      const auto of = [&](const std::vector<double>& list) {
        return list[rows[0] * d + j] + sign * list[rows[1] * d + j];
      };
      if (of(a) != of(b)) return true;
    }
    return false;
  };
  if (!differs(1) || !differs(-1)) return {};
  return {static_cast<double>(rows[0]) + 1, static_cast<double>(rows[1]) + 1};
}
bool can_trade(const Told& told, double one, double other) { return !traded_rows(told, one, other).empty(); }
// Heads whose W add up to 0 and whose Θ differ in two rows alone, by the opposite where `equal`, else by the same.
bool cancel(const Told& told, const std::vector<double>& heads, double row, double other_row, bool equal) {
  const auto d = static_cast<std::size_t>(told.setting("d"));
  const auto a = static_cast<std::size_t>(row) - 1, b = static_cast<std::size_t>(other_row) - 1;
  std::vector<double> sum(d * d), first;
  for (const double head : heads) {
    const std::vector<double> theta = edit(told, "theta", head), w = edit(told, "w", head);
    if (theta.empty() || w.empty()) return false;
    if (first.empty()) first = theta;
    for (std::size_t k = 0; k < d * d; ++k) {
      sum[k] += w[k];
      const double apart = theta[k] - first[k];
      const double other =
          k / d == a || k / d == b ? theta[(a + b - k / d) * d + k % d] - first[(a + b - k / d) * d + k % d] : 0;
      if (std::abs(apart + (equal ? other : -other)) > 1e-9) return false;
    }
  }
  return heads.size() > 1 && std::ranges::all_of(sum, [](double entry) { return std::abs(entry) < 1e-9; });
}
bool some_trade(const Told& told) {
  for (int one = 1; one <= told.setting("m"); ++one)
    for (int other = 1; other < one; ++other)
      if (can_trade(told, other, one)) return true;
  return false;
}
bool is_another(const Told& told) {
  return is_found(told, "Questions") && !is_right(told, "Questions") && told.at("Noise").value == 0 &&
         at_most(told.at("Error of the layer found on those, root mean square"), exact(1e-11));
}

// Whether no start has less residual than one with this error.
bool is_best(const Told& told, Printed error) {
  Printed least, of_error;
  for (const std::string& start : told.cells("Start ")) {
    const std::size_t at = start.find("residual ");
    if (at == std::string::npos || !start.contains(", error ")) continue;
    const Printed residual = first_in(start.substr(at));
    if (!(residual.value >= least.value)) least = residual;
    const bool is_it = same(first_in(start.substr(start.find(", error "))), error);
    if (is_it && !(residual.value >= of_error.value)) of_error = residual;
  }
  return same(least, of_error);
}

// With as low a residual as a start that begins at the hidden layer.

bool is_arrival(const Fit& fit, double count, double all) {
  const std::vector<std::string> all_starts = fit.cells("Start ");
  return arrived(fit) == count && starts(fit) == all && std::ranges::all_of(all_starts, [&](const std::string& start) {
           return ended_well(start) ? has_arrived(fit, start) : !start.contains(" stuck") || !has_arrived(fit, start);
         });
}

std::vector<Printed> recovered(const Told& told) { return told.column("", ": layers recovered by questions"); }

bool has_lost(const Told& told) {
  return std::ranges::any_of(recovered(told), [](Printed layers) { return layers.value == 0; });
}
// Whether questions recovered none of the layers with so many heads, but some of all with fewer.
bool is_first_lost(const Told& told, Printed heads) {
  const std::vector<Printed> found = recovered(told);
  const auto lost = std::ranges::find(found, 0.0, &Printed::value);
  return lost != found.end() && static_cast<double>(lost - found.begin() + 1) == heads.value;
}
bool is_hidden(const Told& told, const std::string& heads) {
  return told.cell(heads + (heads == "1" ? " head" : " heads") +
                   ": without noise the first layer that was not is recovered") == "yes";
}

// The rows of the theorem's conditions, in the order of the table.
const std::vector<std::pair<std::string, std::string>> kConditions = {
    {"Condition, heads apart: least distance of two Θ, over the largest Θ", "two heads have one Θ"},
    {"Condition, singular values of each Θ distinct: least gap, over the largest",
     "two singular values of a Θ coincide"},
    {"Condition, singular values of each W distinct: least gap, over the largest",
     "two singular values of a W coincide"},
    {"Condition, Θ linearly independent: least singular value of all Θ, each of length 1",
     "the Θ are linearly dependent"},
    {"Condition, W linearly independent: least singular value of all W, each of length 1",
     "the W are linearly dependent"}};

// What is so of the conditions that are not kept, "; " between.
std::string broken(const Told& told) {
  std::string said;
  for (const auto& [row, words] : kConditions)
    if (told.cell(row) == "not kept: 0") said += (said.empty() ? "" : "; ") + words;
  return said;
}
bool has_right_start(const Told& told) {
  return std::ranges::any_of(told.cells("Start "), [](const std::string& start) {
    const std::size_t at = start.find(", error ");
    return ended_well(start) && at != std::string::npos && at_most(first_in(start.substr(at)), exact(0.01));
  });
}
std::vector<Printed> keep(const Told& told) { return told.column("", ": layers that keep the theorem's conditions"); }

// Nothing else is named that stands in the way.
bool is_layer_to_blame(const Told& told) {
  const std::string& all = told.description.sentence;
  return !all.contains("It is the noise: ") && !all.contains(" take sequences of at least ");
}

std::string shared(const Fit& fit) {
  return fit.cell("Columns of Θ that hidden heads " + fit.words(1) + " and " + fit.words(2) + " share");
}

}  // namespace

Rules softmax() {
  Rules rules = {
      .figure = "softmax",
      .states = {"d=2&m=2&theta=0.5,0.2,0.3,-0.4,1.1,-0.3,-0.3,0.1&w=1,0.5,-0.3,0.7,-1,-0.5,0.3,-0.7&road=examples",
                 "d=2&m=3&theta=0.5,0.2,0.3,-0.4,1.1,-0.3,0.9,-0.9,0,1.2,-0.2,0.6&w=1,0.5,-0.3,0.7,-2,-0.5,1.3,-0.7,"
                 "1,0,-1,0&road=examples",
                 "road=examples&seed=2442&m=1&k=4&d=2&noise=0.1&structure=twins&N=8&inputs=signs",
                 "d=3&m=2&k=4&N=16&road=examples&w=1,0.5,-0.3,0.7,-1.2,0.4,0.2,0.9,1.1,1,0.5,-0.3,0.7,-1.2,0.4,0.2,0.9,"
                 "1.1&theta="
                 "0.5,-0.8,1.1,0.3,0.9,-0.4,-1.2,0.6,0.7,0.5,-0.8,1.1,-1.3,0.2,0.8,0.4,1.5,-0.9",
                 "d=3&m=2&k=6&w=1,0.5,-0.3,0.7,-1.2,0.4,0.2,0.9,1.1,1,0.5,-0.3,0.7,-1.2,0.4,0.2,0.9,1.1&theta="
                 "0.5,-0.8,1.1,0.3,0.9,-0.4,-1.2,0.6,0.7,0.5,-0.8,1.1,-1.3,0.2,0.8,0.4,1.5,-0.9",
                 "d=2&m=2&k=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.7,0.1,-0.9",
                 "d=6&m=4&k=3&polish=1&seed=1501",
                 "seed=1501&road=heads&d=2&k=3&noise=0.003",
                 "seed=150&road=heads&d=2&k=8&noise=0.1&structure=twins",
                 "seed=156&road=questions&d=2&m=3&k=3&N=8&noise=0&structure=twins",
                 "road=heads&k=2&structure=twins",
                 "seed=143&road=examples&m=1&d=2&w=4,0,0,0&theta=4,4,4,4",
                 "noise=1e-12",
                 "noise=1e-6",
                 "noise=0.1",
                 "polish=1",
                 "structure=dependent&d=2&m=2&k=4&seed=2&noise=0.01",
                 "d=3&m=1&k=8&noise=0.1&seed=5",
                 "polish=1&noise=1e-8",
                 "d=2&m=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.8,-0.4&w=1,0.5,-0.3,0.7,1,0.5,-0.3,0.7",
                 "d=2&m=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.8,-0.4&w=1,0.5,-0.3,0.7,1,0.5,-0.3,0.7&road=examples",
                 "d=2&m=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.8,-0.4&w=1,0.5,-0.3,0.7,1,0.5,-0.3,0.7&polish=1&k=12",
                 "d=2&m=2&theta=0.5,0.2,0.3,-0.4,1.1,-0.3,-0.3,0.1&w=1,0.5,-0.3,0.7,-1,-0.5,0.3,-0.7&road=examples",
                 "road=examples&structure=twins&off=0.0003&seed=10&d=2&m=3&inputs=gaussian&N=64",
                 "road=examples&structure=twins&off=0.0003&seed=11&d=2&m=2&N=64",
                 "polish=1&noise=0.01",
                 "road=examples",
                 "road=examples&seed=4",
                 "road=examples&noise=0.01",
                 "road=examples&N=4",
                 "road=examples&m=4&k=2&N=64",
                 "road=examples&d=2&m=4&k=12&N=64&noise=0.1&seed=16",
                 "road=examples&d=2&m=3&k=12&N=64&noise=0.1&seed=13",
                 "road=heads&k=2&d=3&seed=11",
                 "road=heads&k=2&d=3&noise=0.1&seed=11",
                 "d=2&m=1&k=2",
                 "road=heads",
                 "road=heads&k=3",
                 "road=heads&noise=1e-9",
                 "road=heads&noise=0.1",
                 "road=heads&d=6&noise=0.001&seed=25",
                 "road=heads&d=2&noise=0.001&seed=4",
                 "m=3&noise=0.01&structure=rank_one&seed=38",
                 "m=4&k=3&structure=rank_one",
                 "road=examples&structure=twins&m=4&N=4&k=2&d=6",
                 "road=examples&structure=dependent&d=2&m=4&k=12&N=64&noise=0.1&seed=16",
                 "m=1",
                 "m=4&k=3",
                 "m=4&k=3&polish=1",
                 "mix=0",
                 "polish=1&N=4&k=2&m=3",
                 "road=examples&m=4&k=2&N=4&d=6",
                 "d=2&m=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.1,-0.9",
                 "d=2&m=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.1,0.9",
                 "d=2&m=1&w=0,0,1,1",
                 "d=2&m=1&w=0,0,1,1&polish=1&noise=0.001",
                 "road=examples&d=2&m=1&w=0,0,0,0",
                 "d=2&m=1&theta=1,2,3",
                 "d=2&m=2&k=12",
                 // Near what the theorem excludes, and with noise.
                 "structure=rank_one&off=1e-7&m=4&d=6&k=8&seed=12", "structure=twins&off=1e-7&m=2&seed=1",
                 "road=examples&structure=dependent&noise=0.1&seed=1", "structure=dependent&m=2&noise=0.01&seed=1",
                 "structure=twins&off=1e-4&polish=1&noise=0.001&seed=1",
                 "structure=twins&off=0.001", "structure=twins&off=1e-05&road=examples", "structure=twins&off=1e-07", "structure=twins&off=1e-7&road=examples&m=2&d=2&k=8&seed=4&N=64",
                 "structure=twins&off=1e-7&polish=1&m=2&d=2&k=8&seed=4&N=64",
                 "structure=dependent&off=0.01&road=heads", "structure=rank_one&off=1e-06&m=2",
                 "structure=twins&off=0.1&road=heads&k=2", "inputs=sphere", "inputs=sphere&road=examples",
                 "inputs=sphere&polish=1&m=2",
                 "inputs=gaussian",
                 "inputs=gaussian&polish=1&noise=0.001",
                 "inputs=gaussian&road=examples",
                 "structure=diagonal",
                 "structure=blocks&d=4",
                 "structure=rank_one",
                 "structure=dependent",
                 "structure=twins",
                 "structure=twins&polish=1",
                 "structure=rank_one&m=3&k=3&polish=1",
                 "m=1&k=2&d=5&N=4&polish=1&noise=1e-5",
                 "structure=diagonal&m=4&road=examples",
                 "structure=rank_one&road=examples",
                 "structure=twins&road=examples",
                 "seed=181&d=3&m=2&k=2&structure=dependent&polish=1",
                 "seed=182&d=2&m=2&k=2&structure=dependent&polish=1",
                 "seed=183&d=3&m=2&k=2&structure=dependent&polish=1",
                 "seed=5&d=4&m=2&k=2&structure=dependent&road=examples",
                 "d=2&m=2&k=2&theta=1,0.5,-0.3,0.8,0.2,0.3,0.3,0.8&w=1,0.5,0,1,-1,-0.5,0,-1&seed=181&polish=1",
                 "d=2&m=2&k=8&theta=0.3,0,0,0.3,-0.3,0,0,-0.3&w=1,0,0,1,1,0,0,1&seed=181",
                 "d=2&m=2&k=8&theta=0.3,0.7,0.1,0.3,-0.3,0.2,-1,0.3&w=1,2,3,1,1,2,3,1&polish=1",
                 "d=2&m=2&k=8&theta=0.3,0.7,0.1,0.3,-0.3,0.2,-1,0.3&w=1,2,3,1,1,2,3,1&polish=1&inputs=gaussian",
                 "d=2&m=2&k=10&theta=1,0,0,1,-1,0,0,-1&w=1,0,0,1,1,0,0,1&seed=181",
                 "d=2&m=2&k=10&theta=1,0,0,1,-1,0,0,-1&w=1,0,0,1,1,0,0,1&seed=181&polish=1",
                 "d=2&m=2&k=12&theta=1,0,0,1,-1,0,0,-1&w=1,0,0,1,1,0,0,1&seed=181&road=examples",
                 "d=2&m=2&k=3&theta=1,0,0,1,-1,0,0,-1&w=1,0,0,1,1,0,0,1&seed=181&road=examples",
                 "d=3&m=2&k=8&theta=0.3,0,0,0,0.3,0,0,0,0.3,-0.3,0,0,0,-0.3,0,0,0,-0.3&w=1,0,0,0,1,0,0,0,1,1,0,0,0,1,0,"
                 "0,0,1&seed=181",
                 "structure=diagonal&road=heads",
                 "structure=twins&road=heads"},
      .rules = {
          {"Noise #: the algebra finds nothing, random examples a layer that is off by @",
           [](const Fit& fit) {
             return is_noise(fit, fit.number(1)) && !is_found(fit, "Questions") && is_by(fit, 2, "Polish");
           }},
          {"The algebra finds nothing, random examples a layer that is off by @",
           [](const Fit& fit) { return !is_found(fit, "Questions") && is_by(fit, 1, "Polish"); }},
          {"Noise #: the algebra is off by @, the polish by @",
           [](const Fit& fit) {
             return is_noise(fit, fit.number(1)) && is_by(fit, 2, "Questions") && is_by(fit, 3, "Polish");
           }},
          {"Without noise the algebra is off by @, the polish by @",
           [](const Fit& fit) {
             return is_without_noise(fit) && is_by(fit, 1, "Questions") && is_by(fit, 2, "Polish");
           }},
          {"Noise #: the questions do not give the layer away",
           [](const Fit& fit) { return is_noise(fit, fit.number(1)) && !is_found(fit, "Questions"); }},
          {"The questions do not give the layer away", [](const Fit& fit) { return !is_found(fit, "Questions"); }},
          {"Noise #: # head{|s} recovered from # question{|s}, error @",
           [](const Fit& fit) {
             return is_noise(fit, fit.number(1)) && is_number_of_heads(fit, 2) &&
                    same(fit.number(3), fit.at("Sequences asked")) && is_by(fit, 4, "Questions") &&
                    at_most(fit.number(4), exact(0.01));
           }},
          {"Noise #: # head{|s} found roughly from # question{|s}, error @",
           [](const Fit& fit) {
             return is_noise(fit, fit.number(1)) && is_number_of_heads(fit, 2) &&
                    same(fit.number(3), fit.at("Sequences asked")) && is_by(fit, 4, "Questions") &&
                    at_most(exact(0.01), fit.number(4));
           }},
          {"# head{|s} found roughly from # question{|s}, error @",
           [](const Fit& fit) {
             return is_without_noise(fit) && is_number_of_heads(fit, 1) &&
                    same(fit.number(2), fit.at("Sequences asked")) && is_by(fit, 3, "Questions") &&
                    at_most(exact(0.01), fit.number(3)) && !is_another(fit);
           },
           kRare},
          // Recovered without noise is right to what is left of 16 digits.
          {"# head{|s} recovered from # question{|s}, error @",
           [](const Fit& fit) {
             return is_without_noise(fit) && is_number_of_heads(fit, 1) &&
                    same(fit.number(2), fit.at("Sequences asked")) && is_by(fit, 3, "Questions") &&
                    at_most(fit.number(3), exact(1e-3));
           }},
          {"Another layer of # head{|s} answers all # question{|s} alike",
           [](const Fit& fit) {
             return is_another(fit) && is_number_of_heads(fit, 1) && same(fit.number(2), fit.at("Sequences asked"));
           }},
          {"From # sequence{|s}, # of them random ones that check the layer and all others of two distinct tokens at "
           "most, the learner has a layer of # head{|s} that answers them all as the hidden one does, and is another.",
           [](const Fit& fit) {
             return is_another(fit) && is_number_of_heads(fit, 3) && same(fit.number(1), fit.at("Sequences asked")) &&
                    same(fit.number(2), fit.at("Of them random ones, as a check"));
           }},
          {"The questions find another that answers alike.", is_another},
          {"Heads # and # have the same W, and their Θ differ in rows # and # alone: a layer in which they have traded "
           "what they look for when a token asks whose signs # and # are equal answers every sequence of signs as "
           "this one does.",
           [](const Fit& fit) {
             const bool asks = fit.chose("road", "questions") && !is_right(fit, "Questions");
             const bool shows = fit.chose("road", "examples") && fit.chose("inputs", "signs") && !is_decided(fit);
             const std::vector<double> rows = {fit.number(3).value, fit.number(4).value};
             return (asks || shows) && traded_rows(fit, fit.number(1).value, fit.number(2).value) == rows &&
                    fit.number(5).value == rows[0] && fit.number(6).value == rows[1];
           }},
          {"Heads # and # have the same W, and their Θ differ in row # alone: a layer in which they differ by the same in "
           "another row instead, with the same mean, answers every sequence of signs as this one does.",
           [](const Fit& fit) {
             const bool asks = fit.chose("road", "questions") && !is_right(fit, "Questions");
             const bool shows = fit.chose("road", "examples") && fit.chose("inputs", "signs") && !is_decided(fit);
             const std::vector<double> rows = {fit.number(3).value};
             return (asks || shows) && traded_rows(fit, fit.number(1).value, fit.number(2).value) == rows;
           }},
          {"Gaussian tokens tell the two layers apart.", some_trade},
          {"When a token asks whose signs @ and @ {are equal|differ}, heads ~ look for the same, and their W add up to "
           "0: no sequence of signs can tell what they look for then.",
           [](const Fit& fit) {
             std::vector<double> heads;
             for (const char letter : fit.words(3))
               if (std::isdigit(letter) != 0) heads.push_back(letter - '0');
             return !is_decided(fit) && fit.chose("inputs", "signs") &&
                    cancel(fit, heads, fit.number(1).value, fit.number(2).value,
                           fit.text.contains("are equal"));
           }},
          {"Gaussian tokens can.", [](const Fit& fit) { return !is_decided(fit) && fit.chose("inputs", "signs"); }},
          {"Row # of W is the same in heads # and #: while only that sign is flipped both jump alike, and it is by "
           "their "
           "jumps that the learner follows heads from token to token.",
           [](const Fit& fit) {
             const std::vector<double> one = edit(fit, "w", fit.number(2).value);
             const std::vector<double> other = edit(fit, "w", fit.number(3).value);
             const auto d = static_cast<std::ptrdiff_t>(fit.setting("d"));
             const std::ptrdiff_t from = d * static_cast<std::ptrdiff_t>(fit.number(1).value - 1);
             return !is_found(fit, "Questions") && !one.empty() && !other.empty() && !some_trade(fit) &&
                    std::equal(one.begin() + from, one.begin() + from + d, other.begin() + from);
           }},
          {"Asking a layer of # head{|s} about two tokens at a time",
           [](const Fit& fit) { return fit.setting("mix") < 100 && is_number_of_heads(fit, 1); }},
          {"From # sequence{|s}, # of them random ones that check the layer and all others of two distinct tokens at "
           "most, the learner {has every entry of Θ and W of #|finds Θ and W of # head{|s} roughly}[ head{|s}], by "
           "linear algebra and the roots of polynomials, refined by a few steps of Gauss–Newton.",
           [](const Fit& fit) {
             const bool rough = fit.text.contains("roughly");
             return is_number_of_heads(fit, rough ? 4 : 3) && same(fit.number(1), fit.at("Sequences asked")) &&
                    same(fit.number(2), fit.at("Of them random ones, as a check")) &&
                    fit.number(2).value < fit.number(1).value && rough != is_right(fit, "Questions");
           }},
          {"The largest relative error is @.", [](const Fit& fit) { return is_by(fit, 1, "Questions"); }},
          {"Levenberg–Marquardt on # random example{|s}, from @ random start{|s} since there was nothing to polish, "
           "ends "
           "with an error of @.",
           [](const Fit& fit) {
             return !is_found(fit, "Questions") && is_by(fit, 3, "Polish") &&
                    (fit.number(2).value == 1) == fit.text.contains("random start since");
           }},
          {"Levenberg–Marquardt on # random example{|s}, from there, ends with an error of @.",
           [](const Fit& fit) { return is_found(fit, "Questions") && is_by(fit, 2, "Polish"); }},
          {"This draw is a lucky one.",
           [](const Fit& fit) {
             return at_most(largest(fit, "Polish"),
                            fit.at("Least root mean square error of any unbiased method (Cramér and Rao)"));
           }},
          {"In root mean square over draws of the noise no unbiased method can be off by less than #.",
           [](const Fit& fit) {
             return !is_without_noise(fit) &&
                    same(fit.number(1), fit.at("Least root mean square error of any unbiased method (Cramér and Rao)"));
           }},
          {"The Θ of heads # and # are nearly the same, @ of the largest apart: answers show little but the sum of the two "
           "W.",
           [](const Fit& fit) { return is_near(fit) && same(fit.number(3), fit.at(kConditions.front().first)); }},
          {"Heads # and # have the same Θ: no question tells them apart.",
           [](const Fit& fit) {
             return static_cast<double>(values_in(shared(fit)).size()) == fit.setting("d") &&
                    !is_found(fit, "Questions");
           }},
          {"Heads # and # share column # of Θ: while only that sign is flipped they switch at one place, and the "
           "learner asks no other questions that would tell them apart.",
           [](const Fit& fit) {
             const std::vector<Printed> columns = values_in(shared(fit));
             return static_cast<double>(columns.size()) < fit.setting("d") && !columns.empty() &&
                    same(columns.front(), fit.number(3)) && !is_found(fit, "Questions");
           }},
          {"Random examples may.", kAlways},
          {"None of # random starts arrived",
           [](const Fit& fit) {
             return is_arrival(fit, 0, fit.number(1).value) && fit.number(1).value > 1 && !was_cut(fit);
           },
           kRare},
          {"None of # random starts arrived within # steps",
           [](const Fit& fit) {
             const std::vector<Printed> steps = fit.column("Start ");
             return is_arrival(fit, 0, fit.number(1).value) && was_cut(fit) &&
                    std::ranges::all_of(steps, [&](Printed one) { return one.value <= fit.number(2).value; });
           }},
          {"@ of @ random start{|s} answered the examples, which need not decide the layer",
           [](const Fit& fit) {
             return is_arrival(fit, fit.number(1).value, fit.number(2).value) && !is_decided(fit) && !is_hidden(fit);
           }},
          {"@ of @ random start{|s} answered the examples, whose noise leaves the layer open",
           [](const Fit& fit) {
             return is_arrival(fit, fit.number(1).value, fit.number(2).value) && !is_decided(fit) && is_hidden(fit);
           }},
          {"It is the noise: without it the same examples decide the layer.",
           [](const Fit& fit) { return !is_decided(fit) && is_hidden(fit); }},
          {"@ of @ random starts arrived, none got stuck",
           [](const Fit& fit) {
             return is_arrival(fit, fit.number(1).value, fit.number(1).value) && is_decided(fit) &&
                    fit.number(1).value == fit.number(2).value;
           }},
          {"@ of @ random starts arrived within # steps",
           [](const Fit& fit) { return is_arrival(fit, fit.number(1).value, fit.number(2).value) && is_decided(fit); }},
          {"@ of @ random starts arrived, the other got stuck",
           [](const Fit& fit) {
             return is_arrival(fit, fit.number(1).value, fit.number(1).value + 1) && is_decided(fit) && !was_cut(fit) &&
                    fit.number(2).value == starts(fit);
           }},
          {"@ of @ random starts arrived, the others got stuck",
           [](const Fit& fit) {
             return is_arrival(fit, fit.number(1).value, fit.number(2).value) && is_decided(fit) && !was_cut(fit) &&
                    fit.number(1).value + 2 <= starts(fit);
           }},
          {"@ random start{|s} with # example{|s} of #[ Gaussian] tokens[ on a sphere]: @ ended as low as a fit that starts at the "
           "hidden "
           "layer.",
           [](const Fit& fit) {
             return is_arrival(fit, fit.number(4).value, fit.number(1).value) &&
                    fit.number(2).value == fit.setting("N") && fit.number(3).value == fit.setting("k");
           }},
          {"@ random start{|s} with # example{|s} of #[ Gaussian] tokens[ on a sphere]: none ended as low as a fit that starts at "
           "the "
           "hidden layer.",
           [](const Fit& fit) {
             return is_arrival(fit, 0, fit.number(1).value) && fit.number(2).value == fit.setting("N") &&
                    fit.number(3).value == fit.setting("k");
           }},
          {"The questions are of signs; the random sequences that check are of {Gaussian tokens|tokens on a sphere}.",
           [](const Fit& fit) {
             return fit.cell("Random tokens") == (fit.text.contains("sphere") ? "on a sphere" : "Gaussian") &&
                    is_found(fit, "Questions");
           }},
          {"The layer of the best start is off by @.", [](const Fit& fit) { return is_best(fit, fit.number(1)); }},
          {"A fit that starts at the hidden layer ends off it by @: that is the noise.",
           [](const Fit& fit) {
             return is_decided(fit) && fit.setting("noise") > 0 && fit.number(1).value > 0.09 &&
                    is_by(fit, 1, "Fit that starts at the hidden layer");
           }},
          {"These examples may leave something of the layer open[; {more|longer ones|more, or longer ones,} may decide "
           "it].",
           [](const Fit& fit) {
             const bool never = fit.chose("inputs", "signs") && some_trade(fit);
             return !is_decided(fit) && !is_hidden(fit) && !broken(fit).contains("two heads have one Θ") && !never;
           }},
          {"No examples can tell the W of heads @ and @ apart, which have the same Θ.",
           [](const Fit& fit) { return !is_decided(fit) && broken(fit).contains("two heads have one Θ"); }},
          {"No examples can tell the Θ of head @, which answers nothing, as its W is 0.",
           [](const Fit& fit) {
             return !is_decided(fit) && static_cast<double>(std::ranges::count(fit.values.list("w"), 0.0)) >=
                                            fit.setting("d") * fit.setting("d");
           }},
          {"Noise hides layers of # head{|s}[ or more] from the questions",
           [](const Fit& fit) {
             // Noise hides those of more heads, too, not their Θ.
             const std::vector<Printed> found = recovered(fit);
             const int first = static_cast<int>(fit.number(1).value), last = static_cast<int>(found.size());
             bool all = last > first;
             for (int heads = first; heads <= last; ++heads)
               all = all && found[static_cast<std::size_t>(heads) - 1].value == 0 &&
                     is_hidden(fit, std::to_string(heads));
             return is_first_lost(fit, fit.number(1)) && is_hidden(fit, fit.words(1)) &&
                    fit.text.contains("or more") == all;
           }},
          {"The questions recover no layer of # head{|s}",
           [](const Fit& fit) { return is_first_lost(fit, fit.number(1)) && !is_hidden(fit, fit.words(1)); }},
          {"It is the noise: without it the questions give a layer of # head{|s} away.",
           [](const Fit& fit) { return is_first_lost(fit, fit.number(1)) && is_hidden(fit, fit.words(1)); }},
          {"Sequences of # tokens are too short for # heads[ or more]",
           [](const Fit& fit) {
             return fit.setting("k") == fit.number(1).value && fit.number(2).value == fit.number(1).value &&
                    fit.text.ends_with("or more") == (fit.number(2).value < 4) && !has_lost(fit) &&
                    fit.cell(fit.words(2) + " heads: questions") == "sequences are too short";
           }},
          // The fewest of all, and the noise where it is to blame.
          {"{Noise #: the|The} questions recover # of 12 layers of # head{|s}",
           [](const Fit& fit) {
             const std::vector<Printed> found = recovered(fit);
             const double least = std::ranges::min(found, {}, &Printed::value).value;
             const bool noisy = fit.text.starts_with("Noise");
             return noisy == is_hidden(fit, fit.words(3)) && (!noisy || is_noise(fit, fit.number(1))) &&
                    fit.number(2).value == least && least > 0 && least < 12 &&
                    found[static_cast<std::size_t>(fit.number(3).value) - 1].value == least;
           }},
          {"It is the noise: without it the questions give one more layer of # head{|s} away at least.",
           [](const Fit& fit) {
             const std::vector<Printed> found = recovered(fit);
             const double here = found[static_cast<std::size_t>(fit.number(1).value) - 1].value;
             return is_hidden(fit, fit.words(1)) && here > 0 && here < 12 && !has_lost(fit);
           }},
          {"Each further head costs more questions: # for 1, # for #",
           [](const Fit& fit) {
             const std::vector<Printed> questions = fit.column("", ": questions for one layer");
             return std::ranges::is_sorted(questions, {}, &Printed::value) &&
                    std::ranges::all_of(recovered(fit), [](Printed layers) { return layers.value == 12; }) &&
                    same(questions.front(), fit.number(1)) && same(questions.back(), fit.number(2)) &&
                    static_cast<double>(questions.size()) == fit.number(3).value;
           }},
          {"Of # random layers with each number of heads, the questions recovered all.",
           [](const Fit& fit) {
             const std::vector<Printed> found = recovered(fit);
             return found.size() == 4 &&
                    std::ranges::all_of(found, [&](Printed layers) { return layers.value == fit.number(1).value; });
           }},
          {"Of # random layers with each number of heads, the questions recovered ~.",
           [](const Fit& fit) {
             const std::vector<Printed> said = values_in(fit.words(2)), found = recovered(fit);
             for (std::size_t k = 0; k < found.size(); ++k)
               if (2 * k >= said.size() || said[2 * k].value != found[k].value) return false;
             return said.size() == 2 * found.size();
           }},
          {"The theorem’s time, (dk)^(m³) up to constants in the exponent, covers every layer that is not "
           "degenerate "
           "and needs only random examples; the questions are chosen.",
           kAlways},
          {"Questions about m heads take sequences of more than m tokens.",
           [](const Fit& fit) { return !fit.cells("", " heads: questions").empty() && !has_lost(fit); }},
          {"Raise k{: that may be enough|; noise may hide the layer even then}.",
           [](const Fit& fit) {
             const bool hedged = !is_without_noise(fit);
             return fit.setting("k") < 5 && !has_lost(fit) && fit.text.contains("noise") == hedged &&
                    !(fit.chose("structure", "twins") && fit.setting("off") == 0);
           }},
          {"# heads take sequences of at least @ tokens.",
           [](const Fit& fit) {
             return is_number_of_heads(fit, 1) && fit.setting("k") < fit.number(2).value &&
                    fit.number(2).value == fit.number(1).value + 1;
           }},
          {"Head @ answers nothing to one sign of a token at least, since a row of its W is 0: to the learner's "
           "questions what it looks for there does not show.",
           [](const Fit& fit) {
             return !is_found(fit, "Questions") &&
                    static_cast<double>(std::ranges::count(fit.values.list("w"), 0.0)) >= fit.setting("d");
           }},
          {"It is the noise: the same questions without noise give the layer away.",
           [](const Fit& fit) { return !is_found(fit, "Questions") && !is_without_noise(fit); }},
          {"Lower the noise.",
           [](const Fit& fit) {
             return (!is_found(fit, "Questions") || fit.chose("road", "heads")) &&
                    (fit.description.sentence.contains("the noise: ") ||
                     fit.description.sentence.contains("that is the noise."));
           }},
          {"# examples give @ equations for the @ entries of Θ and W: at least @ like them are needed, or longer ones.",
           [](const Fit& fit) {
             const double tokens = fit.setting("k"), d = fit.setting("d");
             const double equations = fit.number(2).value, entries = fit.number(3).value;
             return fit.number(1).value == fit.setting("N") && entries == 2 * fit.setting("m") * d * d &&
                    equations == fit.number(1).value * tokens * d && equations < entries &&
                    fit.number(4).value == std::ceil(entries / (tokens * d));
           }},
          {"The examples are too few",
           [](const Fit& fit) {
             return fit.setting("N") * fit.setting("k") < 2 * fit.setting("m") * fit.setting("d") && starts(fit) == 0;
           }},
          {"The theorem, as summarised by others, does not cover this layer: ~.",
           [](const Fit& fit) { return !broken(fit).empty() && fit.words(1) == broken(fit); }},
          {"This layer keeps the theorem's conditions, as far as they are known without its constants.",
           [](const Fit& fit) { return broken(fit).empty(); }},
          {"Of their numbers the least is #.",
           [](const Fit& fit) {
             const auto is_more = [&](const auto& condition) {
               const std::string told = fit.cell(condition.first);
               return told.contains("one head") || at_most(fit.number(1), first_in(told));
             };
             return broken(fit).empty() && fit.setting("off") > 0 && std::ranges::all_of(kConditions, is_more);
           }},
          {"The questions find it only roughly.",
           [](const Fit& fit) {
             return is_found(fit, "Questions") && !is_right(fit, "Questions") && !is_another(fit) &&
                    !(is_right(fit, "Polish") && is_decided(fit)) && is_without_noise(fit);
           },
           kRare},
          {"The questions find it roughly, random examples recover it.",
           [](const Fit& fit) {
             return is_found(fit, "Questions") && !is_right(fit, "Questions") && is_right(fit, "Polish") &&
                    is_decided(fit);
           },
           kRare},
          {"The questions recover it all the same.", [](const Fit& fit) { return is_right(fit, "Questions"); }},
          {"The questions do not recover it, random examples do.",
           [](const Fit& fit) { return !is_found(fit, "Questions") && is_right(fit, "Polish") && is_decided(fit); }},
          // “Either” blames the layer.
          {"The questions do not recover it either.",
           [](const Fit& fit) {
             return !is_found(fit, "Questions") && !is_right(fit, "Polish") && is_layer_to_blame(fit) &&
                    is_without_noise(fit);
           }},
          {"Random examples recover it all the same.", has_right_start},
          {"These examples do not recover it either.",
           [](const Fit& fit) {
             return !has_right_start(fit) && starts(fit) > 0 && is_layer_to_blame(fit) && is_without_noise(fit);
           }},
          {"Of these layers the theorem, as summarised by others, covers ~.",
           [](const Fit& fit) {
             const std::vector<Printed> said = values_in(fit.words(1)), kept = keep(fit);
             if (said.size() != 2 * kept.size()) return false;
             bool some_break = false;
             for (std::size_t k = 0; k < kept.size(); ++k) {
               if (2 * k >= said.size() || said[2 * k].value != kept[k].value) return false;
               some_break = some_break || kept[k].value < 12;
             }
             return some_break;
           }},
          {"The edited layer was of another size; a random one stands in for it.",
           [](const Fit& fit) {
             const double size = fit.setting("m") * fit.setting("d") * fit.setting("d");
             const auto is_other = [&](std::string_view id) {
               const auto entries = static_cast<double>(fit.values.list(id).size());
               return entries > 0 && entries != size;
             };
             return is_other("theta") || is_other("w");
           }},
      }};
  rules.due = {
      {"{These examples may leave something of the layer open~|No examples can tell ~|The Θ of heads ~|It is the "
       "noise: ~|Heads # and # "
       "have the same W~|When a token asks ~}",
       [](const Told& told) {
         const bool polished = is_found(told, "Polish") && !is_found(told, "Questions") && is_without_noise(told);
         return told.cell("The examples decide every head") == "not shown" &&
                (told.chose("road", "examples") || polished);
       }},
      {"None of # random starts arrived[ within # steps]",
       [](const Told& told) { return starts(told) > 1 && arrived(told) == 0 && told.chose("road", "examples"); }},
      {"{Noise #: the|The} questions do not give the layer away", [](const Told& told) {
         return told.is_over() && told.chose("road", "questions") && !is_found(told, "Questions") &&
                !is_found(told, "Polish") && told.setting("k") > told.setting("m");
       }}};
  return rules;
}

}  // namespace walk
