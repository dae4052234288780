// What figure "samples" says to who cannot see it.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/rows.hpp"
#include "figures/samples/reading.hpp"
#include "figures/samples/saying.hpp"
#include "plot/number.hpp"

namespace figures::samples {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

double real(std::int64_t value) { return static_cast<double>(value); }

bool is_decided(const SamplesResult& result) { return result.N.back() >= result.threshold; }

bool is_learned_exactly(const SamplesResult& result) {
  return result.floor == 0 && is_exact(result, result.median.back());
}

// --- Title ----------------------------------------------------------------------------------------------------------

std::string penalty_title(const SamplesResult& result) {
  const std::string start = "A penalty of λ = " + number(result.lambda);
  const bool holds = result.kept > result.median.back() / 2;
  if (peak_of(result).height > 2) return start + " is too small to take the peak away";
  if (result.floor == 0) return start + " makes a slope of the cliff" + (holds ? ", and holds the error up" : "");
  return start + (holds ? " takes the peak away, and holds the error up" : " takes the peak away");
}

std::string title_of(const SamplesResult& result) {
  if (result.N.empty() || !result.complete()) return "Learning from " + whole(real(result.most)) + " sequences";
  if (!is_decided(result)) {
    return counted(result.N.back(), "sequence is", "sequences are") + " too few: it takes " + whole(result.threshold);
  }
  if (result.lambda > 0) return penalty_title(result);
  if (is_learned_exactly(result)) return "At " + whole(result.threshold) + " sequences the error falls off a cliff";
  if (result.softmax) return "The error sinks to " + number(result.floor) + ": linear attention can do no better";
  const Peak peak = peak_of(result);
  if (peak.height > 2)
    return "Worst at " + whole(result.N[peak.at]) + " sequences; from there the error falls like 1/N";
  return "The error sinks to its floor, the noise";
}

// --- Sentence -------------------------------------------------------------------------------------------------------

std::string of_answering_0(const SamplesResult& result, double error) {
  const double share = error / result.signal;
  if (share < 2) return plot::percent(share) + " of that of answering 0";
  return number(share, 2) + " times that of answering 0";
}

std::string too_few(const SamplesResult& result) {
  return "Even " + counted(result.N.back(), "sequence holds", "sequences hold") + " fewer equations than the " +
         whole(result.visible) +
         " unknowns of each output. Of all W that fit, the smallest still has a median error of " +
         number(result.floor + result.median.back()) + ", " +
         of_answering_0(result, result.floor + result.median.back()) + ". Raise the largest N above " +
         whole(result.threshold) + ".";
}

std::string exact_sentence(const SamplesResult& result) {
  return "Without noise, as many equations as unknowns decide everything: from " + whole(result.threshold) +
         " sequences on, the error is zero but for rounding, " + number(result.median.back(), 2) +
         " at N = " + whole(result.N.back()) + ".";
}

std::string peak_sentence(const SamplesResult& result) {
  const Peak peak = peak_of(result);
  if (peak.height < 2) return "";
  const double error = result.floor + result.median[peak.at];
  return "At N = " + whole(result.N[peak.at]) +
         ", about as many equations as unknowns, the fit bends to every error in " +
         "the answers, and the median peaks at " + number(error) + ", " + of_answering_0(result, error) + ". ";
}

std::string fall_sentence(const SamplesResult& result) {
  const double slope = slope_of(result);
  const double excess = result.median.back();
  std::string words = "At N = " + whole(result.N.back()) + " it ";
  words += result.floor > 0 ? "lies " + number(excess) + " above the floor of " + number(result.floor)
                            : "is " + number(excess) + ", " + of_answering_0(result, excess);
  if (slope != 0 && result.kept < excess / 2) words += ", having fallen like N to the power " + plot::fixed(slope, 2);
  return words + ".";
}

std::string kept_sentence(const SamplesResult& result) {
  if (result.lambda == 0) return "";
  return " The penalty itself keeps it " + number(result.kept) +
         (result.floor > 0 ? " above the floor" : " above zero") + ", whatever N.";
}

std::string floor_sentence(const SamplesResult& result) {
  if (!result.softmax) return "";
  return " That floor is what the best linear attention leaves of softmax answers" +
         std::string(result.noise > 0 ? ", noise included: " : ": ") + of_answering_0(result, result.floor) + ".";
}

std::string one_token_sentence(const SamplesResult& result) {
  if (result.visible == result.unknowns) return "";
  return " One token has only " + whole(result.visible) + " different features of " + whole(result.unknowns) +
         ", so the certificate fails (rank " + whole(real(result.rank)) +
         "); the error falls all the same, since no question of one token can ask about the rest.";
}

std::string sentence_of(const SamplesResult& result) {
  if (result.N.empty()) return "Measuring the floor.";
  if (!result.complete())
    return "Learned from up to " + whole(result.N.back()) + " of " + whole(real(result.most)) + " sequences.";
  if (!is_decided(result)) return too_few(result) + floor_sentence(result) + one_token_sentence(result);
  if (is_learned_exactly(result)) return exact_sentence(result) + one_token_sentence(result);
  const std::string peak = peak_sentence(result);
  const std::string start = peak.empty()
                                ? "The median error falls from " + number(result.floor + result.median.front()) +
                                      " at N = " + whole(result.N.front()) + ". "
                                : peak;
  return start + fall_sentence(result) + kept_sentence(result) + floor_sentence(result) + one_token_sentence(result);
}

// What the picture says of the marker, without its signs for letters.
std::string marker_sentence(const SamplesResult& result, double N) {
  if (!result.complete()) return "";
  const SamplesReading reading = read_samples(result, N);
  std::string words = " At the marker: ";
  std::string_view between;
  for (const SamplesSaying& saying : sayings_of(result, reading)) {
    words += std::string(between) + saying.value + " " + saying.meaning;
    between = "; ";
  }
  std::erase(words, '$');
  return words + ".";
}

// --- Table ----------------------------------------------------------------------------------------------------------

;

void add_setting(Rows& rows, const SamplesResult& result) {
  rows("Answers come from", result.softmax ? "softmax attention" : "linear attention");
  rows("Unknowns ψ for each output", result.unknowns);
  rows("Different features of these questions", result.visible);
  rows("Rank of Λ on fresh questions", real(result.rank));
  rows("Smallest eigenvalue of Λ", result.smallest);
  rows("Sequences that hold as many equations as unknowns", result.threshold);
  rows("Data sets", real(result.sets()));
  rows("Fresh sequences measured on", real(result.fresh));
  rows("Error of answering 0", result.signal);
  rows("Floor", result.floor);
  rows("Floor as measured on the fresh answers", result.measured_floor);
  if (result.softmax) {
    rows("Sequences the best linear attention was fitted on", real(result.reference));
    rows("How far that fit itself is off (taken off everywhere)", result.floor_doubt);
  }
  rows("Ridge λ", result.lambda);
  if (result.lambda > 0) rows("Kept above the floor by λ, whatever N", result.kept);
  rows("The paper’s line meets answering 0 at N = d⁴ + ln 1/δ, δ = " + number(kDelta), paper_anchor(result));
}

// A claim at the largest N and the independent numbers it is held against.
void add_check(Rows& rows, const SamplesResult& result) {
  const std::string at = "At N = " + whole(result.N.back()) + ": ";
  const auto against = [&](std::string name, double value) {
    if (!(value > 0) || !std::isfinite(value)) return;
    rows(at + name, number(value, 4) + " (measured " + number(result.mean_excess / value, 4) + " times that)");
  };
  rows(at + "mean above the floor, measured", result.mean_excess);
  against("exact mean over the noise, these questions given", result.expected_excess);
  if (is_decided(result) && result.lambda == 0) {
    against("formula exact for Gaussian features, near for these", noise_law(result, result.N.back()));
    against("lower bound on the mean over questions, floor·ψ over equations", noise_bound(result, result.N.back()));
  }
  rows(at + "mean error on the fresh answers themselves", result.measured_error);
  rows(at + "the same as floor and excess", result.floor + result.mean_excess);
  if (const double slope = slope_of(result); slope != 0)
    rows("Exponent of the fall above the floor", plot::fixed(slope, 3));
}

void add_curve(Rows& rows, const SamplesResult& result) {
  for (std::size_t k = 0; k < result.N.size(); ++k) {
    const std::string at = "N = " + whole(result.N[k]) + ": ";
    rows(at + "median error", result.floor + result.median[k]);
    rows(at + "above the floor, median and middle half",
         number(result.median[k], 4) + " (" + number(result.low[k]) + " to " + number(result.high[k]) + ")");
    std::string each;
    for (const double excess : result.excess.col(static_cast<learner::Index>(k))) {
      each += (each.empty() ? "" : ", ") + number(excess);
    }
    rows(at + "above the floor, each data set", each);
  }
}

}  // namespace

Description describe_samples(const SamplesResult& result, double N, std::span<const double> times) {
  Table table;
  Rows rows(table);
  add_setting(rows, result);
  if (result.complete()) add_check(rows, result);
  add_curve(rows, result);
  constexpr std::string_view kNames[] = {"Floor", "Data sets"};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    rows("Time: " + std::string(kNames[stage]), plot::duration(times[stage] / 1000));
  }
  return {.title = title_of(result),
          .sentence = sentence_of(result) + marker_sentence(result, N),
          .table = std::move(table)};
}

}  // namespace figures::samples
