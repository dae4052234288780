// The curve of figure "machines": what N examples are worth on machines never seen.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/machines/picture.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::machines {
namespace {

constexpr float kHandle = 7;

double real(std::int64_t value) { return static_cast<double>(value); }

struct Curve {
  std::vector<double> N;
  std::vector<double> exact;
  std::vector<double> certified;
};

Curve curve_of(const Result& result) {
  Curve curve;
  for (const CurvePoint& point : result.points) {
    curve.N.push_back(real(point.N));
    curve.exact.push_back(point.exact);
    curve.certified.push_back(point.certified);
  }
  return curve;
}

Axis axis_of_N(const Result& result) {
  if (result.task == Task::weights) {
    return {
        .range = {0, std::max(1.0, real(result.needed)) + 0.2}, .name = tr("transitions taught $N$"), .whole = true};
  }
  const double last = std::max(real(result.points.back().N), 1.5 * real(result.needed));
  return {.range = {0.87, 1.25 * last}, .scale = Scale::log, .name = tr("examples $N$")};
}

std::string heading_of(const Result& result) {
  switch (result.task) {
    case Task::automaton: return tr("Asked about machines it never saw");
    case Task::weights: return tr("Asked about all its transitions");
    case Task::memory: break;
  }
  return tr("Asked about memories it never saw");
}

std::string reading(const Result& result, const CurvePoint& point) {
  const std::string N = whole(real(point.N));
  const std::string answers = counted("%1 answer", "%1 answers", real(point.questions));
  const std::string right = percent(point.exact);
  const std::string certain = percent(point.certified);
  const std::string rank = whole(real(point.rank));
  if (result.is_memory()) {
    return tr("$N$ = %1: %2 of %3 right, %4 certain ($ρ$ = 0); rank %5.", N, right, answers, certain, rank);
  }
  return tr("$N$ = %1: %2 of %3 right, %4 certain ($ρ$ = 0); rank %5 of the %6 that automata can ask.", N, right,
            answers, certain, rank, whole(real(result.needed)));
}

std::string point_tip(const CurvePoint& point) {
  return tr("$N$ = %1\nright %2, certain %3\nrank %4, largest error %5", whole(real(point.N)), percent(point.exact),
            percent(point.certified), whole(real(point.rank)), number(point.error, 2));
}

void draw_marker(Canvas& canvas, const Axes& axes, const Region& region, const CurvePoint& point) {
  const Rect& area = axes.plot();
  const float x = std::round(axes.x_at(real(point.N)));
  const Colour colour = canvas.colour(Ink::accent);
  line(canvas, {x, area.y}, {x, area.bottom()}, colour, 1.25F);
  disc(canvas, {x, axes.y_at(point.exact)}, 5, canvas.colour(Ink::paper));
  ring(canvas, {x, axes.y_at(point.exact)}, 4.5F, colour, 2);
  if (region.hovered) disc(canvas, {x, area.bottom()}, kHandle + 4, tint(Ink::accent, 0.2F, canvas.dark));
  disc(canvas, {x, area.bottom()}, kHandle, colour);
}

std::vector<Point> points_of(const Axes& axes, const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<Point> points;
  for (std::size_t k = 0; k < x.size(); ++k) points.push_back(axes.at(x[k], y[k]));
  return points;
}

// The two curves by name, and where the rank is full.
void label_curves(Canvas& canvas, const Axes& axes, const Result& result, const Curve& curve, float marker) {
  const Rect& area = axes.plot();
  Labels labels(area.inset(0, 0, 0, kHandle + 3));
  const auto exact = points_of(axes, curve.N, curve.exact);
  const auto certified = points_of(axes, curve.N, curve.certified);
  for (std::size_t k = 1; k < exact.size(); ++k) {
    labels.avoid(exact[k - 1], exact[k]);
    labels.avoid(certified[k - 1], certified[k]);
  }
  labels.avoid({marker, area.y}, {marker, area.bottom()});
  const float rank = axes.x_at(real(result.needed));
  const float height = line_height(canvas, Size::small);
  std::vector<plot::LabelSpot> spots;
  for (const float down : {0.9F, 0.75F, 0.6F, 0.45F, 0.3F}) {
    spots.push_back({{rank - 5, area.y + down * area.h}, Along::right, Upright::middle});
    spots.push_back({{rank + 5, area.y + down * area.h}, Along::left, Upright::middle});
  }
  if (result.task != Task::weights) {
    labels.avoid({rank, area.y}, {rank, area.bottom()});
    labels.place(canvas, tr("all they can ask: %1", whole(real(result.needed))),
                 {.ink = Ink::quiet, .size = Size::small}, spots);
  }
  labels.place(canvas, tr("right"), {.ink = Ink::W, .size = Size::small, .face = Face::semibold}, spots_along(exact));
  std::vector<plot::LabelSpot> under = spots_along(certified);
  for (LabelSpot& spot : under) spot.at.y += spot.upright == Upright::top ? 0.2F * height : 0;
  labels.place(canvas, tr("certain, $ρ$ = 0"), {.ink = Ink::ink, .size = Size::small}, under);
}

}  // namespace

void draw_exactness(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const CurvePoint& read = result.points[point_at(result, drawing.values.number("N"))];
  heading(canvas, box, heading_of(result), reading(result, read));
  const Axes axes =
      draw_axes(canvas, box.inset(0, 0, 8, 0), axis_of_N(result), {.range = {0, 1.04}, .name = tr("share of answers")});
  const Region region = plot::region(canvas, "machines.N", axes.plot());
  if (region.held) {
    const std::size_t at = point_at(result, std::max(0.0, axes.x_of(canvas.pointer.at.x)));
    drawing.values.set("N", real(result.points[at].N));
  }
  const CurvePoint& marked = result.points[point_at(result, drawing.values.number("N"))];
  const Curve curve = curve_of(result);
  if (result.task != Task::weights && !result.points.empty()) {
    const float rank = std::round(axes.x_at(real(result.needed)));
    dashed_line(canvas, {rank, axes.plot().y}, {rank, axes.plot().bottom()}, canvas.colour(Ink::quiet));
  }
  plot::curve(canvas, axes, curve.N, curve.certified, {.ink = Ink::ink, .width = 1.25F, .amount = 0.7F});
  plot::curve(canvas, axes, curve.N, curve.exact, {.ink = Ink::W, .width = 2.5F, .marks = true});
  draw_marker(canvas, axes, region, marked);
  label_curves(canvas, axes, result, curve, axes.x_at(real(marked.N)));
  if (canvas.hovers(axes.plot())) {
    const CurvePoint& near = result.points[point_at(result, axes.x_of(canvas.pointer.at.x))];
    tooltip(canvas, axes.at(real(near.N), near.exact), point_tip(near));
  }
}

}  // namespace figures::machines
