#include "figures/algorithm/source.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "learner/sequence_table.hpp"

namespace figures::algorithm {
namespace {

// Held-out windows of a text that are answered, spread evenly.
constexpr Index kTestWindows = 4096;
constexpr Index kTestSequences = 256;

// What is foreseen of a table that has not been read.
constexpr Index kUsualTokenSize = 6;

Expected<SequenceSource> from_task(const Expected<learner::Task>& made, Index train) {
  if (!made) return std::unexpected(made.error());
  SequenceSource source;
  source.shape = made->shape();
  source.train = train;
  source.test = kTestSequences;
  source.truth = made->truth();
  source.block = [task = *made](Split split, Index first, Index count) {
    return task.block(split, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count));
  };
  return source;
}

Expected<SequenceSource> from_random(const Values& values) {
  const learner::RandomAttention options{.d = values.integer("d"),
                                         .d_out = values.integer("d"),
                                         .n = values.integer("n"),
                                         .heads = values.integer("H"),
                                         .targets = target_mode(values),
                                         .noise = values.number("noise"),
                                         .seed = static_cast<std::uint64_t>(values.integer("seed"))};
  return from_task(learner::random_attention(options), values.integer("N"));
}

Expected<SequenceSource> from_memory(const Values& values) {
  const learner::AssociativeMemory options{.key_dimension = values.integer("m"),
                                           .noise = values.number("noise"),
                                           .seed = static_cast<std::uint64_t>(values.integer("seed"))};
  return from_task(learner::associative_memory(options), values.integer("N"));
}

// At most `wanted` of the windows of a split, evenly spread: window k is number k·available/taken.
Expected<SequenceSource> from_text(const Values& values, std::string_view text) {
  const learner::TextOptions options{
      .kind = values.choice("units") == "words" ? learner::TokenKind::words : learner::TokenKind::characters,
      .vocabulary = values.choice("units") == "words" ? 512 : 128,
      .d = values.integer("embedding"),
      .constant = true,
      .n = values.integer("context"),
      .seed = static_cast<std::uint64_t>(values.integer("seed"))};
  auto made = learner::TextTask::create(text, options);
  if (!made) return std::unexpected(made.error());
  const auto task = std::make_shared<const learner::TextTask>(std::move(*made));
  SequenceSource source;
  source.shape = task->shape();
  source.train = std::min<Index>(values.integer("N"), task->window_count(Split::train));
  source.test = std::min(kTestWindows, task->window_count(Split::test));
  source.text = *task;
  source.block = [task, train = source.train, test = source.test](Split split, Index first, Index count) {
    const Index available = task->window_count(split);
    const Index taken = split == Split::train ? train : test;
    std::vector<learner::Sequence> block;
    for (Index k = first; k < first + count; ++k) block.push_back(task->sequence(split, k * available / taken));
    return block;
  };
  return source;
}

Expected<SequenceSource> from_numbers(std::string_view table) {
  auto data = learner::read_sequence_table(table);
  if (!data) return std::unexpected(data.error());
  const Index all = std::ssize(data->sequences);
  if (all < kHeldOutEvery) {
    return learner::fail(
        "The table has %1 of the at least %2 sequences that are needed: every tenth is held out for the check.", all,
        kHeldOutEvery);
  }
  SequenceSource source;
  source.shape = data->shape;
  source.test = held_out_count(all);
  source.train = all - source.test;
  source.block = [data = std::make_shared<const learner::Dataset>(std::move(*data))](Split split, Index first,
                                                                                     Index count) {
    std::vector<learner::Sequence> block;
    for (Index k = first; k < first + count; ++k) {
      const Index place = split == Split::train ? place_of_learned(k) : place_of_held_out(k);
      block.push_back(data->sequences[static_cast<std::size_t>(place)]);
    }
    return block;
  };
  return source;
}

}  // namespace

Source source_kind(const Values& values) { return static_cast<Source>(values.integer("source")); }

learner::Targets target_mode(const Values& values) {
  if (source_kind(values) != Source::random) return learner::Targets::last;
  return static_cast<learner::Targets>(values.integer("targets"));
}

Index token_dimension(const Values& values) {
  switch (source_kind(values)) {
    case Source::random: return values.integer("d");
    case Source::memory: return 2 * values.integer("m");
    case Source::text: return values.integer("embedding");
    case Source::numbers: return kUsualTokenSize;
  }
  return 0;
}

Index rows_per_sequence(const Values& values) {
  return learner::target_count(target_mode(values), values.integer("n"));
}

double ridge(const Values& values) { return values.number(source_kind(values) == Source::text ? "ridge" : "lambda"); }

Expected<SequenceSource> open_source(const Values& values, std::string_view text) {
  switch (source_kind(values)) {
    case Source::random: return from_random(values);
    case Source::memory: return from_memory(values);
    case Source::text: return from_text(values, text);
    case Source::numbers: return from_numbers(text);
  }
  return learner::fail("Choose where the data come from.");
}

}  // namespace figures::algorithm
