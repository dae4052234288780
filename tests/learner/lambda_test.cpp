#include "learner/solve.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "difference.hpp"
#include "learner/features.hpp"
#include "learner/model.hpp"
#include "learner/tasks.hpp"

using namespace learner;

namespace {

std::vector<Sequence> data_of(const Task& task, Split split, std::uint64_t count) {
  return task.block(split, 0, count);
}

Moments moments_of(std::span<const Sequence> data, Targets targets) {
  Moments moments({data.front().d(), data.front().Y.rows(), targets});
  REQUIRE(moments.add(data).has_value());
  return moments;
}

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

}  // namespace

TEST_CASE("the error from moments is the error from residuals") {
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    const auto task = *random_attention({.d = 5, .d_out = 3, .n = 6, .targets = targets, .noise = 0.1});
    const auto data = data_of(task, Split::test, 90);
    const Moments moments = moments_of(data, targets);
    const Matrix p = Random(2).gaussian(3, feature_count(5), 0.1);
    const TestError straight = test_error(p, data, targets);
    const MomentError error = error_from(moments, p);
    CHECK(error.squared == doctest::Approx(straight.squared_error).epsilon(1e-12));
    CHECK(error.mean == doctest::Approx(straight.mean()).epsilon(1e-12));
    CHECK(error.floor < 1e-12 * error.squared * 10.0);
  }
}

TEST_CASE("an error that cancels away is reported as its floor, which bounds the true one") {
  const auto task = *random_attention({.d = 4, .d_out = 4});
  const auto data = data_of(task, Split::test, 200);
  const Matrix p = folded_coefficients(task.truth());
  const MomentError error = error_from(moments_of(data, Targets::last), p);
  CHECK(error.squared == error.floor);
  CHECK(error.squared >= test_error(p, data, Targets::last).squared_error);
  CHECK(error.floor < 1e-13 * moments_of(data, Targets::last).squared_targets());
}

TEST_CASE("the chosen lambda has the least error on held-out data among the whole grid, found by hand") {
  const auto task = *random_attention({.d = 4, .d_out = 2, .noise = 0.5});
  const auto training = moments_of(data_of(task, Split::train, 60), Targets::last);
  const auto held_out = data_of(task, Split::test, 300);
  const std::vector<double> grid{1e-8, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0};
  double fraction = 0.0;
  const auto choice =
      choose_lambda(training, moments_of(held_out, Targets::last), {.grid = grid, .progress = [&](double now) {
                                                                      CHECK(now > fraction);
                                                                      fraction = now;
                                                                    }});
  REQUIRE(choice.has_value());
  CHECK(fraction == 1.0);
  REQUIRE(choice->trials.size() == grid.size());
  double least = std::numeric_limits<double>::infinity();
  double best = 0.0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const Matrix p = solve_ridge(training, {.lambda = grid[i]})->p;
    const double error = test_error(p, held_out, Targets::last).mean();
    CHECK(choice->trials[i].lambda == grid[i]);
    CHECK(choice->trials[i].held_out_error == doctest::Approx(error).epsilon(1e-10));
    CHECK(choice->trials[i].training_error ==
          doctest::Approx(test_error(p, data_of(task, Split::train, 60), Targets::last).mean()).epsilon(1e-10));
    if (error < least) {
      least = error;
      best = grid[i];
    }
  }
  CHECK(choice->solution.lambda == best);
  CHECK(best > grid.front());  // noise 0.5 on 60 rows for 40 unknowns wants a penalty
  CHECK(best < grid.back());
  CHECK(choice->solution.p == solve_ridge(training, {.lambda = best})->p);
}

TEST_CASE("without noise the smallest lambda that works is chosen, and singular ones are left out") {
  const auto task = *random_attention({.d = 3, .d_out = 2});
  const auto held_out = moments_of(data_of(task, Split::test, 100), Targets::last);
  const auto full =
      choose_lambda(moments_of(data_of(task, Split::train, 100), Targets::last), held_out, {.grid = {1e-1, 0.0, 1e-3}});
  CHECK(full->solution.lambda == 0.0);
  CHECK(full->trials.size() == 3);
  const auto few =
      choose_lambda(moments_of(data_of(task, Split::train, 10), Targets::last), held_out, {.grid = {0.0, 1e-3}});
  REQUIRE(few.has_value());
  CHECK(few->trials.size() == 1);
  CHECK(few->solution.lambda == 1e-3);
}

TEST_CASE("the default grid follows the units of the tokens") {
  const auto task = *random_attention({.d = 3, .d_out = 2, .noise = 0.1});
  auto data = data_of(task, Split::train, 50);
  const auto grid = default_grid(moments_of(data, Targets::last));
  REQUIRE(grid.size() == 13);
  CHECK(grid[12] / grid[0] == doctest::Approx(1e12));
  for (Sequence& sequence : data) sequence.Z *= 8.0;
  const auto scaled = default_grid(moments_of(data, Targets::last));
  CHECK(scaled[5] / grid[5] == doctest::Approx(8.0 * 8.0 * 8.0 * 8.0 * 8.0 * 8.0));
  const auto choice =
      choose_lambda(moments_of(data, Targets::last), moments_of(data_of(task, Split::test, 50), Targets::last));
  REQUIRE(choice.has_value());
  CHECK(choice->trials.size() == 13);
}

TEST_CASE("no data, a penalty that is none, and a grid too small to help are refused with a cure") {
  const auto task = *random_attention({.d = 3});
  const Moments none(task.shape());
  const Moments some = moments_of(data_of(task, Split::train, 5), Targets::last);
  CHECK(says(choose_lambda(none, some).error(), "add at least one sequence"));
  CHECK(says(choose_lambda(some, none).error(), "add at least one sequence"));
  CHECK(says(choose_lambda(some, some, {.grid = {-1.0}}).error(), "must be 0 or a positive number"));
  CHECK(says(choose_lambda(some, some, {.grid = {0.0}}).error(), "set the penalty λ (lambda) above 0"));
}
