// What became of each phase of figure "phases", and how it works, in words of the picture and of the description.
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
  const std::string limit = error_text(result.limit_error);
  if (limit == error || result.limit_error > result.crude.error)
    return tr("The sum is %1 off, and more data do not help", error);
  if (result.limit_error > 0.85 * result.crude.error)
    return tr("The sum is %1 off, and ever more data leave it %2 off", error, limit);
  return tr("The sum is %1 off; more data bring it to %2", error, limit);
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
  const double together = std::sqrt(span.lost.squaredNorm() / static_cast<double>(span.lost.size()));
  if (together > span.by_chance) return tr("The span is no better than chance");
  if (together > 0.9 * span.by_chance) return tr("The span is hardly better than chance");
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

}  // namespace

// Below this an error is rounding, or the thickness that a body of right constraints is given.
bool is_exact(double error) { return error < 1e-7; }

std::string error_text(double error) {
  if (is_exact(error)) return "0 %";
  constexpr double kHuge = 100;
  if (error >= kHuge) return scientific(100 * error, 2) + " %";
  return error < 0.095 ? percent(error) : whole(100 * error) + " %";
}

std::string constraints(const BodyResult& body) {
  return counted("%1 constraint", "%1 constraints", body.claimed.size());
}

std::string head_name(std::string_view letter, Index head) {
  return std::string(letter) + subscript(static_cast<int>(head) + 1);
}

std::string_view doing_of(const Values& settings, int phase) {
  if (phase == 4 && is_sum_given(settings)) return tr("With the exact sum again, at a smaller tolerance");
  constexpr std::array<Phrase, kPhases> kDoings = {
      Phrase("An average guesses the sum of all W"), Phrase("Each constraint cuts a piece away"),
      Phrase("Clear cases set the sum anew"),        Phrase("With the new sum, the cutting begins again"),
      Phrase("The body’s long directions are kept"), Phrase("Every choice from a net is tried")};
  return tr(kDoings[static_cast<std::size_t>(phase - 1)]);
}

double error_of(const Result& result, int phase) {
  switch (phase) {
    case 1: return result.crude.error;
    case 3: return result.refined.error;
    case 5: return result.span.lost.maxCoeff();
    case 6: return result.net.largest_error();
    default: return result.body(phase).hull_distance;
  }
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

}  // namespace figures::phases
