// A picture to take away: what ImGui would have drawn, as SVG.
//
// Reads ImGui's own draw lists, so it needs neither GL nor a browser and cannot differ from the canvas. Triangles of
// one colour that follow one another become one path, quads of the font's texture become text again, scissors become
// clip paths, what a PixelPainter has painted is an image. The same input gives the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "plot/fonts.hpp"
#include "plot/theme.hpp"

struct ImDrawData;

namespace plot {

struct SvgOptions {
  std::string_view title = {};        // <title>, for screen readers
  std::string_view description = {};  // <desc>
  Colour background = 0;              // transparent when its alpha is 0
};

// `data` must come from a frame drawn with `fonts` and `still`, whose edges are sharp. Cost: O(triangles).
std::string to_svg(const ImDrawData& data, const Fonts& fonts, const SvgOptions& options);

}  // namespace plot
