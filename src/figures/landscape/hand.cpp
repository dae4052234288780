// What the reader's hand does in figure "landscape".
#include "figures/landscape/scenery.hpp"
#include "plot/surface.hpp"

namespace figures::landscape {
namespace {

// The balls become the reader's own, at most kMostBalls: the oldest goes.
void drop(const Setting& setting, Values& values, const Place& place) {
  std::vector<double> balls = setting.starts;
  if (balls.size() == 2 * kMostBalls) balls.erase(balls.begin(), balls.begin() + 2);
  balls.insert(balls.end(), {place.x, place.y});
  values.set_list("balls", balls);
}

void move_ball(const Setting& setting, Values& values, std::size_t k, const Place& place) {
  std::vector<double> balls = setting.starts;
  if (2 * k + 1 >= balls.size()) return;
  balls[2 * k] = place.x;
  balls[2 * k + 1] = place.y;
  values.set_list("balls", balls);
}

std::string id_of(const SurfaceView& view, const std::string& what, std::size_t ball = 0) {
  return (view.is_map() ? "landscape.map." : "landscape.surface.") + what + std::to_string(ball);
}

std::string place_text(const Place& place) { return "$s$ = " + fixed(place.x, 2) + ", $t$ = " + fixed(place.y, 2); }

// What is there, exactly: not what the grid makes of it. A few dozen operations.
void name_place(const Terrain& terrain, Canvas& canvas, const Place& place) {
  tooltip(canvas, canvas.pointer.at,
          tr("loss %1\nslope %2\n%3", number(std::max(0.0, terrain.height(place.x, place.y))),
             number(terrain.slope(place.x, place.y).norm()), place_text(place)));
}

void name_ball(const Scenery& scenery, std::size_t k, Canvas& canvas) {
  const Shown& shown = scenery.shown;
  const Ball& ball = shown.result.balls[k];
  const Spot spot = shown.at(ball);
  const std::string when = shown.is_between() ? tr("lift %1 %", whole(shown.lift)) : tr("step %1", whole(shown.step));
  std::string words = tr("Ball %1: loss %2\n%3, %4", whole(k + 1), number(spot.z), place_text({spot.x, spot.y}), when);
  if (shown.step == kSteps && !shown.is_between()) words += "\n" + std::string(fate_words(shown.fate(ball)));
  tooltip(canvas, canvas.pointer.at, words);
}

// What the pointer does to a mark of ball k; false: nothing.
bool handle_mark(const Scenery& scenery, Drawing& drawing, const SurfaceView& view, std::size_t k, const Region& region,
                 Point mark) {
  constexpr float kOn = 9;
  const Pointer& pointer = drawing.canvas.pointer;
  if (!region.hovered) return false;
  const auto place = view.pick(pointer.at);
  if (region.clicked && place && std::hypot(pointer.at.x - mark.x, pointer.at.y - mark.y) > kOn) {
    // Beside the ball: its hit box is larger than it is, above all for a finger.
    drop(Setting(drawing.values), drawing.values, *place);
  } else if (!pointer.dragging || !region.held) {
    name_ball(scenery, k, drawing.canvas);
  } else if (place) {
    move_ball(Setting(drawing.values), drawing.values, k, *place);
    name_place(scenery.terrain, drawing.canvas, *place);
  }
  return true;
}

// A ball, or its start, can be taken and put elsewhere. Whether the pointer is at one.
bool drag_balls(const Scenery& scenery, Drawing& drawing, const SurfaceView& view) {
  Canvas& canvas = drawing.canvas;
  const float reach = canvas.pointer.touch ? 22.F : 11.F;
  const std::vector<Ball>& balls = scenery.shown.result.balls;
  for (std::size_t k = balls.size(); k-- > 0;) {
    for (const bool start : {false, true}) {
      const Point at = view.at(start ? start_of(scenery, balls[k]) : scenery.shown.at(balls[k]));
      const auto region = plot::region(canvas, id_of(view, start ? "start" : "ball", k),
                                       {at.x - reach, at.y - reach, 2 * reach, 2 * reach});
      if (handle_mark(scenery, drawing, view, k, region, at)) return true;
    }
  }
  return false;
}

}  // namespace

void handle_pointer(const Scenery& scenery, Drawing& drawing, const SurfaceView& view, const Rect& box) {
  if (drag_balls(scenery, drawing, view)) return;
  // Elsewhere a press drops a ball and a drag turns the surface.
  constexpr float kDegrees = 0.5F;  // for each pixel
  Canvas& canvas = drawing.canvas;
  Values& values = drawing.values;
  Pointer& pointer = canvas.pointer;
  const Region region = plot::region(canvas, id_of(view, "ground"), box);
  if (region.pressed)
    pointer.grip = {static_cast<float>(values.number("yaw")), static_cast<float>(values.number("pitch"))};
  if (region.held && pointer.dragging && !view.is_map()) {
    const double yaw = std::round(pointer.grip.x - kDegrees * (pointer.at.x - pointer.from.x));
    values.set("yaw", yaw - 360 * std::round(yaw / 360));
    values.set("pitch", std::round(pointer.grip.y + kDegrees * (pointer.at.y - pointer.from.y)));
  }
  const auto place = region.hovered ? view.pick(pointer.at) : std::nullopt;
  if (!place) return;
  if (region.clicked) drop(Setting(values), values, *place);
  if (!pointer.dragging) name_place(scenery.terrain, canvas, *place);
}

void draw_lever(Drawing& drawing, Rect box) {
  constexpr float kKnob = 11;
  Canvas& canvas = drawing.canvas;
  Pointer& pointer = canvas.pointer;
  Values& values = drawing.values;
  const Rect label = box.take_top(line_height(canvas));
  const Rect track = {box.centre().x - 2, box.y + kKnob, 4, std::max(1.F, box.h - 2 * kKnob)};
  const Region region = plot::region(canvas, kLever, Rect{track.x - kKnob, box.y, 2 * kKnob, box.h});
  canvas.upright = canvas.upright || region.hovered;
  if (region.pressed) pointer.grip = {static_cast<float>(values.number("lift")), 0};
  if (region.held && pointer.dragging) {
    values.set("lift", std::round(pointer.grip.x + kLifts * (pointer.from.y - pointer.at.y) / track.h));
  }
  const double lift = values.number("lift");
  if (region.clicked)
    drawing.play = Play{"lift", lift < kLifts ? kLifts : 0.0};
  else if (pointer.held == kLever && pointer.released && lift < kLifts)
    drawing.play = Play{"lift", is_over_half(lift) ? kLifts : 0.0};
  const float share = static_cast<float>(lift) / kLifts;
  const float y = track.bottom() - share * track.h;
  const Colour ink = blend(canvas.colour(Ink::accent), canvas.colour(Ink::W), share);
  fill(canvas, track, canvas.colour(Ink::hairline), {2});
  fill(canvas, {track.x, y, track.w, track.bottom() - y}, ink, {2});
  const Point knob{box.centre().x, y};
  if (region.hovered || region.held) disc(canvas, knob, kKnob + 5, with_alpha(ink, 0.25F));
  disc(canvas, knob, kKnob, ink);
  // The way it goes.
  const float up = lift < kLifts ? -1.F : 1.F;
  polygon(canvas,
          std::array{Point{knob.x - 5, y - 2.5F * up}, Point{knob.x + 5, y - 2.5F * up}, Point{knob.x, y + 4 * up}},
          canvas.colour(Ink::paper), 0, 0);
  text(canvas, label, tr("Lift"), centred(Ink::ink, Size::body, Face::semibold));
  highlight(canvas, label, "W");
}

}  // namespace figures::landscape
