#pragma once

#include "learner/matrix.hpp"

namespace learner {

// The roots of a polynomial in the open interval (low, high) at which it changes sign, rising.
//   a(0) + a(1) x + .. + a(m) x^m,  m >= 1.
// How: between two neighbouring roots of the derivative the polynomial is monotone, so halving finds the only root
// there; the roots of the derivative come by the same rule. A root of even order is not found: it changes no sign.
// Precondition: finite coefficients, low < high. Cost O(m^3) times 60 halvings. Source: textbook.
Vector real_roots(const Vector& a, double low, double high);

}  // namespace learner
