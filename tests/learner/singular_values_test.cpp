#include "learner/singular_values.hpp"

#include <doctest/doctest.h>

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bits.hpp"
#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/random.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

// Rounding errors of n-term sums: a few n units in the last place, and never below a few dozen.
double rounding(const Matrix& A) { return 0x1p-52 * (32.0 + 2.0 * static_cast<double>(std::min(A.rows(), A.cols()))); }

double not_orthonormal(const Matrix& U) {
  return (U.transpose() * U - Matrix::Identity(U.cols(), U.cols())).cwiseAbs().maxCoeff();
}

// The three properties that make a decomposition, and its values against Eigen's.
void check_decomposition(const char* what, const Matrix& A) {
  CAPTURE(what);
  const auto svd = singular_values(A);
  REQUIRE(svd.has_value());
  const Index r = std::min(A.rows(), A.cols());
  REQUIRE(svd->sigma.size() == r);
  REQUIRE(svd->U.cols() == r);
  REQUIRE(svd->V.cols() == r);
  CHECK(not_orthonormal(svd->U) < rounding(A));
  CHECK(not_orthonormal(svd->V) < rounding(A));
  for (Index i = 1; i < r; ++i) CHECK(svd->sigma(i) <= svd->sigma(i - 1));
  CHECK(svd->sigma(r - 1) >= 0.0);
  CHECK((svd->U * svd->sigma.asDiagonal() * svd->V.transpose() - A).norm() <= rounding(A) * A.norm());
  CHECK(difference(what, svd->sigma, Eigen::BDCSVD<Matrix>(A).singularValues()) < 8.0 * rounding(A));
}

Matrix lifted(Index d, Index d_out, Index heads) {
  return unfold(folded_coefficients(random_attention({.d = d, .d_out = d_out, .heads = heads})->truth()), d);
}

}  // namespace

TEST_CASE("singular values equal Eigen's and their vectors rebuild the matrix, for every shape") {
  const Index shapes[][2] = {{1, 1}, {1, 7}, {7, 1}, {2, 2}, {3, 5}, {5, 3}, {16, 16}, {4, 16}, {64, 9}, {65, 63}};
  for (const auto& [rows, cols] : shapes) check_decomposition("Gaussian", Random(7).gaussian(rows, cols));
}

TEST_CASE("singular values of minimum-norm W, of rank d^2 and of less, equal Eigen's") {
  for (const Index d : {2, 3, 4, 8}) {
    check_decomposition("minimum-norm W of two heads", lifted(d, d, 2));
    check_decomposition("minimum-norm W, one output", lifted(d, 1, 2));
    check_decomposition("W of two heads, rank 2", lift(random_attention({.d = d, .d_out = d, .heads = 2})->truth()));
  }
  check_decomposition("associative memory",
                      unfold(folded_coefficients(associative_memory({.key_dimension = 2})->truth()), 4));
#ifndef LIFTED_SANITIZED
  check_decomposition("minimum-norm W, d = 12", lifted(12, 12, 3));
#endif
}

TEST_CASE("matrices without a direction of their own get an orthonormal basis all the same") {
  check_decomposition("zero", Matrix::Zero(5, 4));
  check_decomposition("all ones", Matrix::Ones(8, 8));
  check_decomposition("one entry", Matrix(Vector::Unit(6, 2) * Vector::Unit(9, 5).transpose()));
  check_decomposition("identity", Matrix::Identity(12, 12));
  check_decomposition("repeated columns", Random(2).gaussian(9, 2).replicate(1, 4));
  CHECK(singular_values(Matrix::Ones(8, 8))->sigma.tail(7).isZero(0.0));
}

TEST_CASE("graded and clustered singular values come out as they were put in") {
  const Index n = 24;
  const Matrix U = singular_values(Random(1).gaussian(n, n))->U;
  const Matrix V = singular_values(Random(2).gaussian(n, n))->V;
  Vector graded(n), clustered(n);
  for (Index i = 0; i < n; ++i) graded(i) = std::ldexp(1.0, -2 * static_cast<int>(i));  // 1 .. 2^-46
  for (Index i = 0; i < n; ++i) clustered(i) = i < n / 2 ? 1.0 : 0x1p-20 * (1.0 + 0x1p-40 * static_cast<double>(n - i));
  for (const Vector& sigma : {graded, clustered}) {
    const Matrix A = U * sigma.asDiagonal() * V.transpose();
    check_decomposition("graded or clustered", A);
    CHECK(difference("sigma as made", singular_values(A)->sigma, sigma) < rounding(A));
  }
}

TEST_CASE("a shear, a rotation and Hilbert's matrix have the singular values of their closed forms") {
  // [[1,1],[0,1]]: sigma = golden ratio and its inverse.
  Matrix shear(2, 2);
  shear << 1, 1, 0, 1;
  const double golden = (1.0 + std::sqrt(5.0)) / 2.0;
  const Vector expected{{golden, 1.0 / golden}};
  CHECK(difference("shear", singular_values(shear)->sigma, expected) < 4e-16);

  Matrix turn(2, 2);
  turn << 3, -4, 4, 3;
  CHECK(difference("5 times a rotation", singular_values(turn)->sigma, Vector::Constant(2, 5.0)) < 4e-16);

  // det of the 4 x 4 Hilbert matrix is 1/6048000; its condition number is 1.6e4.
  Matrix hilbert(4, 4);
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 4; ++j) hilbert(i, j) = 1.0 / static_cast<double>(i + j + 1);
  }
  CHECK(singular_values(hilbert)->sigma.prod() * 6048000.0 == doctest::Approx(1.0).epsilon(1e-11));
}

TEST_CASE("a power of two passes through to the singular values exactly, even 2^900") {
  const Matrix A = Random(5).gaussian(6, 6);
  const auto plain = singular_values(A);
  for (const int exponent : {-900, 900}) {
    const auto scaled = singular_values(std::ldexp(1.0, exponent) * A);
    CHECK(scaled->sigma == std::ldexp(1.0, exponent) * plain->sigma);
    CHECK(scaled->U == plain->U);
  }
}

TEST_CASE("a matrix with a number that is not finite has no singular values, and the sentence says why") {
  Matrix A = Matrix::Ones(3, 3);
  A(2, 1) = std::numeric_limits<double>::infinity();
  const auto svd = singular_values(A);
  REQUIRE(!svd.has_value());
  CHECK(svd.error().text().find("not finite") != std::string::npos);
}

TEST_CASE("singular values and vectors have the same bits natively and as WASM") {
  for (const Matrix& A : {Random(3).gaussian(20, 33), lifted(4, 4, 1), Matrix(Matrix::Ones(6, 6))}) {
    const auto svd = singular_values(A);
    REQUIRE(svd.has_value());
    print_bits("sigma", svd->sigma);
    print_bits("U", svd->U);
    print_bits("V", svd->V);
  }
}
