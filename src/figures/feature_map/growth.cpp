// The second view of figure "feature_map": what a token dimension costs, from 2 to that of GPT-3.
#include "figures/feature_map/feature_map.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"

namespace figures::feature_map {
namespace {

constexpr double kLeast = 2;
constexpr double kMost = 12288;

struct Series {
  double Growth::* value;
  Ink ink;
  Phrase words;
  Phrase formula;
  std::string_view few_words;  // at the end of its curve where there is little room
};

constexpr std::array<Series, 4> kSeries = {{
    {&Growth::features, Ink::ink, Phrase("features"), Phrase("$ψ = d^{2}(d+1)/2$"), "$ψ$"},
    {&Growth::products, Ink::quiet, Phrase("products in $X$"), Phrase("$d^{3}$"), "$d^{3}$"},
    {&Growth::parameters, Ink::W, Phrase("numbers in $W$"), Phrase("$d^{4}$, for $d$ outputs"), "$d^{4}$"},
    {&Growth::gram_bytes, Ink::G, Phrase("Gram matrix"), Phrase("$8 ψ^{2}$ bytes"), "$8 ψ^{2}$"},
}};

struct Landmark {
  int d;
  Phrase words;
  Phrase few_words;
};

constexpr std::array<Landmark, 3> kLandmarks = {{
    {16, Phrase("this page’s limit, 16"), Phrase("this page")},
    {768, Phrase("BERT, 768"), Phrase("BERT")},
    {12288, Phrase("GPT-3, 12,288"), Phrase("GPT-3")},
}};

std::string value_text(const Series& series, const Growth& growth) {
  const double value = growth.*series.value;
  return series.value == &Growth::gram_bytes ? memory_text(value) : number(value, 3);
}

void draw_curves(Canvas& canvas, const Axes& axes) {
  constexpr int kPoints = 60;
  for (const Series& series : kSeries) {
    std::vector<double> x;
    std::vector<double> y;
    for (int k = 0; k < kPoints; ++k) {
      x.push_back(std::round(kLeast * std::pow(kMost / kLeast, static_cast<double>(k) / (kPoints - 1))));
      y.push_back(growth_of(x.back()).*series.value);
    }
    curve(canvas, axes, x, y, {.ink = series.ink});
  }
}

// At the foot of the plot, where no curve is.
void draw_landmarks(Canvas& canvas, const Axes& axes) {
  const bool few = axes.plot().w < 440;
  const float line = axes.plot().bottom() - 4;
  Labels labels(axes.plot());
  for (const auto& [d, words, few_words] : kLandmarks) {
    reference_x(canvas, axes, d, "");
    const float x = axes.x_at(d);
    const std::string_view name = tr(few ? few_words : words);
    const TextStyle style{.ink = Ink::truth, .size = Size::small};
    const bool left = x - text_width(canvas, name, style) - 6 > axes.plot().x + 0.15F * axes.plot().w;
    const LabelSpot before{{x - 5, line}, Along::right}, after{{x + 5, line}, Along::left};
    const LabelSpot over{{before.at.x, line - line_height(canvas, Size::small)}, Along::right};
    labels.place_clear(canvas, name, style, left ? std::array{before, over} : std::array{after, before});
  }
}

double snapped(const Axes& axes, float pixel) {
  for (const Landmark& landmark : kLandmarks) {
    if (std::abs(axes.x_at(landmark.d) - pixel) < 7) return landmark.d;
  }
  return std::clamp(std::round(axes.x_of(pixel)), kLeast, kMost);
}

// The dimension under the pointer, with its numbers; a press or drag chooses it.
void point(Drawing& drawing, const Axes& axes) {
  Canvas& canvas = drawing.canvas;
  const Region region = plot::region(canvas, "feature_map.growth", axes.plot());
  if (!region.hovered) return;
  const double d = snapped(axes, canvas.pointer.at.x);
  if (region.held || region.clicked) drawing.values.set("at", d);
  const Growth growth = growth_of(d);
  const float x = std::round(axes.x_at(d));
  line(canvas, {x, axes.plot().y}, {x, axes.plot().bottom()}, canvas.colour(Ink::quiet));
  std::string words = "$d$ = " + whole(d);
  for (const Series& series : kSeries) {
    disc(canvas, axes.at(d, growth.*series.value), 3, canvas.colour(series.ink));
    words += "\n" + tr("%1: %2", tr(series.words), value_text(series, growth));
  }
  tooltip(canvas, canvas.pointer.at, words);
}

void draw_chosen(Canvas& canvas, const Axes& axes, const Growth& growth) {
  marker_line(canvas, axes, growth.d, 1.5F);
  const float x = std::round(axes.x_at(growth.d));
  disc(canvas, {x, axes.plot().y}, 5, canvas.colour(Ink::accent));
  const std::string words = "$d$ = " + whole(growth.d);
  const float width = text_width(canvas, words);
  const float start = x + width + 10 > axes.plot().right() ? x - width - 10 : x + 10;
  const float height = line_height(canvas);
  fill(canvas, {start - 3, axes.plot().y - height / 2, width + 6, height}, canvas.colour(Ink::paper));
  text(canvas, Point{start, axes.plot().y}, words, {.ink = Ink::accent, .upright = Upright::middle});
  for (const Series& series : kSeries) {
    const Point at = axes.at(growth.d, growth.*series.value);
    disc(canvas, at, 5, canvas.colour(Ink::paper));
    disc(canvas, at, 4, canvas.colour(series.ink));
  }
}

void draw_plot(Drawing& drawing, Rect box, const Growth& growth) {
  Canvas& canvas = drawing.canvas;
  std::array<EndLabel, kSeries.size()> labels;
  const Growth last = growth_of(kMost);
  for (std::size_t k = 0; k < kSeries.size(); ++k) {
    const Series& series = kSeries[k];
    labels[k] = {last.*series.value, box.w < 500 ? series.few_words : tr(series.words), series.ink};
  }
  box.w -= end_label_width(canvas, labels);
  const Axes axes =
      draw_axes(canvas, box, {.range = {kLeast, kMost}, .scale = Scale::log, .name = tr("token size $d$")},
                {.range = {1, 1e26}, .scale = Scale::log, .name = tr("how many, or bytes")});
  draw_landmarks(canvas, axes);
  draw_curves(canvas, axes);
  end_labels(canvas, axes, labels);
  draw_chosen(canvas, axes, growth);
  point(drawing, axes);
}

// The numbers of the chosen dimension: in a row, or on a phone under one another.
void draw_numbers(Canvas& canvas, const Rect& box, const Growth& growth) {
  const float small = line_height(canvas, Size::small);
  const bool narrow = canvas.narrow();
  for (int k = 0; k < std::ssize(kSeries); ++k) {
    const Series& series = kSeries[static_cast<std::size_t>(k)];
    Rect cell = narrow ? box.row(k, 4, kGrid) : box.column(k, 4);
    fill(canvas, {cell.x, cell.y, cell.w, 2}, canvas.colour(series.ink), {1});
    cell.take_top(2, 6);
    const Rect name = narrow ? cell.inset(0, 0, cell.w / 2, 0) : cell.take_top(2 * small, 4);
    text(canvas, Point{name.x, name.y}, tr(series.words), kCaption);
    text(canvas, Point{name.x, name.y + small}, tr(series.formula), kCaption);
    const Along along = narrow ? Along::right : Along::left;
    text(canvas, cell.take_top(line_height(canvas, Size::title), 0), value_text(series, growth),
         {.size = Size::title, .face = Face::semibold, .along = along});
    const double factor = growth_of(2 * growth.d).*series.value / growth.*series.value;
    text(canvas, cell, tr("× %1 when $d$ doubles", number(factor, 3)),
         {.ink = Ink::quiet, .size = Size::small, .along = along});
  }
}

}  // namespace

// Not learner::feature_count: its integers have 32 bits in WebAssembly. Doubles are exact here up to d = 200,000.
Growth growth_of(double d) {
  const double features = d * d * (d + 1) / 2;
  return {.d = d,
          .products = d * d * d,
          .features = features,
          .parameters = d * d * d * d,
          .gram_bytes = 8 * features * features};
}

// The curves cost a few operations a point.
void draw_growth(Drawing& drawing) {
  const Growth growth = growth_of(drawing.values.number("at"));
  Rect area = drawing.canvas.area.inset(2);
  const float small = line_height(drawing.canvas, Size::small);
  const float title = line_height(drawing.canvas, Size::title);
  const float numbers = drawing.canvas.narrow() ? 4 * (title + small + 20) : 3 * small + title + 16;
  const Rect below = area.take_bottom(std::min(numbers, area.h / 2), 2 * kGrid);
  draw_plot(drawing, area, growth);
  draw_numbers(drawing.canvas, below, growth);
}

}  // namespace figures::feature_map
