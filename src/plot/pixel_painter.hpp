// The painter of pictures to take away: a surface becomes pixels, as shaders/surface.* would draw them, which to_svg
// embeds. Its lines are not among them: as strokes they stay sharp.
#pragma once

#include <forward_list>
#include <vector>

#include "plot/painter.hpp"

struct ImDrawCmd;

namespace plot {

struct Raster {
  Rect box;  // canvas pixels
  int width = 0;
  int height = 0;
  std::vector<Colour> pixels;  // row by row, from the top left
};

class PixelPainter final : public Painter {
 public:
  bool surface(ImDrawList& list, const SurfacePaint& paint) override;
  bool cells(ImDrawList&, const CellsPaint&) override { return false; }

  // What a command of the list draws in its turn; nullptr where that is nothing of a painter's.
  static const Raster* raster_of(const ImDrawCmd& command);

 private:
  std::forward_list<Raster> rasters_;  // pointed to by the lists
};

}  // namespace plot
