#include "plot/marker.hpp"

#include <cmath>

namespace plot {

void marker_line(Canvas& canvas, const Axes& axes, double x, float width) {
  const Rect& area = axes.plot();
  const float at = std::round(axes.x_at(x));
  line(canvas, {at, area.y}, {at, area.bottom()}, canvas.colour(Ink::accent), width);
}

void marker_handle(Canvas& canvas, const Axes& axes, double x, bool hovered) {
  const Point foot{std::round(axes.x_at(x)), axes.plot().bottom()};
  if (hovered) disc(canvas, foot, kMarkerHandle + 4, tint(Ink::accent, 0.2F, canvas.dark));
  disc(canvas, foot, kMarkerHandle, canvas.colour(Ink::accent));
}

void open_dot(Canvas& canvas, Point centre, float radius, Colour colour, float width) {
  disc(canvas, centre, radius + 0.5F, canvas.colour(Ink::paper));
  ring(canvas, centre, radius, colour, width);
}

}  // namespace plot
