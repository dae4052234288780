// The picture of figure "phases": six rows, and the chosen phase large beside or under them.
#include "figures/phases/picture.hpp"
#include "plot/panel.hpp"

namespace figures::phases {
namespace {

void draw_large(const Result& result, Drawing& drawing, Rect box) {
  const int phase = drawing.values.integer("phase") + 1;
  heading(drawing.canvas, box, finding_of(result, phase), meaning_of(result, phase));
  if (phase == 1 && !result.errors.empty()) return draw_sum_panel(result, drawing.canvas, box, phase);
  if (phase > result.reached) return;
  switch (phase) {
    case 3: return draw_sum_panel(result, drawing.canvas, box, phase);
    case 2:
    case 4: return draw_body_panel(result, drawing.canvas, box, phase);
    case 5: return draw_span_panel(result, drawing.canvas, box);
    default: return draw_net_panel(result, drawing.canvas, box);
  }
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  Rect area = drawing.canvas.area.inset(2);
  if (drawing.canvas.narrow()) {
    draw_rows(result, drawing, area.take_top(0.46F * area.h, 2 * kGrid));
    draw_large(result, drawing, area);
    return;
  }
  const auto [left, right] = area.columns<2>({1.3F, 1}, 4 * kGrid);
  draw_rows(result, drawing, left);
  draw_large(result, drawing, right);
}

}  // namespace figures::phases
