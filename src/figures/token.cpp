#include "figures/token.hpp"

#include "plot/fonts.hpp"
#include "plot/utf8.hpp"
#include "plot/words.hpp"

namespace figures {

using plot::tr;

bool is_space(const Token& token) {
  return token.rank > 0 && (token.text == " " || token.text == "\n" || token.text == "\r" || token.text == "\t");
}

bool is_numbered(const Token& token) {
  if (token.rank == 0 || is_space(token)) return false;
  for (std::string_view rest = token.text; !rest.empty();)
    if (!plot::Fonts::has(plot::Face::regular, plot::take_character(rest))) return true;
  return false;
}

std::string written(const Token& token) {
  if (token.rank == 0) return "…";
  if (token.text == " ") return "·";
  if (token.text == "\n" || token.text == "\r") return "↓";
  if (token.text == "\t") return "→";
  return is_numbered(token) ? "#" + std::to_string(token.rank) : token.text;
}

std::string quoted(const Token& token) {
  if (token.rank == 0) return std::string(tr("a token without an embedding"));
  if (token.text == " ") return std::string(tr("a blank"));
  if (token.text == "\n" || token.text == "\r") return std::string(tr("a new line"));
  if (token.text == "\t") return std::string(tr("a tab"));
  if (token.text == "$") return std::string(tr("a dollar sign"));  // in a tooltip it would begin a formula
  if (is_numbered(token)) return tr("token %1 by frequency", std::to_string(token.rank));
  return tr("“%1”", token.text);
}

}  // namespace figures
