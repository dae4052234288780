#include "learner/exponential.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>

#include "bits.hpp"
#include "learner/random.hpp"

using namespace learner;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The distance to the true value in units of the double next to it.
double ulps(double value, long double truth) {
  const auto nearest = static_cast<double>(truth);
  return static_cast<double>(std::abs((static_cast<long double>(value) - truth) /
                                      static_cast<long double>(std::nextafter(nearest, kInfinity) - nearest)));
}

}  // namespace

TEST_CASE("portable_exp is within 1 ulp of the true value, subnormal results included") {
  // long double has at least 64 bits of significand here, so its own error does not count.
  static_assert(std::numeric_limits<long double>::digits >= 64);
  double worst = 0.0, worst_of_double = 0.0;
  Random random(1);
  const auto compare = [&](double x) {
    worst = std::max(worst, ulps(portable_exp(x), std::exp(static_cast<long double>(x))));
    const double reference = std::exp(x);
    worst_of_double = std::max(worst_of_double, ulps(portable_exp(x), static_cast<long double>(reference)));
  };
  for (int i = 0; i < 20'000; ++i) {
    compare(1454.8 * random.uniform() - 745.1);
    compare(2.0 * random.uniform() - 1.0);
    compare(std::ldexp(random.uniform() - 0.5, -static_cast<int>(random.below(60))));
  }
  std::printf("  largest error of portable_exp: %.3f ulp, against std::exp %.1f ulp\n", worst, worst_of_double);
  CHECK(worst <= 1.0);
  CHECK(worst_of_double <= 1.0);  // both are within 1 ulp, so they are neighbours at most
}

TEST_CASE("portable_exp is exact at 0 and ends in zero, infinity and not-a-number where e^x does") {
  CHECK(portable_exp(0.0) == 1.0);
  CHECK(portable_exp(-0.0) == 1.0);
  CHECK(portable_exp(709.78) < kInfinity);
  CHECK(portable_exp(709.79) == kInfinity);
  CHECK(portable_exp(1e300) == kInfinity);
  CHECK(portable_exp(kInfinity) == kInfinity);
  CHECK(portable_exp(-745.13) == std::numeric_limits<double>::denorm_min());
  CHECK(portable_exp(-745.14) == 0.0);
  CHECK(portable_exp(-kInfinity) == 0.0);
  CHECK(std::isnan(portable_exp(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("the exponential of a Pair has the bits of two doubles'") {
  Random random(2);
  bool equal = true;
  for (int i = 0; i < 20'000; ++i) {
    const double a = 1600.0 * random.uniform() - 800.0, b = 4.0 * random.uniform() - 2.0;
    const Pair both = exponential(Pair{a, b});
    equal = equal && std::bit_cast<std::uint64_t>(double{both[0]}) == std::bit_cast<std::uint64_t>(portable_exp(a));
    equal = equal && std::bit_cast<std::uint64_t>(double{both[1]}) == std::bit_cast<std::uint64_t>(portable_exp(b));
  }
  CHECK(equal);
}

TEST_CASE("portable_exp has the same bits natively and as WASM") {
  Random random(3);
  Matrix values(1000, 1);
  for (double& value : values.reshaped()) value = portable_exp(1500.0 * random.uniform() - 750.0);
  print_bits("portable_exp", values);
  CHECK(values.minCoeff() >= 0.0);
}
