#include "learner/descent/optimiser.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

using namespace learner;

TEST_CASE("half a cosine agrees with std::cos to 2^-52 and is symmetric") {
  const long double pi = std::acos(-1.0L);
  for (int i = 0; i <= 1000; ++i) {
    const double s = static_cast<double>(i) / 1000.0;
    const long double expected = 0.5L * (1.0L + std::cos(pi * static_cast<long double>(s)));
    CHECK(std::abs(half_cosine(s) - static_cast<double>(expected)) <= 0x1p-52);
  }
  CHECK(half_cosine(0.0) == 1.0);
  CHECK(half_cosine(1.0) == 0.0);
  CHECK(half_cosine(0.25) == 1.0 - half_cosine(0.75));
}

TEST_CASE("the rate climbs in a line from its start, peaks after the warm-up and ends at its last share") {
  const Schedule schedule = {.rate = 0.01, .start = 1e-5, .warm_up = 0.1, .last_share = 0.01};
  CHECK(rate_at(schedule, 0, 1000) == 1e-5);
  CHECK(rate_at(schedule, 50, 1000) == doctest::Approx(0.5 * (0.01 + 1e-5)).epsilon(1e-14));
  CHECK(rate_at(schedule, 100, 1000) == 0.01);
  CHECK(rate_at(schedule, 999, 1000) == doctest::Approx(1e-4).epsilon(1e-14));
  for (Index step = 1; step < 1000; ++step) {
    CHECK((rate_at(schedule, step, 1000) > rate_at(schedule, step - 1, 1000)) == (step <= 100));
  }
  CHECK(rate_at({.rate = 0.5, .warm_up = 0.0}, 0, 1) == 0.5);  // a single step has the full rate
  CHECK(rate_at({.rate = 0.5, .start = 0.25, .warm_up = 1.0}, 1, 2) == 0.375);
}

TEST_CASE("plain descent moves by the rate times the gradient, shortened to the clipping length") {
  Optimiser optimiser({.method = Method::descent, .clip = 5.0}, 2);
  CHECK(optimiser.change(Vector{{1.0, -2.0}}, 0.5) == Vector{{-0.5, 1.0}});
  // (6, 8) has length 10, twice what is allowed.
  CHECK(optimiser.change(Vector{{6.0, 8.0}}, 0.5) == Vector{{-1.5, -2.0}});
  Optimiser free({.method = Method::descent, .clip = std::numeric_limits<double>::infinity()}, 2);
  CHECK(free.change(Vector{{6.0, 8.0}}, 0.5) == Vector{{-3.0, -4.0}});
}

TEST_CASE("momentum under a constant gradient approaches rate / (1 - momentum)") {
  Optimiser optimiser({.method = Method::momentum, .first = 0.5}, 1);
  double expected = 0.0;
  for (int k = 0; k < 20; ++k) {
    expected = 0.5 * expected + 1.0;
    CHECK(optimiser.change(Vector::Ones(1), 0.25)(0) == -0.25 * expected);
  }
  CHECK(std::abs(expected - 2.0) < 1e-5);
}

TEST_CASE("Adam's first step has the length of the rate in every coordinate, whatever the gradient's") {
  Optimiser optimiser({.method = Method::adam}, 3);
  const Vector change = optimiser.change(Vector{{1e-3, -1.0, 4.0}}, 0.01);
  CHECK(change(0) == doctest::Approx(-0.01).epsilon(2e-5));  // epsilon is 1e-5 of this root
  CHECK(change(1) == doctest::Approx(0.01).epsilon(1e-7));
  CHECK(change(2) == doctest::Approx(-0.01).epsilon(1e-7));
}

TEST_CASE("an option out of range is refused with the range") {
  const auto says = [](const Expected<void>& result, const char* words) {
    return !result && result.error().text().find(words) != std::string::npos;
  };
  CHECK(says(validate(OptimiserOptions{.first = 1.0}), "below 1"));
  CHECK(says(validate(OptimiserOptions{.second = -0.1}), "below 1"));
  CHECK(says(validate(OptimiserOptions{.epsilon = 0.0}), "epsilon"));
  CHECK(says(validate(OptimiserOptions{.clip = 0.0}), "positive"));
  CHECK(says(validate(Schedule{.rate = 0.0}), "positive"));
  CHECK(says(validate(Schedule{.start = std::nan("")}), "positive"));
  CHECK(says(validate(Schedule{.warm_up = 1.5}), "between 0 and 1"));
  CHECK(says(validate(Schedule{.last_share = -1.0}), "between 0 and 1"));
  CHECK(validate(OptimiserOptions{}).has_value());
  CHECK(validate(Schedule{}).has_value());
}
