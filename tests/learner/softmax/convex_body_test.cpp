#include "learner/softmax/convex_body.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "learner/random.hpp"
#include "learner/softmax/linear_program.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/value_sum.hpp"

using namespace learner;

namespace {

// Constraints of random signs with random values: no Theta meets all of them.
Agreement random_constraints(Index d, Index count, std::uint64_t seed) {
  Random random(seed);
  Agreement agreement;
  for (Index j = 0; j < count; ++j) {
    Constraint constraint{.query = Vector(d), .difference = Vector::Zero(d), .value = random.gaussian(), .rows = 1};
    for (double& entry : constraint.query) entry = random.below(2) == 0 ? -1.0 : 1.0;
    for (double& entry : constraint.difference) entry = 2.0 * static_cast<double>(random.below(3)) - 2.0;
    constraint.difference(0) = 2.0;
    agreement.constraints.push_back(std::move(constraint));
  }
  return agreement;
}

bool inhabited(ConvexBody body, double tolerance) {
  body.tolerance = tolerance;
  return maximise(body.normals(), body.offsets(), Vector::Zero(body.size())).status == ProgramStatus::optimal;
}

}  // namespace

TEST_CASE("below the least tolerance the body is empty, above it is not") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto body = sculpt(random_constraints(3, 30, seed));
    REQUIRE(body);
    CHECK(body->tolerance == doctest::Approx(2.0 * body->least_tolerance));
    CHECK(inhabited(*body, body->least_tolerance + 1e-6));
    CHECK(!inhabited(*body, body->least_tolerance - 1e-6));
  }
}

TEST_CASE("the nearest point of a body is in it, and no point of the body lies on the side of the target") {
  Random random(7);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Index d = 2 + static_cast<Index>(seed % 3);
    const auto body = sculpt(random_constraints(d, 40, seed), {.slack = seed % 2 == 0 ? 1.0 + 1e-6 : 1.5});
    REQUIRE(body);
    for (const double scale : {0.0, 1.0, 10.0}) {
      const Matrix target = random.gaussian(d, d, scale);
      const auto nearest = nearest_point(*body, target);
      REQUIRE(nearest);
      CHECK(nearest->kkt_error < 1e-8 * (1.0 + target.norm()));
      const Vector x = nearest->Theta.reshaped(), towards = target.reshaped() - x;
      CHECK((body->normals() * x - body->offsets()).maxCoeff() < 1e-9);
      CHECK(nearest->distance == doctest::Approx(towards.norm()));
      const ProgramAnswer farthest = maximise(body->normals(), body->offsets(), towards);
      REQUIRE(farthest.status == ProgramStatus::optimal);
      CHECK(farthest.value - towards.dot(x) < 1e-7 * (1.0 + towards.squaredNorm()));
    }
  }
}

TEST_CASE("a target inside the body is its own nearest point, and one outside the box goes to its face") {
  const auto body = sculpt(random_constraints(2, 3, 1), {.tolerance = 100.0, .bound = 2.0});
  REQUIRE(body);
  const auto inside = nearest_point(*body, Matrix::Constant(2, 2, 1.5)),
             outside = nearest_point(*body, Matrix::Constant(2, 2, 5.0));
  CHECK(inside->distance == 0.0);
  CHECK(inside->active == 0);
  CHECK(outside->Theta.isApprox(Matrix::Constant(2, 2, 2.0)));
}

TEST_CASE("with one head and the true sum the body is the head, to the tolerance of rounding") {
  for (const Index d : {2, 3, 4}) {
    const SignTask task = *random_sign_task({.d = d, .k = 4, .heads = 1});
    const auto found = agreement(value_sum(task.truth()), task.block(Split::train, 0, 1000));
    REQUIRE(found);
    const auto body = sculpt(*found);
    REQUIRE(body);
    CHECK(body->least_tolerance < 1e-10);
    const auto centre = nearest_point(*body, Matrix::Zero(d, d));
    REQUIRE(centre);
    const auto error = body_error(*body, centre->Theta, task.truth());
    REQUIRE(error);
    CHECK(error->head_distance.maxCoeff() < 1e-7);
    CHECK(error->hull_distance < 1e-7);
  }
}

TEST_CASE("the distance from the affine hull is 0 for weights that sum to 1 and grows off it, equal heads or not") {
  SoftmaxLayer truth = random_sign_task({.d = 3, .heads = 3})->truth();
  const Matrix &A = truth.heads[0].Theta, &B = truth.heads[1].Theta, &C = truth.heads[2].Theta;
  CHECK(hull_distance(2.0 * A - 3.0 * B + 2.0 * C, truth) < 1e-12);
  CHECK(hull_distance(A + B + C, truth) > 0.1);
  truth.heads[2].Theta = B;
  CHECK(hull_distance(2.0 * A - B, truth) < 1e-7);
  truth.heads.resize(1);
  CHECK(hull_distance(1.5 * A, truth) == doctest::Approx(0.5));
}

TEST_CASE("bodies that cannot be are refused with what to change") {
  const Agreement some = random_constraints(3, 30, 1);
  CHECK(!sculpt({}));
  CHECK(!sculpt(some, {.slack = 0.5}));
  CHECK(!sculpt(some, {.bound = 0.0}));
  const auto empty = sculpt(some, {.tolerance = 0.01});
  REQUIRE(!empty);
  CHECK(empty.error().text().starts_with("The convex body is empty: its tolerance must be at least "));
  auto body = *sculpt(some);
  body.tolerance = 0.5 * body.least_tolerance;
  CHECK(nearest_point(body, Matrix::Zero(3, 3)).error().text().starts_with("The convex body is empty"));
}
