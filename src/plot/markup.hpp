// Mathematics inside a line of text: "$λ_{min}$" as pieces that each have one face, one level and one symbol.
#pragma once

#include <string_view>
#include <vector>

namespace plot {

struct Piece {
  std::string_view words;
  bool italic = false;
  int level = 0;                 // 1: raised, -1: lowered
  bool stacked = false;          // begins where the script before it began: x_i^2
  std::string_view symbol = {};  // the name that page and figures light up together: "W", "lambda"
};

// The grammar is in canvas.hpp. The pieces point into `words` or into constants. Cost: O(words).
std::vector<Piece> pieces_of(std::string_view words, bool verbatim);

// The page's name (data-symbol) of a letter: "λ" is "lambda", "W" is "W"; empty when it is no letter.
std::string_view symbol_name(std::string_view letter);

}  // namespace plot
