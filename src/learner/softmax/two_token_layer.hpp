#pragma once

#include <span>

#include "learner/softmax/column_fit.hpp"
#include "learner/softmax/column_order.hpp"
#include "learner/softmax/two_token.hpp"
#include "learner/softmax/two_token_table.hpp"

namespace learner {

// The steps of two_token.hpp from a table of answers to a layer, one column after the other; who fills the table may do
// so in between. Every step's errors are sentences for the reader.
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
