#include "learner/interpolation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/random.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

using namespace learner;

TEST_CASE("interpolation finds the minimum-norm coefficients, with fewer examples than unknowns and with more") {
  const Index d = 4;
  const auto task = *random_attention({.d = d, .d_out = 3, .heads = 2});
  // In the unknowns sqrt(w) p the plain norm is that of W.
  const Vector scale = unfold_weights(d).cwiseSqrt().cwiseInverse();
  Interpolation learned(feature_count(d), 3);
  Moments moments(task.shape());
  for (const Index count : {20, 80}) {
    for (Index i = learned.examples(); i < count; ++i) {
      const Sequence sequence = task.sequence(Split::train, static_cast<std::uint64_t>(i));
      const Vector h = scale.cwiseProduct(folded_features(sequence.Z, sequence.n() - 1, sequence.n()));
      REQUIRE(learned.add(h, sequence.Y.col(0)).value() == (i < feature_count(d)));
      REQUIRE(moments.add(sequence).has_value());
    }
    const auto least = *solve_minimum_norm(moments);
    CHECK(learned.rank() == least.rank);
    // The solver squares the condition number (about 1e2 here) through the Gram matrix.
    CHECK(difference("minimum-norm p", learned.coefficients() * scale.asDiagonal(), least.p) < 1e-9);
  }
}

TEST_CASE("the first columns of the basis answer as the first new examples alone did") {
  Random random(4);
  Interpolation learned(12, 2);
  std::vector<Matrix> then;
  for (int i = 0; i < 9; ++i) {
    REQUIRE(learned.add(random.gaussian(12, 1), random.gaussian(2, 1)).value());
    then.push_back(learned.coefficients());
  }
  const Matrix basis = learned.basis();
  CHECK((basis.transpose() * basis - Matrix::Identity(9, 9)).norm() < 1e-14);
  for (Index r = 1; r <= 9; ++r) {
    const Matrix first = basis.leftCols(r);
    CHECK((learned.coefficients() * first * first.transpose() - then[static_cast<size_t>(r - 1)]).norm() < 1e-12);
  }
}

TEST_CASE("rho is the sine of the angle between a question and the span of the examples") {
  Interpolation learned(3, 1);
  CHECK(learned.rho(Vector::Unit(3, 0)) == 1.0);
  REQUIRE(learned.add(Eigen::Vector3d(2.0, 0.0, 0.0), Vector::Constant(1, 6.0)).value());
  CHECK(learned.answer(Eigen::Vector3d(1.0, 5.0, 0.0))(0) == 3.0);
  CHECK(learned.rho(Vector::Unit(3, 0)) == 0.0);
  CHECK(learned.rho(Vector::Unit(3, 2)) == 1.0);
  CHECK(learned.rho(Eigen::Vector3d(1.0, 1.0, 0.0)) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-15));
  CHECK(learned.rho(Vector::Zero(3)) == 0.0);
}

TEST_CASE("examples that are nearly parallel are still all fitted, and their span is still known") {
  // Condition 1e6: one pass of Gram-Schmidt would lose orthogonality to 1e-16 x 1e12, two keep it to rounding.
  Random random(2);
  const Matrix H = Matrix::Ones(40, 20) + random.gaussian(40, 20, 1e-6);
  const Matrix A = random.gaussian(2, 40);
  Interpolation learned(40, 2);
  for (Index i = 0; i < H.cols(); ++i) CHECK(learned.add(H.col(i), A * H.col(i)).value());
  for (Index i = 0; i < H.cols(); ++i) CHECK(learned.rho(H.col(i)) < 1e-14);
  CHECK(difference("answers to the examples", learned.coefficients() * H, A * H) < 1e-12);
  CHECK(learned.coefficients().norm() < A.norm());
}

TEST_CASE("an example inside the span says nothing new, and one that contradicts it is refused") {
  Interpolation learned(30, 2);
  Random random(1);
  const Matrix A = random.gaussian(2, 30);
  const Matrix H = random.gaussian(30, 12);
  for (Index i = 0; i < H.cols(); ++i) CHECK(learned.add(H.col(i), A * H.col(i)).value());
  const Vector inside = H * random.gaussian(12, 1);
  CHECK(learned.rho(inside) < 1e-14);
  CHECK(!learned.add(inside, A * inside).value());
  CHECK(learned.rank() == 12);
  CHECK(learned.examples() == 13);
  CHECK(learned.add(inside, A * inside + Vector::Ones(2)).error().text().find("contradicts") != std::string::npos);
  CHECK(learned.add(Vector::Zero(30), Vector::Ones(2)).error().text().find("contradicts") != std::string::npos);
  CHECK(learned.examples() == 13);
}

TEST_CASE("an example that is not finite is refused and changes nothing") {
  Interpolation learned(2, 1);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const auto& h : {Eigen::Vector2d(1.0, std::nan("")), Eigen::Vector2d(infinity, 0.0)}) {
    CHECK(learned.add(h, Vector::Ones(1)).error().text().find("replace or remove it") != std::string::npos);
  }
  CHECK(learned.add(Vector::Ones(2), Vector::Constant(1, infinity)).error().text().find("replace") !=
        std::string::npos);
  CHECK(learned.rank() == 0);
  CHECK(learned.coefficients().norm() == 0.0);
}
