#include <algorithm>
#include <array>

#include "figures/figure.hpp"

// The list, in the article's order. Each is a folder with a namespace of its own; the build makes each a file that
// pages load when they need it.
// clang-format off
#define FIGURES(each) \
  each(landscape) \
  each(feature_map) \
  each(relaxation) \
  each(more_heads) \
  each(algorithm) \
  each(head_count) \
  each(samples) \
  each(certificate) \
  each(machines) \
  each(turing) \
  each(head_race) \
  each(cost) \
  each(language) \
  each(phases) \
  each(softmax)
#define DECLARE(name) namespace name { extern const Figure kFigure; }
#define ADDRESS(name) &name::kFigure,

namespace figures {

FIGURES(DECLARE)

namespace {
constexpr std::array kFigures = {FIGURES(ADDRESS)};
}  // namespace
// clang-format on

std::span<const Figure* const> all() { return kFigures; }

// In a page a figure whose part is not there yet has no id (web/article/parts.mjs).
const Figure* find(std::string_view id) {
  if (id.empty()) return nullptr;
  const auto found = std::ranges::find(kFigures, id, &Figure::id);
  return found == kFigures.end() ? nullptr : *found;
}

}  // namespace figures
