// The frame of figure "certificate": three panels, side by side or stacked.
#include <array>

#include "figures/certificate/picture.hpp"

namespace figures::certificate {

void draw(const Result& result, Drawing& drawing) {
  Canvas& canvas = drawing.canvas;
  const Rect area = canvas.area.inset(2);
  if (canvas.narrow()) {
    const auto [spectrum, question, descent] = area.rows<3>({1.2F, 3, 1.2F}, 3 * kGrid);
    draw_spectrum_panel(result, canvas, spectrum);
    draw_question_panel(result, drawing, question);
    draw_descent_panel(result, canvas, descent);
    return;
  }
  const auto [left, right] = area.columns<2>({0.72F, 1}, 5 * kGrid);
  const auto [upper, lower] = left.rows<2>({1, 1}, 3 * kGrid);
  draw_spectrum_panel(result, canvas, upper);
  draw_descent_panel(result, canvas, lower);
  draw_question_panel(result, drawing, right);
}

}  // namespace figures::certificate
