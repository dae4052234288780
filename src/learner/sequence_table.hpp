#pragma once

#include <string>
#include <string_view>

#include "learner/sequence.hpp"

namespace learner {

// Sequences and their targets as a table in text, one row a token, as spreadsheets and pandas write and read it:
//
//   # targets: causal
//   sequence,token,x1,x2,y1
//   a,1,0.5,-1,0.25
//   a,2,3e-2,7,-4
//   b,1,1,1,0
//
// `sequence` is any label, the same in the rows of one sequence, which stand together; `token` counts from 1 (or from
// 0) in each; x1 .. xd are the token's numbers, y1 .. yk those of its target, empty where a token has none. The line
// "# targets: ..." says who is asked (last, all, causal); without it, that is the last token where only last tokens
// have targets, else all of them. Columns p1 .. pk after those of the targets are what another model answers, in each
// row with a target. Other lines that begin with # mean nothing, unless they are rows, and neither do empty ones.

inline constexpr Index kMostTableBytes = 20'000'000;
inline constexpr Index kMostTableSequences = 20'000;
inline constexpr Index kMostTableTokens = 64;  // in one sequence
inline constexpr Index kMostTableOutputs = 16;

struct SequenceTable : Dataset {
  std::vector<Matrix>
      predictions;  // of each sequence's targets, d_out x T, where another model's came along, else none
};

// The sequences of a table, in its order; they may differ in length. Taken as well, as spreadsheets, R and pandas write
// it: a byte order mark, any line ends, blanks around cells, cells in quotation marks, tabs or semicolons for commas
// and with them the decimal comma, a first line "sep=;", a first column without a name that counts the rows, rows that
// end behind the last x or go on with empty cells, and NA and the like for a target that there is not. Numbers are read
// to the last bit, whatever the locale. Errors: whatever is not such a table or beyond the limits above, each with the
// line it stands in.
Expected<SequenceTable> read_sequence_table(std::string_view text);

// "# targets: last\nsequence,token,x1,...,y1,...\n", and with `predicted` p1 and so on. Lines of `note` become comments
// before it.
std::string sequence_table_head(const Shape& shape, std::string_view note = {}, bool predicted = false);

// The rows of one sequence, labelled by its number, with predictions as above, or none. The fewest digits that read
// back exactly, so that reading what was written gives the same bits.
void append_sequence_rows(std::string& table, Index number, const Sequence& sequence, const Matrix& prediction = {});

}  // namespace learner
