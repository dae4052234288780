// The picture of figure "language": one of three, by the question.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "figures/language/picture.hpp"
#include "plot/axes.hpp"

namespace figures::language {
namespace {

void draw_learn(const Result& result, Drawing& drawing, Rect area) {
  if (drawing.canvas.narrow()) {
    const auto [scores, descent, passage] = area.rows<3>({1.15F, 0.95F, 1.25F}, 3 * kGrid);
    draw_scores(result, drawing, scores);
    draw_descent(result, drawing.canvas, descent);
    draw_passage(result, drawing, passage);
    return;
  }
  const auto [left, right] = area.columns<2>({1, 0.92F}, 5 * kGrid);
  const auto [scores, descent] = left.rows<2>({0.6F, 1}, 3 * kGrid);
  draw_scores(result, drawing, scores);
  draw_descent(result, drawing.canvas, descent);
  draw_passage(result, drawing, right);
}

void draw_certificate(const Result& result, Drawing& drawing, Rect area) {
  Canvas& canvas = drawing.canvas;
  if (canvas.narrow()) {
    const auto [spectra, rho, rare] = area.rows<3>({1.15F, 1, 0.8F}, 3 * kGrid);
    draw_spectra(result, canvas, spectra);
    draw_rho(result, canvas, rho);
    draw_rare(result, canvas, rare);
    return;
  }
  const auto [left, right] = area.columns<2>({1, 1}, 5 * kGrid);
  const auto [rho, rare] = right.rows<2>({1.25F, 1}, 3 * kGrid);
  draw_spectra(result, canvas, left);
  draw_rho(result, canvas, rho);
  draw_rare(result, canvas, rare);
}

}  // namespace

Ink ink_of(Predictor predictor) {
  constexpr std::array kInks = {Ink::quiet, Ink::ink, Ink::ink, Ink::W, Ink::V};
  return kInks[static_cast<std::size_t>(predictor)];
}

// Columns of W kept; leverages, which come from Lambda; rows of data kept.
Ink ink_of(Sketch sketch) {
  constexpr std::array kInks = {Ink::W, Ink::G, Ink::quiet, Ink::ink, Ink::Z};
  return kInks[static_cast<std::size_t>(sketch)];
}

void draw_level(Canvas& canvas, const Axes& axes, Labels& labels, const Level& level) {
  if (level.y < axes.y().range.low || level.y > axes.y().range.high) return;
  const Rect& area = axes.plot();
  const float y = std::round(axes.y_at(level.y));
  const Colour colour = canvas.colour(level.ink);
  if (level.dashed) {
    dashed_line(canvas, {area.x, y}, {area.right(), y}, colour, 1.25F);
  } else {
    line(canvas, {area.x, y}, {area.right(), y}, colour, 2);
  }
  labels.avoid(Point{area.x, y}, Point{area.right(), y});
}

void label_level(Canvas& canvas, const Axes& axes, Labels& labels, const Level& level) {
  if (level.y < axes.y().range.low || level.y > axes.y().range.high) return;
  const Rect& area = axes.plot();
  const float y = std::round(axes.y_at(level.y));
  std::vector<plot::LabelSpot> spots;
  for (const float x : {0.F, 0.25F, 0.5F}) {
    const float at = level.left ? area.x + 4 + x * area.w : area.right() - 2 - x * area.w;
    const Along along = level.left ? Along::left : Along::right;
    spots.push_back({{at, y - 1}, along, Upright::bottom});
    spots.push_back({{at, y + 2}, along, Upright::top});
  }
  labels.place(canvas, level.words, {.ink = level.ink, .size = Size::small}, spots);
}

void draw(const Result& result, Drawing& drawing) {
  const Rect area = drawing.canvas.area.inset(2);
  switch (result.view) {
    case View::learn: return draw_learn(result, drawing, area);
    case View::sketch: return draw_sketches(result, drawing, area);
    case View::certificate: return draw_certificate(result, drawing, area);
  }
}

}  // namespace figures::language
