// Where the matrices of figure "feature_map" stand.
#include "figures/feature_map/feature_map.hpp"
#include "learner/features.hpp"

namespace figures::feature_map {
namespace {

constexpr float kLargest = 72;  // pixels of a cell
constexpr float kSmallest = 12;
constexpr float kReadable = 18;  // below it W gives its room to the others

// The pieces of fixed height, from the letters' size.
struct Heights {
  float label;    // over a matrix
  float key;      // under it
  float between;  // room for links
  float heading;  // of the answers
  float answers;
  float entry;
};

Heights heights_of(const Canvas& canvas, int d, int n) {
  const float small = line_height(canvas, Size::small);
  const float body = line_height(canvas);
  return {.label = body + 4,
          .key = small + 6,
          .between = (canvas.narrow() ? 1.3F : 2) * canvas.em,
          .heading = body + 2 * small + 14,
          .answers = static_cast<float>(d + 1) * (small + 4) + 4,
          .entry = body + (n > 4 || !canvas.narrow() ? 8 : 7) * small + 16};
}

MatrixView block(float x, float y, float cell, int rows, int columns) {
  return {.cells = {std::round(x), std::round(y), cell * static_cast<float>(columns), cell * static_cast<float>(rows)},
          .rows = rows,
          .columns = columns,
          .hovered = {}};
}

// The largest cell, in whole pixels, for which fits(cell, with W) holds, and whether W is shown.
std::pair<float, bool> largest_cell(const auto& fits) {
  for (float cell = kLargest; cell >= kReadable; --cell) {
    if (fits(cell, true)) return {cell, true};
  }
  float cell = kLargest;
  while (cell > kSmallest && !fits(cell, false)) --cell;
  return {cell, false};
}

// --- Left to right --------------------------------------------------------------------------------------------------

constexpr float kLeastGap = 30;
constexpr float kMostGap = 96;
constexpr float kSlot = 84;      // a label and a colour key need so much, however few tokens there are
constexpr float kAnswers = 350;  // the width of their table

struct Wide {
  const Rect& area;
  const Heights& heights;
  int d;
  int n;
  float psi;

  float slot(float cell, int columns) const { return std::max(cell * static_cast<float>(columns), kSlot); }
  float width(float cell) const { return slot(cell, n) + slot(cell, d) + cell * static_cast<float>(1 + d * d); }
  float folded_cell(float cell) const { return std::min(cell, std::floor(area.w / psi)); }
  float matrix(float cell) const { return heights.label + cell * static_cast<float>(d) + heights.key; }
  float folded(float cell) const { return folded_cell(cell) + heights.label; }
  float height(float cell, bool shows_W) const {
    const float lower = heights.heading + heights.answers + (shows_W ? matrix(cell) : 0);
    return matrix(cell) + folded(cell) + std::max(lower, heights.entry) + 2 * heights.between;
  }
};

MapLayout left_to_right(const Wide& wide) {
  const auto& [area, heights, d, n, psi] = wide;
  MapLayout layout;
  const auto [cell, shows_W] = largest_cell([&](float size, bool with_W) {
    return wide.width(size) + 3 * kLeastGap <= area.w && wide.height(size, with_W) <= area.h;
  });
  layout.shows_W = shows_W;
  const float gap = std::clamp((area.w - wide.width(cell)) / 3, kLeastGap, kMostGap);
  float x = area.x + std::max(0.F, (area.w - wide.width(cell) - 3 * gap) / 2);
  float y = area.y + heights.label;
  layout.Z = block(x, y, cell, d, n);
  layout.G = block(x += wide.slot(cell, n) + gap, y, cell, d, d);
  layout.z = block(x += wide.slot(cell, d) + gap, y, cell, d, 1);
  layout.X = block(x += cell + gap, y, cell, d, d * d);
  y += wide.matrix(cell) - heights.label + heights.between;
  const float small = wide.folded_cell(cell);
  layout.H = {block(layout.X.cells.right() - small * psi, y, small, 1, static_cast<int>(psi))};
  y += wide.folded(cell) + heights.between;
  const float column = std::min(layout.X.cells.x, area.right() - kAnswers);
  layout.entry = {layout.Z.cells.x, y, column - layout.Z.cells.x - 4 * kGrid, area.bottom() - y};
  layout.check = {column, y, area.right() - column, heights.heading};
  y += heights.heading;
  layout.W = block(layout.X.cells.x, y + heights.label, cell, d, d * d);
  if (layout.shows_W) y += wide.matrix(cell);
  layout.answers = {column, y, std::max(kAnswers, layout.X.cells.right() - column), area.bottom() - y};
  return layout;
}

// --- Top to bottom --------------------------------------------------------------------------------------------------

constexpr float kClear = 12;  // between the name of X and its cells, for the ends of links

struct Narrow {
  const Rect& area;
  const Heights& heights;
  int d;
  int n;

  float rows(float cell) const { return cell * static_cast<float>(d); }
  // Of Z, G and z, side by side.
  float first_cell(float cell) const {
    const float room = (area.w - 2 * kLeastGap) / static_cast<float>(n + d + 1);
    return std::floor(std::min({room, cell + 10, 40.F}));
  }
  float height(float cell, bool shows_W) const {
    const float first = heights.label + rows(first_cell(cell)) + heights.key;
    const float features = heights.label + kClear + 2 * rows(cell) + heights.key;
    const float weights = shows_W ? heights.label + rows(cell) + heights.key : 0;
    return first + features + weights + heights.entry + heights.heading + heights.answers + 4 * heights.between;
  }
};

// Line j of H(Z) stands under the columns of X that it keeps from row j.
std::vector<MatrixView> folded_lines(const MatrixView& X, float y, float cell, int d) {
  std::vector<MatrixView> lines;
  for (int j = 0; j < d; ++j) {
    const auto row = static_cast<float>(j);
    lines.push_back(block(X.cells.x + row * static_cast<float>(d) * cell, y + row * cell, cell, 1, (d - j) * d));
  }
  return lines;
}

MapLayout top_to_bottom(const Narrow& narrow) {
  const auto& [area, heights, d, n] = narrow;
  MapLayout layout;
  layout.upright = true;
  const auto [cell, shows_W] = largest_cell([&, columns = static_cast<float>(d * d)](float size, bool with_W) {
    return size * columns <= area.w && narrow.height(size, with_W) <= area.h;
  });
  layout.shows_W = shows_W;
  const float first = narrow.first_cell(cell);
  float y = area.y + heights.label;
  layout.Z = block(area.x, y, first, d, n);
  layout.z = block(area.right() - first - 1, y, first, d, 1);
  const float room = layout.z.cells.x - layout.Z.cells.right();
  layout.G = block(layout.Z.cells.right() + (room - narrow.rows(first)) / 2, y, first, d, d);
  y += narrow.rows(first) + heights.key + heights.between + heights.label + kClear;
  layout.X = block(area.x + (area.w - cell * static_cast<float>(d * d)) / 2, y, cell, d, d * d);
  y += narrow.rows(cell) + heights.key + heights.between;
  layout.H = folded_lines(layout.X, y, cell, d);
  y += narrow.rows(cell) + heights.between;
  layout.entry = {area.x, y, area.w, heights.entry};
  y += heights.entry + heights.between;
  layout.check = {area.x, y, area.w, heights.heading};
  y += heights.heading;
  layout.W = block(layout.X.cells.x, y + heights.label, cell, d, d * d);
  if (layout.shows_W) y += heights.label + narrow.rows(cell) + heights.key;
  layout.answers = {area.x, y, area.w, std::max(0.F, area.bottom() - y)};
  return layout;
}

}  // namespace

MapLayout map_layout(const Canvas& canvas, const Rect& area, int d, int n) {
  const Heights heights = heights_of(canvas, d, n);
  if (canvas.narrow()) return top_to_bottom({area, heights, d, n});
  return left_to_right({area, heights, d, n, static_cast<float>(learner::feature_count(d))});
}

}  // namespace figures::feature_map
