// Mouse, pen or finger over a canvas.
#pragma once

#include <string>

#include "plot/rect.hpp"

namespace plot {

// Lives as long as the view; the host calls next() once before each frame.
struct Pointer {
  Point at;
  bool inside = false;    // over the canvas; false after a touch has ended
  bool down = false;      // the button is held
  bool pressed = false;   // it went down in this frame
  bool clicked = false;   // it came up in this frame and had not moved by more than 6 px
  bool dragging = false;  // held and moved by more than 6 px
  bool released = false;  // it came up in this frame
  bool touch = false;     // hit boxes of 44 px instead of 24
  Point from;             // where it went down
  Point grip;             // two numbers for the region that took the press: where what it drags stood then
  std::string held;       // id of the region that took the press, until the frame after it is released

  void next(Point now, bool is_inside, bool is_down, bool is_touch);
};

}  // namespace plot
