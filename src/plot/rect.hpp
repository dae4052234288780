// Points and rectangles in CSS pixels, and how to divide a rectangle. Plain values; no ImGui.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace plot {

struct Point {
  float x = 0;
  float y = 0;
};

// Gaps and insets are multiples of this.
inline constexpr float kGrid = 8;

struct Rect {
  float x = 0;  // left
  float y = 0;  // top
  float w = 0;
  float h = 0;

  float right() const { return x + w; }
  float bottom() const { return y + h; }
  Point centre() const { return {x + w / 2, y + h / 2}; }
  bool contains(Point p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
  bool overlaps(const Rect& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }

  // The ends of the part of a line that is in here; nothing where none is. What flies off may be as far away as numbers
  // go.
  std::optional<std::array<Point, 2>> part_of(Point from, Point to) const {
    float begin = 0, end = 1;
    const auto cut = [&](float at, float way, float low, float high) {
      if (!std::isfinite(at) || !std::isfinite(way)) return false;
      if (way == 0) return at >= low && at <= high;
      begin = std::max(begin, std::min((low - at) / way, (high - at) / way));
      end = std::min(end, std::max((low - at) / way, (high - at) / way));
      return begin <= end;
    };
    if (!cut(from.x, to.x - from.x, x, right()) || !cut(from.y, to.y - from.y, y, bottom())) return std::nullopt;
    const auto at = [&](float share) { return Point{std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share)}; };
    return std::array{at(begin), at(end)};
  }

  // Smaller by so much on each side (never below nothing); negative numbers grow it.
  Rect inset(float all) const { return inset(all, all, all, all); }
  Rect inset(float left, float top, float right_side, float bottom_side) const {
    return {x + left, y + top, std::max(0.F, w - left - right_side), std::max(0.F, h - top - bottom_side)};
  }

  // Cut a piece off and keep the rest: `Rect title = area.take_top(24);` The gap goes from the rest.
  Rect take_top(float height, float gap = kGrid) {
    const Rect piece{x, y, w, std::min(height, h)};
    *this = inset(0, std::min(height + gap, h), 0, 0);
    return piece;
  }
  Rect take_bottom(float height, float gap = kGrid) {
    const float taken = std::min(height, h);
    const Rect piece{x, bottom() - taken, w, taken};
    *this = inset(0, 0, 0, std::min(height + gap, h));
    return piece;
  }
  Rect take_left(float width, float gap = kGrid) {
    const Rect piece{x, y, std::min(width, w), h};
    *this = inset(std::min(width + gap, w), 0, 0, 0);
    return piece;
  }
  Rect take_right(float width, float gap = kGrid) {
    const float taken = std::min(width, w);
    const Rect piece{right() - taken, y, taken, h};
    *this = inset(0, 0, std::min(width + gap, w), 0);
    return piece;
  }

  // Part `index` of `count` equal columns or rows with gaps between.
  Rect column(int index, int count, float gap = 2 * kGrid) const {
    const float width = std::max(0.F, (w - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
    return {x + (width + gap) * static_cast<float>(index), y, width, h};
  }
  Rect row(int index, int count, float gap = 2 * kGrid) const {
    const float height = std::max(0.F, (h - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
    return {x, y + (height + gap) * static_cast<float>(index), w, height};
  }

  // Columns or rows of unequal share: `auto [left, right] = area.columns<2>({2, 1});`
  template <std::size_t N>
  std::array<Rect, N> columns(const std::array<float, N>& shares, float gap = 2 * kGrid) const {
    std::array<Rect, N> parts;
    float total = 0;
    for (const float share : shares) total += share;
    const float space = std::max(0.F, w - gap * static_cast<float>(N - 1));
    float left = x;
    for (std::size_t k = 0; k < N; ++k) {
      parts[k] = {left, y, space * shares[k] / total, h};
      left = parts[k].right() + gap;
    }
    return parts;
  }
  template <std::size_t N>
  std::array<Rect, N> rows(const std::array<float, N>& shares, float gap = 2 * kGrid) const {
    const auto turned = Rect{y, x, h, w}.columns<N>(shares, gap);
    std::array<Rect, N> parts;
    for (std::size_t k = 0; k < N; ++k) parts[k] = {turned[k].y, turned[k].x, turned[k].h, turned[k].w};
    return parts;
  }

  // The largest rectangle of a given width : height inside, in the middle.
  Rect fit(float width, float height) const {
    const float scale = std::min(w / std::max(width, 1e-6F), h / std::max(height, 1e-6F));
    return {x + (w - width * scale) / 2, y + (h - height * scale) / 2, width * scale, height * scale};
  }
};

// The square of which each side is so far from a point.
constexpr Rect around(Point middle, float reach) { return {middle.x - reach, middle.y - reach, 2 * reach, 2 * reach}; }

}  // namespace plot
