#include "figures/json.hpp"

#include <cmath>
#include <cstdint>

#include "learner/table_cells.hpp"

namespace figures {

std::string shortest_decimal(double value) {
  // Without "+" and zeros in the exponent: in an address a plus is a space.
  std::string text = learner::exact_decimal(value, 1);
  const std::size_t sign = text.find("e+");
  if (sign == std::string::npos) return text;
  if (std::abs(value) < 1e6) return std::to_string(static_cast<std::int64_t>(value));
  text.erase(sign + 1, text.find_first_not_of("+0", sign + 1) - sign - 1);
  return text;
}

void Json::separate() {
  if (out_.empty()) return;
  const char last = out_.back();
  if (last != '{' && last != '[' && last != ':') out_ += ',';
}

Json& Json::open(char bracket) {
  separate();
  out_ += bracket;
  return *this;
}

Json& Json::close(char bracket) {
  out_ += bracket;
  return *this;
}

Json& Json::key(std::string_view name) {
  text(name);
  out_ += ':';
  return *this;
}

Json& Json::text(std::string_view value) {
  constexpr std::string_view kHex = "0123456789abcdef";
  separate();
  out_ += '"';
  for (const char letter : value) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out_ += '\\';
      out_ += letter;
    } else if (code < 0x20) {
      out_ += "\\u00";
      out_ += kHex[code >> 4U];
      out_ += kHex[code & 15U];
    } else {
      out_ += letter;
    }
  }
  out_ += '"';
  return *this;
}

Json& Json::number(double value) {
  if (!std::isfinite(value)) return null();
  separate();
  out_ += shortest_decimal(value);
  return *this;
}

Json& Json::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
  return *this;
}

Json& Json::null() {
  separate();
  out_ += "null";
  return *this;
}

Json& Json::field(std::string_view name, std::string_view value) { return key(name).text(value); }

Json& Json::field(std::string_view name, double value) { return key(name).number(value); }

}  // namespace figures
