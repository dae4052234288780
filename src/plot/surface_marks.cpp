// What stands around a surface and lies on it: the frame of its floor, trails and balls.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "plot/axes.hpp"
#include "plot/surface_parts.hpp"
#include "plot/way.hpp"

namespace plot {
namespace {

constexpr float kBehind = 0.25F;  // of a mark that the surface hides
constexpr TextStyle kSmall = {.ink = Ink::quiet, .size = Size::small};

// One side of the floor with an axis at it.
struct Side {
  Spot low, high;       // its ends
  Point outwards = {};  // in the canvas, of length 1
};

Point direction(const SurfaceView& view, const Spot& from, const Spot& to) {
  const Point a = view.at(from);
  const Point b = view.at(to);
  const float length = std::max(1e-3F, std::hypot(b.x - a.x, b.y - a.y));
  return {(b.x - a.x) / length, (b.y - a.y) / length};
}

Spot lerp(const Spot& a, const Spot& b, double t) {
  return {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t), std::lerp(a.z, b.z, t)};
}

// Text beside a point, on the side that `outwards` points to, as long as the canvas is there; where it had to be pushed
// back sideways, a line further. Adds where it stands to `words`; a number that would lie on one of them is left out.
void word(Canvas& canvas, Point from, Point outwards, float away, std::string_view text_of, TextStyle style,
          bool is_number, std::vector<Rect>& words) {
  style.along = outwards.x > 0.35F ? Along::left : outwards.x < -0.35F ? Along::right : Along::centre;
  style.upright = outwards.y > 0.35F ? Upright::top : outwards.y < -0.35F ? Upright::bottom : Upright::middle;
  Point at{from.x + outwards.x * away, from.y + outwards.y * away};
  const float width = text_width(canvas, text_of, style), height = line_height(canvas, style.size);
  const float left = at.x - (style.along == Along::right ? width : style.along == Along::centre ? width / 2 : 0);
  const Rect room = canvas.area.inset(4, 0, 4, 0);
  const float back = std::clamp(left, room.x, std::max(room.x, room.right() - width)) - left;
  at.x += back;
  at.y += std::copysign(std::min(std::abs(back), height), outwards.y);
  const float above = height * static_cast<float>(style.upright) / 2;
  const float up = std::max(0.0F, at.y - above + height - room.bottom());
  at.y -= up;
  const Rect place{left + back, at.y - above, width, height};
  if (is_number && std::ranges::any_of(words, [&](const Rect& other) { return other.overlaps(place); })) return;
  // There the floor's edge may run through it.
  if (back != 0 || up != 0) fill(canvas, place.inset(-2, 0, -2, 0), canvas.colour(Ink::paper));
  text(canvas, at, text_of, style);
  words.push_back(place);
}

// These add where their words stand to `words`.
void draw_side(Canvas& canvas, const SurfaceView& view, const Side& side, const Range& range, std::string_view name,
               std::vector<Rect>& words) {
  const Axis axis{.range = range};
  const float small = line_height(canvas, Size::small);
  float widest = 0;
  for (const Tick& tick : view.style().axes == Numbered::all ? ticks(axis, 3) : std::vector<Tick>()) {
    const Point at = view.at(lerp(side.low, side.high, (tick.value - range.low) / (range.high - range.low)));
    const Point end{at.x + 4 * side.outwards.x, at.y + 4 * side.outwards.y};
    line(canvas, at, end, canvas.colour(Ink::quiet));
    word(canvas, at, side.outwards, 7, tick.label, kSmall, true, words);
    widest = std::max(widest, text_width(canvas, tick.label, kSmall));
  }
  // Beyond the tick labels, whichever way the side runs.
  const float beyond = 10 + std::abs(side.outwards.x) * (widest + 4) + std::abs(side.outwards.y) * small;
  const Point middle = view.at(lerp(side.low, side.high, 0.5));
  word(canvas, middle, side.outwards, beyond, name, {.size = Size::small}, false, words);
}

// Upright at the corner that the reader sees leftmost.
void draw_upright(Canvas& canvas, const SurfaceView& view, const Spot& foot, std::vector<Rect>& words) {
  const SurfaceStyle& style = view.style();
  const Point low = view.at(foot);
  const Point high = view.at({foot.x, foot.y, style.z.high});
  line(canvas, low, high, canvas.colour(Ink::quiet));
  for (const Tick& tick : style.axes != Numbered::none ? ticks({.range = style.z}, 4) : std::vector<Tick>()) {
    const Point at = view.at({foot.x, foot.y, tick.value});
    line(canvas, {at.x - 4, at.y}, at, canvas.colour(Ink::quiet));
    word(canvas, at, {-1, 0}, 7, tick.label, kSmall, true, words);
  }
  word(canvas, high, {0, -1}, 6, style.z_name, {.size = Size::small}, false, words);
}

}  // namespace

std::vector<Rect> draw_feet(Canvas& canvas, const SurfaceView& view) {
  std::vector<Rect> words;
  const auto& [x, y] = std::pair(view.data().x, view.data().y);
  const double z = view.style().z.low;
  const std::array<Spot, 4> corners = {Spot{x.low, y.low, z}, Spot{x.high, y.low, z}, Spot{x.high, y.high, z},
                                       Spot{x.low, y.high, z}};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    line(canvas, view.at(corners[k]), view.at(corners[(k + 1) % corners.size()]), canvas.colour(Ink::hairline));
  }
  const bool y_low_is_near =
      view.depth(corners[0]) + view.depth(corners[1]) < view.depth(corners[2]) + view.depth(corners[3]);
  const bool x_low_is_near =
      view.depth(corners[0]) + view.depth(corners[3]) < view.depth(corners[1]) + view.depth(corners[2]);
  const double near_y = y_low_is_near ? y.low : y.high;
  const double far_y = y_low_is_near ? y.high : y.low;
  // On the map at the left, where upright axes stand.
  const bool left = view.is_map() || x_low_is_near;
  const double near_x = left ? x.low : x.high;
  const double far_x = left ? x.high : x.low;
  draw_side(canvas, view,
            {{x.low, near_y, z}, {x.high, near_y, z}, direction(view, {x.low, far_y, z}, {x.low, near_y, z})}, x,
            view.style().x_name, words);
  draw_side(canvas, view,
            {{near_x, y.low, z}, {near_x, y.high, z}, direction(view, {far_x, y.low, z}, {near_x, y.low, z})}, y,
            view.style().y_name, words);
  if (view.is_map()) return words;
  // Of two, the one behind.
  const auto leftmost = std::ranges::min(
      corners, {}, [&](const Spot& corner) { return std::pair(std::round(view.at(corner).x), view.at(corner).y); });
  draw_upright(canvas, view, leftmost, words);
  return words;
}

void draw_borders(Canvas& canvas, const SurfaceView& view, Colour colour) {
  const SurfaceData& data = view.data();
  const auto side = [&](bool along_x, bool at_high) {
    std::vector<Spot> spots;
    const int count = 4 * (along_x ? data.columns : data.rows);  // to end at the rim
    for (int k = 0; k < count; ++k) {
      const double t = static_cast<double>(k) / (count - 1);
      const double edge = at_high ? 1 : 0;
      const Place place{std::lerp(data.x.low, data.x.high, along_x ? t : edge),
                        std::lerp(data.y.low, data.y.high, along_x ? edge : t)};
      spots.push_back({place.x, place.y, view.height(place)});
    }
    draw_way(canvas, view, spots, {.seen = colour, .part = true, .over = 0});
  };
  for (const bool along_x : {false, true}) {
    for (const bool at_high : {false, true}) side(along_x, at_high);
  }
}

void draw_way(Canvas& canvas, const SurfaceView& view, std::span<const Spot> spots, const WayStyle& style) {
  const Range& z = view.style().z;
  const double highest = z.high + style.over * (z.high - z.low);
  constexpr float kApart = 2.5F;
  Way way(canvas, style.width);
  for (std::size_t k = 0; k < spots.size(); ++k) {
    const Spot& spot = spots[k];
    if (!view.inside({spot.x, spot.y}) || !(view.is_map() || spot.z <= highest)) {
      way.end();
      continue;
    }
    const Point at = view.at(spot);
    if (way.is_near(at, kApart) && k + 1 < spots.size()) continue;
    const bool turned = style.part && view.facing({spot.x, spot.y}) <= 0;
    way.add(at, turned ? 0 : view.hidden(spot) ? style.behind : style.seen);
  }
  way.end();
}

void trail(Canvas& canvas, const SurfaceView& view, std::span<const double> x, std::span<const double> y,
           std::span<const double> z, const TrailStyle& style) {
  assert(x.size() == y.size() && x.size() == z.size());
  std::vector<Spot> spots;
  for (std::size_t k = 0; k < x.size(); ++k) spots.push_back({x[k], y[k], z[k]});
  const Colour colour = with_alpha(colour_of(canvas, style.ink), style.amount);
  // On a band of paper, so that it is seen on every colour of the map.
  const Colour paper = with_alpha(canvas.colour(Ink::paper), style.amount);
  draw_way(canvas, view, spots, {.seen = paper, .behind = 0, .width = style.width + 2});
  draw_way(canvas, view, spots, {.seen = colour, .behind = with_alpha(colour, kBehind), .width = style.width});
}

Point ball(Canvas& canvas, const SurfaceView& view, const Spot& spot, const BallStyle& style) {
  const Point at = view.at(spot);
  const bool behind = view.hidden(spot);
  const Colour colour = with_alpha(colour_of(canvas, style.ink), behind ? kBehind : 1.F);
  const Colour paper = with_alpha(canvas.colour(Ink::paper), behind ? kBehind : 1.F);
  disc(canvas, at, style.radius + 1.5F, paper);
  if (style.hollow) {
    ring(canvas, at, style.radius - 0.5F, colour, 2);
  } else {
    disc(canvas, at, style.radius, colour);
  }
  return at;
}

SurfaceView surface(Canvas& canvas, const Rect& box, const SurfaceData& data, const SurfaceStyle& style) {
  const bool map = style.camera.pitch > 85;
  const float em = canvas.em;
  // For numbers and names.
  const float left = map ? 3.4F * em : style.axes != Numbered::none ? 2.2F * em : style.z_name.empty() ? 0 : 0.9F * em;
  const float bottom = (style.axes == Numbered::all ? 2.6F : 1.2F) * em;
  SurfaceView view(box.inset(left, 1.2F * em, map ? 0.8F * em : 0, bottom), data, style);
  view.words = draw_feet(canvas, view);
  const SurfacePaint paint = paint_of(canvas, view);
  const bool painted = canvas.painter != nullptr && canvas.painter->surface(canvas.list, paint);
  if (!painted || canvas.still) draw_contours(canvas, view, paint);
  draw_folds(canvas, view, paint.line);
  draw_borders(canvas, view, paint.line);
  return view;
}

}  // namespace plot
