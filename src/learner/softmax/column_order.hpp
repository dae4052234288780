#pragma once

#include <span>
#include <vector>

#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/two_token_table.hpp"

namespace learner {

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

}  // namespace learner
