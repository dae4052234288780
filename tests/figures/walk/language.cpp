#include <algorithm>
#include <cmath>

#include "figures/walk/language_sweep.hpp"

namespace walk {
namespace {

const std::string kClosed = "attention, closed form", kPairs = "counting pairs (bigram)",
                  kUnknowns = "Unknowns ψ for each output";

Printed error(const Told& told, const std::string& who) { return told.at(who + ": error, answer by answer"); }
Printed right(const Told& told, const std::string& who) { return told.at(who + ": guessed right"); }

// Another way of counting, of runs of three tokens or more.
std::string runs(const Told& told) {
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with("counting ") && !row[0].starts_with(kPairs) && row[0].ends_with(": guessed right"))
      return row[0].substr(0, row[0].size() - std::string_view(": guessed right").size());
  return "";
}

// The error that is said to be smaller, or that goes with being right more often, is smaller in the table, too.
bool is_less(const Told& told, const std::string& who, const std::string& over) {
  return error(told, who).value < error(told, over).value;
}

bool more(Printed a, Printed b) { return below(b, a); }
bool wins(const Told& told, const std::string& who, const std::string& over) {
  return more(right(told, who), right(told, over)) && at_most(error(told, who), error(told, over));
}

// As printed, counting longer runs is right more often than pairs and than attention, at no larger an error: no title
// leaves it out.
bool runs_win(const Told& told) {
  const std::string longer = runs(told);
  const auto beats = [&](const std::string& other) {
    return right(told, longer).value > right(told, other).value &&
           error(told, longer).value <= error(told, other).value;
  };
  return !longer.empty() && beats(kPairs) && beats(kClosed);
}

// Of the tokens that only one of the two guessed right, a coin would give one of them so many: then none of them is
// said to be right more often.
bool is_right_clear(const Told& told) {
  const std::vector<Printed> alone = told.all("Guessed right by the closed form alone, by counting pairs alone");
  const double both = alone[0].value + alone[1].value, apart = std::abs(alone[0].value - alone[1].value);
  return both >= 6 && apart * apart > 4 * both;
}

double asked(const Told& told) { return told.at("Questions in them, held out").value; }
bool are_few_asked(const Told& told) { return asked(told) < 100; }

// "40 %", or of few questions "25 of 27".
bool is_right(const Fit& fit, std::size_t place, const std::string& who) {
  if (!are_few_asked(fit)) return fit.words(place).ends_with(" %") && same(first_in(fit.words(place)), right(fit, who));
  const std::vector<Printed> said = values_in(fit.words(place));
  return said.size() == 2 && said[1].value == asked(fit) &&
         same(exact(100 * said[0].value / said[1].value), right(fit, who));
}

bool is_right_alike(const Fit& fit, const std::string& one, const std::string& other) {
  return is_right(fit, 1, one) && is_right(fit, 2, other) &&
         (!is_right_clear(fit) || same(right(fit, one), right(fit, other)));
}
bool is_error_alike(const Told& told) {
  const double share = over(error(told, kClosed), error(told, kPairs)).value;
  return share < 1.11 && share > 1 / 1.11;
}
bool is_error_unclear(const Told& told) {
  const double share = over(error(told, kClosed), error(told, kPairs)).value;
  return share > 1.09 || share < 1 / 1.09;
}

// Neither has less error than always answering the mean token: then neither is said to be better.
bool none_gains(const Told& told) { return error(told, kClosed).value >= 1 && error(told, kPairs).value >= 1; }
// What is said of two of the three.
bool is_of_two(const Told& told) { return !runs_win(told) && !none_gains(told); }

// Of what is more than all, as when descent blows up, three digits are said of four.
bool is_per_cent(Printed said, Printed fraction) {
  const Printed value = times(fraction, 100);
  return same(said, value) || (said.value == 0 && value.value < 1e-6) ||
         std::abs(said.value - value.value) < 1e-3 * value.value;
}

Printed rank(const Told& told, const std::string& of) { return told.at(of + ": rank of Λ by eigenvalues"); }
double missing(const Told& told) { return told.at(kUnknowns).value - rank(told, "This text").value; }

// Of a sketch, the error with so many features; no number for those that are not there.
Printed sketch(const Told& told, const std::string& count, const std::string& kind) {
  for (const auto& row : told.description.table.rows)
    if (row[0].starts_with(count + " ") && row[0].contains(kind) && row[0].ends_with(": error"))
      return first_in(row[1]);
  return {};
}

// There may be fewer landmarks than that, as windows that differ; then all there are count.
bool are_landmarks(const Told& told, const std::string& count, Printed said) {
  const Printed some = sketch(told, count, "landmark");
  const std::vector<Printed> all = told.column("", " Nyström landmarks: error");
  return same(said, std::isnan(some.value) ? all.back() : some);
}

// The mean token has 1, all features have `full`.
Printed full(const Told& told) { return told.at("Closed form: error, from the sums of the held-out windows"); }

// The features chosen greedily, and their error, by rising number.
struct Chosen {
  double size = 0;
  Printed error;
};
std::vector<Chosen> chosen(const Told& told) {
  std::vector<Chosen> list;
  for (const auto& row : told.description.table.rows)
    if (row[0].ends_with("chosen greedily: error")) list.push_back({first_in(row[0]).value, first_in(row[1])});
  return list;
}
// Of any number of them the least error.
Printed best(const Told& told) {
  return std::ranges::min(chosen(told), {}, [](const Chosen& c) { return c.error.value; }).error;
}

// How much of what all features gain an error keeps, as printed.
double share_kept(const Told& told, Printed error) { return (1 - error.value) / (1 - full(told).value); }
// So many features keep 95 % of it, no fewer of those that were tried do, and no more of them lose it again, before
// `lost` of them do.
bool is_fewest(const Told& told, double size, double lost = std::numeric_limits<double>::infinity()) {
  const double rounded = 0.005 + 1e-4 / (1 - full(told).value);
  return std::ranges::all_of(chosen(told), [&](const Chosen& c) {
    if (c.size > lost) return true;
    const double share = share_kept(told, c.error);
    return c.size < size || c.size == lost ? share < 0.95 + rounded : share >= 0.95 - rounded;
  });
}
// Without a penalty several W may fit: then features chosen to the last do not have the error of all, which take the W
// of least norm.
bool several_fit(const Told& told) { return told.has("Solution") && !same(chosen(told).back().error, full(told)); }
// All features gain, and no number of them more by a tenth.
bool all_are_best(const Told& told) {
  return below(full(told), exact(1)) && 1 - best(told).value <= 1.15 * (1 - full(told).value);
}
// Per cent of two digits, of a share.
bool is_rounded(Printed per_cent, double share) {
  return std::abs(per_cent.value - 100 * share) < (per_cent.value < 10 ? 0.051 : 0.51);
}
// So many features are the best number, and gain so much.
bool gains(const Fit& fit, Printed per_cent) {
  if (fit.text.contains(" gains ") != (fit.number(1).value == 1)) return false;
  const Printed error = sketch(fit, fit.words(1), "chosen greedily");
  return same(error, best(fit)) && is_rounded(per_cent, 1 - error.value);
}

bool is_used(const Fit& fit, std::size_t first) {
  const std::vector<Printed> windows = fit.all("Windows learned from, of those before the last fifth of the text");
  return windows[0].value == fit.number(first).value;
}

}  // namespace

Rules language() {
  Rules rules = {
      .figure = "language",
      .states = {"seed=4936&view=sketch&d=4&n=2&N=2048&vocabulary=128&penalty=fixed&lambda=0.01",
                 "penalty=fixed&lambda=1&d=4&epochs=1", "view=sketch", "view=certificate", "view=sweep", "units=words",
                 "units=words&view=certificate",
                 "d=3&n=3&N=1024&units=words&vocabulary=8&H=4&epochs=1&seed=5&corpus=article&rate=0.1",
                 "d=5&n=1&N=256&units=words&vocabulary=8&H=1&epochs=1&seed=5&corpus=article&rate=0.1",
                 "d=5&n=3&N=1024&units=words&vocabulary=8&H=1&epochs=2&seed=3&corpus=article",
                 "N=4096&d=4&epochs=1&seed=37", "epochs=1&d=3&n=1",
                 "d=5&n=3&N=4096&units=words&vocabulary=32&H=4&epochs=1&seed=8&corpus=article&rate=0.1",
                 "d=5&n=1&N=256&units=words&vocabulary=128&H=1&epochs=1&constant=1&seed=7&corpus=article",
                 "view=sketch&d=4&N=256&targets=causal&vocabulary=128&constant=1&seeds=1",
                 "view=sweep&d=3&N=256&targets=causal&units=words&constant=1&seed=4", "view=sweep&N=512",
                 "view=sweep&d=9&N=256", "view=sweep&d=3&N=4096&constant=1",
                 "view=sweep&d=3&N=512&targets=causal&seed=5",
                 // Of directions that no text shows, of few different tokens, and of features that all together lose.
                 "view=sweep&d=4&N=512&constant=1&seed=2", "view=sweep&d=6&N=256&constant=1&targets=causal&seed=3",
                 "view=sweep&d=10&N=256&constant=1", "view=certificate&d=4&N=1024&constant=1",
                 "view=certificate&d=3&N=512&constant=1&seed=6", "view=certificate&d=10&N=256&constant=1&seed=92",
                 "view=sweep&d=12&N=256&targets=causal", "view=sweep&d=8&N=512&units=words",
                 "view=sweep&d=9&N=256&units=words", "view=sweep&d=9&N=4096&units=words", "view=sweep&d=6&N=256",
                 "view=sketch&d=6&N=512&targets=causal&penalty=fixed&lambda=1e-08&seeds=1",
                 "view=sketch&d=5&N=256&targets=causal&penalty=fixed&lambda=1e-08&seeds=1&seed=2",
                 "view=sketch&d=6&N=256&penalty=fixed&lambda=0&seeds=1&seed=3",
                 "view=sketch&d=6&N=1024&targets=causal&penalty=fixed&lambda=1e-08&seeds=1&seed=4"},
      .rules = {
          {"Text it has never seen, {word by word|character by character}: which comes next?", kAlways},
          // The text that is walked repeats its tokens.
          {"No held-out {word|character} has an embedding of its own, so none can be guessed",
           [](const Fit& fit) { return fit.at("Held-out tokens without an embedding").value == 100; }, kRare},
          {"Counting pairs beats linear attention: # % of the {words|characters} right against # %[, which may be "
           "chance]",
           [](const Fit& fit) {
             return is_right_clear(fit) && wins(fit, kPairs, kClosed) && is_less(fit, kPairs, kClosed) &&
                    is_of_two(fit) && same(fit.number(1), right(fit, kPairs)) &&
                    same(fit.number(2), right(fit, kClosed));
           }},
          {"Linear attention: # % right, counting pairs: # %, ~: # %",
           [](const Fit& fit) {
             return (wins(fit, kClosed, kPairs) || runs_win(fit)) && !none_gains(fit) && !are_few_asked(fit) &&
                    same(fit.number(1), right(fit, kClosed)) && same(fit.number(2), right(fit, kPairs)) &&
                    same(fit.number(4), right(fit, runs(fit))) && at_most(fit.number(1), fit.number(4));
           }},
          {"Linear attention: @ of # right, counting pairs: @ of #, ~: @ of #",
           [](const Fit& fit) {
             const auto is_count = [&](std::size_t place, const std::string& who) {
               return fit.number(place + 1).value == asked(fit) &&
                      same(exact(100 * fit.number(place).value / asked(fit)), right(fit, who));
             };
             return are_few_asked(fit) && is_count(1, kClosed) && is_count(3, kPairs) && is_count(6, runs(fit)) &&
                    fit.number(1).value < fit.number(6).value;
           }},
          // Of the text that is walked, pairs are always worth something.
          {"Neither linear attention nor counting pairs has less error than always answering the mean token",
           none_gains, kRare},
          {"Linear attention guesses # % of the next {words|characters}, counting pairs # %",
           [](const Fit& fit) {
             return is_right_clear(fit) && wins(fit, kClosed, kPairs) && is_less(fit, kClosed, kPairs) &&
                    is_of_two(fit) && same(fit.number(1), right(fit, kClosed)) &&
                    same(fit.number(2), right(fit, kPairs));
           }},
          {"Linear attention is right more often, at about the same error as counting pairs",
           [](const Fit& fit) {
             return is_right_clear(fit) && more(right(fit, kClosed), right(fit, kPairs)) && is_error_alike(fit) &&
                    is_of_two(fit);
           },
           kRare},
          {"Counting pairs is right more often, at about the same error as linear attention",
           [](const Fit& fit) {
             return is_right_clear(fit) && more(right(fit, kPairs), right(fit, kClosed)) && is_error_alike(fit) &&
                    is_of_two(fit);
           }},
          {"Linear attention guesses more {words|characters} right, counting pairs has the smaller error",
           [](const Fit& fit) {
             return is_right_clear(fit) && more(right(fit, kClosed), right(fit, kPairs)) &&
                    is_less(fit, kPairs, kClosed) && is_of_two(fit);
           }},
          {"Linear attention has the smaller error, counting pairs guesses more {words|characters} right",
           [](const Fit& fit) {
             return is_right_clear(fit) && more(right(fit, kPairs), right(fit, kClosed)) &&
                    is_less(fit, kClosed, kPairs) && is_of_two(fit);
           }},
          {"Linear attention has a smaller error than counting pairs, and is right about as often: ~ and ~",
           [](const Fit& fit) {
             return is_right_alike(fit, kClosed, kPairs) && is_less(fit, kClosed, kPairs) && is_of_two(fit);
           }},
          {"Counting pairs has a smaller error than linear attention, and is right about as often: ~ and ~",
           [](const Fit& fit) {
             return is_right_alike(fit, kPairs, kClosed) && is_less(fit, kPairs, kClosed) && is_of_two(fit);
           }},
          {"Linear attention is right more often than counting pairs: # % against # %",
           [](const Fit& fit) {
             return is_right_clear(fit) && more(right(fit, kClosed), right(fit, kPairs)) && is_error_unclear(fit) &&
                    is_of_two(fit) && same(fit.number(1), right(fit, kClosed)) && same(fit.number(2), right(fit, kPairs));
           },
           kRare},
          {"Counting pairs is right more often than linear attention: # % against # %",
           [](const Fit& fit) {
             return is_right_clear(fit) && more(right(fit, kPairs), right(fit, kClosed)) && is_error_unclear(fit) &&
                    is_of_two(fit) && same(fit.number(1), right(fit, kPairs)) && same(fit.number(2), right(fit, kClosed));
           },
           kRare},
          {"Linear attention and counting pairs are right about as often: ~ and ~",
           [](const Fit& fit) {
             return is_right_alike(fit, kClosed, kPairs) && is_error_unclear(fit) && is_of_two(fit);
           },
           kRare},
          {"Linear attention and counting pairs are about level: ~ and ~ right",
           [](const Fit& fit) {
             return is_right_alike(fit, kClosed, kPairs) && is_error_alike(fit) && is_of_two(fit);
           }},
          {"From {all |}# window{|s} {spread over # |}of # token{|s} in a text of # {character|characters|word or "
           "mark|words and marks}, the closed "
           "form leaves @ % of the error of always answering the mean token, and guesses # % right.",
           [](const Fit& fit) {
             return is_used(fit, 1) && is_per_cent(fit.number(5), error(fit, kClosed)) &&
                    same(fit.number(6), right(fit, kClosed));
           }},
          {"Only # token{ is|s are} held out.",
           [](const Fit& fit) { return are_few_asked(fit) && fit.number(1).value == asked(fit); }},
          {"Descent on # head{|s} leaves @ % after # pass{|es}.",
           [](const Fit& fit) {
             return is_per_cent(fit.number(2), error(fit, "attention, by descent")) &&
                    fit.number(3).value == fit.setting("epochs");
           }},
          // So it has not come to the end of its passes.
          {"Descent on # head{|s} blew up[: try a lower learning rate].",
           [](const Fit& fit) {
             const double epochs = fit.setting("epochs");
             return !fit.has("Descent after " + std::to_string(static_cast<int>(epochs)) +
                             (epochs == 1 ? " pass: error" : " passes: error"));
           },
           kRare},
          {"Counting pairs leaves @ % (# % right), ~ leaves @ % (# % right); always the most frequent one is right "
           "for "
           "# %.",
           [](const Fit& fit) {
             return is_per_cent(fit.number(1), error(fit, kPairs)) && same(fit.number(2), right(fit, kPairs)) &&
                    is_per_cent(fit.number(4), error(fit, runs(fit))) && same(fit.number(5), right(fit, runs(fit)));
           }},
          {"Counting pairs leaves @ % (# % right); always the most frequent one is right for # %.",
           [](const Fit& fit) {
             return is_per_cent(fit.number(1), error(fit, kPairs)) && same(fit.number(2), right(fit, kPairs));
           }},
          {"However many of the # features are chosen, they do not gain a thousandth on the mean token",
           [](const Fit& fit) { return at_most(exact(0.998), full(fit)) && at_most(exact(0.998), best(fit)); }},
          {"# feature{|s} of # gain{|s} @ % on the mean token, all of them lose @ %",
           [](const Fit& fit) { return gains(fit, fit.number(3)) && is_rounded(fit.number(4), full(fit).value - 1); }},
          {"# feature{|s} of # gain{|s} @ % on the mean token, all of them not a thousandth",
           [](const Fit& fit) {
             return gains(fit, fit.number(3)) && at_most(exact(0.998), full(fit)) && at_most(full(fit), exact(1.002));
           },
           kRare},
          {"With λ = 0 several W fit: that of least norm has error @, with @ feature{|s} chosen greedily it is @",
           [](const Fit& fit) {
             return several_fit(fit) && same(fit.number(1), full(fit)) && fit.number(2).value == chosen(fit).back().size &&
                    same(fit.number(3), sketch(fit, fit.words(2), "chosen greedily"));
           }},
          // All gain less by a tenth or more.
          {"# feature{|s} of # gain{|s} @ % on the mean token, all of them @ %",
           [](const Fit& fit) {
             return gains(fit, fit.number(3)) && is_rounded(fit.number(4), 1 - full(fit).value) &&
                    below(times(fit.number(4), 1.09), fit.number(3));
           }},
          {"# of # features keep{s|} 95 % of what all of them gain, # lose it again",
           [](const Fit& fit) {
             return is_fewest(fit, fit.number(1).value, fit.number(3).value) && all_are_best(fit) &&
                    fit.number(1).value < fit.number(3).value && fit.number(2).value == fit.at(kUnknowns).value;
           },
           kRare},
          {"However many are chosen, they do not keep 95 % of what all # features gain",
           [](const Fit& fit) {
             return fit.number(1).value == fit.at(kUnknowns).value && below(full(fit), exact(1)) &&
                    1 - best(fit).value < 0.96 * (1 - full(fit).value);
           },
           kRare},
          {"More than # of # features are needed to keep 95 % of what all of them gain",
           [](const Fit& fit) {
             const std::vector<Chosen> all = chosen(fit);
             return is_fewest(fit, all.back().size) && fit.number(1).value == all[all.size() - 2].size &&
                    fit.number(2).value == fit.at(kUnknowns).value && all_are_best(fit);
           }},
          {"One of # features keeps 95 % of what all of them gain", [](const Fit& fit) { return is_fewest(fit, 1); },
           kRare},
          {"# of # features keep 95 % of what all of them gain",
           [](const Fit& fit) { return is_fewest(fit, fit.number(1).value) && all_are_best(fit); }},
          {"From {all |}# window{|s} {spread over # |}of # token{|s} in a text of # {character|characters|word or "
           "mark|words and marks}: with # feature{|s} of "
           "#, chosen greedily, the held-out error is # of that of the mean token, with features of highest "
           "leverage "
           "#, with "
           "features at random #, with {random sign mixtures|Gaussian mixtures} #, with Nyström landmarks #; with "
           "all "
           "of them "
           "it is #.",
           [](const Fit& fit) {
             const std::string& count = fit.words(5);
             return is_used(fit, 1) && same(fit.number(7), sketch(fit, count, "chosen greedily")) &&
                    same(fit.number(8), sketch(fit, count, "leverage")) &&
                    same(fit.number(9), sketch(fit, count, "at random")) &&
                    same(fit.number(10), sketch(fit, count, "mixture")) &&
                    are_landmarks(fit, count, fit.number(11)) && same(fit.number(12), full(fit));
           }},
          {"These windows show # of # directions, as many as Gaussian tokens would",
           [](const Fit& fit) {
             return missing(fit) > 0 && rank(fit, "This text").value == rank(fit, "Gaussian tokens").value;
           }},
          {"These windows never show @ direction{|s} of #, yet ρ = 0 for # % of the questions",
           [](const Fit& fit) {
             return fit.number(1).value == missing(fit) &&
                    same(fit.number(3), fit.at("This text: held-out questions with ρ = 0")) && fit.number(3).value > 50;
           }},
          {"These windows never show @ direction{|s} of #, and ρ = 0 for only # % of the questions",
           [](const Fit& fit) {
             return fit.number(1).value == missing(fit) &&
                    same(fit.number(3), fit.at("This text: held-out questions with ρ = 0")) &&
                    fit.number(3).value <= 50;
           },
           kRare},
          {"These windows never show @ direction{|s} of #, and ρ = 0 for none of the questions",
           [](const Fit& fit) {
             return fit.number(1).value == missing(fit) &&
                    fit.at("This text: held-out questions with ρ = 0").value == 0;
           },
           kRare},
          {"The text shows all @ directions that can be shown, the weakest only if features are known to @ digit{|s}",
           [](const Fit& fit) {
             const Printed digits = fit.at("This text: digits of the features that the weakest direction asks for");
             return fit.number(1).value == visible(fit) && rank(fit, "This text").value == visible(fit) &&
                    at_most(digits, fit.number(2)) && below(fit.number(2), plus(digits, exact(1)));
           }},
          {"The text shows all # directions, the weakest only if features are known to @ digit{|s}",
           [](const Fit& fit) {
             const Printed digits = fit.at("This text: digits of the features that the weakest direction asks for");
             return missing(fit) == 0 && at_most(digits, fit.number(2)) && below(fit.number(2), plus(digits, exact(1)));
           }},
          {"From {all |}# window{|s} {spread over # |}of # token{|s} in a text of # {character|characters|word or "
           "mark|words and marks}, Λ has rank # of # and "
           "a smallest eigenvalue of #; as many Gaussian tokens have rank # and #.",
           [](const Fit& fit) {
             return is_used(fit, 1) && same(fit.number(5), rank(fit, "This text")) &&
                    same(fit.number(6), fit.at(kUnknowns)) &&
                    same(fit.number(7), fit.at("This text: smallest eigenvalue")) &&
                    same(fit.number(8), rank(fit, "Gaussian tokens")) &&
                    same(fit.number(9), fit.at("Gaussian tokens: smallest eigenvalue"));
           }},
          {"Of the held-out questions # % have ρ = 0: on them all models that fit agree.",
           [](const Fit& fit) { return same(fit.number(1), fit.at("This text: held-out questions with ρ = 0")); }},
          {"None of the held-out questions has ρ = 0.",
           [](const Fit& fit) { return fit.at("This text: held-out questions with ρ = 0").value == 0; }, kRare},
          {"Every one of them is among those learned from.",
           [](const Fit& fit) { return fit.at("This text: of them, not among those learned from").value == 0; }},
          {"None of the questions is among those learned from.",
           [](const Fit& fit) {
             return fit.at("This text: of them, not among those learned from").value ==
                    fit.at("This text: held-out questions asked for ρ").value;
           },
           kRare},
          {"@ % of the questions are among those learned from; of the others none has ρ = 0.",
           [](const Fit& fit) { return fit.at("This text: of these, with ρ = 0").value == 0; }},
          {"@ % of the questions are among those learned from; of the others # % have ρ = 0.",
           [](const Fit& fit) {
             if (fit.number(2).value == 0) return false;
             const Printed fresh = over(fit.at("This text: of them, not among those learned from"),
                                        fit.at("This text: held-out questions asked for ρ"));
             return std::abs(fit.number(1).value - 100 * (1 - fresh.value)) < 0.51 &&
                    same(fit.number(2), fit.at("This text: of these, with ρ = 0"));
           }},
          {"Its λ = # is the given one, not chosen by trial.",
           [](const Fit& fit) {
             return fit.chose("penalty", "fixed") && same(fit.number(1), fit.at("Ridge λ")) && fit.number(1).value > 0;
           }},
          {"Λ has rank # of #, so with λ = 0 several W fit equally well what is learned from: all features take that "
           "of "
           "least norm, chosen ones leave out those that follow from others.",
           [](const Fit& fit) {
             return fit.has("Solution") && fit.at("Ridge λ").value == 0 &&
                    fit.number(1).value == chosen(fit).back().size && fit.number(1).value < fit.number(2).value &&
                    same(fit.number(2), fit.at(kUnknowns));
           }},
          {"All are fitted with λ = #.",
           [](const Fit& fit) {
             return same(fit.number(1), fit.at(fit.chose("penalty", "chosen") ? "Ridge λ, chosen" : "Ridge λ")) &&
                    fit.number(1).value > 0;
           }},
          {"Leaving out directions seen less than # of the strongest, #{ is| are} left, and ρ stays below # for # %.",
           [](const Fit& fit) {
             return fit.text.contains(" is left") == (fit.number(2).value == 1) &&
                    same(fit.number(2), fit.at("This text: directions not hardly seen")) &&
                    fit.number(2).value <= rank(fit, "This text").value;
           }},
      }};
  for (Rule& rule : sweep_rules()) rules.rules.push_back(std::move(rule));
  rules.due = {{"Counting pairs beats linear attention: ~",
                [](const Told& told) {
                  return told.is_over() && told.chose("view", "learn") && is_of_two(told) && !are_few_asked(told) &&
                         more(right(told, kPairs), right(told, kClosed)) &&
                         below(error(told, kPairs), times(error(told, kClosed), 0.98));
                }},
               {"Linear attention{:| guesses} # % ~",
                [](const Told& told) {
                  return told.is_over() && told.chose("view", "learn") && !none_gains(told) && !are_few_asked(told) &&
                         more(right(told, kClosed), right(told, kPairs)) &&
                         below(error(told, kClosed), times(error(told, kPairs), 0.98));
                }},
               {"Only # token{ is|s are} held out.",
                [](const Told& told) { return told.chose("view", "learn") && are_few_asked(told); }},
               {"The text shows ~", [](const Told& told) {
                  return told.chose("view", "certificate") && rank(told, "This text").value == visible(told);
                }}};
  // So short that few of its tokens are held out.
  std::string few;
  for (int k = 0; k < 24; ++k) few += "we say " + std::to_string(k * k % 7) + ", ";
  rules.texts = {
      {"d=4&n=2&epochs=1", few},
      {"d=3&n=1&epochs=1&units=words", few},
      // Longer runs are right more often.
      {"d=4&n=2&epochs=1", few.substr(0, few.size() * 3 / 4)},
      // One direction, and features of which more lose what some keep.
      {"view=certificate&n=1&d=3", std::string(60, 'a') + "b"},
      {"view=sketch&units=words&d=4&penalty=fixed&lambda=1&seed=27&seeds=1",
       "ayer that answers a question by adding up what every token has to say, each as loudly as it matches the "
       "question. With a softmax around the matches it is the kind in language models; without, it is li"}};
  return rules;
}

}  // namespace walk
