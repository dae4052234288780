#include "learner/loss.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "learner/features.hpp"

namespace learner {

QuadraticLoss::QuadraticLoss(const Shape& shape, Matrix Lambda, Matrix reference)
    : shape_(shape), Lambda_(std::move(Lambda)), reference_(std::move(reference)) {}

Expected<QuadraticLoss> QuadraticLoss::around(const Moments& moments, Matrix reference) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  assert(reference.rows() == moments.shape().d_out && reference.cols() == feature_count(moments.shape().d));
  const auto rows = static_cast<double>(moments.rows());
  const Matrix targets = moments.cross().transpose() / rows;  // mean of y H^T
  const double squares = moments.squared_targets() / rows;

  QuadraticLoss loss(moments.shape(), moments.gram() / rows, std::move(reference));
  const Matrix misfit = times(loss.reference_, loss.Lambda_) - targets;
  loss.slope_ = 2.0 * misfit;
  const double value = squares - loss.reference_.cwiseProduct(targets - misfit).sum();
  const double rounding = 8.0 * static_cast<double>(misfit.cols()) * std::numeric_limits<double>::epsilon() * squares;
  loss.reference_value_ = value > rounding ? value : 0.0;
  return loss;
}

std::pair<double, Matrix> QuadraticLoss::value_and_gradient(const Matrix& p) const {
  const Matrix change = p - reference_;
  const Matrix bend = times(change, Lambda_);
  const Matrix slope = slope_ + bend;
  const double value = std::max(0.0, reference_value_ + slope.cwiseProduct(change).sum());
  return {value, slope_ + 2.0 * bend};
}

double QuadraticLoss::value(const Matrix& p) const { return value_and_gradient(p).first; }

Matrix QuadraticLoss::gradient(const Matrix& p) const { return slope_ + gradient_change(p - reference_); }

Matrix QuadraticLoss::gradient_change(const Matrix& change) const { return times(2.0 * change, Lambda_); }

}  // namespace learner
