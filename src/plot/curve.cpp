#include "plot/curve.hpp"

#include <imgui.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "plot/sort.hpp"
#include "plot/way.hpp"

namespace plot {
namespace {

// Several points in one column of pixels: the first, the lowest, the highest and the last are enough.
void thin(std::vector<Point>& points) {
  std::vector<Point> kept;
  for (std::size_t k = 0; k < points.size();) {
    std::size_t end = k;
    std::size_t low = k;
    std::size_t high = k;
    while (end < points.size() && std::floor(points[end].x) == std::floor(points[k].x)) {
      if (points[end].y < points[low].y) low = end;
      if (points[end].y > points[high].y) high = end;
      ++end;
    }
    std::vector<std::size_t> chosen = {k, std::min(low, high), std::max(low, high), end - 1};
    chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
    for (const std::size_t index : chosen) kept.push_back(points[index]);
    k = end;
  }
  points = std::move(kept);
}

// Points that lie within a tenth of a pixel of a straight piece are left out: flat tails cost nothing. x ascending.
// From the last point kept, `low` to `high` are the slopes that pass all since then.
void straighten(std::vector<Point>& points) {
  constexpr float kOff = 0.1F;
  constexpr float kAny = 1e9F;
  std::vector<Point> kept = {points.front()};
  float low = -kAny;
  float high = kAny;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const auto slope = [&](Point p, float off) {
      return (p.y - kept.back().y + off) / std::max(p.x - kept.back().x, 1e-6F);
    };
    if (slope(points[k], 0) < low || slope(points[k], 0) > high) {
      kept.push_back(points[k - 1]);
      low = -kAny;
      high = kAny;
    }
    low = std::max(low, slope(points[k], -kOff));
    high = std::min(high, slope(points[k], kOff));
  }
  if (points.size() > 1) kept.push_back(points.back());
  points = std::move(kept);
}

// Dashes measured along the whole curve, so that bends do not restart them.
void dashed(Canvas& canvas, const std::vector<Point>& points, Colour colour, float width) {
  constexpr float kDash = 6;
  constexpr float kGap = 4;
  float phase = 0;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Point a = points[k - 1];
    const Point b = points[k];
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    float at = 0;
    while (at < length) {
      const bool on = phase < kDash;
      const float step = std::min((on ? kDash : kDash + kGap) - phase, length - at);
      const auto along = [&](float t) {
        return Point{std::lerp(a.x, b.x, t / length), std::lerp(a.y, b.y, t / length)};
      };
      if (on) line(canvas, along(at), along(at + step), colour, width);
      at += step;
      phase += step;
      if (phase >= kDash + kGap - 1e-3F) phase = 0;
    }
  }
}

void solid(Canvas& canvas, const std::vector<Point>& points, Colour colour, float width) {
  constexpr float kNear = 0.25F;  // closer points have no direction
  Way way(canvas, width, width >= 3);
  for (const Point& point : points)
    if (!way.is_near(point, kNear)) way.add(point, colour);
  way.end();
}

void stroke(Canvas& canvas, std::vector<Point> points, const CurveStyle& style, Colour colour, float width) {
  if (static_cast<float>(points.size()) > 2 * width) {
    thin(points);
  } else {
    straighten(points);
  }
  if (style.dashed) {
    dashed(canvas, points, colour, style.width);
  } else if (points.size() > 1) {
    solid(canvas, points, colour, style.width);
  } else if (!points.empty()) {
    disc(canvas, points[0], style.width, colour);
  }
}

Rect roomy(const Rect& plot) { return plot.inset(-3); }

}  // namespace

void curve(Canvas& canvas, const Axes& axes, std::span<const double> x, std::span<const double> y,
           const CurveStyle& style) {
  assert(x.size() == y.size());
  const Colour colour = tint(style.ink, style.amount, canvas.dark);
  std::vector<Point> run;
  Point last{};
  {
    const Clip clip(canvas, roomy(axes.plot()));
    for (std::size_t k = 0; k <= x.size(); ++k) {
      if (k < x.size() && axes.visible(x[k], y[k])) {
        last = axes.at(x[k], y[k]);
        run.push_back(last);
        if (style.marks) disc(canvas, last, style.width + 1, colour);
      } else if (!run.empty()) {
        stroke(canvas, std::move(run), style, colour, axes.plot().w);
        run.clear();
      }
    }
  }
  if (style.label.empty() || x.empty()) return;
  const float y_at = std::clamp(last.y - line_height(canvas, Size::small) - 2, axes.plot().y, axes.plot().bottom());
  text(canvas, Point{std::min(last.x, axes.plot().right()), y_at}, style.label,
       {.ink = style.ink, .size = Size::small, .along = Along::right, .max_width = axes.plot().w});
}

void band(Canvas& canvas, const Axes& axes, std::span<const double> x, std::span<const double> low,
          std::span<const double> high, Ink ink) {
  assert(x.size() == low.size() && x.size() == high.size());
  const Clip clip(canvas, axes.plot());
  const Colour colour = with_alpha(canvas.colour(ink), 0.16F);
  // No anti-aliasing between the pieces: each would get a fringe, and stripes would show.
  const ImDrawListFlags kept = canvas.list.Flags;
  canvas.list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (std::size_t k = 1; k < x.size(); ++k) {
    if (!axes.visible(x[k - 1], high[k - 1]) || !axes.visible(x[k], high[k])) continue;
    if (!std::isfinite(low[k - 1]) || !std::isfinite(low[k])) continue;
    const Point a = axes.at(x[k - 1], high[k - 1]);
    const Point b = axes.at(x[k], high[k]);
    canvas.list.AddQuadFilled({a.x, a.y}, {b.x, b.y}, {b.x, axes.y_at(low[k])}, {a.x, axes.y_at(low[k - 1])}, colour);
  }
  canvas.list.Flags = kept;
}

std::vector<Rect> end_labels(Canvas& canvas, const Axes& axes, std::span<const EndLabel> labels,
                             const EndLabelStyle& style) {
  struct Place {
    const EndLabel* label;
    float end;  // of its curve
    float y;
  };
  std::vector<Place> places;
  const Rect& plot = axes.plot();
  float step = line_height(canvas, Size::small);
  if (style.x && !labels.empty()) step = std::min(step, plot.h / static_cast<float>(labels.size()));
  // The middles of words that stand over the plot: none lies on its axis.
  const Rect room = style.x ? plot.inset(0, step / 2, 0, step / 2) : plot;
  for (const EndLabel& label : labels) {
    if (!axes.visible(axes.x().range.high, label.y)) continue;
    const float end = std::clamp(axes.y_at(label.y), plot.y, plot.bottom());
    places.push_back({&label, end, std::clamp(end, room.y, room.bottom())});
  }
  sort(places, [](const Place& a, const Place& b) { return a.end != b.end ? a.end < b.end : a.label < b.label; });
  // Those too near to one another stand around the middle of their curves' ends, inside the plot.
  struct Group {
    float middle;
    float count;
  };
  std::vector<Group> groups;
  for (const Place& place : places) {
    groups.push_back({place.y, 1});
    while (groups.size() > 1) {
      Group& above = groups.end()[-2];
      const Group& below = groups.back();
      const float count = above.count + below.count;
      if (below.middle - above.middle >= step * count / 2) break;
      const float middle = (above.middle * above.count + below.middle * below.count) / count;
      const float most = std::max(room.y, room.bottom() - step * (count - 1) / 2);
      above = {std::clamp(middle, std::min(most, room.y + step * (count - 1) / 2), most), count};
      groups.pop_back();
    }
  }
  for (std::size_t k = 0; const Group& group : groups) {
    for (float at = (1 - group.count) / 2; at < group.count / 2; ++at) places[k++].y = group.middle + step * at;
  }
  const float x = axes.x_at(style.x.value_or(axes.x().range.high));
  std::vector<Rect> taken;
  for (const auto& [label, end, y] : places) {
    const float left = x + style.leader + 1;
    const TextStyle words{.ink = label->ink, .amount = label->amount, .size = Size::small, .upright = Upright::middle};
    taken.push_back({left - 2, y - step / 2, text_width(canvas, label->words, words) + 4, step});
    // Over the plot no line runs through the words.
    if (left < plot.right()) fill(canvas, taken.back(), with_alpha(canvas.colour(Ink::paper), 0.85F));
    // What had to move is tied to its curve.
    if (std::abs(y - end) > 2) line(canvas, {x, end}, {x + style.leader, y}, tint(label->ink, 0.6F, canvas.dark));
    text(canvas, Point{left, y}, label->words, words);
  }
  return taken;
}

float end_label_width(const Canvas& canvas, std::span<const EndLabel> labels, const EndLabelStyle& style) {
  float width = 0;
  for (const EndLabel& label : labels) width = std::max(width, text_width(canvas, label.words, {.size = Size::small}));
  return width == 0 ? 0 : std::ceil(width) + style.leader + 3;
}

std::optional<std::size_t> curve_hover(Canvas& canvas, const Axes& axes, std::span<const double> x) {
  if (x.empty() || !canvas.hovers(axes.plot())) return std::nullopt;
  std::optional<std::size_t> nearest;
  float best = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!axes.visible(x[k], axes.y().range.high)) continue;
    const float away = std::abs(axes.x_at(x[k]) - canvas.pointer.at.x);
    if (nearest && away >= best) continue;
    nearest = k;
    best = away;
  }
  if (nearest) {
    const float at = std::round(axes.x_at(x[*nearest]));
    line(canvas, {at, axes.plot().y}, {at, axes.plot().bottom()}, canvas.colour(Ink::quiet));
  }
  return nearest;
}

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
