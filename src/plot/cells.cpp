#include "plot/cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "plot/number.hpp"

namespace plot {
namespace {

constexpr float kPale = 0.62F;  // of the paper over a pale cell
constexpr float kMargin = 1;    // pixels on each side of a number

struct Fit {
  Size size = Size::small;
  int places = 0;
};

float widest(const Canvas& canvas, const MatrixData& data, const Fit& fit) {
  float width = 0;
  for (int column = 0; column < data.columns; ++column) {
    for (int row = 0; row < data.rows; ++row) {
      width = std::max(width, text_width(canvas, fixed(data.at(row, column), fit.places), {.size = fit.size}));
    }
  }
  return width;
}

// Places after the point that the entries have, `least` to `most`.
int places_needed(const MatrixData& data, int least, int most) {
  int places = least;
  for (int column = 0; column < data.columns; ++column) {
    for (int row = 0; row < data.rows; ++row) {
      const double value = data.at(row, column);
      const auto is_whole = [](double scaled) { return std::abs(scaled - std::round(scaled)) < 1e-6; };
      while (places < most && !is_whole(value * std::pow(10, places))) ++places;
    }
  }
  return places;
}

// The most places that fit, rather larger than smaller letters; none only where all entries are whole.
std::optional<Fit> best_fit(const Canvas& canvas, const Rect& cell, const MatrixData& data, const CellNumbers& style) {
  const int needed = places_needed(data, style.least_places, style.places);
  for (int places = needed; places >= std::min(needed, 1); --places) {
    for (const Size size : {Size::small, Size::script}) {
      const Fit fit{size, places};
      if (line_height(canvas, size) > cell.h) continue;
      if (widest(canvas, data, fit) <= cell.w - 2 * kMargin) return fit;
    }
  }
  return std::nullopt;
}

// From one point of a path to the next, dashed if asked for.
void stroke(Canvas& canvas, std::span<const Point> path, Colour colour, const LinkStyle& style) {
  for (std::size_t k = 1; k < path.size(); ++k) {
    if (style.dashed) {
      dashed_line(canvas, path[k - 1], path[k], colour, style.width, 4, 3);
    } else {
      line(canvas, path[k - 1], path[k], colour, style.width);
    }
  }
}

// A quarter of a circle that leaves `from` towards `corner` and ends in `to`.
std::array<Point, 7> rounded(Point from, Point corner, Point to) {
  std::array<Point, 7> arc;
  for (std::size_t k = 0; k < arc.size(); ++k) {
    const float t = static_cast<float>(k) / (arc.size() - 1);
    const auto blend = [t](float a, float b, float c) {
      return (1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c;
    };
    arc[k] = {blend(from.x, corner.x, to.x), blend(from.y, corner.y, to.y)};
  }
  return arc;
}

Point towards(Point from, Point to, float distance) {
  const float length = std::max(1e-3F, std::hypot(to.x - from.x, to.y - from.y));
  return {from.x + (to.x - from.x) * distance / length, from.y + (to.y - from.y) * distance / length};
}

}  // namespace

Rect cells_of(const MatrixView& view, const CellRange& range) {
  const Rect first = view.cell(range.row, range.column);
  const Rect last = view.cell(range.row + range.rows - 1, range.column + range.columns - 1);
  return {first.x, first.y, last.right() - first.x - 1, last.bottom() - first.y - 1};
}

std::optional<CellRange> cell_at(const MatrixView& view, Point at) {
  if (!view.cells.contains(at)) return std::nullopt;
  const auto row = static_cast<int>((at.y - view.cells.y) / view.cells.h * static_cast<float>(view.rows));
  const auto column = static_cast<int>((at.x - view.cells.x) / view.cells.w * static_cast<float>(view.columns));
  return CellRange{std::min(row, view.rows - 1), std::min(column, view.columns - 1)};
}

std::optional<DraggedEntry> drag_entry(Canvas& canvas, std::string_view id, const MatrixView& view,
                                       const MatrixData& data, float pixels_to_one) {
  if (canvas.still) return std::nullopt;
  const std::string prefix = std::string(id) + ".";
  std::optional<CellRange> at;
  if (canvas.pointer.held.starts_with(prefix)) {
    const int entry = std::atoi(canvas.pointer.held.c_str() + prefix.size());
    // A matrix of another size may have come while the entry was held.
    if (entry < view.rows * view.columns) at = CellRange{entry % view.rows, entry / view.rows};
  } else if (canvas.hovers(view.cells)) {
    at = cell_at(view, canvas.pointer.at);
  }
  if (!at) return std::nullopt;
  DraggedEntry entry{.row = at->row, .column = at->column, .cell = view.cell(at->row, at->column), .value = {}};
  const Region region = plot::region(canvas, prefix + std::to_string(at->row + at->column * view.rows), entry.cell);
  outline(canvas, entry.cell.inset(-1), canvas.colour(Ink::ink), 2);
  if (region.pressed) canvas.pointer.grip.x = static_cast<float>(data.at(at->row, at->column));
  if (region.held && canvas.pointer.dragging)
    entry.value = canvas.pointer.grip.x + (canvas.pointer.at.x - canvas.pointer.from.x) / pixels_to_one;
  return entry;
}

bool cell_numbers(Canvas& canvas, const MatrixView& view, const MatrixData& data, const CellNumbers& style) {
  const auto fit =
      best_fit(canvas, view.cell(0, 0).inset(0, 0, 1, 1), style.like != nullptr ? *style.like : data, style);
  const Colour veil = with_alpha(canvas.colour(Ink::paper), kPale);
  for (int column = 0; column < data.columns; ++column) {
    for (int row = 0; row < data.rows; ++row) {
      const Rect cell = cells_of(view, {row, column});
      const auto index = static_cast<std::size_t>(column * data.rows + row);
      if (std::cmp_greater_equal(index, style.first)) return fit.has_value();
      const bool pale = index < style.pale.size() && style.pale[index] != 0;
      if (pale) fill(canvas, cell, veil);
      if (!fit) continue;
      const double value = data.at(row, column);
      const Ink ink = pale ? Ink::quiet : ink_on(diverging(value / view.limit, canvas.dark), canvas.dark);
      text(canvas, cell.centre(), fixed(value, fit->places),
           {.ink = ink, .size = fit->size, .along = Along::centre, .upright = Upright::middle});
    }
  }
  return fit.has_value();
}

void mark_cells(Canvas& canvas, const MatrixView& view, const CellRange& range, const MarkStyle& style) {
  const Rect box = cells_of(view, range).inset(-1);
  const Colour colour = canvas.colour(style.ink);
  if (!style.dashed) {
    outline(canvas, box.inset(-0.5F), colour, style.width, {2});
    return;
  }
  const float in = style.width / 2;
  const Rect path = box.inset(in - 0.5F);
  const std::array<Point, 4> corners = {Point{path.x, path.y}, Point{path.right(), path.y},
                                        Point{path.right(), path.bottom()}, Point{path.x, path.bottom()}};
  for (std::size_t k = 0; k < 4; ++k) dashed_line(canvas, corners[k], corners[(k + 1) % 4], colour, style.width, 4, 3);
}

void link(Canvas& canvas, Point from, Point to, const LinkStyle& style) {
  const Colour colour = canvas.colour(style.ink);
  const float across = style.upright ? to.x - from.x : to.y - from.y;
  const float x = std::lerp(from.x, to.x, style.turn);
  const float y = std::lerp(from.y, to.y, style.turn);
  const Point first = style.upright ? Point{from.x, y} : Point{x, from.y};
  const Point second = style.upright ? Point{to.x, y} : Point{x, to.y};
  const float before = std::hypot(first.x - from.x, first.y - from.y);
  const float after = std::hypot(to.x - second.x, to.y - second.y);
  const float radius = std::min({8.F, std::abs(across) / 2, before, after});
  if (radius < 1) {
    stroke(canvas, std::array{from, first, second, to}, colour, style);
  } else {
    const Point leave = towards(first, from, radius);
    const Point cross = towards(first, second, radius);
    const Point meet = towards(second, first, radius);
    const Point arrive = towards(second, to, radius);
    stroke(canvas, std::array{from, leave}, colour, style);
    stroke(canvas, std::array{cross, meet}, colour, style);
    stroke(canvas, std::array{arrive, to}, colour, style);
    const LinkStyle whole{.width = style.width};
    stroke(canvas, rounded(leave, first, cross), colour, whole);
    stroke(canvas, rounded(meet, second, arrive), colour, whole);
  }
  disc(canvas, to, style.width + 1, colour);
}

}  // namespace plot
