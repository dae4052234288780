// What figure "algorithm" does for the menu.
#include "figures/algorithm/algorithm.hpp"
#include "learner/sequence_table.hpp"

namespace figures::algorithm {
namespace {

// A number with its separator takes about so many bytes, a row's label and token too.
constexpr Index kNumberBytes = 20;
constexpr Index kRowBytes = 10;

// Sequences in the table, those held out included.
Index table_length(const SequenceSource& source) {
  return source.truth ? source.train + source.train / (kHeldOutEvery - 1) : source.train + source.test;
}

Index table_bytes(const SequenceSource& source) {
  const Sequence first = source.block(Split::train, 0, 1).front();
  const Index row = kRowBytes + kNumberBytes * first.Z.rows();
  return table_length(source) * (first.n() * row + first.rows() * kNumberBytes * first.Y.rows());
}

void append_place(const SequenceSource& source, Index place, std::string& table) {
  const Index before = held_out_count(place);
  const Split split = place_of_held_out(before) == place ? Split::test : Split::train;
  const Index k = split == Split::test ? before : place - before;
  learner::append_sequence_rows(table, place + 1, source.block(split, k, 1).front(),
                                source.prediction ? source.prediction(split, k) : Matrix());
}

std::unexpected<Error> too_large() {
  return learner::fail("These data are too large for a table of 20 MB. Choose fewer sequences, or shorter ones.");
}

}  // namespace

Expected<Bytes> save_data(const Request& request, Progress& progress) {
  const auto source = open_source(request.values, request.text);
  if (!source) return std::unexpected(source.error());
  if (source->text) return learner::fail("These data are words: save the text itself.");
  if (source->truth && table_bytes(*source) > learner::kMostTableBytes) return too_large();
  std::string table = learner::sequence_table_head(
      source->shape, "Lifted Attention, algorithm?" + request.values.to_query() + "\nEvery tenth sequence is held out.",
      source->prediction != nullptr);
  const Index length = table_length(*source);
  for (Index place = 0; place < length; ++place) {
    append_place(*source, place, table);
    progress.report(static_cast<double>(place + 1) / static_cast<double>(length));
  }
  if (std::ssize(table) > learner::kMostTableBytes) return too_large();
  const auto bytes = std::as_bytes(std::span(table));
  return Bytes(bytes.begin(), bytes.end());
}

}  // namespace figures::algorithm
