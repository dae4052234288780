// The picture of one question of figure "softmax": every head is a switch, the answer is their sum.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/softmax/scene.hpp"
#include "figures/softmax/words.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

constexpr int kCurvePoints = 121;

std::vector<double> ratios(const LogRange& range) {
  std::vector<double> r(kCurvePoints);
  for (int k = 0; k < kCurvePoints; ++k) {
    r[static_cast<std::size_t>(k)] = std::exp(std::lerp(range.low, range.high, k / (kCurvePoints - 1.0)));
  }
  return r;
}

void hear(Scene& scene) {
  if (scene.chosen.asked != nullptr) {
    const Pair& asked = *scene.chosen.asked;
    scene.heard_r = asked.ratios;
    scene.heard = Eigen::Map<const Matrix>(asked.answers.data(), scene.result.d, std::ssize(asked.ratios));
    return;
  }
  scene.heard.resize(scene.result.d, scene.result.k - 1);
  for (int n = 1; n < scene.result.k; ++n) {
    scene.heard_r.push_back(static_cast<double>(n) / (scene.result.k - n));
    for (Index row = 0; row < scene.result.d; ++row) {
      scene.heard(row, n - 1) = scene.truth.answer(row, std::log(scene.heard_r.back()));
    }
  }
}

std::vector<Segment> stair_of(const Scene& scene) {
  const Switches& shown = scene.shown();
  const Index a = scene.chosen.coordinate;
  std::vector<Segment> stair(static_cast<std::size_t>(scene.m()));
  for (Index i = 0; i < scene.m(); ++i) stair[static_cast<std::size_t>(i)] = {i, shown.log_beta(i)};
  for (std::size_t i = 0; i < stair.size(); ++i) {
    for (std::size_t j = i + 1; j < stair.size(); ++j) {
      if (stair[j].log_r < stair[i].log_r) std::swap(stair[i], stair[j]);
    }
  }
  double level = shown.start(a);
  for (Segment& step : stair) {
    step.from = level;
    level += shown.heights(a, step.head);
    step.to = level;
  }
  return stair;
}

// Where the heads flip, through both plots.
void draw_places(const Scene& scene, const Axes& upper, const Axes& lower) {
  const float top = upper.plot().y;
  const float bottom = lower.plot().bottom();
  for (Index i = 0; i < scene.m(); ++i) {
    const auto draws = [&](float x) { return x >= upper.plot().x && x <= upper.plot().right(); };
    const float truth = scene.x_at(upper, scene.truth.log_beta(i));
    const float found = scene.found ? scene.x_at(upper, scene.found->log_beta(i)) : -1;
    if (draws(found)) {
      line(scene.canvas, {found, top}, {found, bottom}, tint(Ink::Q, 0.6F, scene.canvas.dark), 1.5F);
    }
    if (draws(truth)) {
      dashed_line(scene.canvas, {truth, top}, {truth, bottom}, scene.canvas.colour(Ink::truth), 1.5F, 3, 6);
    }
  }
}

}  // namespace

float Scene::x_at(const Axes& axes, double log_r) const {
  return axes.x_at(std::exp(std::clamp(log_r, range.low - 1, range.high + 1)));
}

std::string index_text(Index i) { return std::to_string(i + 1); }

Scene scene_of(const Result& result, Drawing& drawing, const Chosen& chosen) {
  const Heads truth = shown_truth(result, drawing.values);
  Scene scene{result, drawing.canvas, chosen, switches_of(truth, chosen.u, chosen.v), {}, {}, {}, {}, {}, {}};
  const Found& found = result.polished ? result.polish : result.asked;
  if (!found.empty()) scene.found = switches_of(found.heads, chosen.u, chosen.v);
  scene.range = shown_ratios(result, scene.truth);
  scene.r = ratios(scene.range);
  hear(scene);
  scene.stair = stair_of(scene);
  return scene;
}

namespace {

// The ticks of the ratio under both plots. Those of draw_axes would make the lower plot narrower than the upper one.
void draw_ratios(Canvas& canvas, const Axes& axes, const Rect& box) {
  const float y = axes.plot().bottom();
  const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::centre};
  for (const Tick& tick : ticks(axes.x(), 5)) {
    const float x = std::round(axes.x_at(tick.value));
    const float half = text_width(canvas, tick.label, style) / 2;
    line(canvas, {x, y}, {x, y + 4}, canvas.colour(Ink::hairline));
    text(canvas, Point{std::min(x, box.right() - half), y + 6}, tick.label, style);
  }
  text(canvas, Point{axes.plot().right(), y + 6 + line_height(canvas, Size::small)},
       tr("$r$ = copies of $u$ for each copy of $v$"),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .max_width = box.w});
}

}  // namespace

void draw_switches(const Result& result, Drawing& drawing, const Chosen& chosen, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Scene scene = scene_of(result, drawing, chosen);
  auto [top, bottom] = box.rows<2>({1.5F, 1}, 6);
  const Axis x{.range = {scene.r.front(), scene.r.back()}, .scale = Scale::log, .ticks = false};
  const std::string name = answer_words(result, chosen);
  const Axes upper = draw_axes(canvas, top, x, {.range = answer_range(scene), .name = name});
  bottom.take_left(upper.plot().x - box.x, 0);
  bottom.take_bottom(2 * line_height(canvas, Size::small) + 6, 0);
  const Axes lower =
      draw_axes(canvas, bottom, x, {.range = {-0.04, 1.04}, .name = tr("weight of each head on $u$"), .ticks = false});
  draw_ratios(canvas, lower, box);
  draw_places(scene, upper, lower);
  draw_answer(scene, upper, drawing.values);
  draw_weights(scene, lower);
}

}  // namespace figures::softmax
