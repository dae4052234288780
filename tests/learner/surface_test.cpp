#include "learner/surface.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "difference.hpp"
#include "learner/random.hpp"
#include "relative.hpp"

using namespace learner;

namespace {

Vector random_point(std::uint64_t seed, Index size = 7) { return Random(seed).gaussian(size, 1).col(0); }

// sum_i (i + 1) x_i^4 / 4.
Surface quartic() {
  const auto weights = [](const Vector& x) -> Vector { return Vector::LinSpaced(x.size(), 1.0, double(x.size())); };
  return [weights](const Vector& x) -> Slope {
    return {0.25 * weights(x).dot(x.array().pow(4).matrix()), weights(x).cwiseProduct(x.array().cube().matrix())};
  };
}

SlicePolynomial some_polynomial() {
  SlicePolynomial polynomial;
  const Matrix c = Random(4).gaussian(5, 5);
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; i + j < 5; ++j) polynomial.c(i, j) = c(i, j);
  }
  return polynomial;
}

}  // namespace

TEST_CASE("a slice through three points holds them, with orthonormal axes and the first at the origin") {
  const Vector x = random_point(1), y = random_point(2), z = random_point(3);
  const auto slice = slice_through(x, y, z);
  REQUIRE(slice.has_value());
  CHECK(slice->a.norm() == relative(1.0, 1e-14));
  CHECK(slice->b.norm() == relative(1.0, 1e-14));
  CHECK(std::fabs(slice->a.dot(slice->b)) < 1e-15);
  const auto first = slice->coordinates(x), second = slice->coordinates(y), third = slice->coordinates(z);
  CHECK(first.norm() == 0.0);
  CHECK(second(0) == relative((y - x).norm(), 1e-14));
  CHECK(std::fabs(second(1)) < 1e-14);
  CHECK(third(1) > 0.0);
  CHECK(difference("third point", slice->at(third(0), third(1)), z) < 1e-14);
  // A point off the slice gets the coordinates of the nearest one: what is left is orthogonal to both axes.
  const Vector off = random_point(4);
  const auto near = slice->coordinates(off);
  const Vector rest = off - slice->at(near(0), near(1));
  CHECK(std::fabs(rest.dot(slice->a)) + std::fabs(rest.dot(slice->b)) < 1e-14);
}

TEST_CASE("a slice through points close to one line still has orthogonal axes") {
  const Vector x = random_point(1), y = random_point(2);
  const auto slice = slice_through(x, y, x + 3.0 * (y - x) + 1e-7 * random_point(3));
  REQUIRE(slice.has_value());
  CHECK(std::fabs(slice->a.dot(slice->b)) < 1e-15);
}

TEST_CASE("points on one line, equal points and points that are not finite are no slice") {
  const Vector x = random_point(1), y = random_point(2);
  const auto on_line = [](const Expected<Slice>& slice) {
    return !slice.has_value() && slice.error().text().find("lie on one line") != std::string::npos;
  };
  CHECK(on_line(slice_through(x, y, x + 0.3 * (y - x))));
  CHECK(on_line(slice_through(x, x, y)));
  CHECK(on_line(slice_through(x, y, x)));
  CHECK(on_line(slice_through(x, y, y)));
  Vector broken = y;
  broken(3) = std::numeric_limits<double>::infinity();
  CHECK(slice_through(x, y, broken).error().text().find("finite numbers") != std::string::npos);
}

TEST_CASE("a slice with places puts each point at its place, even when two points coincide") {
  const std::array<Eigen::Vector2d, 3> places = {Eigen::Vector2d(0.5, -1.0), Eigen::Vector2d(2.0, 0.3),
                                                 Eigen::Vector2d(-0.7, 1.1)};
  for (const Vector& second : {random_point(2), random_point(1)}) {
    const std::array<Vector, 3> points = {random_point(1), second, random_point(3)};
    const Slice slice = slice_with_places(points, places);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(difference("point at its place", slice.at(places[i](0), places[i](1)), points[i]) < 1e-14);
    }
  }
  const Slice skew = slice_with_places({random_point(1), random_point(2), random_point(3)}, places);
  const auto place = skew.coordinates(skew.at(0.4, -0.9));
  CHECK(place(0) == relative(0.4, 1e-12));
  CHECK(place(1) == relative(-0.9, 1e-12));
}

TEST_CASE("a surface restricted to a slice has its values, and the gradient of its finite differences") {
  const Slice slice = *slice_through(random_point(1), random_point(2), random_point(3));
  const Surface flat = restricted(quartic(), slice);
  const Eigen::Vector2d place(0.4, -0.6);
  CHECK(flat(place).value == quartic()(slice.at(0.4, -0.6)).value);
  const double h = 1e-4;  // truncation h^2, rounding 2^-52 / h: 1e-8 at worst
  Eigen::Vector2d differences;
  for (Index i = 0; i < 2; ++i) {
    const Eigen::Vector2d step = h * Eigen::Vector2d::Unit(i);
    differences(i) = (flat(place + step).value - flat(place - step).value) / (2.0 * h);
  }
  CHECK(difference("gradient on the slice", flat(place).gradient, differences) < 1e-7);
}

TEST_CASE("value, gradient and curvatures of a slice polynomial are those of its terms") {
  SlicePolynomial terms;  // 3 - s + 2 s t^2 + 5 s^4 + t^3
  terms.c(0, 0) = 3.0;
  terms.c(1, 0) = -1.0;
  terms.c(1, 2) = 2.0;
  terms.c(4, 0) = 5.0;
  terms.c(0, 3) = 1.0;
  CHECK(terms.value(2.0, 3.0) == 3.0 - 2.0 + 36.0 + 80.0 + 27.0);
  CHECK(terms.gradient(2.0, 3.0) == Eigen::Vector2d(-1.0 + 18.0 + 160.0, 24.0 + 27.0));
  // Second derivatives 60 s^2 = 240, 4 t = 12, 4 s + 6 t = 26: trace 266, determinant 6096.
  CHECK(terms.bending(2.0, 3.0) == Eigen::Matrix2d{{240.0, 12.0}, {12.0, 26.0}});
  const auto curvatures = terms.curvatures(2.0, 3.0);
  CHECK(curvatures.sum() == relative(266.0, 1e-14));
  CHECK(curvatures.prod() == relative(6096.0, 1e-12));
  CHECK(curvatures(0) < curvatures(1));
  SlicePolynomial saddle;  // s t
  saddle.c(1, 1) = 1.0;
  CHECK(saddle.curvatures(0.0, 0.0) == Eigen::Vector2d(-1.0, 1.0));
}

TEST_CASE("the grid holds the polynomial's values at the window's places, ends included") {
  const SlicePolynomial polynomial = some_polynomial();
  const Window window{.s_low = -2.0, .s_high = 1.0, .t_low = 0.0, .t_high = 3.0, .columns = 17, .rows = 9};
  CHECK(window.s(0) == -2.0);
  CHECK(window.s(16) == 1.0);
  CHECK(window.t(8) == 3.0);
  CHECK(window.t(4) == 1.5);
  const Matrix grid = polynomial.grid(window);
  REQUIRE(grid.rows() == 9);
  REQUIRE(grid.cols() == 17);
  Matrix expected(9, 17);
  for (Index row = 0; row < 9; ++row) {
    for (Index column = 0; column < 17; ++column) {
      expected(row, column) = polynomial.value(window.s(column), window.t(row));
    }
  }
  CHECK(difference("grid and values", grid, expected) < 1e-14);
}
