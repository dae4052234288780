// Convex polygons: bodies, regions.
#pragma once

#include <span>

#include "plot/canvas.hpp"

namespace plot {

// Filled, and its sides drawn where `width` > 0. Corners in order, either way round; fewer than three make a line or a
// dot of the outline. Not convex: what is filled is undefined.
void polygon(Canvas& canvas, std::span<const Point> corners, Colour fill, Colour outline, float width = 1.5F);

}  // namespace plot
