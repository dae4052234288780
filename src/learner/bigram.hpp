#pragma once

#include <cstdint>
#include <vector>

#include "learner/text.hpp"

namespace learner {

// What follows each token, counted: the baseline that looks at one token only, and at no embedding of it. Its guess is
// the most frequent follower; its answer, the best in the mean square, the followers' mean embedding.
class Bigram {
 public:
  // d_out x vocabulary embeddings of the task; nothing counted yet. Memory O(vocabulary (vocabulary + d_out)).
  explicit Bigram(const TextTask& task);

  // The asking tokens of window i of the training part and what came after them. O(T d_out).
  void add(const TextTask& task, Index i);

  // The id of the token most often seen after `token`, never "other"; the first of equals. After a token that was never
  // seen: the most frequent of all. O(vocabulary).
  Index guess(std::uint32_t token) const;

  // The mean embedding of what came after `token`; of all tokens where none did. Length d_out.
  Vector answer(std::uint32_t token) const;

  Index pairs() const { return pairs_; }  // different ones seen

 private:
  Matrix embeddings_;
  Vector mean_;
  std::vector<std::uint32_t> counts_;  // of (token, next), token after token
  Matrix sums_;                        // d_out x vocabulary: embeddings of what followed
  std::vector<std::uint32_t> seen_;
  Index pairs_ = 0;
};

}  // namespace learner
