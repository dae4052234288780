// The picture of figure "landscape": the loss from an angle and from above, where the reader drops balls and moves
// them, and every ball's loss step by step.
#include <numeric>

#include "figures/landscape/landscape.hpp"

namespace figures::landscape {
namespace {

// One view of the loss.
struct Pane {
  Rect box;
  bool map = false;    // seen straight from above
  bool large = false;  // with names, labels and thick lines
};

Ink ink_of(Fate fate) { return fate == Fate::found || fate == Fate::rolling ? Ink::ink : Ink::error; }

Ink ink_at(const Ball& ball, int step) { return ink_of(ball.fate_at(step)); }

// --- Panes ----------------------------------------------------------------------------------------------------------

double contour_step(double rim) {
  const double wanted = rim / 14;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= wanted) return factor * power;
  }
  return 10 * power;
}

SurfaceView draw_surface(const Result& result, const Setting& setting, Drawing& drawing, const Pane& pane) {
  const MatrixData heights = data_of(result.heights);
  const SurfaceData data{.heights = heights.values,
                         .columns = heights.columns,
                         .rows = heights.rows,
                         .x = {-kWindow, kWindow},
                         .y = {-kWindow, kWindow}};
  const Camera camera = pane.map ? Camera{0, 90} : Camera{drawing.values.number("yaw"), drawing.values.number("pitch")};
  return surface(drawing.canvas, pane.box, data,
                 {.camera = camera,
                  .z = {std::min(0.0, result.heights.minCoeff()), result.rim},
                  .relief = 0.42F,
                  .contours = contour_step(result.rim),
                  .ink = setting.scene == Scene::lifted ? Ink::W : Ink::accent,
                  .x_name = pane.large ? axis_name(setting, false) : "$s$",
                  .y_name = pane.large ? axis_name(setting, true) : "$t$",
                  .z_name = tr("loss")});
}

// A ball far over the rim has no place on the surface; the map has one for it.
bool is_shown(const Result& result, const SurfaceView& view, const Spot& spot) {
  constexpr double kOver = 1.2;
  return view.inside({spot.x, spot.y}) && (view.is_map() || spot.z <= kOver * result.rim);
}

Spot bottom(const Result& result, Index k) { return {result.bottoms(0, k), result.bottoms(1, k), result.lowest}; }

// The lowest places, hollow like everything that is true rather than found.
void draw_bottoms(const Result& result, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  if (result.bottoms.cols() > 2) return;  // a whole curve is the lowest place: the contours show it
  for (Index k = 0; k < result.bottoms.cols(); ++k) {
    const Spot spot = bottom(result, k);
    if (view.inside({spot.x, spot.y}))
      ball(canvas, view, spot, {.ink = Ink::truth, .radius = pane.large ? 4.F : 2.5F, .hollow = true});
  }
}

void draw_balls(const Result& result, Drawing& drawing, const SurfaceView& view, const Pane& pane) {
  Canvas& canvas = drawing.canvas;
  const int step = drawing.values.integer("step");
  for (const Ball& one : result.balls) {
    const auto so_far = [&](Index k) { return column_of(one.way, k).first(static_cast<std::size_t>(step + 1)); };
    trail(canvas, view, so_far(0), so_far(1), so_far(2), {.ink = ink_at(one, step), .width = pane.large ? 2.F : 1.25F});
    if (is_shown(result, view, one.at(0)))
      ball(canvas, view, one.at(0), {.ink = Ink::quiet, .radius = pane.large ? 2.5F : 1.5F});
  }
  for (const Ball& one : result.balls) {
    const bool hollow = step == kSteps && one.fate != Fate::found;
    if (!is_shown(result, view, one.at(step))) continue;
    ball(canvas, view, one.at(step), {.ink = ink_at(one, step), .radius = pane.large ? 5.5F : 3.5F, .hollow = hollow});
  }
}

// Balls that ended in one place; the lowest place has a crowd of 0 when none came there.
struct Crowd {
  Spot spot;
  Fate fate;
  int count = 1;
};

std::vector<Crowd> crowds_of(const Result& result, const SurfaceView& view) {
  constexpr double kOnePlace = 0.06;
  std::vector<Crowd> crowds;
  for (const Ball& ball : result.balls) {
    const Spot spot = ball.at(kSteps);
    if (!is_shown(result, view, spot)) continue;
    const auto same = std::ranges::find_if(crowds, [&](const Crowd& crowd) {
      return crowd.fate == ball.fate && std::hypot(crowd.spot.x - spot.x, crowd.spot.y - spot.y) < kOnePlace;
    });
    if (same == crowds.end()) {
      crowds.push_back({spot, ball.fate});
    } else {
      ++same->count;
    }
  }
  const bool reached = std::ranges::count(crowds, Fate::found, &Crowd::fate) > 0;
  if (!reached && result.bottoms.cols() > 0 && is_shown(result, view, bottom(result, 0)))
    crowds.push_back({bottom(result, 0), Fate::found, 0});
  return crowds;
}

std::string crowd_words(const Result& result, const Crowd& crowd, bool brief) {
  std::string words(fate_label(crowd.fate));
  if (crowd.fate == Fate::balanced || crowd.fate == Fate::escaped) return words;
  // What found the lowest place did so up to kFoundWithin.
  const double loss = crowd.fate == Fate::found ? result.lowest : crowd.spot.z;
  if (!brief) words = tr("%1, loss %2", words, loss < kFoundWithin ? "0" : number(loss, 2));
  return crowd.count > 1 ? whole(crowd.count) + " × " + words : words;
}

// What became of them, beside their place: where there is room, else not (the curves and the hover say it too).
void draw_labels(const Result& result, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  std::vector<Rect> taken;
  const auto crowds = crowds_of(result, view);
  for (const Crowd& crowd : crowds) {
    const Point at = view.at(crowd.spot);
    taken.push_back({at.x - 7, at.y - 7, 14, 14});
  }
  for (const Crowd& crowd : crowds) {
    const TextStyle style{.ink = ink_of(crowd.fate), .size = Size::small, .face = Face::semibold};
    const std::string words = crowd_words(result, crowd, canvas.narrow());
    const float width = text_width(canvas, words, style);
    const float height = line_height(canvas, Size::small);
    const Point at = view.at(crowd.spot);
    const std::array<Point, 6> corners = {{{at.x - width / 2, at.y + 9},
                                           {at.x - width / 2, at.y - 9 - height},
                                           {at.x + 11, at.y - height / 2},
                                           {at.x - 11 - width, at.y - height / 2},
                                           {at.x + 5, at.y + 9},
                                           {at.x - 5 - width, at.y + 9}}};
    for (const Point& corner : corners) {
      const Rect box{corner.x - 3, corner.y, width + 6, height};
      const bool fits = box.x >= pane.box.x && box.right() <= pane.box.right() && box.y >= pane.box.y &&
                        box.bottom() <= pane.box.bottom();
      if (!fits || std::ranges::any_of(taken, [&](const Rect& other) { return box.overlaps(other); })) continue;
      fill(canvas, box, with_alpha(canvas.colour(Ink::paper), 0.82F), {3});
      text(canvas, corner, words, style);
      taken.push_back(box);
      break;
    }
  }
}

// --- Pointing: it drops balls, moves them, turns the surface and asks what is there ----------------------------------

void drop(Values& values, const Place& place) {
  std::vector<double> balls = values.list("balls");
  if (balls.size() == 2 * kMostBalls) balls.erase(balls.begin(), balls.begin() + 2);
  balls.insert(balls.end(), {place.x, place.y});
  values.set_list("balls", balls);
}

// One of the figure's own nine makes all nine the reader's own.
void move_ball(const Result& result, Values& values, std::size_t k, const Place& place) {
  std::vector<double> balls = values.list("balls");
  if (balls.empty()) {
    for (const Ball& ball : result.balls) balls.insert(balls.end(), {ball.at(0).x, ball.at(0).y});
  }
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
bool drag_balls(const Result& result, Drawing& drawing, const SurfaceView& view) {
  Canvas& canvas = drawing.canvas;
  const float reach = canvas.pointer.touch ? 22.F : 11.F;
  for (std::size_t k = result.balls.size(); k-- > 0;) {
    for (const int step : {drawing.values.integer("step"), 0}) {
      const Point at = view.at(result.balls[k].at(step));
      const auto region = plot::region(canvas, id_of(view, step == 0 ? "start" : "ball", k),
                                       {at.x - reach, at.y - reach, 2 * reach, 2 * reach});
      if (handle_mark(result, drawing, view, k, region, at)) return true;
    }
  }
  return false;
}

void handle_pointer(const Result& result, Drawing& drawing, const SurfaceView& view, const Rect& box) {
  if (drag_balls(result, drawing, view)) return;
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
  if (region.clicked) drop(values, *place);
  if (!pointer.dragging) name_place(result.terrain, canvas, *place);
}

void draw_pane(const Result& result, const Setting& setting, Drawing& drawing, const Pane& pane) {
  const SurfaceView view = draw_surface(result, setting, drawing, pane);
  draw_bottoms(result, drawing.canvas, view, pane);
  draw_balls(result, drawing, view, pane);
  if (pane.large && drawing.values.integer("step") == kSteps) draw_labels(result, drawing.canvas, view, pane);
  if (!drawing.canvas.still) handle_pointer(result, drawing, view, pane.box);
}

// --- Curves ---------------------------------------------------------------------------------------------------------

constexpr double kFloor = 1e-4;  // losses below it are drawn at it

double drawn_loss(const Ball& ball, Index step) { return std::max(ball.way(step, 2), kFloor); }

struct End {
  double loss;
  std::string words;
  Fate fate;
};

// One for each distinct end, "0.376"; those that found the lowest place share one, those thrown out another. On a small
// picture with many ends there is room for these two only.
std::vector<End> ends_of(const Result& result, bool brief) {
  std::vector<End> ends;
  for (const Ball& ball : result.balls) {
    const double loss = drawn_loss(ball, kSteps);
    const bool shared = ball.fate == Fate::found || ball.fate == Fate::escaped;
    const auto is_same = [&](const End& end) {
      return std::abs(std::log(end.loss / loss)) < 0.08 || (shared && end.fate == ball.fate);
    };
    if ((brief && !shared) || std::ranges::any_of(ends, is_same)) continue;
    ends.push_back({loss, shared ? std::string(fate_label(ball.fate)) : number(loss, 2), ball.fate});
  }
  return ends;
}

void hover_curves(const Result& result, Canvas& canvas, const Axes& axes, std::span<const double> steps) {
  const auto step = curve_hover(canvas, axes, steps);
  if (!step) return;
  const auto at = [&](const Ball& ball) { return axes.at(steps[*step], drawn_loss(ball, static_cast<Index>(*step))); };
  const auto away = [&](const Ball& ball) { return std::abs(at(ball).y - canvas.pointer.at.y); };
  const auto nearest = std::ranges::min_element(result.balls, {}, away);
  disc(canvas, at(*nearest), 4, canvas.colour(ink_of(nearest->fate)));
  tooltip(canvas, canvas.pointer.at,
          tr("Ball %1\nstep %2, loss %3", whole(nearest - result.balls.begin() + 1), whole(steps[*step]),
             loss_text(nearest->at(static_cast<Index>(*step)).z)));
}

void draw_curves(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  if (result.balls.empty()) return;
  constexpr float kShare = 0.6F;  // of the height, for the labels
  std::vector<End> ends = ends_of(result, false);
  if (static_cast<float>(ends.size()) * line_height(canvas, Size::small) > kShare * (box.h - 4 * canvas.em))
    ends = ends_of(result, true);
  std::vector<EndLabel> labels;
  for (const End& end : ends) labels.push_back({.y = end.loss, .words = end.words, .ink = ink_of(end.fate)});
  box = box.inset(0, 0, end_label_width(canvas, labels), 0);
  Matrix losses(kSteps + 1, std::ssize(result.balls));
  for (Index k = 0; const Ball& ball : result.balls) losses.col(k++) = ball.way.col(2).cwiseMax(kFloor);
  const Axes axes = draw_axes(canvas, box, {.range = {0, kSteps}, .name = tr("step")},
                              {.range = range_of(data_of(losses).values, Scale::log, 0.06),
                               .scale = Scale::log,
                               .name = tr("loss of each ball")});
  std::vector<double> steps(kSteps + 1);
  std::iota(steps.begin(), steps.end(), 0.0);
  const int step = drawing.values.integer("step");
  steps.resize(static_cast<std::size_t>(step + 1));
  for (Index k = 0; const Ball& ball : result.balls) {
    curve(canvas, axes, steps, column_of(losses, k++).first(steps.size()),
          {.ink = ink_at(ball, step), .width = 1.75F, .amount = 0.8F});
  }
  if (step == kSteps) end_labels(canvas, axes, labels);
  hover_curves(result, canvas, axes, steps);
}

std::string_view hint_words(bool touch, bool map) {
  if (touch) return map ? tr("Tap to drop a ball") : tr("Tap to drop a ball; drag sideways to turn");
  return map ? tr("Press to drop a ball, drag a ball to move it")
             : tr("Press to drop a ball, drag a ball to move it; drag the ground to turn it");
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  Canvas& canvas = drawing.canvas;
  const Setting setting(drawing.settings);
  Rect area = canvas.area.inset(2);
  const bool map = drawing.values.choice("view") == "map";
  const bool narrow = canvas.narrow();
  Rect side = narrow ? area.take_bottom(area.h * 0.3F) : area.take_right(area.w * 0.31F, 4 * kGrid);
  const Rect hint = area.take_bottom(line_height(canvas, Size::small), 0);
  if (!canvas.still) text(canvas, hint, hint_words(canvas.pointer.touch, map), kCaption);
  heading(canvas, area, heading_of(setting.scene), slice_words(setting));
  draw_pane(result, setting, drawing, {.box = area, .map = map, .large = true});
  if (!narrow) {
    const Rect box = side.take_top(std::min(side.w, side.h * 0.52F), 2 * kGrid);
    draw_pane(result, setting, drawing, {.box = box, .map = !map});
  }
  draw_curves(result, drawing, side);
}

}  // namespace figures::landscape
