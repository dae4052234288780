#include "learner/table_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "learner/sequence_table.hpp"

namespace learner {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// How many digits `text` begins with; they are taken off.
std::size_t take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

// [+-] digits [point digits] [e [+-] digits], with a digit before or behind the point. What strtod takes besides (hex,
// "inf", blanks) is no number of a table.
bool is_decimal(std::string_view text, std::string_view points) {
  take(text, "+-");
  std::size_t digits = take_digits(text);
  if (take(text, points)) digits += take_digits(text);
  if (digits == 0) return false;
  if (!take(text, "eE")) return text.empty();
  take(text, "+-");
  return take_digits(text) > 0 && text.empty();
}

// A cell in quotation marks, at its first mark; the rest of the line is left in `rest`.
bool take_quoted(std::string_view& rest, std::string& cell) {
  rest.remove_prefix(1);
  while (!rest.empty()) {
    const char letter = rest.front();
    rest.remove_prefix(1);
    if (letter != '"') {
      cell += letter;
    } else if (!take(rest, "\"")) {
      return true;
    } else {
      cell += '"';
    }
  }
  return false;
}

// What separates the cells of a header: its first separator.
char separator_of(std::string_view header) {
  const std::size_t first = header.find_first_of(",;\t");
  return first == std::string_view::npos ? ',' : header[first];
}

// How many columns from `at` on are called letter1, letter2, ...
std::size_t numbered(const std::vector<std::string>& names, std::size_t at, char letter) {
  std::size_t count = 0;
  while (at + count < names.size() && names[at + count] == letter + std::to_string(count + 1)) ++count;
  return count;
}

bool begins_well(const std::vector<std::string>& names) {
  return names.size() > TableHeader::kNamed && names[0] == "sequence" && names[1] == "token" && names[2] == "x1";
}

Expected<void> validate(const Line& line, const Shape& shape) {
  if (shape.d_out == 0)
    return fail("Line %1: there is no column for targets: call it y1, and others y2, y3, ….", line.number);
  if (shape.d_out > kMostTableOutputs) {
    return fail("Line %1: targets have %2 numbers: keep at most %3.", line.number, shape.d_out, kMostTableOutputs);
  }
  if (shape.d > kMaxTokenDimension) {
    return fail(
        "Line %1: Tokens have %2 coordinates: keep between 1 and %3 of them, for example the first principal "
        "components.",
        line.number, shape.d, kMaxTokenDimension);
  }
  return learner::validate(shape);
}

}  // namespace

std::optional<Line> Lines::next() {
  if (rest_.empty()) return std::nullopt;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  const Line line{.text = rest_.substr(0, end), .number = ++number_};
  const bool both = rest_.substr(end).starts_with("\r\n");
  rest_.remove_prefix(std::min(end + (both ? 2 : 1), rest_.size()));
  return line;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Expected<std::vector<std::string>> split_cells(const Line& line, char separator) {
  std::vector<std::string> cells;
  std::string_view rest = line.text;
  for (bool more = true; more;) {
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    std::string& cell = cells.emplace_back();
    const bool quoted = rest.starts_with('"');
    if (quoted && !take_quoted(rest, cell)) return fail("Line %1: a quotation mark is not closed.", line.number);
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view plain = trimmed(rest.substr(0, end));
    if (quoted && !plain.empty()) {
      return fail("Line %1: there is %2 behind a quotation mark.", line.number, quoted_cell(plain));
    }
    if (!quoted) cell = plain;
    more = end < rest.size();
    rest.remove_prefix(more ? end + 1 : end);
  }
  return cells;
}

std::optional<double> read_decimal(std::string_view cell, bool decimal_comma) {
  if (!is_decimal(cell, decimal_comma ? ".," : ".")) return std::nullopt;
  // Not std::from_chars: the library at hand has none for double. No program of ours calls setlocale, so the point of
  // strtod is a point.
  std::string text(cell);
  if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  return std::strtod(text.c_str(), nullptr);
}

std::string exact_decimal(double value, int least) {
  constexpr int kAlwaysEnough = 17;
  std::array<char, 32> digits;
  for (int count = least; count <= kAlwaysEnough; ++count) {
    std::snprintf(digits.data(), digits.size(), "%.*g", count, value);
    if (std::strtod(digits.data(), nullptr) == value) break;
  }
  return digits.data();
}

std::string quoted_cell(std::string_view cell) {
  constexpr std::size_t kMost = 24;
  if (cell.size() <= kMost) return "“" + std::string(cell) + "”";
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(cell[end]) & 0xC0U) == 0x80U) --end;  // not within a letter of UTF-8
  return "“" + std::string(cell.substr(0, end)) + "…”";
}

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return small;
}

bool is_missing(std::string_view cell) {
  constexpr std::array<std::string_view, 10> kWords = {"na",   "n/a", "#n/a", "#nv",  "#n/d",
                                                       "<na>", "nan", "null", "none", "."};
  return std::ranges::find(kWords, lower(cell)) != kWords.end();
}

Expected<double> TableNumbers::read(Index line, std::string_view column, std::string_view cell, char separator) {
  if (cell.empty()) return fail("Line %1: column “%2” is empty: write a number.", line, column);
  if (is_missing(cell)) {
    return fail("Line %1: column “%2” has no value but %3: fill it in, or leave the sequence out.", line, column,
                quoted_cell(cell));
  }
  const auto value = read_decimal(cell, separator != ',');
  if (!value && read_decimal(cell, true)) {
    return fail("Line %1: column “%2”: write %3 with a decimal point, or separate the cells by semicolons.", line,
                column, quoted_cell(cell));
  }
  if (!value && column.starts_with('y')) {
    return fail("Line %1: column “%2”: %3 is not a number. Leave the cell empty if this token has no target.", line,
                column, quoted_cell(cell));
  }
  if (!value)
    return fail("Line %1: column “%2”: %3 is not a number. Write numbers like 0.5 or -1.2e-3.", line, column,
                quoted_cell(cell));
  if (!std::isfinite(*value))
    return fail("Line %1: column “%2”: %3 is too large: numbers end at 1.8e308.", line, column, quoted_cell(cell));
  constexpr std::string_view kMarks = ".,";
  for (const std::size_t mark : {0UZ, 1UZ}) {
    if (!cell.contains(kMarks[mark])) continue;
    if (first_[mark] == 0) first_[mark] = line;
    if (first_[1 - mark] == 0) continue;
    return fail(
        "Line %1: column “%2”: %3 has a “%4”, a number in line %5 a “%6”: write all with the same sign before the "
        "decimals, and with none between thousands.",
        line, column, quoted_cell(cell), kMarks[mark], first_[1 - mark], kMarks[1 - mark]);
  }
  return *value;
}

std::string TableHeader::name_of(std::size_t column) const {
  if (column < first_target()) return "x" + std::to_string(column - kNamed + 1);
  if (column < first_prediction()) return "y" + std::to_string(column - first_target() + 1);
  return "p" + std::to_string(column - first_prediction() + 1);
}

void fit_cells(std::vector<std::string>& cells, const TableHeader& header) {
  if (header.numbered) cells.erase(cells.begin());
  while (cells.size() > header.columns() && cells.back().empty()) cells.pop_back();
  if (cells.size() >= header.first_target() && cells.size() < header.columns()) cells.resize(header.columns());
}

Expected<TableHeader> read_table_header(const Line& line) {
  TableHeader header{.separator = separator_of(line.text)};
  auto names = split_cells(line, header.separator);
  if (!names) return std::unexpected(names.error());
  while (names->size() > 1 && names->back().empty()) names->pop_back();
  for (std::string& name : *names) name = lower(name);
  header.numbered = names->size() > 1 && names->front().empty();
  if (header.numbered) names->erase(names->begin());
  if (!begins_well(*names)) {
    return fail("Line %1: this is no header: a table begins with %2, and here stands %3.", line.number,
                TableHeader::kWritten, quoted_cell(trimmed(line.text)));
  }
  const std::size_t x = numbered(*names, TableHeader::kNamed, 'x');
  const std::size_t y = numbered(*names, TableHeader::kNamed + x, 'y');
  const std::size_t p = numbered(*names, TableHeader::kNamed + x + y, 'p');
  header.shape = {.d = static_cast<Index>(x), .d_out = static_cast<Index>(y)};
  header.predicted = p > 0;
  if (header.columns() < names->size()) {
    return fail(
        "Line %1: column %2 is called %3: the header is %4, with p1,… behind for what a model of yours answers, and "
        "nothing else.",
        line.number, header.columns() + (header.numbered ? 2 : 1), quoted_cell((*names)[header.columns()]),
        TableHeader::kWritten);
  }
  if (const auto valid = validate(line, header.shape); !valid) return std::unexpected(valid.error());
  if (p > 0 && p != y)
    return fail("Line %1: there are %2 columns of targets and %3 of predictions: give a p for each y, or none.",
                line.number, y, p);
  return header;
}

}  // namespace learner
