#include "plot/pointer.hpp"

#include <cmath>

namespace plot {

void Pointer::next(Point now, bool is_inside, bool is_down, bool is_touch) {
  constexpr float kStill = 6;
  const bool was_down = down;
  if (released) held.clear();
  at = now;
  inside = is_inside;
  down = is_down;
  touch = is_touch;
  pressed = down && !was_down;
  released = was_down && !down;
  if (pressed) {
    from = now;
    dragging = false;
  }
  const bool moved = std::hypot(at.x - from.x, at.y - from.y) > kStill;
  clicked = released && !dragging && !moved;
  dragging = down && (dragging || moved);
}

}  // namespace plot
