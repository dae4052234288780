// Figure "language": the three wishes of a sceptical reader, on real text. Is next-token attention learned from it any
// better in closed form than by descent, and than by counting? Do fewer features do? Does text identify the model?
//
// Letters: d token dimension, n tokens in a window, psi = d²(d+1)/2 features, H heads of the descent. All errors are
// held-out means of |y - yhat|² over those of always answering the mean token.
#pragma once

#include <utility>

#include "figures/check_data.hpp"
#include "figures/pieces.hpp"
#include "figures/token.hpp"

namespace figures::language {

// The order of the parameter's choices.
enum class View : std::uint8_t { learn, sketch, certificate, sweep };

// The stages, in order; each question passes through some of them.
enum class Step : std::uint8_t { text, closed, closed_answers, descent, all_answers, sketch, certificate, sweep };

// Who predicts.
enum class Predictor : std::uint8_t { frequent, bigram, windows, closed, descent };
inline constexpr std::size_t kPredictors = 5;
// From the top of the picture.
inline constexpr std::array kInOrder = {Predictor::closed, Predictor::descent, Predictor::windows, Predictor::bigram,
                                        Predictor::frequent};

// Ways to do with fewer features; those after `leverage` are random.
enum class Sketch : std::uint8_t { greedy, leverage, features, mixed, landmarks };

// The settings that several files read; the values must outlive it.
struct Setting {
  explicit Setting(const Values& given);
  const Values& values;
  View view = static_cast<View>(values.integer("view"));
  bool words = values.choice("units") == "words";        // a token is a word, not a character
  bool causal = values.choice("targets") == "causal";    // every token of a window asks, not only the last
  bool chosen = values.choice("penalty") == "chosen";    // lambda is, by trying it on the last fifth
  bool signs = values.choice("mixture") == "signs";      // random mixtures have entries of +-1, not Gaussian ones
  int d = values.integer("d"), n = values.integer("n");  // numbers in a token, tokens in a window
  int d_out = values.is_on("constant") ? d - 1 : d;      // numbers in an embedding
  int unknowns = d * d * (d + 1) / 2;                    // psi
  int visible = visible_at(d);                           // directions that a text can show
  int heads = values.integer("H");                       // of the descent
  int epochs = values.integer("epochs");                 // its passes over the data
  int vocabulary = values.integer("vocabulary");         // at most
  int windows = values.integer("N");                     // at most
  int draws = values.integer("seeds");                   // of each random sketch
  double cut = values.number("cut");  // share of lambda_max below which a direction is hardly seen; 0: rounding only
  std::uint64_t seed = static_cast<std::uint64_t>(values.integer("seed"));

  // Beside a constant 1, tokens have d - 1 numbers of length 1, so that the sum of G_jj over these is G_dd: times each
  // of the d numbers of who asks, d features follow from others.
  int visible_at(int size) const { return size * size * (size + 1) / 2 - (d - d_out) * size; }
};

struct PredictorScore {
  double error = 0;     // relative: 1 is always answering the mean token
  double accuracy = 0;  // share of held-out tokens guessed right
  void fields(auto& archive) { archive(error, accuracy); }
};

// One held-out token and what each predictor guessed from those before it.
struct PassageToken {
  Token actual;
  std::array<Token, kPredictors> guesses;
  void fields(auto& archive) { archive(actual, guesses); }
};

// The error of a sketch at each size, over the draws between low and high.
struct SketchCurve {
  Sketch sketch = Sketch::greedy;
  std::vector<double> median, low, high;
  double most = 0;  // so many there are; larger sizes have no more
  void fields(auto& archive) { archive(sketch, median, low, high, most); }
};

// To how many digits features must be known for the weakest direction to be told from none: it is of length
// sqrt(lambda_min) beside sqrt(lambda_max). Precondition: lambda_min > 0.
inline double digits_between(double lambda_min, double lambda_max) { return std::log10(lambda_max / lambda_min) / 2; }

// One kind of tokens in front of the certificate.
struct TokenSpectrum {
  Vector eigenvalues;  // of Lambda, rising
  std::int64_t rank = 0;
  double lambda_min = 0;  // 0 when it cannot be told from 0
  double lambda_max = 0;
  double smallest_by_lanczos = 0;   // the smallest eigenvalue that is not 0
  std::int64_t rank_by_pivots = 0;  // of a Cholesky factor
  std::vector<double> rho;          // quantiles on held-out windows, rising, against all directions seen
  std::vector<double> weak_rho;     // the same where directions below the cut count as unseen
  std::int64_t weak_rank = 0;       // directions above the cut
  double exact_share = 0;           // of held-out questions with rho = 0
  double weak_share = 0;            // of held-out questions with less than kHardly of weak rho
  void fields(auto& archive) {
    archive(eigenvalues, rank, lambda_min, lambda_max, smallest_by_lanczos, rank_by_pivots, rho, weak_rho, weak_rank,
            exact_share, weak_share);
  }
  // Of those that the text shows.
  double digits() const { return digits_between(smallest_by_lanczos, lambda_max); }
};

// Below this share of a question's length, what the data hardly see is little.
inline constexpr double kHardly = 0.1;

// A held-out question and how much of it the data do not see.
struct RareWindow {
  std::vector<Token> tokens;
  double rho = 0;
  std::int64_t times = 0;  // how often this window was among those learned from
  void fields(auto& archive) { archive(tokens, rho, times); }
};

// Where the film of View::learn stands: the passage is read token by token, then the scores are those of all that is
// held out.
inline constexpr double kAllRead = 280, kFilm = 310;  // values of the parameter "read"
struct Film {
  float read = 1;  // the part of the passage that has been read, 0 to 1
  float rest = 1;  // the part of the way from its score to the score of all
  bool over() const { return rest >= 1; }
};
Film film_of(const Values& values);

// How far a passage of so many tokens has been read: slowly at first, so that each guess is seen to land, then faster.
struct Reading {
  Reading(const Film& film, std::size_t tokens);
  // Of token k's own way: 0 before it is guessed, 1 once it is seen.
  float share(std::size_t k) const { return std::clamp((front - static_cast<float>(k)) / span, 0.F, 1.F); }
  float front, span;     // in tokens: where the first on its way is, and so many are at a time
  std::size_t done = 0;  // tokens that have been seen
};

// What a text shows of Lambda's directions with some context and vocabulary.
struct SweepCell {
  std::int32_t n = 0;
  // Different tokens of the text to learn from, all without an embedding as one: each shows d directions at most.
  std::int64_t tokens = 0;
  std::int64_t rank = 0;
  std::int64_t different = 0;  // questions in all windows of the text, each counted once; counted up to `visible`
  double lambda_min = 0;       // of the directions that a text can show; 0 when it cannot be told from 0
  double lambda_max = 0;
  std::int64_t asked = 0;  // held-out questions
  std::int64_t fresh = 0;  // of them, that are not among those learned from
  std::int64_t exact = 0;  // of these, with rho = 0
  void fields(auto& archive) { archive(n, tokens, rank, different, lambda_min, lambda_max, asked, fresh, exact); }

  double digits() const { return digits_between(lambda_min, lambda_max); }
};

struct Result {
  bool complete = false;
  std::int64_t bytes = 0;       // of the text
  std::int64_t tokens = 0;      // in the text
  std::int64_t vocabulary = 0;  // tokens with an embedding, "other" included
  double unlisted = 0;          // share of the held-out targets that have none
  std::int64_t windows = 0;     // learned from
  std::int64_t available = 0;   // windows in the training part
  std::int64_t rows = 0;        // questions in them
  std::int64_t test_windows = 0, test_available = 0, test_rows = 0;
  double trivial_error = 0;  // the unit of all errors: mean |y - mean token|² / d_out

  double lambda = 0;
  bool minimum_norm = false;                      // lambda = 0 and singular
  std::vector<double> trial_lambda, trial_error;  // the trials, where lambda is chosen
  // Errors of those that count and of the closed form always, the rest for View::learn.
  std::array<PredictorScore, kPredictors> scores = {};
  // Held-out tokens that only one of the two guessed right: attention's closed form, or counting pairs.
  std::int64_t only_attention = 0, only_pairs = 0;
  bool error_by_chance = false;      // which of these two has the smaller error, window by window
  double error_from_sums = 0;        // the closed form's error by another way
  double training_error = 0;         // the closed form's
  double residual = 0;               // of its normal equations, relative
  std::int32_t longest = 1;          // tokens of context that are counted at most
  std::int64_t pairs = 0, runs = 0;  // different pairs counted, and runs of longest + 1

  std::int64_t parameters = 0;          // of the heads that descent trains
  std::vector<double> passes, descent;  // the error of descent after so many passes over the data
  bool diverged = false;
  std::vector<PassageToken> passage;

  std::vector<double> sizes;  // numbers of features kept
  std::vector<SketchCurve> curves;

  TokenSpectrum text, gaussian;
  std::int64_t asked = 0;        // held-out questions whose rho was measured
  std::int64_t fresh = 0;        // of them, that are not among those learned from
  double fresh_exact_share = 0;  // of these, with rho = 0
  std::vector<RareWindow> rare;  // held-out windows of largest rho, each once

  std::vector<SweepCell> sweep;  // of View::sweep: vocabulary by vocabulary, n rising
  // Where the text has too few different tokens for d: the largest d below, found by trying, with which the longest
  // context shows all; 0: none.
  std::int32_t lower_d = 0;

  void fields(auto& archive) {
    archive(complete, bytes, tokens, vocabulary, unlisted, windows, available, rows, test_windows, test_available,
            test_rows, trivial_error, lambda, minimum_norm, trial_lambda, trial_error, scores, only_attention,
            only_pairs, error_by_chance, error_from_sums, training_error, residual, longest, pairs, runs, parameters,
            passes, descent, diverged, passage, sizes, curves, text, gaussian, asked, fresh, fresh_exact_share, rare,
            sweep, lower_d);
  }

  const PredictorScore& score(Predictor who) const { return scores[std::to_underlying(who)]; }
  double full_error() const { return score(Predictor::closed).error; }
};

// The pieces of a sweep, see figures::Pieces: its cells in order. Each is a result with no other cell, or with
// none where the text has no more tokens than with the vocabulary before. No other question is cut.
struct Cut {
  using Piece = Result;
  static int count(const Values& settings);
  static Expected<Result> make(const Request& request, Reporter<Result>& reporter, int place);
  static std::optional<Result> join(const Request& request, const Pieces<Result>& pieces);
};

// Errors: a text that cannot be learned from, or those of the learner, as sentences.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
// Multiply-adds of a run, for a text that is long enough.
double work(const Values& values);
void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

// --- What picture and words read off a result -----------------------------------------------------------------------

// Whether descent has been scored, and not only started.
inline bool has_descent(const Result& result) { return result.complete && !result.descent.empty(); }

// Whether a predictor has a row of its own: counting whole windows of one token is counting pairs.
inline bool has_row(const Result& result, Predictor predictor) {
  return predictor != Predictor::windows || result.longest > 1;
}
// Those that have one and a score, in order.
std::vector<Predictor> scored(const Result& result);

// The curve of a sketch; nullptr while it is still to come.
const SketchCurve* curve_of(const Result& result, Sketch sketch);

// The place in `sizes` nearest to a number of features, by ratio.
std::size_t nearest_size(const Result& result, double kept);

// How much of what all features gain over always answering the mean token an error keeps: 1 at the full solution.
// Nothing where all features gain nothing.
std::optional<double> share_of_gain(const Result& result, double error);

// The fewest features, among the sizes tried, with which greedy choice keeps 95 % of the gain, and the fewest of more
// that lose it again, 0 where none do; nothing where no size keeps it.
struct Fewest {
  double size, lost;
};
std::optional<Fewest> fewest_for_gain(const Result& result);

// The sweep's cells of the largest vocabulary.
std::span<const SweepCell> largest_vocabulary(const Result& result);

// As picture and table call them.
std::string name_of(const Result& result, Predictor predictor);
Localized name_of(Sketch sketch, bool signs);

// "1 pass", "0.25 passes".
std::string passes_text(double passes);
// "4 digits": 3.2 need four.
std::string digits_text(double digits);

// --- The panels -----------------------------------------------------------------------------------------------------

// What each context and vocabulary shows, cell by cell.
void draw_sweep(const Result& result, Drawing& drawing, Rect area);

// A passage of the held-out text, read token by token, with the guesses, and who guesses how often right; on demand the
// descent, pass by pass.
void draw_learn(const Result& result, Drawing& drawing, Rect area);

// Levels across a plot with labels that find their own places: draw_levels(), then the curves, then label_levels().
struct Level {
  double y = 0;
  std::string words;
  Ink ink = Ink::truth;
  bool dashed = true;
  bool left = false;  // where its label looks first
};
void draw_levels(Canvas& canvas, const Axes& axes, Labels& labels, std::span<const Level> levels);
void label_levels(Canvas& canvas, const Axes& axes, Labels& labels, std::span<const Level> levels);
Level bigram_level(const Result& result, Ink ink, bool left);

}  // namespace figures::language
