// What figure "language" found, in a line.
#include <cmath>
#include <ranges>

#include "figures/language/words.hpp"

namespace figures::language {
namespace {

// Who is better, by what titles and the table show; unclear: chance may have made what looks like a large difference.
enum class Standing : std::uint8_t { ahead, level, behind, unclear };
Standing standing(double ours, const std::string& we, double theirs, const std::string& they) {
  if (we == they) return Standing::level;
  return ours > theirs ? Standing::ahead : Standing::behind;
}
Standing by_right(const PredictorScore& ours, const PredictorScore& theirs) {
  return standing(ours.accuracy, percent(ours.accuracy), theirs.accuracy, percent(theirs.accuracy));
}
Standing by_error(const PredictorScore& ours, const PredictorScore& theirs) {
  const auto shown = [](double error) { return number(error, 4); };
  if (shown(ours.error) == shown(theirs.error)) return Standing::level;
  return standing(-ours.error, percent(ours.error), -theirs.error, percent(theirs.error));
}
bool beats(const PredictorScore& ours, const PredictorScore& theirs) {
  return by_right(ours, theirs) == Standing::ahead && by_error(ours, theirs) != Standing::behind;
}

// Whether who is right more often may be chance: of the tokens that one of the two alone guesses right, a coin would
// give one of them as many in more than one case of 20.
bool may_be_chance(const Result& result) {
  constexpr double kFew = 6;
  const auto ours = static_cast<double>(result.only_attention), theirs = static_cast<double>(result.only_pairs);
  return ours + theirs < kFew || std::abs(ours - theirs) <= 2 * std::sqrt(ours + theirs);
}

// Chance, where a few windows are far off, may make one of two errors many times the other.
Standing by_error_beyond_chance(const Result& result) {
  constexpr double kAlike = 1.1;
  const PredictorScore& ours = result.score(Predictor::closed);
  const PredictorScore& theirs = result.score(Predictor::bigram);
  if (!result.error_by_chance) return by_error(ours, theirs);
  const auto [less, more] = std::minmax(ours.error, theirs.error);
  return more <= kAlike * less ? Standing::level : Standing::unclear;
}

// "40 %", or of few "25 of 27".
std::string right_text(const Result& result, Predictor who) {
  const double share = result.score(who).accuracy;
  if (!are_few_asked(result)) return percent(share);
  return tr("%1 of %2", whole(std::round(share * static_cast<double>(result.test_rows))), whole(result.test_rows));
}

// Attention and pairs, and the longer runs that are right more often than it.
std::string three_title(const Result& result) {
  return tr("Linear attention: %1 right, counting pairs: %2, %3: %4", right_text(result, Predictor::closed),
            right_text(result, Predictor::bigram), name_of(result, Predictor::windows),
            right_text(result, Predictor::windows));
}

std::string more_right_title(const Result& result, bool words, Standing error) {
  const PredictorScore& attention = result.score(Predictor::closed);
  const std::string right = percent(attention.accuracy);
  const std::string pairs = percent(result.score(Predictor::bigram).accuracy);
  if (error == Standing::ahead)
    return words ? tr("Linear attention guesses %1 of the next words, counting pairs %2", right, pairs)
                 : tr("Linear attention guesses %1 of the next characters, counting pairs %2", right, pairs);
  if (error == Standing::level)
    return tr("Linear attention is right more often, at about the same error as counting pairs");
  if (error == Standing::unclear)
    return tr("Linear attention is right more often than counting pairs: %1 against %2", right, pairs);
  return words ? tr("Linear attention guesses more words right, counting pairs has the smaller error")
               : tr("Linear attention guesses more characters right, counting pairs has the smaller error");
}

std::string fewer_right_title(const Result& result, bool words, Standing error) {
  if (error == Standing::ahead)
    return words ? tr("Linear attention has the smaller error, counting pairs guesses more words right")
                 : tr("Linear attention has the smaller error, counting pairs guesses more characters right");
  if (error == Standing::level)
    return tr("Counting pairs is right more often, at about the same error as linear attention");
  const std::string pairs = percent(result.score(Predictor::bigram).accuracy);
  const std::string right = percent(result.score(Predictor::closed).accuracy);
  if (error == Standing::unclear)
    return tr("Counting pairs is right more often than linear attention: %1 against %2", pairs, right);
  return words ? tr("Counting pairs beats linear attention: %1 of the words right against %2", pairs, right)
               : tr("Counting pairs beats linear attention: %1 of the characters right against %2", pairs, right);
}

std::string learn_title(const Result& result, bool words) {
  if (result.unlisted == 1)
    return words ? tr("No held-out word has an embedding of its own, so none can be guessed")
                 : tr("No held-out character has an embedding of its own, so none can be guessed");
  const PredictorScore& counting = result.score(Predictor::bigram);
  const PredictorScore& attention = result.score(Predictor::closed);
  const PredictorScore& mean = result.score(Predictor::frequent);  // its error is that of the mean token
  if (by_error(attention, mean) != Standing::ahead && by_error(counting, mean) != Standing::ahead)
    return tr("Neither linear attention nor counting pairs has less error than always answering the mean token");
  const PredictorScore& runs = result.score(Predictor::windows);
  if (has_row(result, Predictor::windows) && beats(runs, attention) && beats(runs, counting))
    return three_title(result);
  const Standing right = may_be_chance(result) ? Standing::level : by_right(attention, counting);
  const Standing error = by_error_beyond_chance(result);
  if (right == Standing::ahead && error == Standing::ahead && runs.accuracy > attention.accuracy)
    return three_title(result);
  if (right == Standing::ahead) return more_right_title(result, words, error);
  if (right == Standing::behind) return fewer_right_title(result, words, error);
  const std::string ours = right_text(result, Predictor::closed), theirs = right_text(result, Predictor::bigram);
  if (error == Standing::ahead)
    return tr("Linear attention has a smaller error than counting pairs, and is right about as often: %1 and %2", ours,
              theirs);
  if (error == Standing::behind)
    return tr("Counting pairs has a smaller error than linear attention, and is right about as often: %1 and %2",
              theirs, ours);
  if (error == Standing::unclear)
    return tr("Linear attention and counting pairs are right about as often: %1 and %2", ours, theirs);
  return tr("Linear attention and counting pairs are about level: %1 and %2 right", ours, theirs);
}

// Whether features chosen to the last fit what is learned from by another W, to a thousandth, than that of least norm,
// which all have.
bool fits_differ(const Result& result) {
  const double all = result.full_error(), last = curve_of(result, Sketch::greedy)->median.back();
  return result.minimum_norm && std::abs(last - all) > 1e-3 * std::max(1.0, all);
}

std::string sketch_title(const Result& result, int unknowns) {
  const std::string all = whole(unknowns);
  constexpr double kLeast = 1e-3, kMore = 1.1;
  const std::vector<double>& errors = curve_of(result, Sketch::greedy)->median;
  const auto best = std::ranges::min_element(errors);
  const double gain = 1 - result.full_error(), most = 1 - *best;
  const double size = result.sizes[static_cast<std::size_t>(best - errors.begin())];
  if (fits_differ(result))
    return tr("With λ = 0 several W fit: that of least norm has error %1, with %2 chosen greedily it is %3",
              number(result.full_error()), counted("%1 feature", "%1 features", result.sizes.back()),
              number(errors.back()));
  if (most < kLeast)
    return tr("However many of the %1 features are chosen, they do not gain a thousandth on the mean token", all);
  const std::string count = whole(size), gained = percent(most);
  if (gain < -kLeast)
    return size == 1
               ? tr("1 feature of %1 gains %2 on the mean token, all of them lose %3", all, gained, percent(-gain))
               : tr("%1 features of %2 gain %3 on the mean token, all of them lose %4", count, all, gained,
                    percent(-gain));
  if (gain < kLeast)
    return size == 1
               ? tr("1 feature of %1 gains %2 on the mean token, all of them not a thousandth", all, gained)
               : tr("%1 features of %2 gain %3 on the mean token, all of them not a thousandth", count, all, gained);
  const auto fewest = fewest_for_gain(result);
  if (most > kMore * gain)
    return size == 1
               ? tr("1 feature of %1 gains %2 on the mean token, all of them %3", all, gained, percent(gain))
               : tr("%1 features of %2 gain %3 on the mean token, all of them %4", count, all, gained, percent(gain));
  if (!fewest) return tr("However many are chosen, they do not keep 95 % of what all %1 features gain", all);
  if (fewest->lost > 0)
    return fewest->size == 1
               ? tr("1 of %1 features keeps 95 % of what all of them gain, %2 lose it again", all, whole(fewest->lost))
               : tr("%1 of %2 features keep 95 % of what all of them gain, %3 lose it again", whole(fewest->size), all,
                    whole(fewest->lost));
  // Sizes are tried up to 1.5 times apart.
  if (fewest->size == result.sizes.back() && result.sizes.size() > 1)
    return tr("More than %1 of %2 features are needed to keep 95 % of what all of them gain",
              whole(result.sizes[result.sizes.size() - 2]), all);
  if (fewest->size == 1) return tr("One of %1 features keeps 95 % of what all of them gain", all);
  return tr("%1 of %2 features keep 95 % of what all of them gain", whole(fewest->size), all);
}

std::string certificate_title(const Result& result, const Setting& setting) {
  const std::string all = whole(setting.unknowns);
  const auto missing = static_cast<double>(setting.unknowns - result.text.rank);
  if (result.text.rank == setting.visible)
    return tr("The text shows %1, the weakest only if features are known to %2", all_directions(setting),
              digits_text(result.text.digits()));
  if (result.text.rank == result.gaussian.rank)
    return tr("These windows show %1 of %2 directions, as many as Gaussian tokens would", whole(result.text.rank), all);
  // The text leaves directions out that other tokens show.
  const std::string directions = counted("%1 direction", "%1 directions", missing);
  const std::string share = percent(result.text.exact_share);
  if (result.text.exact_share == 0)
    return tr("These windows never show %1 of %2, and ρ = 0 for none of the questions", directions, all);
  return result.text.exact_share > 0.5
             ? tr("These windows never show %1 of %2, yet ρ = 0 for %3 of the questions", directions, all, share)
             : tr("These windows never show %1 of %2, and ρ = 0 for only %3 of the questions", directions, all, share);
}

// The shortest context from which on the largest vocabulary's cells show all directions that a text can; nothing where
// the longest does not.
std::optional<int> enough_context(const Result& result, const Setting& setting) {
  std::optional<int> enough;
  for (const SweepCell& cell : largest_vocabulary(result) | std::views::reverse) {
    if (cell.rank < setting.visible) break;
    enough = cell.n;
  }
  return enough;
}

std::string sweep_title(const Result& result, const Setting& setting) {
  const auto enough = enough_context(result, setting);
  const std::string all = all_directions(setting);
  const std::string told = counted("%1 token that asks", "%1 different tokens", result.sweep.back().tokens);
  if (has_few_tokens(result.sweep.back(), setting))
    return tr("In what is learned from, %1 cannot show %2, whatever the context", told, all);
  if (const auto full = std::ranges::count(result.sweep, setting.visible, &SweepCell::rank); !enough && full > 0)
    return tr("Contexts and vocabularies that show %3: %2 of %1", whole(result.sweep.size()), whole(full), all);
  if (!enough)
    return tr("No context of up to %1 shows %2", counted("%1 token", "%1 tokens", kSweptContexts.back()), all);
  if (*enough == 1) return tr("With %1 every context shows %2", told, all);
  return tr("With %1 the text shows %2 once it is read %3 at a time", told, all,
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

}  // namespace

std::string title_of(const Result& result, const Setting& setting, const Values& values) {
  if (!result.complete) return unfinished_title(result);
  if (setting.view == View::learn && !film_of(values).over())
    return setting.words ? tr("Text it has never seen, word by word: which comes next?")
                         : tr("Text it has never seen, character by character: which comes next?");
  if (setting.view == View::learn) return learn_title(result, setting.words);
  if (setting.view == View::sweep) return sweep_title(result, setting);
  return setting.view == View::sketch ? sketch_title(result, setting.unknowns) : certificate_title(result, setting);
}

}  // namespace figures::language
