// What figure "softmax" says to who cannot see it.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/rows.hpp"
#include "figures/softmax/growth.hpp"
#include "figures/softmax/hidden.hpp"
#include "figures/softmax/plan.hpp"
#include "figures/softmax/words.hpp"

namespace figures::softmax {
namespace {

using learner::Index;
using plot::number;
using plot::whole;

std::string listed(const learner::Vector& values, int digits = 3) {
  std::string words;
  for (const double value : values) words += (words.empty() ? "" : "; ") + number(value, digits);
  return words;
}

std::string token_text(const learner::Vector& token) {
  std::string words;
  for (const double bit : token) words += (words.empty() ? "" : ", ") + std::string(bit > 0 ? "1" : "−1");
  return words;
}

void add_found(Rows& rows, const std::string& by, const SoftmaxFound& found) {
  if (found.empty()) return;
  rows(by + ": relative error of Θ, head by head", listed(found.theta_error));
  rows(by + ": relative error of W, head by head", listed(found.w_error));
}

// The places of the switches: of the layer that was found beside those of the hidden one.
void add_switches(Rows& rows, const SoftmaxResult& result, const Chosen& chosen) {
  rows("Token u shown", token_text(chosen.u));
  rows("Token v shown", token_text(chosen.v));
  rows("The learner asked about them", chosen.asked != nullptr ? "yes" : "no");
  const auto betas = [](const Switches& switches) {
    return learner::Vector(switches.log_beta.cwiseMax(-600.0).cwiseMin(600.0).array().exp());
  };
  const std::string y = "y" + plot::subscript(static_cast<int>(chosen.coordinate + 1));
  const Switches truth = switches_of(result.truth, chosen.u, chosen.v);
  rows("Places β of the switches, hidden", listed(betas(truth), 6));
  rows("Jumps of " + y + ", hidden", listed(truth.heights.row(chosen.coordinate).transpose(), 6));
  const SoftmaxFound& found = result.polished ? result.polish : result.asked;
  if (!found.empty()) {
    const Switches shown = switches_of(found.heads, chosen.u, chosen.v);
    rows("Places β of the switches, found", listed(betas(shown), 6));
    rows("Jumps of " + y + ", found", listed(shown.heights.row(chosen.coordinate).transpose(), 6));
  }
  rows("Check, the sum of switches against attention itself: largest difference",
       switches_error(result.truth, truth, chosen, result.k));
}

void add_questions(Rows& rows, const SoftmaxResult& result, const Values& values) {
  if (!result.asked.empty()) {
    rows("Sequences asked", whole(static_cast<double>(result.questions)));
    rows("Of them random ones, as a check", whole(static_cast<double>(result.checks)));
  }
  add_found(rows, "Questions", result.asked);
  add_switches(rows, result, chosen_tokens(result, values));
  if (!result.polished) return;
  rows("Random examples of the polish", whole(static_cast<double>(result.examples)));
  add_found(rows, "Polish", result.polish);
  add_found(rows, "Fit that starts at the hidden layer", result.best);
  if (result.bound > 0) rows("Least error that anybody can expect on average (Cramér and Rao)", result.bound);
}

void add_starts(Rows& rows, const SoftmaxResult& result) {
  rows("Random examples", whole(static_cast<double>(result.examples)));
  if (result.starts.empty()) return;
  rows("Mean squared residual of a fit that starts at the hidden layer", result.least_loss);
  rows("The examples decide every head", result.determined ? "yes" : "no");
  for (std::size_t k = 0; k < result.starts.size(); ++k) {
    const SoftmaxStart& start = result.starts[k];
    if (start.losses.size() == 0) continue;
    std::string value = plot::counted(static_cast<double>(start.losses.size() - 1), "step", "steps") + ", residual " +
                        number(start.losses(start.losses.size() - 1), 4);
    if (start.ended) value += start.arrived ? ", arrived" : start.cut ? ", cut short" : ", stuck";
    if (!start.found.empty()) value += ", error " + error_text(start.found.error());
    rows("Start " + whole(static_cast<double>(k + 1)), value);
  }
  add_found(rows, "Fit that starts at the hidden layer", result.best);
}

void add_counts(Rows& rows, const SoftmaxResult& result, std::span<const double> times) {
  const HeadsTime time = times_of(result, times);
  for (std::size_t k = 0; k < result.counts.size(); ++k) {
    const SoftmaxCount& count = result.counts[k];
    const std::string with = plot::counted(count.heads, "head", "heads") + ": ";
    if (count.layers == 0) {
      rows(with + "questions", "sequences are too short");
    } else {
      rows(with + "layers recovered by questions", whole(count.recovered) + " of " + whole(count.layers));
      rows(with + "questions for one layer", whole(static_cast<double>(count.questions)));
      rows(with + "median error", count.median);
    }
    if (time.questions[k] > 0) rows(with + "time by questions, one layer", plot::duration(time.questions[k]));
    if (count.starts > 0) {
      rows(with + "random starts on examples",
           whole(count.starts) + (count.arrived ? ", the last one arrived" : ", none arrived"));
    }
    if (time.examples[k] > 0) rows(with + "time by examples", plot::duration(time.examples[k]));
    rows(with + "(dk)^(m³)", "10 to the power " + number(theorem_exponent(result, count.heads)));
  }
}

}  // namespace

Description describe_softmax(const SoftmaxResult& result, const Values& values, std::span<const double> times) {
  Description description{.title = title_of(result), .sentence = sentence_of(result), .table = {}};
  Rows rows(description.table);
  rows("Token size d", whole(result.d));
  rows("Tokens k", whole(result.k));
  rows("Noise", number(result.noise));
  if (result.road != SoftmaxRoad::heads) rows("Heads m", whole(result.m));
  switch (result.road) {
    case SoftmaxRoad::questions: add_questions(rows, result, values); break;
    case SoftmaxRoad::examples: add_starts(rows, result); break;
    case SoftmaxRoad::heads: add_counts(rows, result, times); break;
  }
  constexpr std::string_view kNames[] = {"Questions", "Polish", "Starts"};
  for (std::size_t stage = 0; stage < std::min(times.size(), std::size(kNames)); ++stage) {
    if (times[stage] > 0) rows("Time: " + std::string(kNames[stage]), plot::duration(times[stage] / 1000));
  }
  return description;
}

}  // namespace figures::softmax
