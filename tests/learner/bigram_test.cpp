#include "learner/bigram.hpp"

#include <doctest/doctest.h>

#include <map>

using namespace learner;

namespace {

TextTask some_task(Targets targets) {
  std::string text;
  for (int k = 0; k < 60; ++k) text += "abracadabra " + std::to_string(k * k) + " ";
  auto task = TextTask::create(text, {.vocabulary = 9, .d = 4, .n = 3, .targets = targets, .seed = 5});
  REQUIRE(task);
  return std::move(*task);
}

}  // namespace

TEST_CASE("a bigram guesses and answers what a plain count of the pairs gives") {
  for (const Targets targets : {Targets::last, Targets::causal}) {
    const TextTask task = some_task(targets);
    Bigram bigram(task);
    std::map<std::uint32_t, std::map<std::uint32_t, int>> counts;
    for (Index i = 0; i < task.window_count(Split::train); i += 2) {
      bigram.add(task, i);
      const Sequence sequence = task.sequence(Split::train, i);
      for (Index t = 0; t < sequence.rows(); ++t) {
        const auto k = static_cast<std::size_t>(t + task.options().n - sequence.rows());
        ++counts[task.token_ids(Split::train, i)[k]][task.target_ids(Split::train, i)[static_cast<std::size_t>(t)]];
      }
    }
    Index pairs = 0;
    for (const auto& [token, after] : counts) {
      pairs += std::ssize(after);
      Index best = 1;
      int most = 0;
      int all = 0;
      Vector sum = Vector::Zero(4);
      for (const auto& [next, count] : after) {
        if (next != 0 && count > most) most = count, best = next;
        all += count;
        sum += count * task.embeddings().col(next);
      }
      CHECK(bigram.guess(token) == best);
      CHECK((bigram.answer(token) - sum / all).norm() < 1e-13);
    }
    CHECK(bigram.pairs() == pairs);
    CHECK(counts.size() > 5);
  }
}

TEST_CASE("after a token that was never seen a bigram falls back on the most frequent one and the mean") {
  const TextTask task = some_task(Targets::last);
  const Bigram bigram(task);
  for (std::uint32_t token = 0; token < 9; ++token) {
    CHECK(bigram.guess(token) == 1);
    CHECK(bigram.answer(token) == task.mean_embedding());
  }
}
