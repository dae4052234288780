// The page's own strtod and vsnprintf (.toolchain/strtod.c, printf.c) beside the C library's, which natively are
// others.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "learner/random.hpp"

extern "C" double __wrap_strtod(const char* text, char** end);  // NOLINT(bugprone-reserved-identifier)

namespace {

struct Read {
  std::uint64_t bits;
  long length;
  bool operator==(const Read&) const = default;
};

Read read_by(double (*function)(const char*, char**), const std::string& text) {
  char* end = nullptr;
  const double value = function(text.c_str(), &end);
  return {std::bit_cast<std::uint64_t>(value), end - text.c_str()};
}

void check_alike(const std::string& text) {
  CAPTURE(text);
  CHECK(read_by(__wrap_strtod, text) == read_by(std::strtod, text));
}

std::string printed(const char* format, int digits, double value) {
  std::array<char, 2000> words;
  std::snprintf(words.data(), words.size(), format, digits, value);
  return words.data();
}

}  // namespace

TEST_CASE("a page reads a decimal number as the nearest double, and as far as the C library does") {
  for (const char* text : {"0",
                           "-0",
                           "-0.0e5",
                           "+1",
                           "-1.5",
                           "1e22",
                           "1e23",
                           "9007199254740993",
                           "9007199254740992.5",
                           "1.7976931348623157e308",
                           "1.7976931348623158e308",
                           "1.7976931348623159e308",
                           "2e308",
                           "1e99999999",
                           "4.9e-324",
                           "2.4703282292062327e-324",
                           "2.4703282292062328e-324",
                           "2.2250738585072011e-308",
                           "1e-400",
                           "1e-99999999",
                           "5e",
                           ".5",
                           "5.",
                           ".",
                           "-",
                           "",
                           "e5",
                           "1e+",
                           "1.e5",
                           "1.5.5",
                           "00012",
                           "0.000000000000000000000000000000000000000001",
                           "123456789012345678901234567890",
                           "1.5e-5x",
                           "3-4"}) {
    check_alike(text);
  }
}

TEST_CASE("a page reads numbers of any size and any number of digits as the C library does, ties included") {
  learner::Random random(1);
  for (int k = 0; k < 20000; ++k) {
    const double value = std::bit_cast<double>(random.bits());
    if (!std::isfinite(value)) continue;
    check_alike(printed("%.*g", 1 + k % 20, value));
    check_alike(printed("%.*f", k % 20, static_cast<double>(static_cast<std::int64_t>(random.bits())) / (1 << k % 30)));
  }
  // Half way between two doubles, and a little more, with all digits.
  for (int k = 0; k < 300; ++k) {
    const double low = std::abs(std::bit_cast<double>(random.bits() >> (k % 3 == 0 ? 12 : 1)));
    const double high = std::nextafter(low, std::numeric_limits<double>::infinity());
    if (!std::isfinite(high)) continue;
    std::array<char, 2000> words;
    std::snprintf(words.data(), words.size(), "%.1100Lf", (static_cast<long double>(low) + high) / 2);
    check_alike(words.data());
    check_alike(std::string(words.data()) + "1");
  }
}

#ifndef __EMSCRIPTEN__
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" int __wrap_vsnprintf(char* to, std::size_t room, const char* format, std::va_list values);

namespace {

std::string printed_by_page(std::size_t room, const char* format, ...) {
  std::array<char, 2000> words;
  std::va_list values;
  va_start(values, format);
  const int length = __wrap_vsnprintf(words.data(), room, format, values);
  va_end(values);
  return std::to_string(length) + " " + words.data();
}

void check_printed(int digits, double value) {
  CAPTURE(value);
  for (const char* format : {"%.*e", "%.*f", "%.*g"}) {
    const std::string words = printed(format, digits, value);
    CHECK(printed_by_page(2000, format, digits, value) == std::to_string(words.size()) + " " + words);
  }
}

}  // namespace

TEST_CASE("a page writes numbers of any size, with any number of digits, as the C library does, ties included") {
  for (const double value : {0.0, -0.0, 0.5, 1.5, 2.5, 9.5, 0.05, 99.95, 999999.5, 1e22, 1e23, 5e-324, 1e-5, 1e-4,
                             123456.0, 1.7976931348623157e308, std::numeric_limits<double>::infinity()}) {
    for (int digits = 0; digits < 25; ++digits) check_printed(digits, value);
  }
  learner::Random random(2);
  for (int k = 0; k < 20000; ++k) {
    const double value = std::bit_cast<double>(random.bits());
    if (std::isfinite(value)) check_printed(k % 20, value);
    check_printed(k % 8, static_cast<double>(random.bits() % 100000) / (1 << k % 12));
  }
}

TEST_CASE("a page writes whole numbers, colours and words as the C library does, and no further than there is room") {
  std::array<char, 100> words;
  std::snprintf(words.data(), words.size(), "#%02x%02x%02x %d %d %s %.3g %e%%", 1, 255, 16, -5, 0, "word", 0.12345,
                2.5);
  const std::string all = words.data();
  CHECK(printed_by_page(100, "#%02x%02x%02x %d %d %s %.3g %e%%", 1, 255, 16, -5, 0, "word", 0.12345, 2.5) ==
        std::to_string(all.size()) + " " + all);
  CHECK(printed_by_page(4, "%s", "too long") == "8 too");
}
#endif
