#include "figures/language/source.hpp"

#include <algorithm>
#include <utility>

namespace figures::language {

namespace {

// What stops a text from being read as words may not stop it from being read as characters.
learner::Error advised(learner::Error error, std::string_view text, learner::TextOptions options) {
  if (options.kind != learner::TokenKind::words) return error;
  options.kind = learner::TokenKind::characters;
  if (learner::TextTask::create(text, options))
    return {passage({message(error), tr("Or take characters as tokens, as scripts without blanks between words need.")})};
  return error;
}

}  // namespace

Expected<Source> Source::open(const Request& request, const learner::Progress& progress) {
  const Values& values = request.values;
  const bool causal = values.choice("targets") == "causal";
  const learner::TextOptions options{
      .kind = values.choice("units") == "words" ? learner::TokenKind::words : learner::TokenKind::characters,
      .vocabulary = values.integer("vocabulary"),
      .d = values.integer("d"),
      .constant = values.is_on("constant"),
      .n = values.integer("n"),
      .targets = causal ? learner::Targets::causal : learner::Targets::last,
      // Every token asks once: more would only repeat questions that see less of the same past.
      .stride = causal ? values.integer("n") : 1,
      .seed = static_cast<std::uint64_t>(values.integer("seed"))};
  auto task = learner::TextTask::create(request.text, options, progress);
  if (!task) return std::unexpected(advised(task.error(), request.text, options));
  return Source(std::move(*task), values.integer("N"));
}

Source::Source(learner::TextTask task, Index most)
    : task_(std::move(task)),
      train_(std::min(most, task_.window_count(Split::train))),
      test_(std::min(kTestWindows, task_.window_count(Split::test))) {}

std::vector<learner::Sequence> Source::block(Split split, Index first, Index count) const {
  std::vector<learner::Sequence> sequences;
  sequences.reserve(static_cast<std::size_t>(count));
  for (Index k = first; k < first + count; ++k) sequences.push_back(task_.sequence(split, number(split, k)));
  return sequences;
}

}  // namespace figures::language
