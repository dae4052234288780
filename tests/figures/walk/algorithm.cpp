#include "figures/walk/rules.hpp"
#include "learner/random.hpp"
#include "learner/sequence_table.hpp"

namespace walk {
namespace {

const std::string kError = "Squared error on fresh data";
const std::string kLearned = "Squared error in training", kOther = "Squared error of your model in training";
const std::string kLeft = "Error left, of the answers’ mean square", kClean = "Error left, without the noise";

// Of the answers' mean square; what 64-bit numbers leave of a solved system.
bool is_exact(const Told& told) { return at_most(told.at(kLeft), exact(1e-18)); }

// The same with λ = 0, where it was tried.
const std::string kFree = "Squared error on fresh data with λ = 0";

bool all_directions(const Told& told) {
  return told.has("Rank of the Gram matrix with λ added") ||
         told.at("Rank of the Gram matrix").value == told.at("Unknowns for each output").value;
}

bool is_noisy(const Told& told) { return !told.chose("source", "text") && told.setting("noise") > 0; }

// Neither a penalty nor too few targets leave anything open: what is not learned is the noise's doing.
bool is_noise_only(const Told& told) {
  return is_noisy(told) && told.at("Ridge λ").value == 0 && all_directions(told) &&
         told.at("Targets").value >= told.at("Unknowns for each output").value;
}

// Neither noise nor too few targets leave anything open: what is not learned is the penalty's doing.
bool is_held_only(const Told& told) {
  return told.at("Ridge λ").value > 0 && !is_noisy(told) &&
         told.at("Targets").value >= told.at("Unknowns for each output").value &&
         (!told.chose("targets", "all") ||
          told.at("Sequences").value * told.at("Token size d").value >= told.at("Unknowns for each output").value);
}

// "56 %": what is learned and what is left are all.
bool parts(const Fit& fit) {
  return same(plus(fit.number(1), fit.number(2)), exact(100)) && same(fit.number(2), times(fit.at(kLeft), 100)) &&
         !is_exact(fit) && below(fit.at(kLeft), exact(1));
}

bool enough(const Fit& fit) {
  return same(fit.number(1), fit.at("Heads from the singular values of W")) &&
         same(fit.number(2), fit.at("Heads that answer fresh data as exactly")) &&
         at_most(fit.number(2), fit.number(1)) && is_exact(fit);
}

// How much smaller than the mean's, in per cent.
bool less_than_mean(const Fit& fit, std::string_view mean) {
  const Printed share = over(fit.at(kError), fit.at(mean));
  return same(plus(fit.number(1), times(share, 100)), exact(100)) && below(share, exact(1));
}

// Or as good, to three digits.
bool mean_is_better(const Fit& fit, std::string_view mean) {
  return at_most(fit.at(mean), times(fit.at(kError), 1.0011));
}

// Of a text: what was learned holds elsewhere as it does in training.
bool is_held_back(const Told& told) {
  return below(told.at(kError), times(told.at("Squared error in training"), 1.021));
}

bool is_not_learned(const Told& told) { return !told.description.title.starts_with("Learned from this text"); }

// Advice to move a setting of the text: it is needed, and the slider is not at its end.
auto below_most(std::string_view id, double most) {
  return [id, most](const Fit& fit) { return is_not_learned(fit) && fit.setting(id) < most; };
}

// One number in two of a token, the other is 1; targets are chance, and so are another model's answers.
std::string table_of_chance(int sequences, bool predicted) {
  learner::Random random(5);
  std::string table = learner::sequence_table_head({.d = 2, .d_out = 1}, {}, predicted);
  for (int k = 1; k <= sequences; ++k) {
    learner::Sequence one{random.gaussian(2, 2), random.gaussian(1, 1)};
    one.Z.row(1).setOnes();
    const learner::Matrix other = random.gaussian(1, 1);
    learner::append_sequence_rows(table, k, one, predicted ? other : learner::Matrix());
  }
  return table;
}

// Of tokens of one number, answered by a layer.
std::string table_of_layer(int sequences) {
  learner::Random random(87);
  std::string table = learner::sequence_table_head({.d = 1, .d_out = 1}, {}, false);
  for (int k = 1; k <= sequences; ++k) {
    learner::Sequence one{random.gaussian(1, 4), learner::Matrix(1, 1)};
    one.Y(0, 0) = one.Z.squaredNorm() * one.Z(0, 3);
    learner::append_sequence_rows(table, k, one, learner::Matrix());
  }
  return table;
}

bool are_elsewhere(const Fit& fit) {
  return same(fit.number(1), fit.at("Squared error of your model on fresh data")) &&
         same(fit.number(2), fit.at(kError));
}

bool asks_one(const Told& told) { return told.at("Questions asked").value == 1; }

// Of a reader's own words or numbers, neither error nearly nothing beside the other.
bool is_open(const Told& told) {
  const std::string mean =
      told.chose("source", "text") ? "Squared error of the mean token" : "Squared error of the mean target";
  const double share = over(told.at(kError), told.at(mean)).value;
  return share > 1e-4 && share < 1e4;
}

}  // namespace

Rules algorithm() {
  return {
      .figure = "algorithm",
      .states = {"n=1",
                 "noise=1e-5&lambda=0.1",
                 "noise=1e-5&lambda=0.1&d=9&N=512",
                 "lambda=1&d=9&N=256",
                 "N=32&lambda=1",
                 "N=16&lambda=0",
                 "N=16&noise=1&n=1",
                 "noise=0.1",
                 "layer=edible",
                 "d=2&H=1&n=8&N=16384&noise=1&seed=5",
                 "layer=edible&N=16&noise=1&seed=4",
                 "layer=edible&noise=0.1&N=16",
                 "source=memory",
                 "source=memory&m=1&N=16",
                 "source=text",
                 "source=text&units=words&N=16",
                 "source=text&units=words&N=16&ridge=1",
                 "lambda=1&seed=32",
                 "lambda=1e-6",
                 "source=text&units=words&context=64&N=16384",
                 "source=text&units=words&context=64&N=16384&ridge=1",
                 "source=text&units=words&context=1&N=16384&ridge=1",
                 "source=text&context=1&ridge=0.001&N=256&seed=80",
                 "source=text&embedding=3&units=words&ridge=0&seed=89",
                 "H=1&d=2",
                 "at=100",
                 "at=0",
                 "at=200",
                 "at=350",
                 "noise=1&N=64&lambda=0",
                 "d=5&N=64",
                 "N=64&lambda=0.1",
                 "d=4&n=64&H=1&N=16384&noise=1&lambda=1&seed=16",
                 "d=4&n=64&H=1&N=4096&noise=1&lambda=1&seed=16",
                 "d=4&n=64&H=1&N=4096&noise=1&lambda=0&seed=16"},
      .rules =
          {
              {"Learned exactly[, in one pass,] from # sequences",
               [](const Fit& fit) {
                 return is_exact(fit) && all_directions(fit) && fit.number(1).value == fit.at("Sequences").value &&
                        at_most(fit.at("Relative distance of the coefficients"), exact(1e-6));
               }},
              {"Learned exactly for sequences of one token,[ in one pass,] from #",
               [](const Fit& fit) {
                 return is_exact(fit) && fit.setting("n") == 1 && fit.number(1).value == fit.at("Sequences").value;
               }},
              {"Learned @ % of the answers’ mean square; λ holds back the other @ %",
               [](const Fit& fit) { return parts(fit) && is_held_only(fit); }},
              {"Learned @ % of the answers’ mean square; @ % is left[, the noise included]",
               [](const Fit& fit) {
                 return parts(fit) && !is_held_only(fit) && fit.text.contains("noise") == is_noisy(fit);
               }},
              {"With λ = 0 it may be less.",
               [](const Fit& fit) { return fit.at("Ridge λ").value > 0 && !fit.has(kFree); }},
              {"With λ = 0 it is #.",
               [](const Fit& fit) {
                 return same(fit.number(1), fit.at(kFree)) && below(fit.at(kFree), fit.at(kError));
               }},
              {"Learned all but # of the answers’ mean square{|, which λ holds back}",
               [](const Fit& fit) {
                 return same(fit.number(1), fit.at(kLeft)) && below(fit.at(kLeft), exact(1e-6)) && !is_exact(fit) &&
                        is_held_only(fit) == fit.text.contains("λ");
               }},
              {"Not learned: the data leave too much open",
               [](const Fit& fit) {
                 return at_most(exact(1), fit.at(kLeft)) && !all_directions(fit) && !is_noisy(fit) &&
                        fit.at("Ridge λ").value == 0;
               },
               kRare},
              {"Not learned: so few data do not average the noise out",
               [](const Fit& fit) {
                 return at_most(exact(1), fit.at(kLeft)) && is_noise_only(fit) && at_most(exact(1), fit.at(kClean));
               },
               kRare},
              {"The noise hides what was learned: @ % of the answers without it",
               [](const Fit& fit) {
                 return at_most(exact(1), fit.at(kLeft)) && is_noisy(fit) && at_most(fit.at(kClean), exact(1)) &&
                        std::abs(fit.number(1).value / 100 - (1 - fit.at(kClean).value)) < 0.01;
               }},
              {"Not learned: answering 0 does as well or better",
               [](const Fit& fit) { return at_most(exact(1), fit.at(kLeft)) && !is_noise_only(fit); }},
              {"Learned from this text: @ % less error than guessing the mean",
               [](const Fit& fit) { return less_than_mean(fit, "Squared error of the mean token"); }},
              {"Guessing the mean does better than what was learned from this text",
               [](const Fit& fit) { return mean_is_better(fit, "Squared error of the mean token"); }, kRare},
              {"What was learned from this text is not clearly better than guessing the mean, nor clearly worse",
               [](const Fit& fit) {
                 // Of many windows only a small difference may be chance.
                 const double share = over(fit.at(kError), fit.at("Squared error of the mean token")).value;
                 return std::abs(share - 1) < 10 / std::sqrt(fit.at("Questions asked").value);
               },
               kRare},
              {"One held-out target cannot tell whether anything was learned",
               [](const Fit& fit) { return asks_one(fit) && is_open(fit); }},
              {"What was learned from your numbers is not clearly better than guessing the mean, nor clearly worse",
               [](const Fit& fit) { return !asks_one(fit) && is_open(fit); }},
              {"Asked about “cats eat fish”, the learned heads answer (@, @), the layer (1.00, 0.00).",
               [](const Fit& fit) {
                 const bool exact = fit.at("Squared error on fresh data").value < 1e-12;
                 return fit.chose("layer", "edible") &&
                        (!exact || (fit.number(1).value == 1 && fit.number(2).value == 0));
               }},
              {"Such a difference may be chance.",
               [](const Fit& fit) {
                 // Before the film's end its title says the step.
                 const bool ended = fit.setting("at") == 500;
                 return !asks_one(fit) && (fit.has(kOther) || (!ended && is_open(fit)) ||
                                           fit.description.title.contains("not clearly better"));
               }},
              {"On # held-out target{|s} the squared error is #, against # for always answering the mean target.",
               [](const Fit& fit) {
                 return fit.number(1).value == fit.at("Questions asked").value && same(fit.number(2), fit.at(kError)) &&
                        same(fit.number(3), fit.at("Squared error of the mean target"));
               }},
              {"Give more sequences: every tenth is held out.", is_open},
              {"On # targets your model’s error is @ times the least that a layer of linear attention can have",
               [](const Fit& fit) {
                 return fit.number(1).value == fit.at("Targets").value &&
                        same(fit.number(2), over(fit.at(kOther), fit.at(kLearned)));
               }},
              {"On the # targets learned from, your model’s squared error is #.",
               [](const Fit& fit) {
                 return fit.number(1).value == fit.at("Targets").value && same(fit.number(2), fit.at(kOther));
               }},
              {"The least that any layer of linear attention can have, with any number of heads and however it is "
               "trained, is #.",
               [](const Fit& fit) {
                 return same(fit.number(1), fit.at(kLearned)) && at_most(fit.number(1), fit.at(kOther));
               }},
              {"# head{|s} {comes|were found that come} within @ % of the least[; fewer may do].",
               [](const Fit& fit) {
                 return fit.number(1).value == fit.at("Fewest heads found within 1 % of the least").value;
               }},
              {"With # targets for # unknowns, part of what they fit is chance.",
               [](const Fit& fit) { return below(fit.number(1), times(fit.number(2), 3)); }},
              {"On what was held out it is #, and the learned heads’ #: a difference that may be chance.",
               [](const Fit& fit) { return !asks_one(fit) && are_elsewhere(fit); }},
              {"On what was held out it is #, and the learned heads’ #: one target cannot tell which is better.",
               [](const Fit& fit) { return asks_one(fit) && are_elsewhere(fit); }},
              {"Can one linear system learn to answer like this?",
               [](const Fit& fit) { return fit.setting("at") == 0; }},
              {"Every {sequence|token} becomes a row of products",
               [](const Fit& fit) {
                 const double targets = fit.at("Targets").value, sequences = fit.at("Sequences").value;
                 return fit.setting("at") > 0 &&
                        (fit.text.contains("token") ? targets > sequences || fit.setting("n") == 1
                                                    : targets == sequences);
               }},
              {"The Gram matrix adds the products up", kAlways},
              {"One linear system is solved for W", kAlways},
              {"W is split into heads", kAlways},
              {"The heads answer fresh questions", kAlways},
              {"Solved for # unknown{|s}, for each of # outputs, from # target{|s}.",
               [](const Fit& fit) {
                 return fit.number(1).value == fit.at("Unknowns for each output").value &&
                        fit.number(2).value == fit.at("Numbers in a target").value &&
                        fit.number(3).value == fit.at("Targets").value;
               }},
              {"More directions may be decided: rounding hides them in the Gram matrix, and the data are too many to "
               "be "
               "asked one by one.",
               [](const Fit& fit) {
                 const double unknowns = fit.at("Unknowns for each output").value;
                 return fit.at("Targets").value * unknowns * unknowns > 2e11 && !all_directions(fit);
               },
               kRare},
              {"Solved for # unknown{|s}, for one output, from # target{|s}.",
               [](const Fit& fit) {
                 return fit.number(1).value == fit.at("Unknowns for each output").value &&
                        fit.at("Numbers in a target").value == 1 && fit.number(2).value == fit.at("Targets").value;
               },
               kRare},
              {"The data decide only # of # directions; the smallest W that fits was taken.",
               [](const Fit& fit) {
                 return !all_directions(fit) && fit.number(1).value < fit.number(2).value &&
                        !fit.has("Rank of the Gram matrix with λ added");
               }},
              {"On fresh sequences the heads' squared error is #.",
               [](const Fit& fit) { return same(fit.number(1), fit.at(kError)); }},
              {"The singular values of W give # head{|s}.",
               [](const Fit& fit) { return same(fit.number(1), fit.at("Heads from the singular values of W")); }},
              {"The singular values of W give # head{|s}; 1 head answers as exactly on fresh data.",
               [](const Fit& fit) {
                 return fit.at("Heads that answer fresh data as exactly").value == 1 && is_exact(fit);
               }},
              {"The singular values of W give # head{|s}; # heads answer as exactly on fresh data.", enough},
              {"On held-out text the squared error is #, against # for always answering the mean token.",
               [](const Fit& fit) {
                 // Two numbers that look alike tell nothing.
                 return same(fit.number(1), fit.at(kError)) &&
                        same(fit.number(2), fit.at("Squared error of the mean token")) &&
                        (fit.words(1) != fit.words(2) ||
                         fit.cell(kError) == fit.cell("Squared error of the mean token"));
               }},
              {"Try more sequences.",
               [](const Fit& fit) {
                 return below_most("N", 16384)(fit) && (fit.setting("ridge") == 1) != is_held_back(fit);
               }},
              {"Try a larger d.",
               [](const Fit& fit) {
                 const double d = fit.setting("embedding") + 1;
                 return is_held_back(fit) && below_most("embedding", 16)(fit) &&
                        fit.at("Targets").value > 200 * d * d * (d + 1) / 2;
               },
               kRare},
              {"Try λ = 0.1, and then more sequences.",
               [](const Fit& fit) {
                 return below_most("ridge", 0.1)(fit) && below_most("N", 16384)(fit) && !is_held_back(fit);
               }},
              {"Try λ = 0.1[, and then a longer text].", below_most("ridge", 0.1), kRare},
              {"Try a larger λ, and then more sequences.",
               [](const Fit& fit) {
                 return fit.setting("ridge") >= 0.1 && below_most("ridge", 1)(fit) && below_most("N", 16384)(fit) &&
                        !is_held_back(fit);
               },
               kRare},
              {"Try a larger λ[, and then a longer text].",
               [](const Fit& fit) { return fit.setting("ridge") >= 0.1 && below_most("ridge", 1)(fit); }, kRare},
              {"Try a shorter context.",
               [](const Fit& fit) {
                 return is_not_learned(fit) && fit.setting("context") > 1 && fit.setting("ridge") == 1;
               },
               kRare},
              {"Try characters.", [](const Fit& fit) { return is_not_learned(fit) && fit.chose("units", "words"); },
               kRare},
              {"Try a longer text.",
               [](const Fit& fit) { return is_not_learned(fit) && fit.chose("units", "characters"); }, kRare},
              // Of a reader's own numbers that are not chance.
              {"There are no more targets than unknowns.",
               [](const Fit& fit) {
                 return fit.at("Targets").value <= fit.at("Unknowns for each output").value &&
                        mean_is_better(fit, "Squared error of the mean target");
               },
               kRare},
              {"Raise λ.",
               [](const Fit& fit) {
                 return mean_is_better(fit, "Squared error of the mean target") && fit.setting("lambda") < 1 &&
                        !fit.description.sentence.contains("With λ = 0 it");
               },
               kRare},
              {"Give more sequences[, or keep fewer of the numbers of a token].",
               [](const Fit& fit) { return mean_is_better(fit, "Squared error of the mean target"); }, kRare},
              {"Add a number to each token that is always 1: then terms of one and two numbers can be learned too.",
               [](const Fit& fit) {
                 return mean_is_better(fit, "Squared error of the mean target") && fit.at("Token size d").value < 16;
               },
               kRare},
              {"If that is not enough, [raise λ or ]give more sequences.",
               [](const Fit& fit) { return mean_is_better(fit, "Squared error of the mean target"); }, kRare},
          },
      .due = {{"The data decide only ~",
               [](const Told& told) { return told.has("Rank of the Gram matrix") && !all_directions(told); }},
              {"One held-out target cannot tell whether anything was learned",
               [](const Told& told) { return told.is_over() && asks_one(told) && is_open(told) && !told.has(kOther); }},
              {"The singular values of W give # head{|s}; # head{ answers|s answer} as exactly on fresh data.",
               [](const Told& told) {
                 if (!told.has(kLeft) || !told.chose("source", "random") || !is_exact(told) || !all_directions(told))
                   return false;
                 return told.chose("layer", "edible") || told.setting("H") <= told.setting("d");
               }}},
      .texts = {{"source=numbers", table_of_chance(10, false)},
                {"source=numbers", table_of_chance(20, false)},
                {"source=numbers&lambda=1", table_of_layer(10)},
                {"source=numbers", table_of_chance(10, true)},
                {"source=numbers", table_of_chance(20, true)},
                {"source=text", "abcabdacbdcbadb"}}};
}

}  // namespace walk
