#pragma once

#include <utility>

#include "learner/moments.hpp"

namespace learner {

// The training loss as a function of the folded coefficients p, d_out x psi, from the moments alone:
//   L(p) = (1/rows) sum ||y - p H||^2        a sum over outputs, so d_out times TestError::mean
//        = L(r) + <S, p - r> + <(p - r) Lambda, p - r>,   S = gradient at r, Lambda = (1/rows) sum H H^T.
// It is kept around a reference r, the fit as a rule: the expanded form (1/rows)(sum ||y||^2 - 2 <p, C> + ..) cannot
// see losses below 2^-52 of the targets' mean square, this one is accurate however close p is to r.
class QuadraticLoss {
 public:
  // reference: d_out x psi. L(r) itself still comes from the expanded form; below 8 psi 2^-52 of the targets' mean
  // square it cannot be told from 0, and is set to 0.
  // Errors: no rows; overflow. Cost O(d_out psi^2); memory one psi x psi matrix.
  static Expected<QuadraticLoss> around(const Moments& moments, Matrix reference);

  const Shape& shape() const { return shape_; }
  const Matrix& reference() const { return reference_; }
  double reference_value() const { return reference_value_; }  // L(r)

  double value(const Matrix& p) const;     // L(p) >= 0. O(d_out psi^2).
  Matrix gradient(const Matrix& p) const;  // dL/dp = S + 2 (p - r) Lambda, d_out x psi. O(d_out psi^2).
  // Both, with the same bits, at the cost of one.
  std::pair<double, Matrix> value_and_gradient(const Matrix& p) const;

  // 2 change Lambda: what the gradient changes by when p does, anywhere. O(d_out psi^2).
  Matrix gradient_change(const Matrix& change) const;

 private:
  QuadraticLoss(const Shape& shape, Matrix Lambda, Matrix reference);

  Shape shape_;
  Matrix Lambda_;
  Matrix reference_;
  Matrix slope_;  // S
  double reference_value_ = 0.0;
};

}  // namespace learner
