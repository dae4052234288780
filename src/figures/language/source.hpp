// The text of figure "language" as windows to learn from and windows held out.
#pragma once

#include <functional>

#include "figures/language/language.hpp"
#include "learner/text.hpp"

namespace figures::language {

// Held-out windows that are asked, at most.
inline constexpr learner::Index kTestWindows = 4096;

class LanguageSource {
 public:
  // Errors: those of TextTask.
  static Expected<LanguageSource> open(const Request& request, const learner::Progress& progress);

  const learner::TextTask& task() const { return task_; }
  learner::Shape shape() const { return task_.shape(); }

  // Windows that are used of a split, and the number in the task of the k-th of them: evenly spread, rising.
  learner::Index count(learner::Split split) const { return split == learner::Split::train ? train_ : test_; }
  learner::Index number(learner::Split split, learner::Index k) const {
    return k * task_.window_count(split) / count(split);
  }

  // The first so many used windows of the training part are fitted when lambda is chosen, the others judge.
  learner::Index fitted() const { return train_ - train_ / 5; }

  // Used windows first .. first + count - 1.
  std::vector<learner::Sequence> block(learner::Split split, learner::Index first, learner::Index count) const;

 private:
  LanguageSource(learner::TextTask task, learner::Index most);

  learner::TextTask task_;
  learner::Index train_;
  learner::Index test_;
};

}  // namespace figures::language
