// What figure "algorithm" says to who cannot see it.
#include <string>

#include "figures/algorithm/algorithm.hpp"
#include "plot/number.hpp"

namespace figures::algorithm {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

// Noiseless data recovered to rounding: squared errors of doubles lie near 1e-30.
constexpr double kExact = 1e-18;

double whole_number(std::int64_t value) { return static_cast<double>(value); }

double total(std::span<const double> times) {
  double sum = 0;
  for (const double time : times) sum += time;
  return sum;
}

std::string title_of(const AlgorithmResult& result) {
  if (result.reached != AlgorithmStage::check) {
    return "Learning from " + counted(whole_number(result.planned), "sequence", "sequences");
  }
  if (result.source == AlgorithmSource::text) {
    if (result.relative_error >= 1) return "From this text nothing was learned that holds elsewhere";
    return "Learned from your words: " + plot::percent(1 - result.relative_error) +
           " less error than guessing the mean";
  }
  if (result.relative_error < kExact)
    return "Learned exactly, in one step, from " + whole(whole_number(result.sequences)) + " sequences";
  if (result.relative_error >= 1) return "Not learned: the data leave too much open";
  return "Learned up to " + plot::percent(result.relative_error) + " of the answer";
}

std::string heads_sentence(const AlgorithmResult& result) {
  std::string words = " The singular values of W give " + counted(whole_number(result.head_count), "head", "heads");
  if (result.distinct_heads < result.evidence.size()) {
    words += "; " + counted(whole_number(result.distinct_heads), "head is", "heads are") + " really needed";
  }
  return words + ".";
}

std::string how_solved(const AlgorithmResult& result) {
  if (!result.minimum_norm) return "";
  return " The data decide only " + whole(whole_number(result.rank)) + " of " + whole(result.unknowns) +
         " directions; the smallest W that fits was taken.";
}

std::string sentence_of(const AlgorithmResult& result, std::span<const double> times) {
  if (result.reached != AlgorithmStage::check) {
    return "Seen " + whole(whole_number(result.sequences)) + " of " +
           counted(whole_number(result.planned), "sequence", "sequences") + ".";
  }
  const std::string took = times.empty() ? "" : " in " + plot::duration(total(times) / 1000);
  const std::string start = "Solved for " + whole(result.unknowns) + " unknowns, for each of " +
                            counted(result.d_out, "output", "outputs") + ", from " +
                            counted(whole_number(result.rows), "target", "targets") + took + ".";
  if (result.source == AlgorithmSource::text) {
    return start + how_solved(result) + " On held-out text the squared error is " + number(result.test_error) +
           ", against " + number(result.trivial_error) + " for always answering the mean token." +
           (result.relative_error >= 1 ? " Try characters, a longer text, a shorter context or a larger λ." : "");
  }
  return start + how_solved(result) + " On fresh sequences the heads' squared error is " + number(result.test_error) +
         "." + heads_sentence(result);
}

void add_times(Table& table, std::span<const double> times) {
  constexpr std::string_view kNames[] = {"Sequences", "Features", "Gram matrix", "Solve", "Heads", "Check"};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    table.rows.push_back({"Time: " + std::string(kNames[stage]), plot::duration(times[stage] / 1000)});
  }
}

// Some of the held-out tokens, each after the ones before it.
void add_guesses(Table& table, const AlgorithmResult& result) {
  constexpr std::size_t kApart = 23;
  constexpr std::size_t kBefore = 12;
  for (std::size_t k = kApart; k < result.actual.size() && k < 9 * kApart; k += kApart) {
    std::string before = "Guess after “";
    for (std::size_t t = k - kBefore; t < k; ++t) before += result.actual[t] + (result.words ? " " : "");
    table.rows.push_back({before + "”", "“" + result.predicted[k] + "”, in truth “" + result.actual[k] + "”"});
  }
}

Table table_of(const AlgorithmResult& result) {
  Table table{.columns = {"Quantity", "Value"}, .rows = {}};
  const auto row = [&table](std::string name, std::string value) {
    table.rows.push_back({std::move(name), std::move(value)});
  };
  row("Token size d", whole(result.d));
  row("Unknowns for each output", whole(result.unknowns));
  row("Sequences", whole(whole_number(result.sequences)));
  row("Targets", whole(whole_number(result.rows)));
  if (result.reached != AlgorithmStage::check) return table;
  row("Ridge λ", number(result.lambda));
  row("Rank of the Gram matrix", whole(whole_number(result.rank)));
  if (result.eigenvalues.size() > 0) row("Smallest eigenvalue of Λ", number(std::max(0.0, result.eigenvalues(0))));
  row("Heads from the singular values of W", whole(whole_number(result.head_count)));
  row("Heads that S(x) shows", whole(whole_number(result.distinct_heads)));
  row("Squared error on fresh data", number(result.test_error));
  if (result.source == AlgorithmSource::text) {
    row("Squared error of the mean token", number(result.trivial_error));
    row("Right next token", plot::percent(result.accuracy));
    row("Right next token, most frequent", plot::percent(result.trivial_accuracy));
    row("Tokens in the text", whole(whole_number(result.tokens)));
    row("Different tokens", whole(whole_number(result.vocabulary)));
    add_guesses(table, result);
  } else {
    row("True heads", whole(result.true_heads));
    row("Relative distance of the coefficients", number(result.distance));
  }
  row("Questions asked", whole(whole_number(result.test_rows)));
  return table;
}

}  // namespace

Description describe_algorithm(const AlgorithmResult& result, std::span<const double> times) {
  Description description{.title = title_of(result), .sentence = sentence_of(result, times), .table = table_of(result)};
  add_times(description.table, times);
  return description;
}

}  // namespace figures::algorithm
