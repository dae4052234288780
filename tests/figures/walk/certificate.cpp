#include <algorithm>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

const std::string kSeen = "Directions seen, by pivots", kUnknowns = "Unknowns for each output, ψ",
                  kFit = "Training error of the fit", kImpostor = "Training error of the impostor",
                  kApart = "The two answers are apart by", kRho = "ρ of the question";

double unseen(const Told& told) { return told.at(kUnknowns).value - told.at(kSeen).value; }
bool is_certain(const Told& told) { return told.at(kRho).value == 0 || unseen(told) == 0; }

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

Printed printed_bound(const Told& told) { return told.at("As the paper prints it, eq. 22: (ε/λ_min) ‖Z‖_F⁶"); }

}  // namespace

Rules certificate() {
  Rules rules = {
      .figure = "certificate",
      .states = {"share=1",
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
                 "N=128&m=3&share=1&distance=0.01&ask=telling&view=descent&seed=8"},
      .rules = {
          {"A last token of zeros asks nothing: there is nothing to tell models apart by",
           [](const Fit& fit) { return answers_agree(fit); }},
          {"The data see every direction: only one function fits",
           [](const Fit& fit) { return unseen(fit) == 0 && fit.at("λ_min of Λ").value > 0; }},
          {"The data leave much open, yet every fit answers this question alike",
           [](const Fit& fit) { return unseen(fit) > 0 && is_certain(fit) && answers_agree(fit); }},
          {"Same training error, different answers: @ direction{ was|s were} never seen",
           [](const Fit& fit) {
             return fit.number(1).value == unseen(fit) && unseen(fit) > 0 && !is_certain(fit) &&
                    fit.at(kApart).value > 0 && (unseen(fit) == 1) == fit.text.contains(" was ");
           }},
          {"Two models answer examples that both have learned from", kAlways},
          {"Now a question that neither has seen", kAlways},
          {"Does it have one answer?", kAlways},
          {"Learning from # example{|s}", [](const Fit& fit) { return fit.number(1).value == fit.setting("N"); },
           kRare},
          {"Random-start descent ends # from the truth", ends_apart},
          {"Descent forgets its random start in about @ step{|s}", [](const Fit& fit) { return unseen(fit) == 0; }},
          {"Descent has not forgotten its random start after a million steps",
           [](const Fit& fit) { return unseen(fit) == 0 && fit.at("Distance after 1,048,576 steps").value > 0; }},
          {"From # example{|s}, {none|all|#} of them Gaussian, the data decide # of # directions.",
           [](const Fit& fit) {
             const double gaussian = fit.at("Gaussian examples").value, all = fit.at("Examples N").value;
             const bool none = fit.text.contains(", none of"), every = fit.text.contains(", all of");
             return fit.number(1).value == all && none == (gaussian == 0) && every == (gaussian == all) &&
                    fit.number(3).value == fit.at(kSeen).value && fit.number(4).value == fit.at(kUnknowns).value;
           }},
          {"The fit {and the impostor both have|has} a training error {below|of} {10⁻¹⁶|#}[, the impostor of #]; a "
           "last token "
           "of zeros is answered with zeros by both.",
           [](const Fit& fit) { return are_errors(fit, 1) && answers_agree(fit); }},
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
          {"Random-start descent ends # from the truth; the {minimum-norm|least-squares} fit is # from the truth.",
           [](const Fit& fit) { return ends_apart(fit) && is_from_truth(fit); }},
          {"Descent forgets its random start in about @ step{|s}; the least-squares fit is # from the truth.",
           [](const Fit& fit) { return unseen(fit) == 0 && is_from_truth(fit); }},
          {"Descent has not forgotten its random start after a million steps; the least-squares fit is # from the "
           "truth.",
           [](const Fit& fit) {
             return unseen(fit) == 0 && same(fit.number(1), fit.at("Distance of the fit from the truth"));
           }},
      }};
  rules.due = {{"Same training error, different answers: ~",
                [](const Told& told) {
                  return told.is_over() && told.chose("view", "answers") && unseen(told) > 0 &&
                         told.at(kRho).value > 0 && told.at("Its size ‖Z‖_F").value > 0;
                }},
               {"The data see every direction: only one function fits",
                [](const Told& told) {
                  return told.is_over() && told.chose("view", "answers") && unseen(told) == 0 &&
                         !answers_agree(told);  // as they do on a last token of zeros
                }},
               {"It is violated here.", [](const Told& told) {
                  return told.is_over() && told.chose("view", "answers") &&
                         told.has("As the paper prints it, eq. 22: (ε/λ_min) ‖Z‖_F⁶") && unseen(told) == 0 &&
                         below(printed_bound(told), told.at(kApart));
                }}};
  return rules;
}

}  // namespace walk
