#include "learner/context_counts.hpp"

#include <doctest/doctest.h>

#include <map>

using namespace learner;

namespace {

TextTask some_task(Targets targets, Index n = 3) {
  std::string text;
  for (int k = 0; k < 60; ++k) text += "abracadabra " + std::to_string(k * k) + " ";
  auto task = TextTask::create(text, {.vocabulary = 9, .d = 4, .n = n, .targets = targets, .seed = 5});
  REQUIRE(task);
  return std::move(*task);
}

using Context = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("counts of contexts guess and answer what a plain map of them gives") {
  for (const Targets targets : {Targets::last, Targets::causal}) {
    for (const Index longest : {1, 2, 3}) {
      const TextTask task = some_task(targets);
      ContextCounts counts(task, longest);
      std::map<Context, std::map<std::uint32_t, int>> plain;
      for (Index i = 0; i < task.window_count(Split::train); i += 2) {
        counts.add(task, i);
        for (Index t = 0; t < std::ssize(task.target_ids(Split::train, i)); ++t) {
          const std::size_t seen = targets == Targets::last ? 3 : static_cast<std::size_t>(t + 1);
          const auto window = task.token_ids(Split::train, i).first(seen);
          for (std::size_t length = 1; length <= std::min(seen, static_cast<std::size_t>(longest)); ++length) {
            const auto end = window.last(length);
            ++plain[Context(end.begin(), end.end())][task.target_ids(Split::train, i)[static_cast<std::size_t>(t)]];
          }
        }
      }
      std::int64_t full = 0;
      for (const auto& [context, after] : plain) {
        if (std::ssize(context) == longest) full += std::ssize(after);
        std::uint32_t best = 1;
        int most = 0;
        int all = 0;
        Vector sum = Vector::Zero(4);
        for (const auto& [next, count] : after) {
          if (next != 0 && count > most) most = count, best = next;
          all += count;
          sum += count * task.embeddings().col(static_cast<Index>(next));
        }
        CHECK(counts.guess(context) == static_cast<Index>(best));
        CHECK((counts.answer(context) - sum / all).norm() < 1e-13);
        // Older tokens than the longest context change nothing.
        if (std::ssize(context) < longest) continue;
        Context longer = {4};
        longer.insert(longer.end(), context.begin(), context.end());
        CHECK(counts.answer(longer) == counts.answer(context));
      }
      CHECK(counts.contexts() == full);
      CHECK(plain.size() > 5);
    }
  }
}

TEST_CASE("a context that was never seen is shortened until one was, and the mean is what is left without any") {
  const TextTask task = some_task(Targets::last);
  ContextCounts counts(task, 3);
  CHECK(counts.guess(Context{2, 3}) == 1);
  CHECK(counts.answer(Context{2, 3}) == task.mean_embedding());
  counts.add(task, 0);
  const auto window = task.token_ids(Split::train, 0);
  const std::uint32_t last = window.back();
  const std::uint32_t other = window[1] == 7 ? 6 : 7;
  CHECK(counts.answer(Context{other, last}) == counts.answer(Context{last}));
  CHECK(counts.answer(Context{last}) == task.embeddings().col(static_cast<Index>(task.target_ids(Split::train, 0)[0])));
}
