// Figure "algorithm": paper A's Algorithm 1 from data to heads, every stage shown.
//
// Letters: d token dimension, n tokens in a sequence, N sequences, psi = d²(d+1)/2 folded features,
// W (d_out·d) x d², p d_out x psi. Source: arXiv 2410.10101, algorithm 1.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "figures/figure.hpp"
#include "learner/matrix.hpp"
#include "learner/sequence.hpp"

namespace figures::algorithm {

// The stages, in order; a result has reached one of them (previews stop short of check).
enum class Step : std::uint8_t { sequences, features, gram, solve, heads, check };

// Where the data come from; the order of the parameter's choices.
enum class Source : std::uint8_t { random, memory, text, numbers };

struct Result {
  Step reached = Step::sequences;
  Source source = Source::random;
  std::int32_t d = 0;
  std::int32_t d_out = 0;
  learner::Targets targets = learner::Targets::last;
  std::int32_t true_heads = 0;  // 0: nobody knows (text, numbers)
  double noise = 0;
  std::int64_t sequences = 0;  // seen so far
  std::int64_t planned = 0;    // to be seen in all
  std::int64_t rows = 0;       // targets seen so far

  // One of the sequences, its first target's features, and the Gram matrix of all, at most kGramCells a side.
  Matrix Z;                   // d x n
  Matrix G;                   // d x d, what the asking token sees
  Matrix features;            // q x d: G_jk z_l in row (j,k), column l
  Matrix gram;                // sum H Hᵀ / rows, pooled to the largest entry of each block
  std::int32_t unknowns = 0;  // psi
  Vector eigenvalues;         // of Lambda = gram, rising; empty where psi is too large to wait for

  double lambda = 0;
  bool minimum_norm = false;  // the system was singular at lambda = 0
  std::int64_t rank = 0;      // of the Gram matrix
  Matrix W;
  Vector sigma;                     // singular values of W
  Vector evidence;                  // mean singular values of S(x), see learner::HeadCountEvidence
  std::int64_t head_count = 0;      // what Algorithm 1 returns: the rank of W
  std::int64_t distinct_heads = 0;  // what S(x) counts; min(d, d_out) says "that many or more"
  Matrix value_maps;                // the first heads' V_h side by side, d_out x (d·shown)
  Matrix query_maps;                // the same heads' Q_h, d x (d·shown)

  Vector recovered;           // p, all outputs after one another
  Vector truth;               // the true p; empty for text and numbers
  double distance = 0;        // |p - truth| / |truth|
  double test_error = 0;      // of the heads on fresh data: mean of |y - yhat|² / d_out
  double relative_error = 0;  // against answering 0 (for text and numbers against the mean answer)
  std::int64_t test_rows = 0;
  Matrix answer;      // one fresh sequence's last answer by the truth (numbers: held-out targets, side by side)
  Matrix prediction;  // and by the heads

  double trivial_error = 0;   // of the mean answer (text, numbers)
  double training_error = 0;  // mean of |y - yhat|² / d_out over what was learned from (numbers)
  bool fits = false;          // that is rounding beside the targets (numbers)

  // Text only.
  std::int64_t tokens = 0;
  std::int64_t vocabulary = 0;
  double accuracy = 0;
  double trivial_accuracy = 0;
  bool words = false;                  // tokens are words, not characters
  std::vector<std::string> actual;     // a held-out passage, token by token
  std::vector<std::string> predicted;  // and for each token the guess made from the ones before it

  void fields(auto& archive) {
    archive(reached, source, d, d_out, targets, true_heads, noise, sequences, planned, rows);
    archive(Z, G, features, gram, unknowns, eigenvalues);
    archive(lambda, minimum_norm, rank, W, sigma, evidence, head_count, distinct_heads, value_maps, query_maps);
    archive(recovered, truth, distance, test_error, relative_error, test_rows, answer, prediction);
    archive(trivial_error, training_error, fits);
    archive(tokens, vocabulary, accuracy, trivial_accuracy, words, actual, predicted);
  }
};

// Squared errors of doubles lie near 1e-30 of the targets; below this share they are rounding.
inline constexpr double kExact = 1e-18;

// Draws the row of stages and the chosen one at large. The parameter "stage" says which.
void draw(const Result& result, Drawing& drawing);

// The finding, the sentence and the table.
Description describe(const Result& result, const Context& context);

}  // namespace figures::algorithm
