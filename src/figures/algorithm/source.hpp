// The three sources of figure "algorithm" behind one face: sequences in blocks, by split.
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
  learner::Index train = 0;  // sequences to learn from
  learner::Index test = 0;   // sequences never learned from
  std::function<std::vector<learner::Sequence>(learner::Split, learner::Index first, learner::Index count)> block;
  std::optional<learner::Model> truth;
  std::optional<learner::TextTask> text;
};

// Errors: an option out of range, or a text that cannot be learned from.
Expected<SequenceSource> open_source(const Values& values, std::string_view text);

// d and the number of rows that these values lead to, without making any data (text: its most).
learner::Index token_dimension(const Values& values);
learner::Index rows_per_sequence(const Values& values);
double ridge(const Values& values);
AlgorithmSource source_kind(const Values& values);
learner::Targets target_mode(const Values& values);

}  // namespace figures::algorithm
