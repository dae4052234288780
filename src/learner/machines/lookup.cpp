#include "learner/machines/lookup.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <string>

namespace learner {

Index LookupShape::width() const { return std::accumulate(blocks.begin(), blocks.end(), Index{0}); }

Expected<void> validate(const LookupShape& shape) {
  if (shape.keys < 1 || shape.blocks.empty()) return fail("The table has no entries: give it at least one.");
  if (std::ranges::any_of(shape.blocks, [](Index choices) { return choices < 2; })) {
    return fail(
        "A part of the table's entries has a single choice, so there is nothing to learn: give it two or more.");
  }
  if (shape.keys > kMaxLookupKeys || shape.width() > kMaxLookupWidth) {
    return fail(
        "A table of %1 entries with %2 choices is too large here: keep states times symbols up to %3 and choices up to "
        "%4.",
        shape.keys, shape.width(), kMaxLookupKeys, kMaxLookupWidth);
  }
  return {};
}

Table random_table(const LookupShape& shape, Random& random) {
  Table table(static_cast<Index>(shape.blocks.size()), shape.keys);
  for (Index k = 0; k < shape.keys; ++k) {
    for (Index b = 0; b < table.rows(); ++b) {
      table(b, k) = static_cast<int>(random.below(static_cast<std::uint32_t>(shape.blocks[static_cast<size_t>(b)])));
    }
  }
  return table;
}

Matrix one_hot(const LookupShape& shape, const Table& table) {
  assert(table.rows() == static_cast<Index>(shape.blocks.size()) && table.cols() == shape.keys);
  Matrix values = Matrix::Zero(shape.width(), shape.keys);
  Index first = 0;
  for (Index b = 0; b < table.rows(); ++b) {
    const Index choices = shape.blocks[static_cast<size_t>(b)];
    for (Index k = 0; k < shape.keys; ++k) {
      assert(kOpen <= table(b, k) && table(b, k) < choices);
      if (table(b, k) != kOpen) values(first + table(b, k), k) = 1.0;
    }
    first += choices;
  }
  return values;
}

Sequence lookup_sequence(const LookupShape& shape, const Table& table, Index key) {
  assert(0 <= key && key < shape.keys);
  const Index K = shape.keys;
  const Matrix values = one_hot(shape, table);
  Matrix Z = Matrix::Zero(shape.d(), K + 1);
  Z.topLeftCorner(K, K).setIdentity();
  Z.bottomLeftCorner(shape.width(), K) = values;
  Z(key, K) = 1.0;
  return {std::move(Z), values.col(key)};
}

Model lookup_model(const LookupShape& shape) {
  const Index K = shape.keys;
  Head head{Matrix::Zero(shape.width(), shape.d()), Matrix::Zero(shape.d(), shape.d())};
  head.V.rightCols(shape.width()).setIdentity();
  head.Q.topLeftCorner(K, K).setIdentity();
  return {{std::move(head)}};
}

Rounded round_to_entry(const LookupShape& shape, const Vector& answer) {
  assert(answer.size() == shape.width());
  Rounded result{.values = {}, .margin = std::numeric_limits<double>::infinity()};
  Index first = 0;
  for (const Index choices : shape.blocks) {
    Vector block = answer.segment(first, choices);
    Index place = 0;
    const double best = block.maxCoeff(&place);
    block(place) = -std::numeric_limits<double>::infinity();
    result.values.push_back(static_cast<int>(place));
    result.margin = std::min(result.margin, choices > 1 ? best - block.maxCoeff() : best);
    first += choices;
  }
  return result;
}

}  // namespace learner
