// A log axis of time, from a blink to beyond the age of the universe, with a dot for each part.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "figures/cost/picture.hpp"
#include "plot/axes.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::cost {
namespace {

struct Tick {
  double seconds;
  Phrase words;
  Phrase few_words;
};
// The most telling first: where there is little room the others go without a label.
constexpr std::array<Tick, 6> kTicks = {{
    {kSpans.back().seconds, Phrase("age of the universe"), Phrase("universe")},
    {kSpans.front().seconds, Phrase("blink"), Phrase("blink")},
    {kYear, Phrase("year"), Phrase("year")},
    {3600, Phrase("hour"), Phrase("hour")},
    {80 * kYear, Phrase("life"), Phrase("life")},
    {86400, Phrase("day"), Phrase("day")},
}};

// From the shortest part, or a blink, to all of it, or the age of the universe.
Range range_of(const Picture& picture, const RouteCost& cost) {
  double least = kSpans.front().seconds;
  for (int k = 0; k < kParts; ++k) {
    const auto part = static_cast<Part>(k);
    least = std::min(least, picture.device->seconds(cost.of(part), part));
  }
  return {least / 3, std::max(kSpans.back().seconds, picture.device->seconds(cost)) * 300};
}

void draw_ticks(Canvas& canvas, const Axes& axes, const Rect& below) {
  Labels labels(below.inset(-kGrid, 0, -kGrid, 0));
  for (const Tick& tick : kTicks) {
    const float x = std::round(axes.x_at(tick.seconds));
    line(canvas, {x, below.y - 5}, {x, below.y}, canvas.colour(Ink::quiet));
    const std::string_view words = tr(below.w < 30 * canvas.em ? tick.few_words : tick.words);
    const float half = text_width(canvas, words, {.size = Size::small}) / 2;
    const float middle = std::clamp(x, below.x + half, std::max(below.x + half, below.right() - half));
    const std::array<LabelSpot, 1> spot = {{{{middle, below.y + 1}, Along::centre, Upright::top}}};
    labels.place(canvas, words, {.ink = Ink::quiet, .size = Size::small}, spot);
  }
}

void tell(Canvas& canvas, Point at, std::string_view name, double seconds) {
  if (!canvas.hovers({at.x - 8, at.y - 8, 16, 16})) return;
  tooltip(canvas, at, std::string(name) + "\n" + duration(seconds) + ", " + in_human_terms(seconds));
}

// A dot for each part; a ring, around the largest of them as a rule, for all.
void draw_dots(const Picture& picture, const RouteCost& cost, const Axes& axes, float y) {
  Canvas& canvas = picture.drawing.canvas;
  for (int k = 0; k < kParts; ++k) {
    const auto part = static_cast<Part>(k);
    const double seconds = picture.device->seconds(cost.of(part), part);
    const Point at{axes.x_at(seconds), y};
    disc(canvas, at, 4, canvas.colour(ink_of(part)));
    tell(canvas, at, name_of(part, picture.route), seconds);
  }
  const double total = picture.device->seconds(cost);
  const Point at{axes.x_at(total), y};
  ring(canvas, at, 6.5F, canvas.colour(Ink::accent), 2);
  tell(canvas, at, tr("in all"), total);
}

}  // namespace

float ruler_height(const Picture& picture) {
  if (!picture.device) return 0;
  return 4.5F * kGrid + line_height(picture.drawing.canvas, Size::small) + 4;
}

void draw_ruler(const Picture& picture, Rect& box) {
  if (!picture.device) return;
  Canvas& canvas = picture.drawing.canvas;
  const float small = line_height(canvas, Size::small);
  const Sizes sizes = picture.sizes();
  const RouteCost cost = cost_of(picture.route, sizes);
  const Rect row = box.take_top(3 * kGrid, 0).inset(kGrid, 0, kGrid, 0);
  const Axes axes(row, {.range = range_of(picture, cost), .scale = Scale::log}, {});
  line(canvas, {row.x, row.bottom()}, {row.right(), row.bottom()}, canvas.colour(Ink::quiet));
  draw_ticks(canvas, axes, box.take_top(small + 4, 1.5F * kGrid).inset(kGrid, 0, kGrid, 0));
  draw_dots(picture, cost, axes, row.centre().y);
}

}  // namespace figures::cost
