// A path of ImGui's that is cut into pieces where its colour changes, and where it turns by more than 60°: ImGui mitres
// every corner, and sharp ones would become spikes.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "plot/canvas.hpp"

namespace plot {

class Way {
 public:
  // `round`: where it turns that sharply, its end is a disc.
  Way(Canvas& canvas, float width, bool round = false) : canvas_(canvas), width_(width), round_(round) {}

  void add(Point at, Colour colour) {
    if (!empty_) {
      const Point step{at.x - last_.x, at.y - last_.y};
      const float length = std::max(1e-3F, std::hypot(step.x, step.y));
      const Point now{step.x / length, step.y / length};
      if (path().Size > 1 && (colour != colour_ || now.x * before_.x + now.y * before_.y < 0.5F)) {
        end();
        if (round_) disc(canvas_, last_, width_ / 2, colour);
        canvas_.list.PathLineTo({last_.x, last_.y});
      }
      before_ = now;
    }
    canvas_.list.PathLineTo({at.x, at.y});
    colour_ = colour;
    last_ = at;
    empty_ = false;
  }

  bool is_near(Point at, float apart) const { return !empty_ && std::hypot(at.x - last_.x, at.y - last_.y) < apart; }

  void end() {
    if (path().Size > 1 && colour_ != 0) canvas_.list.PathStroke(colour_, 0, width_);
    canvas_.list.PathClear();
    empty_ = true;
  }

 private:
  const ImVector<ImVec2>& path() const { return canvas_.list._Path; }

  Canvas& canvas_;
  float width_;
  bool round_;
  bool empty_ = true;
  Colour colour_ = 0;
  Point last_;
  Point before_;  // direction of the last step
};

}  // namespace plot
