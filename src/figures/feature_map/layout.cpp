// Where the matrices of figure "feature_map" stand.
#include "figures/feature_map/feature_map.hpp"
#include "learner/features.hpp"
#include "plot/matrix.hpp"

namespace figures::feature_map {
namespace {

constexpr float kLeastGap = 30;  // between matrices, for the sign that joins them
constexpr float kMostGap = 96;
constexpr float kRowGap = 3;  // between H(Z) and its weights

// Room for the names of the sentence: over the columns of Z and z, as wide as the longest word, and left of its rows.
struct Names {
  float column = 0, above = 0, left = 0;
  Size size = Size::small;
};

Names names_in(const Canvas& canvas, bool named, Size size = Size::small) {
  if (!named) return {};
  const auto widest = [&](std::span<const Phrase> words) {
    float width = 0;
    for (const Phrase& word : words) width = std::max(width, text_width(canvas, tr(word), {.size = size}));
    return std::ceil(width);
  };
  return {widest(kWords) + 4, line_height(canvas, size), widest(kMeanings) + kGrid, size};
}

MatrixView block(float x, float y, float w, float h, int rows, int columns) {
  return {.cells = {std::round(x), std::round(y), w * static_cast<float>(columns), h * static_cast<float>(rows)},
          .rows = rows,
          .columns = columns,
          .hovered = {}};
}

// H(Z), its weights and the stair of the sum under one another, with room for their names at the left.
void stand(MapLayout& layout, const Canvas& canvas, Rect area, int d, int psi) {
  const float height = std::round((layout.upright ? 1.5F : 2.2F) * canvas.em);
  const float names = (layout.upright ? 4.6F : 7.8F) * canvas.em;
  const float cell = (area.w - names) / static_cast<float>(psi);
  const float x = area.x + names;
  const Rect H = area.take_top(height, kRowGap);
  layout.H = block(x, H.y, cell, height, 1, psi);
  layout.p = block(x, area.take_top(height, 1.2F * canvas.em).y, cell, height, 1, psi);
  layout.sum = block(x, area.y, cell, area.h, 1, psi);
  const float chip = std::min(44.F, area.h / static_cast<float>(d));
  layout.outputs = {area.x, area.y, 2.4F * canvas.em, chip * static_cast<float>(d)};
}

// Z, G, z and X in a row; the answer at the end of the stair.
MapLayout left_to_right(const Canvas& canvas, Rect area, int d, int n, int psi, const Names& names) {
  const auto size = static_cast<float>(d);
  const float columns = static_cast<float>(n) + size + 1 + size * size;
  const float most = std::max(2.6F, 6.8F / size) * canvas.em;
  const float side = std::floor(std::min({most, 0.2F * area.h / size, (area.w - 3 * kLeastGap) / columns}));
  const float token = std::max(side, names.column);
  MapLayout layout;
  const std::string longest = tr("sum of %1 of %2 products", whole(psi), whole(psi));
  const float answer = std::max(10.5F * canvas.em, canvas.em + text_width(canvas, longest, kCaption));
  const float all = names.left + side * columns + (token - side) * static_cast<float>(n + 1);
  const float gap = std::clamp((area.w - answer - all) / 3, kLeastGap, kMostGap);
  area.take_top(line_height(canvas) + names.above, 4);
  const Rect top = area.take_top(size * side, 3.2F * canvas.em);
  layout.Z = block(area.x + names.left, top.y, token, side, d, n);
  layout.G = block(layout.Z.cells.right() + gap, top.y, side, side, d, d);
  layout.z = block(layout.G.cells.right() + gap, top.y, token, side, d, 1);
  layout.X = block(layout.z.cells.right() + gap, top.y, side, side, d, d * d);
  layout.answer = area.take_right(answer, 0).inset(canvas.em, 0, 0, 0);
  area.take_bottom(2.2F * canvas.em, 0);  // of an answer at the foot of the stair
  stand(layout, canvas, area, d, psi);
  return layout;
}

// Z, G and z in a row, X under them; the answer under the stair.
MapLayout top_to_bottom(const Canvas& canvas, Rect area, int d, int n, int psi, const Names& names) {
  const auto size = static_cast<float>(d);
  const float label = line_height(canvas);
  MapLayout layout;
  layout.upright = true;
  const float columns = static_cast<float>(n) + size + 1;
  const float side =
      std::floor(std::min({2.2F * canvas.em, 0.185F * area.h / size, (area.w - 2 * kLeastGap) / columns}));
  layout.answer = area.take_bottom(line_height(canvas, Size::small) + line_height(canvas, Size::number), 6);
  const float token = std::max(side, names.column);
  area.take_top(label + names.above, 2);
  const Rect top = area.take_top(size * side, kGrid);
  layout.Z = block(area.x + names.left, top.y, token, side, d, n);
  layout.z = block(area.right() - token - 1, top.y, token, side, d, 1);
  const float room = layout.z.cells.x - layout.Z.cells.right();
  layout.G = block(layout.Z.cells.right() + (room - size * side) / 2, top.y, side, side, d, d);
  area.take_top(label, 2);
  const float cell = std::floor(std::min({0.75F * side, area.w / size / size}));
  const Rect products = area.take_top(size * cell, 2.4F * canvas.em);
  layout.X = block(area.x + (area.w - cell * size * size) / 2, products.y, cell, cell, d, d * d);
  stand(layout, canvas, area, d, psi);
  return layout;
}

}  // namespace

MapLayout map_layout(const Canvas& canvas, const Rect& area, int d, int n, bool named) {
  const auto psi = static_cast<int>(learner::feature_count(d));
  if (!canvas.narrow()) return left_to_right(canvas, area, d, n, psi, names_in(canvas, named));
  Names names = names_in(canvas, named);
  const float taken = names.left + static_cast<float>(n + 1) * names.column + static_cast<float>(d) * 2.2F * canvas.em;
  if (taken + 2 * kLeastGap > area.w) names = names_in(canvas, named, Size::script);
  MapLayout layout = top_to_bottom(canvas, area, d, n, psi, names);
  layout.names = names.size;
  return layout;
}

}  // namespace figures::feature_map
