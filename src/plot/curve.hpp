// Curves, bands and points over axes. Points that cannot be shown (not finite; not positive on a log axis) leave a gap.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "plot/axes.hpp"
#include "plot/words.hpp"

namespace plot {

struct CurveStyle {
  Ink ink = Ink::ink;
  float width = 2;
  float amount = 1;             // of the ink over the paper: less for one of many, see tint()
  bool dashed = false;          // ground truth, references
  bool marks = false;           // a dot at each point
  std::string_view label = {};  // written at the right end; for several curves use end_labels()
};

// x and y of equal length, x ascending. Cost: O(points); more than two points a pixel are thinned to their extremes.
void curve(Canvas& canvas, const Axes& axes, std::span<const double> x, std::span<const double> y,
           const CurveStyle& style = {});

// The area between low and high: an uncertainty.
void band(Canvas& canvas, const Axes& axes, std::span<const double> x, std::span<const double> low,
          std::span<const double> high, Ink ink);

// Labels of curves at their right ends, moved apart so that they never overlap, and tied to the ends they are moved
// away from. They stand to the right of axes.plot(), where end_label_width() leaves room for them, or, while curves
// grow, to the right of the x that these have come to: then, many in a low plot stand closer, and none leaves it.
struct EndLabel {
  double y = 0;  // where the curve ends
  std::string_view words;
  Ink ink = Ink::ink;
  float amount = 1;  // of the ink, as of TextStyle
};
struct EndLabelStyle {
  std::optional<double> x = {};  // where all curves end; nothing: at the end of the axis
  float leader = 5;              // how far from there the words stand, in pixels
};
// Returns where the words stand.
std::vector<Rect> end_labels(Canvas& canvas, const Axes& axes, std::span<const EndLabel> labels,
                             const EndLabelStyle& style = {});
float end_label_width(const Canvas& canvas, std::span<const EndLabel> labels, const EndLabelStyle& style = {});

// The index of the point of a curve whose x is nearest to the pointer, while the pointer is in the plot; draws a thin
// upright line there.
std::optional<std::size_t> curve_hover(Canvas& canvas, const Axes& axes, std::span<const double> x);

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
