#include "learner/softmax/real_roots.hpp"

namespace learner {
namespace {

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

}  // namespace

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

}  // namespace learner
