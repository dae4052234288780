#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "learner/model.hpp"
#include "learner/moments.hpp"

namespace bench {

using learner::Index;
using learner::Matrix;
using learner::Targets;

// A size of a task: N sequences of n tokens of dimension d, d_out = d.
struct Size {
  Targets targets = Targets::last;
  Index d = 0;
  Index N = 0;
  Index n = 0;
  Index m = 0;  // heads of a softmax layer, in the tasks that have one
};

// What every contestant is given: random attention with kHeads heads and a little noise, from one seed.
class Data {
 public:
  static constexpr Index kHeads = 3;         // of the model that made the labels
  static constexpr Index kTrainedHeads = 4;  // of the model that descent trains

  explicit Data(const Size& size);

  const Size& size() const { return size_; }
  learner::Shape shape() const { return {.d = size_.d, .d_out = size_.d, .targets = size_.targets}; }
  const learner::Model& truth() const { return truth_; }
  std::span<const learner::Sequence> sequences() const { return sequences_; }

  // Of all sequences, computed at the first call.
  const learner::Moments& moments() const;

  // Where descent starts: V_1, Q_1, V_2, .. row by row.
  learner::Vector start() const;

  // Writes Z of every sequence, then Y of every sequence (each token or target in one piece), then p of the truth
  // (d_out x psi, row by row), then start(), as doubles: what contestants in other languages read. False when that
  // fails.
  bool write(const std::string& path) const;

 private:
  Size size_;
  learner::Model truth_;
  std::vector<learner::Sequence> sequences_;
  mutable std::optional<learner::Moments> moments_;
};

}  // namespace bench
