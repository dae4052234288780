// What the phases are called and what is said of each, in the picture and beside it.
#include <algorithm>
#include <array>
#include <cmath>

#include "figures/phases/picture.hpp"
#include "plot/number.hpp"

namespace figures::phases {
namespace {

using learner::Index;
using plot::Ink;
using plot::whole;

// Below this an error is rounding, or the thickness that a body of right constraints is given.
constexpr double kExact = 1e-7;

double real(std::int64_t value) { return static_cast<double>(value); }

void add_heads(std::vector<ErrorMark>& marks, const learner::Vector& errors, ErrorMark like, std::string_view letter) {
  const std::string name = std::move(like.name);
  for (Index i = 0; i < errors.size(); ++i) {
    like.error = errors(i);
    like.name = head_name(letter, i) + name;
    marks.push_back(like);
  }
}

std::vector<ErrorMark> body_marks(const BodyResult& body) {
  std::vector<ErrorMark> marks = {
      {body.hull_distance, Ink::Q, false, "the body's point of least norm, from the plane through the Θ"}};
  add_heads(marks, body.outside, {.ink = Ink::Q, .hollow = true, .name = " outside the body"}, "Θ");
  return marks;
}

// "92 % and 33 %".
std::string each(const learner::Vector& errors) {
  std::string words;
  for (Index i = 0; i < errors.size(); ++i) {
    words += (i == 0 ? "" : i + 1 == errors.size() ? " and " : ", ") + error_text(errors(i));
  }
  return words;
}

std::string body_row(const BodyResult& body, bool brief) {
  if (brief) {
    return plot::counted(real(body.claimed.size()), "constraint", "constraints") + "; " + each(body.outside) +
           " outside";
  }
  return plot::counted(real(body.claimed.size()), "constraint", "constraints") + " from " +
         plot::percent(real(body.accepted) / std::max(1.0, real(body.rows))) + " of the rows; true " +
         (body.outside.size() > 1 ? "heads " : "head ") + each(body.outside) + " outside";
}

std::string refined_row(const PhasesResult& result) {
  const SumResult& refined = result.refined;
  if (refined.rows == refined.same) {
    return "from " + plot::counted(real(refined.rows), "sequence", "sequences") + " of one repeated token";
  }
  return "from " + plot::counted(real(refined.rows), "row", "rows") + " of large margin";
}

std::string net_row(const NetResult& net, bool brief) {
  if (std::max(net.theta_errors.maxCoeff(), net.w_errors.maxCoeff()) < kExact) return "found, to rounding";
  const std::string start = brief ? "" : "best of " + plot::counted(net.subsets, "choice", "choices") + ": ";
  return start + "$Θ_i$ up to " + error_text(net.theta_errors.maxCoeff()) + ", $W_i$ up to " +
         error_text(net.w_errors.maxCoeff()) + " off";
}

std::string waiting_words(const PhasesResult& result, int phase) {
  if (result.stopped.empty()) return "waits";
  return phase == result.reached + 1 ? "cannot go on" : "not reached";
}

std::string body_finding(const BodyResult& body) {
  const double worst = body.outside.maxCoeff();
  if (worst < kExact && body.hull_distance < kExact) return "The body is the truth, to rounding";
  const auto inside = (body.outside.array() < kExact).count();
  if (inside == body.outside.size()) return "The body holds every head, but reaches far";
  if (worst < 0.1 && body.hull_distance > worst) return "The body nearly holds the heads, but reaches far";
  if (body.outside.size() == 1) return "The body misses the head by " + error_text(worst);
  return (inside > 0 ? "The body misses a head by " : "The body misses every head, one by ") + error_text(worst);
}

std::string body_meaning(const PhasesResult& result, const std::string& given) {
  constexpr std::array<std::string_view, 3> kAims = {"the point $Θ_1$",
                                                     "a thin strip along the dashed line through the heads",
                                                     "a thin slice along the dashed triangle of the heads"};
  return "Where one set of weights explains an answer with " + given +
         " sum, all heads are taken to agree; its log odds then bind every $Θ_i$. What is left, seen here as a shadow, "
         "should be " +
         std::string(kAims[static_cast<std::size_t>(result.m - 1)]) + ".";
}

std::string refined_finding(const PhasesResult& result) {
  const double error = result.refined.error;
  if (error < kExact && result.refined.rows == result.refined.same) return "Exact, by sequences of one repeated token";
  if (error < kExact) return "The sum is exact now";
  if (error < result.crude.error / 1.5) return "The sum is better: " + error_text(error) + " off";
  if (error < result.crude.error) return "The sum is hardly better: " + error_text(error) + " off";
  return "Worse than before: " + error_text(error) + " off";
}

std::string span_finding(const SpanResult& span) {
  const double worst = span.lost.maxCoeff();
  if (worst < kExact) return "The span holds every head";
  if (worst > 0.9 * span.by_chance) return "The span is hardly better than chance";
  return "The span loses up to " + error_text(worst) + " of a head";
}

std::string net_finding(const NetResult& net) {
  const double worst = std::max(net.theta_errors.maxCoeff(), net.w_errors.maxCoeff());
  if (worst < kExact) return "Every head is found, exactly";
  return "The best choice is up to " + error_text(worst) + " off" +
         (worst > net.theta_errors.maxCoeff() ? " in $W_i$" : " in $Θ_i$");
}

}  // namespace

std::string head_name(std::string_view letter, Index head) {
  return std::string(letter) + plot::subscript(static_cast<int>(head) + 1);
}

bool is_exact(double error) { return error < kExact; }

std::string error_text(double error) {
  if (error < kExact) return "0 %";
  if (error < 0.095) return plot::percent(error);
  if (error >= 10) return whole(error) + " times";
  return whole(100 * error) + " %";
}

std::string_view phase_name(int phase) {
  constexpr std::array<std::string_view, kPhases> kNames = {"Crude sum",    "Sculpt", "Refined sum",
                                                            "Sculpt again", "Span",   "Net"};
  return kNames[static_cast<std::size_t>(phase - 1)];
}

std::vector<ErrorMark> marks_of(const PhasesResult& result, int phase) {
  std::vector<ErrorMark> marks;
  if (phase > result.reached && !(phase == 1 && !result.errors.empty())) return marks;
  switch (phase) {
    case 1: return {{result.crude.error, Ink::W, false, "the crude sum of the W"}};
    case 2: return body_marks(result.first);
    case 3: return {{result.refined.error, Ink::W, false, "the refined sum of the W"}};
    case 4: return body_marks(result.second);
    case 5: add_heads(marks, result.span.lost, {.ink = Ink::Q, .name = " outside the span"}, "Θ"); break;
    default:
      add_heads(marks, result.net.theta_errors, {.ink = Ink::Q, .name = " found"}, "Θ");
      add_heads(marks, result.net.w_errors, {.ink = Ink::W, .name = " found"}, "W");
  }
  return marks;
}

double error_of(const PhasesResult& result, int phase) {
  double worst = -1;
  for (const ErrorMark& mark : marks_of(result, phase)) {
    if (!mark.hollow) worst = std::max(worst, mark.error);
  }
  return worst;
}

std::string row_words(const PhasesResult& result, int phase, bool brief) {
  if (phase > result.reached) return waiting_words(result, phase);
  switch (phase) {
    case 1:
      if (result.exact && !brief) return "of the $W_i$, not used: phases 2 and 4 are given the exact one";
      return "of the $W_i$; " + error_text(result.limit_error) + " off even for $N → ∞$";
    case 2: return body_row(result.first, brief);
    case 3: return refined_row(result);
    case 4: return body_row(result.second, brief);
    case 5:
      if (brief) return "loses " + each(result.span.lost) + "; chance " + error_text(result.span.by_chance);
      return "of the body; it loses " + each(result.span.lost) +
             (result.m > 1 ? " of the heads, chance " : " of the head, chance ") + error_text(result.span.by_chance);
    default: return net_row(result.net, brief);
  }
}

std::string finding_of(const PhasesResult& result, int phase) {
  if (phase > result.reached) {
    if (phase == 1 && !result.errors.empty()) return "Adding up the examples";
    return result.stopped.empty()        ? "Not there yet"
           : phase == result.reached + 1 ? "This phase cannot go on"
                                         : "Not reached";
  }
  switch (phase) {
    case 1:
      if (result.limit_error > 0.85 * result.crude.error) {
        return "The sum is " + error_text(result.crude.error) + " off, and more data do not help";
      }
      return "The sum is " + error_text(result.crude.error) + " off; more data bring it to " +
             error_text(result.limit_error);
    case 2: return body_finding(result.first);
    case 3: return refined_finding(result);
    case 4: return body_finding(result.second);
    case 5: return span_finding(result.span);
    default: return net_finding(result.net);
  }
}

std::string meaning_of(const PhasesResult& result, int phase) {
  if (phase > result.reached) {
    if (phase == result.reached + 1 && !result.stopped.empty()) return result.stopped;
    return result.stopped.empty() ? "It comes after the phases before it." : "A phase before this one could not go on.";
  }
  const std::string given = result.exact ? "the exact" : phase == 2 ? "the crude" : "the refined";
  switch (phase) {
    case 1:
      return "Were all weights $1/k$, the mean of $(1/k) X^{T} J Y$ would be $∑ W_i$. They are not, and what that adds "
             "stays, whatever $N$.";
    case 2:
    case 4: return body_meaning(result, given);
    case 3:
      return "Where the body's point of least norm gives one token's score a lead of " +
             plot::number(result.refined.margin, 2) + ", all heads are taken to look at it alone: least squares on " +
             plot::counted(real(result.refined.rows), "such row", "such rows") + ", " +
             (result.refined.same == result.refined.rows ? "all" : whole(real(result.refined.same))) +
             " of them sequences of one repeated token.";
    case 5:
      return "The body should be long along the heads and thin across. Its " +
             (result.m == 1 ? std::string("longest direction stands") : whole(result.m) + " longest directions stand") +
             " for the span of the $Θ_i$.";
    default:
      return "Every choice of " + plot::counted(result.m, "point", "points") +
             " of a net over the body's span gets its $W_i$ by least squares; validation chooses. Its answers to fresh "
             "sequences have " +
             error_text(result.net.test_error) + " of the squared error of answering 0.";
  }
}

}  // namespace figures::phases
