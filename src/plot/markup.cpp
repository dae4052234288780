#include "plot/markup.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "plot/utf8.hpp"

namespace plot {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kGreek = {{
    {"α", "alpha"},
    {"β", "beta"},
    {"γ", "gamma"},
    {"δ", "delta"},
    {"ε", "epsilon"},
    {"η", "eta"},
    {"θ", "theta"},
    {"λ", "lambda"},
    {"μ", "mu"},
    {"ρ", "rho"},
    {"σ", "sigma"},
    {"φ", "phi"},
    {"ψ", "psi"},
    {"Λ", "Lambda"},
    {"Σ", "Sigma"},
    {"Ψ", "Psi"},
    {"Θ", "Theta"},
}};

bool is_latin(std::string_view c) {
  return c.size() == 1 && ((c[0] >= 'a' && c[0] <= 'z') || (c[0] >= 'A' && c[0] <= 'Z'));
}

// Lower-case Greek, U+03B1 to U+03C9, is italic in formulas; capitals stand upright.
bool is_lower_greek(std::string_view c) {
  return c.size() == 2 && (c[0] == '\xcf' || (c[0] == '\xce' && static_cast<unsigned char>(c[1]) >= 0xb1));
}

bool is_letter(std::string_view c) { return is_latin(c) || is_lower_greek(c); }

// What ^ and _ take: one character, or all that stands in braces.
struct Group {
  std::string_view words;
  bool braced = false;
};

Group take_group(std::string_view& words) {
  if (words.empty()) return {};
  if (!words.starts_with('{')) {
    const std::string_view one = first_character(words);
    words.remove_prefix(one.size());
    return {one, false};
  }
  const std::size_t end = std::min(words.find('}'), words.size());
  const std::string_view inside = words.substr(1, end - 1);
  words.remove_prefix(std::min(end + 1, words.size()));
  return {inside, true};
}

// The letters, or the other characters, that follow one another at the start of `words`.
std::size_t run_length(std::string_view words, bool letters) {
  std::size_t length = 0;
  while (length < words.size()) {
    const std::string_view c = first_character(words.substr(length));
    const bool special = c == "^" || c == "_" || c == "{" || c == "-" || c == "ᵀ" || !symbol_name(c).empty();
    if (letters ? !is_letter(c) : special) break;
    length += c.size();
  }
  return length;
}

void formula(Group group, int level, std::vector<Piece>& out);

// Everything but scripts and braces: a word, a letter, a sign, digits.
void item(std::string_view& words, bool braced, int level, std::vector<Piece>& out) {
  const std::string_view c = first_character(words);
  const std::string_view name = symbol_name(c);
  std::size_t length = c.size();
  if (c == "-") {
    out.push_back({.words = "−", .level = level});
  } else if (c == "ᵀ") {  // Inter has no raised T
    out.push_back({.words = "T", .level = 1});
  } else if (name.empty()) {
    length = std::max(length, run_length(words, false));
    out.push_back({.words = words.substr(0, length), .level = level});
  } else if (const std::size_t word = run_length(words, true); braced && word > length) {
    length = word;
    out.push_back({.words = words.substr(0, length), .level = level});
  } else {
    out.push_back({.words = c, .italic = is_letter(c), .level = level, .symbol = level == 0 ? name : ""});
  }
  words.remove_prefix(length);
}

void formula(Group group, int level, std::vector<Piece>& out) {
  auto& [words, braced] = group;
  bool after_script = false;
  while (!words.empty()) {
    const char c = words.front();
    if (c == '^' || c == '_') {
      words.remove_prefix(1);
      const std::size_t before = out.size();
      formula(take_group(words), c == '^' ? 1 : -1, out);
      if (after_script && before < out.size()) out[before].stacked = true;
      after_script = !after_script;
      continue;
    }
    after_script = false;
    if (c == '{') {
      formula(take_group(words), level, out);
    } else {
      item(words, braced, level, out);
    }
  }
}

}  // namespace

std::vector<Piece> pieces_of(std::string_view words, bool verbatim) {
  std::vector<Piece> out;
  while (!words.empty()) {
    const std::size_t open = verbatim ? std::string_view::npos : words.find('$');
    const std::size_t close = open == std::string_view::npos ? open : words.find('$', open + 1);
    if (close == std::string_view::npos) {
      out.push_back({.words = words});
      break;
    }
    if (open > 0) out.push_back({.words = words.substr(0, open)});
    formula({words.substr(open + 1, close - open - 1), false}, 0, out);
    words.remove_prefix(close + 1);
  }
  return out;
}

std::string_view symbol_name(std::string_view letter) {
  for (const auto& [greek, name] : kGreek) {
    if (letter == greek) return name;
  }
  return is_latin(letter) || is_lower_greek(letter) ? letter : std::string_view{};
}

}  // namespace plot
