// What figure "algorithm" says to who cannot see it.
#include <array>
#include <string>

#include "figures/algorithm/algorithm.hpp"
#include "figures/algorithm/numbers_words.hpp"
#include "figures/table.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::algorithm {
namespace {

double whole_number(std::int64_t value) { return static_cast<double>(value); }

double total(std::span<const double> times) {
  double sum = 0;
  for (const double time : times) sum += time;
  return sum;
}

std::string title_of(const Result& result) {
  if (result.reached != Step::check) {
    return tr("Learning from %1", counted("%1 sequence", "%1 sequences", whole_number(result.planned)));
  }
  if (result.source == Source::numbers) return numbers_title(result);
  if (result.source == Source::text) {
    if (result.relative_error >= 1) return tr("From this text nothing was learned that holds elsewhere");
    return tr("Learned from your words: %1 less error than guessing the mean", percent(1 - result.relative_error));
  }
  if (result.relative_error < kExact)
    return tr("Learned exactly, in one step, from %1 sequences", whole(whole_number(result.sequences)));
  if (result.relative_error >= 1) return tr("Not learned: the data leave too much open");
  return tr("Learned up to %1 of the answer", percent(result.relative_error));
}

std::string heads_sentence(const Result& result) {
  const std::string heads = counted("%1 head", "%1 heads", whole_number(result.head_count));
  if (result.distinct_heads >= result.evidence.size()) return tr("The singular values of W give %1.", heads);
  return tr("The singular values of W give %1; %2 really needed.", heads,
            counted("%1 head is", "%1 heads are", whole_number(result.distinct_heads)));
}

std::string how_solved(const Result& result) {
  if (!result.minimum_norm) return "";
  return tr("The data decide only %1 of %2 directions; the smallest W that fits was taken.",
            whole(whole_number(result.rank)), whole(result.unknowns));
}

std::string what_was_solved(const Result& result, std::span<const double> times) {
  const std::string unknowns = whole(result.unknowns);
  const std::string outputs = counted("%1 output", "%1 outputs", result.d_out);
  const std::string targets = counted("%1 target", "%1 targets", whole_number(result.rows));
  if (times.empty()) return tr("Solved for %1 unknowns, for each of %2, from %3.", unknowns, outputs, targets);
  return tr("Solved for %1 unknowns, for each of %2, from %3 in %4.", unknowns, outputs, targets,
            duration(total(times) / 1000));
}

std::string text_verdict(const Result& result) {
  const std::string verdict =
      tr("On held-out text the squared error is %1, against %2 for always answering the mean token.",
         number(result.test_error), number(result.trivial_error));
  if (result.relative_error < 1) return verdict;
  return passage({verdict, tr("Try characters, a longer text, a shorter context or a larger λ.")});
}

std::string sentence_of(const Result& result, std::span<const double> times) {
  if (result.reached != Step::check) {
    return tr("Seen %1 of %2.", whole(whole_number(result.sequences)),
              counted("%1 sequence", "%1 sequences", whole_number(result.planned)));
  }
  const std::string start = passage({what_was_solved(result, times), how_solved(result)});
  if (result.source == Source::text) return passage({start, text_verdict(result)});
  if (result.source == Source::numbers) {
    return passage({start, numbers_verdict(result), result.fits ? heads_sentence(result) : ""});
  }
  return passage({start, tr("On fresh sequences the heads' squared error is %1.", number(result.test_error)),
                  heads_sentence(result)});
}

void add_times(Table& table, std::span<const double> times) {
  constexpr std::array kNames{Phrase("Time: Sequences"), Phrase("Time: Features"), Phrase("Time: Gram matrix"),
                              Phrase("Time: Solve"),     Phrase("Time: Heads"),    Phrase("Time: Check")};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    table.rows.push_back({tr(kNames[stage]), duration(times[stage] / 1000)});
  }
}

// Some of the held-out tokens, each after the ones before it.
void add_guesses(Table& table, const Result& result) {
  constexpr std::size_t kApart = 23;
  constexpr std::size_t kBefore = 12;
  for (std::size_t k = kApart; k < result.actual.size() && k < 9 * kApart; k += kApart) {
    std::string before;
    for (std::size_t t = k - kBefore; t < k; ++t) before += result.actual[t] + (result.words ? " " : "");
    table.rows.push_back(
        {tr("Guess after “%1”", before), tr("“%1”, in truth “%2”", result.predicted[k], result.actual[k])});
  }
}

Table table_of(const Result& result) {
  Table table;
  Rows row(table);
  row(tr("Token size d"), whole(result.d));
  row(tr("Unknowns for each output"), whole(result.unknowns));
  row(tr("Sequences"), whole(whole_number(result.sequences)));
  row(tr("Targets"), whole(whole_number(result.rows)));
  if (result.reached != Step::check) return table;
  row(tr("Ridge λ"), number(result.lambda));
  row(tr("Rank of the Gram matrix"), whole(whole_number(result.rank)));
  if (result.eigenvalues.size() > 0) row(tr("Smallest eigenvalue of Λ"), number(std::max(0.0, result.eigenvalues(0))));
  row(tr("Heads from the singular values of W"), whole(whole_number(result.head_count)));
  row(tr("Heads that S(x) shows"), whole(whole_number(result.distinct_heads)));
  row(tr("Squared error on fresh data"), number(result.test_error));
  if (result.source == Source::text) {
    row(tr("Squared error of the mean token"), number(result.trivial_error));
    row(tr("Right next token"), percent(result.accuracy));
    row(tr("Right next token, most frequent"), percent(result.trivial_accuracy));
    row(tr("Tokens in the text"), whole(whole_number(result.tokens)));
    row(tr("Different tokens"), whole(whole_number(result.vocabulary)));
    add_guesses(table, result);
  } else if (result.source == Source::numbers) {
    add_numbers_rows(table, result);
  } else {
    row(tr("True heads"), whole(result.true_heads));
    row(tr("Relative distance of the coefficients"), number(result.distance));
  }
  row(tr("Questions asked"), whole(whole_number(result.test_rows)));
  return table;
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  Description description{
      .title = title_of(result), .sentence = sentence_of(result, context.times), .table = table_of(result)};
  add_times(description.table, context.times);
  return description;
}

}  // namespace figures::algorithm
