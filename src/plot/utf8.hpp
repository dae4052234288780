// Characters and parts of a text in UTF-8. An invalid one gives other characters, and no harm.
#pragma once

#include <algorithm>
#include <string_view>

namespace plot {

// Whether a character begins with this byte.
constexpr bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }

// As many whole characters as fit into this many bytes.
constexpr std::string_view whole_characters(std::string_view text, std::size_t bytes) {
  if (bytes >= text.size()) return text;
  while (bytes > 0 && !begins_character(text[bytes])) --bytes;
  return text.substr(0, bytes);
}

// The first character of a text; nothing of an empty one.
constexpr std::string_view first_character(std::string_view text) {
  std::size_t length = text.empty() ? 0 : 1;
  constexpr std::size_t kLongest = 4;  // or more, where bytes that begin no character run on in an invalid text
  while (length < std::min(kLongest, text.size()) && !begins_character(text[length])) ++length;
  return text.substr(0, length);
}

// Of one character.
constexpr char32_t code_point(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes.front());
  char32_t character = bytes.size() == 1 ? lead : lead & (0x7fU >> bytes.size());
  for (const char byte : bytes.substr(1)) character = character << 6U | (static_cast<unsigned char>(byte) & 0x3fU);
  return character;
}

// Cuts the first character off a text that is not empty, and returns its code point.
constexpr char32_t take_character(std::string_view& text) {
  const std::string_view bytes = first_character(text);
  text.remove_prefix(bytes.size());
  return code_point(bytes);
}

// Cuts off what stands before the next `end`, and that character too; all of the text where there is none.
constexpr std::string_view take_part(std::string_view& text, char end) {
  const std::size_t length = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return part;
}

}  // namespace plot
