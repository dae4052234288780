// The four sources of figure "algorithm" behind one face: sequences in blocks, by split.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "figures/algorithm/algorithm.hpp"
#include "learner/tasks.hpp"
#include "learner/text.hpp"

namespace figures::algorithm {

struct SequenceSource {
  learner::Shape shape;
  Index train = 0;  // sequences to learn from
  Index test = 0;   // sequences never learned from
  std::function<std::vector<learner::Sequence>(Split, Index first, Index count)> block;
  std::optional<learner::Model> truth;
  std::optional<learner::TextTask> text;
};

// Errors: an option out of range, or a text that cannot be learned from.
Expected<SequenceSource> open_source(const Values& values, std::string_view text);

// Of sequences that are given, every tenth is held out: number 10, 20, ..., so that who writes the sequences to learn
// from, and others between them, knows which are which. k counts from 0 within its kind, `place` within them all.
inline constexpr Index kHeldOutEvery = 10;
constexpr Index held_out_count(Index all) { return all / kHeldOutEvery; }
constexpr Index place_of_learned(Index k) { return k + k / (kHeldOutEvery - 1); }
constexpr Index place_of_held_out(Index k) { return kHeldOutEvery * (k + 1) - 1; }

// d and the number of rows that these values lead to, without making any data (text: its most; numbers: a guess).
Index token_dimension(const Values& values);
Index rows_per_sequence(const Values& values);
double ridge(const Values& values);
Source source_kind(const Values& values);
learner::Targets target_mode(const Values& values);

}  // namespace figures::algorithm
