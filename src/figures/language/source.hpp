// The text of figure "language" as windows to learn from and windows held out.
#pragma once

#include <functional>

#include "figures/language/language.hpp"
#include "learner/text.hpp"

namespace figures::language {

// Held-out windows that are asked, at most.
inline constexpr Index kTestWindows = 4096;

class Source {
 public:
  // Errors: those of TextTask.
  static Expected<Source> open(const Request& request, const learner::Progress& progress);

  const learner::TextTask& task() const { return task_; }
  learner::Shape shape() const { return task_.shape(); }

  // Windows that are used of a split, and the number in the task of the k-th of them: evenly spread, rising.
  Index count(Split split) const { return split == Split::train ? train_ : test_; }
  Index number(Split split, Index k) const { return k * task_.window_count(split) / count(split); }

  // The first so many used windows of the training part are fitted when lambda is chosen, the others judge.
  Index fitted() const { return train_ - train_ / 5; }

  // Used windows first .. first + count - 1.
  std::vector<learner::Sequence> block(Split split, Index first, Index count) const;

 private:
  Source(learner::TextTask task, Index most);

  learner::TextTask task_;
  Index train_;
  Index test_;
};

}  // namespace figures::language
