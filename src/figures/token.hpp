// A token of a reader's text, as pictures and sentences show it.
#pragma once

#include <cstdint>
#include <string>

namespace figures {

struct Token {
  std::string text;
  std::int32_t rank = 0;  // place in the vocabulary, 0: not in it
  void fields(auto& archive) { archive(text, rank); }
};

bool is_space(const Token& token);

// As the canvas can write it: "·" for a blank, "↓" for a new line, "→" for a tab, "…" for one without an embedding, and
// "#12" for the 12th most frequent where the canvas has no letters for it.
std::string written(const Token& token);
// Whether it is such a number, of letters that the canvas lacks.
bool is_numbered(const Token& token);
// The same in a sentence: "a blank", "“the”".
std::string quoted(const Token& token);

}  // namespace figures
