// The picture of figure "landscape": the loss from an angle and from above, every ball's loss step by step, and the
// picture alone that opens the article.
#include <numeric>

#include "figures/landscape/scenery.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/matrix.hpp"
#include "plot/panel.hpp"
#include "plot/surface.hpp"

namespace figures::landscape {
namespace {

void draw_pane(const Scenery& scenery, Drawing& drawing, const Pane& pane) {
  const SurfaceView view = draw_scenery(scenery, drawing, pane);
  if (!drawing.canvas.still) handle_pointer(scenery, drawing, view, pane.box);
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
  for (Index k = 0; const Ball& ball : balls) {
    const Matrix rise = between ? shown.rise(ball) : Matrix();
    curves.losses.col(k++) = (between ? rise : shown.roll(ball).way).col(2).cwiseMax(kFloor);
  }
  return curves;
}

// One for each distinct end, "stuck 0.376"; those that found the lowest place share one, those thrown out another. On a
// small picture with many ends there is room for these two only.
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
    const std::string value = brief_loss(shown, fate, loss), label(fate_label(fate));
    const bool named = shared || fate == Fate::stuck;
    ends.push_back({loss, !named ? value : value.empty() ? label : label + " " + value, fate});
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
             loss_text(shown.is_between() ? shown.rise(ball)(row, 2) : shown.roll(ball).way(row, 2))));
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

std::string_view hint_words(const Canvas& canvas, float room, bool map) {
  if (canvas.pointer.touch || canvas.narrow())
    return map ? tr("Tap to drop a ball") : tr("Tap to drop a ball; drag sideways to turn");
  const std::string_view balls = tr("Press to drop a ball, drag a ball to move it");
  const std::string_view all = tr("Press to drop a ball, drag a ball to move it; drag the ground to turn it");
  return map || text_width(canvas, all, kCaption) > room ? balls : all;
}

// --- The picture alone ----------------------------------------------------------------------------------------------

// What is seen, and what has become of the balls: a line each, or one line for all.
void draw_tally(const Shown& shown, const Setting& setting, Canvas& canvas, Rect box, Size size, bool in_line) {
  text(canvas, box.take_top(line_height(canvas), 0), heading_of(setting, shown.lift), {.ink = Ink::quiet});
  for (const Tally& one : tally_of(shown)) {
    const TextStyle style{.ink = ink_of(one.fate), .size = size, .face = Face::semibold};
    if (in_line)
      box = box.inset(text(canvas, Point{box.x, box.y}, one.words, style) + canvas.em, 0, 0, 0);
    else
      text(canvas, box.take_top(line_height(canvas, size), 0), one.words, style);
  }
}

void draw_alone(const Shown& shown, const Setting& setting, Drawing& drawing, const Rect& words, const Rect& box) {
  const Scenery scenery(shown, setting);
  Canvas& canvas = drawing.canvas;
  // Two pictures below each other are low: words of two lines would stand on the surface.
  const bool low = canvas.narrow() && canvas.reduced_motion;
  float width = -canvas.em;
  for (const Tally& one : tally_of(shown))
    width += text_width(canvas, one.words, {.size = Size::body, .face = Face::semibold}) + canvas.em;
  const bool in_line = low && width <= words.w;
  const float top = line_height(canvas) * (low && !in_line ? 2.F : 1.F);
  draw_pane(scenery, drawing, {.box = box.inset(0, top, 0, 0), .large = true, .bare = true});
  draw_tally(shown, setting, canvas, words, low ? Size::body : Size::title, in_line);
}

// Whether each reaches the lowest place in the steps that it has.
bool all_come_home(const Shown& shown) {
  return std::ranges::all_of(shown.result.balls,
                             [&](const Ball& ball) { return shown.roll(ball).fate == Fate::found; });
}

std::string_view hint_of(const Shown& shown, const Pointer& pointer) {
  const bool touch = pointer.touch;
  if (shown.is_between())
    return pointer.held != kLever     ? std::string_view()
           : is_over_half(shown.lift) ? tr("Let go, and it unfolds.")
                                      : tr("Let go, and it folds back.");
  if (shown.lift == kLifts && !all_come_home(shown))
    return touch ? tr("Tap to drop a ball of your own.") : tr("Press to drop a ball of your own.");
  if (shown.lift == kLifts)
    return touch ? tr("Every ball rolls home. Tap to drop your own.")
                 : tr("Every ball rolls home. Press to drop your own.");
  return shown.step < kSteps ? tr("Each ball is one run of descent.")
                             : tr("Pull the lever: the same data, in a larger space.");
}

// Lever and words stand at the surface, which is about as wide as the picture is high; the lever's ends are named where
// there is room.
void draw_with_lever(const Shown& shown, const Setting& setting, Drawing& drawing, const Rect& area, const Rect& hint) {
  constexpr float kWide = 1.2F;
  Canvas& canvas = drawing.canvas;
  const float lever = (canvas.narrow() ? 2.4F : 3.F) * canvas.em;
  const float beside = std::max(lever, (area.w - kWide * area.h) / 2);
  const Rect box = area.inset(canvas.narrow() ? 0 : beside, 0, canvas.narrow() ? lever : beside, 0);
  text(canvas, hint.inset(box.x - area.x, 0, 0, 0), hint_of(shown, canvas.pointer), kCaption);
  draw_alone(shown, setting, drawing, box, box);
  const Rect place = Rect{box.right(), area.y, lever, area.h}.inset(0, 0.14F * area.h, 0, 0.14F * area.h);
  draw_lever(drawing, place);
  const float room = area.right() - place.right();
  const std::string_view ends[] = {tr("a larger space"), tr("one head")};
  if (std::ranges::any_of(ends, [&](std::string_view end) { return text_width(canvas, end, kCaption) > room; })) return;
  const float top = place.y + line_height(canvas) + kGrid;
  text(canvas, Point{place.right(), top}, ends[0], kCaption);
  text(canvas, Point{place.right(), place.bottom()}, ends[1],
       {.ink = Ink::quiet, .size = Size::small, .upright = Upright::bottom});
}

// Large, with a lever, and nothing else; where nothing may move, before and after the lift beside each other.
void draw_opening(const Result& result, const Setting& setting, Drawing& drawing, Rect area) {
  Canvas& canvas = drawing.canvas;
  if (canvas.reduced_motion && setting.is_real()) {
    for (const int k : {0, 1}) {
      const Rect half = canvas.narrow() ? area.row(k, 2) : area.column(k, 2, 0.07F * area.w);
      const Rect box = half.inset(0, 0, 0.015F * area.w, 0);  // the floor's corner
      draw_alone(Shown(result, kSteps, k * kLifts), setting, drawing, box, box);
    }
    return;
  }
  const Shown shown(result, drawing.settings, drawing.values);
  const Rect hint = area.take_bottom(line_height(canvas, Size::small), 0);
  if (setting.is_real()) {
    draw_with_lever(shown, setting, drawing, area, hint);
  } else {
    draw_alone(shown, setting, drawing, area, area);
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
  // In less width than a phone's the ground comes first.
  const float least = area.w < 260 ? 0 : least_box(canvas);
  Rect side = narrow ? area.take_bottom(std::max(0.3F * area.h, least)) : area.take_right(area.w * 0.31F, 4 * kGrid);
  const Rect hint = area.take_bottom(line_height(canvas, Size::small), 0);
  if (!canvas.still) text(canvas, hint, hint_words(canvas, hint.w, map), kCaption);
  heading(canvas, area, heading_of(setting, lift), slice_words(setting, lift, narrow));
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
