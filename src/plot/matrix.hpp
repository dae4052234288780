// A matrix as a picture.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "plot/canvas.hpp"

namespace plot {

enum class Order : std::uint8_t { columnMajor, rowMajor };  // Eigen's default is column-major

// Entries, not owned. `stride` is the distance of two columns (rows, when row-major); 0: packed.
struct MatrixData {
  std::span<const double> values;
  int rows = 0;
  int columns = 0;
  Order order = Order::columnMajor;
  int stride = 0;

  double at(int row, int column) const;
};

struct MatrixStyle {
  std::string_view symbol = {};  // "W": the name beside it, its colour, and what lights up
  double limit = 0;              // colours reach from -limit to limit; 0: the largest absolute value
  bool sequential = false;       // colours from 0 to limit in the sequential map
  int block_rows = 0;            // a stronger line after every so many rows, columns; 0: none
  int block_columns = 0;
  double filled = 1;        // the first so much of the cells, column by column, is there yet
  bool triangular = false;  // symmetric: only the lower triangle is filled in, see `filled`; the upper one is quiet
  bool name = true;         // the name, size and range above and under the cells
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

// Fits the matrix into the box with square cells, at the top left. Cells have hairline gaps until they are under 4 px.
// A matrix of more than 96 rows or columns (256 where canvas.painter paints it), or with cells under 1 px, is pooled:
// each drawn cell shows the entry of its block that is largest in absolute value, sign kept. The hovered cell is
// outlined and named in a tooltip: "$W_{3,5}$ = −0.12". Cost: O(rows·columns) to look; to draw at most 96·96
// rectangles, or one.
MatrixView matrix(Canvas& canvas, const Rect& box, const MatrixData& data, const MatrixStyle& style = {});

// The height matrix() takes in a box of this width and at most this height, names included.
float matrix_height(const Canvas& canvas, float width, float most, int rows, int columns,
                    const MatrixStyle& style = {});

// The pooled entries that matrix() draws, row-major, `rows` × `columns`, each with its place in the matrix.
struct Pooled {
  int rows = 0;
  int columns = 0;
  std::vector<Cell> cells;
};
Pooled pooled(const MatrixData& data, int most_rows, int most_columns);

// A strip of the colour map with its two ends, for pictures that share one range.
void colour_key(Canvas& canvas, const Rect& box, double limit, bool sequential = false);

}  // namespace plot
