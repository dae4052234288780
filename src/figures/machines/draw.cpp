// The frame of figure "machines".
#include <algorithm>

#include "figures/machines/picture.hpp"

namespace figures::machines {
namespace {

constexpr float kGap = 3 * kGrid;
constexpr float kLeastCurve = 13;  // em

void draw_automaton(const Result& result, Drawing& drawing, Rect area) {
  Canvas& canvas = drawing.canvas;
  if (canvas.narrow()) {
    draw_table_editor(result, drawing, area.take_top(table_editor_height(canvas, area.w, drawing.values), kGap));
    draw_exactness(result, drawing, area.take_bottom(std::max(0.31F * area.h, kLeastCurve * canvas.em), kGap));
    draw_run(result, drawing, area);
    return;
  }
  auto [left, right] = area.columns<2>({0.66F, 1}, 5 * kGrid);
  const float table = table_editor_height(canvas, left.w, drawing.values);
  draw_table_editor(result, drawing, left.take_top(table, kGap));
  draw_exactness(result, drawing, left);
  draw_run(result, drawing, right);
}

void draw_recall(const Result& result, Drawing& drawing, Rect area) {
  Canvas& canvas = drawing.canvas;
  if (canvas.narrow()) {
    draw_exactness(result, drawing, area.take_bottom(std::max(0.36F * area.h, kLeastCurve * canvas.em), kGap));
    draw_memory(result, drawing, area);
    return;
  }
  const auto [left, right] = area.columns<2>({1, 0.66F}, 5 * kGrid);
  draw_memory(result, drawing, left);
  draw_exactness(result, drawing, right);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  if (result.points.empty()) return;
  const Rect area = drawing.canvas.area.inset(2);
  if (result.is_memory()) {
    draw_recall(result, drawing, area);
  } else {
    draw_automaton(result, drawing, area);
  }
}

}  // namespace figures::machines
