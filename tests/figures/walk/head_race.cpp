#include <algorithm>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

struct Model {
  std::string_view id;    // of its switch
  std::string_view name;  // in the table
};
constexpr std::array<Model, 8> kModels = {{{"h1", "1 head"},
                                           {"h2", "2 heads"},
                                           {"h4", "4 heads"},
                                           {"h8", "8 heads"},
                                           {"h16", "16 heads"},
                                           {"layers2", "4 heads in 2 layers"},
                                           {"layers4", "4 heads in 4 layers"},
                                           {"full", "Softmax, MLP and layer norm, 4 heads"}}};
constexpr std::string_view kArrived = ": runs that have reached the closed form";
constexpr std::string_view kLevel = "Arrived: errors up to this, a decade above the closed form or right to 14 digits";

// Names of all models that the picture shows, as the table has them.
std::vector<std::string> shown(const Told& told) {
  std::vector<std::string> names;
  for (const auto& [id, name] : kModels)
    if (told.values.is_on(id)) names.emplace_back(name);
  constexpr std::string_view kRate = ": learning rate";
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with("Your own") && row[0].ends_with(kRate) && told.values.is_on("mine"))
      names.push_back(row[0].substr(0, row[0].size() - kRate.size()));
  return names;
}

// A row of a model at the epoch shown.
std::string row_at(const Told& told, std::string_view model, std::string_view ending) {
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with(std::string(model) + ": epoch ") && row[0].ends_with(ending)) return row[1];
  return "";
}
Printed median(const Told& told, std::string_view model) {
  const std::vector<Printed> values = values_in(row_at(told, model, ", median"));
  return values.empty() ? Printed() : values.front();
}
std::vector<Printed> each(const Told& told, std::string_view model) {
  return values_in(row_at(told, model, ", each run"));
}

double arrived(const Told& told) {
  double count = 0;
  for (const std::string& model : shown(told)) {
    const Printed some = told.at(model + std::string(kArrived));
    count += std::isnan(some.value) ? 0 : some.value;
  }
  return count;
}

double runs(const Told& told) { return told.at("Runs").value * static_cast<double>(shown(told).size()); }

// "your own, …" in a sentence is "Your own, …" in the table.
std::string in_table(std::string name) {
  if (!name.empty()) name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return name;
}

bool is_median(const Fit& fit, std::size_t runs_place) {
  return fit.setting("runs") > 1 && fit.number(runs_place).value == fit.at("Runs").value;
}

// Of two errors that are both rounding none is better.
Printed leveled(const Told& told, Printed error) {
  const Printed level = told.at(kLevel);
  return below(error, level) ? level : error;
}

bool is_closest(const Fit& fit) {
  const Printed least = median(fit, in_table(fit.words(1)));
  const auto is_farther = [&](const std::string& model) {
    const Printed one = median(fit, model);
    return std::isnan(one.value) || at_most(least, one);
  };
  return same(fit.number(3), least) && std::ranges::all_of(shown(fit), is_farther);
}

double decades(Printed from, Printed to) { return std::log10(to.value / from.value); }

// Where runs of one model end farthest apart, above what counts as arrived.
bool is_luck(const Fit& fit) {
  const auto apart = [&](const std::string& model) {
    const std::vector<Printed> ends = each(fit, model);
    if (ends.size() < 2) return 0.0;
    const auto [least, most] = std::ranges::minmax_element(ends, {}, &Printed::value);
    return decades(leveled(fit, *least), leveled(fit, *most));
  };
  const std::string model = in_table(fit.words(1));
  const std::vector<Printed> ends = each(fit, model);
  const auto [least, most] = std::ranges::minmax_element(ends, {}, &Printed::value);
  const double widest = apart(model);
  return widest > 0 && same(fit.number(2), *least) && same(fit.number(3), *most) &&
         std::ranges::all_of(shown(fit), [&](const std::string& other) { return apart(other) <= widest + 0.02; });
}

bool is_closed(const Fit& fit) {
  const std::vector<Printed> errors = fit.all("Closed form: each run");
  const Printed said = fit.number(2);
  const auto [least, most] = std::ranges::minmax_element(errors, {}, &Printed::value);
  return fit.number(1).value == fit.setting("N") && at_most(*least, said) && at_most(said, *most);
}

}  // namespace

Rules head_race() {
  return {
      .figure = "head_race",
      .states = {"runs=1&epochs=5", "runs=1&epochs=20&h1=0&h2=0&h4=0&h8=0&h16=0", "epochs=5&at=0", "epochs=10&at=250",
                 "at=400&epochs=150&N=16&T=2&d=2", "own=full&epochs=5&runs=2", "own=linear&own_heads=1&epochs=5",
                 "N=16&T=2&d=2&runs=1&h2=0&h4=0&h8=0&h16=0&epochs=500", "vary=all&runs=2&epochs=20", "runs=1&at=490",
                 "runs=1&h1=0&h2=0&h4=0&h8=0", "rate=0.1&batch=4&runs=2&layers4=1&epochs=50"},
      .rules = {
          {"The closed form needs no luck; of @ run{|s} of descent none comes as low",
           [](const Fit& fit) { return arrived(fit) == 0 && fit.number(1).value == runs(fit); }},
          {"The closed form needs no luck; of @ run{|s} of descent @ come{|s} as low",
           [](const Fit& fit) { return fit.number(2).value == arrived(fit) && fit.number(1).value == runs(fit); }},
          {"Every curve is hidden; the closed form needs none", [](const Fit& fit) { return shown(fit).empty(); }},
          {"The closed form is there before the first epoch; the race begins",
           [](const Fit& fit) { return !row_at(fit, "1 head", "").empty() && fit.has("1 head: epoch 0, median"); }},
          {"Epoch # of #: no run has reached the closed form yet",
           [](const Fit& fit) { return arrived(fit) == 0 && fit.number(2).value == fit.setting("epochs"); }},
          {"Epoch # of #: @ run{ has|s have} reached the closed form",
           [](const Fit& fit) {
             return arrived(fit) == fit.number(3).value && fit.number(2).value == fit.setting("epochs");
           }},
          {"Least squares on the same # sequence{|s} has a test error of @, the median of # runs.",
           [](const Fit& fit) { return is_closed(fit) && is_median(fit, 3) && !fit.chose("vary", "start"); }},
          {"Least squares on the same # sequence{|s} has a test error of #.", is_closed},
          {"Trained by descent, ~ came closest by epoch #: #.",
           [](const Fit& fit) { return fit.setting("runs") == 1 && is_closest(fit); }},
          {"Trained by descent, ~ came closest by epoch #: # in the median.",
           [](const Fit& fit) { return fit.setting("runs") > 1 && is_closest(fit); }},
          {"Luck counts most for ~: the runs end between # and #.", is_luck},
          {"Switch on a model to see descent run against it.", [](const Fit& fit) { return shown(fit).empty(); }},
          {"~ left the finite numbers in # run{|s}, first after epoch @: choose a smaller learning rate.",
           [](const Fit& fit) {
             return same(fit.at(fit.words(1) + ": runs that left the finite numbers"), fit.number(2));
           },
           kRare},
      }};
}

}  // namespace walk
