// What the phases are called and what is said of each, in the picture and beside it.
#include <array>

#include "figures/phases/phases.hpp"

namespace figures::phases {
namespace {

// One mark for each head like `mark`; `name` has a place for the head's.
void add_heads(std::vector<ErrorMark>& marks, const Vector& errors, ErrorMark mark, std::string_view letter,
               Phrase name) {
  for (Index i = 0; i < errors.size(); ++i) {
    mark.error = errors(i);
    mark.name = tr(name, head_name(letter, i));
    marks.push_back(mark);
  }
}

// --- Rows -----------------------------------------------------------------------------------------------------------

std::string body_row(const BodyResult& body, bool brief) {
  const std::string outside = error_list(body.outside);
  if (brief) return tr("%1; %2 outside", constraints(body), outside);
  const std::string share = percent(body.accepted / std::max(1.0, body.rows));
  return body.outside.size() > 1
             ? tr("%1 from %2 of the rows; true heads %3 outside", constraints(body), share, outside)
             : tr("%1 from %2 of the rows; true head %3 outside", constraints(body), share, outside);
}

std::string refined_row(const SumResult& refined) {
  return refined.rows == refined.same
             ? tr("from %1 of one repeated token", counted("%1 sequence", "%1 sequences", refined.rows))
             : tr("from %1 of large margin", counted("%1 row", "%1 rows", refined.rows));
}

std::string span_row(const SpanResult& span, bool brief) {
  const std::string lost = error_list(span.lost);
  const std::string chance = error_text(span.by_chance);
  if (brief) return tr("loses %1; chance %2", lost, chance);
  return span.lost.size() > 1 ? tr("of the body; it loses %1 of the heads, chance %2", lost, chance)
                              : tr("of the body; it loses %1 of the head, chance %2", lost, chance);
}

std::string net_row(const NetResult& net, bool brief) {
  if (is_exact(net.largest_error())) return tr("found, to rounding");
  const std::string theta = error_text(net.theta_errors.maxCoeff());
  const std::string w = error_text(net.w_errors.maxCoeff());
  if (brief) return tr("$Θ_i$ up to %1, $W_i$ up to %2 off", theta, w);
  return tr("best of %1: $Θ_i$ up to %2, $W_i$ up to %3 off", counted("%1 choice", "%1 choices", net.subsets), theta,
            w);
}

// --- Findings -------------------------------------------------------------------------------------------------------

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
  if (is_exact(worst)) {
    return is_exact(body.hull_distance) ? tr("The body is the truth, to rounding")
                                        : tr("The body holds every head, but reaches far");
  }
  if (worst < 0.1 && body.hull_distance > worst) return tr("The body nearly holds the heads, but reaches far");
  if (body.outside.size() == 1) return tr("The body misses the head by %1", error_text(worst));
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
  if (is_exact(worst)) return tr("The span holds every head");
  if (worst > 0.9 * span.by_chance) return tr("The span is hardly better than chance");
  return tr("The span loses up to %1 of a head", error_text(worst));
}

std::string net_finding(const NetResult& net) {
  const double worst = net.largest_error();
  if (is_exact(worst)) return tr("Every head is found, exactly");
  return worst > net.theta_errors.maxCoeff() ? tr("The best choice is up to %1 off in $W_i$", error_text(worst))
                                             : tr("The best choice is up to %1 off in $Θ_i$", error_text(worst));
}

// --- Meanings -------------------------------------------------------------------------------------------------------

std::string body_meaning(const Result& result, const Values& settings, int phase) {
  constexpr std::array kAgreements = {
      Phrase("Where one set of weights explains an answer with the exact sum, all heads are taken to agree; its log "
             "odds then bind every $Θ_i$."),
      Phrase("Where one set of weights explains an answer with the crude sum, all heads are taken to agree; its log "
             "odds then bind every $Θ_i$."),
      Phrase("Where one set of weights explains an answer with the refined sum, all heads are taken to agree; its log "
             "odds then bind every $Θ_i$.")};
  constexpr std::array kAims = {
      Phrase("What is left, seen here as a shadow, should be the point $Θ_1$."),
      Phrase("What is left, seen here as a shadow, should be a thin strip along the dashed line through the heads."),
      Phrase("What is left, seen here as a shadow, should be a thin slice along the dashed triangle of the heads.")};
  const std::size_t given = is_sum_given(settings) ? 0 : phase == 2 ? 1 : 2;
  return passage({tr(kAgreements[given]), tr(kAims[result.Theta.size() - 1])});
}

std::string refined_meaning(const SumResult& refined) {
  const std::string lead = number(refined.margin, 2);
  const std::string rows = counted("%1 such row", "%1 such rows", refined.rows);
  return refined.same == refined.rows
             ? tr("Where the body's point of least norm gives one token's score a lead of %1, all heads are taken to "
                  "look at it alone: least squares on %2, all of them sequences of one repeated token.",
                  lead, rows)
             : tr("Where the body's point of least norm gives one token's score a lead of %1, all heads are taken to "
                  "look at it alone: least squares on %2, %3 of them sequences of one repeated token.",
                  lead, rows, whole(refined.same));
}

std::string span_meaning(int heads) {
  const std::string stands = heads == 1
                                 ? tr("Its longest direction stands for the span of the $Θ_i$.")
                                 : tr("Its %1 longest directions stand for the span of the $Θ_i$.", whole(heads));
  return passage({tr("The body should be long along the heads and thin across."), stands});
}

}  // namespace

std::vector<ErrorMark> marks_of(const Result& result, int phase) {
  std::vector<ErrorMark> marks;
  if (phase > result.reached && !(phase == 1 && !result.errors.empty())) return marks;
  switch (phase) {
    case 1: return {{result.crude.error, Ink::W, false, tr("the crude sum of the W")}};
    case 3: return {{result.refined.error, Ink::W, false, tr("the refined sum of the W")}};
    case 2:
    case 4: {
      const BodyResult& body = result.body(phase);
      marks.push_back(
          {.error = body.hull_distance, .name = tr("the body's point of least norm, from the plane through the Θ")});
      add_heads(marks, body.outside, {.hollow = true}, "Θ", Phrase("%1 outside the body"));
      break;
    }
    case 5: add_heads(marks, result.span.lost, {}, "Θ", Phrase("%1 outside the span")); break;
    default:
      add_heads(marks, result.net.theta_errors, {}, "Θ", Phrase("%1 found"));
      add_heads(marks, result.net.w_errors, {.ink = Ink::W}, "W", Phrase("%1 found"));
  }
  return marks;
}

// Below this an error is rounding, or the thickness that a body of right constraints is given.
bool is_exact(double error) { return error < 1e-7; }

std::string error_text(double error) {
  if (is_exact(error)) return "0 %";
  if (error < 0.095) return percent(error);
  if (error >= 10) return tr("%1 times", whole(error));
  return whole(100 * error) + " %";
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
  return counted("%1 constraint", "%1 constraints", static_cast<double>(body.claimed.size()));
}

std::string head_name(std::string_view letter, Index head) {
  return std::string(letter) + subscript(static_cast<int>(head) + 1);
}

std::string_view phase_name(int phase) {
  constexpr std::array<Phrase, kPhases> kNames = {Phrase("Crude sum"),    Phrase("Sculpt"), Phrase("Refined sum"),
                                                  Phrase("Sculpt again"), Phrase("Span"),   Phrase("Net")};
  return tr(kNames[static_cast<std::size_t>(phase - 1)]);
}

std::string row_words(const Result& result, const Values& settings, int phase, bool brief) {
  if (phase > result.reached) {
    if (!result.is_stopped()) return tr("waits");
    return phase == result.reached + 1 ? tr("cannot go on") : tr("not reached");
  }
  switch (phase) {
    case 1:
      return is_sum_given(settings) && !brief
                 ? tr("of the $W_i$, not used: phases 2 and 4 are given the exact one")
                 : tr("of the $W_i$; %1 off even for $N → ∞$", error_text(result.limit_error));
    case 3: return refined_row(result.refined);
    case 5: return span_row(result.span, brief);
    case 6: return net_row(result.net, brief);
    default: return body_row(result.body(phase), brief);
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
    return phase == result.reached + 1 ? message(result.stopped) : tr("A phase before this one could not go on.");
  }
  switch (phase) {
    case 1:
      return tr(
          "Were all weights $1/k$, the mean of $(1/k) X^{T} J Y$ would be $∑ W_i$. They are not, and what that "
          "adds stays, whatever $N$.");
    case 3: return refined_meaning(result.refined);
    case 5: return span_meaning(result.heads());
    case 6:
      return tr(
          "Every choice of %1 of a net over the body's span gets its $W_i$ by least squares; validation "
          "chooses. Its answers to fresh sequences have %2 of the squared error of answering 0.",
          counted("%1 point", "%1 points", result.heads()), error_text(result.net.test_error));
    default: return body_meaning(result, settings, phase);
  }
}

}  // namespace figures::phases
