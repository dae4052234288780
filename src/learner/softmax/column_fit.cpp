#include "learner/softmax/column_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <Eigen/QR>

#include "learner/random.hpp"
#include "learner/rank_factor.hpp"
#include "learner/softmax/match_heads.hpp"

namespace learner {
namespace {

constexpr double kMostStartError = 0.5;  // a curve whose log beta are expected to be less exact is no start
constexpr double kRounding = 1e3;        // right heads leave some 10 roundings, one head too few at d = 1 some 4000
constexpr double kMostError = 0.05;      // the same of what is fitted to all curves
constexpr double kSaturated = 500.0;     // tanh of it is 1

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
  const bool minus = add_curve(pair, false), plus = add_curve(pair, true);
  if (!minus || !plus) ++refused_;
}

bool ColumnFit::add_curve(std::span<const TwoTokenAnswer> pair, bool plus) {
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
  const auto curve = fit_two_token_curve(points, Wbar_.transpose() * other, Wbar_.transpose() * token, heads_);
  if (!curve) {
    refusal_ = curve.error();
    return false;
  }
  const double error = curve->amplification * (noise_ + rounding());
  if (curve->residual > 4.0 * noise_ + kRounding * rounding()) {
    refusal_ =
        fail("More heads than %1 gave these answers, or more noise than said: raise the number of heads.", heads_)
            .error();
    return false;
  }
  if (!(error < kMostStartError) || curve->smallest_c < 10.0 * noise_ + 1e8 * rounding()) {
    refusal_ =
        fail(
            "The answers do not tell %1 heads apart: two are equal, one answers nothing, or noise hides it. Ask for "
            "fewer heads or lower the noise.",
            heads_)
            .error();
    return false;
  }
  const double sign = plus ? 1.0 : -1.0;
  const Vector score = curve->beta.unaryExpr([&](double beta) { return -0.5 * sign * portable_log(beta); });
  curves_.push_back({.a = token,
                     .score = score,
                     .w = 0.5 * sign * curve->c,
                     .error = error,
                     .gap = curve->smallest_gap,
                     .size = curve->smallest_c});
  return true;
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
  return Eigen::HouseholderQR<Matrix>(a).solve(scores);
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
  if (fit && fit->residual > 4.0 * noise_ + kRounding * rounding())
    return fail(
        "The answers to several pairs of tokens do not fit one layer with m = %1: lower the noise, or change the "
        "number of heads.",
        heads_);
  if (fit && !(fit->amplification * (noise_ + rounding()) < kMostError))
    return fail(
        "The answers determine a layer with m = %1 too badly: lower the noise, ask more often, or ask for fewer heads.",
        heads_);
  return fit;
}

double ColumnFit::smallest_gap() const { return std::ranges::min_element(curves_, {}, &Curve::gap)->gap; }
double ColumnFit::smallest_c() const { return std::ranges::min_element(curves_, {}, &Curve::size)->size; }

}  // namespace learner
