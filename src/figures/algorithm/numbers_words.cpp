#include "figures/algorithm/numbers_words.hpp"

#include <string>

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::algorithm {
namespace {

using plot::counted;
using plot::number;
using plot::say;
using plot::whole;

std::string who_is_asked(const AlgorithmResult& result) {
  switch (result.targets) {
    case learner::Targets::last: return say("the last token");
    case learner::Targets::all: return say("every token");
    case learner::Targets::causal: return say("every token, seeing its past");
  }
  return "";
}

// Why the held-out error is no better than the mean's, as far as the numbers tell.
std::string advice(const AlgorithmResult& result) {
  if (result.relative_error < 1) return "";
  if (result.rows <= result.unknowns) {
    return say(
        "There are no more targets than unknowns: give more sequences, keep fewer of the numbers of a token, or "
        "raise λ.");
  }
  return say(
      "Raise λ, give more sequences, or add a number to each token that is always 1: then terms of one and two "
      "numbers can be learned too.");
}

}  // namespace

std::string numbers_title(const AlgorithmResult& result) {
  if (result.relative_error < kExact) {
    return say("Your numbers are one attention layer: held-out sequences are answered exactly");
  }
  if (result.relative_error >= 1) return say("From these numbers nothing was learned that holds elsewhere");
  return say("Learned from your numbers: %1 less error than guessing the mean",
             plot::percent(1 - result.relative_error));
}

std::string numbers_verdict(const AlgorithmResult& result) {
  return plot::passage({say("On %1 the squared error is %2, against %3 for always answering the mean target.",
                            counted("%1 held-out target", "%1 held-out targets", static_cast<double>(result.test_rows)),
                            number(result.test_error), number(result.trivial_error)),
                        advice(result)});
}

void add_numbers_rows(Table& table, const AlgorithmResult& result) {
  table.rows.push_back({say("Squared error of the mean target"), number(result.trivial_error)});
  table.rows.push_back({say("Squared error in training"), number(result.training_error)});
  table.rows.push_back({say("Numbers in a target"), whole(result.d_out)});
  table.rows.push_back({say("Who is asked"), who_is_asked(result)});
}

}  // namespace figures::algorithm
