#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learner/tasks.hpp"
#include "learner/tokens.hpp"

namespace learner {

// Text a reader gives, as next-token data for the learner. Pure: no files, no locale.

// Token 0 stands for every token that is not listed. The others are the most frequent, most frequent
// first; equal counts in order of first appearance.
struct Vocabulary {
  std::vector<std::string> tokens;  // tokens[0] is kOther
  std::vector<Index> counts;        // in the training part
  static constexpr std::string_view kOther = "<other>";
};

struct TextOptions {
  TokenKind kind = TokenKind::characters;
  Index vocabulary = 64;            // at most this many tokens, "other" included; >= 2
  Index d = 8;                      // 1 .. kMaxTokenDimension
  bool constant = false;            // the last of a token's d numbers is 1; needs d >= 2
  Index n = 8;                      // tokens in a window, >= 1
  Targets targets = Targets::last;  // last or causal
  Index stride = 1;                 // distance between the starts of windows, >= 1
  std::uint64_t seed = 1;           // of the embeddings
};

// Windows of n embedded tokens; the target of a position is the embedding of the token after it.
// Split by position: the last fifth of the tokens is held out, a window lies with all its targets in
// one part, and the vocabulary is counted in the training part only.
// Embeddings are random unit vectors: of equal norm, so that the embedding nearest to an answer is the one
// it points to and no token is favoured by being short. MHLA has only products of
// three token entries; with a constant among them it also has a bias and terms of one and two entries
// (ours). The constant is no part of an embedding, so targets then have d - 1 numbers.
class TextTask {
 public:
  // Errors: those of for_each_token; too few tokens for one window in each part, or one distinct token
  // only; an option out of range; Targets::all, where a token would see the answer in its window.
  // `progress` is told while the text is read. O(bytes + d vocabulary).
  static Expected<TextTask> create(std::string_view text, const TextOptions& options = {},
                                   const Progress& progress = {});

  Shape shape() const { return {options_.d, embeddings_.rows(), options_.targets}; }
  const TextOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  const Matrix& embeddings() const { return embeddings_; }  // d_out x vocabulary
  Index token_count() const { return static_cast<Index>(ids_.size()); }

  // Number of windows, >= 1. Split::test is the held-out part.
  Index window_count(Split split) const;

  // Window i as data; 0 <= i < window_count(split). O(n d).
  Sequence sequence(Split split, Index i) const;

  // Windows first .. first + count - 1.
  std::vector<Sequence> block(Split split, Index first, Index count) const;

  // The vocabulary's ids of the targets of window i: the last of its n answers, or all n (causal).
  // Valid as long as the task.
  std::span<const std::uint32_t> target_ids(Split split, Index i) const;

  // All tokens of window i, n of them.
  std::span<const std::uint32_t> token_ids(Split split, Index i) const;

  // The token an answer (d_out numbers) stands for: the one with the nearest embedding, never "other".
  // O(d vocabulary).
  Index guess(const Vector& answer) const;

  // The mean embedding of the training part's tokens: the best answer that looks at nothing.
  const Vector& mean_embedding() const { return mean_embedding_; }

 private:
  TextTask() = default;
  std::span<const std::uint32_t> window(Split split, Index i) const;  // n tokens and the one after
  Index part_begin(Split split) const;
  Index part_end(Split split) const;

  TextOptions options_;
  Vocabulary vocabulary_;
  std::vector<std::uint32_t> ids_;
  Matrix embeddings_;
  Vector mean_embedding_;
};

struct NextTokenReport {
  double error = 0.0;             // held out: mean of ||y - yhat||^2 / d
  double trivial_error = 0.0;     // the same for answering mean_embedding
  double relative_error = 0.0;    // error / trivial_error: below 1, something was learned
  double accuracy = 0.0;          // share of targets whose embedding is the nearest to yhat
  double trivial_accuracy = 0.0;  // share of targets that are the training part's most frequent token
  double unlisted = 0.0;          // share of targets that are not in the vocabulary
  Index rows = 0;
  Vector gains = {};  // of each window, by how much p has the smaller squared error
};

// How folded coefficients p (d_out x psi) do on the held-out windows. A target that is not in the
// vocabulary is never counted as right, for either predictor.
// O(rows (d psi + d vocabulary)) for causal and last.
NextTokenReport evaluate_next_token(const TextTask& task, const Matrix& p);

}  // namespace learner
