#include "learner/descent/architecture.hpp"

#include <cassert>
#include <cmath>
#include <string>

namespace learner {
namespace {

// Sizes past these would keep a figure waiting for minutes or fill a tab's memory.
constexpr Index kMaxHeads = 256, kMaxLayers = 64, kMaxWidth = 256, kMaxHidden = 1024;

Expected<void> within(const char* what, Index value, Index low, Index high) {
  if (value >= low && value <= high) return {};
  return fail("The network cannot have %1 %2: choose from %3 to %4.", value, what, low, high);
}

}  // namespace

AttentionShape Architecture::attention(const Shape& shape, Index layer) const {
  const Index inner = token_width(shape);
  const bool last = layer == layers - 1;
  return {.d = inner,
          .d_out = last && !has_readout() ? shape.d_out : inner,
          .heads = heads,
          .targets = !last && shape.targets == Targets::last ? Targets::all : shape.targets,
          .score_scale = scaled ? 1.0 / std::sqrt(static_cast<double>(inner)) : 1.0,
          .head_scale = averaged ? 1.0 / static_cast<double>(heads) : 1.0};
}

Architecture experiment_network(Index heads, Index layers) {
  return {.heads = heads, .layers = layers, .scaled = true, .averaged = true, .residual = layers > 1};
}

Architecture full_network(Index heads, Index layers, Index width) {
  assert(width > 0);
  return {.heads = heads,
          .layers = layers,
          .softmax = true,
          .scaled = true,
          .averaged = true,
          .residual = true,
          .normalised = true,
          .hidden = 4 * width,
          .width = width};
}

Expected<void> validate(const Architecture& architecture, const Shape& shape) {
  const auto& [heads, layers, softmax, scaled, averaged, residual, normalised, hidden, width] = architecture;
  Expected<void> valid = validate(shape);
  if (valid) valid = within("heads", heads, 1, kMaxHeads);
  if (valid) valid = within("layers", layers, 1, kMaxLayers);
  if (valid) valid = within("hidden units", hidden, 0, kMaxHidden);
  if (valid) valid = within("coordinates of width", width, 0, kMaxWidth);
  return valid;
}

}  // namespace learner
