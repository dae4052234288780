#pragma once

#include <string>
#include <vector>

#include "learner/interpolation.hpp"
#include "learner/machines/lookup.hpp"

namespace learner {

// The universal step, learned: the minimum-norm MHLA that fits the taught (table, question) pairs, the same
// coefficients as solve_minimum_norm finds on their sequences, but without a limit of d and far cheaper.
//
// Why it is cheaper (ours). In the dual the pairs (Z, z), (Z', z') meet in the kernel <G, G'> <z, z'>. Questions
// are unit vectors, so pairs with different keys are orthogonal and the regression falls apart into K small ones.
// Within one key G = [[I + e_k e_k^T, T^T], [T, T T^T]] with T = [v_1 .. v_K], whose first block is fixed, so
//   <G, G'> = (K + 3) + 2 <T, T'> + <T T^T, T' T'^T>
// is the inner product of m = 1 + K w + w(w+1)/2 features, instead of psi = d^2 (d+1)/2.
class LookupLearner {
 public:
  // Precondition: validate(shape). Memory O(K m r) for r independent examples of a key.
  explicit LookupLearner(LookupShape shape);

  const LookupShape& shape() const { return shape_; }

  // One more example: the entry of `table` at `key`. Comes back whether it said anything new.
  // Errors: see Interpolation::add; tables, which give each question one answer, meet none. O(m r).
  Expected<bool> add(const Table& table, Index key);

  // The learned answer to a question, rounded, beside the table's own, with rho. O(m (r + w)).
  LookupAnswer ask(const Table& table, Index key) const;

  Index examples() const;
  Index examples(Index key) const { return keys_[static_cast<size_t>(key)].examples(); }
  Index rank() const;
  Index rank(Index key) const { return keys_[static_cast<size_t>(key)].rank(); }

  // The folded coefficients p of the learned layer, w x psi (see features.hpp); psi = 15,376 at d = 31.
  Matrix folded() const;

 private:
  Vector features(const Matrix& values) const;

  LookupShape shape_;
  std::vector<Interpolation> keys_;
};

// The rank of all questions of one key over all tables: with this many independent examples of each key
// the learned step is exact on every table, though lambda_min = 0:
//   1 + K sum_b (b - 1) + sum_{b < b'} (b - 1)(b' - 1),
// a constant, T (the one-hot blocks of each key add up to 1), and the counts in T T^T of pairs of values in
// one entry. Times K: examples an exact step needs at least. Source: ours.
Index key_rank(const LookupShape& shape);

// "31 % of this question lies outside ..": why an answer came out wrong, as the end of a sentence.
std::string why_wrong(const LookupAnswer& asked);

}  // namespace learner
