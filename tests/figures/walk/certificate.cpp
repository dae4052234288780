#include <algorithm>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

const std::string kSeen = "Directions seen, by pivots", kUnknowns = "Unknowns for each output, ψ",
                  kFit = "Training error of the fit", kImpostor = "Training error of the impostor",
                  kApart = "The two answers are apart by", kRho = "ρ of the question";

double unseen(const Told& told) { return told.at(kUnknowns).value - told.at(kSeen).value; }
bool is_certain(const Told& told) { return told.at(kRho).value == 0 || unseen(told) == 0; }

// The edited question, if it is of the size that this key size asks for.
bool is_edited(const Told& told) {
  const double m = told.setting("m");
  return told.chose("mixtures", "one") && told.chose("ask", "edited") &&
         static_cast<double>(told.values.list("question").size()) == 2 * m * (m + 1);
}
bool asks_nothing(const Told& told) {
  const auto& question = told.values.list("question");
  const auto is_zero = [](double number) { return number == 0; };
  return is_edited(told) && std::ranges::all_of(question.end() - static_cast<std::ptrdiff_t>(2 * told.setting("m")),
                                                question.end(), is_zero);
}
bool is_misfit(const Told& told) {
  return told.chose("mixtures", "one") && told.chose("ask", "edited") && !told.values.list("question").empty() &&
         !is_edited(told);
}

// What every output says: fit and impostor.
bool answers_agree(const Told& told) {
  for (const std::string& output : told.cells("Output ")) {
    const std::vector<Printed> answers = values_in(output);
    if (std::abs(answers[0].value - answers[1].value) > 1e-3 * (1 + std::abs(answers[0].value))) return false;
  }
  return true;
}

// "The fit and the impostor both have …" or "The fit has …, the impostor of …".
bool are_errors(const Fit& fit, std::size_t first) {
  if (fit.text.starts_with("The fit and the impostor both"))
    return at_most(fit.at(kFit), exact(1e-16)) && at_most(fit.at(kImpostor), exact(1e-16));
  return same(fit.number(first), fit.at(kFit)) && same(fit.number(first + 1), fit.at(kImpostor));
}

bool is_from_truth(const Fit& fit) { return same(fit.number(2), fit.at("Distance of the fit from the truth")); }
bool ends_apart(const Fit& fit) { return unseen(fit) > 0 && same(fit.number(1), fit.at("Distance in the limit")); }

// --- All mixtures
// -----------------------------------------------------------------------------------------------------

const std::string kLambda = " Gaussian: λ_min", kGaussian = " Gaussian: Gaussian examples",
                  kMean = " Gaussian: distance of descent, the mean over starts",
                  kLimit = " Gaussian: in the limit of many steps",
                  kTwoRuns = " Gaussian: two runs in the limit are apart by",
                  kNorm = " Gaussian: distance of the minimum norm";

// One column of the table, of the mixtures with lambda_min = 0, or of the others.
std::vector<Printed> of_mixtures(const Told& told, const std::string& name, bool open) {
  const std::vector<Printed> lambda = told.column("", kLambda), all = told.column("", name);
  std::vector<Printed> some;
  for (std::size_t k = 0; k < all.size(); ++k)
    if ((lambda[k].value == 0) == open) some.push_back(all[k]);
  return some;
}
Printed largest(const std::vector<Printed>& numbers) { return std::ranges::max(numbers, {}, &Printed::value); }
Printed smallest(const std::vector<Printed>& numbers) { return std::ranges::min(numbers, {}, &Printed::value); }
// Of descent on Gaussian or on orthonormal questions.
std::vector<Printed> errors_of(const Told& told, const std::string& asked) {
  return told.column("", " Gaussian: error of descent on " + asked + " questions, of answering 0");
}
// "#[ to #]", from the least to the largest, at these places.
bool is_from_to(const Fit& fit, std::size_t first, const std::vector<Printed>& all) {
  const bool one = fit.words(first + 1).empty();
  return same(fit.number(first), smallest(all)) && same(fit.number(one ? first : first + 1), largest(all)) &&
         fit.words(first) != fit.words(first + 1);
}
// All mixtures with lambda_min = 0 have as many Gaussian examples, so they are the same data.
bool is_one_open(const Told& told) {
  const std::vector<Printed> gaussian = of_mixtures(told, kGaussian, true);
  return smallest(gaussian).value == largest(gaussian).value;
}
bool is_open_error(const Fit& fit) {
  return same(fit.number(1), largest(of_mixtures(fit, " Gaussian: this error in the limit of many steps", true))) &&
         same(fit.number(2), largest(of_mixtures(fit, " Gaussian: that of the minimum norm", true)));
}
bool is_open(const Fit& fit) {
  return same(fit.number(1), largest(of_mixtures(fit, kLimit, true))) &&
         same(fit.number(2), largest(of_mixtures(fit, kNorm, true)));
}
// "# from the truth at λ_min = #", of the mixture with the least lambda_min that is not 0, or the largest.
bool is_closed(const Fit& fit, std::size_t first, bool most) {
  const std::vector<Printed> lambda = of_mixtures(fit, kLambda, false), mean = of_mixtures(fit, kMean, false);
  const auto [least_at, most_at] = std::ranges::minmax_element(lambda, {}, &Printed::value);
  const auto at = static_cast<std::size_t>((most ? most_at : least_at) - lambda.begin());
  return same(fit.number(first), mean[at]) && same(fit.number(first + 1), lambda[at]);
}
bool is_shown_time(const Fit& fit, std::size_t place) {
  return same(fit.number(place), fit.at("Steps of descent shown")) &&
         fit.number(place).value == std::round(std::pow(2.0, std::round(10 * fit.setting("time")) / 10));
}

// How many mixtures, of how many examples, and how many of them have lambda_min = 0: numbers at these places.
bool is_mixed(const Fit& fit, std::size_t mixtures, std::size_t examples) {
  return fit.number(examples).value == fit.setting("N") &&
         fit.number(mixtures).value == static_cast<double>(fit.column("", kGaussian).size());
}

void add_mixtures(Rules& rules) {
  const std::vector<Rule> more = {
      {"Where λ_min is 0, descent ends # from the truth, the minimum norm #",
       [](const Fit& fit) { return is_one_open(fit) && is_open(fit); }},
      {"Where λ_min is 0, descent ends up to # from the truth, the minimum norm up to #",
       [](const Fit& fit) { return !is_one_open(fit) && is_open(fit); }},
      {"After # steps descent is #[ to #] from the truth",
       [](const Fit& fit) { return is_shown_time(fit, 1) && is_from_to(fit, 2, fit.column("", kMean)); }},
      {"Where λ_min is 0, the error on Gaussian questions ends at # % by descent, # % by the minimum norm",
       [](const Fit& fit) { return is_one_open(fit) && is_open_error(fit); }},
      {"Where λ_min is 0, the error on Gaussian questions ends at up to # % by descent, # % by the minimum norm",
       [](const Fit& fit) { return !is_one_open(fit) && is_open_error(fit); }},
      {"After # steps the error of descent on Gaussian questions is # %[ to # %]",
       [](const Fit& fit) { return is_shown_time(fit, 1) && is_from_to(fit, 2, errors_of(fit, "Gaussian")); }},
      {"After # steps the error of descent on new questions is # %[ to # %] of that of answering 0 if they "
       "are orthonormal, and # %[ to # %] if they are Gaussian.",
       [](const Fit& fit) {
         return is_shown_time(fit, 1) && is_from_to(fit, 2, errors_of(fit, "orthonormal")) &&
                is_from_to(fit, 4, errors_of(fit, "Gaussian"));
       }},
      {"Learning from all mixtures", kAlways, kRare},
      {"Learned from @ of @ mixtures.", kAlways, kRare},
      {"In @ mixtures from 0 to @ of # example{|s} are Gaussian.",
       [](const Fit& fit) {
         return is_mixed(fit, 1, 3) && fit.number(2).value > 0 &&
                fit.number(2).value == largest(fit.column("", kGaussian)).value &&
                smallest(fit.column("", kGaussian)).value == 0;
       }},
      {"λ_min is 0 in {all|@} of them.",
       [](const Fit& fit) {
         const std::size_t open = of_mixtures(fit, kLambda, true).size();
         const bool all = open == fit.column("", kGaussian).size();
         return all ? fit.text.contains("all") : fit.number(1).value == static_cast<double>(open);
       }},
      {"None of # example{|s} is Gaussian in any of @ mixtures.",
       [](const Fit& fit) { return is_mixed(fit, 2, 1) && largest(fit.column("", kGaussian)).value == 0; }, kRare},
      {"Where it is 0, descent keeps a part of its random start: two runs end {up to |}# apart on average, however "
       "long they run.",
       [](const Fit& fit) {
         const std::vector<Printed> apart = of_mixtures(fit, kTwoRuns, true);
         return same(fit.number(1), largest(apart)) && fit.number(1).value > 0 &&
                fit.text.contains("up to") != is_one_open(fit);
       }},
      {"Elsewhere it forgets in the end; after # steps it is # from the truth at λ_min = #.",
       [](const Fit& fit) {
         const std::vector<Printed> lambda = of_mixtures(fit, kLambda, false);
         return below(largest(lambda), times(smallest(lambda), 1.1)) && is_shown_time(fit, 1) &&
                is_closed(fit, 2, false) && below(largest(of_mixtures(fit, kLimit, false)), exact(1e-6));
       }},
      {"Elsewhere it forgets in the end; after # steps it is # from the truth at λ_min = #, and # at λ_min = #.",
       [](const Fit& fit) {
         return of_mixtures(fit, kLambda, false).size() > 1 && is_shown_time(fit, 1) && is_closed(fit, 2, false) &&
                is_closed(fit, 4, true) && below(largest(of_mixtures(fit, kLimit, false)), exact(1e-6));
       }},
      {"The paper’s figure 2 shows descent for λ_min from 2⁻¹³ to 2⁻⁷, and 0 beside 0.06; one axis for all, the "
       "film, the minimum norm and the errors are ours.",
       kAlways},
      {"The minimum norm has no start to remember; it ends up to # from the truth.",
       [](const Fit& fit) { return same(fit.number(1), largest(fit.column("", kNorm))); }},
  };
  rules.rules.insert(rules.rules.end(), more.begin(), more.end());
}

Printed printed_bound(const Told& told) { return told.at("As the paper prints it, eq. 22: (ε/λ_min) ‖Z‖_F⁶"); }

}  // namespace

Rules certificate() {
  Rules rules = {
      .figure = "certificate",
      .states = {"mixtures=every&measure=distance&m=2&N=16&seed=1950",
                 "mixtures=every&measure=errors&m=2&N=100&seed=1865",
                 "m=2&share=0.05&N=64&ask=seen&seed=736",
                 "share=1",
                 "share=0.5",
                 "share=1&ask=telling",
                 "ask=seen",
                 "ask=orthonormal",
                 "ask=telling",
                 "ask=edited",
                 "share=1&ask=seen",
                 "share=1&ask=edited&m=2",
                 "share=1&distance=0.001",
                 "share=1&distance=1",
                 "m=2&N=16384",
                 "m=2&share=1",
                 "m=2&share=1&distance=0.001",
                 "view=descent",
                 "view=descent&share=1",
                 "at=0",
                 "at=50",
                 "at=60",
                 "N=64",
                 "N=64&m=2",
                 "m=2&N=64&share=1",
                 "ask=edited&question=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
                 "m=2&ask=edited&question=0,0,0,0,0,0,0,0,0,0,0,0&share=1",
                 "m=2&ask=edited&question=5,5,5,5,5,5,5,5,0,0,0,0&share=1",
                 "m=2&ask=edited&question=0",
                 "m=3&N=256&ask=edited&question=1,2,3,4,5,6,7,8,9,1,2,3",
                 "N=128&m=3&share=1&distance=0.01&ask=telling&view=descent&seed=8",
                 "mixtures=every",
                 "mixtures=every&time=10",
                 "mixtures=every&measure=errors",
                 "mixtures=every&measure=errors&time=12&m=3&seed=2",
                 "mixtures=every&measure=errors&m=2&N=1024&seed=6",
                 "mixtures=every&measure=errors&m=2&N=16384&seed=4",
                 "mixtures=every&m=3&time=13",
                 "mixtures=every&m=3&N=1024&seed=2",
                 "mixtures=every&m=3&N=16&seed=3",
                 "mixtures=every&m=3&N=16&seed=22&time=10",
                 "mixtures=every&m=3&N=400",
                 "mixtures=every&m=2&N=16384&seed=4",
                 "mixtures=every&m=2&N=4096&seed=5",
                 "mixtures=every&m=2&N=1024&time=12&seed=6",
                 "mixtures=every&m=2&N=256&seed=7",
                 "mixtures=every&m=2&N=64&seed=8",
                 "mixtures=every&m=2&N=1024&seed=9"},
      .rules = {
          {"A last token of zeros asks nothing: there is nothing to tell models apart by",
           [](const Fit& fit) { return asks_nothing(fit) && answers_agree(fit); }},
          {"The edited question was of another size; a Gaussian one stands in for it.",
           [](const Fit& fit) { return is_misfit(fit) && fit.cell("Question") == "Gaussian"; }},
          {"The data see every direction: only one function fits",
           [](const Fit& fit) { return unseen(fit) == 0 && fit.at("λ_min of Λ").value > 0; }},
          {"The data leave @ direction{|s} open, yet every fit answers this question alike",
           [](const Fit& fit) {
             return fit.number(1).value == unseen(fit) && unseen(fit) > 0 && is_certain(fit) && answers_agree(fit) &&
                    (unseen(fit) == 1) == fit.text.contains("direction open");
           }},
          {"Same training error, different answers: @ direction{ was|s were} never seen",
           [](const Fit& fit) {
             return fit.number(1).value == unseen(fit) && unseen(fit) > 0 && !is_certain(fit) &&
                    fit.at(kApart).value > 0 && (unseen(fit) == 1) == fit.text.contains(" was ");
           }},
          {"Two models answer examples that both have learned from", kAlways},
          {"Now a question that neither has seen", [](const Fit& fit) { return !fit.chose("ask", "seen"); }},
          {"Now one of these examples again", [](const Fit& fit) { return fit.chose("ask", "seen"); }, kRare},
          {"Does it have one answer?", kAlways},
          {"Learning from # example{|s}", [](const Fit& fit) { return fit.number(1).value == fit.setting("N"); },
           kRare},
          {"In the limit random-start descent is # from the truth", ends_apart},
          {"Descent forgets its random start in about @ step{|s}", [](const Fit& fit) { return unseen(fit) == 0; }},
          {"Descent has not forgotten its random start after a million steps",
           [](const Fit& fit) { return unseen(fit) == 0 && fit.at("Distance after 1,048,576 steps").value > 0; }},
          {"From # example{|s}, {none|all|#} of them Gaussian, the data decide {all|# of} # directions.",
           [](const Fit& fit) {
             const double gaussian = fit.at("Gaussian examples").value, all = fit.at("Examples N").value;
             const bool none = fit.text.contains(", none of"), every = fit.text.contains(", all of");
             return fit.number(1).value == all && none == (gaussian == 0) && every == (gaussian == all) &&
                    fit.number(4).value == fit.at(kUnknowns).value &&
                    (fit.text.contains("decide all")
                         ? fit.at(kSeen).value == fit.number(4).value
                         : fit.number(3).value == fit.at(kSeen).value && fit.number(3).value < fit.number(4).value);
           }},
          {"The fit {and the impostor both have|has} a training error {below|of} {10⁻¹⁶|#}[, the impostor of #]; a "
           "last token "
           "of zeros is answered with zeros by both.",
           [](const Fit& fit) { return are_errors(fit, 1) && asks_nothing(fit) && answers_agree(fit); }},
          {"The picture stops the impostor where its training error has risen by 10⁻⁵: W @ away, and the answers @ "
           "apart.",
           [](const Fit& fit) {
             const double share = fit.at("Share of the impostor's way until it has risen by 10⁻⁵").value;
             const auto is_share = [&](std::size_t place, std::string_view row) {
               return std::abs(fit.number(place).value - share * fit.at(row).value) <= 0.06 * fit.number(place).value;
             };
             return share < 1 && unseen(fit) == 0 && is_share(1, "Distance of the impostor's W from the fit's") &&
                    is_share(2, kApart);
           }},
          {"The fit {and the impostor both have|has} a training error {below|of} {10⁻¹⁶|#}[, the impostor of #], "
           "and "
           "their "
           "answers to this question are # apart; the smallest eigenvalue allows at most # for that error.",
           [](const Fit& fit) {
             return are_errors(fit, 1) && unseen(fit) == 0 && same(fit.number(3), fit.at(kApart)) &&
                    same(fit.number(4), fit.at("At most, by λ_min: √(4ε/λ_min) ‖H‖")) &&
                    at_most(fit.number(3), fit.number(4));
           }},
          {"The fit {and the impostor both have|has} a training error {below|of} {10⁻¹⁶|#}[, the impostor of #], "
           "and ρ "
           "= 0: all "
           "models that fit answer this question alike.",
           [](const Fit& fit) { return are_errors(fit, 1) && fit.at(kRho).value == 0 && answers_agree(fit); }},
          {"The fit {and the impostor both have|has} a training error {below|of} {10⁻¹⁶|#}[, the impostor of #], "
           "and "
           "their "
           "answers to this question are # apart; the part of it that was never seen is ρ = # of its length.",
           [](const Fit& fit) {
             return are_errors(fit, 1) && unseen(fit) > 0 && same(fit.number(3), fit.at(kApart)) &&
                    same(fit.number(4), fit.at(kRho)) && fit.number(4).value > 0;
           }},
          {"The bound that the paper prints (eq. 22), (ε/λ_min) ‖Z‖_F⁶ = #, lacks a square.",
           [](const Fit& fit) { return same(fit.number(1), printed_bound(fit)); }},
          {"It is violated here.", [](const Fit& fit) { return at_most(printed_bound(fit), fit.at(kApart)); }},
          {"It holds here.", [](const Fit& fit) { return at_most(fit.at(kApart), printed_bound(fit)); }, kRare},
          {"It holds here; with W nearer than #, or the question made # times smaller, it fails.",
           [](const Fit& fit) {
             return at_most(fit.at(kApart), printed_bound(fit)) && fit.number(2).value >= 1 &&
                    at_most(fit.number(1), exact(fit.setting("distance")));
           }},
          {"In the limit random-start descent is # from the truth; the {minimum-norm|least-squares} fit is # from the "
           "truth.",
           [](const Fit& fit) { return ends_apart(fit) && is_from_truth(fit); }},
          {"Descent forgets its random start in about @ step{|s}; the least-squares fit is # from the truth.",
           [](const Fit& fit) { return unseen(fit) == 0 && is_from_truth(fit); }},
          {"Descent has not forgotten its random start after a million steps; the least-squares fit is # from the "
           "truth.",
           [](const Fit& fit) {
             return unseen(fit) == 0 && same(fit.number(1), fit.at("Distance of the fit from the truth"));
           }},
      }};
  rules.due = {{"A last token of zeros asks nothing: ~",
                [](const Told& told) { return told.is_over() && told.chose("view", "answers") && asks_nothing(told); }},
               {"The edited question was of another size; ~", is_misfit},
               {"Same training error, different answers: ~",
                [](const Told& told) {
                  return told.is_over() && told.chose("mixtures", "one") && told.chose("view", "answers") &&
                         unseen(told) > 0 && told.at(kRho).value > 0;
                }},
               {"The data see every direction: only one function fits",
                [](const Told& told) {
                  return told.is_over() && told.chose("mixtures", "one") && told.chose("view", "answers") &&
                         unseen(told) == 0 && !asks_nothing(told);
                }},
               {"It is violated here.", [](const Told& told) {
                  return told.is_over() && told.chose("mixtures", "one") && told.chose("view", "answers") &&
                         told.has("As the paper prints it, eq. 22: (ε/λ_min) ‖Z‖_F⁶") && unseen(told) == 0 &&
                         below(printed_bound(told), told.at(kApart));
                }}};
  add_mixtures(rules);
  return rules;
}

}  // namespace walk
