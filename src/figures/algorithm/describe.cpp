// What figure "algorithm" says to readers who cannot see the picture.
#include <cmath>
#include <numeric>

#include "figures/advice.hpp"
#include "figures/algorithm/algorithm.hpp"

namespace figures::algorithm {
namespace {

constexpr double kLeastPercent = 1e-6;  // below it a share is no per cent
constexpr Phrase kLone("One held-out target cannot tell whether anything was learned");

// The targets that can be independent: tokens that all see the same G give d equations.
std::int64_t equations(const Result& result) {
  return result.targets == learner::Targets::all ? std::min(result.rows, result.sequences * result.d) : result.rows;
}

// In every sequence learned from, the token that asks is 0: so are all features, and all answers.
bool asks_nothing(const Result& result) { return result.gram.isZero(0.0); }

// Of a reader's numbers: it is λ that keeps what was learned from being better than the mean.
bool is_held_back(const Result& result) {
  const bool is_known = result.heads_to_mean == Standing::worse || !is_lone(result);
  return is_known && result.heads_to_mean != Standing::better && result.free_to_heads == Standing::better &&
         result.free_to_mean == Standing::better;
}

std::string title_of_numbers(const Result& result) {
  const double left = result.relative_error;
  const bool is_layer = result.fits || left < learner::kExactShare;
  if (result.compared && !is_layer && bound_of(result) != Bound::none) return title_of_comparison(result);
  if (left < kRoundedShare)
    return counted("Your numbers are one attention layer: the held-out target is answered exactly",
                   "Your numbers are one attention layer: all %1 held-out targets are answered exactly",
                   result.test_rows);
  if (left < kLeastPercent) {
    const std::string digits = whole(static_cast<std::int64_t>(-std::log10(left) / 2));  // of squares
    return left < learner::kExactShare ? tr("Your numbers are one attention layer, to %1 digits", digits)
                                       : tr("Learned from your numbers, to %1 digits", digits);
  }
  if (asks_nothing(result))
    return std::string(tr("Every token that asks is 0 in what was learned from, so the heads always answer 0"));
  if (is_held_back(result))
    return std::string(tr("With this λ nothing was learned that is clearly better than guessing the mean"));
  if (result.heads_to_mean == Standing::level)
    return std::string(is_lone(result)
                           ? tr(kLone)
                           : tr("What was learned from your numbers is not clearly better than guessing the "
                                "mean, nor clearly worse"));
  return result.heads_to_mean == Standing::better
             ? tr("Learned from your numbers: %1 less error than guessing the mean", percent(1 - left))
             : tr("Guessing the mean does better than what was learned from your numbers");
}

std::string title_of_text(const Result& result) {
  if (result.unlisted == 1)
    return std::string(result.words ? tr("No held-out word has an embedding of its own, so none can be guessed")
                                    : tr("No held-out character has an embedding of its own, so none can be guessed"));
  if (result.heads_to_mean == Standing::level)
    return std::string(is_lone(result) ? tr(kLone)
                                       : tr("What was learned from this text is not clearly better than guessing the "
                                            "mean, nor clearly worse"));
  return result.heads_to_mean == Standing::better
             ? tr("Learned from this text: %1 less error than guessing the mean", percent(1 - result.relative_error))
             : tr("Guessing the mean does better than what was learned from this text");
}

// Of a layer that is known. A cause is named where it is the only one: without noise, without a penalty, and with as
// many targets as unknowns, least squares is exact.
std::string title_of_truth(const Result& result, bool noisy) {
  const double left = result.relative_error;
  if (left < learner::kExactShare && result.Z.cols() == 1)
    return tr(result.replayed ? Phrase("Learned exactly for sequences of one token, from %1")
                              : Phrase("Learned exactly for sequences of one token, in one pass, from %1"),
              whole(result.sequences));
  if (left < learner::kExactShare)
    return tr(result.replayed ? Phrase("Learned exactly from %1 sequences")
                              : Phrase("Learned exactly, in one pass, from %1 sequences"),
              whole(result.sequences));
  const bool open = result.minimum_norm || equations(result) < result.unknowns;
  const bool held = result.lambda > 0 && !noisy && !open;
  const bool by_noise = noisy && result.lambda == 0 && !open;
  if (left >= 1) {
    if (noisy && result.clean_error < 1)
      return tr("The noise hides what was learned: %1 of the answers without it", percent(1 - result.clean_error));
    if (by_noise) return std::string(tr("Not learned: so few data do not average the noise out"));
    return std::string(open && !noisy && result.lambda == 0 ? tr("Not learned: the data leave too much open")
                                                            : tr("Not learned: answering 0 does as well or better"));
  }
  if (left < kLeastPercent) {
    return held ? tr("Learned all but %1 of the answers’ mean square, which λ holds back", number(left, 2))
                : tr("Learned all but %1 of the answers’ mean square", number(left, 2));
  }
  const std::string less = percent(1 - left), rest = percent(left);
  if (held) return tr("Learned %1 of the answers’ mean square; λ holds back the other %2", less, rest);
  return noisy ? tr("Learned %1 of the answers’ mean square; %2 is left, the noise included", less, rest)
               : tr("Learned %1 of the answers’ mean square; %2 is left", less, rest);
}

std::string title_of(const Result& result, bool noisy) {
  if (result.reached != Step::check)
    return tr("Learning from %1", counted("%1 sequence", "%1 sequences", result.planned));
  switch (result.source) {
    case Source::text: return title_of_text(result);
    case Source::numbers: return title_of_numbers(result);
    default: return title_of_truth(result, noisy);
  }
}

std::string heads_sentence(const Result& result) {
  if (result.head_count == 0) return std::string(tr("No head is needed: W is 0."));
  const std::string heads = heads_text(result.head_count);
  if (result.enough_heads == 0) return tr("The singular values of W give %1.", heads);
  return tr("The singular values of W give %1; %2 on fresh data.", heads,
            counted("%1 head answers as exactly", "%1 heads answer as exactly", result.enough_heads));
}

std::string what_was_solved(const Result& result, std::span<const double> times) {
  const std::string unknowns = counted("%1 unknown", "%1 unknowns", result.unknowns);
  const std::string outputs = result.d_out == 1 ? tr("one output") : tr("each of %1 outputs", whole(result.d_out));
  const std::string targets = counted("%1 target", "%1 targets", result.rows);
  if (times.empty()) return tr("Solved for %1, for %2, from %3.", unknowns, outputs, targets);
  return tr("Solved for %1, for %2, from %3 in %4.", unknowns, outputs, targets,
            duration(std::accumulate(times.begin(), times.end(), 0.0) / 1000));
}

// As many as tell the heads' error and the mean's apart; the usual three where there is nothing to tell.
int digits_of(const Result& result) {
  constexpr int kUsual = 3;
  const double one = result.test_error, other = result.trivial_error;
  if (result.source == Source::numbers && std::abs(one - other) <= kNoDifference * other) return kUsual;
  for (int digits = kUsual; digits <= 6; ++digits)
    if (number(one, digits) != number(other, digits)) return digits;
  return kUsual;
}

// Nothing of a difference that the numbers do not show.
std::string chance_sentence(const Result& result) {
  const int digits = digits_of(result);
  if (number(result.test_error, digits) == number(result.trivial_error, digits)) return "";
  return result.heads_to_mean == Standing::level && !is_lone(result)
             ? std::string(tr("Such a difference may be chance."))
             : "";
}

// Where nothing was learned: the first of what helps that can still be done. Where λ = 1 holds
// back, nothing that is known tells whether a smaller one or more sequences lower the error: they did in 276 of 700
// texts and in 302 of 469, and the targets for each unknown do not tell in which.
std::string advice(const Result& result, const Values& settings) {
  if (is_lone(result)) return std::string(tr("Try a longer text."));
  const bool has_more = result.planned >= settings.integer("N");  // windows than are taken
  const bool more = has_more && can_raise(settings, "N");
  // What was learned holds elsewhere, and is too little.
  constexpr double kAlike = 1.02;
  if (result.test_error < kAlike * result.training_error) {
    if (result.lambda >= 1) return "";
    if (more) return std::string(tr("Try more sequences."));
    // Of 119 states a larger d lowered the error in all 21 with more than 200 targets for each unknown that it would
    // have, and in 62 of the 98 with fewer.
    constexpr double kMany = 200;
    const auto unknowns = static_cast<double>(learner::feature_count(result.d + 1));
    if (can_raise(settings, "embedding") && static_cast<double>(result.rows) > kMany * unknowns)
      return std::string(tr("Try a larger d."));
    return "";
  }
  // More data alone may make it worse, as long as they are about as many as the unknowns; with a larger λ they do not.
  // Of 70 states on three texts a larger λ lowered the error in all, in 35 below the mean's; with more sequences, where
  // there were any, in 44 of 49. One stop more did nothing in 53 of 177 states, 0.1 lowered the error in 175.
  constexpr double kTry = 0.1;
  if (can_raise(settings, "ridge")) {
    if (settings.number("ridge") < kTry) {
      if (more) return tr("Try λ = 0.1, and then more sequences.");
      return has_more ? tr("Try λ = 0.1.") : tr("Try λ = 0.1, and then a longer text.");
    }
    if (more) return tr("Try a larger λ, and then more sequences.");
    return has_more ? tr("Try a larger λ.") : tr("Try a larger λ, and then a longer text.");
  }
  if (more) return tr("Try more sequences.");
  if (can_lower(settings, "context")) return tr("Try a shorter context.");
  return result.words ? tr("Try characters.") : tr("Try a longer text.");
}

std::string text_verdict(const Result& result, const Values& settings) {
  const int digits = digits_of(result);
  const std::string verdict =
      tr("On held-out text the squared error is %1, against %2 for always answering the mean token.",
         number(result.test_error, digits), number(result.trivial_error, digits));
  if (result.unlisted == 1 || result.heads_to_mean == Standing::better) return verdict;
  return passage({verdict, chance_sentence(result), advice(result, settings)});
}

// What is left without a penalty, where that is less to three digits, or may be.
std::string without_penalty(const Result& result) {
  constexpr double kLess = 0.995;
  if (result.lambda == 0 || result.free_error >= kLess * result.test_error) return "";
  if (result.free_error < 0) return tr("With λ = 0 it may be less.");
  const std::string free = number(result.free_error);
  return free == number(result.test_error) ? "" : tr("With λ = 0 it is %1.", free);
}

// Of a reader's own numbers, where what was learned is not better than the mean: what helps that can be done. λ holds
// back the mean of the targets, too, so where that is larger than how they differ a larger one makes the error worse
// until the mean is subtracted.
std::string advice_on_table(const Result& result, const Values& settings) {
  if (asks_nothing(result)) return std::string(tr("Give sequences in which the token that asks is not 0."));
  if (is_held_back(result)) return can_lower(settings, "lambda") ? std::string(tr("Lower λ.")) : "";
  if (result.rank == 1 && result.unknowns > 1)
    return passage({chance_sentence(result),
                    tr("The features of all sequences are multiples of one another: give sequences that differ.")});
  if (result.heads_to_mean == Standing::level)
    return passage({chance_sentence(result), tr("Give more sequences: every tenth is held out.")});
  if (result.lambda > 0 && result.free_error < 0 && can_lower(settings, "lambda"))
    return std::string(tr("Set λ to 0."));
  const bool few = result.rows <= result.unknowns;
  const bool can_be_held = can_raise(settings, "lambda") && without_penalty(result).empty();
  if (!few && !result.has_constant && result.d < learner::kMaxTokenDimension)
    return passage({tr("Add a number to each token that is always 1: then terms of one and two numbers can be learned "
                       "too."),
                    can_be_held ? tr("If that is not enough, raise λ or give more sequences.")
                                : tr("If that is not enough, give more sequences.")});
  const bool can_be_less = result.free_to_heads == Standing::better && can_lower(settings, "lambda");
  std::string_view penalty = can_be_less ? tr("Lower λ.") : can_be_held ? tr("Raise λ.") : std::string_view();
  if (result.mean_square > result.mean_error && (can_be_held || result.lambda > 0))
    penalty = result.lambda == 0
                  ? tr("Subtract their mean from the targets, which λ would hold back too; then raise λ.")
              : can_be_held ? tr("Subtract their mean from the targets, which λ holds back too; then raise λ.")
                            : tr("Subtract their mean from the targets, which λ holds back too.");
  return passage({few ? tr("There are no more targets than unknowns.") : std::string_view(), penalty,
                  few && result.d > 1 ? tr("Give more sequences, or keep fewer of the numbers of a token.")
                                      : tr("Give more sequences.")});
}

// How well the heads answer what was held out of a reader's numbers, and what may be done about it.
std::string numbers_verdict(const Result& result, const Values& settings) {
  constexpr int kFewDigits = 4;
  const int digits = digits_of(result);
  const std::string verdict = tr("On %1 the squared error is %2, against %3 for always answering the mean target.",
                                 counted("%1 held-out target", "%1 held-out targets", result.test_rows),
                                 number(result.test_error, digits), number(result.trivial_error, digits));
  // With a penalty the advice would make the error larger.
  std::string rounding;
  if (result.digits < kFewDigits && result.head_count > 0 && result.lambda == 0 && !is_rank_open(result)) {
    const std::string left = counted("%1 digit", "%1 digits", result.digits);
    rounding = result.has_constant
                   ? tr("Rounding leaves %1 of W: subtract a usual value from each number of the tokens, such as the "
                        "first year.",
                        left)
                   : tr("Rounding leaves %1 of W: subtract a usual value from each number of the tokens, such as the "
                        "first year, and add a number that is always 1.",
                        left);
  }
  const bool learned = result.heads_to_mean == Standing::better || result.relative_error < kLeastPercent;
  const bool done = learned && !asks_nothing(result);
  return passage({verdict, without_penalty(result), rounding, done ? "" : advice_on_table(result, settings)});
}

// What the article's head and the learned heads say to the article's sentence.
std::string words_sentence(const Result& result) {
  if (result.source != Source::edible) return "";
  const auto answer = [](const Matrix& answers) {
    return listed(answers.col(0), number_separator(), [](double value) { return fixed(value, 2); });
  };
  return tr("Asked about “cats eat fish”, the learned heads answer (%1), the layer (%2).", answer(result.prediction),
            answer(result.answer));
}

std::string sentence_of(const Result& result, const Context& context) {
  if (result.reached != Step::check) {
    return tr("Seen %1 of %2.", whole(result.sequences), counted("%1 sequence", "%1 sequences", result.planned));
  }
  std::string how;
  if (result.minimum_norm && !asks_nothing(result))
    how = tr(
        is_rank_open(result)
            ? Phrase(
                  "As far as rounding shows, the data decide %1 of %2 directions; the smallest W that fits was taken.")
            : Phrase("The data decide only %1 of %2 directions; the smallest W that fits was taken."),
        whole(result.rank), whole(result.unknowns));
  std::string doubt;
  if (is_rank_open(result))
    doubt = result.has_constant
                ? tr("More may be decided: subtract a usual value from each number of the tokens, such as the first "
                     "year.")
                : tr("More may be decided: subtract a usual value from each number of the tokens, such as the first "
                     "year, and add a number that is always 1.");
  const std::string start = passage({what_was_solved(result, context.times), how, doubt});
  if (result.source == Source::text) return passage({start, text_verdict(result, context.settings)});
  if (result.source == Source::numbers)
    return passage({sentence_of_comparison(result), start, numbers_verdict(result, context.settings),
                    result.fits || result.relative_error < learner::kExactShare ? heads_sentence(result) : ""});
  return passage({words_sentence(result), start,
                  tr("On fresh sequences the heads' squared error is %1.", number(result.test_error)),
                  without_penalty(result), heads_sentence(result)});
}

// Some of the held-out tokens, each after the ones before it.
void add_guesses(Rows& row, const Result& result) {
  constexpr std::size_t kApart = 23;
  constexpr std::size_t kBefore = 12;
  for (std::size_t k = kApart; k < result.actual.size() && k < 9 * kApart; k += kApart) {
    std::string before;
    for (std::size_t t = k - kBefore; t < k; ++t) before += result.actual[t].text + (result.words ? " " : "");
    row(tr("Guess after “%1”", before), tr("“%1”, in truth “%2”", result.predicted[k].text, result.actual[k].text));
  }
}

void add_rows(Rows& row, const Result& result) {
  row(tr("Token size d"), whole(result.d));
  row(tr("Unknowns for each output"), whole(result.unknowns));
  row(tr("Sequences"), whole(result.sequences));
  row(tr("Targets"), whole(result.rows));
  row(tr("Numbers in a target"), whole(result.d_out));
  if (result.reached != Step::check) return;
  row(tr("Ridge λ"), number(result.lambda));
  // A penalty makes every direction count, seen or not.
  row(result.lambda > 0 ? tr("Rank of the Gram matrix with λ added") : tr("Rank of the Gram matrix"),
      whole(result.rank));
  row(tr("Condition of what was solved"), number(result.condition));
  row(tr("Digits of W that survive rounding"), whole(result.digits));
  if (result.eigenvalues.size() > 0) row(tr("Smallest eigenvalue of Λ"), number(std::max(0.0, result.eigenvalues(0))));
  row(tr("Heads from the singular values of W"), whole(result.head_count));
  row(tr("Heads that answer fresh data as exactly"),
      result.enough_heads > 0 || result.head_count == 0 ? whole(result.enough_heads) : std::string(tr("not settled")));
  row(tr("Squared error on fresh data"), number(result.test_error, result.source == Source::text ? 6 : 3));
  if (result.free_error >= 0) row(tr("Squared error on fresh data with λ = 0"), number(result.free_error));
  if (result.source == Source::text) {
    row(tr("Squared error of the mean token"), number(result.trivial_error, 6));
    row(tr("Squared error in training"), number(result.training_error, 6));
    row(tr("Right next token"), percent(result.accuracy));
    row(tr("Right next token, most frequent"), percent(result.trivial_accuracy));
    row(tr("Tokens in the text"), whole(result.tokens));
    row(tr("Tokens with an embedding, “other” included"), whole(result.vocabulary));
    add_guesses(row, result);
  } else if (result.source == Source::numbers) {
    row(tr("Squared error of the mean target"), number(result.trivial_error));
    row(tr("Squared error in training"), number(result.training_error));
    if (result.compared) {
      row(tr("Squared error of your model in training"), number(result.other_error));
      row(tr("Squared error of your model on fresh data"), number(result.other_test_error));
      row(tr("Squared error of the mean in training"), number(result.mean_error));
      if (result.close_heads > 0) {
        row(tr("Fewest heads found within 1 % of the least"), whole(result.close_heads));
        row(tr("Squared error of these heads in training"), number(result.close_error, 6));
      }
    }
    constexpr std::array kAsked = {Phrase("the last token"), Phrase("every token"),
                                   Phrase("every token, seeing its past")};
    row(tr("Which tokens ask"), tr(kAsked[static_cast<std::size_t>(result.targets)]));
  } else {
    row(tr("Error left, of the answers’ mean square"), number(result.relative_error));
    if (result.clean_error != result.relative_error)
      row(tr("Error left, without the noise"), number(result.clean_error));
    row(tr("True heads"), whole(result.true_heads));
    row(tr("Relative distance of the coefficients"), number(result.distance));
  }
  row(tr("Questions asked"), whole(result.test_rows));
}

}  // namespace

std::string say(const Result& result, std::string_view id, const Context& context) {
  if (id != "at") return "";
  const int step = moment_of(result, context.values).step;
  return tr("%1 of %2: %3", whole(step + 1), whole(kStory.size()), step_name(step));
}

Description describe(const Result& result, const Context& context) {
  const bool noisy = context.settings.number("noise") > 0;
  Description description{.title = title_of(result, noisy), .sentence = sentence_of(result, context), .table = {}};
  // The title says what was learned when the film has come to its end.
  const Moment now = moment_of(result, context.values);
  if (result.reached == Step::check && (now.step + 1 < std::ssize(kStory) || now.share < 1)) {
    const bool all = result.targets != learner::Targets::last;
    const std::array what = {
        all ? Phrase("Every token becomes a row of products") : Phrase("Every sequence becomes a row of products"),
        Phrase("The Gram matrix adds the products up"), Phrase("One linear system is solved for W"),
        Phrase("W is split into heads"), Phrase("The heads answer fresh questions")};
    description.title = now.step == 0 && now.share == 0 ? tr("Can one linear system learn to answer like this?")
                                                        : tr(what[static_cast<std::size_t>(now.step)]);
  }
  Rows row(description.table);
  add_rows(row, result);
  return description;
}

}  // namespace figures::algorithm
