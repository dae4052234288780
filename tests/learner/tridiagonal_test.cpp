#include "learner/tridiagonal.hpp"

#include <doctest/doctest.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "bits.hpp"
#include "difference.hpp"
#include "learner/random.hpp"
#include "learner/symmetric_eigen.hpp"

using namespace learner;

namespace {

constexpr double kPi = std::numbers::pi;
// One block of reflections, a few, and the sizes beside; whole quads and not.
constexpr Index kSizes[] = {1, 2, 3, 4, 5, 15, 16, 17, 18, 31, 33, 64, 67, 130};

Matrix filled(Index size, double (*entry)(Index row, Index column, Index size)) {
  Matrix A(size, size);
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < size; ++i) A(i, j) = entry(i, j, size);
  }
  return A;
}

// min(i, j), counted from 1: the inverse of a second difference.
Matrix smaller_index(Index size) {
  return filled(size, [](Index i, Index j, Index) { return static_cast<double>(std::min(i, j) + 1); });
}

// What lies on a ring depends on the distance alone; all values but one or two come in pairs.
double by_distance(Index distance, Index size) {
  return 1.0 / static_cast<double>(1 + std::min(distance, size - distance));
}
Matrix ring(Index size) {
  return filled(size, [](Index i, Index j, Index n) { return by_distance(std::abs(i - j), n); });
}

// The matrix with these values: reflected twice, so that no entry is 0.
Matrix with_values(const Vector& values) {
  Matrix A = values.asDiagonal();
  for (const std::uint64_t seed : {1u, 2u}) {
    const Vector u = Random(seed).gaussian(values.size(), 1).col(0).normalized();
    A -= 2.0 * u * (u.transpose() * A).eval();
    A -= 2.0 * (A * u).eval() * u.transpose();
  }
  return A;
}

void check_values(const char* what, const Matrix& A, Vector expected) {
  CAPTURE(what);
  CAPTURE(A.rows());
  std::sort(expected.begin(), expected.end());
  const auto values = Tridiagonal(A).values();
  REQUIRE(values.has_value());
  REQUIRE(values->size() == expected.size());
  CHECK(std::is_sorted(values->begin(), values->end()));
  const double largest = expected.cwiseAbs().maxCoeff();
  CHECK((*values - expected).cwiseAbs().maxCoeff() <= 1e-13 * largest);

  const auto whole = symmetric_eigen(A);
  REQUIRE(whole.has_value());
  CHECK(std::is_sorted(whole->values.begin(), whole->values.end()));
  CHECK((whole->values - expected).cwiseAbs().maxCoeff() <= 1e-13 * largest);
  const Matrix& U = whole->vectors;
  CHECK((A * U - U * whole->values.asDiagonal()).norm() <= 1e-13 * std::max(1e-300, A.norm()));
  CHECK((U.transpose() * U - Matrix::Identity(A.rows(), A.rows())).norm() <= 1e-13);
}

}  // namespace

TEST_CASE("eigenvalues are those of the closed forms, in every size about a block") {
  for (const Index n : kSizes) {
    Vector smaller(n), cosines(n);
    for (Index k = 0; k < n; ++k) {
      const double sine = std::sin(kPi * static_cast<double>(2 * k + 1) / static_cast<double>(4 * n + 2));
      smaller(k) = 1.0 / (4.0 * sine * sine);
      cosines(k) = 0.0;
      for (Index i = 0; i < n; ++i) {
        cosines(k) += by_distance(i, n) * std::cos(2.0 * kPi * static_cast<double>(i * k % n) / static_cast<double>(n));
      }
    }
    check_values("min(i, j)", smaller_index(n), smaller);
    check_values("ring", ring(n), cosines);
    check_values("identity", Matrix::Identity(n, n), Vector::Ones(n));
    check_values("rank one", Matrix::Ones(n, n), static_cast<double>(n) * Vector::Unit(n, 0));
    check_values("zero", Matrix::Zero(n, n), Vector::Zero(n));
  }
}

TEST_CASE("graded, clustered and signed eigenvalues come out as they were put in") {
  for (const Index n : kSizes) {
    Vector graded(n), clustered(n), signs(n), singular(n);
    for (Index i = 0; i < n; ++i) {
      const auto place = static_cast<double>(i);
      graded(i) = std::exp2(-place);
      clustered(i) = (2 * i < n ? 1.0 : 0x1p-20) * (1.0 + 0x1p-44 * place);
      signs(i) = i % 2 == 0 ? 1.0 + place : -1.0 - place;
      singular(i) = 3 * i < n ? 1.0 + place : 0.0;
    }
    for (const Vector& values : {graded, clustered, signs, singular}) {
      check_values("as put in", with_values(values), values);
      check_values("turned round", with_values(values.reverse()), values);
      check_values("diagonal", values.asDiagonal(), values);
    }
  }
}

TEST_CASE("eigenvalues equal NumPy's and Eigen's") {
  // numpy.linalg.eigvalsh of ((i j + i + j) % 11 - 5 for i, j = 0 .. 11), NumPy 1.24.2.
  const Vector numpy{{-21.619741936873574, -16.57854461486483, -11.677603747390677, -9.225211029730314,
                      -1.159047973460383e-15, -6.872837998783069e-16, -3.96721951726632e-17, 1.295447750310351e-15,
                      1.8571572427714353e-15, 9.40887406398841, 16.565338788526002, 17.126888476344977}};
  const Matrix A = filled(12, [](Index i, Index j, Index) { return static_cast<double>((i * j + i + j) % 11 - 5); });
  check_values("remainders", A, numpy);
  Random random(3);
  for (const Index n : kSizes) {
    const Matrix B = random.gaussian(n, n);
    const Matrix symmetric = B + B.transpose();
    check_values("Gaussian", symmetric, Eigen::SelfAdjointEigenSolver<Matrix>(symmetric).eigenvalues());
    const Matrix square = B * B.transpose();
    check_values("square", square, Eigen::SelfAdjointEigenSolver<Matrix>(square).eigenvalues());
  }
}

TEST_CASE("eigenvectors are NumPy's") {
  // numpy.linalg.eigh of (i j + i + j) % 7 - 3, with 4 i more on the diagonal, for i, j = 0 .. 4, NumPy 1.24.2; each
  // vector begins with a positive number.
  const Matrix numpy{
      {0.9612090626477391, 0.2647804151335693, 0.02667273755752519, 0.06191348225989637, -0.03773268385882529},
      {0.2111377113383793, -0.7245803546038916, 0.5438561680900323, -0.3534527047379091, 0.0984674083987849},
      {0.16174661270725618, -0.5368748092040624, -0.7678608998461389, -0.06846692401735024, -0.30216781980037294},
      {0.007151673474347808, -0.29444296886639715, 0.23056121306931213, 0.8900484985582169, -0.26059046201641756},
      {0.07269725977566707, -0.17304166784632202, -0.24645526778119214, 0.27269737211380846, 0.9108609300190659}};
  Matrix U = symmetric_eigen(filled(5, [](Index i, Index j, Index) {
               return static_cast<double>((i * j + i + j) % 7 - 3 + (i == j ? 4 * i : 0));
             }))->vectors;
  for (auto vector : U.colwise()) vector *= std::copysign(1.0, vector(0));
  CHECK((U.transpose() - numpy).cwiseAbs().maxCoeff() <= 1e-13);
}

TEST_CASE("a matrix that is tridiagonal already has the values and vectors of the same matrix in full") {
  for (const Index n : kSizes) {
    const Matrix random = Random(5).gaussian(n, 2);
    const Vector diagonal = random.col(0), neighbour = random.col(1).head(n - 1);
    Matrix A = diagonal.asDiagonal();
    for (Index i = 0; i + 1 < n; ++i) A(i, i + 1) = A(i + 1, i) = neighbour(i);
    const auto eigen = tridiagonal_eigen(diagonal, neighbour);
    REQUIRE(eigen.has_value());
    CHECK((eigen->values - *Tridiagonal(A).values()).cwiseAbs().maxCoeff() <= 1e-13 * A.norm());
    CHECK((A * eigen->vectors - eigen->vectors * eigen->values.asDiagonal()).norm() <= 1e-13 * A.norm());
    const auto scaled = tridiagonal_eigen(0x1p-900 * diagonal, 0x1p-900 * neighbour);
    CHECK(scaled->values == 0x1p-900 * eigen->values);
    CHECK(scaled->vectors == eigen->vectors);
  }
}

TEST_CASE("only the lower triangle is read") {
  const Matrix A = smaller_index(21);
  Matrix half = A;
  half.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
  CHECK(*Tridiagonal(half).values() == *Tridiagonal(A).values());
  CHECK(symmetric_eigen(half)->vectors == symmetric_eigen(A)->vectors);
}

TEST_CASE("a power of two passes through to eigenvalues and leaves their vectors") {
  const Matrix A = ring(21);
  const Tridiagonal plain(A);
  const Vector values = *plain.values();
  for (const int exponent : {-900, -1, 3, 900}) {
    const Tridiagonal scaled(std::ldexp(1.0, exponent) * A);
    CHECK(*scaled.values() == std::ldexp(1.0, exponent) * values);
    CHECK(scaled.vectors(scaled.values()->head(3)) == plain.vectors(values.head(3)));
  }
}

TEST_CASE("columns so small that their squares vanish do not spoil the rest") {
  Matrix A = smaller_index(9);
  A.row(8) *= 1e-170;
  A.col(8) *= 1e-170;
  Vector expected = Vector::Zero(9);
  expected.tail(8) = *Tridiagonal(smaller_index(8)).values();
  check_values("last", A, expected);
  check_values("first", A.reverse(), expected);
}

TEST_CASE("vectors are orthonormal and belong to their values, also where several values are one") {
  for (const Index n : {2, 5, 17, 40, 67}) {
    Vector kernel(n), close(n);
    for (Index i = 0; i < n; ++i) {
      kernel(i) = i < (n + 1) / 2 ? 0.0 : static_cast<double>(i);
      close(i) = i < 2 ? 1.0 + 1e-9 * static_cast<double>(i) : 1.0 + static_cast<double>(i);
    }
    for (const Matrix& A : {with_values(kernel), with_values(close), ring(n), smaller_index(n),
                            Matrix(Matrix::Identity(n, n)), Matrix(Matrix::Zero(n, n))}) {
      const Tridiagonal reduced(A);
      const Vector values = reduced.values()->head((n + 1) / 2);
      const Matrix vectors = reduced.vectors(values);
      const double largest = std::max(1e-300, A.norm());
      CHECK((A * vectors - vectors * values.asDiagonal()).norm() <= 1e-13 * largest);
      CHECK((vectors.transpose() * vectors - Matrix::Identity(values.size(), values.size())).norm() <= 1e-13);
    }
  }
}

TEST_CASE("a matrix with a number that is not finite has no eigenvalues") {
  for (const double bad : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    for (const Index place : {0, 7, 19}) {
      Matrix A = smaller_index(20);
      A(19, place) = bad;
      CHECK(!Tridiagonal(A).values().has_value());
      CHECK(!symmetric_eigen(A).has_value());
    }
  }
}

TEST_CASE("eigenvalues and vectors of a symmetric matrix have the same bits natively and as WASM") {
  for (const Index n : {3, 40, 67}) {
    const Matrix B = Random(4).gaussian(n, n);
    for (const Matrix& A : {Matrix(B + B.transpose()), ring(n)}) {
      const Tridiagonal reduced(A);
      const Vector values = *reduced.values();
      print_bits("eigenvalues", values);
      print_bits("vectors", reduced.vectors(values.head(2)));
      print_bits("all vectors", symmetric_eigen(A)->vectors);
    }
  }
}
