#include "learner/sequence_table.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "learner/sequence_table_reader.hpp"

namespace learner {
namespace {

// Whether a target's cell says that there is none.
bool is_nothing(const std::string& cell) { return cell.empty() || is_missing(cell); }

}  // namespace

Expected<void> SequenceTableReader::take_comment(const Line& line) {
  std::string_view words = line.text;
  words.remove_prefix(words.find('#') + 1);
  while (!words.empty() && std::string_view(" ,;\t\"").find(words.back()) != std::string_view::npos) {
    words.remove_suffix(1);  // what a spreadsheet adds to it
  }
  const std::string said = lower(trimmed(words));
  constexpr std::string_view kKey = "targets:";
  if (!said.starts_with(kKey)) return {};
  said_.reset();
  const std::string_view mode = trimmed(std::string_view(said).substr(kKey.size()));
  for (const Targets targets : {Targets::last, Targets::all, Targets::causal}) {
    if (mode == name_of(targets)) said_ = targets;
  }
  if (said_) return {};
  return fail("Line %1: %2 is no way to ask: write “# targets: last”, “all” or “causal”.", line.number,
              quoted_cell(mode));
}

Expected<void> SequenceTableReader::take_header(const Line& line) {
  auto header = read_table_header(line);
  if (!header) return std::unexpected(header.error());
  header_ = *header;
  return {};
}

Expected<void> SequenceTableReader::begin_sequence(const Line& line, std::string_view label) {
  // Rows that are not together leave pieces without targets: that is said first of what there is to say of them.
  if (auto ended = end_sequence(); !ended && !unasked_) unasked_ = ended.error();
  if (const auto place = begun_.find(label); place != begun_.end()) {
    apart_ = true;
    return fail("Line %1: sequence %2 began in line %3 already: keep the rows of a sequence together.", line.number,
                quoted_cell(label), place->second);
  }
  const bool remembers = std::ssize(begun_) < kMostTableSequences;
  if (remembers) begun_.emplace(label, line.number);
  if (!remembers && limits_.sequences)
    return fail("Line %1: there are more than 20,000 sequences: leave some out.", line.number);
  label_ = label;
  line_ = line.number;
  return {};
}

// Which token of which sequence a row is.
Expected<void> SequenceTableReader::take_place(const Line& line, std::string_view label, std::string_view token) {
  if (label.empty()) {
    return fail("Line %1: the column “sequence” is empty: give every row the label of its sequence.", line.number);
  }
  const auto place = read_decimal(token, false);
  if (!place) {
    return fail("Line %1: %2 in column “token” is not a number: count the tokens of each sequence 1, 2, 3, ….",
                line.number, quoted_cell(token));
  }
  if (!base_ && (*place == 0 || *place == 1)) base_ = static_cast<Index>(*place);
  if (label != label_) {
    if (auto begun = begin_sequence(line, label); !begun) return begun;
  }
  const Index n = static_cast<Index>(tokens_.size()) / d();
  const Index due = base_.value_or(1) + n;
  if (*place != static_cast<double>(due)) {
    return fail(
        "Line %1: token %2 stands where token %3 of sequence %4 belongs: count the tokens of each sequence one by one.",
        line.number, quoted_cell(token), due, quoted_cell(label));
  }
  if (n == kMostTableTokens && limits_.tokens) {
    return fail("Line %1: sequence %2 has more than %3 tokens: cut it.", line.number, quoted_cell(label),
                kMostTableTokens);
  }
  return {};
}

Expected<void> SequenceTableReader::take_numbers(const Line& line, const std::vector<std::string>& cells) {
  const auto first_target = header_->first_target();
  const auto first_prediction = header_->first_prediction();
  last_asked_ = !std::all_of(cells.begin() + static_cast<std::ptrdiff_t>(first_target),
                             cells.begin() + static_cast<std::ptrdiff_t>(first_prediction), is_nothing);
  const std::size_t end = last_asked_ ? cells.size() : first_target;  // what is predicted unasked nobody can judge
  for (std::size_t k = TableHeader::kNamed; k < end; ++k) {
    const auto value = numbers_.read(line.number, header_->name_of(k), cells[k], header_->separator);
    if (!value) return std::unexpected(value.error());
    (k < first_target ? tokens_ : k < first_prediction ? targets_ : predictions_).push_back(*value);
  }
  asked_ += last_asked_ ? 1 : 0;
  return {};
}

Expected<void> SequenceTableReader::take_row(const Line& line) {
  auto cells = split_cells(line, header_->separator);
  if (!cells) return std::unexpected(cells.error());
  fit_cells(*cells, *header_);
  const auto first_target = std::min(header_->first_target(), cells->size());
  const auto middle = cells->begin() + static_cast<std::ptrdiff_t>(first_target);
  if (std::ranges::all_of(cells->begin(), middle, &std::string::empty) && std::all_of(middle, cells->end(), is_nothing))
    return {};
  const auto columns = header_->columns();
  if (cells->size() != columns) {
    return fail("Line %1: the header has %2 cells, this row %3.", line.number, columns, cells->size());
  }
  if (auto taken = take_place(line, (*cells)[0], (*cells)[1]); !taken) return taken;
  return take_numbers(line, *cells);
}

// Which of its tokens have targets: the last alone, or all.
Expected<void> SequenceTableReader::end_sequence() {
  if (tokens_.empty()) return {};
  const auto n = static_cast<Index>(tokens_.size()) / d();
  if (!last_asked_ || (asked_ != 1 && asked_ != n)) {
    const Index asked = std::exchange(asked_, 0);
    tokens_.clear();
    targets_.clear();
    predictions_.clear();
    return fail(
        "Line %1: tokens of sequence %2 with a target: %3 of %4. Give one to the last token, or to every token, and "
        "keep the rows of a sequence together.",
        line_, quoted_cell(label_), asked, n);
  }
  Index& first = asked_ == 1 ? first_last_ : first_all_;
  if (n > 1 && first == 0) first = line_;
  const auto matrix_of = [&](const std::vector<double>& numbers) -> Matrix {
    return Eigen::Map<const Matrix>(numbers.data(), header_->shape.d_out, asked_);
  };
  ++sequences_;
  take_({.Z = Eigen::Map<const Matrix>(tokens_.data(), d(), n), .Y = matrix_of(targets_)},
        header_->predicted ? matrix_of(predictions_) : Matrix());
  tokens_.clear();
  targets_.clear();
  predictions_.clear();
  asked_ = 0;
  return {};
}

// Whether a line that begins with # is a row all the same, of a sequence with such a label: the count of a token stands
// behind it and then, where the line has too many cells or too few, or another separator, a number.
bool SequenceTableReader::is_row(const Line& line) const {
  if (!header_) return false;
  for (const char separator : {header_->separator, ',', ';', '\t'}) {
    auto cells = split_cells(line, separator);
    if (!cells) continue;
    if (separator == header_->separator) fit_cells(*cells, *header_);
    if (cells->size() < 2 || !read_decimal((*cells)[1], false)) continue;
    if (cells->size() == header_->columns()) return true;
    if (cells->size() > 2 && read_decimal((*cells)[2], separator != ',')) return true;
  }
  return false;
}

Expected<void> SequenceTableReader::take(Line line) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (line.number == 1 && line.text.starts_with(kMark)) line.text.remove_prefix(kMark.size());
  auto taken = take_marked(line);
  if (!taken && unasked_ && !apart_) return std::unexpected(*unasked_);
  return taken;
}

Expected<void> SequenceTableReader::take_marked(const Line& line) {
  const std::string_view text = trimmed(line.text);
  if (text.find_first_not_of(" \t,;\"") == std::string_view::npos) return {};
  if ((text.starts_with('#') || text.starts_with("\"#")) && !is_row(line)) return take_comment(line);
  if (header_) return take_row(line);
  const bool names_separator = text.size() <= 5 && lower(text).starts_with("sep=");  // Excel's; the header shows it too
  return names_separator ? Expected<void>{} : take_header(line);
}

Expected<Targets> SequenceTableReader::targets() const {
  if (first_all_ > 0 && first_last_ > 0) {
    if (first_all_ > first_last_) {
      return fail(
          "Line %1: this sequence has a target for every token, unlike the one in line %2: ask all of them alike.",
          first_all_, first_last_);
    }
    return fail(
        "Line %1: this sequence has a target for its last token only, unlike the one in line %2: ask all of them "
        "alike.",
        first_last_, first_all_);
  }
  const Targets found = first_all_ > 0 ? Targets::all : Targets::last;
  if (!said_) return found;
  if (*said_ == Targets::last && first_all_ > 0) {
    return fail(
        "Line %1: every token has a target, yet the table says “# targets: last”: leave the others empty, or write all "
        "or causal.",
        first_all_);
  }
  if (*said_ != Targets::last && first_last_ > 0) {
    return fail(
        "Line %1: only the last token has a target, yet the table says “# targets: %2”: give one to every token, or "
        "write last.",
        first_last_, name_of(*said_));
  }
  return *said_;
}

Expected<Shape> SequenceTableReader::end() {
  if (unasked_) return std::unexpected(*unasked_);
  if (!header_)
    return fail("There is no table here: its first line is %1, then comes a row for each token.",
                TableHeader::kWritten);
  if (auto ended = end_sequence(); !ended) return std::unexpected(ended.error());
  if (sequences_ == 0) return fail("The table has a header and no rows: write a row for each token.");
  const auto asked = targets();
  if (!asked) return std::unexpected(asked.error());
  Shape shape = header_->shape;
  shape.targets = *asked;
  return shape;
}

Expected<SequenceTable> read_sequence_table(std::string_view text) {
  if (std::ssize(text) > kMostTableBytes)
    return fail("The table has more than 20,000,000 bytes: leave some sequences out.");
  SequenceTable table;
  SequenceTableReader reader([&](Sequence&& sequence, Matrix&& predictions) {
    table.sequences.push_back(std::move(sequence));
    if (predictions.size() > 0) table.predictions.push_back(std::move(predictions));
  });
  Lines lines(text);
  while (const auto line = lines.next()) {
    if (auto taken = reader.take(*line); !taken) return std::unexpected(taken.error());
  }
  const auto shape = reader.end();
  if (!shape) return std::unexpected(shape.error());
  table.shape = *shape;
  return table;
}

std::string sequence_table_head(const Shape& shape, std::string_view note, bool predicted) {
  std::string head;
  Lines lines(note);
  while (const auto line = lines.next()) head += "# " + std::string(line->text) + "\n";
  head += "# targets: " + std::string(name_of(shape.targets)) + "\nsequence,token";
  for (Index k = 1; k <= shape.d; ++k) head += ",x" + std::to_string(k);
  for (Index k = 1; k <= shape.d_out; ++k) head += ",y" + std::to_string(k);
  for (Index k = 1; predicted && k <= shape.d_out; ++k) head += ",p" + std::to_string(k);
  return head + "\n";
}

void append_sequence_rows(std::string& table, Index number, const Sequence& sequence, const Matrix& prediction) {
  const Index unasked = sequence.n() - sequence.rows();
  for (Index t = 0; t < sequence.n(); ++t) {
    table += std::to_string(number) + "," + std::to_string(t + 1);
    for (const double x : sequence.Z.col(t)) table += "," + exact_decimal(x);
    for (const Matrix& answers : {std::cref(sequence.Y), std::cref(prediction)}) {
      for (Index k = 0; k < answers.rows(); ++k) {
        table += ",";
        if (t >= unasked) table += exact_decimal(answers(k, t - unasked));
      }
    }
    table += "\n";
  }
}

}  // namespace learner
