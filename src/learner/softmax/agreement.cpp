#include "learner/softmax/agreement.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "learner/decompositions.hpp"
#include "learner/random.hpp"
#include "learner/softmax/softmax_layer.hpp"

namespace learner {
namespace {

std::string short_number(double number, int digits = 3) {
  std::array<char, 32> words;
  std::snprintf(words.data(), words.size(), "%.*g", digits, number);
  return words.data();
}

// In as many digits as it takes to read as larger than `limit`.
std::string number_above(double limit, double number) {
  int digits = 3;
  while (digits < 17 && std::strtod(short_number(number, digits).c_str(), nullptr) <= limit) ++digits;
  return short_number(number, digits);
}

// A column of W^T D that is nearer than this part of its length to the span of those before depends on them.
constexpr double kDependentTokens = 1e-9;

struct Sum {
  double sign = 1.0;    // of the constraint as it was met first
  std::size_t met = 0;  // constraints that were met before it
  Vector query, difference;
  double values = 0.0, residuals = 0.0;
  Index rows = 0;
};

// One number for query^T Theta difference and its negatives: signs of both are turned so that the query's and the
// difference's first entries that are not 0 are positive. Three bits a coordinate.
struct Key {
  std::uint64_t bits = 0;
  double sign = 1.0;
};

Key key_of(const Vector& query, const Vector& difference) {
  const Index d = query.size();
  Index first = 0;
  while (first + 1 < d && difference(first) == 0.0) ++first;
  const double turn_query = query(0) < 0.0 ? -1.0 : 1.0, turn_difference = difference(first) < 0.0 ? -1.0 : 1.0;
  Key key{.sign = turn_query * turn_difference};
  for (Index j = 0; j < d; ++j) {
    const double q = turn_query * query(j), u = turn_difference * difference(j);
    key.bits = key.bits << 3 | (q > 0.0 ? 4u : 0u) | (u > 0.0 ? 2u : u < 0.0 ? 1u : 0u);
  }
  return key;
}

class Collector {
 public:
  Collector(const Matrix& sum, Index most_distinct, const AgreementOptions& options)
      : sum_(sum), most_distinct_(most_distinct), options_(options) {}

  void add(const DistinctTokens& tokens) {
    const Index n = tokens.Z.cols();
    found_.rows += n;
    if (n < 2 || n > most_distinct_) return;
    // y = Wbar^T (z_last + D p), D the differences to the last token.
    const Matrix D = tokens.Z.leftCols(n - 1).colwise() - tokens.Z.col(n - 1);
    const Matrix image = sum_.transpose() * D;
    const HouseholderQR qr(image);
    for (Index j = 0; j + 1 < n; ++j)
      if (!(std::fabs(qr.packed()(j, j)) > kDependentTokens * image.col(j).norm())) return;
    found_.usable += n;
    const double longest = longest_side(sum_.transpose() * tokens.Z);
    for (Index t = 0; t < n; ++t) {
      const Vector target = tokens.Y.col(t) - sum_.transpose() * tokens.Z.col(n - 1);
      Vector p(n);
      p.head(n - 1) = qr.solve(target);
      p(n - 1) = 1.0 - p.head(n - 1).sum();
      if (!(p.minCoeff() >= options_.least_weight)) continue;
      const double residual = (target - image * p.head(n - 1)).norm() / longest;
      residuals_.push_back(residual);
      if (residual <= options_.tolerance) accept(tokens, t, p, residual);
    }
  }

  Expected<Agreement> finish() {
    if (found_.usable == 0)
      return of_kind(
          ErrorKind::no_rows,
          fail("No example has 2 to %1 different tokens with independent images: ask for more examples, or another k.",
               most_distinct_));
    if (found_.accepted == 0) return nobody_agrees();
    found_.least_residual = least();
    std::vector<std::pair<double, Sum*>> order;  // equal residuals: the first met comes first
    for (auto& [bits, sum] : sums_) order.emplace_back(sum.residuals / static_cast<double>(sum.rows), &sum);
    std::ranges::sort(order, [](const auto& x, const auto& y) {
      return x.first != y.first ? x.first < y.first : x.second->met < y.second->met;
    });
    const Index most = options_.most_constraints > 0 ? options_.most_constraints : 3 * sum_.rows() * sum_.rows();
    if (std::ssize(order) > most) order.resize(static_cast<std::size_t>(most));
    for (auto& [residual, sum] : order)
      found_.constraints.push_back({.query = std::move(sum->query),
                                    .difference = std::move(sum->difference),
                                    .value = sum->values / static_cast<double>(sum->rows),
                                    .residual = residual,
                                    .rows = sum->rows});
    return std::move(found_);
  }

  // Of the rows that large enough weights explain best, in any order.
  std::vector<double>& residuals() { return residuals_; }

 private:
  double least() const {
    return residuals_.empty() ? std::numeric_limits<double>::infinity() : std::ranges::min(residuals_);
  }

  static double longest_side(const Matrix& corners) {
    double longest = 0.0;
    for (Index b = 0; b < corners.cols(); ++b)
      longest = std::max(longest, (corners.colwise() - corners.col(b)).colwise().norm().maxCoeff());
    return longest;
  }

  void accept(const DistinctTokens& tokens, Index t, const Vector& p, double residual) {
    ++found_.accepted;
    Index c = 0;
    p.maxCoeff(&c);
    for (Index b = 0; b < p.size(); ++b) {
      if (b == c) continue;
      const Vector query = tokens.Z.col(t), difference = tokens.Z.col(b) - tokens.Z.col(c);
      const double value = portable_log(p(b) / p(c)) - portable_log(tokens.count(b) / tokens.count(c));
      const Key key = key_of(query, difference);
      Sum& sum = sums_[key.bits];
      if (sum.rows == 0) sum = {.sign = key.sign, .met = sums_.size(), .query = query, .difference = difference};
      sum.values += sum.sign * key.sign * value;
      sum.residuals += residual;
      ++sum.rows;
    }
  }

  std::unexpected<Error> nobody_agrees() const {
    if (residuals_.empty())
      return of_kind(ErrorKind::no_rows,
                     fail("No row can be explained by weights of at least %1: ask for more examples.",
                          short_number(options_.least_weight)));
    return of_kind(
        ErrorKind::no_agreement,
        fail("The heads agree on no row: the smallest residual is %1. Raise the tolerance of agreement above "
             "it, or ask for more examples.",
             number_above(options_.tolerance, least())));
  }

  const Matrix& sum_;
  Index most_distinct_;
  const AgreementOptions& options_;
  Agreement found_;
  std::map<std::uint64_t, Sum> sums_;
  std::vector<double> residuals_;
};

Expected<void> validate(const Matrix& sum, std::span<const Sequence> sequences, const AgreementOptions& options) {
  if (sequences.empty()) return fail("There are no examples to test for agreement: ask for at least 1.");
  assert(sum.rows() == sequences.front().d() && sum.rows() <= kMaxTokenDimension);
  if (!sum.allFinite()) return fail("The sum of the values holds numbers that are not finite: check the examples.");
  if (sum.isZero(0.0)) return fail("The values of the heads sum to zero, so that no answer tells their weights.");
  if (!(options.tolerance >= 0.0 && options.least_weight > 0.0 && options.most_constraints >= 0 &&
        options.most_distinct >= 0))
    return fail("Agreement needs a tolerance of at least 0, a least weight above 0 and no negative limit.");
  return {};
}

Collector collect(const Matrix& sum, std::span<const Sequence> sequences, const AgreementOptions& options) {
  Collector collector(sum, options.most_distinct > 0 ? options.most_distinct : sum.rows(), options);
  for (const Sequence& sequence : sequences) collector.add(distinct_tokens(sequence));
  return collector;
}

}  // namespace

Expected<Agreement> agreement(const Matrix& sum, std::span<const Sequence> sequences, const AgreementOptions& options) {
  if (const auto valid = validate(sum, sequences, options); !valid) return std::unexpected(valid.error());
  return collect(sum, sequences, options).finish();
}

Expected<std::vector<double>> residuals(const Matrix& sum, std::span<const Sequence> sequences,
                                        const AgreementOptions& options) {
  if (const auto valid = validate(sum, sequences, options); !valid) return std::unexpected(valid.error());
  std::vector<double> rising = std::move(collect(sum, sequences, options).residuals());
  std::ranges::sort(rising);
  return rising;
}

ConstraintError constraint_error(const Agreement& agreement, const SoftmaxLayer& truth) {
  ConstraintError error;
  for (const Constraint& constraint : agreement.constraints)
    for (const SoftmaxHead& head : truth.heads) {
      const double off = std::fabs(constraint.query.dot(head.Theta * constraint.difference) - constraint.value);
      error.largest = std::max(error.largest, off);
      error.mean += off;
    }
  if (!agreement.constraints.empty())
    error.mean /= static_cast<double>(agreement.constraints.size() * truth.heads.size());
  return error;
}

}  // namespace learner
