#include "learner/one_vector.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "learner/random.hpp"

using namespace learner;

namespace {

// A number that would be noticed wherever it is read.
template <unsigned triangle>
Matrix spoilt(Matrix A) {
  A.triangularView<triangle>().setConstant(std::numeric_limits<double>::quiet_NaN());
  return A;
}

}  // namespace

TEST_CASE("products by one triangle equal those by the whole matrix, and the other triangle is not read") {
  for (Index n = 1; n <= 23; ++n) {
    CAPTURE(n);
    const Matrix B = Random(1).gaussian(n, n);
    const Matrix A = B + B.transpose();
    const Vector x = Random(2).gaussian(n, 1), start = Random(3).gaussian(n, 1);
    const Vector expected = start + A * x;
    const Vector diagonal = A.diagonal();
    Vector lower = start, upper = start;
    add_symmetric_product(spoilt<Eigen::Upper>(A), Triangle::lower, diagonal, x.data(), lower.data());
    add_symmetric_product(spoilt<Eigen::Lower>(A), Triangle::upper, diagonal, x.data(), upper.data());
    CHECK((lower - expected).norm() <= 1e-14 * A.norm() * x.norm());
    CHECK((upper - expected).norm() <= 1e-14 * A.norm() * x.norm());
  }
}

TEST_CASE("a triangle times its solution is the right-hand side, and the other triangle is not read") {
  for (Index n = 1; n <= 23; ++n) {
    CAPTURE(n);
    Matrix T = Random(1).gaussian(n, n).triangularView<Eigen::Lower>();
    T.diagonal().array() += 8.0;
    const Vector b = Random(2).gaussian(n, 1);
    const Matrix half = spoilt<Eigen::StrictlyUpper>(T);
    CHECK((T * solve_lower(half, b) - b).norm() <= 1e-13 * b.norm());
    CHECK((T.transpose() * solve_lower_transposed(half, b) - b).norm() <= 1e-13 * b.norm());
  }
}
