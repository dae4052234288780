#include "learner/eigenvalues.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>

#include "difference.hpp"
#include "learner/random.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

// The tridiagonal matrix of 2 and -1, whose eigenvalues are 2 - 2 cos(pi k / (size + 1)), k = 1 .. size.
Vector second_difference(const Vector& x) {
  Vector y = 2.0 * x;
  y.head(x.size() - 1) -= x.tail(x.size() - 1);
  y.tail(x.size() - 1) -= x.head(x.size() - 1);
  return y;
}

double closed_form(Index k, Index size) {
  return 2.0 - 2.0 * std::cos(3.14159265358979323846 * static_cast<double>(k) / static_cast<double>(size + 1));
}

}  // namespace

TEST_CASE("Lanczos finds the largest eigenvalue of the second difference, within its residual") {
  for (const Index size : {1, 2, 3, 10, 100}) {
    CAPTURE(size);
    const auto pair = largest_eigenpair(size, second_difference, {.tolerance = 1e-8});
    REQUIRE(pair.has_value());
    CHECK(pair->value == relative(closed_form(size, size), 1e-11));
    CHECK(pair->vector.norm() == relative(1.0, 1e-13));
    const double residual = (second_difference(pair->vector) - pair->value * pair->vector).norm();
    CHECK(residual <= pair->residual + 1e-13);
    CHECK(pair->steps <= size);
  }
}

TEST_CASE("inverse Lanczos finds the smallest eigenvalue of T T^T to the accuracy that its condition allows") {
  // L D L^T of the second difference has the closed-form pivots (k+1)/k.
  const Index size = 200;
  Matrix T = Matrix::Zero(size, size);
  for (Index k = 0; k < size; ++k) {
    const double pivot = static_cast<double>(k + 2) / static_cast<double>(k + 1);
    T(k, k) = std::sqrt(pivot);
    if (k + 1 < size) T(k + 1, k) = -1.0 / T(k, k);
  }
  const auto pair = smallest_eigenpair(T);
  REQUIRE(pair.has_value());
  CHECK(pair->value == relative(closed_form(1, size), 1e-10));  // condition number 1.6e4
  CHECK(std::fabs(pair->value - closed_form(1, size)) <= pair->residual + 1e-13);
  // ||A v - value v|| <= ||A|| value ||A^-1 v - v / value||, and ||A|| is below 4.
  CHECK((T * (T.transpose() * pair->vector) - pair->value * pair->vector).norm() <=
        4.0 * pair->residual / pair->value + 1e-12);
  CHECK(pair->steps < 40);

  const auto rough = smallest_eigenpair(T, {.tolerance = 1e-3});
  REQUIRE(rough.has_value());
  const auto lower = std::as_const(T).triangularView<Eigen::Lower>();
  const Vector inverse = lower.transpose().solve(lower.solve(rough->vector));
  const double residual = (inverse - rough->vector / rough->value).norm();
  CHECK(rough->residual == relative(residual * rough->value * rough->value, 1e-6));
}

TEST_CASE("a repeated eigenvalue and a matrix of zeros end early") {
  const auto identity = largest_eigenpair(50, [](const Vector& x) -> Vector { return 3.0 * x; });
  REQUIRE(identity.has_value());
  CHECK(identity->value == relative(3.0, 1e-14));
  CHECK(identity->steps <= 4);
  const auto zero = largest_eigenpair(50, [](const Vector& x) -> Vector { return 0.0 * x; });
  REQUIRE(zero.has_value());
  CHECK(zero->value == 0.0);
}

TEST_CASE("too few steps are said to be too few, and so is a smallest eigenvalue out of range") {
  const auto hasty = largest_eigenpair(400, second_difference, {.tolerance = 1e-12, .max_steps = 5});
  REQUIRE(!hasty.has_value());
  CHECK(hasty.error().text().find("did not settle in 5 steps") != std::string::npos);
  const auto tiny = smallest_eigenpair(Matrix::Constant(1, 1, 1e-200));
  REQUIRE(!tiny.has_value());
  CHECK(tiny.error().text().find("by a power of ten") != std::string::npos);
}

TEST_CASE("extreme eigenvalues do not depend on the unit") {
  const Index size = 100;
  const auto plain = largest_eigenpair(size, second_difference);
  REQUIRE(plain.has_value());
  for (const double unit : {0x1p-120, 0x1p-40, 0x1p40, 0x1p120}) {
    const auto pair = largest_eigenpair(size, [=](const Vector& x) -> Vector { return unit * second_difference(x); });
    REQUIRE(pair.has_value());
    CHECK(pair->value == unit * plain->value);
    CHECK(pair->steps == plain->steps);
  }
}
