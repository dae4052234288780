#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "learner/sequence.hpp"
#include "learner/table_cells.hpp"

namespace learner {

// The first line of a table of sequences (sequence_table.hpp) and what follows from it.
struct TableHeader {
  char separator = ',';
  Shape shape = {};  // targets: not said here

  static constexpr std::size_t kNamed = 2;  // columns before the numbers: sequence and token
  static constexpr std::string_view kWritten = "sequence,token,x1,x2,…,y1,…";

  std::size_t columns() const { return kNamed + static_cast<std::size_t>(shape.d + shape.d_out); }
  std::size_t first_target() const { return kNamed + static_cast<std::size_t>(shape.d); }
};

// Errors: a line that is no header; more numbers than the learner takes.
Expected<TableHeader> read_table_header(const Line& line);

// Takes away the empty cells, behind the first `least`, with which spreadsheets fill a line up.
void drop_padding(std::vector<std::string>& cells, std::size_t least);

// In lower case, the letters A to Z.
std::string lower(std::string_view text);

}  // namespace learner
