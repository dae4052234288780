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
                                           {"full", "4 heads of softmax with MLP and layer norm"}}};
constexpr std::string_view kArrived = ": runs that have settled at the closed form";

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

// How many runs are lower than the closed form of the same run, by such a factor, where that is more than next to
// nothing.
double lower(const Told& told, double factor) {
  const std::vector<Printed> closed = told.all("Closed form: each run"),
                             zero = told.all("Error of answering 0: each run");
  double count = 0;
  for (const std::string& model : shown(told)) {
    const std::vector<Printed> errors = each(told, model);
    for (std::size_t run = 0; run < std::min({errors.size(), closed.size(), zero.size()}); ++run)
      count += closed[run].value > 1e-6 * zero[run].value && factor * errors[run].value < closed[run].value;
  }
  return count;
}

// "your own (…)" in a sentence is "Your own (…)" in the table.
std::string in_table(std::string name) {
  if (!name.empty()) name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return name;
}

// Of an odd number of runs there is a middle one; of an even number it is said how the middle two are read.
bool says_middle(const Fit& fit) {
  const bool even = std::fmod(fit.setting("runs"), 2) == 0;
  if (fit.text.contains("the two runs") != (fit.setting("runs") == 2)) return false;
  return fit.text.contains("median") == (!even && fit.setting("runs") > 1) && fit.text.contains("half way") == even;
}

bool is_median(const Fit& fit, std::size_t runs_place) {
  return says_middle(fit) && fit.setting("runs") > 1 && fit.number(runs_place).value == fit.at("Runs").value;
}

bool is_closest(const Fit& fit, std::size_t error, std::size_t epoch) {
  if (fit.number(epoch).value == 0 || !says_middle(fit)) return false;
  const Printed least = median(fit, in_table(fit.words(1)));
  const auto is_farther = [&](const std::string& model) {
    const Printed one = median(fit, model);
    return std::isnan(one.value) || at_most(least, one);
  };
  return same(fit.number(error), least) && std::ranges::all_of(shown(fit), is_farther);
}

// The models that a sentence names, by their names in the table; the longest first, as one may be in another.
std::vector<std::string> named(const Fit& fit, std::string words) {
  std::vector<std::string> names = shown(fit), found;
  std::ranges::sort(names, std::ranges::greater(), &std::string::size);
  for (const std::string& name : names) {
    std::size_t at = words.find(name);
    if (at == std::string::npos) at = words.find(static_cast<char>(std::tolower(name.front())) + name.substr(1));
    if (at == std::string::npos) continue;
    words.erase(at, name.size());
    found.push_back(name);
  }
  return found;
}

// No other has an error that is printed alike.
bool is_alone(const Fit& fit) {
  const std::string first = in_table(fit.words(1));
  return std::ranges::none_of(shown(fit), [&](const std::string& model) {
    return model != first && row_at(fit, model, ", median") == row_at(fit, first, ", median");
  });
}

// Each of those named is within a tenth of the least; whoever is printed like the least is named, or lies no higher
// than one that is.
bool share_lead(const Fit& fit) {
  const std::vector<std::string> names = named(fit, fit.words(1));
  Printed least, most;
  for (const std::string& name : names) {
    const Printed one = median(fit, name);
    if (std::isnan(least.value) || one.value < least.value) least = one;
    if (std::isnan(most.value) || one.value > most.value) most = one;
  }
  const auto is_right = [&](const std::string& model) {
    const Printed one = median(fit, model);
    if (std::isnan(one.value)) return true;
    return std::ranges::find(names, model) != names.end() ? at_most(one, times(least, 1.11))
                                                          : at_most(most, one) && !(one.value == least.value);
  };
  const std::size_t last = fit.text.contains(" to ") ? 4 : 3;
  return fit.number(2).value > 0 && says_middle(fit) && names.size() > 1 && same(fit.number(3), least) &&
         same(fit.number(last), most) && std::ranges::all_of(shown(fit), is_right);
}

constexpr std::string_view kAlike = "Errors up to this are alike: a thousandth of answering 0";

// How many times as large as the least error of a model the largest is, above what is alike.
double apart(const Told& told, const std::string& model) {
  const std::vector<Printed> ends = each(told, model);
  if (ends.size() < 2) return 1;
  const auto [least, most] = std::ranges::minmax_element(ends, {}, &Printed::value);
  const double alike = told.at(kAlike).value;
  return std::max(most->value, alike) / std::max(least->value, alike);
}
double most_apart(const Told& told) {
  double most = 1;
  for (const std::string& model : shown(told)) most = std::max(most, apart(told, model));
  return most;
}

bool is_luck(const Fit& fit, const std::string& model, std::size_t place) {
  const std::vector<Printed> ends = each(fit, model);
  const auto [least, most] = std::ranges::minmax_element(ends, {}, &Printed::value);
  const double widest = apart(fit, model);
  return widest > 1.005 && same(fit.number(place), *least) && same(fit.number(place + 1), *most) &&
         most_apart(fit) < 1.01 * widest && fit.is_over();
}

bool are_alike(const Fit& fit) {
  if (!same(fit.number(1), fit.at(kAlike))) return false;
  for (const std::string& model : shown(fit))
    for (const Printed error : each(fit, model))
      if (!at_most(error, fit.at(kAlike))) return false;
  return true;
}

// The middle one; between two, halfway in decades.
double median_of(std::vector<Printed> errors) {
  std::ranges::sort(errors, {}, &Printed::value);
  return std::sqrt(errors[(errors.size() - 1) / 2].value * errors[errors.size() / 2].value);
}
double zero_ratio(const Told& told) {
  return median_of(told.all("Error of answering 0: each run")) / median_of(told.all("Closed form: each run"));
}
std::vector<double> zero_ratios(const Told& told) {
  const std::vector<Printed> zero = told.all("Error of answering 0: each run"),
                             closed = told.all("Closed form: each run");
  std::vector<double> ratios;
  for (std::size_t run = 0; run < zero.size(); ++run)
    ratios.push_back(zero[run].value / closed[std::min(run, closed.size() - 1)].value);
  return ratios;
}
// Runs that are as low as the closed form are below answering 0, and at most half as high again unless next to nothing.
bool is_low(const Told& told) {
  const Printed zero = exact(median_of(told.all("Error of answering 0: each run")));
  const Printed closed = exact(median_of(told.all("Closed form: each run")));
  for (const std::string& model : shown(told)) {
    if (told.at(model + std::string(kArrived)).value != told.at("Runs").value) continue;
    const Printed error = median(told, model);
    const bool is_nothing = at_most(closed, times(zero, 1.01e-6));
    if (!below(error, zero) || !(is_nothing || at_most(error, times(closed, 1.51)))) return false;
  }
  return true;
}
bool is_as_low(const Told& told) { return is_low(told) && lower(told, 1.53) == 0; }

// No model shown comes under this share of answering 0.
bool is_idle(const Told& told, double share) {
  const double zero = share * median_of(told.all("Error of answering 0: each run"));
  return std::ranges::all_of(shown(told), [&](const std::string& model) { return median(told, model).value >= zero; });
}

// Of a model's errors on one kind of questions the median share of answering 0; none where no such errors are told.
double share_of(const Told& told, const std::string& model, std::string_view errors, std::string_view zero) {
  const std::vector<Printed> ends = values_in(row_at(told, model, errors)), zeros = told.all(zero);
  std::vector<Printed> shares;
  for (std::size_t run = 0; run < std::min(ends.size(), zeros.size()); ++run)
    shares.push_back(exact(ends[run].value / zeros[run].value));
  return shares.empty() ? std::nan("") : median_of(shares);
}
// But for the digits that numbers in the table do not have; whole numbers are printed like exact ones.
bool is_near(const Printed& printed, double value, double share = 0.01) {
  return std::abs(printed.value - value) <= share * value;
}
bool is_certified(const Told& told) {
  const std::vector<Printed> least = told.all("λ_min of the data: each run");
  return std::ranges::none_of(least, [](const Printed& one) { return one.value == 0; });
}
struct Reach {
  Reach(const Told& told, const std::string& model)
      : certified(is_certified(told)),
        here(share_of(told, model, ", each run", "Error of answering 0: each run")),
        elsewhere(share_of(told, model, ", on Gaussian questions, each run",
                           "Error of answering 0 on Gaussian questions: each run")) {}
  double apart() const { return elsewhere / std::max(here, 1e-6); }
  // `loose` is on the side of saying so.
  bool has_learned(double loose) const { return here < 1e-3 * loose; }
  bool is_apart(double loose) const { return elsewhere * loose > 1e-4 && apart() * loose > 30; }
  // Right on questions like the data and not on others; from certified data not on the way to the rule.
  bool is_local(double loose) const {
    return has_learned(loose) && is_apart(loose) && !(certified && elsewhere * loose < 1e-3);
  }
  bool certified;
  double here, elsewhere;
};
// Of the models that learned the data better than the rule the one furthest apart, else of those that learned the data,
// else the one nearest to that.
bool is_widest(const Fit& fit) {
  constexpr double kTwoDigits = 0.06;
  const Reach named(fit, in_table(fit.words(2)));
  if (!is_near(fit.number(3), named.here, kTwoDigits) || !is_near(fit.number(4), named.elsewhere, kTwoDigits))
    return false;
  std::vector<Reach> all;
  for (const std::string& model : shown(fit)) all.emplace_back(fit, model);
  for (const auto has : {&Reach::is_local, &Reach::has_learned}) {
    const auto is_wider = [&](const Reach& one) { return (one.*has)(0.95) && one.apart() > 1.02 * named.apart(); };
    if ((named.*has)(1.05)) return std::ranges::none_of(all, is_wider);
    if (std::ranges::any_of(all, [&](const Reach& one) { return (one.*has)(0.95); })) return false;
  }
  return std::ranges::none_of(all, [&](const Reach& one) { return 1.02 * one.here < named.here; });
}

bool is_closed(const Fit& fit) {
  const std::vector<Printed> errors = fit.all("Closed form: each run");
  const Printed said = fit.number(2);
  const auto [least, most] = std::ranges::minmax_element(errors, {}, &Printed::value);
  return fit.number(1).value == fit.setting("N") && at_most(*least, said) && at_most(said, *most);
}

}  // namespace

Rules head_race() {
  Rules rules = {
      .figure = "head_race",
      .states = {"T=5&d=3&N=32&epochs=10&batch=4&runs=2&rate=0.003&vary=all&seed=32&at=500",
                 "seed=170&runs=2&N=60&task=memory&m=2&share=0.1&vary=all&epochs=5&batch=64",
                 "seed=1824&d=4&T=2&N=16&epochs=100&batch=8&rate=0.1&runs=1&vary=all&layers4=1&full=1",
                 "runs=1&epochs=5", "d=4&T=2&N=16&epochs=500&runs=1&rate=0.03&at=500&seed=677&h4=0&h8=0&h16=0",
                 "seed=668&d=2&T=2&N=32&epochs=10&batch=4&rate=0.03&runs=4&vary=all&at=60&h1=1&full=1&own=linear&"
                 "own_heads=2&own_layers=2&own_rate=0.003",
                 // Two models that nobody can tell apart.
                 "seed=360&d=2&T=20&N=32&epochs=20&rate=0.1&runs=6&vary=all&at=100&h1=0&layers2=0",
                 "seed=334&d=2&T=5&N=64&epochs=5&rate=0.003&runs=2&at=250&h1=1",
                 "runs=1&epochs=20&h1=0&h2=0&h4=0&h8=0&h16=0", "epochs=5&at=0", "epochs=10&at=250",
                 "at=400&epochs=150&N=16&T=2&d=2", "own=full&epochs=5&runs=2", "own=linear&own_heads=1&epochs=5",
                 "N=16&T=2&d=2&runs=1&h2=0&h4=0&h8=0&h16=0&epochs=500", "vary=all&runs=2&epochs=20",
                 "N=16&T=2&d=4&runs=2&epochs=20", "N=16&T=2&d=4&runs=1&epochs=5&seed=18",
                 "N=16&T=2&d=4&runs=4&epochs=5&vary=all", "N=16&epochs=5&runs=1&seed=21",
                 "N=16&T=2&d=4&epochs=500&runs=1&seed=22", "N=16&T=2&d=4&epochs=100&runs=1&seed=39",
                 "runs=1&epochs=5&h2=0&h4=0&h8=0&h16=0",
                 "N=16&T=2&d=4&runs=4&epochs=10&vary=all&batch=4&rate=0.1&seed=33", "runs=1&at=490",
                 "N=16&T=100&d=2&epochs=500&runs=1&rate=0.1&batch=4",
                 "N=16&T=100&d=2&epochs=500&runs=2&rate=0.1&batch=4&h2=0&h4=0&h8=0&h16=0", "runs=1&h1=0&h2=0&h4=0&h8=0",
                 "h2=0&h4=0&h8=0&h16=0&runs=2&epochs=20", "h2=0&h4=0&h8=0&h16=0&runs=2&epochs=20&vary=all",
                 "h1=0&h2=0&h4=0&h8=0&h16=0&own=linear&own_heads=4&own_layers=4&own_rate=0.1&runs=1&N=16&T=2&epochs=20&"
                 "seed=63",
                 "task=memory&N=512&runs=1", "task=memory&N=256&runs=2&vary=all&epochs=50",
                 "task=memory&N=512&share=0.05&runs=2", "task=memory&N=256&share=0.1&runs=2&vary=all&epochs=100",
                 "task=memory&N=128&share=0.02&runs=6&vary=all&epochs=20&at=300",
                 "task=memory&m=3&N=64&runs=1&epochs=20",
                 "task=memory&seed=2077&share=0.01&N=256&epochs=20&batch=4&rate=0.0003&vary=all",
                 // Certified, and on the way to the rule.
                 "task=memory&share=0.02&N=512&epochs=100&batch=8&rate=0.03&runs=2&seed=33&at=500&h4=0",
                 // The leader is a little better than answering 0.
                 "h16=0&full=1&task=memory&share=0.2&N=16&epochs=20&batch=4&rate=0.003&runs=12&vary=start&seed=3543&"
                 "at=250",
                 // Beside a model that learned nothing.
                 "task=memory&rate=0.03&N=64&epochs=100&layers2=1&runs=2",
                 "task=memory&share=0.05&N=256&rate=0.1&layers2=1&epochs=100&runs=2",
                 // The rule learned elsewhere by some models, and by others not.
                 "task=memory&seed=3894&m=2&share=0.1&N=128&epochs=200&batch=8&rate=0.03&runs=1&at=500",
                 "task=memory&seed=2118&share=0.005&N=256&epochs=300&batch=4&rate=0.1&runs=1",
                 "runs=1&N=16&T=20&epochs=5&seed=74", "rate=0.1&batch=4&runs=2&layers4=1&epochs=50",
                 "task=memory&m=2&share=0.1&N=16&epochs=5&batch=16&rate=0.0003&runs=2&vary=all&seed=4941&h1=1&h2=0&h4=0&"
                 "h8=0&h16=1&at=500",
                 "task=memory&m=4&share=0.02&N=16&epochs=5&rate=0.01&runs=1&seed=4404",
                 "task=memory&share=1&N=16&epochs=50&runs=4&rate=0.1&seed=8241&at=100&h8=0&h16=0",
                 // The closed form is hardly better than answering 0, and one for all runs.
                 "task=memory&share=0.05&m=4&N=32&epochs=20&batch=16&rate=0.003&runs=4&vary=all&seed=44&h1=0&layers2=1",
                 "task=memory&share=0.05&m=4&N=32&epochs=20&runs=4&vary=start&seed=44"},
      .rules = {
          {"The closed form needs no luck, yet @ run{|s} of descent come{|s} lower",
           [](const Fit& fit) {
             return fit.number(1).value >= lower(fit, 1.53) && fit.number(1).value <= lower(fit, 1.47) &&
                    fit.number(1).value > 0;
           }},
          {"The closed form needs no luck; the run of descent {comes|does not come} about as low",
           [](const Fit& fit) {
             return runs(fit) == 1 && arrived(fit) == (fit.text.contains("not") ? 0 : 1) && is_as_low(fit);
           }},
          {"The closed form needs no luck; of @ run{|s} of descent none comes about as low",
           [](const Fit& fit) { return arrived(fit) == 0 && fit.number(1).value == runs(fit) && is_as_low(fit); }},
          {"The closed form needs no luck; of @ run{|s} of descent @ come{|s} about as low",
           [](const Fit& fit) {
             return fit.number(2).value == arrived(fit) && fit.number(1).value == runs(fit) && is_as_low(fit) &&
                    arrived(fit) < runs(fit);
           }},
          {"The closed form needs no luck; all @ runs of descent come about as low",
           [](const Fit& fit) {
             return fit.number(1).value == runs(fit) && arrived(fit) == runs(fit) && runs(fit) > 2 && is_as_low(fit);
           }},
          {"The closed form needs no luck; both runs of descent come about as low",
           [](const Fit& fit) { return arrived(fit) == 2 && runs(fit) == 2 && is_as_low(fit); }, kRare},
          {"~ learned the data better than the rule",
           [](const Fit& fit) {
             const std::vector<std::string> names = named(fit, fit.words(1));
             const auto is_told = [&](const std::string& model) {
               const bool is_named = std::ranges::find(names, model) != names.end();
               return Reach(fit, model).is_local(is_named ? 1.05 : 0.95) == is_named;
             };
             return fit.is_over() && !names.empty() && std::ranges::all_of(shown(fit), is_told);
           }},
          {"What descent learned from certified data holds for other questions too",
           [](const Fit& fit) {
             const auto is_learned = [&](const std::string& model) { return Reach(fit, model).has_learned(1.05); };
             const auto is_missed = [&](const std::string& model) {
               const Reach reach(fit, model);
               return reach.has_learned(0.95) && (reach.elsewhere > 1.05e-3 || reach.is_apart(0.95));
             };
             return fit.is_over() && is_certified(fit) && std::ranges::any_of(shown(fit), is_learned) &&
                    std::ranges::none_of(shown(fit), is_missed);
           }},
          {"The data pass the certificate: λ_min = @.",
           [](const Fit& fit) { return is_certified(fit) && fit.number(1).value > 0; }},
          {"The data of every run pass the certificate: λ_min is @ or more.",
           [](const Fit& fit) {
             const std::vector<Printed> least = fit.all("λ_min of the data: each run");
             return is_certified(fit) && least.size() > 1 &&
                    std::ranges::all_of(least, [&](const Printed& one) { return at_most(fit.number(1), one); });
           }},
          {"The data {do not|of no run} pass the certificate: they see # of # directions{, so λ_min = 0| at most}.",
           [](const Fit& fit) {
             const auto most = fit.all("Directions that the data see: each run");
             const std::vector<Printed> least = fit.all("λ_min of the data: each run");
             return !most.empty() && fit.number(2).value == fit.at("Directions to see").value &&
                    fit.number(1).value == std::ranges::max(most, {}, &Printed::value).value &&
                    fit.number(1).value < fit.number(2).value &&
                    std::ranges::all_of(least, [](const Printed& one) { return one.value == 0; });
           }},
          {"In # of # runs the data pass the certificate; in the other[s] they leave W open.",
           [](const Fit& fit) {
             const std::vector<Printed> least = fit.all("λ_min of the data: each run");
             return fit.number(1).value == static_cast<double>(std::ranges::count_if(
                                               least, [](const Printed& one) { return one.value > 0; })) &&
                    fit.number(2).value == fit.setting("runs") && fit.number(1).value > 0 && !is_certified(fit) &&
                    fit.text.contains("others") == (fit.number(2).value - fit.number(1).value > 1);
           }},
          {"On Gaussian questions its error is @[, {the median of # runs|in powers of ten half way between the {two "
           "runs|middle two of # runs}}].",
           [](const Fit& fit) {
             return is_near(fit.number(1), median_of(fit.all("Closed form on Gaussian questions: each run")));
           }},
          {"At epoch # the [median ]error of ~, over that of answering 0, is # on questions like the data, # on "
           "Gaussian ones.",
           is_widest},
          {"They leave W open, and it takes the smallest.",
           [](const Fit& fit) {
             return fit.cell("Closed form").contains("open") && fit.chose("task", "memory") &&
                    std::ranges::all_of(fit.all("λ_min of the data: each run"),
                                        [](const Printed& one) { return one.value == 0; });
           }},
          {"Answering 0 has only @ times the error of the closed form, so “about as low” is here up to @ times.",
           [](const Fit& fit) {
             const double ratio = zero_ratio(fit);
             return fit.is_over() && is_near(fit.number(1), ratio) && ratio < std::pow(1.52, 4) &&
                    is_near(fit.number(2), std::sqrt(std::sqrt(ratio)));
           }},
          {"In @ of @ runs answering 0 is not much worse than the closed form; there less than usual counts as about as "
           "low.",
           [](const Fit& fit) {
             const std::vector<double> ratios = zero_ratios(fit);
             const double few = std::pow(1.48, 4), many = std::pow(1.52, 4);
             const auto below = [&](double most) {
               return static_cast<double>(std::ranges::count_if(ratios, [=](double one) { return one < most; }));
             };
             return fit.is_over() && !fit.chose("vary", "start") && below(few) <= fit.number(1).value &&
                    fit.number(1).value <= below(many) && fit.number(2).value == fit.at("Runs").value;
           }},
          {"Answering 0 does better here than the closed form",
           [](const Fit& fit) { return zero_ratio(fit) < 1.01 && (!fit.is_over() || lower(fit, 1.53) == 0); }},
          {"Every curve is hidden; the closed form needs none", [](const Fit& fit) { return shown(fit).empty(); }},
          {"The closed form is there before the first epoch; the race begins",
           [](const Fit& fit) { return !row_at(fit, "1 head", "").empty() && fit.has("1 head: epoch 0, median"); }},
          {"No run of descent has settled at the closed form yet",
           [](const Fit& fit) { return arrived(fit) == 0 && !shown(fit).empty(); }},
          {"@ run{ has|s have} settled at the closed form",
           [](const Fit& fit) { return arrived(fit) == fit.number(1).value && is_low(fit); }},
          {"Least squares on the same # sequence{|s} has a test error of @, {the median|in powers of ten half way "
           "between the "
           "middle two} of # runs.",
           [](const Fit& fit) { return is_closed(fit) && is_median(fit, 3) && !fit.chose("vary", "start"); }},
          {"Least squares on the same # sequence{|s} has a test error of @, in powers of ten half way between the two "
           "runs.",
           [](const Fit& fit) { return is_closed(fit) && fit.setting("runs") == 2 && !fit.chose("vary", "start"); }},
          {"Least squares on the same # sequence{|s} has a test error of #.", is_closed},
          {"Of the models shown, ~ lay lowest at epoch #: #[ in the median|, in powers of ten half way between the "
           "{middle two|two} runs].",
           [](const Fit& fit) { return is_closest(fit, 3, 2) && shown(fit).size() > 1 && is_alone(fit); }},
          {"Of the models shown, ~ share the lead at epoch #: #[ in the median|, in powers of ten half way between the "
           "{middle two|two} runs].",
           share_lead},
          {"Of the models shown, ~ share the lead at epoch #: # to #[ in the median|, in powers of ten half way "
           "between "
           "the {middle two|two} runs].",
           share_lead},
          {"The only model shown, ~, came to #[ in the median] by epoch #[, in powers of ten half way between the "
           "{middle two|two} runs].",
           [](const Fit& fit) { return is_closest(fit, 2, 3) && shown(fit).size() == 1; }},
          {"Answering 0 is as good.", [](const Fit& fit) { return is_idle(fit, 0.945) && !is_idle(fit, 1.06); }},
          {"Answering 0 does better: @.",
           [](const Fit& fit) {
             return is_idle(fit, 1.04) && is_near(fit.number(1), median_of(fit.all("Error of answering 0: each run")));
           }},
          {"Luck counts most for ~: the runs end between # and #.",
           [](const Fit& fit) {
             return is_luck(fit, in_table(fit.words(1)), 2) && shown(fit).size() > 1 && fit.chose("vary", "start");
           }},
          {"The runs, each with a task of its own, differ most for ~: they end between # and #.",
           [](const Fit& fit) {
             return is_luck(fit, in_table(fit.words(1)), 2) && shown(fit).size() > 1 && !fit.chose("vary", "start");
           }},
          {"Errors below a thousandth of answering 0 count as equal.",
           [](const Fit& fit) { return fit.is_over() && shown(fit).size() > 1; }},
          {"Luck alone sets the runs apart: they end between # and #.",
           [](const Fit& fit) {
             return shown(fit).size() == 1 && is_luck(fit, shown(fit).front(), 1) && fit.chose("vary", "start");
           }},
          {"The runs, each with a task of its own, end between # and #.",
           [](const Fit& fit) {
             return shown(fit).size() == 1 && is_luck(fit, shown(fit).front(), 1) && !fit.chose("vary", "start");
           }},
          {"All end below #, a thousandth of answering 0.",
           [](const Fit& fit) { return are_alike(fit) && fit.is_over(); }},
          {"So few leave W open, and it takes the smallest.",
           [](const Fit& fit) { return fit.cell("Closed form").contains("open") && fit.chose("task", "random"); }},
          {"Switch on a model to see descent run against it.", [](const Fit& fit) { return shown(fit).empty(); }},
          {"Choose a smaller learning rate.",
           [](const Fit& fit) {
             return std::ranges::any_of(shown(fit), [&](const std::string& model) {
               return fit.has(model + ": runs that left the finite numbers");
             });
           },
           kRare},
          {"~ left the finite numbers in # run{|s}, first after epoch @.",
           [](const Fit& fit) {
             return same(fit.at(fit.words(1) + ": runs that left the finite numbers"), fit.number(2));
           },
           kRare},
      }};
  rules.due = {
      {"{Answering 0 has only @ times the error of the closed form, so|In @ of @ runs answering 0 is not much worse} ~",
       [](const Told& told) {
         return told.description.title.contains("about as low") && zero_ratio(told) < std::pow(1.48, 4);
       }},
      {"~ learned the data better than the rule",
       [](const Told& told) {
         const auto is_local = [&](const std::string& model) { return Reach(told, model).is_local(0.95); };
         return told.is_over() && std::ranges::any_of(shown(told), is_local);
       }},
      {"The data {do not|of no run} pass the certificate: they see # of # directions{, so λ_min = 0| at most}.",
       [](const Told& told) {
         const std::vector<Printed> least = told.all("λ_min of the data: each run");
         return !least.empty() && std::ranges::all_of(least, [](const Printed& one) { return one.value == 0; });
       }},
      {"Luck {counts most for|alone sets the runs apart:} ~",
       [](const Told& told) { return told.is_over() && told.chose("vary", "start") && most_apart(told) > 1.02; }},
      {"So few leave W open, and it takes the smallest.",
       [](const Told& told) {  // fewer answers than unknowns
         const double d = told.setting("d");
         return told.chose("task", "random") && told.setting("N") * told.setting("T") < d * d * (d + 1) / 2;
       }},
      {"Answering 0 {is as good|does better: #}.",
       [](const Told& told) { return told.is_over() && !shown(told).empty() && is_idle(told, 0.96); }},
      {"The closed form needs no luck; {of @ run{|s} of descent none comes|the run of descent does not come} about as "
       "low",
       [](const Told& told) {
         return told.chose("task", "random") && told.is_over() && arrived(told) == 0 && !shown(told).empty();
       }}};
  return rules;
}

}  // namespace walk
