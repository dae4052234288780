// Dragging the entries of Z in figure "feature_map".
#include <cmath>
#include <cstdlib>

#include "figures/feature_map/picture.hpp"
#include "figures/json.hpp"
#include "plot/words.hpp"

namespace figures::feature_map {
namespace {

constexpr std::string_view kRegion = "feature_map.Z:";
constexpr float kTenth = 6;  // pixels of a drag that change a number by 0.1

// A drag is named after its cell and the number it began with, "feature_map.Z:7:-0.4": the pointer is all that a figure
// remembers between frames.
struct Drag {
  int cell = 0;
  double start = 0;
};

std::string name_of(const Drag& drag) {
  return std::string(kRegion) + std::to_string(drag.cell) + ":" + shortest_decimal(drag.start);
}

Drag read_drag(const std::string& name) {
  char* end = nullptr;
  const long cell = std::strtol(name.c_str() + kRegion.size(), &end, 10);
  return {static_cast<int>(cell), std::strtod(end + 1, nullptr)};
}

double dragged(const Drag& drag, const Pointer& pointer) {
  const float right = pointer.at.x - pointer.from.x;
  const float up = pointer.touch ? 0 : pointer.from.y - pointer.at.y;
  return std::round(10 * drag.start + std::round((right + up) / kTenth)) / 10;
}

void set_entry(const Matrix& Z, Values& values, int cell, double value) {
  std::vector<double> list(Z.data(), Z.data() + Z.size());
  list[static_cast<std::size_t>(cell)] = value;
  values.set_list("tokens", std::move(list));
}

// Two small triangles over and under the cell: it moves up and down, or to both sides.
void draw_handles(Canvas& canvas, const Rect& cell) {
  const Point middle = cell.centre();
  const Colour ink = canvas.colour(Ink::Z);
  constexpr float kSize = 4;
  if (canvas.pointer.touch) {
    for (const float side : {-1.F, 1.F}) {
      const Point tip{middle.x + side * (cell.w / 2 + 3 + kSize), middle.y};
      arrow(canvas, {tip.x - side * kSize, tip.y}, tip, ink, 1);
    }
    return;
  }
  for (const float side : {-1.F, 1.F}) {
    const Point tip{middle.x, middle.y + side * (cell.h / 2 + 3 + kSize)};
    arrow(canvas, {tip.x, tip.y - side * kSize}, tip, ink, 1);
  }
}

}  // namespace

Matrix tokens_now(const Result& result, const Values& values) {
  const auto list = values.list("tokens");
  const bool same = values.integer("d") == result.d && values.integer("n") == result.n;
  if (!same || std::ssize(list) != result.Z.size()) return result.Z;
  return Eigen::Map<const Matrix>(list.data(), result.Z.rows(), result.Z.cols());
}

void edit_tokens(const Result& result, Drawing& drawing, const MatrixView& view) {
  Canvas& canvas = drawing.canvas;
  const Matrix Z = tokens_now(result, drawing.values);
  const bool dragging = canvas.pointer.held.starts_with(kRegion);
  Drag drag;
  if (dragging) {
    drag = read_drag(canvas.pointer.held);
  } else if (const auto at = cell_at(view, canvas.pointer.at); at && canvas.hovers(view.cells)) {
    drag.cell = at->row + at->column * view.rows;
    drag.start = Z.data()[drag.cell];
  } else {
    return;
  }
  if (drag.cell >= Z.size()) return;
  const Region region = plot::region(canvas, name_of(drag), view.cells);
  if (region.held && canvas.pointer.dragging) set_entry(Z, drawing.values, drag.cell, dragged(drag, canvas.pointer));
  const int row = drag.cell % view.rows;
  const int column = drag.cell / view.rows;
  mark_cells(canvas, view, {row, column}, {.ink = Ink::Z});
  draw_handles(canvas, cells_of(view, {row, column}));
  const Matrix now = tokens_now(result, drawing.values);
  const std::string value =
      "$Z_{" + std::to_string(row + 1) + std::to_string(column + 1) + "}$ = " + said(now(row, column));
  const std::string how =
      canvas.pointer.touch ? tr("%1\ndrag it sideways", value) : tr("%1\ndrag it up or down", value);
  tooltip(canvas, {view.cell(row, column).right(), canvas.pointer.at.y - 30}, region.held ? value : how);
}

}  // namespace figures::feature_map
