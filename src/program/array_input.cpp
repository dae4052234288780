#include <algorithm>
#include <utility>

#include "program/input.hpp"
#include "program/npy.hpp"

namespace program {
namespace {

using learner::fail;
using learner::Targets;

class ArrayInput : public Input {
 public:
  ArrayInput(NpyFile tokens, NpyFile answers, std::optional<NpyFile> predictions, const Shape& shape,
             std::pair<Index, Index> range)
      : tokens_(std::move(tokens)),
        answers_(std::move(answers)),
        predictions_(std::move(predictions)),
        shape_(shape),
        range_(range) {}

  double bytes() const override {
    return static_cast<double>((range_.second - range_.first) * length() * shape_.d) * 8.0;
  }

  Expected<void> each(const TakeBlock& take) override {
    const auto [begin, end] = range_;
    for (Index first = begin; first < end; first += kBlockSequences) {
      const Index count = std::min(kBlockSequences, end - first);
      Block block{.shape = shape_, .sequences = {}, .predictions = {}, .first = first};
      block.read = static_cast<double>(first + count - begin) / static_cast<double>(end - begin);
      if (auto read = fill(block, count); !read) return read;
      if (auto taken = take(block); !taken) return taken;
    }
    return {};
  }

 private:
  Index length() const { return tokens_.shape()[1]; }

  Expected<void> fill(Block& block, Index count) const {
    const Index asked = learner::target_count(shape_.targets, length());
    const auto matrices = [&](const NpyFile& file, Index rows, Index columns) -> Expected<std::vector<Matrix>> {
      const auto numbers = file.read(block.first, count);
      if (!numbers) return std::unexpected(numbers.error());
      std::vector<Matrix> all;
      for (Index k = 0; k < count; ++k) {
        const Matrix& matrix =
            all.emplace_back(Eigen::Map<const Matrix>(numbers->data() + k * rows * columns, rows, columns));
        if (matrix.allFinite()) continue;
        return fail("%1[%2] has a number that is infinite or none: give finite numbers only.", file.path(),
                    block.first + k);
      }
      return all;
    };
    auto Z = matrices(tokens_, shape_.d, length());
    auto Y = Z ? matrices(answers_, shape_.d_out, asked) : std::unexpected(Z.error());
    if (!Y) return std::unexpected(Y.error());
    for (Index k = 0; k < count; ++k) {
      const auto place = static_cast<std::size_t>(k);
      block.sequences.push_back({.Z = std::move((*Z)[place]), .Y = std::move((*Y)[place])});
    }
    if (!predictions_) return {};
    auto P = matrices(*predictions_, shape_.d_out, asked);
    if (!P) return std::unexpected(P.error());
    block.predictions = std::move(*P);
    return {};
  }

  NpyFile tokens_;
  NpyFile answers_;
  std::optional<NpyFile> predictions_;
  Shape shape_;
  std::pair<Index, Index> range_;
};

// Errors: shapes that do not belong together.
Expected<Shape> shape_of(const NpyFile& tokens, const NpyFile& answers, std::optional<Targets> asked) {
  const auto& Z = tokens.shape();
  const auto& Y = answers.shape();
  if (Z.size() != 3)
    return fail("%1 has the shape %2: give (N, n, d), a row for each token.", tokens.path(), tokens.shape_text());
  const bool each = Y.size() == 3;
  const Targets targets = asked.value_or(each ? Targets::all : Targets::last);
  const bool fits = (Y.size() == 2 || (each && Y[1] == Z[1])) && Y[0] == Z[0] && each == (targets != Targets::last);
  if (!fits) {
    const std::string wanted =
        "(" + std::to_string(Z[0]) + ", " + (targets == Targets::last ? "" : std::to_string(Z[1]) + ", ") + "outputs)";
    return fail("%1 has the shape %2: with the targets %3 and tokens %4 give %5.", answers.path(), answers.shape_text(),
                name_of(targets), tokens.shape_text(), wanted);
  }
  const Shape shape{.d = Z[2], .d_out = Y.back(), .targets = targets};
  if (auto valid = validate(shape); !valid) return std::unexpected(valid.error());
  return shape;
}

}  // namespace

Expected<std::unique_ptr<Input>> array_input(const Files& files, std::optional<Targets> targets, const Share& share) {
  auto tokens = NpyFile::open(files.tokens);
  auto answers = tokens ? NpyFile::open(files.answers) : std::unexpected(tokens.error());
  if (!answers) return std::unexpected(answers.error());
  std::optional<NpyFile> predictions;
  if (!files.predictions.empty()) {
    auto opened = NpyFile::open(files.predictions);
    if (!opened) return std::unexpected(opened.error());
    predictions = std::move(*opened);
  }
  const auto shape = shape_of(*tokens, *answers, targets);
  if (!shape) return std::unexpected(shape.error());
  if (predictions && predictions->shape() != answers->shape()) {
    return fail("%1 has the shape %2, and %3 %4: give as many predictions as answers.", predictions->path(),
                predictions->shape_text(), answers->path(), answers->shape_text());
  }
  const Index count = tokens->shape().front();
  if (count < share.ranks)
    return fail("%1 has %2 sequences for %3 processes: take fewer processes.", tokens->path(), count, share.ranks);
  return std::make_unique<ArrayInput>(std::move(*tokens), std::move(*answers), std::move(predictions), *shape,
                                      share.of(count));
}

}  // namespace program
