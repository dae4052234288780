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

Json& Json::put(std::string_view words) {
  if (!out_.empty() && !std::string_view("{[:").contains(out_.back())) out_ += ',';
  out_ += words;
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
  put("\"");
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

Json& Json::number(double value) { return std::isfinite(value) ? put(shortest_decimal(value)) : null(); }

}  // namespace figures
