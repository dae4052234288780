// The picture of figure "landscape": the loss from an angle and from above, where the reader drops balls and moves
// them, and every ball's loss step by step.
#include <numeric>

#include "figures/landscape/landscape.hpp"

namespace figures::landscape {
namespace {

// What all views of a picture show: the loss lifted so far, and balls on it.
struct Scenery {
  Shown shown;
  const Setting& setting;
  Terrain terrain;
  Frame frame;
  Matrix heights;  // of the terrain over the frame

  Scenery(const Shown& what, const Setting& of)
      : shown(what),
        setting(of),
        terrain(what.result.terrain(what.lift)),
        frame(what.result.frame(what.lift)),
        heights(terrain.grid(frame.window(kGrid))) {}

  static constexpr Index kGrid = 97;
  float lifted() const { return static_cast<float>(shown.lift) / kLifts; }
  bool is_bowl() const { return setting.scene == Scene::bowl; }
  Spot on(double s, double t) const { return {s, t, terrain.height(s, t)}; }
};

// One view of it.
struct Pane {
  Rect box;
  bool map = false;    // seen straight from above
  bool large = false;  // with names, labels and thick lines
  bool bare = false;   // without numbers and labels
};

Ink ink_of(Fate fate) { return fate == Fate::found || fate == Fate::rolling ? Ink::ink : Ink::error; }

// Balls that were stuck are so no more once the ground begins to move.
Blend ink_of(const Shown& shown, const Ball& ball) {
  constexpr float kFree = 0.25F;  // of the way up
  if (!shown.is_between()) return ink_of(shown.fate(ball));
  const float share = static_cast<float>(shown.lift) / kLifts / kFree;
  return {ink_of(ball.base.fate_at(shown.step)), Ink::ink, std::min(share, 1.F)};
}

// --- Panes ----------------------------------------------------------------------------------------------------------

double contour_step(double rim) {
  const double wanted = rim / 14;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= wanted) return factor * power;
  }
  return 10 * power;
}

// A bowl is seen from lower down, so that one looks at its wall.
Camera camera_of(const Scenery& scenery, const Values& values) {
  constexpr double kLower = 17;
  constexpr double kLowest = 20;
  const double share = scenery.is_bowl() ? 1 : static_cast<double>(scenery.lifted());
  const double pitch = values.number("pitch");
  return {values.number("yaw"), std::max(std::min(pitch, kLowest), pitch - kLower * share)};
}

SurfaceView draw_surface(const Scenery& scenery, Drawing& drawing, const Pane& pane) {
  const MatrixData heights = data_of(scenery.heights);
  const Frame& frame = scenery.frame;
  const Result& result = scenery.shown.result;
  const SurfaceData data{.heights = heights.values,
                         .columns = heights.columns,
                         .rows = heights.rows,
                         .x = {frame.s_low, frame.s_high},
                         .y = {frame.t_low, frame.t_high}};
  const bool named = pane.large && !(pane.map && drawing.canvas.narrow());
  const float lifted = scenery.lifted();
  const float bowl = scenery.is_bowl() ? 1 : lifted;
  return surface(drawing.canvas, pane.box, data,
                 {.camera = pane.map ? Camera{0, 90} : camera_of(scenery, drawing.values),
                  .z = {std::min(0.0, scenery.heights.minCoeff()), frame.rim},
                  .relief = std::lerp(0.42F, 0.6F, bowl),
                  .contours = std::lerp(contour_step(result.base.frame.rim), contour_step(result.lifted.frame.rim),
                                        static_cast<double>(lifted)),
                  .ink = {Ink::accent, Ink::W, lifted},
                  .ticks = !pane.bare,
                  .x_name = named ? axis_name(scenery.setting, false) : "$s$",
                  .y_name = named ? axis_name(scenery.setting, true) : "$t$",
                  .z_name = tr("loss")});
}

// A ball far over the rim has no place on the surface; the map has one for it.
bool is_shown(const Scenery& scenery, const SurfaceView& view, const Spot& spot) {
  constexpr double kOver = 1.2;
  return view.inside({spot.x, spot.y}) && (view.is_map() || spot.z <= kOver * scenery.frame.rim);
}

Spot bottom(const Loss& loss, Index k) { return {loss.bottoms(0, k), loss.bottoms(1, k), loss.lowest}; }

// The lowest places, hollow like everything that is true rather than found.
void draw_bottoms(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  const Loss& loss = scenery.shown.loss();
  // A whole curve may be the lowest place: the contours show it.
  if (scenery.shown.is_between() || loss.bottoms.cols() > 2) return;
  for (Index k = 0; k < loss.bottoms.cols(); ++k) {
    const Spot spot = bottom(loss, k);
    if (view.inside({spot.x, spot.y}))
      ball(canvas, view, spot, {.ink = Ink::truth, .radius = pane.large ? 4.F : 2.5F, .hollow = true});
  }
}

// Rows 0 to `last` of a way, on the ground as it is now.
void draw_trail(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Matrix& way, Index last,
                const TrailStyle& style) {
  if (style.amount <= 0) return;
  const auto so_far = [&](Index k) { return column_of(way, k).first(static_cast<std::size_t>(last + 1)); };
  if (!scenery.shown.is_between()) return trail(canvas, view, so_far(0), so_far(1), so_far(2), style);
  std::vector<double> heights;
  for (Index k = 0; k <= last; ++k) heights.push_back(scenery.terrain.height(way(k, 0), way(k, 1)));
  trail(canvas, view, so_far(0), so_far(1), heights, style);
}

// The way of a ball; while the ground is lifted that of its roll goes, and that of its roll on the lifted ground comes.
void draw_way(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Ball& one, const Pane& pane) {
  const Shown& shown = scenery.shown;
  const float width = pane.large ? 2.F : 1.25F;
  const auto draw = [&](const Matrix& way, Index last, const Blend& ink, float amount) {
    draw_trail(scenery, canvas, view, way, last, {.ink = ink, .width = width, .amount = std::clamp(amount, 0.F, 1.F)});
  };
  const Blend ink = ink_of(shown, one);
  if (!shown.is_between()) return draw(shown.roll(one).way, shown.step, ink, 1);
  const float arriving = (scenery.lifted() - 0.7F) / 0.3F;
  draw(one.base.way, kSteps, ink, 1 - scenery.lifted() / 0.7F);
  draw(one.rise, shown.lift, ink, 1 - arriving);
  draw(one.lifted.way, shown.step, ink, arriving);
}

Spot start_of(const Scenery& scenery, const Ball& ball) {
  const Spot start = ball.base.at(0);
  return scenery.on(start.x, start.y);
}

void draw_balls(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  const Shown& shown = scenery.shown;
  for (const Ball& one : shown.result.balls) {
    draw_way(scenery, canvas, view, one, pane);
    if (const Spot start = start_of(scenery, one); shown.step > 0 && is_shown(scenery, view, start))
      ball(canvas, view, start, {.ink = Ink::quiet, .radius = pane.large ? 2.5F : 1.5F});
  }
  for (const Ball& one : shown.result.balls) {
    const Fate fate = shown.fate(one);
    const bool hollow = fate != Fate::found && fate != Fate::rolling;
    const Spot spot = shown.at(one);
    if (!is_shown(scenery, view, spot)) continue;
    ball(canvas, view, spot, {.ink = ink_of(shown, one), .radius = pane.large ? 5.5F : 3.5F, .hollow = hollow});
  }
}

// Balls that ended in one place; the lowest place has a crowd of 0 when none came there.
struct Crowd {
  Spot spot;
  Fate fate;
  int count = 1;
};

std::vector<Crowd> crowds_of(const Scenery& scenery, const SurfaceView& view) {
  constexpr double kOnePlace = 0.06;
  std::vector<Crowd> crowds;
  for (const Ball& ball : scenery.shown.result.balls) {
    const Spot spot = scenery.shown.at(ball);
    const Fate fate = scenery.shown.fate(ball);
    if (!is_shown(scenery, view, spot)) continue;
    const auto same = std::ranges::find_if(crowds, [&](const Crowd& crowd) {
      return crowd.fate == fate && std::hypot(crowd.spot.x - spot.x, crowd.spot.y - spot.y) < kOnePlace;
    });
    if (same == crowds.end()) {
      crowds.push_back({spot, fate});
    } else {
      ++same->count;
    }
  }
  const bool reached = std::ranges::count(crowds, Fate::found, &Crowd::fate) > 0;
  const Loss& loss = scenery.shown.loss();
  if (!reached && loss.bottoms.cols() > 0) crowds.push_back({bottom(loss, 0), Fate::found, 0});
  return crowds;
}

std::string crowd_words(const Loss& loss, const Crowd& crowd, bool brief) {
  std::string words(fate_label(crowd.fate));
  if (crowd.fate == Fate::balanced || crowd.fate == Fate::escaped) return words;
  // What found the lowest place did so up to kFoundWithin.
  const double height = crowd.fate == Fate::found ? loss.lowest : crowd.spot.z;
  if (!brief) words = tr("%1, loss %2", words, height < kFoundWithin ? "0" : number(height, 2));
  return crowd.count > 1 ? whole(crowd.count) + " × " + words : words;
}

// What became of them, beside their place: where there is room, else not (the curves and the hover say it too).
void draw_labels(const Scenery& scenery, Canvas& canvas, const SurfaceView& view, const Pane& pane) {
  std::vector<Rect> taken;
  const auto crowds = crowds_of(scenery, view);
  for (const Crowd& crowd : crowds) {
    const Point at = view.at(crowd.spot);
    taken.push_back({at.x - 7, at.y - 7, 14, 14});
  }
  for (const Crowd& crowd : crowds) {
    const TextStyle style{.ink = ink_of(crowd.fate), .size = Size::small, .face = Face::semibold};
    const std::string words = crowd_words(scenery.shown.loss(), crowd, canvas.narrow());
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

void draw_pane(const Scenery& scenery, Drawing& drawing, const Pane& pane) {
  const Shown& shown = scenery.shown;
  const SurfaceView view = draw_surface(scenery, drawing, pane);
  draw_bottoms(scenery, drawing.canvas, view, pane);
  draw_balls(scenery, drawing.canvas, view, pane);
  if (pane.large && !pane.bare && shown.step == kSteps && !shown.is_between())
    draw_labels(scenery, drawing.canvas, view, pane);
  if (!drawing.canvas.still) handle_pointer(scenery, drawing, view, pane.box);
}

// --- Lever ----------------------------------------------------------------------------------------------------------

// An upright lever: it lifts as the hand goes; let go before the top, it folds back; pressed, it goes to its other end.
void draw_lever(Drawing& drawing, Rect box) {
  constexpr float kKnob = 11;
  constexpr std::string_view kId = "landscape.lift";
  Canvas& canvas = drawing.canvas;
  Pointer& pointer = canvas.pointer;
  Values& values = drawing.values;
  const Rect label = box.take_top(line_height(canvas));
  const Rect track = {box.centre().x - 2, box.y + kKnob, 4, std::max(1.F, box.h - 2 * kKnob)};
  const Region region = plot::region(canvas, kId, Rect{track.x - kKnob, box.y, 2 * kKnob, box.h});
  canvas.upright = canvas.upright || region.hovered;
  if (region.pressed) pointer.grip = {static_cast<float>(values.number("lift")), 0};
  if (region.held && pointer.dragging) {
    values.set("lift", std::round(pointer.grip.x + kLifts * (pointer.from.y - pointer.at.y) / track.h));
  }
  const double lift = values.number("lift");
  if (region.clicked)
    drawing.play = Play{"lift", lift < kLifts ? kLifts : 0.0};
  else if (pointer.held == kId && pointer.released && lift < kLifts)
    drawing.play = Play{"lift", 0};
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

// --- Curves ---------------------------------------------------------------------------------------------------------

constexpr double kFloor = 1e-4;  // losses below it are drawn at it

struct End {
  double loss;
  std::string words;
  Fate fate;
};

// The losses that are drawn: of every ball (a column) step by step, or percent by percent while it is lifted.
struct Curves {
  Matrix losses;
  std::string axis;  // name of that
  Index reached;     // the last row that has come to pass
};

Curves curves_of(const Shown& shown) {
  const bool between = shown.is_between();
  const std::vector<Ball>& balls = shown.result.balls;
  Curves curves{.losses = Matrix((between ? kLifts : kSteps) + 1, std::ssize(balls)),
                .axis = between ? tr("lift, %") : tr("step"),
                .reached = between ? shown.lift : shown.step};
  for (Index k = 0; const Ball& ball : balls)
    curves.losses.col(k++) = (between ? ball.rise : shown.roll(ball).way).col(2).cwiseMax(kFloor);
  return curves;
}

// One for each distinct end, "0.376"; those that found the lowest place share one, those thrown out another. On a small
// picture with many ends there is room for these two only.
std::vector<End> ends_of(const Shown& shown, const Curves& curves, bool brief) {
  std::vector<End> ends;
  for (Index k = 0; const Ball& ball : shown.result.balls) {
    const double loss = curves.losses(curves.losses.rows() - 1, k++);
    const Fate fate = shown.fate(ball);
    const bool shared = fate == Fate::found || fate == Fate::escaped;
    const auto is_same = [&](const End& end) {
      return std::abs(std::log(end.loss / loss)) < 0.08 || (shared && end.fate == fate);
    };
    if ((brief && !shared) || std::ranges::any_of(ends, is_same)) continue;
    ends.push_back({loss, shared ? std::string(fate_label(fate)) : number(loss, 2), fate});
  }
  return ends;
}

void hover_curves(const Shown& shown, const Curves& curves, Canvas& canvas, const Axes& axes,
                  std::span<const double> steps) {
  const auto step = curve_hover(canvas, axes, steps);
  if (!step) return;
  const auto row = static_cast<Index>(*step);
  Index nearest = 0;
  const auto at = [&](Index k) { return axes.at(steps[*step], curves.losses(row, k)); };
  for (Index k = 1; k < curves.losses.cols(); ++k) {
    if (std::abs(at(k).y - canvas.pointer.at.y) < std::abs(at(nearest).y - canvas.pointer.at.y)) nearest = k;
  }
  const Ball& ball = shown.result.balls[static_cast<std::size_t>(nearest)];
  disc(canvas, at(nearest), 4, canvas.colour(ink_of(shown.fate(ball))));
  tooltip(canvas, canvas.pointer.at,
          tr("Ball %1\n%2 %3, loss %4", whole(nearest + 1), curves.axis, whole(steps[*step]),
             loss_text(shown.is_between() ? ball.rise(row, 2) : shown.roll(ball).way(row, 2))));
}

void draw_curves(const Shown& shown, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  if (shown.result.balls.empty()) return;
  constexpr float kShare = 0.6F;  // of the height, for the labels
  const Curves curves = curves_of(shown);
  std::vector<End> ends = ends_of(shown, curves, false);
  if (static_cast<float>(ends.size()) * line_height(canvas, Size::small) > kShare * (box.h - 4 * canvas.em))
    ends = ends_of(shown, curves, true);
  std::vector<EndLabel> labels;
  for (const End& end : ends) labels.push_back({.y = end.loss, .words = end.words, .ink = ink_of(end.fate)});
  box = box.inset(0, 0, end_label_width(canvas, labels), 0);
  const Index last = curves.losses.rows() - 1;
  const Axes axes = draw_axes(canvas, box, {.range = {0, static_cast<double>(last)}, .name = curves.axis},
                              {.range = range_of(data_of(curves.losses).values, Scale::log, 0.06),
                               .scale = Scale::log,
                               .name = tr("loss of each ball")});
  std::vector<double> steps(static_cast<std::size_t>(curves.reached + 1));
  std::iota(steps.begin(), steps.end(), 0.0);
  for (Index k = 0; const Ball& ball : shown.result.balls) {
    curve(canvas, axes, steps, column_of(curves.losses, k++).first(steps.size()),
          {.ink = ink_of(shown.fate(ball)), .width = 1.75F, .amount = 0.8F});
  }
  if (curves.reached == last) end_labels(canvas, axes, labels);
  hover_curves(shown, curves, canvas, axes, steps);
}

std::string_view hint_words(bool touch, bool map) {
  if (touch) return map ? tr("Tap to drop a ball") : tr("Tap to drop a ball; drag sideways to turn");
  return map ? tr("Press to drop a ball, drag a ball to move it")
             : tr("Press to drop a ball, drag a ball to move it; drag the ground to turn it");
}

// --- The picture alone ----------------------------------------------------------------------------------------------

// What is seen, and what has become of the balls.
void draw_tally(const Shown& shown, const Setting& setting, Canvas& canvas, Rect box) {
  text(canvas, box.take_top(line_height(canvas), 0), heading_of(setting, shown.lift), {.ink = Ink::quiet});
  for (const Tally& one : tally_of(shown)) {
    text(canvas, box.take_top(line_height(canvas, Size::title), 0), one.words,
         {.ink = ink_of(one.fate), .size = Size::title, .face = Face::semibold});
  }
}

void draw_alone(const Shown& shown, const Setting& setting, Drawing& drawing, const Rect& box) {
  const Scenery scenery(shown, setting);
  draw_pane(scenery, drawing, {.box = box.inset(0, line_height(drawing.canvas), 0, 0), .large = true, .bare = true});
  draw_tally(shown, setting, drawing.canvas, box);
}

std::string_view hint_of(const Shown& shown, bool touch) {
  if (shown.is_between()) return tr("Let go, and it folds back.");
  if (shown.lift == kLifts)
    return touch ? tr("Every ball rolls home. Tap to drop your own.")
                 : tr("Every ball rolls home. Press to drop your own.");
  return shown.step < kSteps ? tr("Each ball is one run of gradient descent.")
                             : tr("Pull the lever: the same data, in a larger space.");
}

// Large, with a lever, and nothing else; where nothing may move, before and after the lift beside each other.
void draw_opening(const Result& result, const Setting& setting, Drawing& drawing, Rect area) {
  Canvas& canvas = drawing.canvas;
  if (canvas.reduced_motion && setting.is_real()) {
    for (const int k : {0, 1}) {
      const Rect box = canvas.narrow() ? area.row(k, 2) : area.column(k, 2);
      draw_alone(Shown(result, kSteps, k * kLifts), setting, drawing, box);
    }
    return;
  }
  const Shown shown(result, drawing.settings, drawing.values);
  const Rect hint = area.take_bottom(line_height(canvas, Size::small), 0);
  if (setting.is_real()) {
    text(canvas, hint, hint_of(shown, canvas.pointer.touch), kCaption);
    const Rect lever = area.take_right((canvas.narrow() ? 2.4F : 3.F) * canvas.em, 0);
    draw_alone(shown, setting, drawing, area);
    draw_lever(drawing, lever.inset(0, 0.14F * lever.h, 0, 0.14F * lever.h));
  } else {
    draw_alone(shown, setting, drawing, area);
  }
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  Canvas& canvas = drawing.canvas;
  const Setting setting(drawing.settings);
  Rect area = canvas.area.inset(2);
  const std::string_view view = drawing.values.choice("view");
  if (view == "opening") return draw_opening(result, setting, drawing, area);
  const bool map = view == "map";
  const bool narrow = canvas.narrow();
  const Scenery scenery(Shown(result, drawing.settings, drawing.values), setting);
  const int lift = scenery.shown.lift;
  Rect side = narrow ? area.take_bottom(area.h * 0.3F) : area.take_right(area.w * 0.31F, 4 * kGrid);
  const Rect hint = area.take_bottom(line_height(canvas, Size::small), 0);
  if (!canvas.still) text(canvas, hint, hint_words(canvas.pointer.touch, map), kCaption);
  heading(canvas, area, heading_of(setting, lift), slice_words(setting, lift));
  if (setting.is_real()) {
    const Rect lever = area.take_right(2.6F * canvas.em);
    draw_lever(drawing, lever.inset(0, 0.1F * lever.h, 0, 0.2F * lever.h));
  }
  draw_pane(scenery, drawing, {.box = area, .map = map, .large = true});
  if (!narrow) {
    const Rect box = side.take_top(std::min(side.w, side.h * 0.52F), 2 * kGrid);
    draw_pane(scenery, drawing, {.box = box, .map = !map});
  }
  draw_curves(scenery.shown, drawing, side);
}

}  // namespace figures::landscape
