// The picture of figure "cost": a chart of operations beside the numbers at its marker; on a phone, one over the other.
#include <algorithm>

#include "figures/cost/picture.hpp"

namespace figures::cost {

void draw(const Result& result, Drawing& drawing) {
  const Setting setting = setting_of(drawing.values);
  const Picture picture{.result = result,
                      .drawing = drawing,
                      .setting = setting,
                      .route = route_of(drawing.values, setting.sizes()),
                      .device = device_of(result, drawing.times),
                      .trial = trial_of(result, drawing.times)};
  Rect area = drawing.canvas.area.inset(2);
  if (drawing.canvas.narrow()) {
    const float room = area.h - panel_height(picture, area.w) - 2 * kGrid;
    draw_chart(picture, area.take_top(std::max(room, 0.3F * area.h), 2 * kGrid));
    draw_panel(picture, area);
    return;
  }
  const auto [left, right] = area.columns<2>({1.25F, 1}, 3 * kGrid);
  draw_chart(picture, left);
  draw_panel(picture, right);
}

}  // namespace figures::cost
