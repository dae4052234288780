#include "learner/text.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "learner/features.hpp"
#include "learner/model.hpp"

namespace learner {
namespace {

constexpr Index kMaxVocabulary = 65536;
constexpr Index kMaxWindow = 4096;

Expected<void> validate(const TextOptions& options) {
  if (const auto valid = validate(Shape{options.d, options.d, options.targets}); !valid) return valid;
  if (options.targets == Targets::all) {
    return fail("With targets 'all' a token sees the word it has to guess: choose 'last' or 'causal'.");
  }
  if (options.vocabulary < 2 || options.vocabulary > kMaxVocabulary) {
    return fail("Set the vocabulary between 2 and %1 tokens.", kMaxVocabulary);
  }
  if (options.n < 1 || options.n > kMaxWindow) {
    return fail("Set the window between 1 and %1 tokens.", kMaxWindow);
  }
  if (options.constant && options.d < 2)
    return fail("A token of 1 number has no room for a constant: set d to 2 or more.");
  if (options.stride < 1) return fail("Set the distance between windows to 1 token or more.");
  return {};
}

// The last fifth of the tokens is held out.
Index training_count(Index tokens) { return tokens - tokens / 5; }

// The text as numbers: words[id] in order of first appearance.
struct Encoded {
  std::vector<std::string> words;
  std::vector<std::uint32_t> ids;
};

Expected<Encoded> encode(std::string_view text, TokenKind kind, const Progress& progress) {
  constexpr std::size_t kEvery = 1 << 16;  // tokens between two reports
  Encoded result;
  double bytes = 0;
  std::unordered_map<std::string, std::uint32_t> known;
  std::array<std::optional<std::uint32_t>, 256> single;  // the same for tokens of one byte, without a search
  const auto find = [&](std::string_view token) {
    const auto [place, added] = known.try_emplace(std::string(token), static_cast<std::uint32_t>(result.words.size()));
    if (added) result.words.emplace_back(token);
    return place->second;
  };
  const auto done = for_each_token(text, kind, [&](std::string_view token) {
    if (token.size() == 1) {
      auto& id = single[static_cast<unsigned char>(token[0])];
      if (!id) id = find(token);
      result.ids.push_back(*id);
    } else {
      result.ids.push_back(find(token));
    }
    bytes += static_cast<double>(token.size());
    if (progress && result.ids.size() % kEvery == 0) progress(std::min(1.0, bytes / static_cast<double>(text.size())));
  });
  if (!done) return std::unexpected(done.error());
  return result;
}

// Ids of the most frequent tokens of the training part, most frequent first.
std::vector<std::uint32_t> by_frequency(const std::vector<Index>& counts, std::size_t most) {
  std::vector<std::uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](std::uint32_t id) { return std::pair(-counts[id], id); });
  const auto unseen = std::ranges::find(order, Index{0}, [&](std::uint32_t id) { return counts[id]; });
  order.erase(unseen, order.end());
  if (order.size() > most) order.resize(most);
  return order;
}

struct Restricted {
  Vocabulary vocabulary;
  std::vector<std::uint32_t> ids;
};

// Keeps the most frequent tokens and gives every other one the id 0.
Restricted restrict_vocabulary(Encoded encoded, Index most) {
  const Index training = training_count(static_cast<Index>(encoded.ids.size()));
  std::vector<Index> counts(encoded.words.size(), 0);
  for (Index t = 0; t < training; ++t) ++counts[encoded.ids[static_cast<std::size_t>(t)]];

  Vocabulary vocabulary{.tokens = {std::string(Vocabulary::kOther)}, .counts = {training}};
  std::vector<std::uint32_t> kept_as(counts.size(), 0);
  for (const std::uint32_t id : by_frequency(counts, static_cast<std::size_t>(most - 1))) {
    kept_as[id] = static_cast<std::uint32_t>(vocabulary.tokens.size());
    vocabulary.tokens.push_back(std::move(encoded.words[id]));
    vocabulary.counts.push_back(counts[id]);
    vocabulary.counts[0] -= counts[id];
  }
  for (std::uint32_t& id : encoded.ids) id = kept_as[id];
  return {std::move(vocabulary), std::move(encoded.ids)};
}

Vector mean_of(const Vocabulary& vocabulary, const Matrix& embeddings) {
  const Eigen::Map<const Eigen::Matrix<Index, Eigen::Dynamic, 1>> counts(vocabulary.counts.data(), embeddings.cols());
  return embeddings * counts.cast<double>() / static_cast<double>(counts.sum());
}

}  // namespace

Expected<TextTask> TextTask::create(std::string_view text, const TextOptions& options, const Progress& progress) {
  if (const auto valid = validate(options); !valid) return std::unexpected(valid.error());
  auto encoded = encode(text, options.kind, progress);
  if (!encoded) return std::unexpected(encoded.error());
  if (encoded->words.size() < 2)
    return fail("The text has only one kind of token: give a text of at least two different ones.");

  TextTask task;
  task.options_ = options;
  auto [vocabulary, ids] = restrict_vocabulary(*std::move(encoded), options.vocabulary);
  task.vocabulary_ = std::move(vocabulary);
  task.ids_ = std::move(ids);
  const Index shortest = task.token_count() / 5;  // the held-out part is the smaller one
  if (shortest < options.n + 1) {
    return fail("The text has %1 tokens, too few for windows of %2: give at least %3.", task.token_count(), options.n,
                5 * (options.n + 1));
  }
  const auto size = static_cast<Index>(task.vocabulary_.tokens.size());
  const Index rows = options.constant ? options.d - 1 : options.d;
  task.embeddings_ = Random(options.seed).gaussian(rows, size);
  task.embeddings_.colwise().normalize();
  task.mean_embedding_ = mean_of(task.vocabulary_, task.embeddings_);
  return task;
}

Index TextTask::part_begin(Split split) const { return split == Split::train ? 0 : training_count(token_count()); }

Index TextTask::part_end(Split split) const {
  return split == Split::train ? training_count(token_count()) : token_count();
}

Index TextTask::window_count(Split split) const {
  return (part_end(split) - part_begin(split) - options_.n - 1) / options_.stride + 1;
}

std::span<const std::uint32_t> TextTask::window(Split split, Index i) const {
  assert(0 <= i && i < window_count(split));
  const auto start = static_cast<std::size_t>(part_begin(split) + i * options_.stride);
  return std::span(ids_).subspan(start, static_cast<std::size_t>(options_.n) + 1);
}

std::span<const std::uint32_t> TextTask::target_ids(Split split, Index i) const {
  return window(split, i).last(static_cast<std::size_t>(target_count(options_.targets, options_.n)));
}

std::span<const std::uint32_t> TextTask::token_ids(Split split, Index i) const {
  return window(split, i).first(static_cast<std::size_t>(options_.n));
}

Sequence TextTask::sequence(Split split, Index i) const {
  const auto embed = [&](std::span<const std::uint32_t> ids) {
    Matrix result(embeddings_.rows(), static_cast<Index>(ids.size()));
    for (std::size_t t = 0; t < ids.size(); ++t)
      result.col(static_cast<Index>(t)) = embeddings_.col(static_cast<Index>(ids[t]));
    return result;
  };
  Matrix Z = Matrix::Ones(options_.d, options_.n);
  Z.topRows(embeddings_.rows()) = embed(token_ids(split, i));
  return {std::move(Z), embed(target_ids(split, i))};
}

std::vector<Sequence> TextTask::block(Split split, Index first, Index count) const {
  std::vector<Sequence> sequences;
  sequences.reserve(static_cast<std::size_t>(count));
  for (Index i = first; i < first + count; ++i) sequences.push_back(sequence(split, i));
  return sequences;
}

Index TextTask::guess(const Vector& answer) const {
  Index nearest = 0;
  (embeddings_.rightCols(embeddings_.cols() - 1).colwise() - answer).colwise().squaredNorm().minCoeff(&nearest);
  return nearest + 1;
}

NextTokenReport evaluate_next_token(const TextTask& task, const Matrix& p) {
  const Index d_out = task.shape().d_out;
  assert(p.rows() == d_out && p.cols() == feature_count(task.shape().d));
  TestError learned{.d_out = d_out};
  TestError trivial{.d_out = d_out};
  Index right = 0;
  Index trivially_right = 0;
  Index unlisted = 0;
  Vector gains(task.window_count(Split::test));
  for (Index i = 0; i < gains.size(); ++i) {
    const Sequence sequence = task.sequence(Split::test, i);
    const Matrix answers = evaluate_folded(p, sequence.Z, task.shape().targets);
    const Matrix mean = task.mean_embedding().replicate(1, sequence.rows());
    learned.add(answers, sequence.Y);
    trivial.add(mean, sequence.Y);
    gains(i) = (mean - sequence.Y).squaredNorm() - (answers - sequence.Y).squaredNorm();
    const auto targets = task.target_ids(Split::test, i);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      right += task.guess(answers.col(static_cast<Index>(t))) == static_cast<Index>(targets[t]);
      trivially_right += targets[t] == 1;
      unlisted += targets[t] == 0;
    }
  }
  const auto share = [&](Index count) { return static_cast<double>(count) / static_cast<double>(learned.rows); };
  return {.error = learned.mean(),
          .trivial_error = trivial.mean(),
          .relative_error = trivial.mean() > 0.0 ? learned.mean() / trivial.mean() : 0.0,
          .accuracy = share(right),
          .trivial_accuracy = share(trivially_right),
          .unlisted = share(unlisted),
          .rows = learned.rows,
          .gains = std::move(gains)};
}

}  // namespace learner
