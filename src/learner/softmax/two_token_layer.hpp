#pragma once

#include <span>
#include <vector>

#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/two_token.hpp"
#include "learner/softmax/two_token_curve.hpp"
#include "learner/softmax/two_token_table.hpp"

namespace learner {

// Column j of every Theta_i and row j of every W_i, from answers to pairs of tokens that differ in entry j only; step 2
// of two_token.hpp. Heads come in an order of this column's own.
class ColumnFit {
 public:
  // Wbar: d x d, the sum of the W_i. noise: the standard deviation of an answer.
  ColumnFit(Matrix Wbar, Index heads, Index j, double noise);

  // The answers of one pair, at any ratios. Two curves are fitted, one for each token, if there are ratios enough.
  void add(std::span<const TwoTokenAnswer> pair);

  // Whether curves whose log beta are expected to be exact to `target` have d independent tokens.
  bool spans(double target) const;

  // theta: d x m, the columns of the Theta_i; w: d x m, the rows of the W_i; fitted to all answers that were added.
  // Errors: curves do not span, with the reason why the last one was refused.
  Expected<TanhFit> fit() const;

  Index pairs() const { return pairs_; }
  Index pairs_refused() const { return refused_; }
  double smallest_gap() const;  // of the curves that count
  double smallest_c() const;

 private:
  struct Curve {
    Vector a;          // the token
    Vector score;      // m, a^T Theta_i e_j
    Matrix w;          // d x m, row j of W_i
    double error;      // expected of log beta
    double gap, size;  // smallest of log beta, of c
  };

  Expected<void> add_curve(std::span<const TwoTokenAnswer> pair, bool plus);
  TanhExamples examples() const;
  Matrix start() const;
  double rounding() const;

  Matrix Wbar_;
  Index heads_, j_;
  double noise_;
  std::vector<TwoTokenAnswer> answers_;
  std::vector<Curve> curves_;
  Index pairs_ = 0, refused_ = 0;
  Error refusal_{"The pairs of tokens do not span all directions: ask more of them."};
};

struct ColumnOrder {
  std::vector<Index> order;  // order[i] is the found head that belongs to head i
  double margin = 0.0;       // error of the second best order over that of the best; infinite for one head
};

// Which heads of one column belong to which of the columns before it; step 3 of two_token.hpp.
// before, added: layers of m heads in their own orders, with zeros where a column (of Theta) and row (of W) is not
// known; answers: pairs whose tokens differ in one entry of `before` and in the one that `added` knows.
// All m! orders are tried: errors do not add up head by head. Cost O(m! m rows d), m <= 8. Source: ours.
ColumnOrder column_order(const SoftmaxLayer& before, const SoftmaxLayer& added, const Matrix& Wbar,
                         std::span<const TwoTokenAnswer> answers);

// The steps of two_token.hpp from a table of answers to a layer, one column after the other; answers may be added to
// the table in between.
class TwoTokenLayer {
 public:
  // noise: the standard deviation of an answer.
  TwoTokenLayer(Index d, Index heads, double noise);

  TwoTokenTable table;
  TwoTokenRecovery report;

  // Step 1: Wbar from all sequences of one token in the table. Errors: fewer than d independent ones.
  Expected<void> fit_sum();

  // Step 2: a fit to which the pairs of column j can be added.
  ColumnFit column(Index j) const { return ColumnFit(Wbar_, heads_, j, noise_); }
  Expected<void> fit_column(Index j, const ColumnFit& column);

  // Step 3: which head of the fitted column j is which, from all pairs in the table that differ in entry j and one
  // before it. Errors: there are none.
  Expected<ColumnOrder> order(Index j) const;

  // The fitted column becomes part of the layer. Errors: an order that is hardly better than another.
  Expected<void> join(const ColumnOrder& order);

  // Step 4: the report, when the layer answers `others`, whose answers have this noise.
  Expected<TwoTokenRecovery> checked(std::span<const Sequence> others, double noise);

 private:
  void measure_fit();

  Index d_, heads_;
  double noise_;
  Matrix Wbar_;
  SoftmaxLayer added_;  // the fitted column alone, in its own order of heads
};

}  // namespace learner
