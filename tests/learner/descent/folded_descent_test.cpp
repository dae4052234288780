#include "learner/descent/folded_descent.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include <Eigen/Eigenvalues>

#include "../bits.hpp"
#include "../difference.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

Moments moments_of(const Task& task, std::uint64_t count) {
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, count)).has_value());
  return moments;
}

// Tokens of unit variance: a well-conditioned problem.
Moments plain_moments(Index d, Index d_out, Index count) {
  Moments moments({d, d_out, Targets::all});
  Random random(3);
  for (Index i = 0; i < count; ++i) {
    Matrix Z = random.gaussian(d, 4, 0.5);
    REQUIRE(moments.add(Sequence{std::move(Z), random.gaussian(d_out, 4)}).has_value());
  }
  return moments;
}

FoldedDescent begun(const Moments& moments, const FoldedDescentOptions& options) {
  auto descent = FoldedDescent::begin(moments, options);
  REQUIRE(descent.has_value());
  return *descent;
}

void finish(FoldedDescent& descent) {
  while (!descent.finished()) REQUIRE(descent.step().has_value());
}

constexpr Schedule kConstant(double rate) { return {.rate = rate, .start = rate, .warm_up = 0.0, .last_share = 1.0}; }

// The mean over rows of ||y - p H||^2 that FoldedDescent descends on.
double direct_loss(const Matrix& p, const std::vector<Sequence>& sequences, Targets targets) {
  const TestError error = test_error(p, sequences, targets);
  return error.squared_error / static_cast<double>(error.rows);
}

}  // namespace

TEST_CASE("the loss from moments is the loss on the sequences, and a small step lowers it by its gradient squared") {
  const Task task = *random_attention({.d = 3, .d_out = 2, .n = 5, .targets = Targets::causal});
  const auto sequences = task.block(Split::train, 0, 50);
  Moments moments(task.shape());
  REQUIRE(moments.add(sequences).has_value());
  constexpr double kRate = 1e-6;
  auto descent = begun(moments, {.schedule = kConstant(kRate), .optimiser = {.method = Method::descent}});
  const Matrix start = descent.coefficients();
  const double loss = *descent.step();
  CHECK(loss == doctest::Approx(direct_loss(start, sequences, Targets::causal)).epsilon(1e-12));
  // Every entry of the step against a central difference of the loss on the sequences, exact for a quadratic.
  const Matrix gradient = (start - descent.coefficients()) / kRate;
  Matrix numeric = gradient;
  for (Index i = 0; i < start.size(); ++i) {
    Matrix plus = start, minus = start;
    plus.reshaped()(i) += 1.0;
    minus.reshaped()(i) -= 1.0;
    numeric.reshaped()(i) =
        (direct_loss(plus, sequences, Targets::causal) - direct_loss(minus, sequences, Targets::causal)) / 2.0;
  }
  // The step is 1e-6 of entries near 1, so that 1e-10 of it is lost.
  CHECK(difference("gradient and differences", gradient, numeric) < 1e-7);
}

TEST_CASE("plain descent, momentum and Adam end at the least-squares solution when there is only one") {
  const Moments moments = plain_moments(2, 2, 200);
  const Matrix best = solve_ridge(moments)->p;
  for (const Method method : {Method::descent, Method::momentum, Method::adam}) {
    const double rate = method == Method::descent ? 0.2 : 0.05;
    auto descent = begun(moments, {.steps = 20000, .schedule = {.rate = rate}, .optimiser = {.method = method}});
    finish(descent);
    CHECK(difference(std::string(name_of(method)).c_str(), descent.coefficients(), best) < 1e-6);
  }
}

TEST_CASE("descent and momentum keep the part of their start that the data do not see, Adam does not") {
  const Task task = *associative_memory({.key_dimension = 3, .gaussian_share = 0.0});
  const Moments moments = moments_of(task, 2000);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(moments.gram());
  const double largest = eigen.eigenvalues().maxCoeff();
  const Index unseen = (eigen.eigenvalues().array() < 1e-10 * largest).count();
  REQUIRE(unseen > 0);
  const Matrix null = eigen.eigenvectors().leftCols(unseen);
  for (const Method method : {Method::descent, Method::momentum, Method::adam}) {
    auto descent = begun(moments, {.steps = 200, .schedule = {.rate = 0.002}, .optimiser = {.method = method}});
    const Matrix start = descent.coefficients();
    const double before = *descent.step();
    finish(descent);
    CHECK(descent.loss() < 0.5 * before);
    const double moved = ((descent.coefficients() - start) * null).norm() / (start * null).norm();
    std::printf("  %s moves the unseen part of its start by %.1e of its norm\n", std::string(name_of(method)).c_str(),
                moved);
    CHECK((moved < 1e-12) == (method != Method::adam));
  }
}

TEST_CASE("a random start on unitary associative data has an unseen part of norm sqrt(8 40 / 288) = 1.05") {
  const Task task = *associative_memory({.key_dimension = 4, .gaussian_share = 0.0});
  const Moments moments = moments_of(task, 4096);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(moments.gram());
  REQUIRE((eigen.eigenvalues().array() < 1e-10 * eigen.eigenvalues().maxCoeff()).count() == 40);
  double squares = 0.0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto descent = begun(moments, {.seed = seed});
    squares += (descent.coefficients() * eigen.eigenvectors().leftCols(40)).squaredNorm() / 20.0;
  }
  // A chi-squared mean of 20 * 320 draws: five standard errors are 5 sqrt(2/6400) = 9 % of the square.
  CHECK(std::sqrt(squares) == doctest::Approx(std::sqrt(8.0 * 40.0 / 288.0)).epsilon(0.045));
}

TEST_CASE("too large a rate ends folded descent with advice, and the last good coefficients stay") {
  const Moments moments = plain_moments(3, 1, 50);
  auto descent =
      begun(moments, {.steps = 100000,
                      .schedule = kConstant(1e6),
                      .optimiser = {.method = Method::descent, .clip = std::numeric_limits<double>::infinity()}});
  Expected<double> loss = 0.0;
  while (loss) loss = descent.step();
  CHECK(loss.error().text().find("smaller learning rate") != std::string::npos);
  CHECK(std::isfinite(descent.loss()));
  CHECK(descent.step().error().text() == loss.error().text());
}

TEST_CASE("folded descent refuses what it cannot do with what to change") {
  const auto says = [](const Expected<FoldedDescent>& result, const char* words) {
    return !result && result.error().text().find(words) != std::string::npos;
  };
  CHECK(says(FoldedDescent::begin(Moments({3, 1, Targets::last})), "at least one sequence"));
  const Moments moments = plain_moments(2, 1, 10);
  CHECK(says(FoldedDescent::begin(moments, {.steps = 0}), "1 or more"));
  CHECK(says(FoldedDescent::begin(moments, {.deviation = std::nan("")}), "deviation"));
  CHECK(says(FoldedDescent::begin(moments, {.schedule = {.rate = 0.0}}), "learning rate"));
  CHECK(says(FoldedDescent::begin(moments, {.optimiser = {.clip = 0.0}}), "clipped"));
}

TEST_CASE("folded descent has the same bits natively and as WASM") {
  const Moments moments = plain_moments(4, 2, 40);
  for (const Method method : {Method::descent, Method::momentum, Method::adam}) {
    auto descent = begun(moments, {.steps = 50, .optimiser = {.method = method}});
    finish(descent);
    print_bits("folded coefficients", descent.coefficients());
  }
}
