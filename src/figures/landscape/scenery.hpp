// What the views of figure "landscape" draw and handle: the ground with balls on it, the reader's hand, the lever.
#pragma once

#include "figures/landscape/landscape.hpp"

namespace figures::landscape {

// What all views of a picture show: the loss lifted so far, and balls on it.
struct Scenery {
  Shown shown;
  const Setting& setting;
  Terrain terrain;
  Frame frame;
  Matrix heights;  // of the terrain over the frame

  Scenery(const Shown& what, const Setting& of)
      : shown(what),
        setting(of),
        terrain(what.result.terrain(what.lift)),
        frame(what.frame()),
        heights(terrain.grid(frame.window(kGrid))) {}

  static constexpr Index kGrid = 97;
  float lifted() const { return static_cast<float>(shown.lift) / kLifts; }
  bool is_bowl() const { return setting.scene == Scene::bowl; }
  Spot on(double s, double t) const { return {s, t, terrain.height(s, t)}; }
};

// One view of it.
struct Pane {
  Rect box;
  bool map = false;    // seen straight from above
  bool large = false;  // with names, labels and thick lines
  bool bare = false;   // without numbers and labels
};

// Red where it ended above the lowest place.
Ink ink_of(Fate fate);

// --- scenery.cpp ----------------------------------------------------------------------------------------------------

// The ground, the lowest places, the balls with their trails, and what became of them.
SurfaceView draw_scenery(const Scenery& scenery, Drawing& drawing, const Pane& pane);
// Where a ball started, on the ground as it is now.
Spot start_of(const Scenery& scenery, const Ball& ball);

// --- hand.cpp -------------------------------------------------------------------------------------------------------

// The pointer drops balls, moves them, turns the surface and asks what is there.
void handle_pointer(const Scenery& scenery, Drawing& drawing, const SurfaceView& view, const Rect& box);

// An upright lever: it lifts as the hand goes; let go, it goes on to the end that is nearer; pressed, to its other end.
inline constexpr std::string_view kLever = "landscape.lift";
inline bool is_over_half(double lift) { return 2 * lift >= kLifts; }
void draw_lever(Drawing& drawing, Rect box);

}  // namespace figures::landscape
