#include "plot/number.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("Whole numbers come in groups of three with a true minus sign") {
  CHECK(plot::whole(0) == "0");
  CHECK(plot::whole(999) == "999");
  CHECK(plot::whole(4096) == "4,096");
  CHECK(plot::whole(-1000) == "−1,000");
  CHECK(plot::whole(-0.2) == "0");
  CHECK(plot::whole(12345678) == "12,345,678");
}

TEST_CASE("Numbers have three digits, or a power of ten") {
  CHECK(plot::number(0) == "0");
  CHECK(plot::number(0.5) == "0.5");
  CHECK(plot::number(12.3456) == "12.3");
  CHECK(plot::number(4096) == "4,096");
  CHECK(plot::number(1234.5) == "1,234");
  CHECK(plot::number(-0.001234) == "−0.00123");
  CHECK(plot::number(0.0009999) == "0.001");
  CHECK(plot::number(0.0001) == "10⁻⁴");
  CHECK(plot::number(0.99999) == "1");
  CHECK(plot::number(2.3e-27) == "2.3·10⁻²⁷");
  CHECK(plot::number(-3.14159e11, 2) == "−3.1·10¹¹");
  CHECK(plot::number(1e6) == "10⁶");
  CHECK(plot::number(1048576) == "1,048,576");
  CHECK(plot::number(3e23) == "3·10²³");
  CHECK(plot::number(5e-324) == "4.94·10⁻³²⁴");
  CHECK(plot::number(kNaN) == "–");
  CHECK(plot::number(-kInfinity) == "−∞");
}

TEST_CASE("Fixed numbers keep their zeros and never show a negative zero") {
  CHECK(plot::fixed(0.5, 2) == "0.50");
  CHECK(plot::fixed(-0.001, 2) == "0.00");
  CHECK(plot::fixed(-1, 1) == "−1.0");
  CHECK(plot::fixed(12345.678, 1) == "12,345.7");
  CHECK(plot::scientific(2.3e-27) == "2.30·10⁻²⁷");
  CHECK(plot::padded("−12", 5) == "\u2007\u2007−12");
}

TEST_CASE("Durations choose the unit people would") {
  CHECK(plot::duration(0) == "0 ms");
  CHECK(plot::duration(4e-16) == "4·10⁻⁷ ns");
  CHECK(plot::duration(5e-9) == "5 ns");
  CHECK(plot::duration(2e-6) == "2 µs");
  CHECK(plot::duration(0.0000994) == "99 µs");
  CHECK(plot::duration(0.000104) == "0.1 ms");
  CHECK(plot::duration(0.000417) == "0.42 ms");
  CHECK(plot::duration(0.0004) == "0.4 ms");
  CHECK(plot::duration(0.00096) == "1 ms");
  CHECK(plot::duration(0.0032) == "3.2 ms");
  CHECK(plot::duration(0.41) == "410 ms");
  CHECK(plot::duration(1.83) == "1.8 s");
  CHECK(plot::duration(59.4) == "59 s");
  CHECK(plot::duration(59.7) == "1 min 0 s");
  CHECK(plot::duration(80) == "1 min 20 s");
  CHECK(plot::duration(3 * 3600 + 5 * 60) == "3 h 05 min");
  CHECK(plot::duration(12 * 86400.0) == "12 days");
  CHECK(plot::duration(363 * 86400.0) == "363 days");
  CHECK(plot::duration(366 * 86400.0) == "1 year");
  CHECK(plot::duration(430 * 365.25 * 86400) == "430 years");
  CHECK(plot::duration(4e6 * 365.25 * 86400) == "4 million years");
}

TEST_CASE("Sizes, shares and counts") {
  CHECK(plot::bytes(512) == "512 B");
  CHECK(plot::bytes(3400) == "3.4 kB");
  CHECK(plot::bytes(12e6) == "12 MB");
  CHECK(plot::bytes(999.6) == "1 kB");
  CHECK(plot::percent(0.12) == "12 %");
  CHECK(plot::percent(0.003) == "0.3 %");
  CHECK(plot::percent(0.9997) == "99.97 %");
  CHECK(plot::percent(1) == "100 %");
}
