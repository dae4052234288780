#include "learner/softmax/two_token_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "learner/decompositions.hpp"
#include "learner/exponential.hpp"
#include "learner/random.hpp"

namespace learner {
namespace {

constexpr Index kMostSteps = 40;
constexpr Index kMostHalvings = 12;

// The hidden layer for one theta with the output weights that fit best.
class Projection {
 public:
  Projection(const TanhExamples& examples, Matrix theta)
      : theta_(std::move(theta)),
        hidden_(hidden(examples, theta_)),
        qr_((hidden_ * examples.weight.asDiagonal()).transpose()) {
    const Matrix rotated = qr_.apply_transposed_Q((examples.y * examples.weight.asDiagonal()).transpose());
    w_ = solve_upper(qr_.packed().topRows(m()), Matrix(rotated.topRows(m()))).transpose();
    rest_ = rotated.bottomRows(rotated.rows() - m());
    squared_error_ = w_.allFinite() ? rest_.squaredNorm() : std::numeric_limits<double>::infinity();
  }

  double squared_error() const { return squared_error_; }
  TanhNetwork network() const { return {theta_, w_}; }

  // The triangle R of the derivative of the residual with respect to theta, and Q^T residual beside it.
  Matrix reduced_derivative(const TanhExamples& examples) const {
    const Index p = theta_.rows(), rows = rest_.rows(), d = w_.rows();
    Matrix slopes(examples.shift.size(), p * m());
    for (Index i = 0; i < m(); ++i)
      slopes.middleCols(i * p, p) =
          (examples.a *
           ((1.0 - hidden_.row(i).array().square()) * examples.weight.transpose().array()).matrix().asDiagonal())
              .transpose();
    slopes = qr_.apply_transposed_Q(std::move(slopes));
    // Outputs are turned so that all but the first m do not depend on theta.
    const Index kept = std::min(d, m());
    const HouseholderQR turn(w_);
    const Matrix w = turn.R(kept);
    const Matrix turned = turn.apply_Q_from_right(rest_);
    Matrix system(rows * kept, p * m() + 1);
    for (Index o = 0; o < kept; ++o) {
      for (Index c = 0; c < p * m(); ++c)
        system.col(c).segment(o * rows, rows) = w(o, c / p) * slopes.col(c).tail(rows);
      system.col(p * m()).segment(o * rows, rows) = turned.col(o);
    }
    return HouseholderQR(system).R(p * m());
  }

 private:
  static Matrix hidden(const TanhExamples& examples, const Matrix& theta) {
    Matrix hidden = theta.transpose() * examples.a;
    hidden.rowwise() += examples.shift.transpose();
    return hidden.unaryExpr([](double x) { return portable_tanh(x); });
  }

  Index m() const { return theta_.cols(); }

  Matrix theta_, hidden_;
  HouseholderQR qr_;
  Matrix rest_, w_;
  double squared_error_ = 0.0;
};

double amplification(const Matrix& triangle) {
  const Index n = triangle.rows();
  const Matrix inverse = solve_upper(triangle.leftCols(n), Matrix(Matrix::Identity(n, n)));
  const double most = std::sqrt(inverse.rowwise().squaredNorm().maxCoeff());
  return inverse.allFinite() ? most : std::numeric_limits<double>::infinity();
}

double value(const Vector& a, double x) {
  double sum = 0.0;
  for (Index j = a.size() - 1; j >= 0; --j) sum = sum * x + a(j);
  return sum;
}

// Where the polynomial, monotone in between, changes sign; it does. The middle stops moving after some 60 halvings.
double halved(const Vector& a, double low, double high) {
  const bool rises = value(a, low) < 0.0;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) return middle;
    ((value(a, middle) < 0.0) == rises ? low : high) = middle;
  }
}

constexpr int kReweightings = 3;
constexpr double kMostTheta = 150.0;  // half a log beta beyond is a head that Gauss-Newton drove away
constexpr double kMostPole = 1.0 - 0x1p-40;

// The points in x, with the line between the ends taken off.
struct Bow {
  Vector x, weight;  // T
  Matrix y;          // T x d
  Vector half_rise;  // d, (y(inf) - y(0))/2
};

Bow bow_of(std::span<const CurvePoint> points, const Vector& at_zero, const Vector& at_infinity) {
  const Index T = std::ssize(points);
  Bow bow{Vector(T), Vector(T), Matrix(T, at_zero.size()), 0.5 * (at_infinity - at_zero)};
  const Vector middle = 0.5 * (at_infinity + at_zero);
  for (Index t = 0; t < T; ++t) {
    const CurvePoint& point = points[static_cast<std::size_t>(t)];
    bow.x(t) = (point.r - 1.0) / (point.r + 1.0);
    bow.weight(t) = point.weight;
    bow.y.row(t) = (point.y - middle - bow.x(t) * bow.half_rise).transpose();
  }
  return bow;
}

// T x m: column j is x^j.
Matrix powers(const Vector& x, Index m) {
  Matrix result = Matrix::Ones(x.size(), m);
  for (Index j = 1; j < m; ++j) result.col(j) = result.col(j - 1).cwiseProduct(x);
  return result;
}

// D_1 .. D_m of least sum of (weight (y D - (1 - x^2) N))^2.
Vector denominator(const Bow& bow, const Vector& weight, Index m) {
  const Index T = bow.x.size(), d = bow.y.cols(), kept = T - m + 1;
  const Matrix x = weight.asDiagonal() * powers(bow.x, m);
  const Vector end = (1.0 - bow.x.array().square()).matrix();
  const HouseholderQR numerator(end.asDiagonal() * x.leftCols(m - 1));
  Matrix rows(T, d * (m + 1));
  for (Index o = 0; o < d; ++o) {
    auto block = rows.middleCols(o * (m + 1), m + 1);
    block.leftCols(m) = (bow.y.col(o).cwiseProduct(bow.x)).asDiagonal() * x;
    block.col(m - 1) -= bow.half_rise(o) * end.cwiseProduct(x.col(m - 1));
    block.col(m) = -weight.cwiseProduct(bow.y.col(o));
  }
  if (m > 1) rows = numerator.apply_transposed_Q(std::move(rows));
  Matrix system(kept * d, m + 1);
  for (Index o = 0; o < d; ++o) system.middleRows(o * kept, kept) = rows.block(m - 1, o * (m + 1), kept, m + 1);
  return HouseholderQR(system.leftCols(m)).solve(Vector(system.col(m)));
}

// The w_i; fewer than m when D has other roots.
Vector poles(const Bow& bow, Index m) {
  Vector weight = bow.weight, D(m);
  const Matrix x = powers(bow.x, m + 1);
  for (int round = 0; round < kReweightings; ++round) {
    D = denominator(bow, weight, m);
    if (!D.allFinite()) return Vector(0);
    const Vector values = x.col(0) + x.rightCols(m) * D;
    weight = bow.weight.array() / values.array().abs().max(1e-3);
  }
  Vector reversed(m + 1);
  reversed << D.reverse(), 1.0;
  return real_roots(reversed, -1.0, 1.0);
}

// One input that is always 1: theta_i = -log(beta_i)/2, and w_i = c_i/2. The last example is the end: sum c_i is known.
TanhExamples neurons(std::span<const CurvePoint> points, const Vector& at_zero, const Vector& at_infinity) {
  const Index T = std::ssize(points);
  TanhExamples result{Vector(T + 1), Matrix::Ones(1, T + 1), Matrix(at_zero.size(), T + 1), Vector(T + 1)};
  for (Index t = 0; t < T; ++t) {
    const CurvePoint& point = points[static_cast<std::size_t>(t)];
    result.shift(t) = 0.5 * portable_log(point.r);
    result.y.col(t) = point.y - 0.5 * (at_zero + at_infinity);
    result.weight(t) = point.weight;
  }
  result.shift(T) = kSaturated;
  result.y.col(T) = 0.5 * (at_infinity - at_zero);
  result.weight(T) = result.weight.head(T).maxCoeff();
  return result;
}

double smallest_gap(const Vector& beta) {
  double least = std::numeric_limits<double>::infinity();
  for (Index i = 1; i < beta.size(); ++i) least = std::min(least, portable_log(beta(i) / beta(i - 1)));
  return least;
}

TwoTokenCurve curve_of(const TanhFit& fit, const Vector& at_zero) {
  const Index m = fit.network.theta.cols();
  std::vector<Index> order(static_cast<std::size_t>(m));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, [&](Index a, Index b) { return fit.network.theta(0, a) > fit.network.theta(0, b); });
  TwoTokenCurve curve{.beta = Vector(m), .c = Matrix(at_zero.size(), m), .at_zero = at_zero};
  for (Index i = 0; i < m; ++i) {
    const Index from = order[static_cast<std::size_t>(i)];
    curve.beta(i) = portable_exp(-2.0 * fit.network.theta(0, from));
    curve.c.col(i) = 2.0 * fit.network.w.col(from);
  }
  curve.residual = fit.residual;
  curve.amplification = 2.0 * fit.amplification;
  curve.smallest_gap = smallest_gap(curve.beta);
  curve.smallest_c = std::sqrt(curve.c.colwise().squaredNorm().minCoeff());
  return curve;
}

}  // namespace

double portable_tanh(double x) {
  const double tail = portable_exp(-2.0 * std::abs(x));
  return std::copysign((1.0 - tail) / (1.0 + tail), x);
}

Expected<TanhFit> fit_tanh_network(const TanhExamples& examples, const Matrix& theta) {
  const Index T = examples.shift.size(), d = examples.y.rows(), p = theta.rows(), m = theta.cols();
  if (T < m || (T - m) * std::min(d, m) < m * p)
    return fail("There are fewer answers than unknowns: ask more or longer sequences.");
  if (!examples.y.allFinite() || !theta.allFinite()) return fail("An answer is not a finite number: check the data.");
  Projection best(examples, theta);
  TanhFit fit;
  Matrix triangle = best.reduced_derivative(examples);
  for (bool falls = true; falls && fit.steps < kMostSteps; ++fit.steps) {
    Matrix step = solve_upper(triangle.leftCols(p * m), Vector(triangle.col(p * m))).reshaped(p, m);
    falls = false;
    for (Index halving = 0; step.allFinite() && halving < kMostHalvings && !falls; ++halving, step *= 0.5) {
      Projection next(examples, best.network().theta + step);
      if (!(next.squared_error() < best.squared_error())) continue;
      best = std::move(next);
      falls = true;
    }
    if (falls) triangle = best.reduced_derivative(examples);
  }
  fit.network = best.network();
  fit.residual = std::sqrt(best.squared_error() / static_cast<double>(T * d));
  fit.amplification = amplification(triangle);
  return fit;
}

Vector real_roots(const Vector& a, double low, double high) {
  const Index m = a.size() - 1;
  Vector turns(0);
  if (m > 1) turns = real_roots(a.tail(m).cwiseProduct(Vector::LinSpaced(m, 1.0, static_cast<double>(m))), low, high);
  Vector roots(m);
  Index found = 0;
  for (Index i = 0; i <= turns.size(); ++i) {
    const double left = i == 0 ? low : turns(i - 1), right = i == turns.size() ? high : turns(i);
    if ((value(a, left) < 0.0) != (value(a, right) < 0.0)) roots(found++) = halved(a, left, right);
  }
  return roots.head(found);
}

Expected<TwoTokenCurve> fit_two_token_curve(std::span<const CurvePoint> points, const Vector& at_zero,
                                            const Vector& at_infinity, Index heads, double noise) {
  const Index T = std::ssize(points), d = at_zero.size();
  if (T < heads || d * (T - heads + 1) < heads)
    return fail("A curve of %1 heads cannot be told from %2 ratios of the two tokens: ask longer sequences.", heads, T);
  const Bow bow = bow_of(points, at_zero, at_infinity);
  if (!bow.y.allFinite() || !bow.half_rise.allFinite())
    return fail("An answer is not a finite number: check the data.");
  const Vector w = poles(bow, heads);
  if (w.size() < heads && heads == 1) {
    return noise > 0.0 ? fail("The answers to two tokens do not show 1 head that switches: lower the noise.")
                       : fail("The answers to two tokens do not show 1 head that switches: take another layer.");
  }
  if (w.size() < heads && noise == 0.0) {
    return fail(
        "The answers to two tokens do not show %1 heads that switch at different places: ask for fewer heads, or take "
        "another layer.",
        heads);
  }
  if (w.size() < heads) {
    return fail(
        "The answers to two tokens do not show %1 heads that switch at different places: ask for fewer heads or "
        "lower the noise.",
        heads);
  }
  Matrix theta(1, heads);
  for (Index i = 0; i < heads; ++i) {
    const double pole = std::clamp(w(i), -kMostPole, kMostPole);
    theta(i) = 0.5 * portable_log((1.0 - pole) / (1.0 + pole));
  }
  const auto fit = fit_tanh_network(neurons(points, at_zero, at_infinity), theta);
  if (!fit) return std::unexpected(fit.error());
  if (!(fit->network.theta.cwiseAbs().maxCoeff() < kMostTheta))
    return noise > 0.0 ? fail("The answers to two tokens hide a head: ask for fewer heads or lower the noise.")
                       : fail("The answers to two tokens hide a head: ask for fewer heads.");
  return curve_of(*fit, at_zero);
}

}  // namespace learner
