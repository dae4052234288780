// What figure "softmax" says to who cannot see it.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "figures/softmax/growth.hpp"
#include "figures/softmax/hidden.hpp"
#include "figures/softmax/plan.hpp"
#include "figures/softmax/words.hpp"
#include "figures/table.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

std::string listed(const Vector& values, int digits = 3) {
  std::string words;
  for (const double value : values) words += (words.empty() ? "" : "; ") + number(value, digits);
  return words;
}

std::string token_text(const Vector& token) {
  std::string words;
  for (const double bit : token) words += (words.empty() ? "" : ", ") + std::string(bit > 0 ? "1" : "−1");
  return words;
}

void add_found(Rows& rows, Phrase by, const Found& found) {
  if (found.empty()) return;
  rows(tr("%1: relative error of Θ, head by head", tr(by)), listed(found.theta_error));
  rows(tr("%1: relative error of W, head by head", tr(by)), listed(found.w_error));
}

// The places of the switches: of the layer that was found beside those of the hidden one.
void add_switches(Rows& rows, const Result& result, const Chosen& chosen) {
  rows(tr("Token u shown"), token_text(chosen.u));
  rows(tr("Token v shown"), token_text(chosen.v));
  rows(tr("The learner asked about them"), chosen.asked != nullptr ? tr("yes") : tr("no"));
  const auto betas = [](const Switches& switches) {
    return Vector(switches.log_beta.cwiseMax(-600.0).cwiseMin(600.0).array().exp());
  };
  const std::string y = "y" + subscript(static_cast<int>(chosen.coordinate + 1));
  const Switches truth = switches_of(result.truth, chosen.u, chosen.v);
  rows(tr("Places β of the switches, hidden"), listed(betas(truth), 6));
  rows(tr("Jumps of %1, hidden", y), listed(truth.heights.row(chosen.coordinate).transpose(), 6));
  const Found& found = result.polished ? result.polish : result.asked;
  if (!found.empty()) {
    const Switches shown = switches_of(found.heads, chosen.u, chosen.v);
    rows(tr("Places β of the switches, found"), listed(betas(shown), 6));
    rows(tr("Jumps of %1, found", y), listed(shown.heights.row(chosen.coordinate).transpose(), 6));
  }
  rows(tr("Check, the sum of switches against attention itself: largest difference"),
       switches_error(result.truth, truth, chosen, result.k));
}

void add_questions(Rows& rows, const Result& result, const Values& values) {
  if (!result.asked.empty()) {
    rows(tr("Sequences asked"), whole(static_cast<double>(result.questions)));
    rows(tr("Of them random ones, as a check"), whole(static_cast<double>(result.checks)));
  }
  add_found(rows, Phrase("Questions"), result.asked);
  add_switches(rows, result, chosen_tokens(result, values));
  if (!result.polished) return;
  rows(tr("Random examples of the polish"), whole(static_cast<double>(result.examples)));
  add_found(rows, Phrase("Polish"), result.polish);
  add_found(rows, Phrase("Fit that starts at the hidden layer"), result.best);
  if (result.bound > 0) rows(tr("Least error that anybody can expect on average (Cramér and Rao)"), result.bound);
}

// "12 steps, residual 0.003, arrived, error 0.1".
std::string start_value(const Start& start) {
  const Index last = start.losses.size() - 1;
  std::string value =
      tr("%1, residual %2", counted("%1 step", "%1 steps", static_cast<double>(last)), number(start.losses(last), 4));
  if (start.ended) value += ", " + state_words(start);
  if (!start.found.empty()) value += ", " + tr("error %1", error_text(start.found.error()));
  return value;
}

void add_starts(Rows& rows, const Result& result) {
  rows(tr("Random examples"), whole(static_cast<double>(result.examples)));
  if (result.starts.empty()) return;
  rows(tr("Mean squared residual of a fit that starts at the hidden layer"), result.least_loss);
  rows(tr("The examples decide every head"), result.determined ? tr("yes") : tr("no"));
  for (std::size_t k = 0; k < result.starts.size(); ++k) {
    const Start& start = result.starts[k];
    if (start.losses.size() == 0) continue;
    rows(tr("Start %1", whole(static_cast<double>(k + 1))), start_value(start));
  }
  add_found(rows, Phrase("Fit that starts at the hidden layer"), result.best);
}

void add_counts(Rows& rows, const Result& result, std::span<const double> times) {
  const HeadsTime time = times_of(result, times);
  for (std::size_t k = 0; k < result.counts.size(); ++k) {
    const Count& count = result.counts[k];
    const std::string heads = counted("%1 head", "%1 heads", count.heads);
    if (count.layers == 0) {
      rows(tr("%1: questions", heads), tr("sequences are too short"));
    } else {
      rows(tr("%1: layers recovered by questions", heads), tr("%1 of %2", whole(count.recovered), whole(count.layers)));
      rows(tr("%1: questions for one layer", heads), whole(static_cast<double>(count.questions)));
      rows(tr("%1: median error", heads), count.median);
    }
    if (time.questions[k] > 0) rows(tr("%1: time by questions, one layer", heads), duration(time.questions[k]));
    if (count.starts > 0) {
      rows(tr("%1: random starts on examples", heads), count.arrived
                                                           ? tr("%1, the last one arrived", whole(count.starts))
                                                           : tr("%1, none arrived", whole(count.starts)));
    }
    if (time.examples[k] > 0) rows(tr("%1: time by examples", heads), duration(time.examples[k]));
    rows(heads + ": (dk)^(m³)", tr("10 to the power %1", number(theorem_exponent(result, count.heads))));
  }
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  Description description{.title = title_of(result), .sentence = sentence_of(result), .table = {}};
  Rows rows(description.table);
  rows(tr("Token size d"), whole(result.d));
  rows(tr("Tokens k"), whole(result.k));
  rows(tr("Noise"), number(result.noise));
  if (result.road != Method::heads) rows(tr("Heads m"), whole(result.m));
  switch (result.road) {
    case Method::questions: add_questions(rows, result, context.values); break;
    case Method::examples: add_starts(rows, result); break;
    case Method::heads: add_counts(rows, result, context.times); break;
  }
  constexpr std::array kNames = {Phrase("Time: Questions"), Phrase("Time: Polish"), Phrase("Time: Starts")};
  for (std::size_t stage = 0; stage < std::min(context.times.size(), std::size(kNames)); ++stage) {
    if (context.times[stage] > 0) rows(tr(kNames[stage]), duration(context.times[stage] / 1000));
  }
  return description;
}

}  // namespace figures::softmax
