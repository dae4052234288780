// Where the matrices of figure "feature_map" stand.
#include "figures/feature_map/feature_map.hpp"
#include "learner/features.hpp"

namespace figures::feature_map {
namespace {

constexpr float kLargest = 72;  // pixels of a cell
constexpr float kSmallest = 12;
constexpr float kLineGap = 3;  // between H(Z), its weights and the sum

// The pieces of fixed height, from the letters' size.
struct Heights {
  float label;    // over a matrix
  float key;      // under it
  float between;  // room for links
  float entry;
  float answers;
};

Heights heights_of(const Canvas& canvas, int n) {
  const float small = line_height(canvas, Size::small);
  const float body = line_height(canvas);
  const bool little = canvas.area.w < 800;
  const float words = (little ? 4.F : 3.F) + (n > 4 ? 1.F : 0.F);
  const float tight = little ? 3 : 0;
  return {.label = body + 4,
          .key = small + 6 - tight,
          .between = (little ? 1.1F : 2) * canvas.em,
          .entry = body + words * (small + 3) + 6,
          .answers = 3 * (small + 6 - tight)};
}

MatrixView block(float x, float y, float cell, int rows, int columns) {
  return {.cells = {std::round(x), std::round(y), cell * static_cast<float>(columns), cell * static_cast<float>(rows)},
          .rows = rows,
          .columns = columns,
          .hovered = {}};
}

// The largest cell, in whole pixels, with which everything fits.
float largest_cell(const auto& fits) {
  float cell = kLargest;
  while (cell > kSmallest && !fits(cell)) --cell;
  return cell;
}

// H(Z), its weights and the sum, under one another, with room for their names at the left.
struct Lines {
  float cell;
  float names;
  float pitch;  // from row to row
};

Lines lines_of(const Canvas& canvas, const Rect& area, float cell, float psi) {
  const float names = (canvas.narrow() ? 5.2F : 5.6F) * canvas.em;
  const float fits = std::min(cell, std::floor((area.w - names) / psi));
  return {fits, names, std::max(fits + kLineGap, line_height(canvas, Size::small))};
}

// The sum takes what is left of the height.
void stand(MapLayout& layout, const Lines& lines, float x, float y, float bottom, int psi) {
  layout.H = block(x, y, lines.cell, 1, psi);
  layout.p = block(x, layout.H.cells.y + lines.pitch, lines.cell, 1, psi);
  const float top = layout.p.cells.y + lines.pitch + kLineGap;
  layout.sum = {.cells = {layout.H.cells.x, top, layout.H.cells.w, std::max(0.F, bottom - top)},
                .rows = 1,
                .columns = psi,
                .hovered = {}};
}

// --- Left to right --------------------------------------------------------------------------------------------------

constexpr float kLeastGap = 30;
constexpr float kMostGap = 96;
constexpr float kSlot = 84;     // a label and a colour key need so much, however few tokens there are
constexpr float kPlot = 0.22F;  // of the height that the sum takes at least

MapLayout left_to_right(const Canvas& canvas, Rect area, int d, int n, int psi) {
  const Heights heights = heights_of(canvas, n);
  const auto size = static_cast<float>(d);
  const auto slot = [](float cell, int columns) { return std::max(cell * static_cast<float>(columns), kSlot); };
  const auto width = [&](float cell) { return slot(cell, n) + slot(cell, d) + cell * static_cast<float>(1 + d * d); };
  const auto lines = [&](float cell) { return lines_of(canvas, area, cell, static_cast<float>(psi)); };
  const auto upper = [&](float cell) { return heights.label + cell * size + heights.key + heights.between; };
  MapLayout layout;
  const float plot = kPlot * area.h;
  layout.entry = area.take_top(heights.entry);
  layout.answers = area.take_bottom(heights.answers);
  const float cell = largest_cell([&](float side) {
    const float height = upper(side) + 2 * lines(side).pitch + plot;
    return width(side) + 3 * kLeastGap <= area.w && height <= area.h;
  });
  const float gap = std::clamp((area.w - width(cell)) / 3, kLeastGap, kMostGap);
  float x = area.x + std::max(0.F, (area.w - width(cell) - 3 * gap) / 2);
  const float y = area.y + heights.label;
  layout.Z = block(x, y, cell, d, n);
  layout.G = block(x += slot(cell, n) + gap, y, cell, d, d);
  layout.z = block(x += slot(cell, d) + gap, y, cell, d, 1);
  layout.X = block(x += cell + gap, y, cell, d, d * d);
  const Lines below = lines(cell);
  const float left = std::max(area.x + below.names, layout.X.cells.right() - below.cell * static_cast<float>(psi));
  stand(layout, below, left, area.y + upper(cell), area.bottom(), psi);
  return layout;
}

// --- Top to bottom --------------------------------------------------------------------------------------------------

constexpr float kClear = 12;  // between the name of X and its cells, for the ends of links
constexpr float kLow = 72;    // of the sum

MapLayout top_to_bottom(const Canvas& canvas, Rect area, int d, int n, int psi) {
  const Heights heights = heights_of(canvas, n);
  const auto size = static_cast<float>(d);
  // Of Z, G and z, side by side.
  const auto first_cell = [&](float cell) {
    const float room = (area.w - 2 * kLeastGap) / static_cast<float>(n + d + 1);
    return std::floor(std::min({room, cell + 10, 40.F}));
  };
  const auto lines = [&](float cell) { return lines_of(canvas, area, cell, static_cast<float>(psi)); };
  const auto upper = [&](float cell) {
    return heights.label + size * first_cell(cell) + heights.key + heights.between + heights.label + kClear;
  };
  const auto products = [&](float cell) { return size * cell + heights.key + heights.between; };
  MapLayout layout;
  layout.upright = true;
  layout.entry = area.take_top(heights.entry);
  layout.answers = area.take_bottom(heights.answers);
  const float cell = largest_cell([&](float side) {
    const float height = upper(side) + products(side) + 2 * lines(side).pitch + kLow;
    return side * size * size <= area.w && height <= area.h;
  });
  const float first = first_cell(cell);
  float y = area.y + heights.label;
  layout.Z = block(area.x, y, first, d, n);
  layout.z = block(area.right() - first - 1, y, first, d, 1);
  const float room = layout.z.cells.x - layout.Z.cells.right();
  layout.G = block(layout.Z.cells.right() + (room - size * first) / 2, y, first, d, d);
  y = area.y + upper(cell);
  layout.X = block(area.x + (area.w - cell * size * size) / 2, y, cell, d, d * d);
  const Lines below = lines(cell);
  stand(layout, below, area.right() - 1 - below.cell * static_cast<float>(psi), y + products(cell), area.bottom(), psi);
  return layout;
}

}  // namespace

MapLayout map_layout(const Canvas& canvas, const Rect& area, int d, int n) {
  const auto psi = static_cast<int>(learner::feature_count(d));
  return canvas.narrow() ? top_to_bottom(canvas, area, d, n, psi) : left_to_right(canvas, area, d, n, psi);
}

}  // namespace figures::feature_map
