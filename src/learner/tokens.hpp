#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "learner/error.hpp"

namespace learner {

inline constexpr std::size_t kMaxTextBytes = 5'000'000;

// characters  every Unicode code point is a token, as it stands;
// words       runs of letters, digits and apostrophes, lower-cased (ASCII, Latin-1, Greek, Cyrillic;
//             other letters as they stand); every other visible character is a token of its own;
//             white space and control characters are none. Scripts without spaces between words
//             are better read as characters.
enum class TokenKind { characters, words };

// Hands the tokens of a text, in order, to `receive`. A byte order mark at the start is skipped.
// Errors, found before the first token is handed over: nothing but white space; more than
//   kMaxTextBytes; a zero byte (not text); not UTF-8. O(bytes), no memory.
Expected<void> for_each_token(std::string_view text, TokenKind kind,
                              const std::function<void(std::string_view token)>& receive);

// The same tokens as a list.
Expected<std::vector<std::string>> tokenise(std::string_view text, TokenKind kind);

}  // namespace learner
