#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "learner/text.hpp"

namespace learner {

// Counts what followed the last few tokens: a baseline without embeddings. With one token of context it is the bigram
// table. A context never seen is shortened at its far end until it was. The guess is the most frequent follower; the
// answer, the best in the mean square, is the followers' mean embedding.
class ContextCounts {
 public:
  static constexpr Index kLongest = 4;

  // Nothing counted yet. 1 <= longest <= kLongest tokens of context.
  ContextCounts(const TextTask& task, Index longest);

  // The contexts of window i of the training part and what came after them. O(T longest).
  void add(const TextTask& task, Index i);

  // The id of the token most often seen after this context, never "other"; among equals the smaller id, i.e. the more
  // frequent token; the most frequent of all where nothing was seen. context: at least one token, oldest first, of
  // which the last `longest` count. O(followers).
  Index guess(std::span<const std::uint32_t> context) const;

  // The mean embedding of what came after; of all tokens where nothing was seen. Length d_out. O(followers d_out).
  Vector answer(std::span<const std::uint32_t> context) const;

  Index longest() const { return static_cast<Index>(tables_.size()); }
  std::int64_t contexts() const;  // different ones of full length with what followed, as seen

 private:
  struct Follower {
    std::uint32_t id = 0;
    std::uint32_t count = 0;
  };
  using Table = std::unordered_map<std::uint64_t, std::vector<Follower>>;

  const std::vector<Follower>* after(std::span<const std::uint32_t> context) const;

  Matrix embeddings_;
  Vector mean_;
  std::vector<Table> tables_;  // by length of the context, 1 first
};

// The tokens that target t of window i may be guessed from: its own and those before it in the window, oldest first.
std::span<const std::uint32_t> context_of(const TextTask& task, Split split, Index i, Index t);

}  // namespace learner
