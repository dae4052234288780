#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "learner/sequence.hpp"
#include "program/options.hpp"

namespace program {

using learner::Expected;
using learner::Index;
using learner::Matrix;
using learner::Sequence;
using learner::Shape;

// Some sequences of one file, in its order.
struct Block {
  Shape shape;
  std::vector<Sequence> sequences;
  std::vector<Matrix> predictions;  // of each sequence's targets, or none at all
  Index first = 0;                  // place of the first in its file, from 0
  double read = 0.0;                // share of the input; not known of standard input: 0
};
using TakeBlock = std::function<Expected<void>(const Block&)>;

// A block has at most so many sequences; a table whose kind of targets is not clear yet, more.
inline constexpr Index kBlockSequences = 256;

// Sequences from outside, of one shape, as often as they are asked for, in blocks.
class Input {
 public:
  virtual ~Input() = default;
  virtual double bytes() const = 0;  // about; 0: not known
  // Hands all over until `take` refuses. Errors: its own; files that cannot be read, or hold something else.
  virtual Expected<void> each(const TakeBlock& take) = 0;
};

// Which part of the input a process reads.
struct Share {
  Index rank = 0;
  Index ranks = 1;
  // The share of `count` things: [first, second).
  std::pair<Index, Index> of(Index count) const { return {count * rank / ranks, count * (rank + 1) / ranks}; }
};

std::unique_ptr<Input> table_input(const std::string& path, std::optional<learner::Targets> targets);
// The share of the sequences in these arrays. Errors: arrays that do not belong together.
Expected<std::unique_ptr<Input>> array_input(const Files& files, std::optional<learner::Targets> targets,
                                             const Share& share);

// This process's share of all files: whole ones where there are enough, else a part of each array. Errors: fewer
// tables than processes; those of array_input.
Expected<std::unique_ptr<Input>> open_input(const Options& options, const Share& share);

}  // namespace program
