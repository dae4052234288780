#include "learner/bigram.hpp"

#include <algorithm>

namespace learner {

Bigram::Bigram(const TextTask& task) : embeddings_(task.embeddings()), mean_(task.mean_embedding()) {
  const auto size = static_cast<std::size_t>(embeddings_.cols());
  counts_.assign(size * size, 0);
  seen_.assign(size, 0);
  sums_ = Matrix::Zero(embeddings_.rows(), embeddings_.cols());
}

void Bigram::add(const TextTask& task, Index i) {
  const auto asking = task.asking_ids(Split::train, i);
  const auto next = task.target_ids(Split::train, i);
  for (std::size_t t = 0; t < next.size(); ++t) {
    std::uint32_t& count = counts_[asking[t] * seen_.size() + next[t]];
    pairs_ += count++ == 0;
    ++seen_[asking[t]];
    sums_.col(asking[t]) += embeddings_.col(next[t]);
  }
}

Index Bigram::guess(std::uint32_t token) const {
  if (seen_[token] == 0) return 1;
  const auto after = counts_.begin() + static_cast<std::ptrdiff_t>(token * seen_.size());
  const auto best = std::max_element(after + 1, after + static_cast<std::ptrdiff_t>(seen_.size()));
  return *best == 0 ? 1 : best - after;
}

Vector Bigram::answer(std::uint32_t token) const {
  if (seen_[token] == 0) return mean_;
  return sums_.col(token) / static_cast<double>(seen_[token]);
}

}  // namespace learner
