// What the graphics processor can draw better than triangles of one colour.
//
// A word of this room that knows such a drawing describes it in full (a Paint) and hands it to canvas.painter; where
// there is none (in tests, or where a shader does not compile) it draws what it can with ImGui's triangles: a matrix
// coarser, of a surface the lines. Nothing else may depend on whether there is a painter. Pictures to take away have
// one of their own, pixel_painter.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "plot/rect.hpp"
#include "plot/theme.hpp"

struct ImDrawList;

namespace plot {

// A colour map as evenly spaced stops, mixed in between channel by channel.
inline constexpr std::size_t kStops = 16;
using Stops = std::array<Colour, kStops>;

// Of shadow on a slope that the lamp does not reach, and of gleam where it shines twice as bright as on level ground.
inline constexpr float kShadow = 0.5F;
inline constexpr float kGleam = 0.8F;

// A height field, ready to be drawn. The grid lies over u, v from -1 to 1; w is up, 0 at the floor.
struct SurfacePaint {
  std::span<const double> heights;  // heights[row + rows * column], column along u, row along v; not owned
  int columns = 0;
  int rows = 0;
  double low = 0;   // height at the floor
  double high = 1;  // height of the rim; what is higher is not drawn
  float rise = 1;   // w of the rim

  // Canvas pixels: x = dot(across, (u, v, w, 1)), y = dot(down, (u, v, w, 1)).
  std::array<float, 4> across = {};
  std::array<float, 4> down = {};
  std::array<float, 3> viewer = {};  // unit vector from the surface to who looks at it
  std::array<float, 3> light = {};   // and to the lamp
  // The far end of a side comes first: is it the high one?
  bool far_is_high_u = false;
  bool far_is_high_v = false;

  Stops stops = {};     // colours from the floor to the rim
  Colour shadow = 0;    // what slopes turned from the lamp go to
  Colour gleam = 0;     // and slopes turned to it
  Colour line = 0;      // of contour lines and the rim
  double contours = 0;  // height between two contour lines; 0: none. They stand at its odd halves: not at 0, where
                        // a floor would be all line
};

// The cells of a matrix, ready to be drawn.
inline constexpr std::size_t kPaletteSize = 99;
struct CellsPaint {
  Rect box;  // canvas pixels
  int columns = 0;
  int rows = 0;
  float gap = 0;                          // canvas pixels left free at the right and at the bottom of a cell
  std::span<const std::uint8_t> numbers;  // row-major, each cell's place in the palette; not owned
  std::array<Colour, kPaletteSize> palette = {};
};

// Draws in its turn among what the list holds. Copies what a paint refers to. False where it cannot.
class Painter {
 public:
  virtual ~Painter() = default;
  virtual bool surface(ImDrawList& list, const SurfacePaint& paint) = 0;
  virtual bool cells(ImDrawList& list, const CellsPaint& paint) = 0;
};

// From one colour to another, channel by channel; t from 0 to 1.
Colour blend(Colour from, Colour to, float t);

// The colour at a share, 0 to 1, of the stops.
Colour mixed(const Stops& stops, float share);

}  // namespace plot
