#pragma once

#include <vector>

#include "learner/interpolation.hpp"
#include "learner/model.hpp"
#include "learner/random.hpp"

namespace learner {

// One step of a machine with a finite table is a lookup: (state, symbol) -> what the table says. Linear
// attention does a lookup as an associative memory, so one layer can step every machine of a size: the
// machine is its input, not its weights ("universal step", ours; paper A gives no construction).
//
// Letters: K keys of the table, an entry is a few values with blocks b_1, b_2, .. of choices each,
// w = sum of blocks, d = K + w.
//   Z = [ e_1 .. e_K  e_k ]   one token a key, with its entry as one-hot blocks v below it,
//       [ v_1 .. v_K   0  ]   and the question k last: n = K + 1;
//   V = [0 I] (w x d), Q = [[I, 0], [0, 0]]:   V Z Z^T Q z = sum_i v_i <e_i, e_k> = v_k.
// The answer keeps the w value coordinates only (d_out = w): the others would be 0, and since all outputs
// share one Gram matrix leaving them out changes nothing in those that stay.
// Keys have a coordinate each: with product codes [e_state; e_symbol] every row and column of the table
// that shares half a key would answer too, and rounding could not tell the sum apart.
struct LookupShape {
  Index keys = 0;             // K >= 1
  std::vector<Index> blocks;  // each >= 2

  Index width() const;  // w
  Index d() const { return keys + width(); }
  bool operator==(const LookupShape&) const = default;
};

// blocks x keys; entry (b, k) in 0 .. blocks[b] - 1, or kOpen where the table says nothing.
using Table = Eigen::MatrixXi;
inline constexpr int kOpen = -1;

// The limits of what a page can learn while a reader waits: at most 70 MB in LookupLearner.
inline constexpr Index kMaxLookupKeys = 24;
inline constexpr Index kMaxLookupWidth = 20;

// Errors: no keys; a block of fewer than 2 choices; more than the limits.
Expected<void> validate(const LookupShape& shape);

// A table whose entries are independent and uniform.
Table random_table(const LookupShape& shape, Random& random);

// The values as one-hot blocks, w x K: column k is v_k, zeros for an open entry. Precondition: entries in range or
// open.
Matrix one_hot(const LookupShape& shape, const Table& table);

// The tokens of the question `key`, d x (K + 1), and the table's entry as target, w x 1 (Targets::last).
Sequence lookup_sequence(const LookupShape& shape, const Table& table, Index key);

// The layer above: one head that answers every question of every table exactly.
Model lookup_model(const LookupShape& shape);

// Coordinates no further than this below the largest equal it: what is between them is rounding.
inline constexpr double kTie = 1e-9;

// The place of the largest coordinate, of equals the first.
Index first_largest(const Vector& answer);
// Whether another coordinate equals it.
bool is_tied(const Vector& answer);

// An answer rounded to the nearest entry: the first largest coordinate of each block.
struct Rounded {
  std::vector<int> values;
  double margin = 0.0;  // the least lead of a largest coordinate over the next: 1 when exact, 0 at a tie
};
Rounded round_to_entry(const LookupShape& shape, const Vector& answer);

// What a learned step answered to one question.
struct LookupAnswer {
  Index key = 0;
  Vector answer;  // w numbers, before rounding
  Rounded rounded;
  std::vector<int> truth;  // the table's entry
  double error = 0.0;      // largest difference between answer and the entry's one-hot blocks
  double rho = 0.0;        // pointwise certificate, see Interpolation::rho
  bool right() const { return rounded.values == truth; }
  // Right because the largest coordinates are, not because rounding takes the first of equals.
  bool right_without_ties() const { return right() && rounded.margin > kTie; }
};

// The universal step, learned: the minimum-norm MHLA that fits the taught (table, question) pairs, the same
// coefficients as solve_minimum_norm finds on their sequences, but without a limit of d and far cheaper.
//
// Why it is cheaper (ours). In the dual the pairs (Z, z), (Z', z') meet in the kernel <G, G'> <z, z'>. Questions are
// unit vectors, so pairs of different keys are orthogonal, and there are K small regressions instead of one.
// Within one key G = [[I + e_k e_k^T, T^T], [T, T T^T]] with T = [v_1 .. v_K], whose first block is fixed, so
//   <G, G'> = (K + 3) + 2 <T, T'> + <T T^T, T' T'^T>
// is the inner product of m = 1 + K w + w(w+1)/2 features, instead of psi = d^2 (d+1)/2.
class LookupLearner {
 public:
  // Precondition: validate(shape). Memory O(K m r) for r independent examples of a key.
  explicit LookupLearner(LookupShape shape);

  const LookupShape& shape() const { return shape_; }

  // One more example: the entry of `table` at `key`; returns whether it was new. O(m r).
  // Errors: see Interpolation::add; a table, with one answer to each question, meets none.
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

// The rank of all questions of one key over all tables:
//   1 + K sum_b (b - 1) + sum_{b < b'} (b - 1)(b' - 1),
// a constant, T (the one-hot blocks of each key add up to 1), and the counts in T T^T of pairs of values in one entry.
// With so many independent examples of each key the learned step is exact on every table, though lambda_min = 0; so K
// times as many are the fewest that can do. Source: ours.
Index key_rank(const LookupShape& shape);

}  // namespace learner
