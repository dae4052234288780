// Where an entry stands in the matrices of figure "feature_map", and which entry is under the pointer.
#include <algorithm>

#include "figures/feature_map/picture.hpp"
#include "learner/features.hpp"

namespace figures::feature_map {
namespace {

Entry entry_in_X(const CellRange& cell, int d) { return {Part::X, cell.row, cell.column / d, cell.column % d}; }

Entry entry_in_H(const MapLayout& layout, std::size_t line, int column, int d) {
  int place = column;
  for (std::size_t k = 0; k < line; ++k) place += layout.H[k].columns;
  const auto [j, k, l] = learner::folded_entry(place, d);
  return {Part::H, static_cast<int>(j), static_cast<int>(k), static_cast<int>(l)};
}

// The cell of a matrix under the pointer. Pressing keeps it.
std::optional<CellRange> point_at(Canvas& canvas, std::string_view id, const MatrixView& view, bool& pressed) {
  const Region region = plot::region(canvas, id, view.cells);
  const auto cell = region.hovered ? cell_at(view, canvas.pointer.at) : std::nullopt;
  pressed = pressed || (cell && (region.held || region.clicked));
  return cell;
}

}  // namespace

CellRange range_in_X(const Entry& entry, int d) {
  if (entry.part == Part::G) return {entry.j, entry.k * d, 1, d};
  return {entry.j, entry.k * d + entry.l};
}

Entry twin_of(const Entry& entry) { return {entry.part, entry.k, entry.j, entry.l}; }

LineRange range_in_H(const MapLayout& layout, const Entry& entry, int d) {
  const auto [low, high] = std::minmax(entry.j, entry.k);
  const bool run = entry.part == Part::G;
  auto place = static_cast<int>(learner::folded_index(low, high, run ? 0 : entry.l, d));
  std::size_t line = 0;
  while (place >= layout.H[line].columns) place -= layout.H[line++].columns;
  return {line, {0, place, 1, run ? d : 1}};
}

std::optional<Entry> pointed_entry(Drawing& drawing, const MapLayout& layout, int d) {
  Canvas& canvas = drawing.canvas;
  std::optional<Entry> found;
  bool pressed = false;
  if (const auto cell = point_at(canvas, "feature_map.G", layout.G, pressed)) {
    found = Entry{Part::G, cell->row, cell->column, 0};
  }
  if (const auto cell = point_at(canvas, "feature_map.X", layout.X, pressed)) found = entry_in_X(*cell, d);
  if (layout.shows_W) {
    if (const auto cell = point_at(canvas, "feature_map.W", layout.W, pressed)) found = entry_in_X(*cell, d);
  }
  for (std::size_t line = 0; line < layout.H.size(); ++line) {
    const std::string id = "feature_map.H." + std::to_string(line);
    if (const auto cell = point_at(canvas, id, layout.H[line], pressed)) {
      found = entry_in_H(layout, line, cell->column, d);
    }
  }
  if (found && pressed) choose_entry(drawing.values, *found);
  return found;
}

}  // namespace figures::feature_map
