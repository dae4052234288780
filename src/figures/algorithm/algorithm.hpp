// Figure "algorithm": paper A's Algorithm 1 from data to heads, every stage shown.
//
// Letters: d token dimension, n tokens in a sequence, N sequences, psi = d²(d+1)/2 folded features,
// W (d_out·d) x d², p d_out x psi. Source: arXiv 2410.10101, algorithm 1.
#pragma once

#include "figures/check_data.hpp"
#include "figures/parameters.hpp"
#include "figures/token.hpp"
#include "learner/learn.hpp"
#include "learner/text.hpp"

namespace figures::algorithm {

// The stages, in order; a result has reached one of them (previews stop short of check).
enum class Step : std::uint8_t { sequences, features, gram, solve, heads, check };
inline constexpr std::array kStages = {
    Stage{"Sequences", "Z"}, Stage{"Features", "Hf"}, Stage{"Gram", "Lambda"},
    Stage{"Solve", "W"},     Stage{"Heads", "V"},     Stage{"Check", "y"},
};

// Where the data come from; the order of the parameter's choices, and the article's head.
enum class Source : std::uint8_t { random, memory, text, numbers, edible };

// --- The figure ------------------------------------------------------------------------------------------------------

// Where one way to answer the held-out sequences stands to another, by their squared errors, sequence by sequence.
// `level`: the difference may be chance, or is nearly none, or both errors are rounding.
enum class Standing : std::uint8_t { untried, level, better, worse };

struct Result : learner::Layer {
  Step reached = Step::sequences;
  Source source = Source::random;
  std::int32_t d = 0;
  std::int32_t d_out = 0;
  learner::Targets targets = learner::Targets::last;
  std::int32_t true_heads = 0;  // 0: nobody knows (text, numbers)
  double lambda = 0;
  std::int64_t sequences = 0;  // seen so far
  std::int64_t planned = 0;    // to be seen in all

  // One of the sequences, its first target's features, and the Gram matrix of all, at most kGramCells a side.
  Matrix Z;         // d x n
  Matrix Y;         // d_out x 1, the answer that it comes with
  Matrix G;         // d x d, what the asking token sees
  Matrix features;  // q x d: G_jk z_l in row (j,k), column l
  Matrix gram;      // sum H Hᵀ / rows, pooled to the largest entry of each block

  // The same on its way, after so many sequences, at most 64 cells a side.
  std::vector<std::int64_t> growing_after;
  std::vector<Matrix> growing;

  bool replayed = false;  // the sequences were asked again, as the Gram matrix had lost too many digits

  Vector loss_left;           // learner::loss_by_features; empty as eigenvalues
  Vector eigenvalues;         // of Lambda, rising; empty beyond learner::kWholeSpectrum unknowns
  Vector recovered;           // p, all outputs after one another
  Vector truth;               // the true p; empty for text and numbers
  double distance = 0;        // |p - truth| / |truth|
  double test_error = 0;      // of the heads on fresh data: mean of |y - yhat|² / d_out
  double relative_error = 0;  // against answering 0 (for text and numbers against the mean answer)
  double clean_error = 0;     // relative_error with fresh answers of a known layer that have no noise
  // What test_error would be with λ = 0, where λ is larger and the solution small enough to be tried; else -1.
  double free_error = -1;
  std::int64_t test_rows = 0;
  // As many heads as S(x) shows, where such were found that answer fresh data to rounding; 0: none were, or W is 0.
  std::int32_t enough_heads = 0;
  Matrix answer;      // fresh sequences' last answers by the truth (numbers: held-out targets), side by side
  Matrix prediction;  // and by the heads

  double trivial_error = 0;   // of the mean answer (text, numbers)
  double training_error = 0;  // mean of |y - yhat|² / d_out over what was learned from (text, numbers)
  bool hidden = false;        // that may be rounding alone (numbers)
  bool fits = false;          // and a layer fits the targets exactly, to many digits (numbers)
  bool has_constant = false;  // one number is the same in all tokens, and not 0 (numbers)
  bool has_rounded = false;   // one that is not has few digits in all tokens (numbers)
  // Another model's predictions that came with the numbers: their mean of |y - p|² / d_out over what was learned from,
  // where no single layer can be below training_error if λ is 0, and over what was held out.
  bool compared = false;
  double other_error = 0;
  double other_test_error = 0;
  bool other_fits = false;  // other_error, too, may be rounding alone
  double mean_error = 0;    // the same of always answering the mean target
  double mean_square = 0;   // of the mean target itself, over its d_out numbers
  // The fewest heads that were found to come within a hundredth of training_error, and theirs; 0: none were.
  std::int32_t close_heads = 0;
  double close_error = 0;
  // Of the heads and of always answering the mean (text, numbers), and of the fit with λ = 0 and of the other model
  // (numbers).
  Standing heads_to_mean = Standing::untried;
  Standing free_to_heads = Standing::untried;
  Standing free_to_mean = Standing::untried;
  Standing other_to_heads = Standing::untried;
  Standing other_to_mean = Standing::untried;
  Matrix other;  // as prediction

  // Text only.
  std::int64_t tokens = 0;
  std::int64_t vocabulary = 0;  // tokens with an embedding, the one that all others share included
  double unlisted = 0;          // share of the held-out targets that have none of their own
  double accuracy = 0;
  double trivial_accuracy = 0;
  bool words = false;            // tokens are words, not characters
  std::vector<Token> letters;    // the tokens of Z, and the one that follows
  std::vector<Token> actual;     // a held-out passage, token by token
  std::vector<Token> predicted;  // and for each token the guess made from the ones before it

  void fields(auto& archive) {
    archive(static_cast<Layer&>(*this), reached, source, d, d_out, targets, true_heads, lambda, sequences, planned, Z,
            Y, G, features, gram, growing_after, growing, replayed, loss_left, eigenvalues, recovered, truth, distance,
            test_error, relative_error, clean_error, free_error, test_rows, answer, prediction, trivial_error,
            training_error, hidden, fits, has_constant, has_rounded, compared, other_error, other_test_error,
            other_fits, mean_error, mean_square, close_heads, close_error, heads_to_mean, free_to_heads, free_to_mean,
            other_to_heads, other_to_mean, other, enough_heads, tokens, vocabulary, unlisted, accuracy,
            trivial_accuracy, words, letters, actual, predicted);
  }
};

// Runs Algorithm 1 on the data a reader chose: the learner's calls in order, with progress and previews. Errors: those
// of the data (text that is no text, too short, …) and of the solver, each a sentence with its cure. Cost: work
// multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);

// Whether a squared error of a reader's numbers is rounding: beside the targets, and beside how they differ, unless
// that is rounding, too, or nothing. `of_mean`: of always answering the mean.
inline bool is_rounding(const learner::TestError& error, const learner::TestError& of_mean) {
  constexpr double kOfDifferences = 1e-9;
  // Doubles differ by 1e-16, most rounding is of a few of those.
  constexpr double kAlike = 1e-28, kOfAlike = 1e-29;
  constexpr double kSame = 1e-31;  // but for the last digit
  return error.squared_error <= learner::kExactShare * error.squared_targets &&
         (error.squared_error <= kOfDifferences * of_mean.squared_error ||
          (of_mean.squared_error <= kAlike * error.squared_targets &&
           error.squared_error <= kOfAlike * error.squared_targets) ||
          of_mean.squared_error <= kSame * error.squared_targets);
}

// Squared errors of a reader's numbers below this share may be rounding; between it and kExactShare they are small.
inline constexpr double kRoundedShare = 1e-24;

// Of two squared errors of a reader's numbers that differ by no more than this share neither is better.
inline constexpr double kNoDifference = 1e-5;

// Whether only one target was held out: which of two ways to answer is better it cannot tell where they are level.
inline bool is_lone(const Result& result) { return result.test_rows == 1; }

// Whether more directions may be decided than were found.
inline bool is_rank_open(const Result& result) { return result.rank_in_doubt && result.rank < result.unknowns; }

// Where another model's error in training stands to the least that any layer can have. `none`: nobody knows that, as
// there is a penalty or the rank is open. Predictions are often rounded, which makes some of them a little better.
enum class Bound : std::uint8_t { none, below, reached, above };
Bound bound_of(const Result& result);

// In words, of numbers that came with predictions; the title where no layer fits the targets exactly and the bound is
// known.
std::string title_of_comparison(const Result& result);
std::string sentence_of_comparison(const Result& result);

// --- The film: five steps, each of so many values of "at" ------------------------------------------------------------

inline constexpr int kStepLength = 100;

struct StoryStep {
  Step needs;  // of the run
  Phrase name;
  std::string_view symbol;
};
inline constexpr std::array kStory = {
    StoryStep{Step::features, Phrase("Products"), "Hf"}, StoryStep{Step::gram, Phrase("Gram matrix"), "Lambda"},
    StoryStep{Step::solve, Phrase("Solve"), "W"},        StoryStep{Step::heads, Phrase("Heads"), "V"},
    StoryStep{Step::check, Phrase("Check"), "y"},
};
inline std::string_view step_name(int step) { return tr(kStory[static_cast<std::size_t>(step)].name); }

// A step, and how much of it is done, 0 to 1.
struct Moment {
  int step = 0;
  float share = 0;
};
// As far as the reader asks, and the run has come.
Moment moment_of(const Result& result, const Values& values);

// --- The data --------------------------------------------------------------------------------------------------------

// The four sources behind one interface: sequences in blocks, by split.
struct SequenceSource {
  learner::Shape shape = {};
  Index train = 0;  // sequences to learn from
  Index test = 0;   // sequences never learned from
  std::function<std::vector<Sequence>(Split, Index first, Index count)> block = {};
  std::optional<Model> truth = {};
  std::optional<learner::TextTask> text = {};
  bool has_constant = false;  // see Result
  bool has_rounded = false;
  std::function<const Matrix&(Split, Index k)> prediction = {};  // of a sequence, where another model's came along
};

// Errors: an option out of range, or a text that cannot be learned from.
Expected<SequenceSource> open_source(const Values& values, std::string_view text);

// What was learned.
struct Learned {
  const Matrix& p;
  const Model& heads;
  const Moments& moments;
  const Vector& mean_target;               // of a reader's numbers
  const std::optional<Matrix>& free = {};  // p with λ = 0, where it was tried
};

// Asks it what it has not learned from, and puts what comes of that into the result. Errors: numbers so large that
// their squares are infinite.
Expected<void> check(const SequenceSource& source, const Learned& learned, Result& result);

Token token_of(const learner::TextTask& text, Index id);

// Of sequences that are given, every tenth is held out: number 10, 20, ..., so that whoever writes the sequences to
// learn from, and others between them, knows which are which. k counts from 0 within its kind, `place` within them all.
inline constexpr Index kHeldOutEvery = 10;
constexpr Index held_out_count(Index all) { return all / kHeldOutEvery; }
constexpr Index place_of_learned(Index k) { return k + k / (kHeldOutEvery - 1); }
constexpr Index place_of_held_out(Index k) { return kHeldOutEvery * (k + 1) - 1; }

Source source_of(const Values& values);
double lambda_of(const Values& values);

// Multiply-adds of the run: Gram matrix, Cholesky, singular values, test.
double work(const Values& values);

// --- For the menu, see figures::Job ----------------------------------------------------------------------------------

// The table (learner/sequence_table.hpp) of what the request's state learns from, with fresh sequences of the same kind
// in the places where a table is held out: learning from the table gives the same W to the last bit. Errors: those of
// the data; words are no table; a table too large to be read again.
Expected<Bytes> save_data(const Request& request, Progress& progress);

// The data that the request's state learns from, and what was learned, see figures/check_data.hpp. Errors: too large.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

}  // namespace figures::algorithm
