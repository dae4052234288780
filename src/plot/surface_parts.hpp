// The parts of surface(); for the surface_*.cpp files.
#pragma once

#include <span>

#include "plot/surface.hpp"

namespace plot {

Colour colour_of(const Canvas& canvas, const Blend& ink);

// What a painter is told of the view.
SurfacePaint paint_of(const Canvas& canvas, const SurfaceView& view);

// Where (u, v, w) lies on the canvas.
Point on_canvas(const SurfacePaint& paint, float u, float v, float w);

// The light on a slope (dw/du, dw/dv), 1 on level ground, and the colour of a height, 0 to 1, in it.
float light_on(const SurfacePaint& paint, float du, float dv);
Colour shaded(const SurfacePaint& paint, float share, float light);

// Contour lines and the rim, where they are seen; the painter of a live picture draws its own.
void draw_contours(Canvas& canvas, const SurfaceView& view, const SurfacePaint& paint);

// The frame of the floor with its axes. Returns where their numbers and names stand.
std::vector<Rect> draw_feet(Canvas& canvas, const SurfaceView& view);

// The lines along which the surface turns its upper side from the reader: what its outline is made of.
void draw_folds(Canvas& canvas, const SurfaceView& view, Colour colour);

// The four borders of the surface, where they are seen.
void draw_borders(Canvas& canvas, const SurfaceView& view, Colour colour);

// Lines through spots: one colour where they are seen, another where the surface hides them (transparent: none), none
// outside, and none where its upper side is turned from the reader if they are part of it.
struct WayStyle {
  Colour seen = 0;
  Colour behind = 0;
  float width = 1;
  bool part = false;
  double over = 0.05;  // so much over the rim is shown, of the height
};
void draw_way(Canvas& canvas, const SurfaceView& view, std::span<const Spot> spots, const WayStyle& style);

}  // namespace plot
