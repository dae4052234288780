#include "learner/landscape.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "learner/features.hpp"
#include "learner/tridiagonal.hpp"

namespace learner {

// theta of heads as two matrices, so that W = V Q^T: column h is vec(V_h), vec(Q_h), row-major.
struct Landscape::Factors {
  Matrix V;  // (d_out d) x H
  Matrix Q;  // d^2 x H
};

Landscape::Landscape(QuadraticLoss loss, Space space, Index heads)
    : loss_(std::move(loss)), space_(space), heads_(heads) {
  assert(heads >= 1);
}

Index Landscape::size() const {
  const auto& [d, d_out, targets] = loss_.shape();
  return space_ == Space::lifted ? d_out * d * d * d : heads_ * (d_out * d + d * d);
}

Landscape::Factors Landscape::factors(const Vector& theta) const {
  const auto& [d, d_out, targets] = loss_.shape();
  const Index values = d_out * d;
  return {Eigen::Map<const Matrix>(theta.data(), values, heads_),
          Eigen::Map<const Matrix>(theta.data() + values * heads_, d * d, heads_)};
}

Vector Landscape::place(const Model& model) const {
  assert(model.d() == loss_.shape().d && model.d_out() == loss_.shape().d_out);
  if (space_ == Space::lifted) return lift(model).reshaped();
  assert(static_cast<Index>(model.heads.size()) == heads_);
  const auto [V, Q] = columns_of(model);
  Vector theta(size());
  theta << V.reshaped(), Q.reshaped();
  return theta;
}

Model Landscape::model(const Vector& theta) const {
  assert(space_ == Space::heads && theta.size() == size());
  const auto [V, Q] = factors(theta);
  return model_of(V, Q, loss_.shape().d);
}

Matrix Landscape::coefficients(const Vector& theta) const {
  assert(theta.size() == size());
  const Index d = loss_.shape().d;
  if (space_ == Space::lifted) return fold(theta.reshaped(loss_.shape().d_out * d, d * d), d);
  const auto [V, Q] = factors(theta);
  return fold(times_transposed(V, Q), d);
}

Matrix Landscape::coefficient_change(const Vector& theta, const Vector& direction) const {
  assert(theta.size() == size());
  if (space_ == Space::lifted) return coefficients(direction);
  const auto [V, Q] = factors(theta);
  const auto [dV, dQ] = factors(direction);
  return fold(times_transposed(dV, Q) + times_transposed(V, dQ), loss_.shape().d);
}

// The gradient in theta of <slope, p(theta)>.
Vector Landscape::pull_back(const Vector& theta, const Matrix& slope) const {
  const Matrix in_W = unfold_slope(slope, loss_.shape().d);
  if (space_ == Space::lifted) return in_W.reshaped();
  const auto [V, Q] = factors(theta);
  Vector result(theta.size());
  result.head(V.size()) = times(in_W, Q).reshaped();
  result.tail(Q.size()) = transposed_times(in_W, V).reshaped();
  return result;
}

double Landscape::value(const Vector& theta) const { return loss_.value(coefficients(theta)); }

Vector Landscape::gradient(const Vector& theta) const { return pull_back(theta, loss_.gradient(coefficients(theta))); }

Vector Landscape::hessian_product(const Vector& theta, const Vector& direction) const {
  Vector bending = pull_back(theta, loss_.gradient_change(coefficient_change(theta, direction)));
  if (space_ == Space::lifted) return bending;
  return bending + pull_back(direction, loss_.gradient(coefficients(theta)));
}

Expected<Vector> Landscape::curvatures(const Vector& theta) const {
  assert(theta.size() == size());
  if (!theta.allFinite()) return fail("The ball's place is not finite: set it back to its start.");
  Matrix hessian(size(), size());
  for (Index i = 0; i < size(); ++i) hessian.col(i) = hessian_product(theta, Vector::Unit(size(), i));
  auto values = Tridiagonal(hessian).values();
  if (!values) return fail("The curvatures did not converge: move the ball a little.");
  return std::move(*values);
}

// The coefficients of p on a slice at s^i t^j.
struct Landscape::Term {
  Index i, j;
  Matrix p;
};

std::vector<Landscape::Term> Landscape::terms(const Slice& slice) const {
  std::vector<Term> terms = {{0, 0, coefficients(slice.origin)},
                             {1, 0, coefficient_change(slice.origin, slice.a)},
                             {0, 1, coefficient_change(slice.origin, slice.b)}};
  if (space_ == Space::heads) {
    terms.push_back({2, 0, coefficients(slice.a)});
    terms.push_back({1, 1, coefficient_change(slice.a, slice.b)});
    terms.push_back({0, 2, coefficients(slice.b)});
  }
  return terms;
}

SlicePolynomial Landscape::polynomial(const Slice& slice) const {
  std::vector<Term> terms = this->terms(slice);
  terms.front().p -= loss_.reference();
  const Matrix slope = loss_.gradient(loss_.reference());
  SlicePolynomial result = square(terms);
  result.c(0, 0) += loss_.reference_value();
  for (const Term& x : terms) result.c(x.i, x.j) += slope.cwiseProduct(x.p).sum();
  return result;
}

SlicePolynomial Landscape::distance(const Slice& slice, const Landscape& other, const Slice& there) const {
  std::vector<Term> terms = this->terms(slice);
  for (Term& term : other.terms(there)) terms.push_back({term.i, term.j, -term.p});
  return square(terms);
}

// <p Lambda, p> of the sum of the terms.
SlicePolynomial Landscape::square(const std::vector<Term>& terms) const {
  SlicePolynomial result;
  for (const Term& x : terms) {
    const Matrix weighted = 0.5 * loss_.gradient_change(x.p);
    for (const Term& y : terms) result.c(x.i + y.i, x.j + y.j) += weighted.cwiseProduct(y.p).sum();
  }
  return result;
}

Surface Landscape::surface() const {
  return [this](const Vector& theta) -> Slope {
    const auto [value, slope] = loss_.value_and_gradient(coefficients(theta));
    return {value, pull_back(theta, slope)};
  };
}

Model twin_of(const Model& model, double scale) {
  assert(scale != 0.0);
  Model twin = model;
  std::reverse(twin.heads.begin(), twin.heads.end());
  for (Head& head : twin.heads) {
    head.V *= scale;
    head.Q /= scale;
  }
  return twin;
}

}  // namespace learner
