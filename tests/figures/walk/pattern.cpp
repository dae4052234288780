#include "figures/walk/pattern.hpp"

#include "figures/walk/printed.hpp"

namespace walk {
namespace {

constexpr std::string_view kNumber =
    "((?:−)?(?:[0-9][0-9,]*(?:\\.[0-9]+)?·)?[0-9][0-9,]*(?:\\.[0-9]+)?(?:⁻|⁰|¹|²|³|⁴|⁵|⁶|⁷|⁸|⁹)*)";

std::string expression_of(std::string_view pattern) {
  std::string expression;
  for (const char c : pattern) {
    switch (c) {
      case '#':
      case '@': expression += kNumber; break;
      case '~': expression += "(.+?)"; break;
      case '{': expression += "(?:"; break;
      case '}': expression += ')'; break;
      case '[': expression += "(?:"; break;
      case ']': expression += ")?"; break;
      case '|': expression += c; break;
      default:
        if (std::string_view(".()*+?^$\\").find(c) != std::string_view::npos) expression += '\\';
        expression += c;
    }
  }
  return expression;
}

std::string kinds_of(std::string_view pattern) {
  std::string kinds;
  for (const char c : pattern)
    if (c == '#' || c == '@' || c == '~') kinds += c;
  return kinds;
}

}  // namespace

Pattern::Pattern(std::string_view pattern)
    : kinds_(kinds_of(pattern)), expression_(expression_of(pattern), std::regex::optimize) {}

std::optional<std::vector<std::string>> Pattern::fit(const std::string& text) const {
  std::smatch match;
  if (!std::regex_match(text, match, expression_)) return std::nullopt;
  std::vector<std::string> places;
  for (std::size_t k = 1; k < match.size(); ++k) places.push_back(match[k].str());
  return places;
}

std::vector<std::string> sentences_of(const std::string& text) {
  std::vector<std::string> sentences;
  std::size_t from = 0;
  for (std::size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1)) {
    if (text.substr(0, at).ends_with("eq")) continue;
    sentences.push_back(text.substr(from, at + 1 - from));
    from = at + 2;
  }
  if (from < text.size()) sentences.push_back(text.substr(from));
  return sentences;
}

std::string without_numbers(const std::string& text) {
  std::string bare = text;
  std::size_t at = 0;
  for (const std::string& number : numbers_in(text)) {
    at = bare.find(number, at);
    bare.replace(at, number.size(), "#");
    ++at;
  }
  return bare;
}

}  // namespace walk
