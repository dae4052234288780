#include "learner/descent/folded_descent.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/random.hpp"
#include "learner/solve.hpp"
#include "learner/symmetric_eigen.hpp"

namespace learner {
namespace {

// Not a stream of Task's, see training.cpp.
constexpr std::uint64_t kCoefficientStream = 1001;

Matrix random_start(const Moments& moments, const FoldedDescentOptions& options, Index psi) {
  const double deviation = options.deviation < 0.0 ? 1.0 / std::sqrt(static_cast<double>(psi)) : options.deviation;
  return Random(options.seed).split(kCoefficientStream).gaussian(moments.shape().d_out, psi, deviation);
}

}  // namespace

Expected<FoldedDescent> FoldedDescent::begin(const Moments& moments, const FoldedDescentOptions& options) {
  if (const auto valid = moments.check(); !valid) return std::unexpected(valid.error());
  if (options.steps < 1) return fail("Descent needs time: set the number of steps to 1 or more.");
  if (!std::isfinite(options.deviation)) return fail("The start's deviation must be a number, for example 0.1.");
  if (const auto valid = validate(options.schedule); !valid) return std::unexpected(valid.error());
  if (const auto valid = validate(options.optimiser); !valid) return std::unexpected(valid.error());
  return FoldedDescent(moments, options);
}

FoldedDescent::FoldedDescent(const Moments& moments, const FoldedDescentOptions& options)
    : options_(options),
      gram_(moments.gram()),
      cross_(moments.cross().transpose()),
      p_(random_start(moments, options, gram_.rows())),
      before_(p_),
      optimiser_(options.optimiser, p_.size()) {
  const double share = 1.0 / static_cast<double>(moments.rows());
  gram_ *= share;
  cross_ *= share;
  squares_ = share * moments.squared_targets();
}

double FoldedDescent::loss() const {
  const Matrix answers = p_ * gram_;
  return p_.cwiseProduct(answers - 2.0 * cross_).sum() + squares_;
}

Expected<double> FoldedDescent::step() {
  if (stopped_) return std::unexpected(*stopped_);
  assert(!finished());
  const auto stop = [&] {
    p_ = before_;
    stopped_ = fail(
                   "After %1 steps the loss is no longer a finite number: choose a smaller learning rate, or clip the "
                   "gradient to a shorter length.",
                   step_)
                   .error();
    return std::unexpected(*stopped_);
  };
  const Matrix answers = p_ * gram_;
  const double loss = p_.cwiseProduct(answers - 2.0 * cross_).sum() + squares_;
  const Matrix gradient = 2.0 * (answers - cross_);
  if (!std::isfinite(loss) || !std::isfinite(gradient.squaredNorm())) return stop();
  before_ = p_;
  p_.reshaped() += optimiser_.change(gradient.reshaped(), rate());
  if (!p_.allFinite()) return stop();
  ++step_;
  return loss;
}

// Products are of plain matrices, as everywhere: each new kind of factor would bring kilobytes of Eigen into the page.

Expected<DescentPath> DescentPath::begin(const Moments& moments, const Matrix& start, Matrix minimiser) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const Index psi = feature_count(moments.shape().d);
  assert(minimiser.cols() == psi);
  if (psi > kMaxSpectrum) {
    return fail(
        "The path of descent over %1 unknowns takes too long here (the limit is %2): use tokens of 12 or fewer "
        "coordinates.",
        psi, kMaxSpectrum);
  }
  const Matrix Lambda = moments.gram() / static_cast<double>(moments.rows());
  auto eigen = symmetric_eigen(Lambda);
  if (!eigen || !(eigen->values(psi - 1) > 0.0)) {
    return fail("The eigenvalues did not converge: divide all tokens by a common factor and try again.");
  }
  const Vector& values = eigen->values;
  const double largest = values(psi - 1);
  const double cut = rank_cut(psi) * largest;
  DescentPath path;
  path.U_ = std::move(eigen->vectors);
  path.eigenvalues_ = values;
  path.null_count_ = (values.array() <= cut).count();
  path.rate_ = 0.5 / largest;
  path.shrink_ = 1.0 - values.array() / largest;
  path.shrink_.head(path.null_count_).setOnes();
  path.minimiser_ = std::move(minimiser);
  return path.from(start);
}

DescentPath DescentPath::from(const Matrix& start) const {
  assert(start.rows() == minimiser_.rows() && start.cols() == minimiser_.cols());
  DescentPath path = *this;
  const Matrix away = start - minimiser_;
  path.away_ = away * U_;
  return path;
}

// shrink^steps by repeated squaring: products only, so the same bits everywhere.
Vector DescentPath::kept(std::uint64_t steps) const {
  Vector power = shrink_;
  Vector result = Vector::Ones(shrink_.size());
  for (; steps > 0; steps >>= 1) {
    if ((steps & 1) != 0) result.array() *= power.array();
    power.array() *= power.array();
  }
  return result;
}

Matrix DescentPath::coefficients(std::uint64_t steps) const {
  const Matrix left = away_ * kept(steps).asDiagonal();
  const Matrix change = left * U_.transpose();
  return minimiser_ + change;
}

Matrix DescentPath::limit() const {
  const Matrix headless = U_.leftCols(null_count_);
  const Matrix left = away_.leftCols(null_count_);
  const Matrix change = left * headless.transpose();
  return minimiser_ + change;
}

std::vector<double> DescentPath::distances(const Matrix& target, std::span<const std::uint64_t> steps) const {
  // U is orthogonal, so lengths may be taken in its coordinates.
  const Matrix missing = minimiser_ - target;
  const Matrix rest = missing * U_;
  std::vector<double> result;
  result.reserve(steps.size());
  for (const std::uint64_t t : steps) {
    const Vector share = kept(t);
    double squares = 0.0;
    for (Index k = 0; k < share.size(); ++k) squares += (rest.col(k) + share(k) * away_.col(k)).squaredNorm();
    result.push_back(std::sqrt(squares));
  }
  return result;
}

DescentPath::Questions DescentPath::ask(const Matrix& target, const Matrix& A) const {
  Questions questions;
  questions.turned = transposed_times(U_, times(A, U_));
  const Matrix rest = times(minimiser_ - target, U_);
  questions.weighted = times(rest, questions.turned);
  for (Index k = 0; k < rest.cols(); ++k) questions.of_minimiser += rest.col(k).dot(questions.weighted.col(k));
  return questions;
}

std::vector<double> DescentPath::errors(const Questions& questions, std::span<const std::uint64_t> steps) const {
  Matrix shares(shrink_.size(), std::ssize(steps));
  for (Index i = 0; i < shares.cols(); ++i) shares.col(i) = kept(steps[static_cast<std::size_t>(i)]);
  // They fall with k, as the eigenvalues rise.
  constexpr double kNothing = 1e-20;
  const Index left = (shares.rowwise().maxCoeff().array() > kNothing).count();
  const Matrix away = away_.leftCols(left);
  const Matrix lasting = shares.topRows(left);
  Vector linear(left);
  for (Index k = 0; k < left; ++k) linear(k) = 2.0 * away.col(k).dot(questions.weighted.col(k));
  Matrix square = transposed_times(away, away);
  square.array() *= questions.turned.topLeftCorner(left, left).array();
  const Matrix slopes = times(square, lasting);
  std::vector<double> result;
  for (Index i = 0; i < lasting.cols(); ++i) {
    const auto share = lasting.col(i);
    result.push_back(std::max(0.0, questions.of_minimiser + share.dot(linear) + share.dot(slopes.col(i))));
  }
  return result;
}

Matrix DescentPath::unseen(const Matrix& p) const {
  const Matrix headless = U_.leftCols(null_count_);
  const Matrix part = p * headless;
  return part * headless.transpose();
}

}  // namespace learner
