// What figure "phases" says to readers who cannot see it.
#include "figures/phases/phases.hpp"

namespace figures::phases {
namespace {

// The title tells what was found when the film has come to its end.
std::string title_of(const Result& result, const Values& settings, const Moment& moment) {
  if (moment.done < result.reached) return std::string(doing_of(settings, moment.phase));
  if (result.is_stopped()) {
    return tr("Phase %1 cannot go on; phase 1 alone is %2 off", whole(result.reached + 1),
              error_text(result.crude.error));
  }
  if (result.reached == 0) return tr("Adding up %1", counted("%1 example", "%1 examples", settings.number("N")));
  if (result.reached < kPhases) return tr("Phase %1 of 6 is running", whole(result.reached + 1));
  if (is_exact(result.net.largest_error()))
    return result.heads() == 1 ? tr("All six phases go through: the head is found")
                               : tr("All six phases go through: every head is found");
  const bool one = result.heads() == 1;
  return tr(result.net.largest_error() < 0.1 ? Phrase("Six phases come close: Θ ends %1 off, W %2")
            : one                            ? Phrase("Six phases miss the head: Θ ends %1 off, W %2")
            : !is_exact(result.refined.error)
                ? Phrase("Six phases miss the heads: Θ ends %1 off, W %2")
                : Phrase("Six phases find the sum of the W, not the heads: Θ ends %1 off, each W up to %2"),
            error_text(result.net.theta_errors.maxCoeff()), error_text(result.net.w_errors.maxCoeff()));
}

std::string crude_sentence(const Result& result) {
  if (result.errors.empty()) return tr("Drawing examples.");
  return tr("Phase 1 is %1 off after %2 examples and would be %3 off after infinitely many.",
            error_text(result.crude.error), whole(result.counts.back()), error_text(result.limit_error));
}

std::string body_sentence(const Result& result, int phase) {
  if (result.reached < phase) return "";
  const BodyResult& body = result.body(phase);
  const std::string cuts = constraints(body);
  const bool one = body.outside.size() == 1;
  std::vector<std::string> held, missed;
  for (Index i = 0; i < body.outside.size(); ++i) {
    const std::string head = one ? "Θ" : head_name("Θ", i), error = error_text(body.outside(i));
    if (is_exact(body.outside(i))) {
      held.push_back(head);
    } else {
      missed.push_back(missed.empty() ? tr("%1 by %2 of its size", head, error) : tr("%1 by %2", head, error));
    }
  }
  if (missed.empty())
    return tr(one ? Phrase("The body of phase %1, from %2, holds the head.")
                  : Phrase("The body of phase %1, from %2, holds every head."),
              whole(phase), cuts);
  if (held.empty()) return tr("The body of phase %1, from %2, misses %3.", whole(phase), cuts, series(missed));
  return tr("The body of phase %1, from %2, holds %3, but misses %4.", whole(phase), cuts, series(held),
            series(missed));
}

// What phases 5 and 6 come to.
std::string end_sentence(const Result& result) {
  const bool one = result.heads() == 1;
  if (result.reached < 5) return "";
  const double lost = result.span.lost.maxCoeff();
  if (result.reached >= kPhases && is_exact(result.net.largest_error()))
    return one ? tr("The span holds the head, and the net finds Θ and W to seven digits.")
               : tr("The span holds every head, and the net finds Θ and W to seven digits.");
  const std::string span =
      is_exact(lost) ? std::string(one ? tr("The span holds the head.") : tr("The span holds every head."))
                     : tr(one ? Phrase("The span loses %1 of the head.") : Phrase("The span loses up to %1 of a head."),
                          error_text(lost));
  if (result.reached < kPhases) return span;
  return passage({span, tr("The answers of what the net chooses are %1 off in square; 0 for every answer would be 100 "
                           "% off.",
                           error_text(result.net.test_error))});
}

std::string sentence_of(const Result& result, const Values& settings) {
  std::string refined, stopped;
  if (result.reached >= 3)
    refined = is_exact(result.refined.error) ? tr("Phase 3 finds the sum exactly.")
                                             : tr("Phase 3 leaves the sum %1 off.", error_text(result.refined.error));
  if (result.is_stopped())
    stopped = tr("Phase %1 cannot go on: %2", whole(result.reached + 1), stopped_text(result, settings));
  return passage({crude_sentence(result), body_sentence(result, 2), refined, body_sentence(result, 4),
                  end_sentence(result), stopped});
}

void add_sums(Rows& rows, const Result& result) {
  if (result.errors.empty()) return;
  rows(tr("Phase 1: relative error of the estimated sum"), result.crude.error);
  rows(tr("Phase 1: the same for infinitely many examples, exactly"), result.limit_error);
  rows(tr("Phase 1: the same to first order in Θ"), result.first_order);
  for (std::size_t k = 0; k < result.counts.size(); ++k)
    rows(tr("Phase 1: error after %1", counted("%1 example", "%1 examples", result.counts[k])), result.errors[k]);
}

void add_body(Rows& rows, const Result& result, int phase) {
  if (result.reached < phase) return;
  const BodyResult& body = result.body(phase);
  const std::string p = whole(phase);
  rows(tr("Phase %1: rows tested", p), body.rows);
  rows(tr("Phase %1: different tokens at most", p), body.distinct);
  rows(tr("Phase %1: rows whose weights can be told", p), body.usable);
  rows(tr("Phase %1: rows on which the heads seem to agree", p), body.accepted);
  rows(tr("Phase %1: constraints", p), body.claimed.size());
  rows(tr("Phase %1: mean error of a constraint, log odds", p), body.mean_miss);
  rows(tr("Phase %1: largest error of a constraint, log odds", p), body.largest_miss);
  rows(tr("Phase %1: tolerance of the body, log odds", p), body.tolerance);
  rows(tr("Phase %1: bound on every entry of Θ", p), body.bound);
  rows(tr("Phase %1: least-norm point from the plane through the Θ, relative", p), body.hull_distance);
  rows(tr("Phase %1: optimality error of that point (check)", p), body.kkt_error);
  for (Index i = 0; i < body.outside.size(); ++i) {
    rows(tr("Phase %1: %2 outside the body, relative", p, head_name("Θ", i)), body.outside(i));
    rows(tr("Phase %1: %2 off the plane of the picture, relative", p, head_name("Θ", i)), body.aside(i));
  }
}

void add_refined(Rows& rows, const Result& result) {
  if (result.reached < 3) return;
  rows(tr("Phase 3: least margin"), result.refined.margin);
  rows(tr("Phase 3: rows of large margin"), result.refined.rows);
  rows(tr("Phase 3: of them from sequences of one repeated token"), result.refined.same);
  rows(tr("Phase 3: relative error of the estimated sum"), result.refined.error);
}

void add_span(Rows& rows, const Result& result) {
  if (result.reached < 5) return;
  const SpanResult& span = result.span;
  for (Index i = 0; i < span.lost.size(); ++i)
    rows(tr("Phase 5: %1 outside the span, relative", head_name("Θ", i)), span.lost(i));
  rows(tr("Phase 5: the same for random directions"), span.by_chance);
  rows(tr("Phase 5: lengths of the body's directions"),
       listed(span.sigma, number_separator(), [](double sigma) { return number(sigma); }));
}

void add_no_rows(Rows& rows, const NoRows& none) {
  for (std::size_t k = 0; k < none.distinct.size(); ++k)
    rows(tr("Examples with %1", counted("%1 different token", "%1 different tokens", k + 1)), none.distinct[k]);
  if (!none.distinct.empty()) rows(tr("Different tokens at most"), none.most_distinct);
  if (none.counts.empty()) return;
  rows(tr("Rows that weights explain best"), none.counts.back());
  rows(tr("Smallest residual of them"), none.residuals.front());
  rows(tr("Largest residual of them"), none.residuals.back());
  rows(tr("Residual allowed"), none.allowed);
}

void add_net(Rows& rows, const Result& result) {
  if (result.reached < 6) return;
  const NetResult& net = result.net;
  rows(tr("Phase 6: points of the net along each direction"), net.per_axis);
  rows(tr("Phase 6: spacing of the net"), net.spacing);
  rows(tr("Phase 6: choices compared"), net.subsets);
  for (Index i = 0; i < net.theta_errors.size(); ++i) {
    rows(tr("Phase 6: relative error of %1", head_name("Θ", i)), net.theta_errors(i));
    rows(tr("Phase 6: relative error of %1", head_name("W", i)), net.w_errors(i));
  }
  rows(tr("Phase 6: squared error on the validation examples; 0 for every answer has 1"), net.validation_error);
  rows(tr("Phase 6: squared error on fresh examples; 0 for every answer has 1"), net.test_error);
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const Values& settings = context.settings;
  Table table;
  Rows rows(table);
  rows(tr("Heads m, token size d, tokens k"),
       whole(settings.number("m")) + ", " + whole(settings.number("d")) + ", " + whole(settings.number("k")));
  rows(tr("Sum of the W in phases 2 and 4"), is_sum_given(settings) ? tr("exact, given") : tr("estimated"));
  add_sums(rows, result);
  add_body(rows, result, 2);
  add_refined(rows, result);
  add_body(rows, result, 4);
  add_span(rows, result);
  add_net(rows, result);
  add_no_rows(rows, result.no_rows);
  const Moment moment = moment_of(result, context.values);
  std::string finding = finding_of(result, moment.phase);
  std::erase_if(finding, [](char letter) { return letter == '$' || letter == '_'; });
  const std::string large = moment.share < 1 ? "" : tr("Shown large, phase %1: %2.", whole(moment.phase), finding);
  return {.title = title_of(result, settings, moment),
          .sentence = passage({sentence_of(result, settings), large}),
          .table = std::move(table)};
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id != "film") return "";
  const Moment moment = moment_of(result, context.values);
  if (moment.done >= result.reached) return tr("the end");
  return tr("phase %1 of 6", whole(moment.phase));
}

}  // namespace figures::phases
