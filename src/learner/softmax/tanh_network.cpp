#include "learner/softmax/tanh_network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/QR>

#include "learner/exponential.hpp"

namespace learner {
namespace {

constexpr Index kMostSteps = 40;
constexpr Index kMostHalvings = 12;

// The hidden layer for one theta with the output weights that fit best.
class Projection {
 public:
  Projection(const TanhExamples& examples, Matrix theta) : theta_(std::move(theta)) {
    hidden_ = theta_.transpose() * examples.a;
    hidden_.rowwise() += examples.shift.transpose();
    hidden_ = hidden_.unaryExpr([](double x) { return portable_tanh(x); });
    qr_.compute((hidden_ * examples.weight.asDiagonal()).transpose());
    Matrix rotated = (examples.y * examples.weight.asDiagonal()).transpose();
    rotated.applyOnTheLeft(qr_.householderQ().adjoint());
    w_ = qr_.matrixQR().topRows(m()).triangularView<Eigen::Upper>().solve(rotated.topRows(m())).transpose();
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
    slopes.applyOnTheLeft(qr_.householderQ().adjoint());
    // Outputs are turned so that all but the first m do not depend on theta.
    const Index kept = std::min(d, m());
    const Eigen::HouseholderQR<Matrix> turn(w_);
    const Matrix w = turn.matrixQR().topRows(kept).triangularView<Eigen::Upper>();
    const Matrix turned = rest_ * turn.householderQ();
    Matrix system(rows * kept, p * m() + 1);
    for (Index o = 0; o < kept; ++o) {
      for (Index c = 0; c < p * m(); ++c)
        system.col(c).segment(o * rows, rows) = w(o, c / p) * slopes.col(c).tail(rows);
      system.col(p * m()).segment(o * rows, rows) = turned.col(o);
    }
    const Eigen::HouseholderQR<Matrix> qr(system);
    return qr.matrixQR().topRows(p * m()).triangularView<Eigen::Upper>();
  }

 private:
  Index m() const { return theta_.cols(); }

  Matrix theta_, hidden_, rest_, w_;
  Eigen::HouseholderQR<Matrix> qr_;
  double squared_error_ = 0.0;
};

double amplification(const Matrix& triangle) {
  const Index n = triangle.rows();
  const Matrix inverse = triangle.leftCols(n).triangularView<Eigen::Upper>().solve(Matrix::Identity(n, n));
  const double most = std::sqrt(inverse.rowwise().squaredNorm().maxCoeff());
  return inverse.allFinite() ? most : std::numeric_limits<double>::infinity();
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
    Matrix step = triangle.leftCols(p * m).triangularView<Eigen::Upper>().solve(triangle.col(p * m)).reshaped(p, m);
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

}  // namespace learner
