#pragma once

#include <vector>

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

// The values as one-hot blocks, w x K: column k is v_k, with zeros for an open entry. Precondition: entries in range or
// open.
Matrix one_hot(const LookupShape& shape, const Table& table);

// The tokens of the question `key`, d x (K + 1), and the table's entry as target, w x 1 (Targets::last).
Sequence lookup_sequence(const LookupShape& shape, const Table& table, Index key);

// The layer above: one head that answers every question of every table exactly.
Model lookup_model(const LookupShape& shape);

// An answer rounded to the nearest entry: the largest coordinate of each block (the first of equals).
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
};

}  // namespace learner
