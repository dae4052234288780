// What the pointer does in figure "landscape": it drops balls, moves them, turns the surface and asks what is there.
#include <algorithm>
#include <cmath>

#include "figures/landscape/landscape.hpp"

namespace figures::landscape {
namespace {

std::vector<double> list_of(const Values& values) {
  const auto list = values.list("balls");
  return {list.begin(), list.end()};
}

void drop(Values& values, const Place& place) {
  std::vector<double> balls = list_of(values);
  if (balls.size() == 2 * kMostBalls) balls.erase(balls.begin(), balls.begin() + 2);
  balls.insert(balls.end(), {place.x, place.y});
  values.set_list("balls", balls);
}

// One of the figure's own nine makes all nine the reader's own.
void move_ball(const Result& result, Values& values, std::size_t k, const Place& place) {
  std::vector<double> balls = list_of(values);
  if (balls.empty()) {
    for (const Ball& ball : result.balls) balls.insert(balls.end(), {ball.at(0).x, ball.at(0).y});
  }
  if (2 * k + 1 >= balls.size()) return;
  balls[2 * k] = place.x;
  balls[2 * k + 1] = place.y;
  values.set_list("balls", balls);
}

std::string id_of(const Pane& pane, std::string_view what, std::size_t ball = 0) {
  return "landscape." + std::string(pane.map ? "map." : "surface.") + std::string(what) + std::to_string(ball);
}

std::string place_text(const Place& place) { return "$s$ = " + fixed(place.x, 2) + ", $t$ = " + fixed(place.y, 2); }

// What is there, exactly: not what the grid makes of it. A few dozen operations.
void name_place(const Terrain& terrain, Canvas& canvas, const Place& place) {
  tooltip(canvas, canvas.pointer.at,
          tr("loss %1\nslope %2\n%3", number(std::max(0.0, terrain.height(place.x, place.y))),
             number(terrain.slope(place.x, place.y).norm()), place_text(place)));
}

void name_ball(const Ball& ball, std::size_t k, const Drawing& drawing) {
  const int step = drawing.values.integer("step");
  const Spot spot = ball.at(step);
  std::string words =
      tr("Ball %1: loss %2\n%3, step %4", whole(k + 1), number(spot.z), place_text({spot.x, spot.y}), whole(step));
  if (step == kSteps) words += "\n" + std::string(fate_words(ball.fate));
  tooltip(drawing.canvas, drawing.canvas.pointer.at, words);
}

// What the pointer does to a mark of ball k; false: nothing.
bool handle_mark(const Result& result, Drawing& drawing, const SurfaceView& view, std::size_t k, const Region& region,
                 Point mark) {
  constexpr float kOn = 9;
  const Pointer& pointer = drawing.canvas.pointer;
  if (!region.hovered) return false;
  const auto place = view.pick(pointer.at);
  if (region.clicked && place && std::hypot(pointer.at.x - mark.x, pointer.at.y - mark.y) > kOn) {
    drop(drawing.values, *place);  // beside the ball: its hit box is larger than it is, above all for a finger
  } else if (!pointer.dragging || !region.held) {
    name_ball(result.balls[k], k, drawing);
  } else if (place) {
    move_ball(result, drawing.values, k, *place);
    name_place(result.terrain, drawing.canvas, *place);
  }
  return true;
}

// A ball, or its start, can be taken and put elsewhere. Whether the pointer is at one.
bool drag_balls(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane) {
  Canvas& canvas = drawing.canvas;
  const float reach = canvas.pointer.touch ? 22.F : 11.F;
  for (std::size_t k = result.balls.size(); k-- > 0;) {
    for (const int step : {drawing.values.integer("step"), 0}) {
      const Point at = view.at(result.balls[k].at(step));
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
  Values& values = drawing.values;
  Pointer& pointer = canvas.pointer;
  const Region region = plot::region(canvas, id_of(pane, "ground"), pane.box);
  if (region.pressed)
    pointer.grip = {static_cast<float>(values.number("yaw")), static_cast<float>(values.number("pitch"))};
  if (region.held && pointer.dragging && !pane.map) {
    values.set("yaw", wrapped(std::round(pointer.grip.x - kDegrees * (pointer.at.x - pointer.from.x))));
    values.set("pitch", std::round(pointer.grip.y + kDegrees * (pointer.at.y - pointer.from.y)));
  }
  const auto place = region.hovered ? view.pick(pointer.at) : std::nullopt;
  if (!place) return;
  if (region.clicked) drop(values, *place);
  if (!pointer.dragging) name_place(result.terrain, canvas, *place);
}

}  // namespace

void handle_pointer(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane) {
  if (!drag_balls(result, drawing, view, pane)) turn_or_drop(result, drawing, view, pane);
}

}  // namespace figures::landscape
