// A value of the x axis that the reader drags: a line across the plot, with a handle at its foot.
//
//   const Region region = plot::region(canvas, "cost.d", axes.plot());    dragged from anywhere in the plot
//   marker_line(canvas, axes, d);
//   open_dot(canvas, axes.at(d, work), 5, accent);
//   marker_handle(canvas, axes, d, region.hovered);
#pragma once

#include "plot/axes.hpp"

namespace plot {

inline constexpr float kMarkerHandle = 7;  // its radius, in pixels

void marker_line(Canvas& canvas, const Axes& axes, double x, float width = 1.25F);
// With a halo while `hovered`.
void marker_handle(Canvas& canvas, const Axes& axes, double x, bool hovered);

// A ring on a disc of paper, so that what lies below does not show inside it. The disc reaches half a pixel beyond the
// ring's middle.
void open_dot(Canvas& canvas, Point centre, float radius, Colour colour, float width = 2);

}  // namespace plot
