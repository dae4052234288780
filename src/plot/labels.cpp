#include "plot/labels.hpp"

#include <algorithm>
#include <cmath>

namespace plot {
namespace {

constexpr float kBetween = 6;     // of marks along a line
constexpr float kWordMargin = 2;  // of paper around words

Rect rect_of(const LabelSpot& spot, float width, float height) {
  const float left = spot.along == Along::left ? 0 : spot.along == Along::centre ? width / 2 : width;
  const float up = spot.upright == Upright::top ? 0 : spot.upright == Upright::middle ? height / 2 : height;
  return {spot.at.x - left, spot.at.y - up, width, height};
}

}  // namespace

void Labels::avoid(Point first, Point last) {
  const auto seen = room_.inset(-kBetween).part_of(first, last);
  if (!seen) return;
  const auto [from, to] = *seen;
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const int steps = std::max(1, static_cast<int>(length / kBetween));
  for (int k = 0; k <= steps; ++k) {
    const float t = static_cast<float>(k) / static_cast<float>(steps);
    marks_.push_back({std::lerp(from.x, to.x, t), std::lerp(from.y, to.y, t)});
  }
}

bool Labels::is_free(const Rect& rect) const {
  const bool inside =
      rect.x >= room_.x && rect.right() <= room_.right() && rect.y >= room_.y && rect.bottom() <= room_.bottom();
  return inside && std::ranges::none_of(taken_, [&](const Rect& other) { return rect.overlaps(other); });
}

int Labels::covered(const Rect& rect) const {
  return static_cast<int>(std::ranges::count_if(marks_, [&](Point mark) { return rect.contains(mark); }));
}

void Labels::avoid(std::span<const Point> line) {
  for (std::size_t k = 1; k < line.size(); ++k) avoid(line[k - 1], line[k]);
}

Rect Labels::best(Point size, std::span<const LabelSpot> spots, bool clear) const {
  Rect best;
  float least = 0;
  float late = 0;
  for (const LabelSpot& spot : spots) {
    const Rect rect = rect_of(spot, size.x, size.y);
    late += 0.5F;
    if (!is_free(rect)) continue;
    const int covers = covered(rect.inset(-kWordMargin));
    const float cost = static_cast<float>(covers) + late;
    if ((clear && covers > 0) || (best.w > 0 && cost >= least)) continue;
    best = rect;
    least = cost;
  }
  return best;
}

Rect Labels::write(Canvas& canvas, std::string_view words, TextStyle style, const Rect& at) {
  if (at.w == 0) return at;
  style.along = Along::left;
  style.upright = Upright::top;
  text(canvas, Point{at.x, at.y}, words, style);
  taken_.push_back(at.inset(-kWordMargin));
  return at;
}

Rect Labels::place(Canvas& canvas, std::string_view words, TextStyle style, std::span<const LabelSpot> spots) {
  const Rect at = best({text_width(canvas, words, style), line_height(canvas, style.size)}, spots, false);
  if (at.w > 0) fill(canvas, at.inset(-kWordMargin, 0, -kWordMargin, 0), with_alpha(canvas.colour(Ink::paper), 0.8F));
  return write(canvas, words, style, at);
}

Rect Labels::place_clear(Canvas& canvas, std::string_view words, TextStyle style, std::span<const LabelSpot> spots) {
  return write(canvas, words, style,
               best({text_width(canvas, words, style), line_height(canvas, style.size)}, spots, true));
}

std::vector<LabelSpot> spots_along(std::span<const Point> line, float away) {
  constexpr int kSpots = 12;
  std::vector<LabelSpot> spots;
  const auto count = static_cast<int>(line.size());
  for (int k = kSpots; k >= 0 && count > 1; --k) {
    const auto at = static_cast<std::size_t>((count - 1) * k / kSpots);
    const Point p = line[at];
    const Point q = line[at == 0 ? 1 : at - 1];
    const bool falls = (p.y - q.y) * (p.x - q.x) >= 0;  // y is downwards
    spots.push_back({{p.x, p.y + away}, falls ? Along::right : Along::left, Upright::top});
    spots.push_back({{p.x, p.y - away}, falls ? Along::left : Along::right, Upright::bottom});
  }
  return spots;
}

std::vector<LabelSpot> spots_around(Point point) {
  return {{{point.x + 9, point.y - 2}, Along::left, Upright::bottom},
          {{point.x - 9, point.y - 2}, Along::right, Upright::bottom},
          {{point.x + 9, point.y + 2}, Along::left, Upright::top},
          {{point.x - 9, point.y + 2}, Along::right, Upright::top},
          {{point.x, point.y - 9}, Along::centre, Upright::bottom},
          {{point.x, point.y + 9}, Along::centre, Upright::top},
          {{point.x + 11, point.y}, Along::left, Upright::middle},
          {{point.x - 11, point.y}, Along::right, Upright::middle}};
}

}  // namespace plot
