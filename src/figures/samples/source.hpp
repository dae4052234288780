// The data of figure "samples": one layer's sequences, labelled by it as linear or as softmax attention.
#pragma once

#include "figures/samples/samples.hpp"
#include "learner/tasks.hpp"

namespace figures::samples {

class Source {
 public:
  static Expected<Source> open(const Values& values);

  const Model& truth() const { return task_.truth(); }
  learner::Shape shape() const { return task_.shape(); }

  // Sequences first .. first + count - 1 of a split. Any cut into blocks gives the same bits.
  std::vector<learner::Sequence> block(Split split, Index first, Index count) const;

 private:
  Source(learner::Task task, bool softmax) : task_(std::move(task)), softmax_(softmax) {}
  void relabel(std::span<learner::Sequence> sequences) const;

  learner::Task task_;
  bool softmax_;
};

}  // namespace figures::samples
