#include "figures/algorithm/numbers_words.hpp"

#include <string>

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::algorithm {
namespace {

std::string who_is_asked(const Result& result) {
  switch (result.targets) {
    case learner::Targets::last: return tr("the last token");
    case learner::Targets::all: return tr("every token");
    case learner::Targets::causal: return tr("every token, seeing its past");
  }
  return "";
}

// Why the held-out error is no better than the mean's, as far as the numbers tell.
std::string advice(const Result& result) {
  if (result.relative_error < 1) return "";
  if (result.rows <= result.unknowns) {
    return tr(
        "There are no more targets than unknowns: give more sequences, keep fewer of the numbers of a token, or "
        "raise λ.");
  }
  return tr(
      "Raise λ, give more sequences, or add a number to each token that is always 1: then terms of one and two "
      "numbers can be learned too.");
}

}  // namespace

std::string numbers_title(const Result& result) {
  if (result.relative_error < kExact) {
    return tr("Your numbers are one attention layer: held-out sequences are answered exactly");
  }
  if (result.relative_error >= 1) return tr("From these numbers nothing was learned that holds elsewhere");
  return tr("Learned from your numbers: %1 less error than guessing the mean", percent(1 - result.relative_error));
}

std::string numbers_verdict(const Result& result) {
  return passage({tr("On %1 the squared error is %2, against %3 for always answering the mean target.",
                     counted("%1 held-out target", "%1 held-out targets", static_cast<double>(result.test_rows)),
                     number(result.test_error), number(result.trivial_error)),
                  advice(result)});
}

void add_numbers_rows(Table& table, const Result& result) {
  table.rows.push_back({tr("Squared error of the mean target"), number(result.trivial_error)});
  table.rows.push_back({tr("Squared error in training"), number(result.training_error)});
  table.rows.push_back({tr("Numbers in a target"), whole(result.d_out)});
  table.rows.push_back({tr("Who is asked"), who_is_asked(result)});
}

}  // namespace figures::algorithm
