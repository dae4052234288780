// The hidden layer of figure "softmax" can be edited: each entry is dragged sideways.
#include <charconv>
#include <cmath>
#include <string>

#include "figures/softmax/picture.hpp"
#include "plot/cells.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

// Pixels of a drag that change an entry by 1.
constexpr float kPixelsToOne = 48;

std::string prefix_of(const EditedMatrix& edited) {
  return "softmax." + std::string(edited.id) + "." + std::to_string(edited.head) + ".";
}

std::optional<plot::CellRange> held_entry(std::string_view id, std::string_view prefix, const MatrixView& view) {
  if (!id.starts_with(prefix)) return std::nullopt;
  id.remove_prefix(prefix.size());
  CellRange at;
  const auto row = std::from_chars(id.data(), id.data() + id.size(), at.row);
  std::from_chars(row.ptr + 1, id.data() + id.size(), at.column);
  // A layer of another size may have come while the entry was held.
  if (at.row >= view.rows || at.column >= view.columns) return std::nullopt;
  return at;
}

}  // namespace

void edit_matrix(Drawing& drawing, const EditedMatrix& edited, const MatrixView& view) {
  Canvas& canvas = drawing.canvas;
  if (canvas.still) return;
  const std::string prefix = prefix_of(edited);
  auto at = held_entry(canvas.pointer.held, prefix, view);
  if (!at && canvas.hovers(view.cells)) at = cell_at(view, canvas.pointer.at);
  if (!at) return;
  const Rect cell = view.cell(at->row, at->column);
  const Region region = plot::region(canvas, prefix + std::to_string(at->row) + "." + std::to_string(at->column), cell);
  const Index column = edited.head * edited.heads.rows() + at->column;
  const double value = edited.heads(at->row, column);
  outline(canvas, cell.inset(-1), canvas.colour(Ink::ink), 2);
  tooltip(canvas, {cell.right(), cell.y},
          tr("%1 of head %2, row %3, column %4: %5\ndrag sideways to change it", edited.symbol,
             std::to_string(edited.head + 1), std::to_string(at->row + 1), std::to_string(at->column + 1),
             number(value, 4)));
  if (region.pressed) canvas.pointer.grip.x = static_cast<float>(value);
  if (!region.held || !canvas.pointer.dragging) return;
  const double moved = (canvas.pointer.at.x - canvas.pointer.from.x) / kPixelsToOne;
  Matrix heads = edited.heads;
  heads(at->row, column) = canvas.pointer.grip.x + moved;
  drawing.values.set_list(edited.id, list_of(heads));
}

}  // namespace figures::softmax
