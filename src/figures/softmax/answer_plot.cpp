// The upper plot of a question of figure "softmax": the answer, a sum of switches.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/softmax/scene.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/scatter.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

std::vector<double> answers(const Scene& scene, const Switches& switches, Index coordinate) {
  std::vector<double> y;
  for (const double ratio : scene.r) y.push_back(switches.answer(coordinate, std::log(ratio)));
  return y;
}

void draw_stair(const Scene& scene, const Axes& axes) {
  Canvas& canvas = scene.canvas;
  const Rect& area = axes.plot();
  const Clip clip(canvas, area.inset(-2));
  const Colour pale = tint(Ink::W, 0.5F, canvas.dark);
  float from = area.x;
  for (const Segment& step : scene.stair) {
    const float x = scene.x_at(axes, step.log_r);
    line(canvas, {from, axes.y_at(step.from)}, {x, axes.y_at(step.from)}, pale, 1.25F);
    arrow(canvas, {x, axes.y_at(step.from)}, {x, axes.y_at(step.to)}, canvas.colour(Ink::W), 2);
    from = x;
  }
  line(canvas, {from, axes.y_at(scene.stair.back().to)}, {area.right(), axes.y_at(scene.stair.back().to)}, pale, 1.25F);
}

// How far the answer jumps at each switch, beside it.
void label_stair(const Scene& scene, const Axes& axes, Labels& labels) {
  for (const Segment& step : scene.stair) {
    const float x = scene.x_at(axes, step.log_r);
    if (x < axes.plot().x || x > axes.plot().right()) continue;
    std::vector<plot::LabelSpot> spots;
    for (const double share : {0.5, 0.7, 0.3, 0.85, 0.15}) {
      const float y = axes.y_at(std::lerp(step.from, step.to, share));
      spots.push_back({{x + 7, y}, Along::left, Upright::middle});
      spots.push_back({{x - 7, y}, Along::right, Upright::middle});
    }
    const double height = step.to - step.from;
    labels.place(scene.canvas, (height > 0 ? "+" : "") + number(height, 2), {.ink = Ink::W, .size = Size::small},
                 spots);
  }
}

// Names of the curves of all coordinates, near their right ends.
void label_answers(const Scene& scene, const Axes& axes, Labels& labels) {
  for (Index row = 0; row < scene.result.d; ++row) {
    std::vector<Point> points;
    for (std::size_t k = scene.r.size() / 2; k < scene.r.size(); ++k) {
      points.push_back(axes.at(scene.r[k], scene.shown().answer(row, std::log(scene.r[k]))));
    }
    const bool chosen = row == scene.chosen.coordinate;
    labels.place(scene.canvas, "$y_" + index_text(row) + "$",
                 {.ink = chosen ? Ink::ink : Ink::quiet, .size = Size::small}, spots_along(points, 3));
  }
}

void label_all(const Scene& scene, const Axes& axes) {
  Labels labels(axes.plot());
  for (Index row = 0; row < scene.result.d; ++row) {
    const int times = row == scene.chosen.coordinate ? 2 : 1;
    for (std::size_t k = 0; k < scene.r.size(); k += 2) {
      for (int again = 0; again < times; ++again) {
        labels.avoid(axes.at(scene.r[k], scene.shown().answer(row, std::log(scene.r[k]))));
      }
    }
  }
  for (std::size_t k = 0; k < scene.heard_r.size(); ++k) {
    labels.avoid(axes.at(scene.heard_r[k], scene.heard(scene.chosen.coordinate, static_cast<Index>(k))));
  }
  for (const Segment& step : scene.stair) {
    const float x = scene.x_at(axes, step.log_r);
    labels.avoid({x, axes.plot().y}, Point{x, axes.plot().bottom()});
  }
  if (scene.found) label_stair(scene, axes, labels);
  label_answers(scene, axes, labels);
}

void draw_answer_points(const Scene& scene, const Axes& axes) {
  const Index a = scene.chosen.coordinate;
  std::vector<double> y(scene.heard_r.size());
  for (std::size_t k = 0; k < y.size(); ++k) y[k] = scene.heard(a, static_cast<Index>(k));
  const bool asked = scene.chosen.asked != nullptr;
  const auto hovered =
      scatter(scene.canvas, axes, scene.heard_r, y, {.ink = Ink::ink, .radius = 4, .amount = 1, .hollow = !asked});
  if (!hovered) return;
  const double r = scene.heard_r[*hovered];
  const std::string answer = number(y[*hovered], 6);
  const std::string words = asked ? tr("asked, $r$ = %1\nanswer %2", number(r), answer)
                                  : tr("never asked, $r$ = %1\nanswer %2", number(r), answer);
  tooltip(scene.canvas, axes.at(r, y[*hovered]),
          scene.found ? words + "\n" + tr("layer found: %1", number(scene.found->answer(a, std::log(r)), 6)) : words);
}

// The other coordinates, thin: they flip at the same places. Returns the one that is nearest to the pointer.
std::optional<Index> draw_others(const Scene& scene, const Axes& axes) {
  const Clip clip(scene.canvas, axes.plot());
  std::optional<Index> nearest;
  float least = 14;
  const Point at = scene.canvas.pointer.at;
  const double under = std::log(axes.x_of(at.x));
  for (Index row = 0; row < scene.result.d; ++row) {
    const float away = std::abs(axes.y_at(scene.shown().answer(row, under)) - at.y);
    if (scene.canvas.hovers(axes.plot()) && away < least) {
      least = away;
      nearest = row;
    }
    if (row == scene.chosen.coordinate) continue;
    curve(scene.canvas, axes, scene.r, answers(scene, scene.shown(), row),
          {.ink = Ink::quiet, .width = 1, .amount = 0.45F});
  }
  return nearest;
}

// A press on a curve chooses its coordinate.
void choose_coordinate(const Scene& scene, Values& values, const Axes& axes, std::optional<Index> nearest) {
  if (!nearest || *nearest == scene.chosen.coordinate) return;
  const Region region = plot::region(scene.canvas, "softmax.answer", axes.plot());
  if (region.clicked) values.set("coordinate", static_cast<double>(*nearest + 1));
  if (scene.canvas.tip.empty() && region.hovered) {
    tooltip(scene.canvas, scene.canvas.pointer.at, tr("Click to see %1.", "$y_" + index_text(*nearest) + "$"));
  }
}

}  // namespace

// Of the chosen coordinate alone: the others go where they go.
Range answer_range(const Scene& scene) {
  const Index a = scene.chosen.coordinate;
  std::vector<double> all = answers(scene, scene.truth, a);
  for (const Segment& step : scene.stair) {
    if (!scene.found) break;
    all.push_back(step.from);
    all.push_back(step.to);
  }
  for (const double y : scene.heard.row(a)) all.push_back(y);
  return range_of(all, Scale::linear, 0.08);
}

void draw_answer(const Scene& scene, const Axes& axes, Values& values) {
  const auto nearest = draw_others(scene, axes);
  if (scene.found) draw_stair(scene, axes);
  const auto y = answers(scene, scene.shown(), scene.chosen.coordinate);
  curve(scene.canvas, axes, scene.r, y,
        {.ink = scene.found ? Ink::ink : Ink::truth, .width = 2, .dashed = !scene.found});
  draw_answer_points(scene, axes);
  label_all(scene, axes);
  choose_coordinate(scene, values, axes, nearest);
}

}  // namespace figures::softmax
