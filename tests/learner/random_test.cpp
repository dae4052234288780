#include "learner/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "../golden/learner_golden.hpp"
#include "difference.hpp"

using namespace learner;

namespace {

double ulps(double value, double reference) {
  const double spacing =
      std::nextafter(std::abs(reference), std::numeric_limits<double>::infinity()) - std::abs(reference);
  return std::abs(value - reference) / spacing;
}

}  // namespace

TEST_CASE("the generator gives the bits of an independent implementation") {
  Random random(1);
  for (const std::uint64_t bits : golden::kBitsOfSeed1) CHECK(random.bits() == bits);
  Random child = Random(1).split(3);
  for (const std::uint64_t bits : golden::kBitsOfSeed1Stream3) CHECK(child.bits() == bits);
  Random uniform(2);
  for (const double value : golden::kUniformsOfSeed2) CHECK(uniform.uniform() == value);
  Random gaussian(3);
  for (const double value : golden::kGaussiansOfSeed3)
    CHECK(ulps(gaussian.gaussian(), value) <= 4.0);  // its log is libm's
}

TEST_CASE("portable_log is within 2 ulp of std::log, from the smallest normal number to the largest") {
  double worst = 0.0;
  const auto compare = [&](double x) { worst = std::max(worst, ulps(portable_log(x), std::log(x))); };
  Random random(1);
  for (int i = 0; i < 200'000; ++i) {
    compare(random.uniform() + 0x1p-60);
    compare(1.0 + std::ldexp(random.uniform() - 0.5, -static_cast<int>(random.below(50))));
    compare(std::ldexp(1.0 + random.uniform(), static_cast<int>(random.below(2046)) - 1022));
  }
  compare(std::numeric_limits<double>::min());
  compare(std::numeric_limits<double>::max());
  std::printf("  largest error of portable_log: %.2f ulp\n", worst);
  CHECK(worst <= 2.0);
  CHECK(portable_log(1.0) == 0.0);
}

TEST_CASE("Gaussian draws have moments 0, 1, 0, 3 within five standard errors") {
  constexpr int kDraws = 1'000'000;
  Random random(11);
  std::array<double, 4> sums{};
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.gaussian();
    for (double power = x; double& sum : sums) {
      sum += power / kDraws;
      power *= x;
    }
  }
  constexpr std::array<double, 4> kExpected = {0.0, 1.0, 0.0, 3.0};
  constexpr std::array<double, 4> kVariance = {1.0, 2.0, 15.0, 96.0};  // of x, x^2, x^3, x^4
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(std::abs(sums[k] - kExpected[k]) < 5.0 * std::sqrt(kVariance[k] / kDraws));
  }
}

TEST_CASE("uniform draws and bounded integers fill their ranges evenly") {
  constexpr int kDraws = 70'000;
  std::array<int, 7> uniform{};
  std::array<int, 7> bounded{};
  Random random(5);
  for (int i = 0; i < kDraws; ++i) {
    const double u = random.uniform();
    REQUIRE((u >= 0.0 && u < 1.0));
    ++uniform[static_cast<std::size_t>(u * 7.0)];
    ++bounded[random.below(7)];
  }
  // A count has standard deviation sqrt(70000/7 * 6/7) = 93.
  for (const int count : uniform) CHECK(std::abs(count - kDraws / 7) < 465);
  for (const int count : bounded) CHECK(std::abs(count - kDraws / 7) < 465);
  CHECK(random.below(1) == 0);
}

TEST_CASE("a split generator depends on seed and stream only, not on what was drawn before") {
  Random used(9);
  for (int i = 0; i < 100; ++i) used.gaussian();
  CHECK(used.split(4).bits() == Random(9).split(4).bits());
  CHECK(Random(9).split(4).bits() != Random(9).split(5).bits());
  CHECK(Random(9).split(4).bits() != Random(10).split(4).bits());
}

TEST_CASE("neighbouring streams are not correlated") {
  constexpr Index kDraws = 100'000;
  const Matrix first = Random(9).split(0).gaussian(kDraws, 1);
  const Matrix second = Random(9).split(1).gaussian(kDraws, 1);
  CHECK(std::abs(first.col(0).dot(second.col(0))) < 5.0 * std::sqrt(static_cast<double>(kDraws)));
}
