#include "plot/canvas.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plot/utf8.hpp"

namespace plot {
namespace {

ImVec2 vec(Point p) { return {p.x, p.y}; }

// Beside the point, on the side with more room, inside the canvas.
Rect tip_box(const Canvas& canvas, float width, float height) {
  constexpr float kAway = 14;
  const Rect area = canvas.area.inset(2);
  const Point at = canvas.tip_at;
  float x = at.x + kAway;
  if (x + width > area.right()) x = at.x - kAway - width;
  float y = canvas.pointer.touch || at.y + kAway + height > area.bottom() ? at.y - kAway - height : at.y + kAway;
  x = std::max(area.x, std::min(x, area.right() - width));
  y = std::max(area.y, std::min(y, area.bottom() - height));
  return {std::round(x), std::round(y), width, height};
}

}  // namespace

void Pointer::next(Point now, bool is_inside, bool is_down, bool is_touch) {
  constexpr float kStill = 6;
  const bool was_down = down;
  if (released) held.clear();
  at = now;
  inside = is_inside;
  down = is_down;
  touch = is_touch;
  pressed = down && !was_down;
  released = was_down && !down;
  if (pressed) {
    from = now;
    dragging = false;
  }
  const bool moved = std::hypot(at.x - from.x, at.y - from.y) > kStill;
  clicked = released && !dragging && !moved;
  dragging = down && (dragging || moved);
}

void finish(Canvas& canvas) {
  if (canvas.tip.empty() || canvas.still) return;
  std::vector<std::string_view> lines;
  for (std::string_view rest = canvas.tip; !rest.empty();) lines.push_back(take_part(rest, '\n'));
  const auto style = [&](std::size_t k) {
    return TextStyle{.ink = k == 0 ? Ink::ink : Ink::quiet,
                     .size = Size::small,
                     .face = k == 0 && lines.size() > 1 ? Face::semibold : Face::regular,
                     .max_width = std::max(40.F, canvas.area.w - 2 * kGrid)};
  };
  float width = 0;
  for (std::size_t k = 0; k < lines.size(); ++k) width = std::max(width, text_width(canvas, lines[k], style(k)));
  const float step = line_height(canvas, Size::small);
  const float height = step * static_cast<float>(lines.size()) + 1.25F * kGrid;
  Rect box = tip_box(canvas, std::ceil(width) + 2 * kGrid, std::ceil(height));
  fill(canvas, box, canvas.colour(Ink::raised), {4});
  outline(canvas, box, canvas.colour(Ink::hairline), 1, {4});
  for (std::size_t k = 0; k < lines.size(); ++k) {
    text(canvas, Point{box.x + kGrid, box.y + 0.625F * kGrid + step * static_cast<float>(k)}, lines[k], style(k));
  }
}

void fill(Canvas& canvas, const Rect& rect, Colour colour, Corners corners) {
  canvas.list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, colour, corners.radius);
}

void outline(Canvas& canvas, const Rect& rect, Colour colour, float width, Corners corners) {
  // ImGui strokes along the middle of its path: moved in, so that the line lies inside the rectangle.
  const float in = width / 2;
  canvas.list.PathRect({rect.x + in, rect.y + in}, {rect.right() - in, rect.bottom() - in}, corners.radius);
  canvas.list.PathStroke(colour, ImDrawFlags_Closed, width);
}

void line(Canvas& canvas, Point from, Point to, Colour colour, float width) {
  canvas.list.PathLineTo(vec(from));
  canvas.list.PathLineTo(vec(to));
  canvas.list.PathStroke(colour, 0, width);
}

void polyline(Canvas& canvas, std::span<const Point> points, Colour colour, float width) {
  std::vector<ImVec2> corners;
  for (const Point& point : points) corners.push_back(vec(point));
  canvas.list.AddPolyline(corners.data(), static_cast<int>(corners.size()), colour, 0, width);
}

void dashed_line(Canvas& canvas, Point from, Point to, Colour colour, float width, float dash, float gap) {
  // Dashes begin where the line does, unless that is far away.
  const Rect near = canvas.area.inset(-2 * (canvas.area.w + canvas.area.h));
  if (!near.contains(from) || !near.contains(to)) {
    const auto seen = near.part_of(from, to);
    if (!seen) return;
    from = seen->front();
    to = seen->back();
  }
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (!(length > 0)) return;
  const Point step{(to.x - from.x) / length, (to.y - from.y) / length};
  for (float at = 0; at < length; at += dash + gap) {
    const float end = std::min(at + dash, length);
    line(canvas, {from.x + step.x * at, from.y + step.y * at}, {from.x + step.x * end, from.y + step.y * end}, colour,
         width);
  }
}

void disc(Canvas& canvas, Point centre, float radius, Colour colour) {
  canvas.list.AddCircleFilled(vec(centre), radius, colour);
}

void ring(Canvas& canvas, Point centre, float radius, Colour colour, float width) {
  canvas.list.AddCircle(vec(centre), radius, colour, 0, width);
}

void arrow(Canvas& canvas, Point from, Point to, Colour colour, float width) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (!(length > 0)) return;
  const float head = std::min(length, 4 + 2 * width);
  const Point along{(to.x - from.x) / length * head, (to.y - from.y) / length * head};
  const Point base{to.x - along.x, to.y - along.y};
  line(canvas, from, {to.x - along.x / 2, to.y - along.y / 2}, colour, width);
  canvas.list.AddTriangleFilled(vec(to), {base.x - along.y / 2, base.y + along.x / 2},
                                {base.x + along.y / 2, base.y - along.x / 2}, colour);
}

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

void open_dot(Canvas& canvas, Point centre, float radius, Colour colour, float width) {
  disc(canvas, centre, radius + 0.5F, canvas.colour(Ink::paper));
  ring(canvas, centre, radius, colour, width);
}

Clip::Clip(Canvas& canvas, const Rect& rect) : canvas_(canvas) {
  canvas_.list.PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
}

Clip::~Clip() { canvas_.list.PopClipRect(); }

void tooltip(Canvas& canvas, Point at, std::string_view words) {
  canvas.tip = words;
  canvas.tip_at = at;
}

Region region(Canvas& canvas, std::string_view id, const Rect& rect) {
  Pointer& pointer = canvas.pointer;
  const float least = pointer.touch ? 44 : 24;
  const Rect box = rect.inset(-std::max(0.F, least - rect.w) / 2, -std::max(0.F, least - rect.h) / 2,
                              -std::max(0.F, least - rect.w) / 2, -std::max(0.F, least - rect.h) / 2);
  if (canvas.still) return {};
  Region state;
  const bool mine = pointer.held == id;
  state.hovered = mine || (pointer.inside && pointer.held.empty() && box.contains(pointer.at));
  state.pressed = pointer.pressed && state.hovered && pointer.held.empty();
  if (state.pressed) pointer.held = id;
  state.held = (mine || state.pressed) && pointer.down;
  state.clicked = mine && pointer.clicked && box.contains(pointer.at);
  canvas.hand = canvas.hand || state.hovered;
  return state;
}

bool button(Canvas& canvas, std::string_view id, const Rect& rect, std::string_view label) {
  const Region state = region(canvas, id, rect);
  const float weight = state.held ? 0.22F : state.hovered ? 0.14F : 0.07F;
  fill(canvas, rect, tint(Ink::accent, weight, canvas.dark), {4});
  text(canvas, rect, label, {.ink = Ink::accent, .along = Along::centre, .upright = Upright::middle});
  return state.clicked;
}

bool play_button(Canvas& canvas, std::string_view id, const Rect& rect, bool playing) {
  const Region state = region(canvas, id, rect);
  const float radius = std::min(rect.w, rect.h) / 2;
  const Point at = rect.centre();
  disc(canvas, at, radius, tint(Ink::accent, state.held ? 0.3F : state.hovered ? 0.2F : 0.12F, canvas.dark));
  const Colour sign = canvas.colour(Ink::accent);
  const float size = radius * 0.42F;
  if (playing) {
    fill(canvas, {at.x - size, at.y - size, size * 0.7F, 2 * size}, sign);
    fill(canvas, {at.x + size * 0.3F, at.y - size, size * 0.7F, 2 * size}, sign);
  } else {
    canvas.list.AddTriangleFilled({at.x - size * 0.7F, at.y - size}, {at.x + size * 1.1F, at.y},
                                  {at.x - size * 0.7F, at.y + size}, sign);
  }
  return state.clicked;
}

bool highlight(Canvas& canvas, const Rect& rect, std::string_view symbol) {
  if (canvas.hovers(rect)) canvas.pointed_symbol = symbol;
  return canvas.is_highlighted(symbol);
}

}  // namespace plot
