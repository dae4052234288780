#include "learner/softmax/linear_program.hpp"

#include <doctest/doctest.h>
#include <Eigen/QR>

#include <cmath>
#include <limits>

#include "learner/random.hpp"

using namespace learner;

namespace {

#ifdef LIFTED_SANITIZED
constexpr int kPrograms = 40;
#else
constexpr int kPrograms = 200;
#endif

// The best corner of { x : A x <= b } among all choices of n rows; -infinity when no corner is allowed.
double best_corner(const Matrix& A, const Vector& b, const Vector& c) {
  const Index n = c.size();
  std::vector<Index> rows(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) rows[static_cast<std::size_t>(i)] = i;
  double best = -std::numeric_limits<double>::infinity();
  while (true) {
    Matrix B(n, n);
    Vector right(n);
    for (Index i = 0; i < n; ++i)
      B.row(i) = A.row(rows[static_cast<std::size_t>(i)]), right(i) = b(rows[static_cast<std::size_t>(i)]);
    const Eigen::ColPivHouseholderQR<Matrix> qr(B);
    if (qr.rank() == n) {
      const Vector x = qr.solve(right);
      if ((A * x - b).maxCoeff() < 1e-9) best = std::max(best, c.dot(x));
    }
    Index i = n - 1;
    while (i >= 0 && rows[static_cast<std::size_t>(i)] == A.rows() - n + i) --i;
    if (i < 0) return best;
    for (Index row = rows[static_cast<std::size_t>(i)] + 1; i < n; ++i, ++row) rows[static_cast<std::size_t>(i)] = row;
  }
}

// An optimum proves itself: x is allowed, the duals are, and both have one value.
void check_certificate(const Matrix& A, const Vector& b, const Vector& c, const ProgramAnswer& answer) {
  REQUIRE(answer.status == ProgramStatus::optimal);
  const double size = 1.0 + b.cwiseAbs().maxCoeff();
  CHECK((A * answer.x - b).maxCoeff() < 1e-10 * size);
  CHECK(answer.duals.minCoeff() >= 0.0);
  CHECK((A.transpose() * answer.duals - c).norm() < 1e-10 * (1.0 + c.norm()));
  CHECK(std::fabs(b.dot(answer.duals) - answer.value) < 1e-9 * size * (1.0 + c.norm()));
  CHECK(answer.value == doctest::Approx(c.dot(answer.x)));
}

// Random rows inside a box of side 4, so that there is always an optimum when there is a point.
std::pair<Matrix, Vector> boxed(Random& random, Index rows, Index n, double room) {
  Matrix A(rows + 2 * n, n);
  A << random.gaussian(rows, n), Matrix::Identity(n, n), -Matrix::Identity(n, n);
  Vector b = Vector::Constant(rows + 2 * n, 2.0);
  b.head(rows) = random.gaussian(rows, 1).array() + room;
  return {A, b};
}

}  // namespace

TEST_CASE("random linear programs have the value of their best corner, found by trying all, or no point at all") {
  Random random(1);
  int infeasible = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const Index n = 1 + i % 3;
    const auto [A, b] = boxed(random, 6, n, 1.0);
    const Vector c = random.gaussian(n, 1);
    const double best = best_corner(A, b, c);
    const ProgramAnswer answer = maximise(A, b, c);
    if (std::isinf(best)) {
      CHECK(answer.status == ProgramStatus::infeasible);
      ++infeasible;
    } else {
      check_certificate(A, b, c, answer);
      CHECK(answer.value == doctest::Approx(best).epsilon(1e-10));
    }
  }
  CHECK(infeasible > kPrograms / 20);
  CHECK(infeasible < kPrograms / 2);
}

TEST_CASE("programs of 16 unknowns and 232 rows prove their optimum by their duals") {
  Random random(2);
  for (int i = 0; i < kPrograms / 20; ++i) {
    const auto [A, b] = boxed(random, 200, 16, 3.0);
    const Vector c = random.gaussian(16, 1);
    const ProgramAnswer answer = maximise(A, b, c);
    check_certificate(A, b, c, answer);
    CHECK(answer.pivots < 500);
  }
}

TEST_CASE("the largest inscribed radius of a square is half its side") {
  Matrix A(4, 3);
  A << 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 1;
  const Vector b{{3.0, 1.0, 2.0, 2.0}};
  const ProgramAnswer answer = maximise(A, b, Vector::Unit(3, 2));
  check_certificate(A, b, Vector::Unit(3, 2), answer);
  CHECK(answer.value == doctest::Approx(2.0));
  CHECK(answer.x(0) == doctest::Approx(1.0));
}

TEST_CASE("Beale's example, on which the plain rule cycles, ends at 5/4 from either side of duality") {
  const Vector cost{{-0.75, 20.0, -0.5, 6.0, 0.0, 0.0, 0.0}};
  Matrix columns(3, 7);
  columns << 0.25, -8, -1, 9, 1, 0, 0, 0.5, -12, -0.5, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  const Vector right{{0.0, 0.0, 1.0}};
  const ProgramAnswer as_dual = maximise(columns.transpose(), cost, right);
  check_certificate(columns.transpose(), cost, right, as_dual);
  CHECK(as_dual.value == doctest::Approx(-1.25));
  Matrix A(7, 4);
  A << columns.leftCols(4), -Matrix::Identity(4, 4);
  Vector b = Vector::Zero(7);
  b.head(3) = right;
  const ProgramAnswer as_primal = maximise(A, b, -cost.head(4));
  check_certificate(A, b, -cost.head(4), as_primal);
  CHECK(as_primal.value == doctest::Approx(1.25));
}

TEST_CASE("a corner where hundreds of planes meet does not hold the simplex method") {
  Random random(3);
  Matrix A(308, 4);
  A << random.gaussian(300, 4), Matrix::Identity(4, 4), -Matrix::Identity(4, 4);
  Vector b = Vector::Zero(308);
  b.tail(8).setOnes();
  for (int i = 0; i < 10; ++i) {
    const Vector c = random.gaussian(4, 1);
    const ProgramAnswer answer = maximise(A, b, c);
    check_certificate(A, b, c, answer);
    CHECK(std::fabs(answer.value) < 1e-12);
  }
}

TEST_CASE("rows that contradict each other are infeasible, also when the aim would be unbounded without them") {
  const Matrix A{{1.0, 0.0}, {-1.0, 0.0}};
  const Vector b{{1.0, -2.0}};
  CHECK(maximise(A, b, Vector::Unit(2, 0)).status == ProgramStatus::infeasible);
  CHECK(maximise(A, b, Vector::Unit(2, 1)).status == ProgramStatus::infeasible);
  CHECK(maximise(Matrix::Zero(1, 2), Vector::Constant(1, -1.0), Vector::Zero(2)).status == ProgramStatus::infeasible);
}

TEST_CASE("an aim that rises for ever is unbounded, and one that no row hinders is too") {
  const Matrix A{{1.0, 0.0}, {-1.0, 0.0}};
  CHECK(maximise(A, Vector::Ones(2), Vector::Unit(2, 1)).status == ProgramStatus::unbounded);
  CHECK(maximise(Matrix(0, 2), Vector(0), Vector::Unit(2, 1)).status == ProgramStatus::unbounded);
  CHECK(maximise(Matrix(0, 2), Vector(0), Vector::Zero(2)).status == ProgramStatus::optimal);
}

TEST_CASE("repeated rows, rows of zeros, equalities as two rows and free directions change no value") {
  Random random(4);
  const auto [A, b] = boxed(random, 5, 3, 1.0);
  const Vector c = random.gaussian(3, 1);
  const double value = maximise(A, b, c).value;
  Matrix twice(2 * A.rows() + 1, 3);
  twice << A, 5.0 * A, Eigen::RowVector3d::Zero();
  Vector right(twice.rows());
  right << b, 5.0 * b, 0.0;
  CHECK(maximise(twice, right, c).value == doctest::Approx(value));
  Matrix free = Matrix::Zero(A.rows(), 4);
  free.leftCols(3) = A;
  Vector longer = Vector::Zero(4);
  longer.head(3) = c;
  const ProgramAnswer answer = maximise(free, b, longer);
  check_certificate(free, b, longer, answer);
  CHECK(answer.value == doctest::Approx(value));
  const Matrix plane{{1.0, 1.0}, {-1.0, -1.0}, {-1.0, 0.0}, {0.0, -1.0}};
  CHECK(maximise(plane, Vector{{1.0, -1.0, 0.0, 0.0}}, Vector{{2.0, 3.0}}).value == doctest::Approx(3.0));
}

TEST_CASE("a program that may take too few steps is unfinished, not answered") {
  Random random(5);
  const auto [A, b] = boxed(random, 20, 6, 1.0);
  CHECK(maximise(A, b, random.gaussian(6, 1), 3).status == ProgramStatus::unfinished);
}
