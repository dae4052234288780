// One view of the loss in figure "landscape"; for the landscape_*.cpp files that draw.
#pragma once

#include "figures/landscape/landscape.hpp"
#include "plot/surface.hpp"

namespace figures::landscape {

struct LandscapePane {
  plot::Rect box;
  bool map = false;    // seen straight from above
  bool large = false;  // with names, labels and thick lines
};

// Draws it, and lets the reader drop balls, move them, and turn the surface.
void draw_pane(const LandscapeResult& result, Drawing& drawing, const LandscapePane& pane);
void handle_pointer(const LandscapeResult& result, Drawing& drawing, const plot::SurfaceView& view,
                    const LandscapePane& pane);

learner::Index step_of(const Drawing& drawing);  // that is shown
plot::Spot spot_of(const LandscapeResult& result, learner::Index ball, learner::Index step);

plot::Ink ink_of(Fate fate);

}  // namespace figures::landscape
