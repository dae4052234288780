#include "learner/softmax/two_token_layer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/decompositions.hpp"
#include "learner/random.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/two_token_curve.hpp"

namespace learner {
namespace {

constexpr double kMostStartError = 0.5;  // a curve whose log beta are expected to be less exact is no start
constexpr double kRoundings = 1e3;       // right heads leave some 10 roundings, one head too few at d = 1 some 4000
constexpr double kMostError = 0.05;      // the same of what is fitted to all curves
constexpr double kLeastMargin = 2.0;     // of the best order of heads before the second best
constexpr double kExactLayer = 1e-6;     // relative error at which a layer without noise counts as right

// Of the rows asked by v (entry j is 1) or by u.
struct Side {
  const Vector& y;
  double rows;
  double log_ratio;  // n_+ / n_-
  Vector token;
};

Side side_of(const TwoTokenAnswer& answer, bool plus, Index d) {
  return {.y = plus ? answer.y_v : answer.y_u,
          .rows = plus ? answer.rows_v : answer.rows_u,
          .log_ratio = portable_log(static_cast<double>(answer.n_v) / static_cast<double>(answer.n_u)),
          .token = token_of(plus ? answer.v : answer.u, d)};
}

// What one head adds to the answers of both tokens of every pair, less the middle Wbar^T (u + v)/2.
Vector head_answers(const Matrix& Theta, const Matrix& W, std::span<const TwoTokenAnswer> answers) {
  const Index d = W.rows();
  Vector result(2 * d * std::ssize(answers));
  Index at = 0;
  for (const TwoTokenAnswer& answer : answers) {
    const Vector u = token_of(answer.u, d), v = token_of(answer.v, d);
    const Vector key = Theta * (u - v), value = 0.5 * W.transpose() * (u - v);
    const double shift = portable_log(static_cast<double>(answer.n_u) / static_cast<double>(answer.n_v));
    result.segment(at, d) = portable_tanh(0.5 * (shift + u.dot(key))) * value;
    result.segment(at + d, d) = portable_tanh(0.5 * (shift + v.dot(key))) * value;
    at += 2 * d;
  }
  return result;
}

Vector less_middle(const Matrix& Wbar, std::span<const TwoTokenAnswer> answers) {
  const Index d = Wbar.rows();
  Vector result(2 * d * std::ssize(answers));
  Index at = 0;
  for (const TwoTokenAnswer& answer : answers) {
    const Vector middle = 0.5 * Wbar.transpose() * (token_of(answer.u, d) + token_of(answer.v, d));
    result.segment(at, d) = answer.y_u - middle;
    result.segment(at + d, d) = answer.y_v - middle;
    at += 2 * d;
  }
  return result;
}

}  // namespace

ColumnFit::ColumnFit(Matrix Wbar, Index heads, Index j, double noise)
    : Wbar_(std::move(Wbar)), heads_(heads), j_(j), noise_(noise) {}

// Answers are sums of m tokens' worth of W; their rounding errors are some units in the last place of |Wbar|.
double ColumnFit::rounding() const {
  double largest = Wbar_.cwiseAbs().maxCoeff();
  for (const TwoTokenAnswer& answer : answers_) largest = std::max(largest, answer.y_u.cwiseAbs().maxCoeff());
  return largest * std::numeric_limits<double>::epsilon();
}

void ColumnFit::add(std::span<const TwoTokenAnswer> pair) {
  answers_.insert(answers_.end(), pair.begin(), pair.end());
  const Index T = std::ssize(pair);
  if (T < heads_ || Wbar_.rows() * (T - heads_ + 1) < heads_) return;
  ++pairs_;
  bool refused = false;
  for (const bool plus : {false, true})
    if (const auto added = add_curve(pair, plus); !added) refused = true, refusal_ = added.error();
  if (refused) ++refused_;
}

Expected<void> ColumnFit::add_curve(std::span<const TwoTokenAnswer> pair, bool plus) {
  const Index d = Wbar_.rows();
  std::vector<CurvePoint> points;
  for (const TwoTokenAnswer& answer : pair) {
    const double own = static_cast<double>(plus ? answer.n_v : answer.n_u);
    const double other = static_cast<double>(plus ? answer.n_u : answer.n_v);
    const Side side = side_of(answer, plus, d);
    points.push_back({.r = own / other, .y = side.y, .weight = std::sqrt(side.rows)});
  }
  const Vector token = token_of(plus ? pair.front().v : pair.front().u, d);
  const Vector other = token_of(plus ? pair.front().u : pair.front().v, d);
  const auto curve = fit_two_token_curve(points, Wbar_.transpose() * other, Wbar_.transpose() * token, heads_, noise_);
  if (!curve) return std::unexpected(curve.error());
  const double error = curve->amplification * (noise_ + rounding());
  if (curve->residual > 4.0 * noise_ + kRoundings * rounding()) {
    if (noise_ == 0.0) return fail("More heads than %1 gave these answers: raise the number of heads.", heads_);
    return fail("More heads than %1 gave these answers, or more noise than said: raise the number of heads.", heads_);
  }
  if (!(error < kMostStartError) || curve->smallest_c < 10.0 * noise_ + 1e8 * rounding()) {
    if (noise_ == 0.0 && heads_ == 1)
      return fail("The answers do not show 1 head: to some questions it answers nothing. Take another layer.");
    if (noise_ == 0.0) {
      return fail(
          "The answers do not tell %1 heads apart: two are equal, one answers nothing, or for some question two switch "
          "at one place. Ask for fewer heads, or take another layer.",
          heads_);
    }
    if (heads_ == 1)
      return fail("The answers do not show 1 head: it answers nothing, or noise hides it. Lower the noise.");
    return fail(
        "The answers do not tell %1 heads apart: two are equal, one answers nothing, or noise hides it. Ask for fewer "
        "heads or lower the noise.",
        heads_);
  }
  const double sign = plus ? 1.0 : -1.0;
  const Vector score = curve->beta.unaryExpr([&](double beta) { return -0.5 * sign * portable_log(beta); });
  curves_.push_back({.a = token,
                     .score = score,
                     .w = 0.5 * sign * curve->c,
                     .error = error,
                     .gap = curve->smallest_gap,
                     .size = curve->smallest_c});
  return {};
}

bool ColumnFit::spans(double target) const {
  const Index d = Wbar_.rows();
  Matrix gram = Matrix::Zero(d, d);
  for (const Curve& curve : curves_)
    if (curve.error <= target) gram += curve.a * curve.a.transpose();
  return rank_factor(gram, 1e-10).rank() == d;
}

// Every curve's heads in the order of the most exact one, told by row j of W_i; then least squares for theta.
Matrix ColumnFit::start() const {
  const Curve& best = *std::ranges::min_element(curves_, {}, &Curve::error);
  Matrix a(std::ssize(curves_), Wbar_.rows()), scores(std::ssize(curves_), heads_);
  for (Index t = 0; t < a.rows(); ++t) {
    const Curve& curve = curves_[static_cast<std::size_t>(t)];
    Matrix cost(heads_, heads_);
    for (Index i = 0; i < heads_; ++i) cost.row(i) = (curve.w.colwise() - best.w.col(i)).colwise().squaredNorm();
    const std::vector<Index> order = cheapest_order(cost);
    const double weight = 1.0 / std::max(curve.error, 1e-3 * best.error);
    a.row(t) = weight * curve.a.transpose();
    for (Index i = 0; i < heads_; ++i) scores(t, i) = weight * curve.score(order[static_cast<std::size_t>(i)]);
  }
  return HouseholderQR(a).solve(scores);
}

// Both tokens of every answer, and last the end of all curves, sum of the w = row j of Wbar.
TanhExamples ColumnFit::examples() const {
  const Index d = Wbar_.rows(), T = 2 * std::ssize(answers_);
  TanhExamples result{Vector(T + 1), Matrix::Zero(d, T + 1), Matrix(d, T + 1), Vector(T + 1)};
  for (Index t = 0; t < T; ++t) {
    const TwoTokenAnswer& answer = answers_[static_cast<std::size_t>(t / 2)];
    const Side side = side_of(answer, t % 2 == 1, d);
    Vector middle = side.token;
    middle(j_) = 0.0;
    result.shift(t) = 0.5 * side.log_ratio;
    result.a.col(t) = side.token;
    result.y.col(t) = side.y - Wbar_.transpose() * middle;
    result.weight(t) = std::sqrt(side.rows);
  }
  result.shift(T) = kSaturated;
  result.y.col(T) = Wbar_.row(j_).transpose();
  result.weight(T) = result.weight.head(T).maxCoeff();
  return result;
}

Expected<TanhFit> ColumnFit::fit() const {
  if (!spans(kMostStartError)) return std::unexpected(refusal_);
  auto fit = fit_tanh_network(examples(), start());
  const bool fits = !fit || !(fit->residual > 4.0 * noise_ + kRoundings * rounding());
  const bool exact = !fit || fit->amplification * (noise_ + rounding()) < kMostError;
  if (!fits && noise_ == 0.0)
    return fail("The answers to several pairs of tokens do not fit one layer with m = %1: change the number of heads.",
                heads_);
  if (!fits)
    return fail(
        "The answers to several pairs of tokens do not fit one layer with m = %1: lower the noise, or change the "
        "number of heads.",
        heads_);
  if (!exact && noise_ == 0.0)
    return fail("The answers determine a layer with m = %1 too badly: ask more often, or ask for fewer heads.", heads_);
  if (!exact)
    return fail(
        "The answers determine a layer with m = %1 too badly: lower the noise, ask more often, or ask for fewer heads.",
        heads_);
  return fit;
}

double ColumnFit::smallest_gap() const { return std::ranges::min_element(curves_, {}, &Curve::gap)->gap; }
double ColumnFit::smallest_c() const { return std::ranges::min_element(curves_, {}, &Curve::size)->size; }

ColumnOrder column_order(const SoftmaxLayer& before, const SoftmaxLayer& added, const Matrix& Wbar,
                         std::span<const TwoTokenAnswer> answers) {
  const Index m = before.m();
  const Vector y = less_middle(Wbar, answers);
  Matrix parts(y.size(), m * m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j) {
      const SoftmaxHead &a = before.heads[static_cast<std::size_t>(i)], &b = added.heads[static_cast<std::size_t>(j)];
      parts.col(i * m + j) = head_answers(a.Theta + b.Theta, a.W + b.W, answers);
    }
  std::vector<Index> order(static_cast<std::size_t>(m));
  std::iota(order.begin(), order.end(), Index{0});
  double best = std::numeric_limits<double>::infinity(), second = best;
  ColumnOrder result{.order = order};
  do {
    Vector rest = y;
    for (Index i = 0; i < m; ++i) rest -= parts.col(i * m + order[static_cast<std::size_t>(i)]);
    const double error = rest.norm();
    if (error < best)
      second = best, best = error, result.order = order;
    else
      second = std::min(second, error);
  } while (std::ranges::next_permutation(order).found);
  result.margin = m == 1 ? second : second / std::max(best, std::numeric_limits<double>::min());
  return result;
}

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
  Wbar_ = HouseholderQR(u).solve(y);
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
  if (!(order.margin >= kLeastMargin) && noise_ == 0.0)
    return fail("The answers do not say which parts belong to one head: ask more often.");
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
  const TestError error = test_error(report.layer, others);
  const double count = static_cast<double>(error.rows * error.d_out);
  report.check_error = std::sqrt(error.mean());
  const bool answers = report.check_error <= 4.0 * (1.0 + report.amplification) * noise +
                                                 kExactLayer * std::sqrt(error.squared_targets / std::max(1.0, count));
  if (!answers && noise == 0.0)
    return fail("The recovered layer does not answer other sequences: change the number of heads.");
  if (!answers)
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
