// What figure "language" says: the finding and the live sentence. The table is in table.cpp.
#include <string>

#include "figures/language/reading.hpp"
#include "figures/language/table.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::language {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

std::string plain(double factor) { return number(factor, factor < 10 ? 2 : 3); }

// --- Title ----------------------------------------------------------------------------------------------------------

// Attention guesses more often right than counting pairs, and is closer.
std::string ahead_title(const Result& result) {
  const PredictorScore& attention = score_of(result, Predictor::closed);
  const PredictorScore& runs = score_of(result, Predictor::windows);
  const std::string right = percent(attention.accuracy);
  const std::string pairs = percent(score_of(result, Predictor::bigram).accuracy);
  if (runs.accuracy > attention.accuracy)
    return tr("Linear attention guesses %1 right: counting pairs %2, %3 %4", right, pairs,
              name_of(result, Predictor::windows), percent(runs.accuracy));
  return result.words ? tr("Linear attention guesses %1 of the next words, counting pairs %2", right, pairs)
                      : tr("Linear attention guesses %1 of the next characters, counting pairs %2", right, pairs);
}

std::string learn_title(const Result& result) {
  const PredictorScore& counting = score_of(result, Predictor::bigram);
  const PredictorScore& attention = score_of(result, Predictor::closed);
  if (attention.accuracy > counting.accuracy && attention.error < counting.error) return ahead_title(result);
  if (attention.accuracy <= counting.accuracy && attention.error >= counting.error) {
    const std::string pairs = percent(counting.accuracy);
    const std::string right = percent(attention.accuracy);
    return result.words ? tr("Counting pairs wins: %1 of the words right, linear attention %2", pairs, right)
                        : tr("Counting pairs wins: %1 of the characters right, linear attention %2", pairs, right);
  }
  if (attention.error < counting.error)
    return result.words ? tr("Linear attention has the smaller error, counting pairs guesses more words right")
                        : tr("Linear attention has the smaller error, counting pairs guesses more characters right");
  return result.words ? tr("Linear attention guesses more words right, counting pairs has the smaller error")
                      : tr("Linear attention guesses more characters right, counting pairs has the smaller error");
}

std::string sketch_title(const Result& result) {
  const std::string all = whole(result.unknowns);
  if (1 - result.full_error() < 1e-3) return tr("All %1 features gain nothing here, so fewer cannot lose", all);
  const auto fewest = fewest_for(result, 0.95);
  if (!fewest || *fewest == result.unknowns) return tr("It takes nearly all %1 features", all);
  return tr("%1 of %2 features keep 95 % of what all of them gain", whole(*fewest), all);
}

// The text leaves directions out that other tokens show.
std::string missing_title(const Result& result, double missing) {
  const std::string directions = counted("%1 direction", "%1 directions", missing);
  const std::string all = whole(result.unknowns);
  const std::string share = percent(result.text.exact_share);
  return result.text.exact_share > 0.5
             ? tr("The text never shows %1 of %2, yet ρ = 0 for %3 of the questions", directions, all, share)
             : tr("The text never shows %1 of %2, and ρ = 0 for only %3 of the questions", directions, all, share);
}

std::string certificate_title(const Result& result) {
  const double missing = real(result.unknowns - result.text.rank);
  if (missing > 0 && result.text.rank == result.gaussian.rank)
    return tr("The text shows %1 of %2 directions, all that any tokens can", whole(real(result.text.rank)),
              whole(result.unknowns));
  if (missing > 0) return missing_title(result, missing);
  const double factor = result.gaussian.lambda_min / result.text.lambda_min;
  if (factor < 2) return tr("This text identifies the model as well as Gaussian tokens do");
  return tr("The text identifies the model, its weakest direction %1 times weaker than in Gaussian data",
            plain(factor));
}

std::string title_of(const Result& result) {
  if (!result.complete)
    return tr("Learning from %1", counted("%1 window of text", "%1 windows of text", real(result.windows)));
  if (result.view == View::learn) return learn_title(result);
  return result.view == View::sketch ? sketch_title(result) : certificate_title(result);
}

// --- Sentence -------------------------------------------------------------------------------------------------------

// How each sentence begins.
std::string used(const Result& result) {
  const std::string tokens = counted("%1 token", "%1 tokens", result.n);
  const std::string length = result.words ? counted("%1 word", "%1 words", real(result.tokens))
                                          : counted("%1 character", "%1 characters", real(result.tokens));
  if (result.windows == result.available)
    return tr("From %1 of %2 in a text of %3", counted("all %1 window", "all %1 windows", real(result.windows)), tokens,
              length);
  return tr("From %1 spread over %2 of %3 in a text of %4", counted("%1 window", "%1 windows", real(result.windows)),
            whole(real(result.available)), tokens, length);
}

// Nothing while the stage has not been timed.
std::string time_of(std::span<const double> times, Step stage) {
  const auto k = static_cast<std::size_t>(stage);
  return k < times.size() ? duration(times[k] / 1000) : std::string();
}

std::string closed_sentence(const Result& result, std::span<const double> times) {
  const PredictorScore& attention = score_of(result, Predictor::closed);
  const std::string error = percent(attention.error);
  const std::string right = percent(attention.accuracy);
  const std::string time = time_of(times, Step::closed);
  if (time.empty())
    return tr("%1, the closed form leaves %2 of the error of always answering the mean token, and guesses %3 right.",
              used(result), error, right);
  return tr(
      "%1, the closed form leaves %2 of the error of always answering the mean token in %3, and guesses %4 right.",
      used(result), error, time, right);
}

std::string descent_sentence(const Result& result, std::span<const double> times) {
  if (!has_descent(result)) return "";
  const std::string heads = counted("%1 head", "%1 heads", result.heads);
  if (result.diverged) return tr("Descent on %1 blew up: try a lower learning rate.", heads);
  const std::string error = number(100 * score_of(result, Predictor::descent).error);
  const std::string passes = counted("%1 pass", "%1 passes", result.epochs);
  const std::string time = time_of(times, Step::descent);
  return time.empty() ? tr("Descent on %1 leaves %2 % after %3.", heads, error, passes)
                      : tr("Descent on %1 leaves %2 % after %3 in %4.", heads, error, passes, time);
}

std::string baselines(const Result& result) {
  const PredictorScore& counting = score_of(result, Predictor::bigram);
  const PredictorScore& runs = score_of(result, Predictor::windows);
  const std::string frequent = percent(score_of(result, Predictor::frequent).accuracy);
  if (result.longest > 1)
    return tr("Counting pairs leaves %1 (%2 right), %3 %4 (%5 right); always the most frequent one is right for %6.",
              percent(counting.error), percent(counting.accuracy), name_of(result, Predictor::windows),
              percent(runs.error), percent(runs.accuracy), frequent);
  return tr("Counting pairs leaves %1 (%2 right); always the most frequent one is right for %3.",
            percent(counting.error), percent(counting.accuracy), frequent);
}

// What another way than the greedy one leaves, as an item of a list.
std::string other_way(const SketchCurve& curve, bool signs, std::size_t k) {
  const std::string error = number(curve.median[k]);
  switch (curve.sketch) {
    case Sketch::greedy: break;
    case Sketch::leverage: return tr("with features of highest leverage %1", error);
    case Sketch::features: return tr("with features at random %1", error);
    case Sketch::mixed:
      return signs ? tr("with random sign mixtures %1", error) : tr("with Gaussian mixtures %1", error);
    case Sketch::landmarks: return tr("with Nyström landmarks %1", error);
  }
  return "";
}

std::string sketch_sentence(const Result& result, const Values& values) {
  const SketchCurve* greedy = curve_of(result, Sketch::greedy);
  if (greedy == nullptr) return tr("%1, the closed form is solved.", used(result));
  const std::size_t k = nearest_size(result, values.number("kept"));
  std::string others;
  for (const SketchCurve& curve : result.curves) {
    if (curve.sketch == Sketch::greedy) continue;
    others += (others.empty() ? "" : ", ") + other_way(curve, result.signs, k);
  }
  const std::string features = counted("%1 feature", "%1 features", result.sizes[k]);
  const std::string all = whole(result.unknowns);
  const std::string error = number(greedy->median[k]);
  const std::string full = number(result.full_error());
  if (others.empty())
    return tr(
        "%1: with %2 of %3, chosen greedily, the held-out error is %4 of that of the mean token; with all of them it "
        "is %5.",
        used(result), features, all, error, full);
  return tr(
      "%1: with %2 of %3, chosen greedily, the held-out error is %4 of that of the mean token, %5; with all of them "
      "it is %6.",
      used(result), features, all, error, others, full);
}

std::string rho_sentence(const Result& result) {
  if (result.text.weak_rho.empty()) return "";
  return tr("Of the held-out questions %1 have ρ = 0: on them all models that fit agree.",
            percent(result.text.exact_share));
}

std::string weak_sentence(const Result& result) {
  if (result.text.weak_rho.empty() || !(result.cut > 0)) return "";
  return tr("Leaving out directions seen less than %1 of the strongest, %2 are left, and ρ stays below %3 for %4.",
            number(result.cut), whole(real(result.text.weak_rank)), number(kHardly), percent(result.text.weak_share));
}

std::string rank_sentence(const Result& result) {
  const std::string rank = whole(real(result.text.rank));
  const std::string all = whole(result.unknowns);
  const std::string smallest = number(result.text.lambda_min, 2);
  if (result.gaussian.eigenvalues.size() == 0)
    return tr("%1, Λ has rank %2 of %3 and a smallest eigenvalue of %4.", used(result), rank, all, smallest);
  return tr("%1, Λ has rank %2 of %3 and a smallest eigenvalue of %4; as many Gaussian tokens have rank %5 and %6.",
            used(result), rank, all, smallest, whole(real(result.gaussian.rank)),
            number(result.gaussian.lambda_min, 2));
}

std::string sentence_of(const Result& result, const Values& values, std::span<const double> times) {
  if (result.view == View::learn)
    return passage({closed_sentence(result, times), descent_sentence(result, times), baselines(result)});
  if (result.view == View::sketch) return sketch_sentence(result, values);
  if (result.text.eigenvalues.size() == 0) return tr("%1, the closed form is solved.", used(result));
  return passage({rank_sentence(result), rho_sentence(result), weak_sentence(result)});
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  return {.title = title_of(result),
          .sentence = sentence_of(result, context.values, context.times),
          .table = language_table(result, context.times)};
}

}  // namespace figures::language
