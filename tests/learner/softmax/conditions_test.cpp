// Paper B's conditions: closed forms, one for each number, and what each structure of a random layer keeps.
#include "learner/softmax/conditions.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "learner/singular_values.hpp"
#include "learner/softmax/sign_task.hpp"

using namespace learner;

namespace {

Matrix matrix(std::initializer_list<double> row_by_row) {
  Matrix M(2, 2);
  auto entry = row_by_row.begin();
  for (Index j = 0; j < 2; ++j)
    for (Index k = 0; k < 2; ++k) M(j, k) = *entry++;
  return M;
}

SoftmaxLayer layer_of(Index d, Index heads, Structure structure, std::uint64_t seed) {
  return random_sign_task({.d = d, .heads = heads, .seed = seed, .structure = structure})->truth();
}

constexpr double kZero = 1e-9;

}  // namespace

TEST_CASE("each condition's number is its closed form") {
  // |Theta_1| = 5, |Theta_2| = sqrt(2), |Theta_1 - Theta_2| = sqrt(16 + 1 + 4); gaps (4 - 3)/4 and, of values sqrt(2)
  // and 0, 1. Two columns of length one have the singular values sqrt(1 ± cosine), here <Theta_1, Theta_2> = 3.
  // W_1 = diag(2, 1), gap 1/2; [[1, 1], [0, 1]] has the golden ratio and its inverse; <W_1, W_2> = 3 = |W_2|^2.
  SoftmaxLayer layer;
  layer.heads.push_back({matrix({4, 0, 0, 3}), matrix({2, 0, 0, 1})});
  layer.heads.push_back({matrix({0, 1, 0, 1}), matrix({1, 1, 0, 1})});
  const auto conditions = layer_conditions(layer);
  REQUIRE(conditions);
  const double root2 = std::sqrt(2.0), golden = (1 + std::sqrt(5.0)) / 2;
  CHECK(conditions->apart == doctest::Approx(std::sqrt(16.0 + 1.0 + 4.0) / 5).epsilon(1e-14));
  CHECK(conditions->theta_gap == doctest::Approx(0.25).epsilon(1e-14));
  CHECK(conditions->theta_span == doctest::Approx(std::sqrt(1 - 3 / (5 * root2))).epsilon(1e-14));
  CHECK(conditions->w_gap == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(conditions->w_span == doctest::Approx(std::sqrt(1 - 3 / std::sqrt(15.0))).epsilon(1e-14));
  layer.heads[0].W = matrix({1, 1, 0, 1});
  CHECK(layer_conditions(layer)->w_gap == doctest::Approx(1 - 1 / (golden * golden)).epsilon(1e-14));
  CHECK(layer_conditions(layer)->w_span < kZero);
}

TEST_CASE("no condition's number depends on units, and one head is apart from nobody") {
  SoftmaxLayer layer = layer_of(4, 3, Structure::none, 5);
  const auto before = layer_conditions(layer);
  for (SoftmaxHead& head : layer.heads) head = {1e3 * head.Theta, 1e-5 * head.W};
  const auto after = layer_conditions(layer);
  REQUIRE(after);
  CHECK(after->apart == doctest::Approx(before->apart).epsilon(1e-13));
  CHECK(after->theta_gap == doctest::Approx(before->theta_gap).epsilon(1e-12));
  CHECK(after->theta_span == doctest::Approx(before->theta_span).epsilon(1e-13));
  CHECK(after->w_gap == doctest::Approx(before->w_gap).epsilon(1e-12));
  layer.heads.resize(1);
  CHECK(layer_conditions(layer)->apart == std::numeric_limits<double>::infinity());
  CHECK(layer_conditions(layer)->theta_span == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("what is degenerate has 0: equal heads, equal singular values, heads of zeros, more heads than entries") {
  SoftmaxLayer layer = layer_of(3, 2, Structure::none, 1);
  layer.heads[1].Theta = Matrix::Identity(3, 3);
  CHECK(layer_conditions(layer)->theta_gap < kZero);
  CHECK(layer_conditions(layer)->apart > 0.1);
  layer.heads[1].W.setZero();
  CHECK(layer_conditions(layer)->w_gap == 0);
  CHECK(layer_conditions(layer)->w_span == 0);
  SoftmaxLayer many = layer_of(1, 2, Structure::none, 1);
  CHECK(layer_conditions(many)->theta_span == 0);
  CHECK(layer_conditions(many)->theta_gap == 1);
  layer.heads[0].Theta(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(layer_conditions(layer));
}

TEST_CASE(
    "random, diagonal and block layers keep the conditions; rank one, dependent and twin ones break theirs only") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    for (const Structure structure : {Structure::none, Structure::diagonal, Structure::blocks}) {
      const auto kept = layer_conditions(layer_of(4, 3, structure, seed));
      REQUIRE(kept);
      CHECK(std::min({kept->apart, kept->theta_gap, kept->w_gap, kept->theta_span, kept->w_span}) > 1e-5);
    }
    const auto one = layer_conditions(layer_of(4, 3, Structure::rank_one, seed));
    CHECK(one->theta_gap < kZero);
    CHECK(std::min({one->apart, one->w_gap, one->theta_span, one->w_span}) > 1e-5);
    const auto dependent = layer_conditions(layer_of(4, 3, Structure::dependent, seed));
    CHECK(dependent->theta_span < kZero);
    CHECK(std::min({dependent->apart, dependent->theta_gap, dependent->w_gap, dependent->w_span}) > 1e-5);
    const auto twins = layer_conditions(layer_of(4, 3, Structure::twins, seed));
    CHECK(twins->apart == 0);
    CHECK(twins->theta_span < kZero);
    CHECK(std::min({twins->theta_gap, twins->w_gap, twins->w_span}) > 1e-5);
  }
  // d diagonal entries hold d independent Theta at most.
  CHECK(layer_conditions(layer_of(3, 4, Structure::diagonal, 1))->theta_span < kZero);
  CHECK(layer_conditions(layer_of(2, 2, Structure::rank_one, 1))->theta_gap > 0.9);  // values s and 0
}

TEST_CASE("a structure changes Theta only, and has the shape that its name says, of the same mean square") {
  const auto plain = layer_of(5, 3, Structure::none, 7);
  for (const Structure structure :
       {Structure::diagonal, Structure::blocks, Structure::rank_one, Structure::dependent, Structure::twins}) {
    const auto layer = layer_of(5, 3, structure, 7);
    for (std::size_t i = 0; i < 3; ++i) CHECK(layer.heads[i].W == plain.heads[i].W);
    double squares = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed)
      for (const SoftmaxHead& head : layer_of(5, 3, structure, seed).heads) squares += head.Theta.squaredNorm();
    CHECK(squares / 1200 == doctest::Approx(5).epsilon(0.12));  // 5 entries' worth; its deviation is 4 % at most
  }
  const Matrix diagonal = layer_of(5, 3, Structure::diagonal, 7).heads[0].Theta;
  CHECK((diagonal.array() != 0).count() == 5);
  CHECK((layer_of(5, 3, Structure::blocks, 7).heads[0].Theta.array() != 0).count() == 9 + 4);
  const Vector sigma = singular_values(layer_of(5, 3, Structure::rank_one, 7).heads[0].Theta)->sigma;
  CHECK(sigma(0) > 0.1);
  CHECK(sigma(1) < 1e-14);
  CHECK(layer_of(5, 1, Structure::twins, 7).heads[0].Theta == plain.heads[0].Theta);
  CHECK(layer_of(5, 1, Structure::dependent, 7).heads[0].Theta == plain.heads[0].Theta);
}

// Of two twins that are off by t one Theta is that of the first, and the other (1 - t) of it and t of its own.
TEST_CASE("a layer goes from its structure to any numbers step by step, and its heads apart with it") {
  const auto plain = layer_of(4, 2, Structure::none, 3);
  for (const Structure structure : {Structure::diagonal, Structure::rank_one, Structure::twins}) {
    const auto whole = layer_of(4, 2, structure, 3);
    for (const double off : {0.0, 1e-6, 0.25, 1.0}) {
      const auto task = random_sign_task({.d = 4, .heads = 2, .seed = 3, .structure = structure, .off = off});
      REQUIRE(task);
      for (std::size_t i = 0; i < 2; ++i) {
        const Matrix expected = (1 - off) * whole.heads[i].Theta + off * plain.heads[i].Theta;
        CHECK((task->truth().heads[i].Theta - expected).norm() <= 1e-15 * expected.norm());
        CHECK(task->truth().heads[i].W == plain.heads[i].W);
      }
      if (structure != Structure::twins) continue;
      const auto &one = task->truth().heads[0].Theta, &other = task->truth().heads[1].Theta;
      const double distance = off * (plain.heads[1].Theta - plain.heads[0].Theta).norm();
      CHECK(layer_conditions(task->truth())->apart ==
            doctest::Approx(distance / std::max(one.norm(), other.norm())).epsilon(1e-9));
    }
  }
  for (const double off : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()})
    CHECK_FALSE(random_sign_task({.structure = Structure::twins, .off = off}));
}
