#include "program/input.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace program {
namespace {

using learner::fail;

// One after another.
class Several : public Input {
 public:
  explicit Several(std::vector<std::unique_ptr<Input>> inputs) : inputs_(std::move(inputs)) {}

  double bytes() const override {
    double sum = 0.0;
    for (const auto& input : inputs_) {
      if (input->bytes() == 0.0) return 0.0;
      sum += input->bytes();
    }
    return sum;
  }

  Expected<void> each(const TakeBlock& take) override {
    double before = 0.0;
    const double all = bytes();
    for (const auto& input : inputs_) {
      auto done = input->each([&](const Block& block) { return take_one(block, before, input->bytes(), all, take); });
      if (!done) return done;
      before += input->bytes();
    }
    return {};
  }

 private:
  Expected<void> take_one(const Block& block, double before, double own, double all, const TakeBlock& take) {
    const bool predicted = !block.predictions.empty();
    if (!shape_) {
      shape_ = block.shape;
      predicted_ = predicted;
    }
    if (!(block.shape == *shape_) || predicted != predicted_) {
      return fail(
          "The files are not of one kind: %1 numbers a token, %2 a target, targets %3, predictions %4; and %5, %6, %7, "
          "%8.",
          shape_->d, shape_->d_out, name_of(shape_->targets), predicted_ ? "yes" : "no", block.shape.d,
          block.shape.d_out, name_of(block.shape.targets), predicted ? "yes" : "no");
    }
    if (inputs_.size() == 1) return take(block);
    Block moved = block;
    moved.read = all > 0.0 ? (before + own * block.read) / all : 0.0;
    return take(moved);
  }

  std::vector<std::unique_ptr<Input>> inputs_;
  std::optional<Shape> shape_;
  bool predicted_ = false;
};

}  // namespace

Expected<std::unique_ptr<Input>> open_input(const Options& options, const Share& share) {
  const Index count = std::ssize(options.files);
  const bool whole = count >= share.ranks;
  const bool any_table = std::ranges::any_of(options.files, [](const Files& files) { return !files.table.empty(); });
  if (!whole && any_table) {
    return fail("There are %1 processes and %2 files: give each process a table, or arrays, which can be divided.",
                share.ranks, count);
  }
  if (share.ranks > 1 && std::ranges::find(options.files, "-", &Files::table) != options.files.end())
    return fail("Standard input cannot be divided among processes: give a table to each.");
  const auto [first, end] = whole ? share.of(count) : std::pair<Index, Index>(0, count);
  std::vector<std::unique_ptr<Input>> inputs;
  for (Index k = first; k < end; ++k) {
    const Files& files = options.files[static_cast<std::size_t>(k)];
    if (!files.table.empty()) {
      inputs.push_back(table_input(files.table, options.targets));
      continue;
    }
    auto arrays = array_input(files, options.targets, whole ? Share{} : share);
    if (!arrays) return std::unexpected(arrays.error());
    inputs.push_back(std::move(*arrays));
  }
  return std::make_unique<Several>(std::move(inputs));
}

}  // namespace program
