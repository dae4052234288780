// What the models of figure "certificate" answer, side by side.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "figures/certificate/picture.hpp"
#include "plot/axes.hpp"
#include "plot/bars.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::certificate {
namespace {

// The next of a few round numbers: an axis that rests while an entry is dragged.
double rounded_up(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0}) {
    if (value <= factor * unit) return factor * unit;
  }
  return 10 * unit;
}

Range answer_range(const Answer& answer) {
  double low = 0;
  double high = 0;
  for (const Vector* values : {&answer.truth, &answer.fit, &answer.impostor}) {
    low = std::min(low, values->minCoeff());
    high = std::max(high, values->maxCoeff());
  }
  // Rounding errors are no answer.
  constexpr double kLeast = 1e-6;
  const Range range{-rounded_up(-low), rounded_up(high)};
  if (range.high - range.low < kLeast) return {-1, 1};
  return range;
}

struct Swatch {
  Phrase words;
  void (*draw)(Canvas&, const Rect&);
};

void draw_fit_bar(Canvas& canvas, const Rect& bar) { fill(canvas, bar, canvas.colour(Ink::W)); }

// Not by colour alone: pale, with an outline.
void draw_impostor_bar(Canvas& canvas, const Rect& bar) {
  fill(canvas, bar, tint(Ink::W, 0.22F, canvas.dark));
  outline(canvas, bar, canvas.colour(Ink::W), 1.25F);
}

void draw_truth_line(Canvas& canvas, const Rect& bar) {
  const float y = bar.centre().y;
  dashed_line(canvas, {bar.x - 3, y}, {bar.right() + 3, y}, canvas.colour(Ink::truth), 2, 4, 2.5F);
}

constexpr std::array<Swatch, 3> kSwatches = {Swatch{Phrase("the fit"), draw_fit_bar},
                                             Swatch{Phrase("the impostor"), draw_impostor_bar},
                                             Swatch{Phrase("the truth"), draw_truth_line}};

void draw_key(Canvas& canvas, Rect row) {
  for (const Swatch& swatch : kSwatches) {
    const Rect mark{row.x + 3, row.centre().y - 5, 14, 10};
    swatch.draw(canvas, mark);
    const float width = text(canvas, Point{row.x + 24, row.y}, tr(swatch.words),
                             {.ink = Ink::quiet, .size = Size::small, .max_width = std::max(1.F, row.w - 24)});
    row.take_left(width + 24 + 1.3F * canvas.em, 0);
  }
}

Rect bar_between(const Axes& axes, double value, float x, float width) {
  const float foot = axes.y_at(0);
  const float top = axes.y_at(value);
  return {x, std::min(foot, top), width, std::max(1.5F, std::abs(foot - top))};
}

void draw_output(Canvas& canvas, const Axes& axes, const Answer& answer, int k) {
  const float middle = axes.x_at(k + 1.0);
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const float width = std::min(0.36F * pitch, 26.F);
  draw_fit_bar(canvas, bar_between(axes, answer.fit(k), middle - width - 1, width));
  draw_impostor_bar(canvas, bar_between(axes, answer.impostor(k), middle + 1, width));
  const float truth = axes.y_at(answer.truth(k));
  draw_truth_line(canvas, {middle - width - 1, truth, 2 * width + 2, 0});
  const Rect column{middle - pitch / 2, axes.plot().y, pitch, axes.plot().h};
  if (!canvas.hovers(column)) return;
  tooltip(canvas, canvas.pointer.at,
          tr("output %1\nthe fit %2\nthe impostor %3\nthe truth %4", std::to_string(k + 1), number(answer.fit(k), 6),
             number(answer.impostor(k), 6), number(answer.truth(k), 6)));
}

}  // namespace

void draw_certificate_answers(Canvas& canvas, const Answer& answer, Rect box) {
  draw_key(canvas, box.take_top(line_height(canvas, Size::small), 6));
  const auto count = static_cast<std::size_t>(answer.truth.size());
  const Axes axes =
      draw_axes(canvas, box, bar_axis(count, tr("output")), {.range = answer_range(answer), .name = tr("answer")});
  line(canvas, {axes.plot().x, axes.y_at(0)}, {axes.plot().right(), axes.y_at(0)}, canvas.colour(Ink::quiet));
  for (int k = 0; k < static_cast<int>(count); ++k) draw_output(canvas, axes, answer, k);
}

}  // namespace figures::certificate
