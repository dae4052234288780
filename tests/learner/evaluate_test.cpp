#include "learner/model.hpp"

#include <doctest/doctest.h>

#include "learner/features.hpp"
#include "learner/tasks.hpp"

using namespace learner;

TEST_CASE("the error is the mean over rows and coordinates, and relative to the targets") {
  TestError error{.d_out = 2};
  error.add(Matrix{{1.0, 2.0}, {0.0, 0.0}}, Matrix{{1.0, 0.0}, {0.0, 4.0}});
  CHECK(error.rows == 2);
  CHECK(error.mean() == 20.0 / 4.0);
  CHECK(error.relative() == 20.0 / 17.0);
}

TEST_CASE("no rows and zero targets give 0, never a NaN") {
  CHECK(TestError{}.mean() == 0.0);
  CHECK(TestError{}.relative() == 0.0);
}

TEST_CASE("a model and its folded coefficients have the same error, and blocks add up") {
  const auto task = *random_attention({.d = 4, .d_out = 3, .heads = 2, .targets = Targets::causal, .noise = 0.2});
  const auto data = task.block(Split::test, 0, 40);
  const Matrix p = folded_coefficients(task.truth());
  const TestError whole = test_error(task.truth(), data, Targets::causal);
  CHECK(whole.mean() == doctest::Approx(test_error(p, data, Targets::causal).mean()).epsilon(1e-12));
  CHECK(whole.mean() == doctest::Approx(0.04).epsilon(0.1));  // the noise is all there is
  TestError parts = test_error(p, std::span(data).first(15), Targets::causal);
  parts.merge(test_error(p, std::span(data).subspan(15), Targets::causal));
  CHECK(parts.rows == whole.rows);
  CHECK(parts.relative() == doctest::Approx(whole.relative()).epsilon(1e-12));
}

TEST_CASE("answering nothing has relative error 1") {
  const auto task = *random_attention({.d = 3, .d_out = 2});
  const auto data = task.block(Split::test, 0, 10);
  CHECK(test_error(Matrix::Zero(2, feature_count(3)), data, Targets::last).relative() == 1.0);
}
