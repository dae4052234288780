// Figure "language": the three wishes of a sceptical reader, on real text. Is next-token attention learned from it any
// better in closed form than by descent, and than by counting? Do fewer features do? Does text identify the model?
//
// Letters: d token dimension, n tokens in a window, psi = d²(d+1)/2 features, H heads of the descent. All errors are
// held-out means of |y - yhat|² over those of always answering the mean token.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"

namespace figures::language {

// The order of the parameter's choices.
enum class View : std::uint8_t { learn, sketch, certificate };

// The stages, in order; each question passes through some of them.
enum class Step : std::uint8_t { text, closed, closed_answers, descent, all_answers, sketch, certificate };

// Who predicts, in the order of the picture.
enum class Predictor : std::uint8_t { frequent, bigram, windows, closed, descent };
inline constexpr std::size_t kPredictors = 5;

struct PredictorScore {
  double error = 0;     // relative: 1 is always answering the mean token
  double accuracy = 0;  // share of held-out tokens guessed right
  void fields(auto& archive) { archive(error, accuracy); }
};

// One held-out token and what each predictor guessed from those before it.
struct PassageToken {
  std::string actual;
  std::int32_t rank = 0;  // place in the vocabulary, 0: not in it
  std::array<std::string, kPredictors> guesses;
  std::array<std::int32_t, kPredictors> ranks = {};
  void fields(auto& archive) {
    archive(actual, rank);
    for (std::size_t k = 0; k < kPredictors; ++k) archive(guesses[k], ranks[k]);
  }
};

// A way to do with fewer features: its error at each size, over the seeds between low and high.
enum class Sketch : std::uint8_t { greedy, leverage, features, mixed, landmarks };

struct SketchCurve {
  Sketch sketch = Sketch::greedy;
  std::vector<double> median, low, high;
  void fields(auto& archive) { archive(sketch, median, low, high); }
};

// One kind of tokens in front of the certificate.
struct TokenSpectrum {
  Vector eigenvalues;  // of Lambda, rising
  std::int64_t rank = 0;
  double lambda_min = 0;  // 0 when it cannot be told from 0
  double lambda_max = 0;
  double largest_dropped = 0;       // of the eigenvalues that count as 0
  double smallest_otherwise = 0;    // the smallest that counts, by another algorithm
  std::int64_t rank_otherwise = 0;  // and the rank
  std::vector<double> rho;          // quantiles on held-out windows, rising, against all directions seen
  std::vector<double> weak_rho;     // the same where directions below the cut count as unseen
  std::int64_t weak_rank = 0;       // directions above the cut
  double exact_share = 0;           // of held-out questions with rho = 0
  double weak_share = 0;            // of held-out questions with less than kHardly of weak rho
  void fields(auto& archive) {
    archive(eigenvalues, rank, lambda_min, lambda_max, largest_dropped, smallest_otherwise, rank_otherwise);
    archive(rho, weak_rho, weak_rank, exact_share, weak_share);
  }
};

// Below this share of a question's length, what the data hardly see is little.
inline constexpr double kHardly = 0.1;

// A held-out question and how much of it the data do not see.
struct RareWindow {
  std::vector<std::string> tokens;
  std::vector<std::int32_t> ranks;
  double rho = 0;
  std::int64_t times = 0;  // how often this window was among those learned from
  void fields(auto& archive) { archive(tokens, ranks, rho, times); }
};

struct Result {
  View view = View::learn;
  bool complete = false;
  bool words = false;
  bool causal = false;
  bool constant = false;
  std::int32_t d = 0, d_out = 0, n = 0;
  std::int32_t unknowns = 0;    // psi
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
  bool chosen = false;                            // by trying, on the last fifth of what is learned from
  bool minimum_norm = false;                      // lambda = 0 and singular
  std::vector<double> trial_lambda, trial_error;  // the trials
  std::array<PredictorScore, kPredictors> scores =
      {};                            // learn; errors of those that count and of the closed form always
  double error_from_sums = 0;        // the closed form's error by another way
  double training_error = 0;         // the closed form's
  double residual = 0;               // of its normal equations, relative
  std::int32_t longest = 1;          // tokens of context that are counted at most
  std::int64_t pairs = 0, runs = 0;  // different pairs counted, and runs of longest + 1

  std::int32_t heads = 0, epochs = 0;
  std::int64_t parameters = 0;          // of the heads
  std::vector<double> passes, descent;  // the error of descent after so many passes over the data
  bool diverged = false;
  std::vector<PassageToken> passage;

  std::int32_t seeds = 0;
  bool signs = false;
  std::vector<double> sizes;  // numbers of features kept
  std::vector<SketchCurve> curves;

  double cut = 0;  // share of lambda_max below which a direction is hardly seen; 0: rounding only
  TokenSpectrum text, gaussian;
  std::vector<RareWindow> rare;  // held-out windows of largest rho, each once

  double full_error() const { return scores[static_cast<std::size_t>(Predictor::closed)].error; }

  void fields(auto& archive) {
    archive(view, complete, words, causal, constant, d, d_out, n, unknowns, bytes, tokens, vocabulary, unlisted);
    archive(windows, available, rows, test_windows, test_available, test_rows, trivial_error);
    archive(lambda, chosen, minimum_norm, trial_lambda, trial_error);
    for (PredictorScore& score : scores) archive(score);
    archive(error_from_sums, training_error, residual, longest, pairs, runs);
    archive(heads, epochs, parameters, passes, descent, diverged, passage);
    archive(seeds, signs, sizes, curves, cut, text, gaussian, rare);
  }
};

void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table.
Description describe(const Result& result, const Context& context);

}  // namespace figures::language
