#include "figures/algorithm/held_out.hpp"

#include <algorithm>
#include <cmath>

namespace figures::algorithm {
namespace {

constexpr Index kBlock = 256;
constexpr Index kMostPoints = 1500;  // of the answers that are drawn

// Calls `use` with all sequences to learn from, in blocks.
void for_each_block(const SequenceSource& source, const auto& use) {
  for (Index first = 0; first < source.train; first += kBlock) {
    use(source.block(Split::train, first, std::min(kBlock, source.train - first)));
  }
}

Vector mean_target(const SequenceSource& source) {
  Vector sum = Vector::Zero(source.shape.d_out);
  Index rows = 0;
  for_each_block(source, [&](const std::vector<learner::Sequence>& block) {
    for (const Sequence& sequence : block) {
      sum += sequence.Y.rowwise().sum();
      rows += sequence.rows();
    }
  });
  return sum / static_cast<double>(rows);
}

void append_columns(Matrix& matrix, const Matrix& columns) {
  const Index before = matrix.cols();
  matrix.conservativeResize(columns.rows(), before + columns.cols());
  matrix.rightCols(columns.cols()) = columns;
}

}  // namespace

learner::TestError training_error(const SequenceSource& source, const Matrix& p) {
  learner::TestError error{.d_out = source.shape.d_out};
  for_each_block(source, [&](const std::vector<learner::Sequence>& block) {
    error.merge(learner::test_error(p, block, source.shape.targets));
  });
  return error;
}

Expected<void> check_held_out(const SequenceSource& source, const Model& heads, Index count, Result& result) {
  const Vector mean = mean_target(source);
  learner::TestError learned{.d_out = source.shape.d_out};
  learner::TestError trivial{.d_out = source.shape.d_out};
  for (const Sequence& sequence : source.block(Split::test, 0, count)) {
    const Matrix answers = learner::attend(heads, sequence.Z, source.shape.targets);
    learned.add(answers, sequence.Y);
    trivial.add(mean.replicate(1, sequence.rows()), sequence.Y);
    if (result.answer.size() + sequence.Y.size() > kMostPoints && result.answer.size() > 0) continue;
    append_columns(result.answer, sequence.Y);
    append_columns(result.prediction, answers);
  }
  if (!std::isfinite(learned.squared_error) || !std::isfinite(trivial.squared_error)) {
    return learner::fail("The sequences held out are too large to be checked: divide all numbers by a power of ten.");
  }
  result.test_error = learned.mean();
  result.trivial_error = trivial.mean();
  result.test_rows = learned.rows;
  // Where all held-out targets are the mean, that cannot be bettered.
  result.relative_error = trivial.mean() > 0 ? learned.mean() / trivial.mean() : 1;
  return {};
}

}  // namespace figures::algorithm
