// Characters of UTF-8 that is known to be valid.
#pragma once

#include <string_view>

namespace plot {

// Whether a character begins with this byte.
constexpr bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }

// As many whole characters as fit into so many bytes.
constexpr std::string_view whole_characters(std::string_view text, std::size_t bytes) {
  if (bytes >= text.size()) return text;
  while (bytes > 0 && !begins_character(text[bytes])) --bytes;
  return text.substr(0, bytes);
}

// The first character of a text; nothing of an empty one.
constexpr std::string_view first_character(std::string_view text) {
  std::size_t length = text.empty() ? 0 : 1;
  while (length < text.size() && !begins_character(text[length])) ++length;
  return text.substr(0, length);
}

// Cuts the first character off a text that is not empty, and returns its code point.
constexpr char32_t take_character(std::string_view& text) {
  const std::string_view bytes = first_character(text);
  const auto lead = static_cast<unsigned char>(bytes.front());
  char32_t character = bytes.size() == 1 ? lead : lead & (0x7fU >> bytes.size());
  for (const char byte : bytes.substr(1)) character = character << 6U | (static_cast<unsigned char>(byte) & 0x3fU);
  text.remove_prefix(bytes.size());
  return character;
}

}  // namespace plot
