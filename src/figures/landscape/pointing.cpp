// What the pointer does in figure "landscape": it drops balls, moves them, turns the surface and asks what is there.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "figures/landscape/pane.hpp"
#include "figures/landscape/terrain.hpp"
#include "figures/landscape/words.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::landscape {
namespace {

// The reader's own starts, or the nine that the figure chose.
std::vector<double> starts(const Result& result, const Values& values) {
  const auto list = values.list("balls");
  if (!list.empty()) return {list.begin(), list.end()};
  std::vector<double> chosen;
  for (Index k = 0; k < result.s.cols(); ++k) chosen.insert(chosen.end(), {result.s(0, k), result.t(0, k)});
  return chosen;
}

void drop(Values& values, const Place& place) {
  const auto list = values.list("balls");
  std::vector<double> balls(list.begin(), list.end());
  if (balls.size() == 2 * kMostBalls) balls.erase(balls.begin(), balls.begin() + 2);
  balls.insert(balls.end(), {place.x, place.y});
  values.set_list("balls", balls);
}

std::string id_of(const Pane& pane, std::string_view what, Index ball = 0) {
  return "landscape." + std::string(pane.map ? "map." : "surface.") + std::string(what) + std::to_string(ball);
}

std::string place_text(const Place& place) { return "$s$ = " + fixed(place.x, 2) + ", $t$ = " + fixed(place.y, 2); }

// What is there, exactly: not what the grid makes of it.
void say_place(const Result& result, Canvas& canvas, const Place& place) {
  const Terrain terrain{.polynomial = {.c = result.polynomial}, .dents = result.dents};
  tooltip(canvas, canvas.pointer.at,
          tr("loss %1\nslope %2\n%3", number(std::max(0.0, terrain.height(place.x, place.y))),
             number(terrain.slope(place.x, place.y).norm()), place_text(place)));
}

void say_ball(const Result& result, Drawing& drawing, Index k) {
  const Spot spot = spot_of(result, k, step_of(drawing));
  const Ball& ball = result.balls[static_cast<std::size_t>(k)];
  std::string words = tr("Ball %1: loss %2\n%3, step %4", whole(static_cast<double>(k + 1)), number(spot.z),
                         place_text({spot.x, spot.y}), whole(static_cast<double>(step_of(drawing))));
  if (step_of(drawing) == kSteps) words += "\n" + std::string(fate_words(ball.fate));
  tooltip(drawing.canvas, drawing.canvas.pointer.at, words);
}

void move_ball(const Result& result, Values& values, Index k, const Place& place) {
  std::vector<double> balls = starts(result, values);
  const auto first = 2 * static_cast<std::size_t>(k);
  if (first + 1 >= balls.size()) return;
  balls[first] = place.x;
  balls[first + 1] = place.y;
  values.set_list("balls", balls);
}

// What the pointer does to a mark of ball k; false: nothing.
bool handle_mark(const Result& result, Drawing& drawing, const SurfaceView& view, Index k, const Region& region,
                 Point mark) {
  constexpr float kOn = 9;
  const Pointer& pointer = drawing.canvas.pointer;
  if (!region.hovered) return false;
  const auto place = view.pick(pointer.at);
  if (region.clicked && place && std::hypot(pointer.at.x - mark.x, pointer.at.y - mark.y) > kOn) {
    drop(drawing.values, *place);  // beside the ball: its hit box is larger than it is, above all for a finger
  } else if (!pointer.dragging || !region.held) {
    say_ball(result, drawing, k);
  } else if (place) {
    move_ball(result, drawing.values, k, *place);
    say_place(result, drawing.canvas, *place);
  }
  return true;
}

// A ball, or its start, can be taken and put elsewhere. Whether the pointer is at one.
bool drag_balls(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane) {
  Canvas& canvas = drawing.canvas;
  const float reach = canvas.pointer.touch ? 22.F : 11.F;
  for (Index k = result.s.cols(); k-- > 0;) {
    for (const Index step : {step_of(drawing), Index{0}}) {
      const Point at = view.at(spot_of(result, k, step));
      const auto region = plot::region(canvas, id_of(pane, step == 0 ? "start" : "ball", k),
                                       {at.x - reach, at.y - reach, 2 * reach, 2 * reach});
      if (handle_mark(result, drawing, view, k, region, at)) return true;
    }
  }
  return false;
}

double wrapped(double degrees) { return degrees - 360 * std::round(degrees / 360); }

// Elsewhere a click drops a ball and a drag turns the surface.
void turn_or_drop(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane) {
  constexpr float kDegrees = 0.5F;  // for each pixel
  Canvas& canvas = drawing.canvas;
  Pointer& pointer = canvas.pointer;
  const Region region = plot::region(canvas, id_of(pane, "ground"), pane.box);
  if (region.pressed) {
    pointer.grip = {static_cast<float>(drawing.values.number("yaw")),
                    static_cast<float>(drawing.values.number("pitch"))};
  }
  if (region.held && pointer.dragging && !pane.map) {
    drawing.values.set("yaw", wrapped(std::round(pointer.grip.x - kDegrees * (pointer.at.x - pointer.from.x))));
    drawing.values.set("pitch", std::round(pointer.grip.y + kDegrees * (pointer.at.y - pointer.from.y)));
  }
  const auto place = region.hovered ? view.pick(pointer.at) : std::nullopt;
  if (!place) return;
  if (region.clicked) drop(drawing.values, *place);
  if (!pointer.dragging) say_place(result, canvas, *place);
}

}  // namespace

void handle_pointer(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane) {
  if (!drag_balls(result, drawing, view, pane)) turn_or_drop(result, drawing, view, pane);
}

}  // namespace figures::landscape
