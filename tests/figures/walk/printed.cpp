#include "figures/walk/printed.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace walk {
namespace {

constexpr std::string_view kMinus = "−";
constexpr std::string_view kTimesTen = "·10";
constexpr std::array<std::string_view, 11> kSuperscripts = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "⁻"};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Which of the superscripts a text begins with; none: their number.
std::size_t superscript_of(std::string_view text) {
  const auto starts = [&](std::string_view sign) { return text.starts_with(sign); };
  return static_cast<std::size_t>(std::ranges::find_if(kSuperscripts, starts) - kSuperscripts.begin());
}

// The length of an exponent that a text begins with; 0: none.
std::size_t exponent_length(std::string_view text) {
  std::size_t length = 0;
  for (std::size_t k; (k = superscript_of(text.substr(length))) < kSuperscripts.size();)
    length += kSuperscripts[k].size();
  return length;
}

int exponent_of(std::string_view text) {
  int value = 0;
  bool negative = false;
  for (std::size_t k; (k = superscript_of(text)) < kSuperscripts.size(); text.remove_prefix(kSuperscripts[k].size())) {
    if (k == 10)
      negative = true;
    else
      value = 10 * value + static_cast<int>(k);
  }
  return negative ? -value : value;
}

// The length of the digits with their commas and point.
std::size_t plain_length(std::string_view text) {
  std::size_t length = 0;
  const auto digit = [&](std::size_t at) { return at < text.size() && is_digit(text[at]); };
  bool point = false;
  while (length < text.size()) {
    const bool comma = !point && text[length] == ',' && digit(length + 1) && digit(length + 2) && digit(length + 3) &&
                       !digit(length + 4);
    const bool begins_fraction = !point && text[length] == '.' && digit(length + 1);
    if (!is_digit(text[length]) && !comma && !begins_fraction) break;
    point = point || begins_fraction;
    ++length;
  }
  return length;
}

std::size_t number_length(std::string_view text) {
  std::size_t length = plain_length(text);
  if (length == 0) return 0;
  const bool is_power = text.substr(0, length) == "10";
  if (const std::size_t more = exponent_length(text.substr(length)); more > 0) return is_power ? length + more : 0;
  if (!text.substr(length).starts_with(kTimesTen)) return length;
  const std::size_t more = exponent_length(text.substr(length + kTimesTen.size()));
  return more == 0 ? length : length + kTimesTen.size() + more;
}

bool is_whole(Printed a) { return a.half == 0 && a.value == std::round(a.value); }

// Trailing zeros are not printed: 1.04 in two digits is "1", and 123.4 in three "123".
Printed beside(Printed a, Printed b) {
  if (is_whole(a) && !is_whole(b) && a.value != 0) a.half = std::abs(a.value) < 10 ? 0.05 : 0.5;
  return a;
}

}  // namespace

bool below(Printed a, Printed b) { return beside(a, b).low() < beside(b, a).high(); }

bool at_most(Printed a, Printed b) {
  const double low = beside(a, b).low();
  const double high = beside(b, a).high();
  return low <= high + 1e-12 * std::abs(high);
}

Printed over(Printed a, Printed b) {
  const double low = std::max(a.low(), 0.0) / b.high();
  const double high = b.low() > 0 ? a.high() / b.low() : std::numeric_limits<double>::max();
  return {.value = (low + high) / 2, .half = (high - low) / 2};
}

Printed printed(std::string_view number) {
  const bool negative = number.starts_with(kMinus);
  if (negative) number.remove_prefix(kMinus.size());
  const std::size_t length = plain_length(number);
  if (length == 0) return {};
  std::string digits(number.substr(0, length));
  std::erase(digits, ',');
  std::string_view power = number.substr(length);
  const bool has_power = !power.empty();
  const std::size_t point = digits.find('.');
  const auto places = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
  Printed value{.value = std::strtod(digits.c_str(), nullptr), .half = 0};
  if (has_power && !power.starts_with(kTimesTen)) {  // "10⁻⁶"
    value = {.value = 1, .half = 0.5};
  } else if (has_power || places > 0) {
    value.half = 0.5 * std::pow(10, -places);
  }
  if (has_power) {
    if (power.starts_with(kTimesTen)) power.remove_prefix(kTimesTen.size());
    value = times(value, std::pow(10, exponent_of(power)));
  }
  return times(value, negative ? -1 : 1);
}

std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> found;
  for (std::size_t at = 0; at < text.size();) {
    const bool in_word = at > 0 && is_letter(text[at - 1]);
    const std::size_t length = is_digit(text[at]) ? number_length(text.substr(at)) : 0;
    if (length == 0 || in_word) {
      const bool in_name = in_word && is_digit(text[at]);
      ++at;
      while (in_name && at < text.size() && is_digit(text[at])) ++at;
      continue;
    }
    const bool negative = text.substr(0, at).ends_with(kMinus);
    found.push_back((negative ? std::string(kMinus) : "") + std::string(text.substr(at, length)));
    at += length;
  }
  return found;
}

std::vector<Printed> values_in(std::string_view text) {
  std::vector<Printed> values;
  for (const std::string& number : numbers_in(text)) values.push_back(printed(number));
  return values;
}

Printed first_in(std::string_view text) {
  const std::vector<Printed> values = values_in(text);
  return values.empty() ? Printed() : values.front();
}

}  // namespace walk
