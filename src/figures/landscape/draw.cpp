// The picture of figure "landscape": the loss from an angle and from above, and every ball's loss step by step.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/landscape/pane.hpp"
#include "figures/landscape/words.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::landscape {
namespace {

constexpr double kFloor = 1e-4;  // losses below it are drawn at it

// One for each distinct end, "0.376"; those that found the lowest place share one, those thrown out another. On a small
// picture with many ends there is room for these two only.
std::vector<plot::EndLabel> ends_of(const Result& result, bool brief, std::vector<std::string>& words) {
  std::vector<plot::EndLabel> labels;
  words.reserve(result.balls.size());
  std::array<bool, kFates> said{};
  for (std::size_t k = 0; k < result.balls.size(); ++k) {
    const Fate fate = result.balls[k].fate;
    const double loss = std::max(result.loss(kSteps, static_cast<Index>(k)), kFloor);
    const bool shared = fate == Fate::found || fate == Fate::escaped;
    const bool known =
        std::ranges::any_of(labels, [&](const EndLabel& label) { return std::abs(std::log(label.y / loss)) < 0.08; });
    if (known || (shared ? said[static_cast<std::size_t>(fate)] : brief)) continue;
    said[static_cast<std::size_t>(fate)] = true;
    words.push_back(shared ? std::string(fate_label(fate)) : number(loss, 2));
    labels.push_back({.y = loss, .words = words.back(), .ink = ink_of(fate)});
  }
  return labels;
}

void hover_curves(const Result& result, Canvas& canvas, const Axes& axes, std::span<const double> steps) {
  const auto at = curve_hover(canvas, axes, steps);
  if (!at) return;
  const auto step = static_cast<Index>(*at);
  Index nearest = 0;
  float best = 1e9F;
  for (Index k = 0; k < result.loss.cols(); ++k) {
    const float away = std::abs(axes.y_at(std::max(result.loss(step, k), kFloor)) - canvas.pointer.at.y);
    if (away < best) {
      best = away;
      nearest = k;
    }
  }
  disc(canvas, axes.at(steps[*at], std::max(result.loss(step, nearest), kFloor)), 4,
       canvas.colour(ink_of(result.balls[static_cast<std::size_t>(nearest)].fate)));
  tooltip(canvas, canvas.pointer.at,
          tr("Ball %1\nstep %2, loss %3", whole(static_cast<double>(nearest + 1)), whole(steps[*at]),
             loss_text(result.loss(step, nearest))));
}

void draw_curves(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  if (result.loss.cols() == 0) return;
  const Matrix loss = result.loss.cwiseMax(kFloor);
  std::vector<std::string> words;
  auto labels = ends_of(result, false, words);
  constexpr float kShare = 0.6F;  // of the height
  if (static_cast<float>(labels.size()) * line_height(canvas, Size::small) > kShare * (box.h - 4 * canvas.em)) {
    words.clear();
    labels = ends_of(result, true, words);
  }
  box = box.inset(0, 0, end_label_width(canvas, labels), 0);
  const Range range = range_of({loss.data(), static_cast<std::size_t>(loss.size())}, Scale::log, 0.06);
  const Axes axes = draw_axes(canvas, box, {.range = {0, kSteps}, .name = tr("step")},
                              {.range = range, .scale = Scale::log, .name = tr("loss of each ball")});
  std::vector<double> steps(kSteps + 1);
  for (std::size_t k = 0; k < steps.size(); ++k) steps[k] = static_cast<double>(k);
  const auto shown = static_cast<std::size_t>(drawing.values.integer("step")) + 1;
  for (Index k = 0; k < loss.cols(); ++k) {
    const Ball& ball = result.balls[static_cast<std::size_t>(k)];
    const std::span<const double> y{loss.data() + k * loss.rows(), shown};
    const bool settled = static_cast<int>(shown) > ball.steps;
    curve(canvas, axes, std::span(steps).first(shown), y,
          {.ink = settled ? ink_of(ball.fate) : Ink::ink, .width = 1.75F, .amount = 0.8F});
  }
  if (shown == steps.size()) end_labels(canvas, axes, labels);
  hover_curves(result, canvas, axes, std::span(steps).first(shown));
}

std::string_view hint_words(bool touch, bool map) {
  if (touch) return map ? tr("Tap to drop a ball") : tr("Tap to drop a ball; drag sideways to turn");
  return map ? tr("Click to drop a ball, drag a ball to move it")
             : tr("Click to drop a ball, drag a ball to move it; drag the ground to turn it");
}

void draw_hint(Canvas& canvas, const Rect& line, bool map) {
  if (canvas.still) return;
  text(canvas, line, hint_words(canvas.pointer.touch, map), {.ink = Ink::quiet, .size = Size::small});
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  const bool map = drawing.values.choice("view") == "map";
  const bool narrow = canvas.narrow();
  Rect side = narrow ? area.take_bottom(area.h * 0.3F) : area.take_right(area.w * 0.31F, 4 * kGrid);
  draw_hint(canvas, area.take_bottom(line_height(canvas, Size::small), 0), map);
  heading(canvas, area, heading_of(result), slice_words(result));
  draw_pane(result, drawing, {.box = area, .map = map, .large = true});
  if (!narrow)
    draw_pane(result, drawing, {.box = side.take_top(std::min(side.w, side.h * 0.52F), 2 * kGrid), .map = !map});
  draw_curves(result, drawing, side);
}

}  // namespace figures::landscape
