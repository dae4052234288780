// What figure "phases" says, in the picture and to readers who cannot see it.
#include "figures/phases/phases.hpp"

namespace figures::phases {
namespace {

std::string waiting_finding(const Result& result, int phase) {
  if (phase == 1 && !result.errors.empty()) return tr("Adding up the examples");
  if (!result.is_stopped()) return tr("Not there yet");
  return phase == result.reached + 1 ? tr("This phase cannot go on") : tr("Not reached");
}

std::string crude_finding(const Result& result) {
  const std::string error = error_text(result.crude.error);
  if (result.limit_error > 0.85 * result.crude.error) return tr("The sum is %1 off, and more data do not help", error);
  return tr("The sum is %1 off; more data bring it to %2", error, error_text(result.limit_error));
}

std::string body_finding(const BodyResult& body) {
  const double worst = body.outside.maxCoeff();
  const bool one = body.outside.size() == 1;
  if (is_exact(worst)) {
    if (is_exact(body.hull_distance)) return tr("The body is the truth, to seven digits");
    return one ? tr("The body holds the head, but reaches far") : tr("The body holds every head, but reaches far");
  }
  if (worst < 0.1 && body.hull_distance > worst)
    return one ? tr("The body nearly holds the head, but reaches far")
               : tr("The body nearly holds the heads, but reaches far");
  if (one) return tr("The body misses the head by %1", error_text(worst));
  return is_exact(body.outside.minCoeff()) ? tr("The body misses a head by %1", error_text(worst))
                                           : tr("The body misses every head, one by %1", error_text(worst));
}

std::string refined_finding(const Result& result) {
  const double error = result.refined.error;
  if (is_exact(error)) {
    return result.refined.rows == result.refined.same ? tr("Exact, by sequences of one repeated token")
                                                      : tr("The sum is exact now");
  }
  if (error < result.crude.error / 1.5) return tr("The sum is better: %1 off", error_text(error));
  if (error < result.crude.error) return tr("The sum is hardly better: %1 off", error_text(error));
  return tr("Worse than before: %1 off", error_text(error));
}

std::string span_finding(const SpanResult& span) {
  const double worst = span.lost.maxCoeff();
  const bool one = span.lost.size() == 1;
  if (is_exact(worst)) return one ? tr("The span holds the head") : tr("The span holds every head");
  if (worst > 0.9 * span.by_chance) return tr("The span is hardly better than chance");
  return tr(one ? Phrase("The span loses %1 of the head") : Phrase("The span loses up to %1 of a head"),
            error_text(worst));
}

std::string net_finding(const NetResult& net) {
  const double worst = net.largest_error();
  const bool one = net.theta_errors.size() == 1;
  if (is_exact(worst)) return one ? tr("The head is found, exactly") : tr("Every head is found, exactly");
  constexpr std::array kOff = {Phrase("The best choice is up to %1 off in $Θ_i$"),
                               Phrase("The best choice is up to %1 off in $W_i$"),
                               Phrase("The best choice is %1 off in $Θ$"), Phrase("The best choice is %1 off in $W$")};
  const bool is_w = worst > net.theta_errors.maxCoeff();
  return tr(kOff[(one ? 2U : 0U) + (is_w ? 1U : 0U)], error_text(worst));
}

std::string body_meaning(const Result& result, const Values& settings, int phase) {
  constexpr std::array kAgreements = {Phrase("Where one set of weights explains an answer with the exact sum, all "
                                             "heads are taken to agree; its log odds then bind every $Θ_i$."),
                                      Phrase("Where one set of weights explains an answer with the sum of phase %1, "
                                             "all heads are taken to agree; its log odds then bind every $Θ_i$.")};
  constexpr std::array kAims = {
      Phrase("What is left should be the point $Θ_1$."),
      Phrase("What is left, seen in the plane through the heads and its point of least norm, should be a thin strip "
             "along the dashed line."),
      Phrase("What is left, seen in a plane along the heads, should be a thin slice along their dashed triangle.")};
  return passage({tr(kAgreements[is_sum_given(settings) ? 0 : 1], whole(phase - 1)), tr(kAims[result.Theta.size() - 1]),
                  tr("Red constraints leave a head outside.")});
}

std::string refined_meaning(const SumResult& refined) {
  const std::string lead = number(refined.margin, 2);
  const std::string rows = counted("%1 such row", "%1 such rows", refined.rows);
  return passage(
      {tr("Where the body's point of least norm gives one token's score a lead of %1, all heads are taken to "
          "look at it alone: least squares on %2.",
          lead, rows),
       refined.same == refined.rows ? tr("All of them are sequences of one repeated token.")
                                    : tr("Sequences of one repeated token: %1.", whole(refined.same))});
}

// What was found is told when the film has come to its end.
std::string title_of(const Result& result, const Values& settings, const Moment& moment) {
  if (moment.done < result.reached) return std::string(doing_of(moment.phase));
  if (result.is_stopped()) {
    return tr("Phase %1 cannot go on; phase 1 alone is %2 off", whole(result.reached + 1),
              error_text(result.crude.error));
  }
  if (result.reached == 0) return tr("Adding up %1", counted("%1 example", "%1 examples", settings.number("N")));
  if (result.reached < kPhases) return tr("Phase %1 of 6 is running", whole(result.reached + 1));
  if (is_exact(result.net.largest_error()))
    return result.heads() == 1 ? tr("All six phases go through: the head is found")
                               : tr("All six phases go through: every head is found");
  return tr(result.net.largest_error() < 0.1 ? Phrase("Six phases come close: Θ ends %1 off, W %2")
            : result.Theta.size() == 1       ? Phrase("Six phases miss the head: Θ ends %1 off, W %2")
                                             : Phrase("Six phases miss the heads: Θ ends %1 off, W %2"),
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
  constexpr std::array kWords = {Phrase("The body of phase %1, from %2, holds every head."),
                                 Phrase("The body of phase %1, from %2, misses the heads by %3 of their size."),
                                 Phrase("The body of phase %1, from %2, holds the head."),
                                 Phrase("The body of phase %1, from %2, misses the head by %3 of its size.")};
  const std::size_t which = (body.outside.size() == 1 ? 2U : 0U) + (is_exact(body.outside.maxCoeff()) ? 0U : 1U);
  return tr(kWords[which], whole(phase), constraints(body), error_list(body.outside));
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
  if (result.is_stopped()) {
    const bool third = result.reached == 3 && result.stopped.kind == learner::ErrorKind::no_agreement;
    stopped = passage({tr("Phase %1 cannot go on: %2", whole(result.reached + 1), stopped_text(result, settings)),
                       third ? tr("In phase 4 a third of the tolerance counts.") : Localized("")});
  }
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
       listed(span.sigma, ", ", [](double sigma) { return number(sigma); }));
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

// Below this an error is rounding, or the thickness that a body of right constraints is given.
bool is_exact(double error) { return error < 1e-7; }

std::string error_text(double error) {
  if (is_exact(error)) return "0 %";
  return error < 0.095 ? percent(error) : whole(100 * error) + " %";
}

std::string error_list(const Vector& errors) {
  std::string words = error_text(errors(0));
  for (Index i = 1; i < errors.size(); ++i) {
    const std::string next = error_text(errors(i));
    words = i + 1 == errors.size() ? tr("%1 and %2", words, next) : words + ", " + next;
  }
  return words;
}

std::string constraints(const BodyResult& body) {
  return counted("%1 constraint", "%1 constraints", body.claimed.size());
}

std::string head_name(std::string_view letter, Index head) {
  return std::string(letter) + subscript(static_cast<int>(head) + 1);
}

std::string_view doing_of(int phase) {
  constexpr std::array<Phrase, kPhases> kDoings = {
      Phrase("An average guesses the sum of all W"), Phrase("Each constraint cuts away what Θ cannot be"),
      Phrase("Clear cases correct the sum"),         Phrase("With the better sum, the cutting begins anew"),
      Phrase("The body’s long directions are kept"), Phrase("Every choice from a net is tried")};
  return tr(kDoings[static_cast<std::size_t>(phase - 1)]);
}

std::string finding_of(const Result& result, int phase) {
  if (phase > result.reached) return waiting_finding(result, phase);
  switch (phase) {
    case 1: return crude_finding(result);
    case 3: return refined_finding(result);
    case 5: return span_finding(result.span);
    case 6: return net_finding(result.net);
    default: return body_finding(result.body(phase));
  }
}

std::string meaning_of(const Result& result, const Values& settings, int phase) {
  if (phase > result.reached) {
    if (!result.is_stopped()) return tr("It comes after the phases before it.");
    return phase == result.reached + 1 ? stopped_text(result, settings)
                                       : tr("A phase before this one could not go on.");
  }
  switch (phase) {
    case 1:
      return tr(
          "If every token had the same weight $1/k$, the mean of $(1/k) X^{T} J Y$ would be $∑ W_i$. The weights "
          "differ, and the error this makes stays, however many examples there are.");
    case 3: return refined_meaning(result.refined);
    case 5: {
      const std::string stands =
          result.heads() == 1 ? tr("Its longest direction stands for the span of the $Θ_i$.")
                              : tr("Its %1 longest directions stand for the span of the $Θ_i$.", whole(result.heads()));
      return passage({result.heads() == 1 ? tr("The body should be long along the head and thin across.")
                                          : tr("The body should be long along the heads and thin across."),
                      stands});
    }
    case 6:
      return tr("Every choice of %1 of a net over the body's span gets its $W_i$ by least squares; validation chooses.",
                counted("%1 point", "%1 points", result.heads()));
    default: return body_meaning(result, settings, phase);
  }
}

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
