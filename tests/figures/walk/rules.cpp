#include "figures/walk/rules.hpp"

#include <algorithm>
#include <array>

namespace walk {

std::string Told::cell(std::string_view name, std::size_t column) const {
  for (const auto& row : description.table.rows)
    if (row.front() == name) return row.at(column);
  return "";
}

std::vector<std::string> Told::cells(std::string_view start, std::string_view end) const {
  std::vector<std::string> found;
  for (const auto& row : description.table.rows)
    if (row.front().starts_with(start) && row.front().ends_with(end)) found.push_back(row.at(1));
  return found;
}

std::vector<Printed> Told::all(std::string_view name) const { return values_in(cell(name)); }

Printed Told::at(std::string_view name) const { return first_in(cell(name)); }

std::vector<Printed> Told::column(std::string_view start, std::string_view end) const {
  std::vector<Printed> numbers;
  for (const std::string& text : cells(start, end)) numbers.push_back(first_in(text));
  return numbers;
}

bool Told::is_over() const {
  return std::ranges::all_of(values.table(), [&](const figures::Parameter& parameter) {
    return !parameter.is_film() || values.number(parameter.id) == parameter.max;
  });
}

bool Told::has(std::string_view name) const {
  return std::ranges::any_of(description.table.rows, [&](const auto& row) { return row.front() == name; });
}

Printed count_of(std::string_view words) {
  constexpr std::array<std::string_view, 13> kWords = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                                       "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  std::string small(words);
  if (!small.empty() && small.front() >= 'A' && small.front() <= 'Z')
    small.front() = static_cast<char>(small.front() + 32);
  const auto found = std::ranges::find(kWords, small);
  if (found != kWords.end()) return exact(static_cast<double>(found - kWords.begin()));
  return printed(words);
}

}  // namespace walk
