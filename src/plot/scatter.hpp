// Points over axes.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "plot/axes.hpp"
#include "plot/words.hpp"

namespace plot {

struct ScatterStyle {
  Ink ink = Ink::ink;
  float radius = 3;
  float amount = 0.75F;  // of the ink over the paper
  bool hollow = false;   // ground truth
};

// Draws the points that can be shown and returns the index of the one under the pointer (nearest within 16 px, 24 on
// touch), outlined. x and y of equal length. Cost: O(points).
std::optional<std::size_t> scatter(Canvas& canvas, const Axes& axes, std::span<const double> x,
                                   std::span<const double> y, const ScatterStyle& style = {});

// The line y = x, dashed, labelled near its upper end: for "recovered against true".
void identity_line(Canvas& canvas, const Axes& axes, std::string_view label = tr("equal"));

}  // namespace plot
