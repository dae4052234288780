#include <set>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

const std::string kFeatures = "Features ψ", kProducts = "Products in X",
                  kDifference = "Largest difference of the three";

// Of one token: products of three numbers, in any order.
double different(const Told& told) {
  const double d = told.at("Token size d").value;
  return d * (d + 1) * (d + 2) / 6;
}
bool is(const Fit& fit, std::size_t place, const std::string& row) {
  return fit.number(place).value == fit.at(row).value;
}
bool is_one_token(const Told& told) { return told.at("Tokens n").value == 1; }

// How many of the products in X do differ, as they are printed.
double differing(const Told& told) {
  std::set<double> values;
  for (double j = 1; j <= told.setting("d"); ++j)
    for (const Printed one : told.all("X, row " + std::to_string(static_cast<int>(j)))) values.insert(one.value);
  return static_cast<double>(values.size());
}

// The row of this size in the table of sizes: products, features, numbers in W, memory.
std::string sized(const Fit& fit, const std::string& d, std::size_t column) { return fit.cell("d = " + d, column); }

}  // namespace

Rules feature_map() {
  return {
      .figure = "feature_map",
      .states = {"view=map", "view=map&d=3&n=1&tokens=0,0,0",
                 "words=1,0.5,0,1,2,-1",
                 "tokens=1,0.5,0,1,2,-1,0,0,1,2,3,0.1",
                 "film=150&view=map",
                 "d=2&n=1&H=1&tokens=0,0",
                 "n=1",
                 "n=1&d=2",
                 "H=1",
                 "H=1&n=1",
                 "view=growth",
                 "view=growth&at=2",
                 "view=growth&at=12288",
                 "tokens=1,2",
                 "tokens=1",
                 "d=2&n=2&tokens=0.001,0.002,0.003,0.001",
                 "d=2&n=2&tokens=1,1,1,1",
                 "film=0",
                 "film=100",
                 "film=200",
                 "film=300",
                 "film=400",
                 "view=map&tokens=0,0,0,0,0,0,0,0,0,0,0,0"},
      .rules = {
          {"With one token, # features are only #",
           [](const Fit& fit) {
             return is_one_token(fit) && is(fit, 1, kFeatures) && fit.number(2).value == different(fit);
           }},
          {"What # head{ answers|s answer} is a weighted sum of # products",
           [](const Fit& fit) { return is(fit, 1, "Heads H") && is(fit, 2, kFeatures) && !is_one_token(fit); }},
          {"This one token makes G of rank #: of its # features only @ can differ.",
           [](const Fit& fit) {
             return is_one_token(fit) && is(fit, 1, "Rank of G") && is(fit, 2, kFeatures) &&
                    fit.number(3).value == different(fit);
           }},
          {"This one token is 0, and so is every feature.",
           [](const Fit& fit) { return is_one_token(fit) && fit.at("Rank of G").value == 0; }, kRare},
          {"# token{|s} of # numbers make{|s} # products, of which # can differ.",
           [](const Fit& fit) {
             return is(fit, 1, "Tokens n") && is(fit, 2, "Token size d") && is(fit, 3, kProducts) &&
                    is(fit, 4, kFeatures) && differing(fit) <= fit.number(4).value;
           }},
          {"Attention with # head{|s} and ⟨W, X⟩ give the same answer, equal to the last bit.",
           [](const Fit& fit) { return is(fit, 1, "Heads H") && fit.at(kDifference).value == 0; }},
          {"Attention with # head{|s} and ⟨W, X⟩ give the same answer, with a difference of #, which is rounding.",
           [](const Fit& fit) {
             return is(fit, 1, "Heads H") && same(fit.number(2), fit.at(kDifference)) &&
                    at_most(fit.number(2), exact(1e-9));
           }},
          {"One head compares food and brings back animals: (@, @); the other is plain attention: (@, @).",
           [](const Fit& fit) {
             const auto Z = [&](int j) { return fit.all("Z, row " + std::to_string(j)); };
             const auto G = [&](int j) { return fit.all("G, row " + std::to_string(j)); };
             const double animal = Z(1).back().value, food = Z(2).back().value;
             const auto near = [&](const std::string& answer, double value) {
               return std::abs(fit.at(answer + ", attention").value - value) < 1e-4 * std::max(1.0, std::abs(value));
             };
             const auto is_sum = [&](const std::string& answer, std::size_t one, std::size_t other) {
               return near(answer, fit.number(one).value + fit.number(other).value);
             };
             return is_sum("Answer 1", 1, 3) && is_sum("Answer 2", 2, 4) && fit.number(2).value == 0 &&
                    near("Answer 1", G(1)[0].value * animal + 2 * G(1)[1].value * food) &&
                    near("Answer 2", G(2)[0].value * animal + G(2)[1].value * food);
           }},
          {"Your @ number{ does|s do} not fit # × #, so Z is the seed’s.",
           [](const Fit& fit) {
             return fit.number(1).value == static_cast<double>(fit.values.list("tokens").size()) &&
                    fit.number(1).value != fit.number(2).value * fit.number(3).value;
           }},
          {"At d = # the Gram matrix alone takes ~",
           [](const Fit& fit) { return fit.words(2) == sized(fit, fit.words(1), 4); }},
          {"At d = # one question has # products, of which # can differ; W has # numbers, and the Gram matrix of the "
           "features takes ~.",
           [](const Fit& fit) {
             return fit.words(2) == sized(fit, fit.words(1), 1) && fit.words(3) == sized(fit, fit.words(1), 2) &&
                    fit.words(4) == sized(fit, fit.words(1), 3) && fit.words(5) == sized(fit, fit.words(1), 4) &&
                    same(fit.number(3), first_in(fit.cell("ψ counted pair by pair", 2)));
           }},
          {"Each token adds its outer product to G", kAlways},
          {"Each entry of G times each number of z", kAlways},
          {"Twins fold together: each product is kept once", kAlways},
          {"Each product times its weight, added up", kAlways},
      }};
}

}  // namespace walk
