#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "learner/error.hpp"
#include "learner/sequence.hpp"

namespace learner {

// One line of a table in text, taken apart. `separator` is a comma, a semicolon or a tab.

struct Line {
  std::string_view text;
  Index number = 0;  // from 1
};

// Takes the lines of a text one after another; they end with a line feed, a carriage return, or both.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  std::optional<Line> next();

 private:
  std::string_view rest_;
  Index number_ = 0;
};

// Without the blanks around it; tabs are no blanks, as they may separate cells.
std::string_view trimmed(std::string_view text);

// The cells of a line, without the blanks around them and the quotation marks. Errors: a mark that is not closed, or
// letters behind one.
Expected<std::vector<std::string>> split_cells(const Line& line, char separator);

// The number that a cell holds, to the last bit: digits with a point and an exponent; with `decimal_comma` a comma
// does for the point. Nothing where there is anything else; infinite where it is too large.
std::optional<double> read_decimal(std::string_view cell, bool decimal_comma);

// The fewest digits, but at least `least` of them less zeros at the end, that read back as this number (for numbers too
// small to be normal, perhaps some more). A decimal of at most 15 digits survives the way through a double, so with 15
// no fewer need to be tried; with 1 large round numbers have exponents, "1e+06".
std::string exact_decimal(double value, int least = 15);

// A cell as an error quotes it: in quotation marks, and not too long.
std::string quoted_cell(std::string_view cell);

// Whether a cell says in the words of R, pandas or a spreadsheet that there is no value: NA, N/A, #N/A (in German #NV,
// in Spanish #N/D), NaN, null, none.
bool is_missing(std::string_view cell);

// Reads the numbers of a table cell by cell.
class TableNumbers {
 public:
  // Errors: no number, one that is too large, or one with a point where another has a decimal comma: whether the point
  // stands before decimals or between thousands nobody knows.
  Expected<double> read(Index line, std::string_view column, std::string_view cell, char separator);

 private:
  std::array<Index, 2> first_ = {};  // lines with the first point, and the first comma, in a number
};

// The first line of a table of sequences (sequence_table.hpp) and what follows from it.
struct TableHeader {
  char separator = ',';
  bool numbered = false;   // a first column without a name counts the rows, as R and pandas write it
  bool predicted = false;  // a prediction for each target
  Shape shape = {};        // targets: not said here

  static constexpr std::size_t kNamed = 2;  // columns before the numbers: sequence and token
  static constexpr std::string_view kWritten = "sequence,token,x1,x2,…,y1,…";

  // Of a row, without the count of the rows.
  std::size_t columns() const { return first_prediction() + (predicted ? static_cast<std::size_t>(shape.d_out) : 0); }
  std::size_t first_target() const { return kNamed + static_cast<std::size_t>(shape.d); }
  std::size_t first_prediction() const { return first_target() + static_cast<std::size_t>(shape.d_out); }
  // What a column is called, and its number in what is called so, from 1.
  std::string name_of(std::size_t column) const;
};

// Errors: a line that is no header; more numbers than the learner takes.
Expected<TableHeader> read_table_header(const Line& line);

// Takes away the count of the rows, and the empty cells with which spreadsheets fill a line up; gives back the empty
// targets that they leave out at its end.
void fit_cells(std::vector<std::string>& cells, const TableHeader& header);

// The text with the letters A to Z in lower case.
std::string lower(std::string_view text);

}  // namespace learner
