// Contour lines of a surface and the folds behind which it hides itself: marching squares, the pieces joined to lines.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "plot/surface_parts.hpp"

namespace plot {
namespace {

constexpr int kMostCells = 96;
constexpr int kMostToKeep = 40;  // in a picture to take away

// What a see-through colour makes of an opaque one: lines that share a shape in an SVG must be opaque.
Colour over(Colour below, Colour above) {
  const float alpha = static_cast<float>(above >> 24U) / 255;
  Colour result = 0xff000000U;
  for (const unsigned shift : {0U, 8U, 16U}) {
    const float value =
        std::lerp(static_cast<float>(below >> shift & 255U), static_cast<float>(above >> shift & 255U), alpha);
    result |= static_cast<Colour>(std::lround(value)) << shift;
  }
  return result;
}

// Lines on which a value of the grid points is 0 go from cell to cell through their edges. An edge is named by the grid
// point at its low end, twice, plus 1 where it runs along y.
class Tracer {
 public:
  Tracer(const SurfaceView& view, int columns, int rows) : columns_(columns), rows_(rows) {
    const SurfaceData& data = view.data();
    for (int j = 0; j <= columns; ++j) {
      for (int i = 0; i <= rows; ++i) {
        const Place place{std::lerp(data.x.low, data.x.high, static_cast<double>(j) / columns),
                          std::lerp(data.y.low, data.y.high, static_cast<double>(i) / rows)};
        spots_.push_back({place.x, place.y, view.height(place)});
      }
    }
    values_.resize(spots_.size());
  }

  // All lines on which value(spot) is 0.
  std::vector<std::vector<Spot>> lines(const auto& value) {
    std::ranges::transform(spots_, values_.begin(), value);
    links_.assign(2 * spots_.size(), {kNone, kNone});
    for (int j = 0; j < columns_; ++j) {
      for (int i = 0; i < rows_; ++i) link_cell(j, i);
    }
    std::vector<std::vector<Spot>> found;
    // Lines that end at a border first; what is left are rings.
    for (const bool rings : {false, true}) {
      for (std::size_t edge = 0; edge < links_.size(); ++edge) {
        const auto [a, b] = links_[edge];
        if (a != kNone && (rings || b == kNone)) found.push_back(follow(edge));
      }
    }
    return found;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t point(int column, int row) const { return static_cast<std::size_t>(row + (rows_ + 1) * column); }

  void link_cell(int column, int row) {
    const std::array<std::size_t, 4> corners = {point(column, row), point(column + 1, row), point(column + 1, row + 1),
                                                point(column, row + 1)};
    const std::array<std::size_t, 4> edges = {2 * corners[0], 2 * corners[1] + 1, 2 * corners[3], 2 * corners[0] + 1};
    std::array<std::size_t, 4> crossed{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      if ((values_[corners[k]] < 0) != (values_[corners[(k + 1) % 4]] < 0)) crossed[count++] = edges[k];
    }
    for (std::size_t k = 0; k + 1 < count; k += 2) {
      link(crossed[k], crossed[k + 1]);
      link(crossed[k + 1], crossed[k]);
    }
  }

  void link(std::size_t from, std::size_t to) { (links_[from][0] == kNone ? links_[from][0] : links_[from][1]) = to; }

  Spot crossing(std::size_t edge) const {
    const std::size_t low = edge / 2;
    const std::size_t high = low + (edge % 2 == 1 ? 1 : static_cast<std::size_t>(rows_ + 1));
    const double t = values_[low] / (values_[low] - values_[high]);
    const Spot& a = spots_[low];
    const Spot& b = spots_[high];
    return {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t), std::lerp(a.z, b.z, t)};
  }

  std::vector<Spot> follow(std::size_t edge) {
    std::vector<Spot> line;
    for (std::size_t next = edge; next != kNone;) {
      edge = next;
      line.push_back(crossing(edge));
      next = std::exchange(links_[edge][0], kNone);
      if (next == kNone) next = std::exchange(links_[edge][1], kNone);
      if (next == kNone) break;
      auto& back = links_[next];
      (back[0] == edge ? back[0] : back[1]) = kNone;
    }
    return line;
  }

  int columns_;
  int rows_;
  std::vector<Spot> spots_;
  std::vector<double> values_;
  std::vector<std::array<std::size_t, 2>> links_;  // of each edge: the edges that its line goes on to
};

Tracer tracer_of(const SurfaceView& view, int most) {
  return Tracer(view, std::min(view.data().columns - 1, most), std::min(view.data().rows - 1, most));
}

}  // namespace

void draw_contours(Canvas& canvas, const SurfaceView& view, const SurfacePaint& paint) {
  Tracer tracer = tracer_of(view, canvas.still ? kMostToKeep : kMostCells);
  const auto draw = [&](double level, const WayStyle& style) {
    const auto share = static_cast<float>((level - paint.low) / (paint.high - paint.low));
    WayStyle coloured = style;
    coloured.seen = over(mixed(paint.stops, share), paint.line);
    const auto above = [&](const Spot& spot) { return spot.z - level; };
    for (const auto& line : tracer.lines(above)) draw_way(canvas, view, line, coloured);
  };
  if (paint.contours > 0) {
    double level = (std::floor(paint.low / paint.contours) + 0.5) * paint.contours;
    for (; level < paint.high; level += paint.contours) draw(level, {.width = 1, .upper = true});
  }
  draw(paint.high, {.width = 1.5F});
}

void draw_folds(Canvas& canvas, const SurfaceView& view, Colour colour) {
  if (view.is_map()) return;
  const auto facing = [&](const Spot& spot) { return view.facing({spot.x, spot.y}); };
  for (const auto& line : tracer_of(view, kMostToKeep).lines(facing)) {
    draw_way(canvas, view, line, {.seen = colour, .width = 1});
  }
}

}  // namespace plot
