// How a body's shadow is drawn, large and small.
#pragma once

#include "figures/phases/phases.hpp"
#include "plot/axes.hpp"

namespace figures::phases {

struct ShadowStyle {
  bool small = false;  // without words
};

// Everything that should be seen: heads, centre, origin and the body near them, 2 x any.
Matrix shown_points(const BodyResult& body);

// The shadow, the heads with the way from each to the body, the plane through them, the origin and the centre.
void draw_shadow(Canvas& canvas, const Axes& axes, const BodyResult& body, const ShadowStyle& style);

}  // namespace figures::phases
