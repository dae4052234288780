#include "learner/descent/descent_path.hpp"

#include <Eigen/Eigenvalues>

#include <cassert>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "learner/features.hpp"
#include "learner/solve.hpp"

namespace learner {

// Products are of plain matrices, as everywhere: each new kind of factor would bring kilobytes of Eigen into the page.

Expected<DescentPath> DescentPath::begin(const Moments& moments, Matrix start, Matrix minimiser) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const Index psi = feature_count(moments.shape().d);
  assert(start.cols() == psi && minimiser.cols() == psi && start.rows() == minimiser.rows());
  if (psi > kMaxSpectrum) {
    return fail(
        "The path of descent over %1 unknowns takes too long here (the limit is %2): use tokens of 12 or fewer "
        "coordinates.",
        psi, kMaxSpectrum);
  }
  const Matrix Lambda = moments.gram() / static_cast<double>(moments.rows());
  Eigen::SelfAdjointEigenSolver<Matrix> eigen(Lambda);
  if (eigen.info() != Eigen::Success || !(eigen.eigenvalues()(psi - 1) > 0.0)) {
    return fail("The eigenvalues did not converge: divide all tokens by a common factor and try again.");
  }
  const Vector& values = eigen.eigenvalues();
  const double largest = values(psi - 1);
  const double cut = static_cast<double>(psi) * std::numeric_limits<double>::epsilon() * largest;
  DescentPath path;
  path.U_ = eigen.eigenvectors();
  path.eigenvalues_ = values;
  path.null_count_ = (values.array() <= cut).count();
  path.rate_ = 0.5 / largest;
  path.shrink_ = 1.0 - values.array() / largest;
  path.shrink_.head(path.null_count_).setOnes();
  const Matrix away = start - minimiser;
  path.away_ = away * path.U_;
  path.minimiser_ = std::move(minimiser);
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

Matrix DescentPath::unseen(const Matrix& p) const {
  const Matrix headless = U_.leftCols(null_count_);
  const Matrix part = p * headless;
  return part * headless.transpose();
}

}  // namespace learner
