// What figure "certificate" says to who cannot see it.
#include <string>

#include "figures/certificate/answer.hpp"
#include "figures/certificate/picture.hpp"
#include "figures/rows.hpp"
#include "plot/number.hpp"

namespace figures::certificate {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

// Training errors of noiseless data, to rounding: squares of doubles lie near 1e-30.
constexpr double kExact = 1e-16;

double real(std::int64_t value) { return static_cast<double>(value); }

std::string title_of(const CertificateResult& result, const CertificateAnswer& answer) {
  if (answer.is_empty()) return "A question of zeros: there is nothing to tell models apart by";
  if (result.null_count() == 0) return "The data see every direction: only one function fits";
  if (answer.is_certain()) return "The data leave much open, yet every fit answers this question alike";
  return "Same training error, different answers: " + whole(real(result.null_count())) + " directions were never seen";
}

std::string errors_sentence(const CertificateResult& result) {
  if (result.impostor_error < kExact) {
    return " The fit and the impostor both have a training error below 10⁻¹⁶";
  }
  return " The fit has a training error of " + number(result.fit_error, 2) + ", the impostor of " +
         number(result.impostor_error, 2);
}

std::string verdict_sentence(const CertificateResult& result, const CertificateAnswer& answer) {
  if (answer.is_empty()) return "; a question of zeros is answered with zeros by both.";
  const std::string apart = ", and their answers to this question are " + number(answer.apart, 3) + " apart";
  if (result.null_count() == 0) {
    return apart + "; the smallest eigenvalue allows at most " + number(answer.bound, 3) + " for that error.";
  }
  if (answer.is_certain()) return ", and ρ = 0: all models that fit answer this question alike.";
  return apart + "; a share ρ = " + number(answer.rho, 2) + " of the question was never seen.";
}

std::string sentence_of(const CertificateResult& result, const CertificateAnswer& answer) {
  const std::string decided = "From " + counted(real(result.sequences), "example", "examples") + ", " +
                              gaussian_words(result) + " of them Gaussian, the data decide " +
                              whole(real(result.decided)) + " of " + whole(result.unknowns) + " directions.";
  return decided + errors_sentence(result) + verdict_sentence(result, answer) + " " + descent_sentence(result) +
         "; the " + (result.minimum_norm ? "minimum-norm" : "least-squares") + " fit is " +
         number(result.fit_distance, 2) + " from the truth.";
}

void add_spectrum(Rows& row, const CertificateResult& result) {
  row("Key size m", whole(result.m));
  row("Unknowns for each output, ψ", whole(result.unknowns));
  row("Examples N", whole(real(result.sequences)));
  row("Gaussian examples", whole(real(result.gaussian)));
  if (result.spectrum.size() == 0) return;
  row("Directions seen, by eigenvalues", whole(real(result.rank)));
  row("Directions seen, by pivots", whole(real(result.decided)));
  row("λ_min of Λ", result.lambda_min);
  row("Largest eigenvalue of Λ", result.lambda_max);
  row("Smallest eigenvalue that is not 0", result.smallest_kept);
  row("Largest eigenvalue that counts as 0", result.largest_dropped);
}

void add_models(Rows& row, const CertificateResult& result) {
  row("Distance of the impostor's W from the fit's", result.distance);
  row("Training error of the fit", result.fit_error);
  row("Training error of the impostor", result.impostor_error);
  row("Their difference, by its own formula", std::max(result.rise, 0.0));
  row("Distance of the fit from the truth", result.fit_distance);
}

void add_question(Rows& row, const CertificateResult& result, const CertificateAnswer& answer) {
  constexpr const char* kAsked[] = {"Gaussian", "of 256 Gaussian ones that which tells them apart best",
                                    "orthonormal, not seen before", "the first training example", "edited by hand"};
  row("Question", kAsked[static_cast<std::size_t>(answer.ask)]);
  row("Length of its features ‖H‖", answer.features);
  row("ρ of the question", answer.rho);
  row("A ρ below this cannot be told from 0", result.resolution);
  row("The two answers are apart by", answer.apart);
  if (result.null_count() > 0) {
    row("At most, by ρ, at this distance of W", answer.reach);
    row("At most, by λ_min", "no bound: λ_min is 0");
  } else {
    row("At most, by λ_min: √(4ε/λ_min) ‖H‖", answer.bound);
    row("As the paper prints it: (ε/λ_min) ‖H‖",
        number(answer.printed, 4) + (answer.apart > answer.printed ? ", violated" : ""));
  }
  for (learner::Index k = 0; k < answer.truth.size(); ++k) {
    row("Output " + std::to_string(k + 1) + ": fit, impostor, truth",
        number(answer.fit(k), 4) + ", " + number(answer.impostor(k), 4) + ", " + number(answer.truth(k), 4));
  }
}

void add_descent(Rows& row, const CertificateResult& result) {
  const learner::Index last = result.steps.size() - 1;
  row("Learning rate of descent", result.rate);
  row("Distance of its random start from the truth", result.start_distance);
  row("Distance after " + whole(result.steps(last)) + " steps", result.distances(last));
  row("Distance in the limit", result.limit_distance);
  row("What the size of the start lets expect there", result.expected_limit);
  row("Formula against descent itself, first " + whole(real(std::int64_t{1} << (result.walked.size() - 1))) +
          " steps, relative",
      result.path_gap);
}

}  // namespace

Description describe_certificate(const CertificateResult& result, const Values& values, std::span<const double> times) {
  Description description{.title = "Learning from " + counted(real(result.planned), "example", "examples"),
                          .sentence = "Seen " + whole(real(result.sequences)) + " of " +
                                      counted(real(result.planned), "example", "examples") + ".",
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
  constexpr const char* kNames[] = {"Data", "Spectrum", "Fit and impostor", "Descent"};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    row("Time: " + std::string(kNames[stage]), plot::duration(times[stage] / 1000));
  }
  return description;
}

}  // namespace figures::certificate
