// What figure "certificate" says to readers who cannot see the picture.
#include "figures/certificate/certificate.hpp"

namespace figures::certificate {
namespace {

// Training errors of noiseless data, to rounding: squares of doubles lie near 1e-30.
constexpr double kExact = 1e-16;

// What is asked while the film runs.
std::string film_title(const Moment& now, Ask ask) {
  if (now.asked == 0) return tr("Two models answer examples that both have learned from");
  if (now.answered > 0) return tr("Does it have one answer?");
  return ask == Ask::seen ? tr("Now one of these examples again") : tr("Now a question that neither has seen");
}

std::string title_of(const Result& result, const Answer& answer) {
  if (answer.is_empty()) return tr("A last token of zeros asks nothing: there is nothing to tell models apart by");
  if (result.null_count() == 0) return tr("The data see every direction: only one function fits");
  if (answer.is_certain())
    return counted("The data leave %1 direction open, yet every fit answers this question alike",
                   "The data leave %1 directions open, yet every fit answers this question alike", result.null_count());
  return counted("Same training error, different answers: %1 direction was never seen",
                 "Same training error, different answers: %1 directions were never seen", result.null_count());
}

// Without its full stop.
std::string errors_words(const Result& result) {
  if (result.impostor_error < kExact) return tr("The fit and the impostor both have a training error below 10⁻¹⁶");
  return tr("The fit has a training error of %1, the impostor of %2", number(result.fit_error, 2),
            number(result.impostor_error, 2));
}

// Where paper A's eq. 22, which lacks a square, holds and where it does not.
std::string printed_sentence(const Answer& answer) {
  if (answer.printed == 0) return "";
  const std::string bound =
      tr("The bound that the paper prints (eq. 22), (ε/λ_min) ‖Z‖_F⁶ = %1, lacks a square.", number(answer.printed, 3));
  if (answer.is_violated()) return passage({bound, tr("It is violated here.")});
  if (answer.apart == 0) return passage({bound, tr("It holds here.")});
  return passage({bound, tr("It holds here; with W nearer than %1, or the question made %2 times smaller, it fails.",
                            number(answer.violated_below, 2), number(answer.violated_divided, 2))});
}

std::string verdict_sentence(const Result& result, const Answer& answer) {
  const std::string errors = errors_words(result);
  const std::string apart = number(answer.apart, 3);
  if (answer.is_empty()) return tr("%1; a last token of zeros is answered with zeros by both.", errors);
  if (result.null_count() == 0) {
    const std::string allowed =
        tr("%1, and their answers to this question are %2 apart; the smallest eigenvalue allows at most %3 for "
           "that error.",
           errors, apart, number(answer.bound, 3));
    const std::string stopped =
        result.pull < 1
            ? tr("The picture stops the impostor where its training error has risen by 10⁻⁵: W %1 away, and "
                 "the answers %2 apart.",
                 number(result.pull * result.distance, 2), number(result.pull * answer.apart, 3))
            : std::string();
    return passage({allowed, stopped, printed_sentence(answer)});
  }
  if (answer.is_certain()) return tr("%1, and ρ = 0: all models that fit answer this question alike.", errors);
  return tr(
      "%1, and their answers to this question are %2 apart; the part of it that was never seen is ρ = %3 of its "
      "length.",
      errors, apart, number(answer.rho, 2));
}

std::string fit_sentence(const Result& result) {
  const std::string descent = descent_words(result);
  const std::string distance = number(result.fit_distance, 2);
  return result.minimum_norm ? tr("%1; the minimum-norm fit is %2 from the truth.", descent, distance)
                             : tr("%1; the least-squares fit is %2 from the truth.", descent, distance);
}

std::string sentence_of(const Result& result, const Answer& answer) {
  const std::string examples = counted("%1 example", "%1 examples", result.sequences);
  const std::string gaussian = gaussian_words(result), all = whole(result.unknowns());
  const std::string decided =
      result.decided == result.unknowns()
          ? tr("From %1, %2 of them Gaussian, the data decide all %3 directions.", examples, gaussian, all)
          : tr("From %1, %2 of them Gaussian, the data decide %3 of %4 directions.", examples, gaussian,
               whole(result.decided), all);
  return passage({misfit_words(answer), decided, verdict_sentence(result, answer), fit_sentence(result)});
}

void add_spectrum(Rows& row, const Result& result) {
  row(tr("Key size m"), whole(result.m()));
  row(tr("Unknowns for each output, ψ"), whole(result.unknowns()));
  row(tr("Examples N"), whole(result.sequences));
  row(tr("Gaussian examples"), whole(result.gaussian));
  if (result.spectrum.size() == 0) return;
  row(tr("Directions seen, by eigenvalues"), whole(result.rank));
  row(tr("Directions seen, by pivots"), whole(result.decided));
  row(tr("λ_min of Λ"), result.lambda_min);
  row(tr("Largest eigenvalue of Λ"), result.lambda_max);
  row(tr("Smallest eigenvalue that is not 0"), result.smallest_kept);
  row(tr("Largest eigenvalue that counts as 0"), result.largest_dropped);
}

void add_models(Rows& row, const Result& result) {
  row(tr("Distance of the impostor's W from the fit's"), result.distance);
  row(tr("Training error of the fit"), result.fit_error);
  row(tr("Training error of the impostor"), result.impostor_error);
  // Along a direction never seen the error does not rise.
  const std::string rise = number(std::max(result.rise, 0.0), result.null_count() > 0 ? 1 : 4);
  row(tr("Their difference, by its own formula"),
      result.null_count() > 0 && result.rise > 0 ? tr("0 up to rounding (%1)", rise) : rise);
  row(tr("Share of the impostor's way until it has risen by 10⁻⁵"), result.pull);
  row(tr("Distance of the fit from the truth"), result.fit_distance);
}

void add_question(Rows& row, const Result& result, const Answer& answer) {
  constexpr std::array kAsked{Phrase("Gaussian"), Phrase("of 256 Gaussian ones that which tells them apart best"),
                              Phrase("orthonormal, not seen before"), Phrase("the first training example"),
                              Phrase("edited by hand")};
  row(tr("Question"), tr(kAsked[static_cast<std::size_t>(answer.ask)]));
  row(tr("Its size ‖Z‖_F"), answer.Z.norm());
  row(tr("Length of its features ‖H‖"), answer.features);
  row(tr("Their length ‖F‖ in the units of W; ρ is that of their unseen part over it"), answer.scaled);
  row(tr("ρ of the question"), answer.rho);
  row(tr("A ρ below this cannot be told from 0"), result.resolution);
  row(tr("The two answers are apart by"), answer.apart);
  if (result.null_count() > 0) {
    if (answer.reach > 0) {
      row(tr("At most, by ρ: distance of W · ρ ‖F‖"), answer.reach);
    } else {
      row(tr("At most, by ρ: distance of W · ρ ‖F‖"), tr("0 but for rounding"));
    }
    row(tr("At most, by λ_min"), tr("no bound: λ_min is 0"));
  } else {
    row(tr("At most, by λ_min: √(4ε/λ_min) ‖H‖"), answer.bound);
    row(tr("As the paper prints it, eq. 22: (ε/λ_min) ‖Z‖_F⁶"),
        answer.is_violated() ? tr("%1, violated", number(answer.printed, 4)) : number(answer.printed, 4));
    if (answer.violated_below > 0) {
      row(tr("The printed bound is violated when the distance of W is below"), answer.violated_below);
      row(tr("Or when the question is divided by more than"), answer.violated_divided);
    }
  }
  for (Index k = 0; k < answer.truth.size(); ++k) {
    row(tr("Output %1: fit, impostor, truth", std::to_string(k + 1)),
        listed(std::array{answer.fit(k), answer.impostor(k), answer.truth(k)}, number_separator(),
               [](double value) { return number(value, 4); }));
  }
}

void add_descent(Rows& row, const Result& result) {
  const Index last = result.steps.size() - 1;
  row(tr("Learning rate of descent"), result.rate);
  row(tr("Distance of its random start from the truth"), result.start_distance);
  row(tr("Distance after %1 steps", whole(result.steps(last))), result.distances(last));
  row(tr("Distance in the limit"), result.limit_distance);
  row(tr("What the size of the start lets expect there"), result.expected_limit);
  row(tr("Formula against descent itself, first %1 steps, relative", whole(1 << (result.walked.size() - 1))),
      result.path_gap);
}

}  // namespace

// The examples one after another, the first of them at once, then the question token by token, then its answers.
Moment moment_of(const Values& values) {
  if (values.choice("view") != "answers") return {};
  const auto at = static_cast<float>(values.number("at")) / kFilm;
  const auto part = [at](float from, float to) { return std::clamp((at - from) / (to - from), 0.F, 1.F); };
  return {.seen = kExamples * part(-0.05F, 0.38F), .asked = part(0.4F, 0.52F), .answered = part(0.55F, 1)};
}

std::string say(const Result&, std::string_view id, const Context& context) {
  if (id == "time") return whole(steps_at(shown_moment(context.values)));
  if (id != "at") return "";
  const Moment now = moment_of(context.values);
  if (now.asked > 0) return now.answered == 0 ? tr("the question") : tr("its answers");
  return tr("example %1 of %2", whole(std::clamp(std::floor(now.seen) + 1, 1.F, 1.F * kExamples)), whole(kExamples));
}

Description describe(const Result& result, const Context& context) {
  if (compares_mixtures(context.settings)) return describe_mixtures(result, context);
  const int planned = context.settings.integer("N");
  Description description{
      .title = counted("Learning from %1 example", "Learning from %1 examples", planned),
      .sentence = tr("Seen %1 of %2.", whole(result.sequences), counted("%1 example", "%1 examples", planned)),
      .table = {}};
  Rows row(description.table);
  add_spectrum(row, result);
  if (result.reached != Step::descent) return description;
  const Answer answer = answer_question(result, context.values);
  const Moment now = moment_of(context.values);
  description.title = !now.is_end()                                ? film_title(now, answer.ask)
                      : context.values.choice("view") == "descent" ? descent_words(result)
                                                                   : title_of(result, answer);
  description.sentence = sentence_of(result, answer);
  add_models(row, result);
  add_question(row, result, answer);
  add_descent(row, result);
  return description;
}

}  // namespace figures::certificate
