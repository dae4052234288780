#include "learner/descent/folded_descent.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../relative.hpp"
#include "learner/certificate.hpp"
#include "learner/features.hpp"
#include "learner/null_space.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

struct Setting {
  Moments moments;
  Matrix fit;
  Matrix truth;
};

Setting associations(double gaussian_share, double noise = 0.0) {
  const auto task = *associative_memory({.key_dimension = 3, .gaussian_share = gaussian_share, .noise = noise});
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, 600)).has_value());
  Matrix fit = solve_minimum_norm(moments)->p;
  return {std::move(moments), std::move(fit), folded_coefficients(task.truth())};
}

FoldedDescent plain_descent(const Moments& moments, Index steps) {
  const double rate = 0.5 / certify(moments)->lambda_max;
  return *FoldedDescent::begin(
      moments, {.steps = steps,
                .schedule = {.rate = rate, .start = rate, .warm_up = 0.0, .last_share = 1.0},
                .optimiser = {.method = Method::descent, .clip = std::numeric_limits<double>::infinity()}});
}

}  // namespace

TEST_CASE("the path of descent is where descent goes step by step, singular or not, with noise or without") {
  for (const auto [share, noise] : {std::pair{0.0, 0.0}, {0.3, 0.0}, {1.0, 0.2}}) {
    CAPTURE(share);
    const auto [moments, fit, truth] = associations(share, noise);
    FoldedDescent descent = plain_descent(moments, 300);
    const auto path = DescentPath::begin(moments, descent.coefficients(), fit);
    REQUIRE(path.has_value());
    CHECK(path->rate() == relative(descent.rate(), 1e-12));
    CHECK((path->coefficients(0) - descent.coefficients()).norm() < 1e-12);
    for (std::uint64_t t = 1; t <= 300; ++t) {
      REQUIRE(descent.step().has_value());
      if (t % 37 != 0 && t != 300) continue;
      CHECK((path->coefficients(t) - descent.coefficients()).norm() < 1e-11);
      const std::uint64_t steps[] = {t};
      CHECK(path->distances(truth, steps).front() == relative((descent.coefficients() - truth).norm(), 1e-11));
    }
  }
}

TEST_CASE("errors along the path are those of its coefficients, question by question") {
  const auto elsewhere = *associative_memory({.key_dimension = 3, .gaussian_share = 1.0, .seed = 7});
  for (const double share : {0.0, 0.3}) {
    CAPTURE(share);
    const auto [moments, fit, truth] = associations(share);
    const auto path = DescentPath::begin(moments, plain_descent(moments, 1).coefficients(), fit);
    REQUIRE(path.has_value());
    const std::vector<Sequence> questions = elsewhere.block(Split::test, 0, 50);
    Moments asked(elsewhere.shape());
    REQUIRE(asked.add(questions).has_value());
    const DescentPath::Questions prepared = path->ask(truth, asked.gram() / 50.0);
    const std::uint64_t steps[] = {0, 1, 1000, std::uint64_t{1} << 40};
    const auto errors = path->errors(prepared, steps);
    for (std::size_t k = 0; k < errors.size(); ++k) {
      const auto direct = test_error(path->coefficients(steps[k]), questions, Targets::last);
      CHECK(std::abs(errors[k] - direct.squared_error / 50.0) < 1e-12 * errors[0]);
    }
    CHECK((errors[3] > 0.01 * errors[0]) == (share == 0.0));
    // The same where directions have died out before the fewest steps, and from another start.
    const auto other = path->from(3.0 * plain_descent(moments, 1).coefficients());
    for (std::uint64_t t : {std::uint64_t{1000}, std::uint64_t{100'000}}) {
      const std::uint64_t late[] = {t, 2 * t};
      const auto direct = test_error(other.coefficients(t), questions, Targets::last);
      CHECK(std::abs(other.errors(prepared, late)[0] - direct.squared_error / 50.0) < 1e-12 * errors[0]);
    }
    const auto least = test_error(fit, questions, Targets::last).squared_error / 50.0;
    CHECK(std::abs(prepared.of_minimiser - least) < 1e-12 * errors[0]);
  }
}

TEST_CASE("the path from another start is the one that begins there") {
  const auto [moments, fit, truth] = associations(0.0);
  const Matrix start = plain_descent(moments, 1).coefficients();
  const Matrix other = 2.0 * start + Matrix::Ones(start.rows(), start.cols());
  const auto path = DescentPath::begin(moments, start, fit), begun = DescentPath::begin(moments, other, fit);
  REQUIRE(path.has_value());
  REQUIRE(begun.has_value());
  CHECK(path->from(other).coefficients(100) == begun->coefficients(100));
  CHECK(path->from(other).limit() == begun->limit());
  CHECK(path->coefficients(100) != begun->coefficients(100));
}

TEST_CASE("the limit is a minimiser that has kept the start's part in the null space of the certificate") {
  const auto [moments, fit, truth] = associations(0.0);
  const Matrix start = plain_descent(moments, 1).coefficients();
  const auto path = DescentPath::begin(moments, start, fit);
  REQUIRE(path.has_value());
  const auto null = null_space(moments);
  CHECK(path->null_count() == null->dimension());
  const Matrix limit = path->limit();
  CHECK((limit * moments.gram() - moments.cross().transpose()).norm() < 1e-9 * moments.cross().norm());
  CHECK((path->unseen(limit - start)).norm() < 1e-11);
  // The null space by pivots holds what is left: its directions are those of p H = 0 for all data.
  const Vector weights = unfold_weights(6).cwiseSqrt();
  for (Index a = 0; a < limit.rows(); ++a) {
    const Vector left = weights.cwiseProduct((limit - fit).row(a).transpose());
    CHECK((null->project(left) - left).norm() < 1e-10);
  }
  CHECK((path->coefficients(std::uint64_t{1} << 40) - limit).norm() < 1e-9);
}

TEST_CASE("on varied data the limit is the fit, whatever the start, and the weakest direction goes last") {
  const auto [moments, fit, truth] = associations(1.0);
  const Matrix start = fit + Random(5).gaussian(fit.rows(), fit.cols());
  const auto path = DescentPath::begin(moments, start, fit);
  REQUIRE(path.has_value());
  CHECK(path->null_count() == 0);
  CHECK((path->limit() - fit).norm() == 0.0);
  const Vector weakest = path->direction(0);
  const double share = std::pow(1.0 - path->eigenvalues()(0) / path->eigenvalues()(125), 1000.0);
  CHECK(((path->coefficients(1000) - fit) * weakest).norm() ==
        relative(share * ((start - fit) * weakest).norm(), 1e-9));
}

TEST_CASE("a path over nothing, or over too many unknowns, is refused with a cure") {
  CHECK(DescentPath::begin(Moments({2, 1, Targets::last}), Matrix::Zero(1, 6), Matrix::Zero(1, 6))
            .error()
            .text()
            .find("add at least one sequence") != std::string::npos);
  Moments large({13, 1, Targets::last});
  REQUIRE(large.add(Sequence{Matrix::Ones(13, 2), Matrix::Ones(1, 1)}).has_value());
  const Index psi = feature_count(13);
  CHECK(DescentPath::begin(large, Matrix::Zero(1, psi), Matrix::Zero(1, psi)).error().text().find("12 or fewer") !=
        std::string::npos);
}
