// What figure "language" says: the live sentence. Its title is in titles.cpp, its table in table.cpp.
#include "figures/advice.hpp"
#include "figures/language/words.hpp"

namespace figures::language {
namespace {

// How each sentence begins.
std::string used(const Result& result, const Setting& setting) {
  const std::string tokens = counted("%1 token", "%1 tokens", setting.n);
  const std::string length = setting.words ? counted("%1 word or mark", "%1 words and marks", result.tokens)
                                           : counted("%1 character", "%1 characters", result.tokens);
  if (result.windows == result.available)
    return tr("From %1 of %2 in a text of %3", counted("all %1 window", "all %1 windows", result.windows), tokens,
              length);
  return tr("From %1 spread over %2 of %3 in a text of %4", counted("%1 window", "%1 windows", result.windows),
            whole(result.available), tokens, length);
}

// Nothing while the stage has not been timed.
std::string time_of(std::span<const double> times, Step step) {
  const std::size_t k = std::to_underlying(step);
  return k < times.size() ? duration(times[k] / 1000) : "";
}

std::string closed_sentence(const Result& result, const Setting& setting, std::span<const double> times) {
  const std::string error = percent(result.full_error());
  const std::string right = percent(result.score(Predictor::closed).accuracy);
  const std::string time = time_of(times, Step::closed);
  if (time.empty())
    return tr("%1, the closed form leaves %2 of the error of always answering the mean token, and guesses %3 right.",
              used(result, setting), error, right);
  return tr(
      "%1, the closed form leaves %2 of the error of always answering the mean token in %3, and guesses %4 right.",
      used(result, setting), error, time, right);
}

std::string descent_sentence(const Result& result, const Setting& setting, std::span<const double> times) {
  const std::string heads = counted("%1 head", "%1 heads", setting.heads);
  // About as long as what it will say, so that nothing moves on the page when it does.
  if (!has_descent(result))
    return tr("Descent on %1 is on its way, %2 of %3 done.", heads,
              number(result.passes.empty() ? 0 : result.passes.back()), passes_text(setting.epochs));
  if (result.diverged)
    return can_lower(setting.values, "rate") ? tr("Descent on %1 blew up: try a lower learning rate.", heads)
                                             : tr("Descent on %1 blew up.", heads);
  const std::string error = number(100 * result.score(Predictor::descent).error);
  const std::string passes = passes_text(setting.epochs);
  const std::string time = time_of(times, Step::descent);
  return time.empty() ? tr("Descent on %1 leaves %2 % after %3.", heads, error, passes)
                      : tr("Descent on %1 leaves %2 % after %3 in %4.", heads, error, passes, time);
}

std::string counting_sentence(const Result& result) {
  const PredictorScore& counting = result.score(Predictor::bigram);
  const PredictorScore& runs = result.score(Predictor::windows);
  const std::string frequent = percent(result.score(Predictor::frequent).accuracy);
  if (result.longest > 1)
    return tr(
        "Counting pairs leaves %1 (%2 right), %3 leaves %4 (%5 right); always the most frequent one is right for %6.",
        percent(counting.error), percent(counting.accuracy), name_of(result, Predictor::windows), percent(runs.error),
        percent(runs.accuracy), frequent);
  return tr("Counting pairs leaves %1 (%2 right); always the most frequent one is right for %3.",
            percent(counting.error), percent(counting.accuracy), frequent);
}

std::string sketch_sentence(const Result& result, const Setting& setting, double kept) {
  const SketchCurve* greedy = curve_of(result, Sketch::greedy);
  if (greedy == nullptr) return tr("%1, the closed form is solved.", used(result, setting));
  const std::size_t k = nearest_size(result, kept);
  const std::string others = listed(std::span(result.curves).subspan(1), ", ", [&](const SketchCurve& curve) {
    return tr(words_of(curve.sketch, setting.signs).left, number(curve.median[k], 4));
  });
  const std::string features = counted("%1 feature", "%1 features", result.sizes[k]);
  const std::string all = whole(setting.unknowns);
  const std::string error = number(greedy->median[k], 4);
  const std::string full = number(result.full_error(), 4);
  const std::string found =
      others.empty()
          ? tr("%1: with %2 of %3, chosen greedily, the held-out error is %4 of that of the mean token; with all of "
               "them it is %5.",
               used(result, setting), features, all, error, full)
          : tr("%1: with %2 of %3, chosen greedily, the held-out error is %4 of that of the mean token, %5; with all "
               "of them it is %6.",
               used(result, setting), features, all, error, others, full);
  if (result.lambda > 0) return passage({found, tr("All are fitted with λ = %1.", number(result.lambda))});
  if (!result.minimum_norm) return found;
  return passage({found, tr("Λ has rank %1 of %2, so with λ = 0 several W fit equally well what is learned from: all "
                            "features take that of least norm, chosen ones leave out those that follow from others.",
                            whole(result.sizes.back()), all)});
}

std::string rank_sentence(const Result& result, const Setting& setting) {
  const std::string rank = whole(result.text.rank);
  const std::string all = whole(setting.unknowns);
  const std::string smallest = number(result.text.lambda_min, 2);
  if (result.gaussian.eigenvalues.size() == 0)
    return tr("%1, Λ has rank %2 of %3 and a smallest eigenvalue of %4.", used(result, setting), rank, all, smallest);
  return tr("%1, Λ has rank %2 of %3 and a smallest eigenvalue of %4; as many Gaussian tokens have rank %5 and %6.",
            used(result, setting), rank, all, smallest, whole(result.gaussian.rank),
            number(result.gaussian.lambda_min, 2));
}

// What no text can show.
std::string blind_sentence(const Setting& setting) {
  if (setting.visible == setting.unknowns) return "";
  return tr(
      "No text shows %1 of the %2 directions, and no question needs them: of every token the squares of the "
      "other numbers add up to 1, the square of its constant.",
      whole(setting.unknowns - setting.visible), whole(setting.unknowns));
}

// Whether rho is 0 for what was learned from only.
std::string fresh_sentence(const Result& result) {
  if (result.asked == 0) return "";
  if (result.fresh == 0) return tr("Every one of them is among those learned from.");
  const double seen = 1 - static_cast<double>(result.fresh) / static_cast<double>(result.asked);
  if (seen == 0) return tr("None of the questions is among those learned from.");
  if (result.fresh_exact_share == 0)
    return tr("%1 of the questions are among those learned from; of the others none has ρ = 0.", percent(seen));
  return tr("%1 of the questions are among those learned from; of the others %2 have ρ = 0.", percent(seen),
            percent(result.fresh_exact_share));
}

std::string certificate_sentence(const Result& result, const Setting& setting) {
  const TokenSpectrum& text = result.text;
  if (text.eigenvalues.size() == 0) return tr("%1, the closed form is solved.", used(result, setting));
  std::string exact, fresh, weak;
  if (!text.weak_rho.empty()) {
    exact = text.exact_share == 0 ? std::string(tr("None of the held-out questions has ρ = 0."))
                                  : tr("Of the held-out questions %1 have ρ = 0: on them all models that fit agree.",
                                       percent(text.exact_share));
    fresh = fresh_sentence(result);
    if (setting.cut > 0)
      weak = tr("Leaving out directions seen less than %1 of the strongest, %2, and ρ stays below %3 for %4.",
                number(setting.cut), counted("%1 is left", "%1 are left", text.weak_rank), number(kHardly),
                percent(text.weak_share));
  }
  return passage({rank_sentence(result, setting), blind_sentence(setting), exact, fresh, weak});
}

// What helps where no context shows all directions.
std::string sweep_advice(const Result& result, const Setting& setting) {
  const SweepCell& last = result.sweep.back();
  if (has_few_tokens(last, setting)) {
    const Parameter* size = movable(setting.values, "d");
    const std::string each = tr("Each different token shows at most %1 of them.", whole(setting.d));
    if (size != nullptr && result.lower_d >= size->min)
      return passage({each, tr("Lower d to %1.", whole(result.lower_d))});
    return passage({each, tr("Give a text with at least %1 different tokens in its first four fifths.",
                             whole(setting.visible / setting.d))});
  }
  // What is held out shows what more text would bring.
  const std::string_view text = last.fresh == 0 ? tr("Give a text that repeats itself less.")
                                                : tr("Give a longer text, or one that repeats itself less.");
  if (last.different < setting.visible) {
    const std::string questions = counted("%1 different question", "%1 different questions", last.different);
    return passage({tr("Read %1 at a time, all windows ask only %2.", whole(last.n), questions), text});
  }
  if (last.fresh == 0) return std::string(text);
  if (result.windows == result.available) return std::string(tr("Give a longer text."));
  return can_raise(setting.values, "N") ? std::string(tr("Raise N.")) : std::string();
}

std::string sweep_sentence(const Result& result, const Setting& setting) {
  const std::string length = setting.words ? counted("%1 word or mark", "%1 words and marks", result.tokens)
                                           : counted("%1 character", "%1 characters", result.tokens);
  if (result.sweep.empty()) return tr("In a text of %1, contexts are counted.", length);
  double most = 0;
  double fewest = 1, largest = 0;
  for (const SweepCell& cell : result.sweep) {
    if (cell.lambda_min > 0) most = std::max(most, cell.digits());
    if (cell.fresh == 0) continue;
    const double share = static_cast<double>(cell.exact) / static_cast<double>(cell.fresh);
    fewest = std::min(fewest, share);
    largest = std::max(largest, share);
  }
  const std::string all = all_directions(setting);
  const std::string shown =
      most == 0
          ? tr("In a text of %1, read 1 to 8 at a time, no context shows %2.", length, all)
          : tr("In a text of %1, read 1 to 8 at a time, some contexts show %2; there features known to %3 tell the "
               "weakest of them from none.",
               length, all, digits_text(most));
  const std::string least = percent(fewest);
  const std::string most_exact = percent(largest);
  std::string exact =
      least == most_exact
          ? tr("Of the held-out questions that were not learned from, %1 have ρ = 0, with every context and "
               "vocabulary.",
               least)
          : tr("Of the held-out questions that were not learned from, %1 to %2 have ρ = 0, depending on context and "
               "vocabulary.",
               least, most_exact);
  if (largest == 0) exact = tr("No held-out question that was not learned from has ρ = 0.");
  if (largest < fewest) exact = tr("Every held-out question is among those learned from.");
  if (fewest == 1 && largest == 1) exact = tr("Every held-out question that was not learned from has ρ = 0.");
  return passage({shown, most > 0 ? "" : sweep_advice(result, setting), blind_sentence(setting), exact});
}

std::string sentence_of(const Result& result, const Setting& setting, const Context& context) {
  if (setting.view == View::sweep) return sweep_sentence(result, setting);
  if (setting.view == View::sketch) return sketch_sentence(result, setting, context.values.number("kept"));
  if (setting.view == View::certificate) return certificate_sentence(result, setting);
  const std::string given = setting.chosen || result.lambda == 0
                                ? ""
                                : tr("Its λ = %1 is the given one, not chosen by trial.", number(result.lambda));
  const std::string few = are_few_asked(result)
                              ? counted("Only %1 token is held out.", "Only %1 tokens are held out.", result.test_rows)
                              : std::string();
  return passage({closed_sentence(result, setting, context.times), given,
                  descent_sentence(result, setting, context.times), counting_sentence(result), few});
}

}  // namespace

const SketchWords& words_of(Sketch sketch, bool signs) {
  static constexpr SketchWords kSigns = {Phrase("random sign mixtures"), Phrase("with random sign mixtures %1"),
                                         Phrase("%1 random sign mixture: error"),
                                         Phrase("%1 random sign mixtures: error")};
  static constexpr std::array kWords = {
      SketchWords{Phrase("features chosen greedily"), Phrase(""), Phrase("%1 feature chosen greedily: error"),
                  Phrase("%1 features chosen greedily: error")},
      SketchWords{Phrase("features of highest leverage"), Phrase("with features of highest leverage %1"),
                  Phrase("%1 feature of highest leverage: error"), Phrase("%1 features of highest leverage: error")},
      SketchWords{Phrase("features at random"), Phrase("with features at random %1"),
                  Phrase("%1 feature at random: error"), Phrase("%1 features at random: error")},
      SketchWords{Phrase("Gaussian mixtures"), Phrase("with Gaussian mixtures %1"),
                  Phrase("%1 Gaussian mixture: error"), Phrase("%1 Gaussian mixtures: error")},
      SketchWords{Phrase("Nyström landmarks"), Phrase("with Nyström landmarks %1"),
                  Phrase("%1 Nyström landmark: error"), Phrase("%1 Nyström landmarks: error")}};
  return sketch == Sketch::mixed && signs ? kSigns : kWords[std::to_underlying(sketch)];
}

std::string digits_text(double digits) { return counted("%1 digit", "%1 digits", std::ceil(digits)); }

std::string passes_text(double passes) { return counted("%1 pass", "%1 passes", passes, number(passes)); }

Localized name_of(Sketch sketch, bool signs) { return tr(words_of(sketch, signs).name); }

Description describe(const Result& result, const Context& context) {
  const Setting setting(context.settings);
  Description description{title_of(result, setting, context.values), sentence_of(result, setting, context), {}};
  Rows add(description.table);
  add_rows(add, result, setting);
  return description;
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id == "read" && !result.passage.empty()) {
    const Film film = film_of(context.values);
    if (film.over()) return tr("all that is held out");
    return tr("%1 of %2", whole(Reading(film, result.passage.size()).done), whole(result.passage.size()));
  }
  if (id != "kept" || result.sizes.empty()) return "";
  return whole(result.sizes[nearest_size(result, context.values.number("kept"))]);
}

}  // namespace figures::language
