// What figure "language" says: the finding and the live sentence. The table is in table.cpp.
#include <string>

#include "figures/language/reading.hpp"
#include "figures/language/table.hpp"
#include "plot/number.hpp"

namespace figures::language {
namespace {

using plot::counted;
using plot::number;
using plot::percent;
using plot::whole;

double real(std::int64_t value) { return static_cast<double>(value); }

std::string units_of(const LanguageResult& result) { return unit_of(result) + "s"; }

std::string plain(double factor) { return number(factor, factor < 10 ? 2 : 3); }

// --- Title ----------------------------------------------------------------------------------------------------------

std::string learn_title(const LanguageResult& result) {
  const PredictorScore& counting = score_of(result, Predictor::bigram);
  const PredictorScore& attention = score_of(result, Predictor::closed);
  const std::string rights = percent(attention.accuracy) + " of the next " + units_of(result);
  const PredictorScore& runs = score_of(result, Predictor::windows);
  const bool ahead = attention.accuracy > counting.accuracy && attention.error < counting.error;
  if (ahead && runs.accuracy > attention.accuracy)
    return "Linear attention guesses " + percent(attention.accuracy) + " right: counting pairs " +
           percent(counting.accuracy) + ", counting " + runs_of(result) + " " + percent(runs.accuracy);
  if (ahead) return "Linear attention guesses " + rights + ", counting pairs " + percent(counting.accuracy);
  if (attention.accuracy <= counting.accuracy && attention.error >= counting.error)
    return "Counting pairs wins: " + percent(counting.accuracy) + " of the " + units_of(result) +
           " right, linear attention " + percent(attention.accuracy);
  if (attention.error < counting.error)
    return "Linear attention has the smaller error, counting pairs guesses more " + units_of(result) + " right";
  return "Linear attention guesses more " + units_of(result) + " right, counting pairs has the smaller error";
}

std::string sketch_title(const LanguageResult& result) {
  if (1 - result.full_error() < 1e-3)
    return "All " + whole(result.unknowns) + " features gain nothing here, so fewer cannot lose";
  const auto fewest = fewest_for(result, 0.95);
  if (!fewest || *fewest == result.unknowns) return "It takes nearly all " + whole(result.unknowns) + " features";
  return whole(*fewest) + " of " + whole(result.unknowns) + " features keep 95 % of what all of them gain";
}

std::string certificate_title(const LanguageResult& result) {
  const double missing = real(result.unknowns - result.text.rank);
  if (missing > 0 && result.text.rank == result.gaussian.rank)
    return "The text shows " + whole(real(result.text.rank)) + " of " + whole(result.unknowns) +
           " directions, all that any tokens can";
  if (missing > 0)
    return "The text never shows " + counted(missing, "direction", "directions") + " of " + whole(result.unknowns) +
           (result.text.exact_share > 0.5 ? ", yet ρ = 0 for " : ", and ρ = 0 for only ") +
           percent(result.text.exact_share) + " of the questions";
  const double factor = result.gaussian.lambda_min / result.text.lambda_min;
  if (factor < 2) return "This text identifies the model as well as Gaussian tokens do";
  return "The text identifies the model, its weakest direction " + plain(factor) +
         " times weaker than in Gaussian data";
}

std::string title_of(const LanguageResult& result) {
  if (!result.complete) return "Learning from " + counted(real(result.windows), "window of text", "windows of text");
  if (result.view == LanguageView::learn) return learn_title(result);
  return result.view == LanguageView::sketch ? sketch_title(result) : certificate_title(result);
}

// --- Sentence -------------------------------------------------------------------------------------------------------

std::string used(const LanguageResult& result) {
  const std::string windows = counted(real(result.windows), "window", "windows");
  const std::string all =
      result.windows == result.available ? "all " + windows : windows + " spread over " + whole(real(result.available));
  return "From " + all + " of " + counted(result.n, "token", "tokens") + " in a text of " +
         counted(real(result.tokens), unit_of(result).c_str(), units_of(result).c_str());
}

std::string time_of(std::span<const double> times, LanguageStage stage) {
  const auto k = static_cast<std::size_t>(stage);
  return k < times.size() ? " in " + plot::duration(times[k] / 1000) : std::string();
}

std::string baselines(const LanguageResult& result) {
  const PredictorScore& counting = score_of(result, Predictor::bigram);
  const PredictorScore& frequent = score_of(result, Predictor::frequent);
  const PredictorScore& runs = score_of(result, Predictor::windows);
  std::string words =
      " Counting pairs leaves " + percent(counting.error) + " (" + percent(counting.accuracy) + " right)";
  if (result.longest > 1)
    words += ", counting " + runs_of(result) + " " + percent(runs.error) + " (" + percent(runs.accuracy) + " right)";
  return words + "; always the most frequent one is right for " + percent(frequent.accuracy) + ".";
}

std::string learn_sentence(const LanguageResult& result, std::span<const double> times) {
  const PredictorScore& attention = score_of(result, Predictor::closed);
  std::string words = used(result) + ", the closed form leaves " + percent(attention.error) +
                      " of the error of always answering the mean token" + time_of(times, LanguageStage::closed) +
                      ", and guesses " + percent(attention.accuracy) + " right.";
  if (has_descent(result)) {
    const PredictorScore& descent = score_of(result, Predictor::descent);
    words +=
        " Descent on " + counted(result.heads, "head", "heads") +
        (result.diverged ? " blew up: try a lower learning rate."
                         : " leaves " + number(100 * descent.error) + " % after " +
                               counted(result.epochs, "pass", "passes") + time_of(times, LanguageStage::descent) + ".");
  }
  return words + baselines(result);
}

std::string sketch_sentence(const LanguageResult& result, const Values& values) {
  const SketchCurve* greedy = curve_of(result, Sketch::greedy);
  if (greedy == nullptr) return used(result) + ", the closed form is solved.";
  const std::size_t k = nearest_size(result, values.number("kept"));
  std::string words = used(result) + ": with " + counted(result.sizes[k], "feature", "features") + " of " +
                      whole(result.unknowns) + ", chosen greedily, the held-out error is " + number(greedy->median[k]) +
                      " of that of the mean token";
  for (const SketchCurve& curve : result.curves) {
    if (curve.sketch == Sketch::greedy) continue;
    words += ", with " + std::string(name_of(curve.sketch, result.signs)) + " " + number(curve.median[k]);
  }
  return words + "; with all of them it is " + number(result.full_error()) + ".";
}

std::string rho_sentence(const LanguageResult& result) {
  if (result.text.weak_rho.empty()) return "";
  std::string words = " Of the held-out questions " + percent(result.text.exact_share) +
                      " have ρ = 0: on them all models that fit agree.";
  if (result.cut > 0)
    words += " Leaving out directions seen less than " + number(result.cut) + " of the strongest, " +
             whole(real(result.text.weak_rank)) + " are left, and ρ stays below " + number(kHardly) + " for " +
             percent(result.text.weak_share) + ".";
  return words;
}

std::string certificate_sentence(const LanguageResult& result) {
  if (result.text.eigenvalues.size() == 0) return used(result) + ", the closed form is solved.";
  std::string words = used(result) + ", Λ has rank " + whole(real(result.text.rank)) + " of " + whole(result.unknowns) +
                      " and a smallest eigenvalue of " + number(result.text.lambda_min, 2);
  if (result.gaussian.eigenvalues.size() > 0)
    words += "; as many Gaussian tokens have rank " + whole(real(result.gaussian.rank)) + " and " +
             number(result.gaussian.lambda_min, 2);
  return words + "." + rho_sentence(result);
}

}  // namespace

Description describe_language(const LanguageResult& result, const Values& values, std::span<const double> times) {
  std::string sentence = result.view == LanguageView::learn    ? learn_sentence(result, times)
                         : result.view == LanguageView::sketch ? sketch_sentence(result, values)
                                                               : certificate_sentence(result);
  return {.title = title_of(result), .sentence = std::move(sentence), .table = language_table(result, times)};
}

}  // namespace figures::language
