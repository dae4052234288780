#include "learner/loss.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "learner/features.hpp"
#include "learner/quad.hpp"

namespace learner {
namespace {

// A S, S symmetric to the last bit: the bits of Eigen's product, in two thirds of its instructions where S has 10 to 47
// rows and A few, as at every step of a ball. Eigen takes four columns at a time, with sums of the even and of the odd
// terms, of which the last, eight do not divide, are added after that; columns that four do not divide it sums term by
// term.
Matrix times_symmetric(const Matrix& A, const Matrix& S) {
  const Index size = S.rows();
  if (A.rows() < 2 || size < 10 || size >= 48) return times(A, S);
  const Index paired = size - size % 8;
  Matrix result(A.rows(), size);
  for (Index a = 0; a < A.rows(); ++a) {
    Index j = 0;
    for (; j + 4 <= size; j += 4) {
      Quad sum{}, odd{};
      const double* factor = A.data() + a;
      const double* four = S.data() + j;
      for (Index k = 0; k < paired; k += 2, factor += 2 * A.rows(), four += 2 * size) {
        sum += factor[0] * quad(four);
        odd += factor[A.rows()] * quad(four + size);
      }
      sum += odd;
      for (Index k = paired; k < size; ++k, factor += A.rows(), four += size) sum += factor[0] * quad(four);
      for (Index i = 0; i < 4; ++i) result(a, j + i) = sum[i];
    }
    for (; j < size; ++j) {
      double sum = 0.0;
      for (Index k = 0; k < size; ++k) sum += A(a, k) * S(k, j);
      result(a, j) = sum;
    }
  }
  return result;
}

}  // namespace

QuadraticLoss::QuadraticLoss(const Shape& shape, Matrix Lambda, Matrix reference)
    : shape_(shape), Lambda_(std::move(Lambda)), reference_(std::move(reference)) {}

Expected<QuadraticLoss> QuadraticLoss::around(const Moments& moments, Matrix reference) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  assert(reference.rows() == moments.shape().d_out && reference.cols() == feature_count(moments.shape().d));
  const auto rows = static_cast<double>(moments.rows());
  const Matrix targets = moments.cross().transpose() / rows;  // mean of y H^T
  const double squares = moments.squared_targets() / rows;

  QuadraticLoss loss(moments.shape(), moments.gram() / rows, std::move(reference));
  const Matrix misfit = times_symmetric(loss.reference_, loss.Lambda_) - targets;
  loss.slope_ = 2.0 * misfit;
  const double value = squares - loss.reference_.cwiseProduct(targets - misfit).sum();
  const double rounding = 8.0 * static_cast<double>(misfit.cols()) * std::numeric_limits<double>::epsilon() * squares;
  loss.reference_value_ = value > rounding ? value : 0.0;
  return loss;
}

std::pair<double, Matrix> QuadraticLoss::value_and_gradient(const Matrix& p) const {
  const Matrix change = p - reference_;
  const Matrix bend = times_symmetric(change, Lambda_);
  const Matrix slope = slope_ + bend;
  const double value = std::max(0.0, reference_value_ + slope.cwiseProduct(change).sum());
  return {value, slope_ + 2.0 * bend};
}

double QuadraticLoss::value(const Matrix& p) const { return value_and_gradient(p).first; }

Matrix QuadraticLoss::gradient(const Matrix& p) const { return slope_ + gradient_change(p - reference_); }

Matrix QuadraticLoss::gradient_change(const Matrix& change) const { return times_symmetric(2.0 * change, Lambda_); }

}  // namespace learner
