// What figure "algorithm" says to who cannot see it.
#include <array>
#include <string>

#include "figures/algorithm/algorithm.hpp"
#include "figures/algorithm/numbers_words.hpp"
#include "figures/rows.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::algorithm {
namespace {

using plot::counted;
using plot::number;
using plot::passage;
using plot::Phrase;
using plot::say;
using plot::whole;

double whole_number(std::int64_t value) { return static_cast<double>(value); }

double total(std::span<const double> times) {
  double sum = 0;
  for (const double time : times) sum += time;
  return sum;
}

std::string title_of(const AlgorithmResult& result) {
  if (result.reached != AlgorithmStage::check) {
    return say("Learning from %1", counted("%1 sequence", "%1 sequences", whole_number(result.planned)));
  }
  if (result.source == AlgorithmSource::numbers) return numbers_title(result);
  if (result.source == AlgorithmSource::text) {
    if (result.relative_error >= 1) return say("From this text nothing was learned that holds elsewhere");
    return say("Learned from your words: %1 less error than guessing the mean",
               plot::percent(1 - result.relative_error));
  }
  if (result.relative_error < kExact)
    return say("Learned exactly, in one step, from %1 sequences", whole(whole_number(result.sequences)));
  if (result.relative_error >= 1) return say("Not learned: the data leave too much open");
  return say("Learned up to %1 of the answer", plot::percent(result.relative_error));
}

std::string heads_sentence(const AlgorithmResult& result) {
  const std::string heads = counted("%1 head", "%1 heads", whole_number(result.head_count));
  if (result.distinct_heads >= result.evidence.size()) return say("The singular values of W give %1.", heads);
  return say("The singular values of W give %1; %2 really needed.", heads,
             counted("%1 head is", "%1 heads are", whole_number(result.distinct_heads)));
}

std::string how_solved(const AlgorithmResult& result) {
  if (!result.minimum_norm) return "";
  return say("The data decide only %1 of %2 directions; the smallest W that fits was taken.",
             whole(whole_number(result.rank)), whole(result.unknowns));
}

std::string what_was_solved(const AlgorithmResult& result, std::span<const double> times) {
  const std::string unknowns = whole(result.unknowns);
  const std::string outputs = counted("%1 output", "%1 outputs", result.d_out);
  const std::string targets = counted("%1 target", "%1 targets", whole_number(result.rows));
  if (times.empty()) return say("Solved for %1 unknowns, for each of %2, from %3.", unknowns, outputs, targets);
  return say("Solved for %1 unknowns, for each of %2, from %3 in %4.", unknowns, outputs, targets,
             plot::duration(total(times) / 1000));
}

std::string text_verdict(const AlgorithmResult& result) {
  const std::string verdict =
      say("On held-out text the squared error is %1, against %2 for always answering the mean token.",
          number(result.test_error), number(result.trivial_error));
  if (result.relative_error < 1) return verdict;
  return passage({verdict, say("Try characters, a longer text, a shorter context or a larger λ.")});
}

std::string sentence_of(const AlgorithmResult& result, std::span<const double> times) {
  if (result.reached != AlgorithmStage::check) {
    return say("Seen %1 of %2.", whole(whole_number(result.sequences)),
               counted("%1 sequence", "%1 sequences", whole_number(result.planned)));
  }
  const std::string start = passage({what_was_solved(result, times), how_solved(result)});
  if (result.source == AlgorithmSource::text) return passage({start, text_verdict(result)});
  if (result.source == AlgorithmSource::numbers) {
    return passage({start, numbers_verdict(result), result.fits ? heads_sentence(result) : ""});
  }
  return passage({start, say("On fresh sequences the heads' squared error is %1.", number(result.test_error)),
                  heads_sentence(result)});
}

void add_times(Table& table, std::span<const double> times) {
  constexpr std::array kNames{Phrase("Time: Sequences"), Phrase("Time: Features"), Phrase("Time: Gram matrix"),
                              Phrase("Time: Solve"),     Phrase("Time: Heads"),    Phrase("Time: Check")};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    table.rows.push_back({say(kNames[stage]), plot::duration(times[stage] / 1000)});
  }
}

// Some of the held-out tokens, each after the ones before it.
void add_guesses(Table& table, const AlgorithmResult& result) {
  constexpr std::size_t kApart = 23;
  constexpr std::size_t kBefore = 12;
  for (std::size_t k = kApart; k < result.actual.size() && k < 9 * kApart; k += kApart) {
    std::string before;
    for (std::size_t t = k - kBefore; t < k; ++t) before += result.actual[t] + (result.words ? " " : "");
    table.rows.push_back(
        {say("Guess after “%1”", before), say("“%1”, in truth “%2”", result.predicted[k], result.actual[k])});
  }
}

Table table_of(const AlgorithmResult& result) {
  Table table;
  Rows row(table);
  row(say("Token size d"), whole(result.d));
  row(say("Unknowns for each output"), whole(result.unknowns));
  row(say("Sequences"), whole(whole_number(result.sequences)));
  row(say("Targets"), whole(whole_number(result.rows)));
  if (result.reached != AlgorithmStage::check) return table;
  row(say("Ridge λ"), number(result.lambda));
  row(say("Rank of the Gram matrix"), whole(whole_number(result.rank)));
  if (result.eigenvalues.size() > 0) row(say("Smallest eigenvalue of Λ"), number(std::max(0.0, result.eigenvalues(0))));
  row(say("Heads from the singular values of W"), whole(whole_number(result.head_count)));
  row(say("Heads that S(x) shows"), whole(whole_number(result.distinct_heads)));
  row(say("Squared error on fresh data"), number(result.test_error));
  if (result.source == AlgorithmSource::text) {
    row(say("Squared error of the mean token"), number(result.trivial_error));
    row(say("Right next token"), plot::percent(result.accuracy));
    row(say("Right next token, most frequent"), plot::percent(result.trivial_accuracy));
    row(say("Tokens in the text"), whole(whole_number(result.tokens)));
    row(say("Different tokens"), whole(whole_number(result.vocabulary)));
    add_guesses(table, result);
  } else if (result.source == AlgorithmSource::numbers) {
    add_numbers_rows(table, result);
  } else {
    row(say("True heads"), whole(result.true_heads));
    row(say("Relative distance of the coefficients"), number(result.distance));
  }
  row(say("Questions asked"), whole(whole_number(result.test_rows)));
  return table;
}

}  // namespace

Description describe_algorithm(const AlgorithmResult& result, std::span<const double> times) {
  Description description{.title = title_of(result), .sentence = sentence_of(result, times), .table = table_of(result)};
  add_times(description.table, times);
  return description;
}

}  // namespace figures::algorithm
