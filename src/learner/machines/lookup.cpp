#include "learner/machines/lookup.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "learner/features.hpp"

namespace learner {
namespace {

Index feature_length(const LookupShape& shape) { return 1 + shape.keys * shape.width() + pair_count(shape.width()); }

std::vector<int> entry(const Table& table, Index key) { return {table.col(key).begin(), table.col(key).end()}; }

}  // namespace

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

Index first_largest(const Vector& answer) {
  const double least = answer.maxCoeff() - kTie;
  return std::ranges::find_if(answer, [least](double coordinate) { return coordinate >= least; }) - answer.begin();
}

bool is_tied(const Vector& answer) { return (answer.array() >= answer.maxCoeff() - kTie).count() > 1; }

Rounded round_to_entry(const LookupShape& shape, const Vector& answer) {
  assert(answer.size() == shape.width());
  Rounded result{.values = {}, .margin = std::numeric_limits<double>::infinity()};
  Index first = 0;
  for (const Index choices : shape.blocks) {
    Vector block = answer.segment(first, choices);
    const Index place = first_largest(block);
    const double best = block(place);
    block(place) = -std::numeric_limits<double>::infinity();
    result.values.push_back(static_cast<int>(place));
    result.margin = std::min(result.margin, choices > 1 ? std::max(0.0, best - block.maxCoeff()) : best);
    first += choices;
  }
  return result;
}

LookupLearner::LookupLearner(LookupShape shape)
    : shape_(std::move(shape)),
      keys_(static_cast<size_t>(shape_.keys), Interpolation(feature_length(shape_), shape_.width())) {
  assert(validate(shape_).has_value());
}

// sqrt(K + 3), sqrt(2) T, and T T^T with its off-diagonal entries times sqrt(2).
Vector LookupLearner::features(const Matrix& values) const {
  const Index w = shape_.width();
  const double twice = std::sqrt(2.0);
  Matrix products = twice * values * values.transpose();
  products.diagonal() /= twice;
  Vector h(feature_length(shape_));
  h(0) = std::sqrt(static_cast<double>(shape_.keys + 3));
  h.segment(1, values.size()) = twice * values.reshaped();
  h.tail(pair_count(w)) = vech(products);
  return h;
}

Expected<bool> LookupLearner::add(const Table& table, Index key) {
  assert(0 <= key && key < shape_.keys);
  const Matrix values = one_hot(shape_, table);
  return keys_[static_cast<size_t>(key)].add(features(values), values.col(key));
}

LookupAnswer LookupLearner::ask(const Table& table, Index key) const {
  assert(0 <= key && key < shape_.keys);
  const Matrix values = one_hot(shape_, table);
  const Vector h = features(values);
  const Interpolation& learned = keys_[static_cast<size_t>(key)];
  LookupAnswer result{.key = key, .answer = learned.answer(h), .rounded = {}, .truth = entry(table, key)};
  result.rounded = round_to_entry(shape_, result.answer);
  result.error = (result.answer - values.col(key)).cwiseAbs().maxCoeff();
  result.rho = learned.rho(h);
  return result;
}

Index LookupLearner::examples() const {
  Index sum = 0;
  for (const Interpolation& key : keys_) sum += key.examples();
  return sum;
}

Index LookupLearner::rank() const {
  Index sum = 0;
  for (const Interpolation& key : keys_) sum += key.rank();
  return sum;
}

Matrix LookupLearner::folded() const {
  const Index K = shape_.keys;
  const Index w = shape_.width();
  const Index d = shape_.d();
  const double twice = std::sqrt(2.0);
  Matrix p = Matrix::Zero(w, feature_count(d));
  for (Index l = 0; l < K; ++l) {
    const Matrix& A = keys_[static_cast<size_t>(l)].coefficients();
    // The constant feature is <I + e_l e_l^T, block of G> / sqrt(K + 3).
    for (Index j = 0; j < K; ++j) {
      p.col(folded_index(j, j, l, d)) = (j == l ? 2.0 : 1.0) / std::sqrt(static_cast<double>(K + 3)) * A.col(0);
      for (Index c = 0; c < w; ++c) p.col(folded_index(j, K + c, l, d)) = twice * A.col(1 + j * w + c);
    }
    for (Index b = 0; b < w; ++b) {
      for (Index c = b; c < w; ++c) {
        p.col(folded_index(K + b, K + c, l, d)) = (b == c ? 1.0 : twice) * A.col(1 + K * w + pair_index(b, c, w));
      }
    }
  }
  return p;
}

Index key_rank(const LookupShape& shape) {
  Index free = 0;
  Index pairs = 0;
  for (const Index choices : shape.blocks) {
    pairs += free * (choices - 1);
    free += choices - 1;
  }
  return 1 + shape.keys * free + pairs;
}

}  // namespace learner
