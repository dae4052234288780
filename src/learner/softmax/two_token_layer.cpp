#include "learner/softmax/two_token_layer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/QR>

#include "learner/rank_factor.hpp"

namespace learner {
namespace {

constexpr double kLeastMargin = 2.0;  // of the best order of heads before the second best
constexpr double kExact = 1e-6;       // relative error at which a layer without noise counts as right

TokenCode bit(Index j) { return TokenCode{1} << j; }

}  // namespace

TwoTokenLayer::TwoTokenLayer(Index d, Index heads, double noise) : d_(d), heads_(heads), noise_(noise) {
  const SoftmaxHead zero{Matrix::Zero(d, d), Matrix::Zero(d, d)};
  report.layer.heads.assign(static_cast<std::size_t>(heads), zero);
  report.order_margin = report.smallest_gap = report.smallest_c = std::numeric_limits<double>::infinity();
}

Expected<void> TwoTokenLayer::fit_sum() {
  const std::vector<TwoTokenAnswer> answers = table.answers(0);
  Matrix u(std::ssize(answers), d_), y(std::ssize(answers), d_);
  for (Index t = 0; t < u.rows(); ++t) {
    const TwoTokenAnswer& answer = answers[static_cast<std::size_t>(t)];
    u.row(t) = std::sqrt(answer.rows_u) * token_of(answer.u, d_).transpose();
    y.row(t) = std::sqrt(answer.rows_u) * answer.y_u.transpose();
  }
  if (u.rows() < d_ || rank_factor(u.transpose() * u, 1e-10).rank() < d_)
    return fail(
        "Sequences of one repeated token were seen for %1 tokens; it takes %2 independent ones: give more examples.",
        u.rows(), d_);
  Wbar_ = Eigen::HouseholderQR<Matrix>(u).solve(y);
  return {};
}

Expected<void> TwoTokenLayer::fit_column(Index j, const ColumnFit& column) {
  const auto fit = column.fit();
  if (!fit) return std::unexpected(fit.error());
  added_ = report.layer;
  for (Index i = 0; i < heads_; ++i) {
    SoftmaxHead& head = added_.heads[static_cast<std::size_t>(i)];
    head.Theta.setZero(), head.W.setZero();
    head.Theta.col(j) = fit->network.theta.col(i);
    head.W.row(j) = fit->network.w.col(i).transpose();
  }
  report.amplification = std::max(report.amplification, fit->amplification);
  report.smallest_gap = std::min(report.smallest_gap, column.smallest_gap());
  report.smallest_c = std::min(report.smallest_c, column.smallest_c());
  report.pairs += column.pairs();
  report.pairs_refused += column.pairs_refused();
  return {};
}

Expected<ColumnOrder> TwoTokenLayer::order(Index j) const {
  std::vector<TwoTokenAnswer> answers;
  for (Index i = 0; i < j; ++i) {
    const auto some = table.answers(bit(i) | bit(j));
    answers.insert(answers.end(), some.begin(), some.end());
  }
  if (answers.empty() && j > 0 && heads_ > 1)
    return fail("No two tokens that differ in two entries were seen together: give more examples.");
  if (j > 0 && heads_ > 1) return column_order(report.layer, added_, Wbar_, answers);
  std::vector<Index> same(static_cast<std::size_t>(heads_));
  std::iota(same.begin(), same.end(), Index{0});
  return ColumnOrder{.order = same, .margin = std::numeric_limits<double>::infinity()};
}

Expected<void> TwoTokenLayer::join(const ColumnOrder& order) {
  if (!(order.margin >= kLeastMargin))
    return fail("The answers do not say which parts belong to one head: lower the noise or ask more often.");
  report.order_margin = std::min(report.order_margin, order.margin);
  for (std::size_t i = 0; i < order.order.size(); ++i) {
    const SoftmaxHead& from = added_.heads[static_cast<std::size_t>(order.order[i])];
    report.layer.heads[i].Theta += from.Theta;
    report.layer.heads[i].W += from.W;
  }
  return {};
}

Expected<TwoTokenRecovery> TwoTokenLayer::checked(std::span<const Sequence> others, double noise) {
  double squares = 0.0, size = 0.0, count = 0.0;
  for (const Sequence& other : others) {
    squares += (other.Y - attend(report.layer, other.Z)).squaredNorm();
    size += other.Y.squaredNorm();
    count += static_cast<double>(other.Y.size());
  }
  if (count > 0.0) report.check_error = std::sqrt(squares / count);
  if (!(report.check_error <=
        4.0 * (1.0 + report.amplification) * noise + kExact * std::sqrt(size / std::max(1.0, count))))
    return fail("The recovered layer does not answer other sequences: change the number of heads or lower the noise.");
  measure_fit();
  return std::move(report);
}

void TwoTokenLayer::measure_fit() {
  double squares = 0.0, count = 0.0;
  for (const TwoTokenAnswer& answer : table.answers()) {
    if (answer.one_token()) continue;
    const Matrix Y = attend(report.layer, repeated(answer.u, answer.v, answer.n_u, answer.n_v, d_));
    squares += (Y.col(0) - answer.y_u).squaredNorm() + (Y.col(Y.cols() - 1) - answer.y_v).squaredNorm();
    count += static_cast<double>(2 * d_);
  }
  report.fit_error = std::sqrt(squares / std::max(1.0, count));
}

}  // namespace learner
