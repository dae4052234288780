// A matrix as a picture.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "plot/canvas.hpp"

namespace plot {

// Entries column by column, not owned.
struct MatrixData {
  std::span<const double> values;
  int rows = 0;
  int columns = 0;

  double at(int row, int column) const {
    return values[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(row)];
  }
};

struct MatrixStyle {
  std::string_view symbol = {};  // "W": the name beside it, its colour, and what lights up
  double limit = 0;              // colours reach from -limit to limit; 0: the largest absolute value
  int block_rows = 0;            // a stronger line after each block of rows, columns; 0: none
  int block_columns = 0;
  double filled = 1;  // the first so much of the cells, column by column, is there yet
  bool name = true;   // the name, size and range above and under the cells
};

struct Cell {
  int row = 0;
  int column = 0;
  double value = 0;
};

// What was drawn where.
struct MatrixView {
  Rect cells;  // all of them
  int rows = 0;
  int columns = 0;
  double limit = 1;             // of the colours
  std::optional<Cell> hovered;  // under the pointer; of pooled cells the one that stands for them

  Rect cell(int row, int column) const;
};

// Where matrix() draws its cells, without names: square, at the top left of the box.
Rect cells_in(const Rect& box, int rows, int columns);

// Fits the matrix into the box, see cells_in(). Cells have hairline gaps until they are under 4 px.
// With more than 96 rows or columns (256 where canvas.painter paints, 64 in a still), or cells under 1 px, it is pooled:
// each drawn cell shows the entry of its block that is largest in absolute value, sign kept. The hovered cell is
// outlined and named in a tooltip: "$W_{3,5}$ = −0.12". Cost: O(rows·columns) to look; to draw at most 96·96
// rectangles, or one.
MatrixView matrix(Canvas& canvas, const Rect& box, const MatrixData& data, const MatrixStyle& style = {});

// The pooled entries that matrix() draws, row-major, `rows` × `columns`, each with its place in the matrix.
struct Pooled {
  int rows = 0;
  int columns = 0;
  std::vector<Cell> cells;
};
Pooled pooled(const MatrixData& data, int most_rows, int most_columns);

// A strip of the colour map with its two ends, for pictures that share one range.
void colour_key(Canvas& canvas, const Rect& box, double limit);

}  // namespace plot
