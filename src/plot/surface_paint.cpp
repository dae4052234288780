// Colours and light of a surface, and the surface itself in triangles.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <vector>

#include "plot/surface_parts.hpp"

namespace plot {
namespace {

// Cells a side; in a picture to take away they are counted in bytes.
constexpr int kMostFacets = 64;
constexpr int kMostFacetsToKeep = 30;
constexpr float kSideToKeep = 13;  // pixels that a cell has at least there, on a small surface
// Colours in so few steps that neighbours share a shape.
constexpr float kColourSteps = 40;
constexpr float kColourStepsToKeep = 16;
constexpr float kLightSteps = 16;
constexpr float kLightStepsToKeep = 6;

float dot(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The lamp stands at the reader's left, whatever the yaw.
std::array<float, 3> lamp(double sin_yaw, double cos_yaw) {
  constexpr double kRight = -0.5;
  constexpr double kAway = 0.1;
  constexpr double kUp = 0.86;
  return {static_cast<float>(kRight * cos_yaw - kAway * sin_yaw),
          static_cast<float>(kRight * sin_yaw + kAway * cos_yaw), static_cast<float>(kUp)};
}

struct Corner {
  float u = 0, v = 0;
  float height = 0;  // as a share: 0 at the floor, 1 at the rim
};

Corner between(const Corner& a, const Corner& b, float height) {
  const float t = (height - a.height) / (b.height - a.height);
  return {std::lerp(a.u, b.u, t), std::lerp(a.v, b.v, t), height};
}

// The grid points that are used along one side, from the far end to the near one.
std::vector<int> from_far(int count, int most, bool far_is_high) {
  const int stride = (count - 1 + most - 1) / most;
  std::vector<int> places;
  for (int k = 0; k < count - 1; k += stride) places.push_back(k);
  places.push_back(count - 1);
  if (far_is_high) std::ranges::reverse(places);
  return places;
}

float distance_from(ImVec2 p, ImVec2 a, ImVec2 b) {
  const ImVec2 along{b.x - a.x, b.y - a.y};
  const float length = std::max(1e-3F, std::hypot(along.x, along.y));
  return std::abs(along.x * (p.y - a.y) - along.y * (p.x - a.x)) / length;
}

// Without the points that are almost on the way from one to the next: what comes after lies over the border anyway.
std::vector<ImVec2> straightened(const std::vector<ImVec2>& points) {
  constexpr float kOff = 0.8F;
  std::vector<ImVec2> kept = {points.front()};
  for (std::size_t from = 0; from + 1 < points.size();) {
    std::size_t to = from + 1;
    const auto reaches = [&](std::size_t end) {
      return std::all_of(points.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                         points.begin() + static_cast<std::ptrdiff_t>(end),
                         [&](ImVec2 p) { return distance_from(p, points[from], points[end]) <= kOff; });
    };
    while (to + 1 < points.size() && reaches(to + 1)) ++to;
    kept.push_back(points[to]);
    from = to;
  }
  return kept;
}

int most_cells(const Canvas& canvas, const SurfacePaint& paint) {
  if (!canvas.still) return kMostFacets;
  const float width = 2 * (std::abs(paint.across[0]) + std::abs(paint.across[1]));
  return std::clamp(static_cast<int>(width / kSideToKeep), 8, kMostFacetsToKeep);
}

class Triangles {
 public:
  Triangles(Canvas& canvas, const SurfacePaint& paint)
      : canvas_(canvas),
        paint_(paint),
        columns_(from_far(paint.columns, most_cells(canvas, paint), paint.far_is_high_u)),
        rows_(from_far(paint.rows, most_cells(canvas, paint), paint.far_is_high_v)) {}

  void draw() {
    const ImDrawListFlags kept = canvas_.list.Flags;
    canvas_.list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
      for (std::size_t j = 0; j + 1 < rows_.size(); ++j) cell(i, j);
      flush(i);
    }
    canvas_.list.Flags = kept;
  }

 private:
  Corner corner(int column, int row) const {
    const double height = paint_.heights[static_cast<std::size_t>(row) +
                                         static_cast<std::size_t>(paint_.rows) * static_cast<std::size_t>(column)];
    return {2 * static_cast<float>(column) / static_cast<float>(paint_.columns - 1) - 1,
            2 * static_cast<float>(row) / static_cast<float>(paint_.rows - 1) - 1,
            static_cast<float>((height - paint_.low) / (paint_.high - paint_.low))};
  }

  ImVec2 point(const Corner& corner) const {
    const Point at = on_canvas(paint_, corner.u, corner.v, corner.height * paint_.rise);
    // Whole pixels are half the bytes, and no gap opens: neighbours share their corners.
    return canvas_.still ? ImVec2{std::round(at.x), std::round(at.y)} : ImVec2{at.x, at.y};
  }

  void cell(std::size_t i, std::size_t j) {
    const std::array<Corner, 4> corners = {corner(columns_[i], rows_[j]), corner(columns_[i + 1], rows_[j]),
                                           corner(columns_[i + 1], rows_[j + 1]), corner(columns_[i], rows_[j + 1])};
    const auto [low, high] = std::ranges::minmax(corners, {}, &Corner::height);
    const Colour colour = colour_of(corners);
    const bool whole = high.height <= 1;
    if (!whole || colour != colour_ || !canvas_.still) flush(i);
    if (whole) {
      if (run_.empty()) run_.push_back(j);
      run_.push_back(j + 1);
      colour_ = colour;
    } else if (low.height < 1) {
      cut_cell(i, j, colour);
    }
  }

  // How far a shape of this colour reaches under the next ones; what is see-through must not.
  int reach(Colour colour) const { return canvas_.still && (colour >> 24U) == 255 ? 1 : 0; }

  // In a picture to take away cells of one colour that follow one another are one outline, which is no convex one:
  // the SVG is made from the outline, not from its triangles.
  void flush(std::size_t i) {
    if (run_.empty()) return;
    const int over = reach(colour_);
    std::vector<ImVec2> near_side;
    std::vector<ImVec2> far_side;
    for (const std::size_t j : run_) {
      const int over_rows = j == run_.back() ? over : 0;
      near_side.push_back(below_rim(i + 1, j, over, over_rows));
      far_side.push_back(below_rim(i, j, 0, over_rows));
    }
    std::vector<ImVec2> outline = straightened(near_side);
    std::ranges::reverse_copy(straightened(far_side), std::back_inserter(outline));
    canvas_.list.AddConvexPolyFilled(outline.data(), static_cast<int>(outline.size()), colour_);
    run_.clear();
  }

  // A corner some way on, or where that would be over the rim, the corner itself.
  ImVec2 below_rim(std::size_t i, std::size_t j, int over_columns, int over_rows) const {
    const Corner further = corner(ahead(columns_, i, over_columns), ahead(rows_, j, over_rows));
    return point(further.height <= 1 ? further : corner(columns_[i], rows_[j]));
  }

  // The grid point some way before the next nearer one. Browsers soften the border of every shape in an SVG, and paper
  // would shine through between two that only touch; so each reaches under the ones that come after it.
  static int ahead(const std::vector<int>& places, std::size_t k, int by) {
    if (k + 1 >= places.size()) return places[k];
    return places[k] + std::clamp(places[k + 1] - places[k], -by, by);
  }

  // A cell that the rim cuts.
  void cut_cell(std::size_t i, std::size_t j, Colour colour) {
    const int column = ahead(columns_, i + 1, reach(colour));
    const int row = ahead(rows_, j + 1, reach(colour));
    const std::array<Corner, 4> corners = {corner(columns_[i], rows_[j]), corner(column, rows_[j]), corner(column, row),
                                           corner(columns_[i], row)};
    std::array<ImVec2, 8> polygon;
    int count = 0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Corner& a = corners[k];
      const Corner& b = corners[(k + 1) % corners.size()];
      if (a.height <= 1) polygon[static_cast<std::size_t>(count++)] = point(a);
      if ((a.height > 1) != (b.height > 1)) polygon[static_cast<std::size_t>(count++)] = point(between(a, b, 1));
    }
    canvas_.list.AddConvexPolyFilled(polygon.data(), count, colour);
  }

  Colour colour_of(const std::array<Corner, 4>& corners) const {
    const float du = paint_.rise * (corners[1].height + corners[2].height - corners[0].height - corners[3].height) / 2 /
                     (corners[1].u - corners[0].u);
    const float dv = paint_.rise * (corners[2].height + corners[3].height - corners[0].height - corners[1].height) / 2 /
                     (corners[3].v - corners[0].v);
    if (!(-du * paint_.viewer[0] - dv * paint_.viewer[1] + paint_.viewer[2] > 0)) return paint_.under;
    float middle = 0;
    for (const Corner& corner : corners) middle += std::min(corner.height, 1.F) / 4;
    const float colours = canvas_.still ? kColourStepsToKeep : kColourSteps;
    const float lights = canvas_.still ? kLightStepsToKeep : kLightSteps;
    return shaded(paint_, std::round(std::clamp(middle, 0.F, 1.F) * colours) / colours,
                  std::round(light_on(paint_, du, dv) * lights) / lights);
  }

  Canvas& canvas_;
  const SurfacePaint& paint_;
  std::vector<int> columns_;
  std::vector<int> rows_;
  std::vector<std::size_t> run_;  // the rows between its cells, where some wait
  Colour colour_ = 0;
};

}  // namespace

Colour blend(Colour from, Colour to, float t) {
  Colour colour = 0;
  for (const unsigned shift : {0U, 8U, 16U, 24U}) {
    const float value = std::lerp(static_cast<float>(from >> shift & 255U), static_cast<float>(to >> shift & 255U), t);
    colour |= static_cast<Colour>(std::lround(value)) << shift;
  }
  return colour;
}

Colour mixed(const Stops& stops, float share) {
  const float at = std::clamp(share, 0.F, 1.F) * static_cast<float>(stops.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  return blend(stops[below], stops[below + 1], at - static_cast<float>(below));
}

Point on_canvas(const SurfacePaint& paint, float u, float v, float w) {
  const auto dot4 = [&](const std::array<float, 4>& row) { return row[0] * u + row[1] * v + row[2] * w + row[3]; };
  return {dot4(paint.across), dot4(paint.down)};
}

float light_on(const SurfacePaint& paint, float du, float dv) {
  const float length = std::sqrt(du * du + dv * dv + 1);
  return std::max(dot({-du / length, -dv / length, 1 / length}, paint.light) / paint.light[2], 0.F);
}

Colour shaded(const SurfacePaint& paint, float share, float light) {
  const Colour colour = mixed(paint.stops, share);
  const float amount = light < 1 ? kShadow * (1 - light) : kGleam * (light - 1);
  return blend(colour, light < 1 ? paint.shadow : paint.gleam, std::min(amount, 1.F));
}

Colour colour_of(const Canvas& canvas, const Blend& ink) {
  return blend(canvas.colour(ink.from), canvas.colour(ink.to), ink.share);
}

SurfacePaint paint_of(const Canvas& canvas, const SurfaceView& view) {
  const SurfaceStyle& style = view.style();
  const double yaw = style.camera.yaw * std::numbers::pi / 180;
  const double pitch = style.camera.pitch * std::numbers::pi / 180;
  SurfacePaint paint;
  paint.across = view.across();
  paint.down = view.down();
  paint.rise = view.rise();
  paint.heights = view.data().heights;
  paint.columns = view.data().columns;
  paint.rows = view.data().rows;
  paint.low = style.z.low;
  paint.high = style.z.high;
  paint.viewer = {static_cast<float>(std::sin(yaw) * std::cos(pitch)),
                  static_cast<float>(-std::cos(yaw) * std::cos(pitch)), static_cast<float>(std::sin(pitch))};
  paint.light = lamp(std::sin(yaw), std::cos(yaw));
  paint.far_is_high_u = std::sin(yaw) < 0;
  paint.far_is_high_v = std::cos(yaw) > 0;
  const auto tinted = [&](float amount) {
    const auto of = [&](Ink ink) { return tint(ink, amount, canvas.dark); };
    return blend(of(style.ink.from), of(style.ink.to), style.ink.share);
  };
  for (std::size_t k = 0; k < kStops; ++k) {
    const float share = static_cast<float>(k) / (kStops - 1);
    paint.stops[k] = tinted(canvas.dark ? std::lerp(0.8F, 0.2F, share) : std::lerp(0.8F, 0.1F, std::sqrt(share)));
  }
  paint.shadow = canvas.dark ? canvas.colour(Ink::paper) : colour_of(canvas, style.ink);
  paint.gleam = canvas.dark ? colour_of(canvas, style.ink) : 0xffffffffU;
  paint.line = with_alpha(canvas.colour(Ink::ink), 0.3F);
  paint.under = with_alpha(tinted(0.4F), 0.3F);
  paint.contours = style.contours;
  return paint;
}

void draw_triangles(Canvas& canvas, const SurfacePaint& paint) { Triangles(canvas, paint).draw(); }

}  // namespace plot
