#include <algorithm>
#include <cmath>

#include "figures/walk/rules.hpp"

namespace walk {
namespace {

const std::string kFull = "Error, full fit", kFewest = "Error, fewest heads";
const std::string kFound = "Heads kept", kTrue = "True heads", kRank = "Heads by the rank of S(x)",
                  kPlain = "Heads of the plain SVD", kGap = "Heads by the largest gap of S(x)";

bool is_exact(Printed error) { return at_most(error, exact(1e-15)); }
bool is_noisy(const Told& told) { return told.at("Noise").value > 0; }
bool is_open(const Told& told) {
  return told.at("Rank of the Gram matrix").value < told.at("Unknowns for each number").value;
}
const std::string kStart = "Error of the starting point";
// Where the data made the heads, which null spaces or p only began.
bool is_polished(const Told& told) { return told.cell("Found by").ends_with(", then least squares on the data"); }
bool is_plain(const Told& told) { return told.cell("Found by") == "plain SVD"; }
double slices(const Told& told) { return static_cast<double>(told.cells("Singular value ", " of S(x)").size()); }
double tried(const Told& told) {
  return static_cast<double>(told.cells("Error on held-out data, noise included, with ").size());
}
bool is_count(const Fit& fit, std::size_t place, const std::string& row) {
  return fit.number(place).value == fit.at(row).value;
}
// With as many heads as were found there is as good an answer as with all.
bool is_right_count(const Told& told) { return told.at(kFound).value == told.at(kTrue).value; }

// The heads found are those of the data; where there is noise, or W is open, words of how they were found say no such
// thing.
bool is_met(const Told& told) { return is_noisy(told) || is_open(told) || is_exact(told.at(kFewest)); }

// Held-out data chose the number with the least error on them, but for what few of them cannot tell.
bool is_chosen(const Told& told, double heads) {
  const std::vector<Printed> trials = told.column("Error on held-out data, noise included, with ");
  if (heads < 1 || heads > static_cast<double>(trials.size())) return false;
  const Printed least = *std::ranges::min_element(trials, {}, &Printed::value);
  const Printed chosen = trials[static_cast<std::size_t>(heads) - 1];
  return below(chosen, times(least, 1.5)) || at_most(chosen, exact(1e-18));
}

// What held-out data said of so many heads as the search found them, and of a fit from those that made the data.
const std::string kMakers = "Error on held-out data, noise included, fitted from the heads that made the data";
Printed trial(const Told& told, double heads) {
  const std::vector<Printed> trials = told.column("Error on held-out data, noise included, with ");
  return heads < 1 || heads > static_cast<double>(trials.size()) ? Printed()
                                                                 : trials[static_cast<std::size_t>(heads) - 1];
}

const std::string kMakersFresh = "Error, fitted from the heads that made the data";

// The search came to less than those heads can do, and held-out data would have taken them; or, with as many, answers
// show it.
bool is_missed(const Told& told) {
  const double made = told.at(kTrue).value, found = told.at(kFound).value;
  if (made == found && told.cell("Found by") != "plain SVD")
    return below(times(told.at(kMakersFresh), 1.49), told.at(kFewest)) && below(told.at(kMakersFresh), told.at(kFull));
  if (!below(told.at(kMakers), trial(told, made))) return false;
  // Of the full fit there is only the error on fresh questions, without their noise.
  const Printed noise = exact(told.setting("noise") * told.setting("noise"));
  if (is_plain(told)) return at_most(told.at(kMakers), times(plus(told.at(kFull), noise), 2));
  return found > made ? at_most(told.at(kMakers), times(trial(told, found), 1.5))
                      : below(told.at(kMakers), trial(told, found));
}

// A fit from as many heads as were found comes lower, on fresh questions.
bool is_beaten(const Told& told) {
  return told.has(kMakersFresh) && below(times(told.at(kMakersFresh), 1.005), told.at(kFewest));
}

// Held-out data would not have taken those heads had the search found them, or it did.
bool is_hidden(const Told& told) {
  const Printed found = trial(told, told.at(kFound).value);
  return below(found, told.at(kMakers)) ||
         same(over(trial(told, told.at(kTrue).value), told.at(kMakers)), Printed{1, 0.01});
}

bool is_short(const Told& told) {
  return is_open(told) && told.at("Sequences").value < told.at("Unknowns for each number").value;
}

// As many directions as sequences of one token have at all.
bool shows_all_of_tokens(const Fit& fit) {
  const double d = fit.at("Token size d").value;
  return fit.setting("n") == 1 && fit.at("Rank of the Gram matrix").value == d * (d + 1) * (d + 2) / 6;
}

// Only sequences of one token leave W open however many there are, and are told so.
bool is_of_tokens(const Fit& fit) {
  return !shows_all_of_tokens(fit) && fit.text.contains("one token") == (fit.setting("n") == 1);
}

// The heads found answer far better than the full fit.
bool is_better(const Fit& fit) {
  return is_short(fit) && is_of_tokens(fit) && below(fit.at(kFewest), fit.at(kFull)) &&
         below(fit.at(kFewest), exact(0.11)) && is_count(fit, 1, kFound);
}

// Heads mix freely; with one output there are d more changes for each pair that change nothing. No more than all of p.
double free_numbers(const Told& told, double heads) {
  const double d = told.at("Token size d").value, outputs = told.at("Numbers in an answer").value;
  const double count = std::min(heads, outputs == 1 ? d : d * d);
  double numbers = count * (outputs * d + d * d - count);
  if (outputs == 1) numbers -= d * count * (count - 1) / 2;
  return std::min(numbers, outputs * told.at("Unknowns for each number").value);
}

// And leave nothing, or what the noise may: its share of the numbers that such heads have, three times.
bool is_enough(const Fit& fit) {
  const double noise = fit.setting("noise"), answers = fit.at("Numbers in an answer").value * fit.at("Sequences").value;
  const double share = noise * noise * free_numbers(fit, fit.at(kFound).value) / answers;
  return is_better(fit) && at_most(fit.at(kFewest), exact(std::max(1e-3, 3.01 * share)));
}

// As many answers as the heads that made the data have entries, and a fit from these stays near them.
bool has_equations(const Told& told) {
  return told.at("Sequences").value * told.at("Numbers in an answer").value >= free_numbers(told, told.at(kTrue).value);
}
bool could_be_found(const Told& told) { return has_equations(told) && below(told.at(kMakers), exact(0.09)); }

// "14 %": how much smaller, or larger, one error is than the other.
bool is_smaller(const Fit& fit, std::size_t place, Printed error, Printed than) {
  return same(plus(fit.number(place), times(over(error, than), 100)), exact(100)) && below(error, than);
}

// "9.2 %", "0.3 %" and "12 %".
bool is_per_cent(const Fit& fit, std::size_t place, Printed share) {
  const double off = std::abs(fit.number(place).value - 100 * share.value);
  return off < (share.value < 0.1 ? 0.051 : 0.51);
}

bool chose(const Fit& fit, const std::string& words) {
  if (words.starts_with("the full fit over 1 to ")) return is_plain(fit) && values_in(words)[1].value == tried(fit);
  const double heads = first_in(words).value;
  return heads == fit.at(kFound).value && is_chosen(fit, heads);
}

}  // namespace

Rules head_count() {
  Rules rules = {
      .figure = "head_count",
      .states = {"d=3&H=16&values=full&noise=0.001&N=16&n=2&seed=87", "seed=3993&d=3&values=full&noise=0&n=3&H=1&N=18", "seed=353&d=3&values=full&noise=0&n=2&H=2&N=18", "seed=1877&d=2&H=6&values=one&n=3&N=20&noise=0.1", "seed=1803&d=3&n=8&N=17&H=1&noise=1", "seed=1904&d=3&H=2&values=one&n=8&N=18&noise=0.001", "values=one&noise=0.1",
                 "noise=0.001&H=5",
                 "noise=0.1",
                 "noise=0.01",
                 "noise=1",
                 "noise=0.1&H=1",
                 "N=16",
                 "N=32&H=1",
                 "n=1",
                 "n=1&N=32&noise=0.1",
                 "H=8",
                 "H=16&d=3",
                 "values=one",
                 "values=rank1",
                 "values=shared&H=3",
                 "values=one&H=8",
                 "values=one&H=8&noise=0.01",
                 "d=2&H=4",
                 "d=2&H=64",
                 "at=10",
                 "at=150",
                 "at=250",
                 "values=one&N=16",
                 "values=one&N=16&n=1",
                 "at=0",
                 "H=1",
                 "values=rank1&H=3",
                 "values=rank1&H=8",
                 "d=3&H=64&noise=0.03",
                 "d=5&H=8",
                 "d=3&n=3&H=6&N=16&values=shared",
                 "d=4&H=16&noise=0.1&seed=11",
                 "n=8&noise=0.001&values=shared&seed=35",
                 "d=3&n=8&noise=0.3&N=64&values=shared&seed=1",
                 "values=shared&d=8&n=1&seed=22",
                 "d=6&values=shared&n=1&seed=30",
                 "values=one&H=1&n=32&N=64&noise=1&seed=21",
                 "d=6&values=shared&N=256&n=4&noise=0.01&seed=79",
                 "d=5&H=3&N=32&n=2&noise=0.01&seed=74",
                 "d=4&H=2&values=rank1&N=32&n=16&noise=0.001&seed=64",
                 "d=3&values=shared&N=64&n=4&noise=0.01&seed=64",
                 "d=2&N=16&n=8&noise=0.01&seed=77",
                 "d=2&values=one&N=16&n=8&noise=0.1&seed=66",
                 "d=3&values=rank1&N=16&n=8&noise=0.001&seed=61",
                 "d=3&values=rank1&N=16&n=8&noise=0.001&seed=79",
                 "d=3&H=3&N=16&n=8&noise=0.01&seed=64",
                 // Heads that leave much, a little and nothing.
                 "d=4&H=2&N=16&n=2&noise=0.01&seed=100",
                 "d=4&H=2&N=16&n=2&seed=100",
                 "d=4&H=2&N=32&n=2&seed=100",
                 "d=5&H=3&N=32&n=2&seed=117",
                 "d=5&H=3&N=32&n=3&seed=118",
                 "d=4&H=1&N=32&n=3&noise=0.1&seed=109",
                 "d=6&H=1&N=32&n=2&seed=89",
                 "d=6&H=3&N=64&n=3&seed=110",
                 // The right number, and the search comes there, or stops short.
                 "values=shared&noise=0.001&seed=249",
                 "values=shared&d=3&N=256&noise=0.003&seed=216",
                 "values=one&d=3&N=256&noise=0.01&seed=231",
                 "n=1&d=6&N=48&seed=204",
                 "d=5&H=4&values=one&noise=0.01&N=1024&n=2&seed=448"},
      .rules = {
          {"Sequences of one token leave W open, and yet are all answered rightly",
           [](const Fit& fit) { return is_open(fit) && is_exact(fit.at(kFull)) && fit.setting("n") == 1; }},
          {"The data leave W open, and still every answer is right",
           [](const Fit& fit) { return is_open(fit) && is_exact(fit.at(kFull)) && fit.setting("n") > 1; }, kRare},
          {"Sequences of one token leave W open, however many there are",
           [](const Fit& fit) { return is_open(fit) && shows_all_of_tokens(fit); }},
          {"Too few data for {all|what one token shows} of W, enough for # head{|s}",
           [](const Fit& fit) { return is_enough(fit) && is_right_count(fit); }},
          {"Too few data for {all|what one token shows} of W, enough for # head{|s}; # made the data",
           [](const Fit& fit) { return is_enough(fit) && is_count(fit, 2, kTrue) && !is_right_count(fit); }},
          {"Too few data for {all|what one token shows} of W; # head{ leaves|s leave} @ % of the answers’ mean square",
           [](const Fit& fit) {
             return is_better(fit) && !is_enough(fit) && is_per_cent(fit, 2, fit.at(kFewest)) && is_right_count(fit);
           }},
          {"Too few data for {all|what one token shows} of W; # head{ leaves|s leave} @ % of the answers’ mean square; # made the data",
           [](const Fit& fit) {
             return is_better(fit) && !is_enough(fit) && is_per_cent(fit, 2, fit.at(kFewest)) &&
                    is_count(fit, 3, kTrue) && !is_right_count(fit);
           }},
          {"Too few data[, or too much noise,] to count the heads",
           [](const Fit& fit) {
             return (is_noisy(fit) && has_equations(fit)) == fit.text.contains("noise") && is_short(fit) &&
                    !(could_be_found(fit) && is_missed(fit));
           }},
          {"Under this noise # sequences are too few to learn from: answering 0 does better",
           [](const Fit& fit) {
             return is_noisy(fit) && is_count(fit, 1, "Sequences") && !at_most(fit.at(kFull), exact(0.99)) &&
                    !at_most(fit.at(kFewest), exact(0.99));
           }},
          {"Held-out data prefer the full fit: # heads can do as well, but the search missed them",
           [](const Fit& fit) {
             return is_noisy(fit) && is_plain(fit) && fit.number(1).value == tried(fit) &&
                    fit.number(1).value >= fit.at("Always enough at d = " + fit.cell("Token size d")).value;
           }},
          {"Held-out data prefer the full fit to # head{|s} or fewer: no more were tried",
           [](const Fit& fit) { return is_noisy(fit) && is_plain(fit) && fit.number(1).value == tried(fit) &&
 fit.number(1).value < fit.at("Always enough at d = " + fit.cell("Token size d")).value; }},
          {"Held-out data chose # head{|s}, wrongly: on fresh questions the full fit’s error is @ % smaller",
           [](const Fit& fit) {
             return is_noisy(fit) && is_count(fit, 1, kFound) && fit.at(kFound).value != fit.at(kTrue).value &&
                    is_smaller(fit, 2, fit.at(kFull), fit.at(kFewest));
           },
           kRare},
          {"With one output # head{|s} always do; held-out data chose #",
           [](const Fit& fit) {
             return fit.at("Numbers in an answer").value == 1 && is_count(fit, 2, kFound) &&
                    fit.number(1).value == fit.at("Always enough at d = " + fit.cell("Token size d")).value;
           }},
          {"# head{|s} made the data, up to # were tried; held-out data chose #",
           [](const Fit& fit) {
             return is_count(fit, 1, kTrue) && fit.number(2).value == tried(fit) && is_count(fit, 3, kFound) &&
                    is_noisy(fit) && fit.at(kTrue).value > tried(fit);
           }},
          {"# noisy sequences hide the count: # instead of # head{|s}",
           [](const Fit& fit) {
             return is_noisy(fit) && is_count(fit, 1, "Sequences") && is_count(fit, 2, kFound) &&
                    is_count(fit, 3, kTrue) && fit.number(2).value > fit.number(3).value && is_hidden(fit);
           }},
          {"# head{|s} made the data; under this noise held-out data show #",
           [](const Fit& fit) {
             return is_noisy(fit) && is_count(fit, 1, kTrue) && is_count(fit, 2, kFound) &&
                    fit.number(1).value > fit.number(2).value &&
                    at_most(trial(fit, fit.number(2).value), times(fit.at(kMakers), 1.5));
           }},
          {"Too few data for {all|what one token shows} of W, and the search missed the # head{|s} that made them",
           [](const Fit& fit) {
             return is_short(fit) && is_of_tokens(fit) && is_count(fit, 1, kTrue) && could_be_found(fit) && is_missed(fit);
           }},
          {"# head{|s} made the data, but the search missed {it|them}; held-out data chose #",
           [](const Fit& fit) { return is_count(fit, 1, kTrue) && is_count(fit, 2, kFound) && is_missed(fit); }},
          {"# head{|s} made the data, but the search missed {it|them}; held-out data chose the full fit",
           [](const Fit& fit) { return is_count(fit, 1, kTrue) && is_plain(fit) && is_missed(fit); },
           kRare},
          {"With # head{|s}, the right number, the error is that of the full fit",
           [](const Fit& fit) {
             return is_right_count(fit) && below(fit.at(kFull), times(fit.at(kFewest), 1.015)) &&
                    below(fit.at(kFewest), times(fit.at(kFull), 1.015));
           },
           kRare},
          {"With # head{|s}, the right number, the error is @ % larger than that of the full fit",
           [](const Fit& fit) {
             return is_right_count(fit) && !(is_beaten(fit) && below(times(fit.at(kMakersFresh), 1.015), fit.at(kFewest))) &&
                    same(plus(fit.number(2), exact(100)), times(over(fit.at(kFewest), fit.at(kFull)), 100));
           },
           kRare},
          {"With # head{|s}, the right number, the search did not find the best: the full fit’s error is @ % smaller",
           [](const Fit& fit) {
             return is_right_count(fit) && is_beaten(fit) && is_smaller(fit, 2, fit.at(kFull), fit.at(kFewest));
           },
           kRare},
          {"With # head{|s}, the right number, the error is @ % smaller than that of the full fit",
           [](const Fit& fit) { return is_right_count(fit) && is_smaller(fit, 2, fit.at(kFewest), fit.at(kFull)); }},
          {"With # head{|s}, the right number, the error is @ times smaller than that of the full fit",
           [](const Fit& fit) {
             return is_right_count(fit) && same(fit.number(2), over(fit.at(kFull), fit.at(kFewest))) &&
                    fit.number(2).value > 1;
           }},
          {"At least # head{|s}; up to # were tried and missed",
           [](const Fit& fit) {
             return fit.number(1).value == slices(fit) && !is_noisy(fit) && is_count(fit, 1, kRank);
           },
           kRare},
          {"# head{|s} made the data; # answer{|s} alike",
           [](const Fit& fit) {
             return is_count(fit, 1, kTrue) && is_count(fit, 2, kFound) && is_exact(fit.at(kFewest)) &&
                    fit.number(2).value < fit.number(1).value;
           }},
          {"At most # head{ is|s are} needed; the plain SVD gives #",
           [](const Fit& fit) {
             // Or they made the data, and rounding gives S(x) more.
             return is_count(fit, 1, kFound) && is_count(fit, 2, kPlain) &&
                    (is_exact(fit.at(kFewest)) || fit.at(kRank).value > fit.at(kTrue).value);
           }},
          {"# head{ is|s are} really there; the plain SVD gives #",
           [](const Fit& fit) {
             return is_count(fit, 1, kFound) && is_right_count(fit) && is_count(fit, 2, kPlain) &&
                    is_exact(fit.at(kFewest)) && is_count(fit, 1, kRank);
           }},
          {"The plain SVD splits W, head after head", kAlways},
          {"S(x) is asked in one random direction after another", kAlways},
          {"One cut through both: what stands above it?", kAlways},
          {"The plain SVD of W gives # head{|s}; # head{|s} made the data.",
           [](const Fit& fit) { return is_count(fit, 1, kPlain) && is_count(fit, 2, kTrue); }},
          {"The data decide only # of # directions of p, so S(x) of the smallest p proves nothing; held-out data "
           "chose "
           "~.",
           [](const Fit& fit) { return is_open(fit) && chose(fit, fit.words(3)); }},
          {"The largest gap of S(x) would count #.",
           [](const Fit& fit) {
             return is_count(fit, 1, kGap) && is_noisy(fit) && !is_open(fit) &&
                    fit.number(1).value != fit.at(kFound).value;
           }},
          {"Under noise no singular value is zero, so held-out data chose ~.",
           [](const Fit& fit) { return is_noisy(fit) && chose(fit, fit.words(1)); }},
          {"The data are exact and S(x) has rank #, so at least # head{ is|s are} needed.",
           [](const Fit& fit) {
             return !is_noisy(fit) && is_count(fit, 1, kRank) && is_count(fit, 2, kRank) &&
                    fit.number(1).value < slices(fit);
           }},
          {"# {was|were} found.",
           [](const Fit& fit) {
             return is_count(fit, 1, kFound) && is_exact(fit.at(kFewest)) &&
                    (fit.number(1).value == 1) == fit.text.contains("was");
           }},
          {"Heads with answers in one direction count as one in it.",
           [](const Fit& fit) { return fit.at(kRank).value < fit.at(kTrue).value; }},
          {"The data decide p to a distance of # only, and rounding gives S(x) rank @.",
           [](const Fit& fit) { return is_count(fit, 2, kRank) && fit.at(kRank).value > fit.at(kTrue).value; }},
          {"With one output S(x) has one singular value and cannot count.",
           [](const Fit& fit) { return slices(fit) == 1; }},
          {"Both singular values of S(x) differ from zero, so at least @ heads are needed.",
           [](const Fit& fit) { return slices(fit) == 2 && is_count(fit, 1, kRank); }},
          {"All # singular values of S(x) differ from zero, so at least # heads are needed.",
           [](const Fit& fit) { return fit.number(1).value == slices(fit) && is_count(fit, 2, kRank); }},
          {"Null spaces of S(x) gave the V, least squares the Q, without a starting point.",
           [](const Fit& fit) {
             return fit.cell("Found by") == "null spaces, V first" && is_met(fit) &&
                    (is_noisy(fit) || is_open(fit) || fit.at("Random starts").value == 0);
           }},
          {"Null spaces of S(x) gave the Q, least squares the V, without a starting point.",
           [](const Fit& fit) {
             return fit.cell("Found by") == "null spaces, Q first" && is_met(fit) &&
                    (is_noisy(fit) || is_open(fit) || fit.at("Random starts").value == 0);
           }},
          {"Null spaces of S(x) gave a starting point, and least squares on the data went on from there.",
           [](const Fit& fit) {
             return fit.cell("Found by").starts_with("null spaces") && is_polished(fit) &&
                    (is_noisy(fit) || is_open(fit));
           }},
          {"Null spaces cannot give # head{|s} here; alternating least squares on p gave a starting point, and least "
           "squares on the data went on from there.",
           [](const Fit& fit) {
             return fit.cell("Found by").starts_with("alternating") && is_polished(fit) && is_count(fit, 1, kFound) &&
                    (is_noisy(fit) || is_open(fit)) && fit.at("Random starts").value > 0;
           }},
          {"With one output a null vector of S(x) says nothing of a single head; alternating least squares found # "
           "heads from # random start{|s}.",
           [](const Fit& fit) {
             return fit.at("Numbers in an answer").value == 1 && is_count(fit, 2, "Random starts") &&
                    is_count(fit, 1, kFound) && is_met(fit);
           }},
          {"Null spaces did not meet p; alternating least squares did, from # random start{|s}.",
           [](const Fit& fit) {
             return fit.cell("Found by") == "alternating least squares" && is_count(fit, 1, "Random starts") &&
                    is_met(fit);
           }},
          {"With # head{|s} S(x) has no null space; alternating least squares found the heads from # random "
           "start{|s}.",
           [](const Fit& fit) {
             return fit.cell("Found by") == "alternating least squares" && is_count(fit, 2, "Random starts") &&
                    is_count(fit, 1, kFound) && is_met(fit) && fit.at(kRank).value == slices(fit);
           }},
          {"Alternating least squares tried up to # head{|s} from # random start{|s} and met p with none, so the "
           "plain "
           "ones stay.",
           [](const Fit& fit) { return is_plain(fit) && is_count(fit, 2, "Random starts"); }, kRare},
          {"Alternating least squares tried up to # head{|s} from # random start{|s} and met p with none, so those "
           "that "
           "made the data stay.",
           [](const Fit& fit) {
             return fit.cell("Found by") == "no search: those that made the data stay" && is_count(fit, 2, "Random starts");
           }},
          {"Error on fresh questions, as a share of the answers' mean square: full fit #; SVD cut to # head{|s}, "
           "#; "
           "{fewest heads|the heads that made the data}, #.",
           [](const Fit& fit) {
             return same(fit.number(1), fit.at(kFull)) && same(fit.number(4), fit.at(kFewest)) && !is_plain(fit) &&
                    !is_polished(fit) &&
                    fit.cell("Found by").starts_with("no search") == fit.text.contains("the heads that made");
           }},
          {"Error on fresh questions, as a share of the answers' mean square: full fit #; SVD cut to # head{|s}, "
           "#; "
           "starting point, #; fewest heads, #.",
           [](const Fit& fit) {
             return same(fit.number(1), fit.at(kFull)) && same(fit.number(4), fit.at(kStart)) &&
                    same(fit.number(5), fit.at(kFewest)) && is_polished(fit);
           }},
          {"Error on fresh questions, as a share of the answers' mean square: full fit #.",
           [](const Fit& fit) { return same(fit.number(1), fit.at(kFull)) && is_plain(fit); }},
      }};
  rules.due = {
      {"Under this noise # sequences are too few to learn from: answering 0 does better",
       [](const Told& told) {
         return told.is_over() && is_noisy(told) && !is_open(told) && below(exact(1.01), told.at(kFull)) &&
                below(exact(1.01), told.at(kFewest));
       }},
      {"{The data leave W open, and|Sequences of one token leave W open,|Too few data|Too few data, or too much noise,} ~",
       [](const Told& told) { return told.is_over() && is_open(told); }},
      {"The largest gap of S(x) would count #.",
       [](const Told& told) {
         return told.is_over() && is_noisy(told) && !is_open(told) && slices(told) > 1 &&
                told.at(kGap).value != told.at(kFound).value;
       }},
      {"Under noise no singular value is zero, ~",
       [](const Told& told) { return told.is_over() && is_noisy(told) && !is_open(told) && slices(told) > 1; }},
      {"{# head{ is|s are} really there|At most # head{ is|s are} needed}; the plain SVD gives #",
       [](const Told& told) {
         return told.is_over() && !is_noisy(told) && !is_open(told) && is_right_count(told) && !is_plain(told) &&
                is_exact(told.at(kFewest)) && slices(told) > 1;
       }}};
  return rules;
}

}  // namespace walk
