// The picture of figure "samples": a reading over one large plot.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/samples/lines.hpp"
#include "figures/samples/readout.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/scatter.hpp"
#include "plot/words.hpp"

namespace figures::samples {
namespace {

constexpr float kHandle = 7;  // radius of the marker's handle on the axis

// --- Axes -----------------------------------------------------------------------------------------------------------

Range range_of_N(const Result& result) {
  const auto most = static_cast<double>(result.most);
  return {result.N.front() / 1.15, std::max(1.25 * most, 1.6 * result.threshold)};
}

// All dots, both floors and answering 0, with room for words over and under them.
Range range_of_errors(const Result& result) {
  std::vector<double> all = {result.signal, result.floor, result.kept};
  if (result.lambda == 0) {
    for (const double N : result.N) all.push_back(noise_bound(result, N));
  }
  for (Index k = 0; k < std::ssize(result.N); ++k) {
    for (const double excess : result.excess.col(k)) all.push_back(excess);
  }
  return range_of(all, Scale::log, 0.09, 1e-40);
}

// --- Data -----------------------------------------------------------------------------------------------------------

std::string dot_tip(const Result& result, std::size_t column, Index set) {
  const double excess = result.excess(set, static_cast<learner::Index>(column));
  std::string words = tr("$N$ = %1, data set %2 of %3\nerror on fresh sequences %4", whole(result.N[column]),
                         whole(static_cast<double>(set + 1)), whole(static_cast<double>(result.sets())),
                         number(result.floor + excess, 6));
  if (result.floor > 0) words += "\n" + tr("above the floor %1", number(excess, 6));
  return words;
}

// Every data set at every N, a little aside of the others of that N; says which one the pointer is on.
void draw_dots(const Plot& to) {
  const float step_aside = to.narrow ? 0.5F : 1.25F;
  const Result& result = to.result;
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t k = 0; k < result.N.size(); ++k) {
    float aside = -step_aside * static_cast<float>(result.sets() - 1) / 2;
    for (const double excess : result.excess.col(static_cast<learner::Index>(k))) {
      x.push_back(to.axes.x_of(to.axes.x_at(result.N[k]) + aside));
      y.push_back(excess);
      aside += step_aside;
      if (to.axes.visible(x.back(), y.back())) to.labels.avoid(to.axes.at(x.back(), y.back()));
    }
  }
  const auto hovered =
      scatter(to.canvas, to.axes, x, y, {.ink = Ink::error, .radius = to.narrow ? 1.75F : 2.25F, .amount = 0.55F});
  if (!hovered) return;
  const auto sets = static_cast<std::size_t>(result.sets());
  tooltip(to.canvas, to.axes.at(x[*hovered], y[*hovered]),
          dot_tip(result, *hovered / sets, static_cast<learner::Index>(*hovered % sets)));
}

void draw_curves(const Plot& to) {
  const Result& result = to.result;
  band(to.canvas, to.axes, result.N, result.low, result.high, Ink::error);
  draw_dots(to);
  curve(to.canvas, to.axes, result.N, result.median,
        {.ink = Ink::error, .width = result.floor > 0 ? 2.F : 3.F, .amount = result.floor > 0 ? 0.65F : 1.F});
  if (result.floor > 0) curve(to.canvas, to.axes, result.N, test_errors(result), {.ink = Ink::error, .width = 3});
}

// The marker: a line at N, rings on the curves, a handle on the axis; dragged from anywhere in the plot.
void draw_marker(const Plot& to, Region region, const Reading& reading) {
  const Rect& area = to.axes.plot();
  const float x = std::round(to.axes.x_at(reading.N));
  const Colour colour = to.canvas.colour(Ink::accent);
  line(to.canvas, {x, area.y}, {x, area.bottom()}, colour, 1.25F);
  for (const double y : {reading.error, reading.excess}) {
    if (!to.axes.visible(reading.N, y)) continue;
    disc(to.canvas, to.axes.at(reading.N, y), 5, to.canvas.colour(Ink::paper));
    ring(to.canvas, to.axes.at(reading.N, y), 4.5F, colour, 2);
    to.labels.avoid(Rect{x - 6, to.axes.y_at(y) - 6, 12, 12});
  }
  if (region.hovered) disc(to.canvas, {x, area.bottom()}, kHandle + 4, tint(Ink::accent, 0.2F, to.canvas.dark));
  disc(to.canvas, {x, area.bottom()}, kHandle, colour);
}

// --- Words ----------------------------------------------------------------------------------------------------------

// Always as high, so that the plot stands still while the marker is dragged.
Rect take_reading(const Canvas& canvas, Rect& area) {
  const float small = line_height(canvas, Size::small);
  if (canvas.narrow()) return area.take_top(3 * 1.45F * small, kGrid);
  const float lines = area.w < 60 * canvas.em ? 2 : 1;
  return area.take_top(line_height(canvas, Size::title) + 2 + lines * small, 2 * kGrid);
}

void draw_reading(const Result& result, const Reading& reading, Canvas& canvas, const Rect& box) {
  int place = 0;
  for (const Readout& saying : readouts_of(result, reading)) {
    if (!canvas.narrow()) {
      Rect column = box.column(place++, 3, 3 * kGrid);
      headline_number(canvas, column, saying.value, saying.meaning);
      continue;
    }
    Rect row = box.row(place++, 3, 0);
    const float width = text(canvas, row, saying.value, {.face = Face::semibold});
    row.take_left(width + 6, 0);
    text(canvas, Rect{row.x, row.y + 2, row.w, row.h}, saying.meaning, {.ink = Ink::quiet, .size = Size::small});
  }
}

// The N that was tried nearest to where the pointer drags the marker.
void drag_marker(const Result& result, Drawing& drawing, const Axes& axes, const Region& region) {
  if (!region.held) return;
  drawing.values.set("N", read_samples(result, axes.x_of(drawing.canvas.pointer.at.x)).N);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  if (result.N.empty()) return;
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  const Rect words = take_reading(canvas, area);
  const Axes axes = draw_axes(
      canvas, area, {.range = range_of_N(result), .scale = Scale::log, .name = tr("sequences $N$")},
      {.range = range_of_errors(result), .scale = Scale::log, .name = tr("squared error on fresh sequences")});
  const Region region = plot::region(canvas, "samples.N", axes.plot());
  drag_marker(result, drawing, axes, region);
  const Reading reading = read_samples(result, drawing.values.number("N"));
  draw_reading(result, reading, canvas, words);
  Labels labels(axes.plot().inset(0, 0, 0, kHandle + 3));
  const Plot to{result, canvas, axes, labels, canvas.narrow()};
  draw_references(to);
  draw_curves(to);
  draw_law(to);
  draw_marker(to, region, reading);
  label_lines(to);
}

}  // namespace figures::samples
