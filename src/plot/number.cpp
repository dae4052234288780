#include "plot/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "plot/utf8.hpp"
#include "plot/words.hpp"

namespace plot {
namespace {

constexpr std::string_view kMinus = "−";

// printf without its locale surprises: the digits of |value| with `places` after the point.
std::string plain(double value, int places) {
  std::array<char, 400> buffer;
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.*f", places, std::abs(value));
  return {buffer.data(), static_cast<std::size_t>(std::max(length, 0))};
}

bool all_zero(std::string_view digits) { return digits.find_first_of("123456789") == std::string_view::npos; }

std::string with_sign(double value, const std::string& digits) {
  return value < 0 && !all_zero(digits) ? std::string(kMinus) + digits : digits;
}

// With the language's signs: "1234.5" is "1,234.5" or "1.234,5".
std::string written(std::string digits) {
  const NumberSigns& signs = number_signs();
  const std::size_t point = std::min(digits.find('.'), digits.size());
  if (point < digits.size()) digits.replace(point, 1, signs.point);
  for (std::size_t at = point; point >= signs.least_grouped && at > 3;) {
    at -= 3;
    digits.insert(at, signs.group);
  }
  return digits;
}

void drop_trailing_zeros(std::string& digits) {
  if (digits.find('.') == std::string::npos) return;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
}

bool special(double value, std::string& words) {
  if (std::isnan(value)) words = "–";
  if (std::isinf(value)) words = value > 0 ? "∞" : "−∞";
  return !words.empty();
}

// |value| = mantissa · 10^exponent, mantissa rounded to `digits` digits.
struct Decimal {
  std::string mantissa;
  int exponent = 0;
};

Decimal decimal(double value, int digits) {
  std::array<char, 64> buffer;
  std::snprintf(buffer.data(), buffer.size(), "%.*e", std::clamp(digits, 1, 17) - 1, std::abs(value));
  const std::string_view words(buffer.data());
  const std::size_t e = words.find('e');
  return {std::string(words.substr(0, e)), std::atoi(buffer.data() + e + 1)};
}

std::string script(int value, const std::array<std::string_view, 10>& digits, std::string_view minus) {
  std::string out(value < 0 ? minus : "");
  for (const char c : std::to_string(std::abs(value))) out += digits[static_cast<std::size_t>(c - '0')];
  return out;
}

// As many digits as a reader needs before a unit.
std::string measured(double value) {
  const double size = std::abs(value);
  std::string digits = size < 9.95 ? plain(value, 1) : plain(value, 0);
  drop_trailing_zeros(digits);
  return with_sign(value, written(digits));
}

std::string measured(double value, std::string_view unit) { return measured(value) + " " + std::string(unit); }

}  // namespace

std::string whole(double value) {
  std::string words;
  if (special(value, words)) return words;
  return with_sign(value, written(plain(value, 0)));
}

std::string number(double value, int digits) {
  std::string words;
  if (special(value, words)) return words;
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size == std::round(size) && size < 1e9 && (size < 1e6 || std::fmod(size, 1e6) != 0)) return whole(value);
  auto [mantissa, exponent] = decimal(value, digits);
  if (exponent >= 6 || exponent < -3) {
    drop_trailing_zeros(mantissa);
    const std::string power = power_of_ten(exponent);
    return with_sign(value, mantissa == "1" ? power : written(mantissa) + "·" + power);
  }
  std::string plain_digits = plain(value, std::max(0, digits - 1 - exponent));
  drop_trailing_zeros(plain_digits);
  return with_sign(value, written(plain_digits));
}

std::string scientific(double value, int digits) {
  std::string words;
  if (special(value, words)) return words;
  if (value == 0) return "0";
  const auto [mantissa, exponent] = decimal(value, digits);
  return with_sign(value, written(mantissa) + "·" + power_of_ten(exponent));
}

std::string fixed(double value, int places) {
  std::string words;
  if (special(value, words)) return words;
  if (std::abs(value) >= 1e15) return scientific(value, places + 1);
  return with_sign(value, written(plain(value, places)));
}

std::string padded(std::string text, int width) {
  const auto length = std::ranges::count_if(text, begins_character);
  std::string out;
  for (auto k = length; k < width; ++k) out += "\u2007";  // figure space
  return out + text;
}

double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= step * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::string power_of_ten(int exponent) { return "10" + superscript(exponent); }

std::string superscript(int value) { return script(value, {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}, "⁻"); }

std::string subscript(int value) { return script(value, {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"}, "₋"); }

std::string percent(double fraction) {
  std::string words;
  if (special(fraction, words)) return words + " %";
  const double value = 100 * fraction;
  const double from_end = std::min(std::abs(value), std::abs(100 - value));
  // Never rounds to 0 % or 100 % what is neither, unless it is nearer than a millionth.
  int places = from_end >= 9.95 || from_end == 0 ? 0 : 1;
  while (places > 0 && places < 6 && from_end < std::pow(10, -places) * 0.95) ++places;
  std::string digits = plain(value, places);
  drop_trailing_zeros(digits);
  return with_sign(value, written(digits)) + " %";
}

std::string duration(double seconds) {
  std::string words;
  if (special(seconds, words)) return words;
  constexpr double kDay = 86400;
  constexpr double kYear = 365.25 * kDay;
  const double size = std::abs(seconds);
  if (size == 0) return "0 ms";
  if (size < 0.95e-9) return number(seconds * 1e9, 2) + " ns";
  if (size < 0.95e-6) return measured(seconds * 1e9, "ns");
  if (size < 0.0995e-3) return measured(seconds * 1e6, "µs");
  if (size < 0.95e-3) return number(seconds * 1e3, 2) + " ms";  // two digits as on both sides
  if (size < 0.9995) return measured(seconds * 1e3, "ms");
  if (size < 59.5) return measured(seconds, "s");
  const double minutes = std::floor((size + 0.5) / 60);
  if (minutes < 60) {
    return with_sign(seconds, plain(minutes, 0)) + " min " + plain(std::floor(size + 0.5 - 60 * minutes), 0) + " s";
  }
  const double hours = std::floor((size / 60 + 0.5) / 60);
  if (hours < 24) {
    const std::string rest = plain(std::floor(size / 60 + 0.5 - 60 * hours), 0);
    return with_sign(seconds, plain(hours, 0)) + " h " + (rest.size() < 2 ? "0" : "") + rest + " min";
  }
  if (size < 1.05 * kDay) return tr("%1 day", measured(seconds / kDay));
  if (size < kYear) return tr("%1 days", measured(seconds / kDay));
  const double years = seconds / kYear;
  if (std::abs(years) < 1.05) return tr("%1 year", measured(years));
  if (std::abs(years) < 999.5e3) return tr("%1 years", measured(years));
  if (std::abs(years) < 999.5e6) return tr("%1 million years", measured(years / 1e6));
  if (std::abs(years) < 999.5e9) return tr("%1 billion years", measured(years / 1e9));
  return tr("%1 years", number(years, 2));
}

std::string bytes(double count) {
  std::string words;
  if (special(count, words)) return words;
  constexpr std::array<std::string_view, 7> kUnits = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  while (unit + 1 < kUnits.size() && std::abs(count) >= 999.5) {
    count /= 1000;
    ++unit;
  }
  if (std::abs(count) >= 1e6) return number(count, 2) + " EB";
  return unit == 0 ? whole(count) + " B" : measured(count, kUnits[unit]);
}

}  // namespace plot
