#include <algorithm>
#include <cmath>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

// Of one token not all unknowns are features that differ.
bool is_one_token(const Told& told) { return told.setting("n") == 1; }
Printed threshold_of(const Told& told) {
  return told.at("Sequences that hold as many equations as " +
                 std::string(is_one_token(told) ? "different features" : "unknowns"));
}
std::string per_equation(const Told& told) {
  return (is_one_token(told) ? "different features" : "unknowns") + std::string(" over equations of a sequence");
}
const std::string kZero = "Error of answering 0";
const std::string kLeft = "Left above the floor by λ in the limit of large N";
const std::string kExponent = "Exponent of the fall above the floor";
constexpr std::string_view kMedian = ": median error", kAbove = ": above the floor, median and middle half";

// A place of the curve: N, the median error, and how far that is above the floor.
struct Place {
  double N;
  Printed error, excess;
};
using Curve = std::vector<Place>;

Curve curve(const Told& told) {
  Curve places;
  const std::vector<Printed> errors = told.column("N = ", kMedian);
  const std::vector<Printed> above = told.column("N = ", kAbove);
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with("N = ") && row[0].ends_with(kMedian))
      places.push_back({first_in(row[0]).value, errors[places.size()], above[places.size()]});
  return places;
}

const Place* place_at(const Curve& curve, double N) {
  const auto found = std::ranges::find(curve, N, &Place::N);
  return found == curve.end() ? nullptr : &*found;
}

bool is_error_at(const Told& told, Printed N, Printed error) {
  const Curve places = curve(told);
  const Place* place = place_at(places, N.value);
  return place != nullptr && same(place->error, error);
}

bool is_last(const Told& told, Printed N) { return curve(told).back().N == N.value; }

Place worst(const Curve& curve) {
  return *std::ranges::max_element(curve, {}, [](const Place& place) { return place.excess.value; });
}
// How far the median has risen to a place, or falls from there if that is less.
double rise(const Curve& curve, const Place& here, double zero) {
  double before = here.excess.value, after = before;
  for (const Place& place : curve) {
    double& least = place.N < here.N ? before : after;
    least = std::min(least, place.excess.value);
  }
  return here.excess.value / std::max({before, after, 1e-18 * zero, 1e-300});
}
// The highest rise to the worst place, or to one about the threshold.
Place top(const Told& told) {
  const Curve places = curve(told);
  const double threshold = threshold_of(told).value, zero = told.at(kZero).value;
  Place highest = worst(places);
  for (const Place& place : places)
    if (place.N > 0.25 * threshold && place.N < 1.5 * threshold &&
        rise(places, place, zero) > rise(places, highest, zero))
      highest = place;
  return highest;
}
double rise_anywhere(const Told& told) {
  const Curve places = curve(told);
  double highest = 1;
  for (const Place& place : places) highest = std::max(highest, rise(places, place, told.at(kZero).value));
  return highest;
}
double rise(const Told& told) { return rise(curve(told), top(told), told.at(kZero).value); }
bool is_peak(const Told& told) { return rise(told) > 1.9; }

// Nor does the error end at the top of a slope.
bool is_without_peak(const Told& told) {
  const Curve places = curve(told);
  const Place least = *std::ranges::min_element(places, {}, [](const Place& place) { return place.excess.value; });
  return rise_anywhere(told) < (told.description.title.contains("no high peak") ? 2.01 : 1.21) &&
         (worst(places).N < places.back().N || at_most(places.back().excess, times(least.excess, 2.01)));
}

bool is_word(const Fit& fit) { return fit.text.contains("different features") == is_one_token(fit); }

// Answers of 0 are hardly above the floor.
bool is_idle(const Told& told) {
  return told.at("Floor").value > 0 && at_most(told.at(kZero), times(told.at("Floor"), 1.1));
}
bool is_surely_idle(const Told& told) {
  return told.at("Floor").value > 0 && told.at(kZero).high() < 1.1 * told.at("Floor").low();
}

bool is_without_floor(const Told& told) { return told.at("Floor").value == 0; }

// What lambda leaves is most of what there is at the largest N, or little.
bool is_kept(const Told& told) { return below(curve(told).back().excess, times(told.at(kLeft), 2.01)); }
bool falls_from(const Fit& fit, std::size_t place) {
  const Curve places = curve(fit);
  const Place from = top(fit);
  return from.N == fit.number(place).value && is_peak(fit) &&
         fit.text.starts_with("Worst") == (from.N == worst(places).N) &&
         below(places.back().excess, times(from.excess, 0.5));
}

// "12 % of that of answering 0" and "3 times that of answering 0".
bool is_share(Printed error, const Told& told, Printed share, double unit) {
  return same(times(over(error, told.at(kZero)), unit), share);
}

bool is_undecided(const Told& told) { return curve(told).back().N < threshold_of(told).value; }

bool is_smallest_fit(const Fit& fit, double unit) {
  const Printed last = curve(fit).back().error;
  return is_undecided(fit) && same(fit.number(1), last) && is_share(last, fit, fit.number(2), unit);
}

bool peaks(const Fit& fit) {
  const double N = fit.number(1).value, threshold = threshold_of(fit).value;
  const bool is_there = fit.text.contains("fewer equations")  ? N < threshold / 1.4
                        : fit.text.contains("more equations") ? N > 1.4 * threshold
                        : !fit.text.contains("equations")     ? N < 1.6 * threshold
                                                              : N > threshold / 1.6 && N < 1.6 * threshold;
  return is_there && (is_word(fit) || !fit.text.contains("equations")) && top(fit).N == N &&
         is_error_at(fit, fit.number(1), fit.number(2)) && is_peak(fit) &&
         is_share(top(fit).error, fit, fit.number(3), fit.text.contains(" % of that") ? 100 : 1);
}

bool is_end(const Fit& fit, double unit) {
  const Printed last = curve(fit).back().error;
  return is_without_floor(fit) && is_last(fit, fit.number(1)) && same(fit.number(2), last) &&
         is_share(last, fit, fit.number(3), unit);
}

bool is_end_of_floors(const Fit& fit) {
  return is_last(fit, fit.number(1)) && is_error_at(fit, fit.number(1), fit.number(2)) &&
         same(over(curve(fit).back().error, fit.at("Floor")), fit.number(3)) &&
         below(times(fit.at("Floor"), 1.05), curve(fit).back().error);
}

// To the largest N: no error before it is above the last, and some are below.
bool has_risen(const Curve& curve) {
  return std::ranges::all_of(curve, [&](const Place& place) { return at_most(place.error, curve.back().error); }) &&
         std::ranges::any_of(curve, [&](const Place& place) { return below(place.error, curve.back().error); });
}

bool is_end_above(const Fit& fit) {
  return is_last(fit, fit.number(1)) && same(fit.number(2), curve(fit).back().excess) &&
         same(fit.number(3), fit.at("Floor")) && fit.number(3).value > 0;
}

// Of the fall between the first N that is eight times the threshold, and the last.
double late_power(const Told& told) {
  const Curve places = curve(told);
  const double from = 8 * threshold_of(told).value;
  const auto first = std::ranges::find_if(places, [&](const Place& place) { return place.N >= from; });
  if (first == places.end()) return 0;
  const Place last = places.back();
  return std::log(last.excess.value / first->excess.value) / std::log(last.N / first->N);
}

// Each doubling from eight times the threshold on leaves a half, up to so much.
bool are_halves(const Told& told, double off) {
  const Curve places = curve(told);
  for (std::size_t k = 0; k + 2 < places.size(); ++k)
    if (places[k].N >= 8 * threshold_of(told).value &&
        std::abs(places[k + 2].excess.value / places[k].excess.value - 0.5) > off)
      return false;
  return true;
}

bool is_power(const Fit& fit, std::size_t place) {
  return same(fit.number(place), fit.at(kExponent)) && fit.number(place).value < 0;
}

// Of the marker: its error, as a multiple of the floor or a share of answering 0.
const Place* marker(const Curve& curve, const Fit& fit) {
  const Place* place = place_at(curve, fit.number(2).value);
  return place != nullptr && same(place->error, fit.number(1)) ? place : nullptr;
}
bool is_multiple(const Fit& fit, const Place& place) {
  const Printed multiple = fit.number(3);
  if (fit.text.contains(" × the floor")) return same(over(place.error, fit.at("Floor")), multiple);
  const double unit = fit.text.contains(" % of answering 0") ? 100 : 1;
  return is_share(place.error, fit, multiple, unit) && is_without_floor(fit);
}

bool is_next_to_nothing(const Fit& fit) {
  const Curve places = curve(fit);
  const Place* place = marker(places, fit);
  return place != nullptr && at_most(place->excess, times(fit.at(kZero), 1e-16));
}

// The first N after the marker's that leaves half of the error, and the last before it.
bool is_half(const Fit& fit) {
  const Curve places = curve(fit);
  const Place* from = marker(places, fit);
  if (from == nullptr || !is_multiple(fit, *from)) return false;
  const Printed half = times(from->excess, 0.5);
  const double said = fit.number(5).value;
  double before = from->N;
  for (const Place& place : places) {
    if (place.N <= from->N) continue;
    if (at_most(place.excess, half) && said <= place.N + 0.5) return said >= before - 0.5;
    before = place.N;
  }
  return false;
}

// Nowhere in the table is half of it left.
bool is_never_half(const Fit& fit) {
  const Curve places = curve(fit);
  const Place* from = marker(places, fit);
  if (from == nullptr || !is_multiple(fit, *from)) return false;
  return std::ranges::all_of(
      places, [&](const Place& place) { return place.N <= from->N || below(times(from->excess, 0.5), place.excess); });
}

// --- The second view -------------------------------------------------------------------------------------------------

std::string size_row(int d, const std::string& name) { return "d = " + std::to_string(d) + ": " + name; }
std::string needed(const Told& told, int d) { return told.cell(size_row(d, "sequences needed")); }
bool all_sizes(const std::function<bool(int)>& is) {
  for (int d = 2; d <= 8; ++d)
    if (!is(d)) return false;
  return true;
}
Printed of_size(const Told& told, int d, const std::string& name) { return told.at(size_row(d, name)); }
bool is_open(const Told& told, int d) {
  return told.setting("most") < std::ceil(of_size(told, d, per_equation(told)).value);
}
// Answers of 0 are close enough.
bool is_idle(const Told& told, int d) {
  return at_most(of_size(told, d, "error of answering 0"), times(of_size(told, d, "floor"), told.setting("within")));
}
bool is_held(const Told& told, int d) {
  // Up to the doubt of what is left.
  const Printed close = times(of_size(told, d, "floor"), 1.49 * (told.setting("within") - 1));
  return told.setting("lambda") > 0 && needed(told, d) == "no number" &&
         below(close, of_size(told, d, "left above the floor by λ in the limit of large N"));
}
// Half of the data sets need as many at most, and fewer than half need less.
bool is_of_half(const Told& told, int d, double N) {
  std::string rest = told.cell(size_row(d, "sequences needed by each data set"));
  double all = 0, enough = 0, less = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    const std::string one = rest.substr(0, end);
    rest.erase(0, end + 2);
    ++all;
    if (!std::isdigit(static_cast<unsigned char>(one.front()))) continue;
    enough += first_in(one).value <= N;
    less += first_in(one).value < N;
  }
  return 2 * enough >= all && 2 * less < all;
}
// A number, "more than #", "not known" or "no number", each where it may stand.
bool is_need(const Told& told, int d) {
  const std::string said = needed(told, d);
  if (said == "no number") return is_held(told, d);
  if (said.starts_with("more than")) return first_in(said).value == told.setting("most");
  if (is_open(told, d)) return said == "not known";
  const double N = first_in(said).value;
  return N <= told.setting("most") && N >= 1 && is_of_half(told, d, N);
}
bool is_beyond(const Told& told, int d) { return needed(told, d).starts_with("more than"); }
bool are_needs(const Fit& fit) {
  std::string list;
  for (int d = 2; d <= 8; ++d) list += (list.empty() ? "" : ", ") + needed(fit, d);
  return fit.number(1).value == 2 && fit.number(2).value == 8 && fit.words(3) == list &&
         all_sizes([&](int d) { return is_need(fit, d); });
}
bool is_last_need(const Fit& fit) {
  return fit.number(1).value == 8 && is_need(fit, 8) && first_in(needed(fit, 8)).value == fit.number(2).value &&
         needed(fit, 8).starts_with("more") == fit.text.contains("more than");
}
// The slope of ln N over ln d, where each size has its number and none is of answers that nothing has to be learned
// for.
bool is_growth(const Fit& fit, Printed said) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int d = 2; d <= 8; ++d) {
    const double u = std::log(d), v = std::log(first_in(needed(fit, d)).value);
    x += u, y += v, xx += u * u, xy += u * v;
    if (!is_need(fit, d) || v < std::log(3) || first_in(needed(fit, d)).half > 0 ||
        !below(times(of_size(fit, d, "floor"), fit.setting("within")), of_size(fit, d, "error of answering 0")))
      return false;
  }
  return same(said, exact((7 * xy - x * y) / (7 * xx - x * x)));
}
bool is_first(const Told& told) {
  return all_sizes(
      [&](int d) { return first_in(needed(told, d)).value == std::ceil(of_size(told, d, per_equation(told)).value); });
}

bool is_sunk(const Told& told) { return below(curve(told).back().error, times(told.at("Floor"), 1.15)); }

}  // namespace

Rules samples() {
  Rules rules = {
      .figure = "samples",
      .states = {"noise=0&lambda=1e-12",
                 "noise=0&lambda=1e-12&d=2",
                 "seed=1577&d=4&n=3&H=1&noise=0&sets=1&most=40&N=40",
                 "seed=20&sets=4&N=128&noise=0.1&n=1&H=2&labels=softmax&lambda=0.1&most=256",
                 "view=needed&noise=0&lambda=1e-12&sets=1",
                 "noise=0&lambda=1e-12&most=64&sets=1&d=3",
                 "noise=0&lambda=1e-8",
                 "labels=softmax",
                 "labels=softmax&most=64",
                 "most=16",
                 "most=40&seed=61",
                 "most=40&seed=61&lambda=0.0000001",
                 "d=8&most=288&seed=76",
                 "d=2&lambda=0.1&most=16&sets=1&N=4",
                 "noise=0.003&d=2&n=12&H=1&lambda=0.1&sets=4&N=16384",
                 "within=1.1&seed=29",
                 "sets=1&seed=26",
                 "noise=0.01",
                 "labels=softmax&noise=0.03&n=32&H=1&most=32&sets=4&seed=1034&d=2&lambda=1e-4",
                 "noise=0.1&targets=all&n=8&H=8&most=1024&sets=3&seed=1021&d=2&lambda=1e-6",
                 "n=1&most=64&sets=2",
                 "view=needed&n=1&most=64&sets=2",
                 "view=needed&most=64&within=1.2&sets=2&seed=828&n=4&H=2&noise=0.03&lambda=0.003",
                 "d=2&sets=4&seed=689&n=16&noise=0.1&lambda=0.003&most=128&N=128",
                 "d=2&noise=1&targets=all&n=2&H=2&most=2048&sets=1&seed=604",
                 "noise=0.03&lambda=1e-6",
                 "d=2&lambda=1e-5&seed=602",
                 "lambda=2e-4&noise=0.3&seed=602&most=1024",
                 "view=needed&sets=2&seed=608&most=1024",
                 "most=16&lambda=0.1",
                 "noise=0",
                 "noise=0&n=1",
                 "n=1",
                 "lambda=0.1",
                 "lambda=1e-06&noise=0",
                 "lambda=0.0001&noise=0&most=16384",
                 "lambda=0.001&noise=0",
                 "lambda=0.01&noise=0",
                 "noise=1&H=1&d=2&n=16&seed=35&sets=1",
                 "noise=1&H=1&d=2&n=3&seed=35&labels=softmax&most=256",
                 "noise=1&H=1&d=2&n=16&seed=35&targets=all&most=32",
                 "n=1&most=16&d=4",
                 "N=1",
                 "N=2&sets=1",
                 "N=16384",
                 "noise=0&N=4096",
                 "noise=0&most=16",
                 "labels=softmax&noise=0",
                 "at=0",
                 "at=90",
                 "at=50",
                 "noise=1",
                 "targets=all",
                 "targets=all&noise=0&n=16",
                 "d=2&noise=0.001",
                 "noise=0&N=16",
                 "d=2&most=32&noise=1&sets=1&N=16&n=16&seed=16",
                 "view=needed&most=64&sets=1&noise=1&seed=12",
                 "view=needed&most=16&sets=2&noise=0.3&within=10",
                 "view=needed&most=64&sets=2",
                 "view=needed&seed=35&noise=0&labels=softmax&targets=all&n=16&H=1&most=64&sets=2&lambda=0.1",
                 "view=needed&most=64&sets=1&noise=0.5",
                 "view=needed&most=16&sets=1&within=1.1",
                 "view=needed&most=1024&sets=1",
                 "view=needed&most=1024&sets=2&noise=0",
                 "view=needed&most=1024&sets=1&noise=0&n=1",
                 "view=needed&most=1024&sets=1&noise=1&within=1.1",
                 "view=needed&most=1024&sets=1&noise=1&lambda=0.1&seed=11",
                 "view=needed&most=256&sets=1&noise=0&lambda=0.000001",
                 "view=needed&most=256&sets=2&lambda=0.1",
                 "view=needed&most=512&sets=1&lambda=0.01&within=5"},
      .rules = {
          {"With λ = # no number of sequences is enough for # numbers in a token",
           [](const Fit& fit) { return fit.number(2).value == 8 && is_held(fit, 8); }},
          {"# sequences are too few to know what # numbers in a token need",
           [](const Fit& fit) {
             return fit.number(1).value == fit.setting("most") && needed(fit, 8) == "not known" && is_need(fit, 8);
           }},
          {"Answers of 0 are already within # times the floor",
           [](const Fit& fit) { return all_sizes([&](int d) { return is_idle(fit, d); }); }},
          {"# numbers in a token need # sequences: as many as there are unknowns, about d³/2, not d⁴",
           [](const Fit& fit) { return is_last_need(fit) && is_first(fit) && fit.setting("n") > 1; }},
          {"# numbers in a token need # sequences: as many equations as {unknowns|different features}, growing like d "
           "to "
           "the power @",
           [](const Fit& fit) {
             return is_word(fit) && is_last_need(fit) && is_first(fit) && is_growth(fit, fit.number(3));
           }},
          {"# numbers in a token need # sequences: growing like d to the power @[, not 4]",
           [](const Fit& fit) {
             return is_last_need(fit) && is_growth(fit, fit.number(3)) &&
                    fit.text.contains("not 4") == (fit.number(3).value < 3.46);
           }},
          {"# numbers in a token need [more than ]# sequence{|s}", is_last_need},
          {"Enough is when the {error of the data set falls|errors of at least half of the data sets (#) fall} to @ "
           "times "
           "that of answering 0.",
           [](const Fit& fit) { return of_size(fit, 8, "floor").value == 0; }},
          {"Enough is when the {error of the data set falls|errors of at least half of the data sets (#) fall} to # "
           "times "
           "{its|their} floor.",
           [](const Fit& fit) {
             return of_size(fit, 8, "floor").value > 0 && fit.text.contains("half") == (fit.setting("sets") > 1);
           }},
          {"Answers of 0 do so too, with every token size.",
           [](const Fit& fit) { return all_sizes([&](int d) { return is_idle(fit, d); }); }},
          {"Answers of 0 do so too, with some token sizes.",
           [](const Fit& fit) { return !all_sizes([&](int d) { return !is_idle(fit, d); }); }},
          {"Lower what counts as close enough.", [](const Fit& fit) { return fit.setting("within") > 1.1; }},
          {"Lower the noise.", [](const Fit& fit) { return fit.setting("noise") > 0; }},
          {"No number of sequences is enough for tokens of # to # numbers.",
           [](const Fit& fit) { return all_sizes([&](int d) { return is_held(fit, d); }); }},
          {"Tokens of # to # numbers all need more than # sequences.",
           [](const Fit& fit) { return all_sizes([&](int d) { return needed(fit, d).starts_with("more than "); }); }},
          {"Tokens of # to # numbers need ~ sequences.", are_needs},
          {"Sequences that tokens of # to # numbers need: ~.", are_needs},
          {"λ holds the error up.", [](const Fit& fit) { return !all_sizes([&](int d) { return !is_held(fit, d); }); }},
          {"Lower λ.", [](const Fit& fit) { return fit.setting("lambda") > 0 && of_size(fit, 8, "floor").value > 0; }},
          {"Set λ to 0.",
           [](const Fit& fit) { return fit.setting("lambda") > 0 && of_size(fit, 8, "floor").value == 0; }},
          {"Not known: at # sequences the error is close, but they hold fewer equations than unknowns, and with more "
           "of "
           "them it may rise once more.",
           [](const Fit& fit) {
             return fit.number(1).value == fit.setting("most") && is_open(fit, 8) &&
                    fit.description.sentence.contains("not known");
           }},
          {"Each time these are the first with as many equations as {unknowns|different features} for each output.",
           [](const Fit& fit) { return is_word(fit) && is_first(fit); }},
          {"As many equations as {unknowns|different features} for each output are in ~.",
           [](const Fit& fit) {
             if (!is_word(fit)) return false;
             const std::vector<Printed> each = values_in(fit.words(1));
             return all_sizes([&](int d) {
               return each[static_cast<std::size_t>(d - 2)].value ==
                      std::ceil(of_size(fit, d, per_equation(fit)).value);
             });
           }},
          {"Over these sizes that grows like d to the power @.",
           [](const Fit& fit) { return is_growth(fit, fit.number(1)); }},
          {"The theorem's order, d⁴, is enough for answers of any kind; its constant is unknown.", kAlways},
          {"A penalty of λ = # is too small to take the peak away", is_peak},
          {"With a penalty of λ = # the error is at its worst at N = #",
           [](const Fit& fit) { return rise(fit) < 2.01 && fit.number(2).value == worst(curve(fit)).N; }, kRare},
          {"With a penalty of λ = # about @ [% ]of the error of answering 0 is left, however many sequences",
           [](const Fit& fit) {
             return is_without_floor(fit) && is_kept(fit) &&
                    is_share(fit.at(kLeft), fit, fit.number(2), fit.text.contains('%') ? 100 : 1);
           }},
          {"With a penalty of λ = # the error falls unevenly",
           [](const Fit& fit) { return rise_anywhere(fit) > 1.99 && rise(fit) < 2.01; }, kRare},
          {"With a penalty of λ = # there is no[ high] peak, but the error stays up",
           [](const Fit& fit) {
             return is_without_peak(fit) && is_kept(fit) &&
                    below(times(fit.at("Floor"), 1.09), curve(fit).back().error);
           }},
          {"With a penalty of λ = # there is no[ high] peak, but a little stays above the floor",
           [](const Fit& fit) { return is_without_peak(fit) && is_kept(fit) && is_sunk(fit); }},
          {"With a penalty of λ = # there is no[ high] peak",
           [](const Fit& fit) {
             return is_without_peak(fit) && below(times(fit.at(kLeft), 1.99), curve(fit).back().excess);
           }},
          {"{Worst|A peak} at # sequence{|s}; from there the error falls",
           [](const Fit& fit) { return falls_from(fit, 1); }},
          {"{Worst|A peak} at # sequence{|s}; later every doubling of N halves the error above the noise",
           [](const Fit& fit) {
             return falls_from(fit, 1) && std::abs(fit.at(kExponent).value + 1) < 0.0955 &&
                    std::abs(late_power(fit) + 1) < 0.3 && are_halves(fit, 0.102) && !is_without_floor(fit);
           }},
          {"{Worst|A peak} at # sequence{|s}; the error above the noise then falls like N to the power #",
           [](const Fit& fit) {
             return falls_from(fit, 1) && is_power(fit, 2) &&
                    (std::abs(fit.number(2).value + 1) > 0.095 || !are_halves(fit, 0.098)) && !is_without_floor(fit);
           }},
          {"# sequence{ is|s are} too few to decide {W|every answer}: that takes #",
           [](const Fit& fit) {
             return fit.text.contains("answer") == is_one_token(fit) && is_last(fit, fit.number(1)) &&
                    is_undecided(fit) && same(fit.number(2), threshold_of(fit)) && fit.setting("lambda") == 0;
           }},
          {"# sequence{ holds|s hold} fewer equations than unknowns: the penalty decides W",
           [](const Fit& fit) {
             return is_last(fit, fit.number(1)) && is_undecided(fit) && fit.setting("lambda") > 0;
           }},
          {"At # sequence{|s} the error falls off a cliff",
           [](const Fit& fit) {
             const Curve places = curve(fit);
             const Place* place = place_at(places, fit.number(1).value);
             return place != nullptr && at_most(place->error, times(fit.at(kZero), 1e-16)) &&
                    (place == places.data() || below(times(fit.at(kZero), 1e-10), (place - 1)->error));
           }},
          {"At N = # the error is still #, @ times its floor",
           [](const Fit& fit) { return is_end_of_floors(fit) && worst(curve(fit)).N < curve(fit).back().N; }},
          {"At N = # the error is at its worst: #, @ times its floor",
           [](const Fit& fit) { return is_end_of_floors(fit) && has_risen(curve(fit)); }},
          {"The error sinks towards #: linear attention can do no better",
           [](const Fit& fit) {
             return !is_surely_idle(fit) && same(fit.number(1), fit.at("Floor")) && is_sunk(fit) &&
                    fit.chose("labels", "softmax");
           }},
          {"There is next to nothing to gain: answering 0 comes within @ % of the floor",
           [](const Fit& fit) {
             const double over_floor = 100 * (fit.at(kZero).value / fit.at("Floor").value - 1);
             return is_idle(fit) && std::abs(fit.number(1).value - std::max(1.0, over_floor)) < 0.6;
           }},
          {"Answering 0 has an error of #, hardly above the floor.",
           [](const Fit& fit) { return is_idle(fit) && same(fit.number(1), fit.at(kZero)); }},
          {"The error sinks to its floor, the noise",
           [](const Fit& fit) {
             return !is_surely_idle(fit) && is_sunk(fit) && !fit.chose("labels", "softmax") && !is_without_floor(fit);
           }},
          {"The error falls to #",
           [](const Fit& fit) {
             return is_without_floor(fit) && fit.setting("lambda") == 0 && same(fit.number(1), curve(fit).back().error);
           }},
          {"The errors that theory expects", kAlways},
          {"How much data is enough?", [](const Fit& fit) { return fit.setting("at") < 100; }},
          {"Even # sequence{|s} hold{|s} fewer equations than the # {unknowns|different features} of each output.",
           [](const Fit& fit) {
             return is_undecided(fit) && is_word(fit) &&
                    same(fit.number(2), fit.at("Different features of these questions"));
           }},
          {"Of all W that fit, the smallest has a[n] [median ]error of #, @ % of that of answering 0.",
           [](const Fit& fit) { return fit.setting("lambda") == 0 && is_smallest_fit(fit, 100); }},
          {"Of all W that fit, the smallest has a[n] [median ]error of #, @ times that of answering 0.",
           [](const Fit& fit) { return fit.setting("lambda") == 0 && is_smallest_fit(fit, 1); }},
          {"The W that the penalty chooses has a[n] [median ]error of #, @ % of that of answering 0.",
           [](const Fit& fit) { return fit.setting("lambda") > 0 && is_smallest_fit(fit, 100); }},
          {"The W that the penalty chooses has a[n] [median ]error of #, @ times that of answering 0.",
           [](const Fit& fit) { return fit.setting("lambda") > 0 && is_smallest_fit(fit, 1); }},
          {"Raise the largest N.",
           [](const Fit& fit) {
             const std::string& all = fit.description.sentence;  // a smaller λ may lower what is beyond, too
             return fit.setting("most") < 16384 && !all_sizes([&](int d) { return !is_beyond(fit, d); }) &&
                    !all.contains("Lower λ.") && !all.contains("Set λ to 0.");
           }},
          {"Raise the largest N above #.",
           [](const Fit& fit) {
             if (fit.chose("view", "needed"))
               return is_open(fit, 8) && fit.number(1).value == std::ceil(of_size(fit, 8, per_equation(fit)).value);
             return fit.setting("lambda") == 0 && is_undecided(fit) && same(fit.number(1), threshold_of(fit));
           }},
          {"Without noise, as many equations as {unknowns|different features} decide every answer: from # sequences "
           "on, the error is zero "
           "but for rounding, # at N = #.",
           [](const Fit& fit) {
             for (const Place& place : curve(fit))
               if (place.N >= fit.number(1).value && !at_most(place.error, times(fit.at(kZero), 1e-16))) return false;
             return is_word(fit) && is_last(fit, fit.number(3)) && is_error_at(fit, fit.number(3), fit.number(2)) &&
                    same(fit.number(1), threshold_of(fit)) && fit.setting("noise") == 0;
           }},
          {"The [median ]error falls from # at N = #.",
           [](const Fit& fit) {
             const Curve places = curve(fit);
             return is_error_at(fit, fit.number(2), fit.number(1)) && places.front().N == fit.number(2).value &&
                    below(places.back().error, places.front().error) && rise_anywhere(fit) < 1.21;
           }},
          {"The [median ]error is # at N = #.",
           [](const Fit& fit) {
             const Curve places = curve(fit);
             return is_error_at(fit, fit.number(2), fit.number(1)) && places.front().N == fit.number(2).value &&
                    (at_most(places.front().error, places.back().error) || rise_anywhere(fit) > 1.19);
           }},
          {"At N = #, with fewer equations than {unknowns|different features}, the fit bends to every error in the "
           "answers, and {the "
           "median|its error} peaks at #, @ {%|times} {of |}that of answering 0.",
           [](const Fit& fit) { return peaks(fit) && fit.setting("lambda") == 0; }},
          {"At N = #, about as many equations as {unknowns|different features}, the fit bends to every error in the "
           "answers, and {the "
           "median|its error} peaks at #, @ {%|times} {of |}that of answering 0.",
           [](const Fit& fit) { return peaks(fit) && fit.setting("lambda") == 0 && !fit.chose("labels", "softmax"); }},
          {"At N = #, about as many equations as {unknowns|different features}, the fit bends to all that linear "
           "attention cannot answer, and {the median|its error} peaks at #, @ {%|times} {of |}that of answering 0.",
           [](const Fit& fit) { return peaks(fit) && fit.setting("lambda") == 0 && fit.chose("labels", "softmax"); }},
          {"At N = # {the median|its error} peaks at #, @ {%|times} {of |}that of answering 0.",
           [](const Fit& fit) { return peaks(fit) && (fit.setting("lambda") > 0 || fit.chose("labels", "softmax")); }},
          {"At N = #, with more equations than {unknowns|different features}, {the median|its error} peaks at #, @ "
           "{%|times} {of |}that of answering 0.",
           peaks, kRare},
          {"At N = # it lies # above the floor of #, a distance that has fallen like N to the power #.",
           [](const Fit& fit) { return is_end_above(fit) && is_power(fit, 4); }},
          {"At N = # it lies # above the floor of #.", is_end_above},
          {"At N = # it is #, @ {%|times} {of |}that of answering 0[, having fallen like N to the power ~].",
           [](const Fit& fit) { return is_end(fit, fit.text.contains(" % of that") ? 100 : 1); }},
          {"With ever more sequences the penalty would leave it about # above the floor.",
           [](const Fit& fit) { return same(fit.number(1), fit.at(kLeft)) && !is_without_floor(fit); }},
          {"With ever more sequences the penalty would leave it at about #.",
           [](const Fit& fit) { return same(fit.number(1), fit.at(kLeft)) && is_without_floor(fit); }},
          {"The floor, what the best linear attention leaves of softmax answers,[ noise included,] is @ {%|times} "
           "{of |}that of answering 0.",
           [](const Fit& fit) {
             const double unit = fit.text.contains(" % of that") ? 100 : 1;
             return fit.chose("labels", "softmax") && is_share(fit.at("Floor"), fit, fit.number(1), unit) &&
                    fit.text.contains("noise") == (fit.setting("noise") > 0);
           }},
          {"One token has only # different features of #, so the certificate fails (rank #): no harm, as "
           "no question of one token can ask about the rest.",
           [](const Fit& fit) {
             return fit.setting("n") == 1 && fit.number(1).value < fit.number(2).value &&
                    same(fit.at("Rank of Λ on fresh questions"), fit.number(3)) &&
                    fit.number(3).value <= fit.number(1).value;
           }},
          {"At the marker: # [median ]error after # sequence{|s}; exact {but for the noise|to rounding: ~ of "
           "answering 0}; no more sequences are needed: next to nothing is left.",
           [](const Fit& fit) { return is_next_to_nothing(fit) && fit.setting("lambda") == 0; }},
          {"At the marker: # [median ]error after # sequence{|s}; @ ~; no more sequences are needed: next to nothing "
           "is "
           "left.",
           [](const Fit& fit) { return is_next_to_nothing(fit) && fit.setting("lambda") > 0; }},
          {"At the marker: # [median ]error after # sequence{|s}; @ ~; @ sequence{s halve| halves} the "
           "{part above it|error}[, past the peak].",
           is_half},
          {"At the marker: # [median ]error after # sequence{|s}; @ ~; about @ sequences would halve the "
           "{part above it|error}.",
           [](const Fit& fit) {
             const double needed = fit.number(5).value, unit = std::pow(10, std::floor(std::log10(needed)) - 1);
             return is_never_half(fit) && needed > curve(fit).back().N && needed == unit * std::round(needed / unit);
           }},
          {"At the marker: # [median ]error after # sequence{|s}; @ ~; no number of sequences halves the "
           "{part above it|error}: λ holds it up.",
           [](const Fit& fit) {
             return is_never_half(fit) && fit.setting("lambda") > 0 &&
                    below(times(marker(curve(fit), fit)->excess, 0.515), fit.at(kLeft));
           }},
          {"At the marker: # [median ]error after # sequence{|s}; @ ~; over # to halve the {part above it|error}[: "
           "raise "
           "the "
           "largest N].",
           [](const Fit& fit) {
             const bool is_held = fit.at(kLeft).value > 0.395 * marker(curve(fit), fit)->excess.value;
             return is_never_half(fit) && fit.number(5).value == fit.setting("most") &&
                    !(is_held && fit.text.contains("raise"));
           }},
      }};
  // Of one data set there is no median.
  for (Rule& rule : rules.rules)
    rule.holds = [holds = rule.holds](const Fit& fit) {
      return holds(fit) && (!fit.text.contains("median") || fit.setting("sets") > 1);
    };
  rules.due = {
      {"Answering 0 has an error of #, hardly above the floor.",
       [](const Told& told) { return told.chose("view", "error") && is_surely_idle(told); }},
      {"# sequence{ is|s are|s hold} {too few to decide ~|fewer equations than unknowns: the penalty decides W}",
       [](const Told& told) { return told.is_over() && told.chose("view", "error") && is_undecided(told); }},
      {"At # sequence{|s} the error falls off a cliff",
       [](const Told& told) {
         return told.is_over() && told.chose("view", "error") && told.setting("lambda") == 0 && !is_undecided(told) &&
                at_most(curve(told).back().error, times(told.at(kZero), 1e-19));
       }},
      {"Raise the largest N[ above #].",
       [](const Told& told) {
         return told.is_over() && told.chose("view", "needed") && told.setting("most") < 16384 &&
                !told.description.sentence.contains("λ holds the error up.") &&
                !all_sizes([&](int d) { return !is_beyond(told, d); });
       }},
      {"Raise the largest N above #.", [](const Told& told) {
         return told.is_over() && told.chose("view", "error") && told.setting("lambda") == 0 && is_undecided(told) &&
                threshold_of(told).value < 16384;
       }}};
  return rules;
}

}  // namespace walk
