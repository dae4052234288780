#include "learner/product.hpp"

#include <doctest/doctest.h>

#include "learner/random.hpp"

using namespace learner;

namespace {

// C + scale A B^T by the order of the header: terms in rising order from zero, the sum scaled, then added.
Matrix plain_product(double scale, const Matrix& A, const Matrix& B, Matrix C) {
  for (Index i = 0; i < A.rows(); ++i) {
    for (Index j = 0; j < B.rows(); ++j) {
      double sum = 0.0;
      for (Index k = 0; k < A.cols(); ++k) sum += A(i, k) * B(j, k);
      C(i, j) += scale * sum;
    }
  }
  return C;
}

}  // namespace

TEST_CASE("the packed product equals three plain loops bit for bit, whatever the sizes") {
  Random random(1);
  for (const Index rows : {1, 3, 4, 5, 11, 16}) {
    for (const Index columns : {1, 2, 4, 7, 8}) {
      for (const Index depth : {0, 1, 2, 37}) {
        const Matrix A = random.gaussian(rows, depth);
        const Matrix B = random.gaussian(columns, depth);
        const Matrix C = random.gaussian(rows, columns);
        for (const double scale : {1.0, -1.0, 0.3}) {
          Matrix result = C;
          add_product(scale, Panels(A).from(0), Panels(B).from(0), result);
          CHECK(result == plain_product(scale, A, B, C));
          Matrix from_transposed = C;
          add_product(scale, Panels::transposed(A.transpose()).from(0), Panels::transposed(B.transpose()).from(0),
                      from_transposed);
          CHECK(from_transposed == result);
        }
      }
    }
  }
}

TEST_CASE("panels of a part of a matrix add to a part of a matrix, and leave the rest alone") {
  Random random(2);
  const Matrix A = random.gaussian(13, 9);
  const Matrix B = random.gaussian(10, 9);
  const Matrix C = random.gaussian(20, 12);
  Matrix result = C;
  const Panels a(A.block(2, 1, 11, 6));
  const Panels b(B.block(1, 3, 6, 6));
  add_product(1.0, a.from(1), b.only(1), result.block(3, 2, 7, 2));  // rows 4 .. 10 of a, 4 .. 5 of b
  Matrix expected = C;
  expected.block(3, 2, 7, 2) =
      plain_product(1.0, A.block(6, 1, 7, 6), B.block(5, 3, 2, 6), Matrix(C.block(3, 2, 7, 2)));
  CHECK(result == expected);
}

TEST_CASE("the lower product fills the triangle with its diagonal and does not touch what is above") {
  Random random(3);
  for (const Index size : {1, 4, 6, 17}) {
    const Matrix A = random.gaussian(size, 12);
    const Matrix C = random.gaussian(size, size);
    Matrix result = C;
    add_lower_product(-1.0, Panels(A).all(), result);
    Matrix expected = C;
    expected.triangularView<Eigen::Lower>() = plain_product(-1.0, A, A, C);
    CHECK(result == expected);
  }
}
