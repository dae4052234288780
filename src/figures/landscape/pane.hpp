// One view of the loss in figure "landscape"; for the landscape_*.cpp files that draw.
#pragma once

#include "figures/landscape/landscape.hpp"
#include "plot/surface.hpp"

namespace figures::landscape {

struct Pane {
  Rect box;
  bool map = false;    // seen straight from above
  bool large = false;  // with names, labels and thick lines
};

// Draws it, and lets the reader drop balls, move them, and turn the surface.
void draw_pane(const Result& result, Drawing& drawing, const Pane& pane);
void handle_pointer(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane);

Index step_of(const Drawing& drawing);  // that is shown
Spot spot_of(const Result& result, Index ball, Index step);

Ink ink_of(Fate fate);

}  // namespace figures::landscape
