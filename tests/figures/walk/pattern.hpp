// The patterns of rules, as in rules.hpp.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace walk {

class Pattern {
 public:
  explicit Pattern(std::string_view pattern);

  // What stands in the places of a text that fits.
  std::optional<std::vector<std::string>> fit(const std::string& text) const;
  // Whether the number in a place, from 0, is one that must be in the table.
  bool is_given(std::size_t place) const { return kinds_[place] == '#'; }

 private:
  std::string kinds_;  // '#', '@' or '~' for each place
  std::regex expression_;
};

// A sentence from what follows it: after a point, with a blank behind it.
std::vector<std::string> sentences_of(const std::string& text);

// With # for each number: what two texts have in common that differ only in those.
std::string without_numbers(const std::string& text);

}  // namespace walk
