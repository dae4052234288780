#include "plot/canvas.hpp"

#include <doctest/doctest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plot/headless_context.hpp"

using plot::Canvas;
using plot::Point;

namespace {

constexpr plot::Colour kFill = 0xff112233;

// The area of all triangles of one colour in a picture to take away, where edges are not smoothed.
double drawn_area(const std::vector<Point>& corners, float width) {
  plot::HeadlessContext headless;
  const ImDrawData& data = headless.frame({.width = 300, .height = 200, .still = true},
                                          [&](Canvas& canvas) { polygon(canvas, corners, kFill, 0xff445566, width); });
  double area = 0;
  for (const ImDrawList* list : data.CmdLists) {
    for (int k = 0; k + 2 < list->IdxBuffer.Size; k += 3) {
      const auto corner = [&](int j) { return list->VtxBuffer[static_cast<int>(list->IdxBuffer[k + j])]; };
      const ImDrawVert a = corner(0), b = corner(1), c = corner(2);
      if (a.col != kFill || b.col != kFill || c.col != kFill) continue;
      area += std::abs((b.pos.x - a.pos.x) * (c.pos.y - a.pos.y) - (c.pos.x - a.pos.x) * (b.pos.y - a.pos.y)) / 2;
    }
  }
  return area;
}

}  // namespace

TEST_CASE("A polygon fills its area, whichever way round its corners go") {
  std::vector<Point> corners = {{20, 30}, {120, 30}, {150, 90}, {60, 110}};
  CHECK(drawn_area(corners, 0) == doctest::Approx(7000).epsilon(0.001));
  std::ranges::reverse(corners);
  CHECK(drawn_area(corners, 2) == doctest::Approx(7000).epsilon(0.001));
}

TEST_CASE("Fewer than three corners fill nothing") {
  CHECK(drawn_area({}, 1) == 0);
  CHECK(drawn_area({{20, 30}}, 1) == 0);
  CHECK(drawn_area({{20, 30}, {90, 40}}, 1) == 0);
}
