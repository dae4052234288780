#include "learner/machines/lookup_learner.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "learner/features.hpp"

namespace learner {
namespace {

Index feature_length(const LookupShape& shape) { return 1 + shape.keys * shape.width() + pair_count(shape.width()); }

std::vector<int> entry(const Table& table, Index key) { return {table.col(key).begin(), table.col(key).end()}; }

}  // namespace

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

std::string why_wrong(const LookupAnswer& asked) {
  if (asked.rho <= Interpolation::kInside) {
    return "the lessons do determine this answer, so the fault lies in the arithmetic.";
  }
  const int percent = std::clamp(static_cast<int>(100.0 * asked.rho + 0.5), 1, 100);
  return std::to_string(percent) +
         " % of this question lies outside what the lessons span (rho), so they leave its "
         "answer open: teach more machines.";
}

}  // namespace learner
