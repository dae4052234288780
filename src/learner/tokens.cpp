#include "learner/tokens.hpp"

#include <array>
#include <optional>

namespace learner {
namespace {

struct CodePoint {
  char32_t value;
  std::size_t bytes;
};

// The first code point, or nothing where the bytes are not UTF-8 (RFC 3629: no overlong forms, no surrogates).
std::optional<CodePoint> decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return CodePoint{lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t value = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = (value << 6) | (byte(i) & 0x3fu);
  }
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = 0xd800 <= value && value <= 0xdfff;
  if (value < kSmallest[bytes] || value > 0x10ffff || surrogate) return {};
  return CodePoint{value, bytes};
}

std::string encode(char32_t value) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((value >> shift) & 0x3f)); };
  if (value < 0x80) return {static_cast<char>(value)};
  if (value < 0x800) return {static_cast<char>(0xc0 | (value >> 6)), tail(0)};
  if (value < 0x10000) return {static_cast<char>(0xe0 | (value >> 12)), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | (value >> 18)), tail(12), tail(6), tail(0)};
}

bool between(char32_t c, char32_t first, char32_t last) { return first <= c && c <= last; }

bool is_space(char32_t c) {
  return c <= 0x20 || between(c, 0x7f, 0xa0) || between(c, 0x2000, 0x200f) || between(c, 0x2028, 0x202f) ||
         between(c, 0x205f, 0x206f) || c == 0xad || c == 0x3000 || c == 0xfeff;
}

// The blocks of punctuation and symbols in everyday text; what is beyond ASCII and not here counts as a letter.
bool is_symbol(char32_t c) {
  const bool latin = between(c, 0xa1, 0xbf) && c != 0xaa && c != 0xb5 && c != 0xba;
  return latin || c == 0xd7 || c == 0xf7 || between(c, 0x2000, 0x206f) || between(c, 0x20a0, 0x20cf) ||
         between(c, 0x2190, 0x2bff) || between(c, 0x2e00, 0x2e7f) || between(c, 0x3000, 0x303f) ||
         between(c, 0xff01, 0xff0f) || between(c, 0x1f000, 0x1faff);
}

bool is_apostrophe(char32_t c) { return c == '\'' || c == 0x2019; }

bool is_word(char32_t c) {
  if (c >= 0x80) return is_apostrophe(c) || (!is_space(c) && !is_symbol(c));
  return between(c, '0', '9') || between(c, 'A', 'Z') || between(c, 'a', 'z') || is_apostrophe(c);
}

char32_t lower(char32_t c) {
  if (between(c, 'A', 'Z')) return c + 32;
  if (between(c, 0xc0, 0xde) && c != 0xd7) return c + 32;     // Latin-1
  if (between(c, 0x391, 0x3a9) && c != 0x3a2) return c + 32;  // Greek
  if (between(c, 0x410, 0x42f)) return c + 32;                // Cyrillic
  if (between(c, 0x400, 0x40f)) return c + 80;                // Cyrillic, Ѐ to Џ
  return c;
}

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

Expected<void> validate(std::string_view text) {
  if (text.size() > kMaxTextBytes) {
    return fail("The text has %1 bytes: give at most %2, for example its first chapters.", text.size(), kMaxTextBytes);
  }
  if (text.find('\0') != std::string_view::npos) {
    return fail(
        "This is not text (it holds zero bytes, as programs, pictures and documents do): save it as plain UTF-8 text "
        "first.");
  }
  bool visible = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto point = decode(text.substr(at));
    if (!point) return fail("The text is not UTF-8 from byte %1 on: save it as UTF-8 text.", at + 1);
    visible = visible || !is_space(point->value);
    at += point->bytes;
  }
  if (!visible) return fail("The text is empty: paste or drop a few paragraphs.");
  return {};
}

void for_each_word(std::string_view text, const std::function<void(std::string_view)>& receive) {
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) receive(word);
    word.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, bytes] = *decode(text.substr(at));
    if (is_word(value)) {
      word += encode(lower(value));
    } else {
      finish();
      if (!is_space(value)) receive(text.substr(at, bytes));
    }
    at += bytes;
  }
  finish();
}

void for_each_character(std::string_view text, const std::function<void(std::string_view)>& receive) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = decode(text.substr(at))->bytes;
    receive(text.substr(at, bytes));
    at += bytes;
  }
}

}  // namespace

Expected<void> for_each_token(std::string_view text, TokenKind kind,
                              const std::function<void(std::string_view token)>& receive) {
  text = without_mark(text);
  if (auto valid = validate(text); !valid) return valid;
  if (kind == TokenKind::words) {
    for_each_word(text, receive);
  } else {
    for_each_character(text, receive);
  }
  return {};
}

Expected<std::vector<std::string>> tokenise(std::string_view text, TokenKind kind) {
  std::vector<std::string> tokens;
  const auto done = for_each_token(text, kind, [&](std::string_view token) { tokens.emplace_back(token); });
  if (!done) return std::unexpected(done.error());
  return tokens;
}

}  // namespace learner
