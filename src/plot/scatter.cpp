#include "plot/scatter.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace plot {

std::optional<std::size_t> scatter(Canvas& canvas, const Axes& axes, std::span<const double> x,
                                   std::span<const double> y, const ScatterStyle& style) {
  assert(x.size() == y.size());
  const Rect room = axes.plot().inset(-style.radius - 1);
  const bool pointing = canvas.hovers(room);
  const Colour colour = tint(style.ink, style.amount, canvas.dark);
  std::optional<std::size_t> nearest;
  float best = canvas.pointer.touch ? 24 : 16;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!axes.visible(x[k], y[k])) continue;
    const Point at = axes.at(x[k], y[k]);
    if (!room.contains(at)) continue;
    if (style.hollow) {
      ring(canvas, at, style.radius, colour);
    } else {
      disc(canvas, at, style.radius, colour);
    }
    const float away = std::hypot(at.x - canvas.pointer.at.x, at.y - canvas.pointer.at.y);
    if (!pointing || away >= best) continue;
    best = away;
    nearest = k;
  }
  if (nearest) {
    const Point at = axes.at(x[*nearest], y[*nearest]);
    disc(canvas, at, style.radius + 1, canvas.colour(style.ink));
    ring(canvas, at, style.radius + 3, canvas.colour(Ink::ink));
  }
  return nearest;
}

void identity_line(Canvas& canvas, const Axes& axes, std::string_view label) {
  const double low = std::max(axes.x().range.low, axes.y().range.low);
  const double high = std::min(axes.x().range.high, axes.y().range.high);
  if (!(high > low)) return;
  const Point from = axes.at(low, low);
  const Point to = axes.at(high, high);
  dashed_line(canvas, from, to, canvas.colour(Ink::truth), 1.25F);
  // Under the line's upper end, where points on the line do not reach.
  const TextStyle style{.ink = Ink::truth, .size = Size::small};
  const float x = to.x - text_width(canvas, label, style) - 4;
  const float slope = (to.y - from.y) / std::max(to.x - from.x, 1.F);
  const float y = std::min(to.y + slope * (x - to.x) + 6, axes.plot().bottom() - line_height(canvas, Size::small));
  text(canvas, Point{x, y}, label, style);
}

}  // namespace plot
