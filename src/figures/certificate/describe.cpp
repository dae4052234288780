// What figure "certificate" says to who cannot see it.
#include <array>
#include <string>

#include "figures/certificate/answer.hpp"
#include "figures/certificate/picture.hpp"
#include "figures/rows.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::certificate {
namespace {

using plot::counted;
using plot::number;
using plot::passage;
using plot::Phrase;
using plot::say;
using plot::whole;

// Training errors of noiseless data, to rounding: squares of doubles lie near 1e-30.
constexpr double kExact = 1e-16;

double real(std::int64_t value) { return static_cast<double>(value); }

std::string title_of(const CertificateResult& result, const CertificateAnswer& answer) {
  if (answer.is_empty()) return say("A question of zeros: there is nothing to tell models apart by");
  if (result.null_count() == 0) return say("The data see every direction: only one function fits");
  if (answer.is_certain()) return say("The data leave much open, yet every fit answers this question alike");
  return say("Same training error, different answers: %1 directions were never seen", whole(real(result.null_count())));
}

// Without its full stop.
std::string errors_words(const CertificateResult& result) {
  if (result.impostor_error < kExact) return say("The fit and the impostor both have a training error below 10⁻¹⁶");
  return say("The fit has a training error of %1, the impostor of %2", number(result.fit_error, 2),
             number(result.impostor_error, 2));
}

std::string verdict_sentence(const CertificateResult& result, const CertificateAnswer& answer) {
  const std::string errors = errors_words(result);
  const std::string apart = number(answer.apart, 3);
  if (answer.is_empty()) return say("%1; a question of zeros is answered with zeros by both.", errors);
  if (result.null_count() == 0) {
    return say(
        "%1, and their answers to this question are %2 apart; the smallest eigenvalue allows at most %3 for "
        "that error.",
        errors, apart, number(answer.bound, 3));
  }
  if (answer.is_certain()) return say("%1, and ρ = 0: all models that fit answer this question alike.", errors);
  return say("%1, and their answers to this question are %2 apart; a share ρ = %3 of the question was never seen.",
             errors, apart, number(answer.rho, 2));
}

std::string fit_sentence(const CertificateResult& result) {
  const std::string descent = descent_words(result);
  const std::string distance = number(result.fit_distance, 2);
  return result.minimum_norm ? say("%1; the minimum-norm fit is %2 from the truth.", descent, distance)
                             : say("%1; the least-squares fit is %2 from the truth.", descent, distance);
}

std::string sentence_of(const CertificateResult& result, const CertificateAnswer& answer) {
  const std::string decided = say("From %1, %2 of them Gaussian, the data decide %3 of %4 directions.",
                                  counted("%1 example", "%1 examples", real(result.sequences)), gaussian_words(result),
                                  whole(real(result.decided)), whole(result.unknowns));
  return passage({decided, verdict_sentence(result, answer), fit_sentence(result)});
}

void add_spectrum(Rows& row, const CertificateResult& result) {
  row(say("Key size m"), whole(result.m));
  row(say("Unknowns for each output, ψ"), whole(result.unknowns));
  row(say("Examples N"), whole(real(result.sequences)));
  row(say("Gaussian examples"), whole(real(result.gaussian)));
  if (result.spectrum.size() == 0) return;
  row(say("Directions seen, by eigenvalues"), whole(real(result.rank)));
  row(say("Directions seen, by pivots"), whole(real(result.decided)));
  row(say("λ_min of Λ"), result.lambda_min);
  row(say("Largest eigenvalue of Λ"), result.lambda_max);
  row(say("Smallest eigenvalue that is not 0"), result.smallest_kept);
  row(say("Largest eigenvalue that counts as 0"), result.largest_dropped);
}

void add_models(Rows& row, const CertificateResult& result) {
  row(say("Distance of the impostor's W from the fit's"), result.distance);
  row(say("Training error of the fit"), result.fit_error);
  row(say("Training error of the impostor"), result.impostor_error);
  row(say("Their difference, by its own formula"), std::max(result.rise, 0.0));
  row(say("Distance of the fit from the truth"), result.fit_distance);
}

void add_question(Rows& row, const CertificateResult& result, const CertificateAnswer& answer) {
  constexpr std::array kAsked{Phrase("Gaussian"), Phrase("of 256 Gaussian ones that which tells them apart best"),
                              Phrase("orthonormal, not seen before"), Phrase("the first training example"),
                              Phrase("edited by hand")};
  row(say("Question"), say(kAsked[static_cast<std::size_t>(answer.ask)]));
  row(say("Length of its features ‖H‖"), answer.features);
  row(say("ρ of the question"), answer.rho);
  row(say("A ρ below this cannot be told from 0"), result.resolution);
  row(say("The two answers are apart by"), answer.apart);
  if (result.null_count() > 0) {
    row(say("At most, by ρ, at this distance of W"), answer.reach);
    row(say("At most, by λ_min"), say("no bound: λ_min is 0"));
  } else {
    row(say("At most, by λ_min: √(4ε/λ_min) ‖H‖"), answer.bound);
    row(say("As the paper prints it: (ε/λ_min) ‖H‖"),
        answer.apart > answer.printed ? say("%1, violated", number(answer.printed, 4)) : number(answer.printed, 4));
  }
  for (learner::Index k = 0; k < answer.truth.size(); ++k) {
    row(say("Output %1: fit, impostor, truth", std::to_string(k + 1)),
        number(answer.fit(k), 4) + ", " + number(answer.impostor(k), 4) + ", " + number(answer.truth(k), 4));
  }
}

void add_descent(Rows& row, const CertificateResult& result) {
  const learner::Index last = result.steps.size() - 1;
  row(say("Learning rate of descent"), result.rate);
  row(say("Distance of its random start from the truth"), result.start_distance);
  row(say("Distance after %1 steps", whole(result.steps(last))), result.distances(last));
  row(say("Distance in the limit"), result.limit_distance);
  row(say("What the size of the start lets expect there"), result.expected_limit);
  row(say("Formula against descent itself, first %1 steps, relative",
          whole(real(std::int64_t{1} << (result.walked.size() - 1)))),
      result.path_gap);
}

}  // namespace

Description describe_certificate(const CertificateResult& result, const Values& values, std::span<const double> times) {
  Description description{
      .title = counted("Learning from %1 example", "Learning from %1 examples", real(result.planned)),
      .sentence = say("Seen %1 of %2.", whole(real(result.sequences)),
                      counted("%1 example", "%1 examples", real(result.planned))),
      .table = {}};
  Rows row(description.table);
  add_spectrum(row, result);
  if (result.reached != CertificateStage::descent) return description;
  const CertificateAnswer answer = answer_question(result, values);
  description.title = title_of(result, answer);
  description.sentence = sentence_of(result, answer);
  add_models(row, result);
  add_question(row, result, answer);
  add_descent(row, result);
  constexpr std::array kNames{Phrase("Time: Data"), Phrase("Time: Spectrum"), Phrase("Time: Fit and impostor"),
                              Phrase("Time: Descent")};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    row(say(kNames[stage]), plot::duration(times[stage] / 1000));
  }
  return description;
}

}  // namespace figures::certificate
