#include "plot/polygon.hpp"

#include <imgui.h>

#include <algorithm>
#include <vector>

namespace plot {

void polygon(Canvas& canvas, std::span<const Point> corners, Colour fill, Colour outline, float width) {
  if (corners.empty()) return;
  std::vector<ImVec2> points;
  double area = 0;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Point& from = corners[k];
    const Point& to = corners[(k + 1) % corners.size()];
    area += static_cast<double>(from.x) * to.y - static_cast<double>(to.x) * from.y;
    points.emplace_back(from.x, from.y);
  }
  // ImGui smooths the edges of polygons that go round clockwise on the screen.
  if (area < 0) std::reverse(points.begin(), points.end());
  const auto count = static_cast<int>(points.size());
  if (count > 2) canvas.list.AddConvexPolyFilled(points.data(), count, fill);
  if (width > 0) canvas.list.AddPolyline(points.data(), count, outline, ImDrawFlags_Closed, width);
}

}  // namespace plot
