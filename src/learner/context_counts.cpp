#include "learner/context_counts.hpp"

#include <algorithm>
#include <cassert>

namespace learner {
namespace {

// Vocabularies have at most 2^16 tokens, so four of them make a key.
constexpr int kBits = 16;

std::uint64_t key_of(std::span<const std::uint32_t> context) {
  std::uint64_t key = 0;
  for (const std::uint32_t id : context) key = (key << kBits) | id;
  return key;
}

}  // namespace

ContextCounts::ContextCounts(const TextTask& task, Index longest)
    : embeddings_(task.embeddings()), mean_(task.mean_embedding()), tables_(static_cast<std::size_t>(longest)) {
  assert(1 <= longest && longest <= kLongest);
}

void ContextCounts::add(const TextTask& task, Index i) {
  const auto targets = task.target_ids(Split::train, i);
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const auto context = context_of(task, Split::train, i, static_cast<Index>(t));
    for (std::size_t length = 1; length <= std::min(tables_.size(), context.size()); ++length) {
      std::vector<Follower>& followers = tables_[length - 1][key_of(context.last(length))];
      auto found = std::ranges::find(followers, targets[t], &Follower::id);
      if (found == followers.end()) found = followers.insert(followers.end(), {.id = targets[t]});
      ++found->count;
    }
  }
}

const std::vector<ContextCounts::Follower>* ContextCounts::after(std::span<const std::uint32_t> context) const {
  for (std::size_t length = std::min(tables_.size(), context.size()); length > 0; --length) {
    const auto found = tables_[length - 1].find(key_of(context.last(length)));
    if (found != tables_[length - 1].end()) return &found->second;
  }
  return nullptr;
}

Index ContextCounts::guess(std::span<const std::uint32_t> context) const {
  const std::vector<Follower>* followers = after(context);
  Follower best{.id = 1};
  if (followers == nullptr) return static_cast<Index>(best.id);
  for (const Follower& follower : *followers) {
    if (follower.id == 0) continue;
    const bool wins = follower.count > best.count || (follower.count == best.count && follower.id < best.id);
    if (wins) best = follower;
  }
  return static_cast<Index>(best.id);
}

Vector ContextCounts::answer(std::span<const std::uint32_t> context) const {
  const std::vector<Follower>* followers = after(context);
  if (followers == nullptr) return mean_;
  Vector sum = Vector::Zero(embeddings_.rows());
  double count = 0.0;
  for (const Follower& follower : *followers) {
    sum += follower.count * embeddings_.col(static_cast<Index>(follower.id));
    count += follower.count;
  }
  return sum / count;
}

std::int64_t ContextCounts::contexts() const {
  std::int64_t count = 0;
  for (const auto& [key, followers] : tables_.back()) count += std::ssize(followers);
  return count;
}

std::span<const std::uint32_t> context_of(const TextTask& task, Split split, Index i, Index t) {
  const auto tokens = task.token_ids(split, i);
  const Index targets = target_count(task.options().targets, task.options().n);
  return tokens.first(tokens.size() - static_cast<std::size_t>(targets - 1 - t));
}

}  // namespace learner
