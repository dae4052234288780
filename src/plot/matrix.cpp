#include "plot/matrix.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string>

#include "plot/number.hpp"
#include "plot/painter.hpp"
#include "plot/words.hpp"

namespace plot {
namespace {

constexpr int kMostDrawn = 96;          // rows or columns, as rectangles
constexpr int kMostPainted = 256;       // and where a shader paints them
constexpr int kFewest = 256;            // cells from which a shader is quicker
constexpr int kMostNumbersToKeep = 64;  // in a picture to take away: 4,096 cells are about 45 kB of SVG
constexpr float kGapFrom = 4;           // pixels of a cell from which it has a hairline gap

// The colour map in so few steps that no eye sees them, so that equal cells can be told by their colour.
class Palette {
 public:
  Palette(double limit, bool dark) : limit_(limit) {
    for (int k = 0; k < kSteps; ++k) {
      const double t = static_cast<double>(k) / (kSteps - 1);
      colours_[static_cast<std::size_t>(k)] = diverging(2 * t - 1, dark);
    }
    colours_[kUnknown] = colour(Ink::quiet, dark);
    colours_[kEmpty] = tint(Ink::hairline, 0.35F, dark);
  }

  // The place of a value among the colours.
  std::uint8_t place(double value) const {
    if (!std::isfinite(value)) return kUnknown;
    const double t = 0.5 + 0.5 * value / limit_;
    return static_cast<std::uint8_t>(std::lround(std::clamp(t, 0.0, 1.0) * (kSteps - 1)));
  }

  const std::array<Colour, kPaletteSize>& colours() const { return colours_; }

  static constexpr std::uint8_t kUnknown = 97;  // not a finite number
  static constexpr std::uint8_t kEmpty = 98;    // not there yet

 private:
  static constexpr int kSteps = 97;
  static_assert(kEmpty + 1 == kPaletteSize);
  std::array<Colour, kPaletteSize> colours_;
  double limit_;
};

double largest(const MatrixData& data) {
  double found = 0;
  for (int column = 0; column < data.columns; ++column) {
    for (int row = 0; row < data.rows; ++row) {
      const double size = std::abs(data.at(row, column));
      if (std::isfinite(size)) found = std::max(found, size);
    }
  }
  return found > 0 ? found : 1;
}

struct Names {
  float above = 0;
  float below = 0;
};

Names names(const Canvas& canvas, const MatrixStyle& style) {
  if (!style.name) return {};
  const float small = line_height(canvas, Size::small);
  return {style.symbol.empty() ? 0 : small + 4, small + 4};
}

// The entry that stands for a block: largest in absolute value, its sign kept; what is not finite wins.
Cell strongest(const MatrixData& data, int row, int row_end, int column, int column_end) {
  Cell best{row, column, data.at(row, column)};
  for (int j = column; j < column_end; ++j) {
    for (int i = row; i < row_end; ++i) {
      const double value = data.at(i, j);
      if (!(std::abs(value) <= std::abs(best.value)) && std::isfinite(best.value)) best = {i, j, value};
    }
  }
  return best;
}

int part(int index, int count, int whole) { return static_cast<int>(static_cast<std::int64_t>(index) * whole / count); }

// Rectangles of a row that follow one another in one colour are drawn as one when there are no gaps.
void draw_rectangles(Canvas& canvas, const CellsPaint& paint) {
  const float width = paint.box.w / static_cast<float>(paint.columns);
  const float height = paint.box.h / static_cast<float>(paint.rows);
  for (int i = 0; i < paint.rows; ++i) {
    const auto row = paint.numbers.subspan(static_cast<std::size_t>(i) * static_cast<std::size_t>(paint.columns),
                                           static_cast<std::size_t>(paint.columns));
    for (std::size_t j = 0; j < row.size();) {
      std::size_t end = j + 1;
      while (paint.gap == 0 && end < row.size() && row[end] == row[j]) ++end;
      fill(canvas,
           {paint.box.x + width * static_cast<float>(j), paint.box.y + height * static_cast<float>(i),
            width * static_cast<float>(end - j) - paint.gap, height - paint.gap},
           paint.palette[row[j]]);
      j = end;
    }
  }
}

// Of a matrix of `rows` rows only the first `count` entries are there yet.
void draw_cells(Canvas& canvas, const Rect& box, const Pooled& cells, const Palette& palette, int rows, double count) {
  std::vector<std::uint8_t> numbers;
  numbers.reserve(cells.cells.size());
  for (const Cell& cell : cells.cells) {
    const bool is_there = static_cast<double>(cell.column) * rows + cell.row < count;
    numbers.push_back(is_there ? palette.place(cell.value) : Palette::kEmpty);
  }
  const float side = std::min(box.w / static_cast<float>(cells.columns), box.h / static_cast<float>(cells.rows));
  const CellsPaint paint{.box = box,
                         .columns = cells.columns,
                         .rows = cells.rows,
                         .gap = side >= kGapFrom ? 1.F : 0.F,
                         .numbers = numbers,
                         .palette = palette.colours()};
  const bool few = std::ssize(numbers) < kFewest;
  if (few || canvas.painter == nullptr || !canvas.painter->cells(canvas.list, paint)) draw_rectangles(canvas, paint);
}

void draw_block_lines(Canvas& canvas, const MatrixView& view, const MatrixStyle& style) {
  const Colour colour = tint(Ink::quiet, 0.7F, canvas.dark);
  const Rect& box = view.cells;
  for (int k = style.block_columns; style.block_columns > 0 && k < view.columns; k += style.block_columns) {
    const float x = view.cell(0, k).x - 0.5F;
    line(canvas, {x, box.y}, {x, box.bottom() - 1}, colour);
  }
  for (int k = style.block_rows; style.block_rows > 0 && k < view.rows; k += style.block_rows) {
    const float y = view.cell(k, 0).y - 0.5F;
    line(canvas, {box.x, y}, {box.right() - 1, y}, colour);
  }
}

std::string indexed(std::string_view symbol, const Cell& cell) {
  if (symbol.empty()) return "";
  return "$" + std::string(symbol) + "_{" + whole(cell.row + 1) + "," + whole(cell.column + 1) + "}$ = ";
}

void hover(Canvas& canvas, MatrixView& view, const Pooled& cells, const MatrixStyle& style) {
  if (!canvas.hovers(view.cells)) return;
  const Point at = canvas.pointer.at;
  const int i = static_cast<int>((at.y - view.cells.y) / view.cells.h * static_cast<float>(cells.rows));
  const int j = static_cast<int>((at.x - view.cells.x) / view.cells.w * static_cast<float>(cells.columns));
  const auto index =
      static_cast<std::size_t>(std::min(i, cells.rows - 1) * cells.columns + std::min(j, cells.columns - 1));
  const Cell cell = cells.cells[index];
  view.hovered = cell;
  outline(canvas, view.cell(cell.row, cell.column).inset(-1.5F, -1.5F, -0.5F, -0.5F), canvas.colour(Ink::ink), 1.5F);
  tooltip(canvas, at,
          tr("%1%2\nrow %3, column %4", indexed(style.symbol, cell), number(cell.value), whole(cell.row + 1),
             whole(cell.column + 1)));
}

void draw_names(Canvas& canvas, const Rect& box, const MatrixView& view, const MatrixStyle& style) {
  if (!style.name) return;
  if (!style.symbol.empty()) {
    const std::string letter = "$" + std::string(style.symbol) + "$ ";
    const float taken = text(canvas, Point{box.x, box.y}, letter);
    const std::string size = whole(view.rows) + " × " + whole(view.columns);
    text(canvas, Point{box.x + taken + 2, box.y + 2}, size, {.ink = Ink::quiet, .size = Size::small});
  }
  const float width = std::clamp(view.cells.w, std::min(box.w, 96.F), std::min(box.w, 200.F));
  colour_key(canvas, {box.x, view.cells.bottom() + 4, width, line_height(canvas, Size::small)}, view.limit);
}

}  // namespace

Rect MatrixView::cell(int row, int column) const {
  const float width = cells.w / static_cast<float>(columns);
  const float height = cells.h / static_cast<float>(rows);
  return {cells.x + width * static_cast<float>(column), cells.y + height * static_cast<float>(row), width, height};
}

Rect cells_in(const Rect& box, int rows, int columns) {
  const float most = std::min(box.w / static_cast<float>(columns), box.h / static_cast<float>(rows));
  // Whole pixels keep the gaps even; small cells cannot afford it.
  const float side = most > 6 ? std::floor(most) : std::max(most, 0.01F);
  return {std::round(box.x), std::round(box.y), side * static_cast<float>(columns), side * static_cast<float>(rows)};
}

MatrixView matrix(Canvas& canvas, const Rect& box, const MatrixData& data, const MatrixStyle& style) {
  assert(data.rows > 0 && data.columns > 0);
  const Names around = names(canvas, style);
  MatrixView view{.cells = cells_in(box.inset(0, around.above, 0, around.below), data.rows, data.columns),
                  .rows = data.rows,
                  .columns = data.columns,
                  .limit = style.limit > 0 ? style.limit : largest(data),
                  .hovered = {}};
  const int most = canvas.still ? kMostNumbersToKeep : canvas.painter != nullptr ? kMostPainted : kMostDrawn;
  const Pooled cells = pooled(data, std::clamp(static_cast<int>(view.cells.h), 1, most),
                              std::clamp(static_cast<int>(view.cells.w), 1, most));
  if (highlight(canvas, view.cells, style.symbol)) {
    outline(canvas, view.cells.inset(-4), canvas.colour(symbol_ink(style.symbol)), 2, {4});
  }
  fill(canvas, view.cells.inset(-1, -1, 0, 0), tint(Ink::hairline, 0.6F, canvas.dark));
  draw_cells(canvas, view.cells, cells, Palette(view.limit, canvas.dark), data.rows,
             std::clamp(style.filled, 0.0, 1.0) * (static_cast<double>(data.rows) * data.columns));
  draw_block_lines(canvas, view, style);
  draw_names(canvas, box, view, style);
  hover(canvas, view, cells, style);
  return view;
}

Pooled pooled(const MatrixData& data, int most_rows, int most_columns) {
  Pooled result{std::min(data.rows, most_rows), std::min(data.columns, most_columns), {}};
  result.cells.reserve(static_cast<std::size_t>(result.rows) * static_cast<std::size_t>(result.columns));
  for (int i = 0; i < result.rows; ++i) {
    for (int j = 0; j < result.columns; ++j) {
      result.cells.push_back(strongest(data, part(i, result.rows, data.rows), part(i + 1, result.rows, data.rows),
                                       part(j, result.columns, data.columns),
                                       part(j + 1, result.columns, data.columns)));
    }
  }
  return result;
}

void colour_key(Canvas& canvas, const Rect& box, double limit) {
  const TextStyle style{.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle};
  const std::string low = number(-limit, 2);
  const std::string high = number(limit, 2);
  const float left = text(canvas, Point{box.x, box.centre().y}, low, style) + 6;
  const float right = text_width(canvas, high, style) + 6;
  constexpr int kSteps = 24;
  const Rect strip{box.x + left, std::round(box.centre().y) - 4, std::max(0.F, box.w - left - right), 8};
  for (int k = 0; k < kSteps && strip.w > 8; ++k) {
    const double t = (k + 0.5) / kSteps;
    const float x = strip.x + strip.w * static_cast<float>(k) / kSteps;
    fill(canvas, {x, strip.y, strip.w / kSteps, strip.h}, diverging(2 * t - 1, canvas.dark));
  }
  text(canvas, Point{strip.right() + 6, box.centre().y}, high, style);
}

}  // namespace plot
