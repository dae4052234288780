// What figure "phases" says to who cannot see it.
#include <algorithm>
#include <string>

#include "figures/phases/picture.hpp"
#include "figures/rows.hpp"
#include "plot/number.hpp"

namespace figures::phases {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

double real(std::int64_t value) { return static_cast<double>(value); }

// --- Title ----------------------------------------------------------------------------------------------------------

std::string title_of(const PhasesResult& result) {
  if (result.reached == 0 && result.stopped.empty())
    return "Adding up " + counted(real(result.planned), "example", "examples");
  if (!result.stopped.empty()) {
    return "Phase " + whole(result.reached + 1) + " cannot go on; phase 1 alone is " + error_text(result.crude.error) +
           " off";
  }
  if (result.reached < kPhases) return "Phase " + whole(result.reached + 1) + " of 6 is running";
  const double theta = result.net.theta_errors.maxCoeff();
  const double w = result.net.w_errors.maxCoeff();
  if (is_exact(std::max(theta, w))) return "All six phases go through: every head is found";
  return "Six phases end " + error_text(theta) + " off in Θ, " + error_text(w) + " in W";
}

// --- Sentence -------------------------------------------------------------------------------------------------------

std::string crude_sentence(const PhasesResult& result) {
  if (result.errors.empty()) return "Drawing examples.";
  return "Phase 1 is " + error_text(result.crude.error) + " off after " + whole(result.counts.back()) +
         " examples and would be " + error_text(result.limit_error) + " off after infinitely many.";
}

std::string body_sentence(const BodyResult& body, int phase) {
  const std::string start = " The body of phase " + whole(phase) + ", from " +
                            counted(real(body.claimed.size()), "constraint", "constraints");
  if (is_exact(body.outside.maxCoeff())) return start + ", holds every head.";
  std::string words = start + ", misses " + (body.outside.size() > 1 ? "the heads by " : "the head by ");
  for (learner::Index i = 0; i < body.outside.size(); ++i) {
    words += (i == 0 ? "" : i + 1 == body.outside.size() ? " and " : ", ") + error_text(body.outside(i));
  }
  return words + (body.outside.size() > 1 ? " of their size." : " of its size.");
}

std::string refined_sentence(const PhasesResult& result) {
  if (is_exact(result.refined.error)) return " Phase 3 finds the sum exactly.";
  return " Phase 3 leaves the sum " + error_text(result.refined.error) + " off.";
}

std::string sentence_of(const PhasesResult& result) {
  std::string words = crude_sentence(result);
  if (result.reached >= 2) words += body_sentence(result.first, 2);
  if (result.reached >= 3) words += refined_sentence(result);
  if (result.reached >= 4) words += body_sentence(result.second, 4);
  if (result.reached >= kPhases && is_exact(error_of(result, kPhases))) {
    return words + " The span holds every head, and the net finds Θ and W to rounding.";
  }
  if (result.reached >= 5) words += " The span loses up to " + error_text(result.span.lost.maxCoeff()) + " of a head.";
  if (result.reached >= 6) {
    words += " The answers of what the net chooses have " + error_text(result.net.test_error) +
             " of the squared error of answering 0.";
  }
  if (!result.stopped.empty()) words += " Phase " + whole(result.reached + 1) + " cannot go on: " + result.stopped;
  return words;
}

// --- Table ----------------------------------------------------------------------------------------------------------

void add_sums(Rows& rows, const PhasesResult& result) {
  if (result.errors.empty()) return;
  rows("Phase 1: relative error of the crude sum", result.crude.error);
  rows("Phase 1: the same for infinitely many examples, exactly", result.limit_error);
  rows("Phase 1: the same to first order in Θ", result.first_order);
  for (std::size_t k = 0; k < result.counts.size(); ++k) {
    rows("Phase 1: error after " + counted(result.counts[k], "example", "examples"), result.errors[k]);
  }
}

void add_body(Rows& rows, const BodyResult& body, int phase) {
  const std::string start = "Phase " + whole(phase) + ": ";
  rows(start + "rows tested", whole(real(body.rows)));
  rows(start + "different tokens at most", whole(real(body.distinct)));
  rows(start + "rows whose weights can be told", whole(real(body.usable)));
  rows(start + "rows on which the heads seem to agree", whole(real(body.accepted)));
  rows(start + "constraints", whole(real(body.claimed.size())));
  rows(start + "mean error of a constraint, log odds", body.mean_miss);
  rows(start + "largest error of a constraint, log odds", body.largest_miss);
  rows(start + "tolerance of the body, log odds", body.tolerance);
  rows(start + "bound on every entry of Θ", body.bound);
  rows(start + "least-norm point from the plane through the Θ, relative", body.hull_distance);
  rows(start + "optimality error of that point (check)", body.kkt_error);
  for (learner::Index i = 0; i < body.outside.size(); ++i) {
    rows(start + head_name("Θ", i) + " outside the body, relative", body.outside(i));
    rows(start + head_name("Θ", i) + " off the plane of the picture, relative", body.aside(i));
  }
}

void add_refined(Rows& rows, const PhasesResult& result) {
  rows("Phase 3: least margin", result.refined.margin);
  rows("Phase 3: rows of large margin", whole(real(result.refined.rows)));
  rows("Phase 3: of them from sequences of one repeated token", whole(real(result.refined.same)));
  rows("Phase 3: relative error of the refined sum", result.refined.error);
}

void add_span(Rows& rows, const SpanResult& span) {
  for (learner::Index i = 0; i < span.lost.size(); ++i)
    rows("Phase 5: " + head_name("Θ", i) + " outside the span, relative", span.lost(i));
  rows("Phase 5: the same for random directions", span.by_chance);
  std::string all;
  for (const double sigma : span.sigma) all += (all.empty() ? "" : ", ") + number(sigma);
  rows("Phase 5: lengths of the body's directions", all);
}

void add_net(Rows& rows, const NetResult& net) {
  rows("Phase 6: points of the net along each direction", whole(net.per_axis));
  rows("Phase 6: spacing of the net", net.spacing);
  rows("Phase 6: choices compared", whole(net.subsets));
  for (learner::Index i = 0; i < net.theta_errors.size(); ++i) {
    rows("Phase 6: relative error of " + head_name("Θ", i), net.theta_errors(i));
    rows("Phase 6: relative error of " + head_name("W", i), net.w_errors(i));
  }
  rows("Phase 6: squared error on the validation examples, of answering 0", net.validation_error);
  rows("Phase 6: squared error on fresh examples, of answering 0", net.test_error);
}

}  // namespace

Description describe_phases(const PhasesResult& result, const Values& values, std::span<const double> times) {
  Table table;
  Rows rows(table);
  rows("Heads m, token size d, tokens k", whole(result.m) + ", " + whole(result.d) + ", " + whole(result.k));
  rows("Sum of the W in phases 2 and 4", result.exact ? "exact, given" : "estimated");
  add_sums(rows, result);
  if (result.reached >= 2) add_body(rows, result.first, 2);
  if (result.reached >= 3) add_refined(rows, result);
  if (result.reached >= 4) add_body(rows, result.second, 4);
  if (result.reached >= 5) add_span(rows, result.span);
  if (result.reached >= 6) add_net(rows, result.net);
  for (std::size_t stage = 0; stage < times.size() && stage < kPhases; ++stage) {
    rows("Time: phase " + whole(static_cast<double>(stage + 1)), plot::duration(times[stage] / 1000));
  }
  const int phase = values.integer("phase") + 1;
  std::string finding = finding_of(result, phase);
  std::erase_if(finding, [](char letter) { return letter == '$' || letter == '_'; });
  return {.title = title_of(result),
          .sentence = sentence_of(result) + " Shown large, phase " + whole(phase) + ": " + finding + ".",
          .table = std::move(table)};
}

}  // namespace figures::phases
