#pragma once

#include <span>
#include <vector>

#include "learner/sequence.hpp"

namespace learner {

// Examples of a softmax layer side by side, so that a token is a column. Letters: d token dimension, T tokens of all
// examples together.
struct JoinedExamples {
  Matrix Z;                  // d x T
  Matrix Y;                  // d x T, the answers
  std::vector<Index> first;  // example i has the columns first[i] .. first[i + 1] - 1; one more than there are examples

  Index d() const { return Z.rows(); }
  Index tokens() const { return Z.cols(); }
  Index count() const { return std::ssize(first) - 1; }
  Index length(Index i) const { return first[static_cast<std::size_t>(i) + 1] - first[static_cast<std::size_t>(i)]; }
};

// Joins examples whose every token asks (Targets::all) and whose answers have as many coordinates as tokens have.
// Lengths may differ. Errors: no examples, and those of validate. O(d T).
Expected<JoinedExamples> join_examples(std::span<const Sequence> examples);

// How many questions the examples ask that attention could answer in different ways: pairs of a sequence and one of its
// tokens that asks, each counted once. The order of tokens changes no answer, and the negative of all tokens has the
// negative answer; sequences of equal tokens do not count. O(k d T log T) for examples of k tokens.
Index distinct_questions(const JoinedExamples& examples);

}  // namespace learner
