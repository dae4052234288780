// What figure "language" says: the finding, the live sentence, and the table with every number that is published and
// what each claim is held against.
#include <limits>
#include <ranges>

#include "figures/advice.hpp"
#include "figures/language/run.hpp"

namespace figures::language {
namespace {

// What is said of a sketch.
struct SketchWords {
  Phrase name;
  Phrase left;        // its error, as an item of a list
  Phrase one, error;  // its error in the table, of one feature and of so many
};

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

// Attention guesses more often right than counting pairs, and is closer.
std::string ahead_title(const Result& result, bool words) {
  const PredictorScore& attention = result.score(Predictor::closed);
  const PredictorScore& runs = result.score(Predictor::windows);
  const std::string right = percent(attention.accuracy);
  const std::string pairs = percent(result.score(Predictor::bigram).accuracy);
  if (runs.accuracy > attention.accuracy)
    return tr("Linear attention guesses %1 right: counting pairs %2, %3 %4", right, pairs,
              name_of(result, Predictor::windows), percent(runs.accuracy));
  return words ? tr("Linear attention guesses %1 of the next words, counting pairs %2", right, pairs)
               : tr("Linear attention guesses %1 of the next characters, counting pairs %2", right, pairs);
}

// Who is better, by what the table shows.
enum class Standing : std::uint8_t { ahead, level, behind };
Standing standing(double ours, const std::string& we, double theirs, const std::string& they) {
  if (we == they) return Standing::level;
  return ours > theirs ? Standing::ahead : Standing::behind;
}

std::string more_right_title(const Result& result, bool words, Standing error) {
  if (error == Standing::ahead) return ahead_title(result, words);
  if (error == Standing::level) return tr("Linear attention is right more often, at the same error as counting pairs");
  return words ? tr("Linear attention guesses more words right, counting pairs has the smaller error")
               : tr("Linear attention guesses more characters right, counting pairs has the smaller error");
}

std::string fewer_right_title(const Result& result, bool words, Standing error) {
  if (error == Standing::ahead)
    return words ? tr("Linear attention has the smaller error, counting pairs guesses more words right")
                 : tr("Linear attention has the smaller error, counting pairs guesses more characters right");
  if (error == Standing::level) return tr("Counting pairs is right more often, at the same error as linear attention");
  const std::string pairs = percent(result.score(Predictor::bigram).accuracy);
  const std::string right = percent(result.score(Predictor::closed).accuracy);
  return words ? tr("Counting pairs wins: %1 of the words right, linear attention %2", pairs, right)
               : tr("Counting pairs wins: %1 of the characters right, linear attention %2", pairs, right);
}

std::string learn_title(const Result& result, bool words) {
  const PredictorScore& counting = result.score(Predictor::bigram);
  const PredictorScore& attention = result.score(Predictor::closed);
  const std::string share = percent(attention.accuracy);
  const Standing right = standing(attention.accuracy, share, counting.accuracy, percent(counting.accuracy));
  // As in the table; below what is said to be 0 %, none is smaller.
  const auto said = [](double error) { return percent(error) == percent(0) ? percent(0) : number(error, 4); };
  const Standing error = standing(-attention.error, said(attention.error), -counting.error, said(counting.error));
  if (right == Standing::ahead) return more_right_title(result, words, error);
  if (right == Standing::behind) return fewer_right_title(result, words, error);
  if (error == Standing::ahead)
    return tr("Linear attention and counting pairs are right equally often, %1, attention at a smaller error", share);
  if (error == Standing::behind)
    return tr("Linear attention and counting pairs are right equally often, %1, counting at a smaller error", share);
  return tr("Linear attention and counting pairs are level: both guess %1 right", share);
}

std::string sketch_title(const Result& result, int unknowns) {
  const std::string all = whole(unknowns);
  if (!share_of_gain(result, 1)) return tr("Not even all %1 features gain a thousandth on the mean token", all);
  const auto fewest = fewest_for_gain(result);
  if (!fewest || *fewest == unknowns) return tr("It takes nearly all %1 features", all);
  if (*fewest == 1) return tr("One of %1 features keeps 95 % of what all of them gain", all);
  return tr("%1 of %2 features keep 95 % of what all of them gain", whole(*fewest), all);
}

std::string certificate_title(const Result& result, int unknowns) {
  const std::string all = whole(unknowns);
  const auto missing = static_cast<double>(unknowns - result.text.rank);
  if (missing > 0 && result.text.rank == result.gaussian.rank)
    return tr("The text shows %1 of %2 directions, all that any tokens can", whole(result.text.rank), all);
  if (missing > 0) {
    // The text leaves directions out that other tokens show.
    const std::string directions = counted("%1 direction", "%1 directions", missing);
    const std::string share = percent(result.text.exact_share);
    return result.text.exact_share > 0.5
               ? tr("These windows never show %1 of %2, yet ρ = 0 for %3 of the questions", directions, all, share)
               : tr("These windows never show %1 of %2, and ρ = 0 for only %3 of the questions", directions, all,
                    share);
  }
  return tr("The text shows all %1 directions, the weakest only if features are known to %2", all,
            digits_text(result.text.digits()));
}

// The shortest context from which on the largest vocabulary's cells show all directions; nothing where the longest does
// not.
std::optional<int> enough_context(const Result& result, int unknowns) {
  std::optional<int> enough;
  for (const SweepCell& cell : largest_vocabulary(result) | std::views::reverse) {
    if (cell.rank < unknowns) break;
    enough = cell.n;
  }
  return enough;
}

std::string sweep_title(const Result& result, int unknowns) {
  const auto enough = enough_context(result, unknowns);
  const std::string all = whole(unknowns);
  if (!enough)
    return tr("No context of up to %1 shows all %2 directions", counted("%1 token", "%1 tokens", kSweptContexts.back()),
              all);
  if (*enough == 1) return tr("Every context shows all %1 directions", all);
  return tr("The text shows all %1 directions once it is read %2 at a time", all,
            counted("%1 token", "%1 tokens", *enough));
}

// What is known so far.
std::string unfinished_title(const Result& result) {
  if (!result.sweep.empty()) return tr("%1 done", counted("%1 context", "%1 contexts", result.sweep.size()));
  if (result.text.eigenvalues.size() > 0) return tr("Λ has rank %1; ρ is on its way", whole(result.text.rank));
  if (result.full_error() > 0)
    return tr("The closed form leaves %1 of the error of always answering the mean token",
              percent(result.full_error()));
  return tr("Learning from %1", counted("%1 window of text", "%1 windows of text", result.windows));
}

std::string title_of(const Result& result, const Setting& setting, const Values& values) {
  if (!result.complete) return unfinished_title(result);
  if (setting.view == View::learn && !film_of(values).over())
    return setting.words ? tr("Text it has never seen, word by word: which comes next?")
                         : tr("Text it has never seen, character by character: which comes next?");
  if (setting.view == View::learn) return learn_title(result, setting.words);
  if (setting.view == View::sweep) return sweep_title(result, setting.unknowns);
  return setting.view == View::sketch ? sketch_title(result, setting.unknowns)
                                      : certificate_title(result, setting.unknowns);
}

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
    return tr(words_of(curve.sketch, setting.signs).left, number(curve.median[k]));
  });
  const std::string features = counted("%1 feature", "%1 features", result.sizes[k]);
  const std::string all = whole(setting.unknowns);
  const std::string error = number(greedy->median[k]);
  const std::string full = number(result.full_error());
  if (others.empty())
    return tr(
        "%1: with %2 of %3, chosen greedily, the held-out error is %4 of that of the mean token; with all of them it "
        "is %5.",
        used(result, setting), features, all, error, full);
  return tr(
      "%1: with %2 of %3, chosen greedily, the held-out error is %4 of that of the mean token, %5; with all of them it "
      "is %6.",
      used(result, setting), features, all, error, others, full);
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

// Whether rho is 0 for what was learned from only.
std::string fresh_sentence(const Result& result) {
  if (result.asked == 0) return "";
  if (result.fresh == 0) return tr("Every one of them is among those learned from.");
  const double seen = 1 - static_cast<double>(result.fresh) / static_cast<double>(result.asked);
  return tr("Among those learned from are %1 of them; of the others %2 have ρ = 0.", percent(seen),
            percent(result.fresh_exact_share));
}

std::string certificate_sentence(const Result& result, const Setting& setting) {
  const TokenSpectrum& text = result.text;
  if (text.eigenvalues.size() == 0) return tr("%1, the closed form is solved.", used(result, setting));
  std::string exact, fresh, weak;
  if (!text.weak_rho.empty()) {
    exact =
        tr("Of the held-out questions %1 have ρ = 0: on them all models that fit agree.", percent(text.exact_share));
    fresh = fresh_sentence(result);
    if (setting.cut > 0)
      weak = tr("Leaving out directions seen less than %1 of the strongest, %2 are left, and ρ stays below %3 for %4.",
                number(setting.cut), whole(text.weak_rank), number(kHardly), percent(text.weak_share));
  }
  return passage({rank_sentence(result, setting), exact, fresh, weak});
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
  const std::string all = whole(setting.unknowns);
  const std::string shown =
      most == 0 ? tr("In a text of %1, read 1 to 8 at a time, no context shows all %2 directions.", length, all)
                : tr("In a text of %1, read 1 to 8 at a time, where all %2 directions are shown, whoever knows "
                     "features to %3 "
                     "can tell the weakest of them from none.",
                     length, all, digits_text(most));
  std::string exact = tr("Of the held-out questions that were not learned from, %1 to %2 have ρ = 0.", percent(fewest),
                         percent(largest));
  if (largest < fewest) exact = tr("Every held-out question is among those learned from.");
  if (fewest == 1 && largest == 1) exact = tr("Every held-out question that was not learned from has ρ = 0.");
  return passage({shown, exact});
}

std::string sentence_of(const Result& result, const Setting& setting, const Context& context) {
  if (setting.view == View::sweep) return sweep_sentence(result, setting);
  if (setting.view == View::sketch) return sketch_sentence(result, setting, context.values.number("kept"));
  if (setting.view == View::certificate) return certificate_sentence(result, setting);
  return passage({closed_sentence(result, setting, context.times), descent_sentence(result, setting, context.times),
                  counting_sentence(result)});
}

void add_text(Rows& add, const Result& result, const Setting& setting) {
  const auto of = [](std::int64_t part, std::int64_t all) { return tr("%1 of %2", whole(part), whole(all)); };
  add(tr("Tokens with an embedding, “other” included"), result.vocabulary);
  add(tr("Held-out tokens without an embedding"), percent(result.unlisted));
  add(tr("Windows learned from, of those before the last fifth of the text"), of(result.windows, result.available));
  add(tr("Questions in them"), result.rows);
  add(tr("Held-out windows asked, of the last fifth"), of(result.test_windows, result.test_available));
  add(tr("Questions in them, held out"), result.test_rows);
  add(tr("Unknowns ψ for each output"), setting.unknowns);
  add(tr("Squared error of the mean token, the unit of errors"), result.trivial_error);
  add(setting.chosen ? tr("Ridge λ, chosen") : tr("Ridge λ"), result.lambda);
  if (result.minimum_norm) add(tr("Solution"), tr("of least norm, since the questions are dependent"));
  for (std::size_t k = 0; k < result.trial_lambda.size(); ++k)
    add(tr("Tried λ = %1: error on the last fifth of what is learned from", number(result.trial_lambda[k])),
        result.trial_error[k] / result.trivial_error);
  add(tr("Closed form: error, from the sums of the held-out windows"), result.error_from_sums);
  add(tr("Closed form: error on what it was learned from"), result.training_error);
  add(tr("Closed form: what its normal equations are off by, relative"), result.residual);
  add(tr("Different pairs counted"), result.pairs);
  if (result.longest == 2) add(tr("Different triples counted"), result.runs);
  if (result.longest > 2) add(tr("Different runs of %1 counted", std::to_string(result.longest + 1)), result.runs);
}

std::string spelt(const Token& token) { return token.rank == 0 ? "…" : token.text; }

void add_scores(Rows& add, const Result& result, const Setting& setting) {
  for (const Predictor who : scored(result)) {
    const std::string name = name_of(result, who);
    add(tr("%1: error, answer by answer", name), result.score(who).error);
    add(tr("%1: guessed right", name), percent(result.score(who).accuracy));
  }
  for (std::size_t k = 0; k < result.passes.size(); ++k)
    add(tr("Descent after %1: error", passes_text(result.passes[k])), result.descent[k]);
  if (result.parameters > 0) add(tr("Descent: parameters of its heads"), result.parameters);
  if (result.passage.empty()) return;
  const std::string_view blank = setting.words ? " " : "";
  add(tr("Held-out passage"),
      listed(result.passage, blank, [](const PassageToken& token) { return spelt(token.actual); }));
  add(tr("Guessed by the closed form, each from the true tokens before it"),
      listed(result.passage, blank,
             [](const PassageToken& token) { return token.guesses[std::to_underlying(Predictor::closed)].text; }));
}

void add_sketches(Rows& add, const Result& result, const Setting& setting) {
  for (const SketchCurve& curve : result.curves) {
    for (std::size_t k = 0; k < curve.median.size(); ++k) {
      std::string value = number(curve.median[k], 4);
      if (curve.low[k] < curve.high[k]) value = tr("%1 (%2 to %3)", value, number(curve.low[k]), number(curve.high[k]));
      const SketchWords& words = words_of(curve.sketch, setting.signs);
      add(tr(result.sizes[k] == 1 ? words.one : words.error, whole(result.sizes[k])), value);
    }
  }
}

void add_spectrum(Rows& add, const TokenSpectrum& spectrum, const std::string& of) {
  if (spectrum.eigenvalues.size() == 0) return;
  add(tr("%1: rank of Λ by eigenvalues", of), spectrum.rank);
  add(tr("%1: rank of Λ by Cholesky with pivoting", of), spectrum.rank_by_pivots);
  add(tr("%1: smallest eigenvalue", of), spectrum.lambda_min);
  add(tr("%1: smallest eigenvalue that is not 0, by Lanczos", of), spectrum.smallest_by_lanczos);
  add(tr("%1: largest eigenvalue", of), spectrum.lambda_max);
  if (spectrum.lambda_min > 0)
    add(tr("%1: digits of the features that the weakest direction asks for", of), spectrum.digits());
  if (spectrum.rho.empty()) return;
  add(tr("%1: held-out questions with ρ = 0", of), percent(spectrum.exact_share));
  add(tr("%1: directions not hardly seen", of), spectrum.weak_rank);
  add(tr("%1: held-out questions with ρ below %2 against these", of, number(kHardly)), percent(spectrum.weak_share));
  for (const std::size_t k : {50UZ, 90UZ, 99UZ, 100UZ}) {
    add(tr("%1: ρ of %2 % of them is at most", of, std::to_string(k)), spectrum.rho[k]);
    add(tr("%1: ρ against these, of %2 % at most", of, std::to_string(k)), spectrum.weak_rho[k]);
  }
}

void add_certificate(Rows& add, const Result& result, const Setting& setting) {
  add(tr("Hardly seen: less than this share of the largest eigenvalue"), setting.cut);
  add_spectrum(add, result.text, tr("This text"));
  if (result.asked > 0) {
    add(tr("This text: held-out questions asked for ρ"), result.asked);
    add(tr("This text: of them, not among those learned from"), result.fresh);
    if (result.fresh > 0) add(tr("This text: of these, with ρ = 0"), percent(result.fresh_exact_share));
  }
  add_spectrum(add, result.gaussian, tr("Gaussian tokens"));
  for (const RareWindow& window : result.rare) {
    const std::string tokens = listed(window.tokens, setting.words ? " " : "", spelt);
    add(tr("ρ of “%1”, %2 in the data", tokens, counted("%1 time", "%1 times", window.times)), window.rho);
  }
}

void add_sweep(Rows& add, const Result& result, const Setting& setting) {
  add(tr("Unknowns ψ for each output"), setting.unknowns);
  for (const SweepCell& cell : result.sweep) {
    const std::string of = tr("n = %1, vocabulary %2", whole(cell.n), whole(cell.vocabulary));
    add(tr("%1: rank of Λ", of), cell.rank);
    add(tr("%1: smallest eigenvalue", of), cell.lambda_min);
    add(tr("%1: largest eigenvalue", of), cell.lambda_max);
    if (cell.lambda_min > 0)
      add(tr("%1: digits of the features that the weakest direction asks for", of), cell.digits());
    add(tr("%1: held-out questions that were not learned from", of),
        tr("%1 of %2", whole(cell.fresh), whole(cell.asked)));
    if (cell.fresh > 0)
      add(tr("%1: of these, with ρ = 0", of),
          percent(static_cast<double>(cell.exact) / static_cast<double>(cell.fresh)));
  }
}

}  // namespace

std::string digits_text(double digits) { return counted("%1 digit", "%1 digits", std::ceil(digits)); }

std::string passes_text(double passes) { return counted("%1 pass", "%1 passes", passes, number(passes)); }

Localized name_of(Sketch sketch, bool signs) { return tr(words_of(sketch, signs).name); }

Description describe(const Result& result, const Context& context) {
  const Setting setting(context.settings);
  Description description{title_of(result, setting, context.values), sentence_of(result, setting, context), {}};
  Rows add(description.table);
  add(tr("Tokens in the text (%1)", bytes(static_cast<double>(result.bytes))), result.tokens);
  if (setting.view != View::sweep) add_text(add, result, setting);
  constexpr std::array kOwn = {add_scores, add_sketches, add_certificate, add_sweep};
  kOwn[std::to_underlying(setting.view)](add, result, setting);
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
