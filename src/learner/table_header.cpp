#include "learner/table_header.hpp"

#include "learner/sequence_table.hpp"

namespace learner {
namespace {

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

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return small;
}

void drop_padding(std::vector<std::string>& cells, std::size_t least) {
  while (cells.size() > least && cells.back().empty()) cells.pop_back();
}

Expected<TableHeader> read_table_header(const Line& line) {
  TableHeader header{.separator = separator_of(line.text)};
  auto names = split_cells(line, header.separator);
  if (!names) return std::unexpected(names.error());
  drop_padding(*names, 1);
  for (std::string& name : *names) name = lower(name);
  if (names->size() > 1 && names->front().empty()) {
    return fail("Line %1: the first column has no name. If pandas wrote its index there, use to_csv(…, index=False).",
                line.number);
  }
  if (!begins_well(*names)) {
    return fail("Line %1: this is no header: a table begins with %2, and here stands %3.", line.number,
                TableHeader::kWritten, quoted_cell(trimmed(line.text)));
  }
  const std::size_t x = numbered(*names, TableHeader::kNamed, 'x');
  const std::size_t y = numbered(*names, TableHeader::kNamed + x, 'y');
  header.shape = {.d = static_cast<Index>(x), .d_out = static_cast<Index>(y)};
  if (header.columns() < names->size()) {
    return fail("Line %1: column %2 is called %3: the header is %4, and nothing else.", line.number,
                header.columns() + 1, quoted_cell((*names)[header.columns()]), TableHeader::kWritten);
  }
  if (const auto valid = validate(line, header.shape); !valid) return std::unexpected(valid.error());
  return header;
}

}  // namespace learner
