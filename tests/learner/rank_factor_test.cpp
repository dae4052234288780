#include "learner/cholesky.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "difference.hpp"
#include "learner/random.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

constexpr double kCut = 1e-13;

// size x size of the given rank, its rows and columns of very different length.
Matrix of_rank(Index size, Index rank) {
  Matrix B = Random(5).gaussian(size, rank);
  for (Index i = 0; i < size; ++i) B.row(i) *= 1.0 + static_cast<double>((7 * i) % 5);
  return B * B.transpose();
}

Matrix rebuilt(const RankFactor& factor) {
  const Matrix product = factor.L * factor.L.transpose();
  Matrix A(product.rows(), product.cols());
  for (Index i = 0; i < A.rows(); ++i) {
    for (Index j = 0; j < A.cols(); ++j) {
      A(factor.order[static_cast<std::size_t>(i)], factor.order[static_cast<std::size_t>(j)]) = product(i, j);
    }
  }
  return A;
}

}  // namespace

TEST_CASE("pivoted Cholesky finds the rank within, at and across blocks, and gives the matrix back") {
  for (const Index rank : {1, 5, 63, 64, 65, 128, 129, 150}) {
    CAPTURE(rank);
    const Matrix A = of_rank(150, rank);
    const RankFactor factor = rank_factor(A, kCut);
    CHECK(factor.rank() == rank);
    CHECK(factor.dropped <= kCut * A.diagonal().maxCoeff());
    CHECK((rank == 150) == (factor.dropped == 0.0));
    // Backward error of Cholesky: size 2^-52, 3e-14.
    CHECK(difference("P L L^T P^T and A", rebuilt(factor), A) < 1e-13);
  }
}

TEST_CASE("only the lower triangle is read, and pivots fall") {
  Matrix A = of_rank(100, 100);
  const RankFactor factor = rank_factor(A, kCut);
  A.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));
  CHECK(rank_factor(A, kCut).L == factor.L);
  for (Index i = 1; i < 100; ++i) CHECK(factor.L(i, i) <= factor.L(i - 1, i - 1));
}

TEST_CASE("the null basis is orthonormal, of the right size, and the matrix vanishes on it") {
  const Matrix A = of_rank(150, 70);
  const Matrix basis = rank_factor(A, kCut).null_basis();
  REQUIRE(basis.cols() == 80);
  CHECK(difference("basis^T basis and 1", basis.transpose() * basis, Matrix::Identity(80, 80)) < 1e-13);
  CHECK((A * basis).norm() < 1e-12 * A.norm());  // a condition number of 1e2 within the range
  CHECK(rank_factor(of_rank(20, 20), kCut).null_basis().cols() == 0);
}

TEST_CASE("the triangle has the determinant and the trace of what is not null") {
  for (const Index rank : {9, 12}) {
    Random random(2);
    const Matrix B = random.gaussian(12, rank);
    const Matrix T = rank_factor(B * B.transpose(), kCut).triangle();
    REQUIRE(T.rows() == rank);
    CHECK(T.triangularView<Eigen::StrictlyUpper>().toDenseMatrix().norm() == 0.0);
    const Matrix inner = B.transpose() * B;
    CHECK(T.squaredNorm() == relative(inner.trace(), 1e-13));
    double determinant = 1.0;
    for (Index i = 0; i < rank; ++i) determinant *= T(i, i) * T(i, i);
    const double pivots = rank_factor(inner, 0.0).L.diagonal().array().square().prod();
    CHECK(determinant == relative(pivots, 1e-10));
  }
}

TEST_CASE("a larger cut drops more, and the quadratic form on the null basis stays within its promise") {
  Matrix A = of_rank(60, 60);
  for (Index i = 0; i < 60; ++i) {
    const double scale = std::pow(0.7, static_cast<double>(i));
    A.row(i) *= scale;
    A.col(i) *= scale;
  }
  Index before = 60;
  for (const double cut : {1e-12, 1e-8, 1e-4}) {
    const RankFactor factor = rank_factor(A, cut);
    CHECK(factor.rank() < before);
    before = factor.rank();
    const Matrix basis = factor.null_basis();
    const double largest = (basis.transpose() * A * basis).trace();
    CHECK(largest > 0.0);
    CHECK(largest <= static_cast<double>(60 - factor.rank()) * factor.dropped * (1.0 + 1e-9));
  }
}

TEST_CASE("a zero matrix has rank 0 and a null basis of everything") {
  const RankFactor factor = rank_factor(Matrix::Zero(7, 7), kCut);
  CHECK(factor.rank() == 0);
  CHECK(factor.null_basis() == Matrix::Identity(7, 7));
}

TEST_CASE("progress of pivoted Cholesky rises to 1, whether it ends early or not") {
  for (const Index rank : {70, 200}) {
    double last = 0.0;
    rank_factor(of_rank(200, rank), kCut, [&](double now) {
      CHECK(now >= last);
      last = now;
    });
    CHECK(last == 1.0);
  }
}
