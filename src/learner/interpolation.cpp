#include "learner/interpolation.hpp"

#include <algorithm>
#include <cassert>

namespace learner {
namespace {

constexpr double kAgreement = 1e-6;  // of 1 + ||y||: what rounding may leave in an example that says nothing new

}  // namespace

Interpolation::Interpolation(Index features, Index outputs)
    : coefficients_(Matrix::Zero(outputs, features)), basis_(features, 0) {
  assert(features >= 1 && outputs >= 1);
}

Vector Interpolation::residual(const Vector& h) const {
  const auto basis = basis_.leftCols(rank_);
  Vector rest = h - basis * (basis.transpose() * h);
  return rest - basis * (basis.transpose() * rest);
}

Expected<bool> Interpolation::add(const Vector& h, const Vector& y) {
  assert(h.size() == features() && y.size() == coefficients_.rows());
  if (!h.allFinite() || !y.allFinite()) {
    return fail("An example holds a number that is infinite or not a number: replace or remove it.");
  }
  const Vector rest = residual(h);
  const Vector missing = y - coefficients_ * h;
  const double length = rest.norm();
  if (length <= kInside * h.norm()) {
    if (missing.norm() > kAgreement * (1.0 + y.norm())) {
      return fail(
          "An example contradicts earlier ones: no attention layer fits them all. Remove one of them, or use ridge "
          "regression, which allows for noise.");
    }
    ++examples_;
    return false;
  }
  if (rank_ == basis_.cols()) {
    basis_.conservativeResize(Eigen::NoChange, std::min(features(), std::max<Index>(8, 2 * rank_)));
  }
  basis_.col(rank_) = rest / length;
  coefficients_.noalias() += (missing / length) * basis_.col(rank_).transpose();
  ++rank_;
  ++examples_;
  return true;
}

Vector Interpolation::answer(const Vector& h) const {
  assert(h.size() == features());
  return coefficients_ * h;
}

double Interpolation::rho(const Vector& h) const {
  assert(h.size() == features());
  const double length = h.norm();
  return length > 0.0 ? residual(h).norm() / length : 0.0;
}

}  // namespace learner
