#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "learner/sequence_table.hpp"
#include "learner/table_cells.hpp"

namespace learner {

// Reads a table of sequences (sequence_table.hpp) line by line and hands each sequence over as it ends, so that a table
// may be larger than memory. It holds one sequence and the labels of the first kMostTableSequences: later ones are only
// held against these.
class SequenceTableReader {
 public:
  // Predictions of the sequence's targets, d_out x T; of size 0 where the table has none.
  using Take = std::function<void(Sequence&&, Matrix&& predictions)>;
  // Which of the limits of sequence_table.hpp hold.
  struct Limits {
    bool sequences = true;
    bool tokens = true;
  };
  explicit SequenceTableReader(Take take) : SequenceTableReader(std::move(take), Limits()) {}
  SequenceTableReader(Take take, const Limits& limits) : take_(std::move(take)), limits_(limits) {}

  // The next line. Errors: see read_sequence_table. A sequence that ends without its targets is told with the next
  // error, or at the end, as rows that are apart leave such pieces.
  Expected<void> take(Line line);

  // After the last line. Errors: no rows; a sequence without its targets.
  Expected<Shape> end();

  // Of the first line; none before it.
  const std::optional<TableHeader>& header() const { return header_; }

  // Which tokens ask, by what has been read. Errors: sequences that differ, from each other or from the table's word.
  Expected<Targets> targets() const;
  // Whether that is settled: the table says it, or a sequence of two tokens or more shows it.
  bool settled() const { return said_ || first_all_ > 0 || first_last_ > 0; }

 private:
  Expected<void> take_marked(const Line& line);
  bool is_row(const Line& line) const;
  Expected<void> take_comment(const Line& line);
  Expected<void> take_header(const Line& line);
  Expected<void> take_row(const Line& line);
  Expected<void> begin_sequence(const Line& line, std::string_view label);
  Expected<void> take_place(const Line& line, std::string_view label, std::string_view token);
  Expected<void> take_numbers(const Line& line, const std::vector<std::string>& cells);
  Expected<void> end_sequence();
  Index d() const { return header_->shape.d; }

  Take take_;
  Limits limits_;
  std::optional<TableHeader> header_;
  std::optional<Targets> said_;
  std::optional<Index> base_;                        // number of a sequence's first token
  std::map<std::string, Index, std::less<>> begun_;  // line of each sequence's first token
  Index sequences_ = 0;                              // handed over
  std::string label_;                                // of the sequence being read; empty before the first
  Index line_ = 0;                                   // where that began
  TableNumbers numbers_;
  std::vector<double> tokens_;   // of the sequence being read, one token after another
  std::vector<double> targets_;  // and its targets
  std::vector<double> predictions_;
  Index asked_ = 0;  // rows with a target
  bool last_asked_ = false;
  std::optional<Error> unasked_;  // the first sequence that ended without its targets
  bool apart_ = false;            // a sequence went on after another one
  Index first_all_ = 0;           // line of the first sequence in which all of two tokens or more have targets
  Index first_last_ = 0;          // line of the first in which only the last has one
};

}  // namespace learner
