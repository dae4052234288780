// What stands on the cells of a matrix that matrix() drew, and what leads from one matrix to another: numbers in cells,
// marks around them, curves between them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "plot/matrix.hpp"

namespace plot {

// Cells beside one another.
struct CellRange {
  int row = 0;
  int column = 0;
  int rows = 1;
  int columns = 1;
};

// The rectangle of some cells, without the gap after the last.
Rect cells_of(const MatrixView& view, const CellRange& range);

// The cell at a point; nothing beside the matrix.
std::optional<CellRange> cell_at(const MatrixView& view, Point at);

struct CellNumbers {
  int places = 2;        // at most this many after the point
  int least_places = 1;  // and at least this many
  // Not 0: a cell that is drawn paler, since what it holds stands elsewhere too. Column by column; empty: none.
  std::span<const std::uint8_t> pale = {};
  // Only so many cells, column by column.
  int first = std::numeric_limits<int>::max();
  const MatrixData* like = nullptr;  // written as these would be in such cells: for parts of one object
};

// Writes each entry in its cell, all with as many places as fit the widest and no more than the entries
// have, in the small size or, where that is too large, in the script size. Returns false, and writes nothing, where
// cells are too small; pale cells are pale all the same. The colours must be those of the diverging map, as matrix()
// draws them.
bool cell_numbers(Canvas& canvas, const MatrixView& view, const MatrixData& data, const CellNumbers& style = {});

struct MarkStyle {
  Ink ink = Ink::ink;
  bool dashed = false;
  float width = 2;
};

// A frame around some cells.
void mark_cells(Canvas& canvas, const MatrixView& view, const CellRange& range, const MarkStyle& style = {});

struct LinkStyle {
  Ink ink = Ink::ink;
  bool upright = false;  // leaves and arrives upright; else level
  float turn = 0.5F;     // how far along it crosses over, 0 to 1
  bool dashed = false;
  float width = 1.5F;
};

// A number of a drawn matrix that the reader changes by dragging it sideways: the one that is held, else the one under
// the pointer. Its cell is outlined.
struct DraggedEntry {
  int row = 0;
  int column = 0;
  Rect cell;
  std::optional<double> value;  // what it is dragged to; nothing while it is only pointed at
};

// `id` is that of the matrix, one of its kind in the figure; `data` are the numbers as drawn. A pixel is worth
// 1 / pixels_to_one. Nothing where the pointer is elsewhere, and in a picture to take away.
std::optional<DraggedEntry> drag_entry(Canvas& canvas, std::string_view id, const MatrixView& view,
                                       const MatrixData& data, float pixels_to_one);

// A wire from one mark to another: along, across, along, with round corners and a dot where it arrives.
void link(Canvas& canvas, Point from, Point to, const LinkStyle& style = {});

}  // namespace plot
