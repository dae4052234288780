#pragma once

#include "learner/sequence.hpp"

namespace learner {

// A sequence whose equal tokens are one: softmax cannot tell them apart, nor can their answers differ but by noise.
struct DistinctTokens {
  Matrix Z;      // d x n, different columns, in the order in which they come first
  Vector count;  // n, how many tokens each stands for
  Matrix Y;      // d_out x n, the mean of their answers
};

// Sequences with an answer to every token. O(d k n).
DistinctTokens distinct_tokens(const Sequence& sequence);

}  // namespace learner
