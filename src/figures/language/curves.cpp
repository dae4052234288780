// Figure "language", fewer features: the held-out error against how many are kept.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/language/picture.hpp"
#include "figures/language/reading.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::language {
namespace {

constexpr float kHandle = 7;

Range range_of_errors(const Result& result) {
  double low = std::min({1.0, result.full_error(), score_of(result, Predictor::bigram).error});
  double high = 1.0;
  for (const SketchCurve& curve : result.curves) {
    for (const double error : curve.low) low = std::min(low, error);
    for (const double error : curve.high) high = std::max(high, std::min(error, 1.15));
  }
  const double margin = 0.09 * (high - low) + 0.005;
  return {std::max(0.0, low - margin), high + margin};
}

std::vector<Level> levels_of(const Result& result) {
  return {{result.full_error(), tr("all %1 features: %2", whole(result.unknowns), number(result.full_error())),
           Ink::truth, true, true},
          {score_of(result, Predictor::bigram).error,
           tr("bigram %1", number(score_of(result, Predictor::bigram).error)), Ink::quiet, true, true},
          {1, tr("always the mean token: 1"), Ink::quiet}};
}

std::string tip_at(const Result& result, std::size_t k) {
  std::string words = tr("%1 of %2", counted("%1 feature", "%1 features", result.sizes[k]), whole(result.unknowns));
  for (const SketchCurve& curve : result.curves) {
    const Localized name = name_of(curve.sketch, result.signs);
    const std::string error = number(curve.median[k], 4);
    words += "\n" + (curve.low[k] < curve.high[k]
                         ? tr("%1 %2 (%3 to %4)", name, error, number(curve.low[k]), number(curve.high[k]))
                         : tr("%1 %2", name, error));
  }
  return words;
}

// --- Reading --------------------------------------------------------------------------------------------------------

struct Readout {
  std::string value;
  std::string meaning;
};

std::string gain_words(const Result& result, double error) {
  const auto share = share_of_gain(result, error);
  if (!share) return "–";
  return *share < 0 ? std::string(tr("nothing")) : percent(std::min(*share, 9.99));
}

std::array<Readout, 3> readouts_of(const Result& result, std::size_t k, bool narrow) {
  const SketchCurve* greedy = curve_of(result, Sketch::greedy);
  const double error = greedy == nullptr ? 1 : greedy->median[k];
  const auto fewest = fewest_for(result, 0.95);
  return {
      Readout{tr("%1 of %2", whole(result.sizes[k]), whole(result.unknowns)), tr("features kept, at the marker")},
      Readout{gain_words(result, error), narrow
                                             ? tr("of the gain kept, chosen greedily")
                                             : tr("of the gain of all features is kept when they are chosen greedily")},
      Readout{fewest ? whole(*fewest) : "–", narrow ? tr("features keep 95 % of it")
                                                    : tr("features are enough, chosen greedily, to keep 95 % of it")}};
}

void draw_reading(const Result& result, Canvas& canvas, const Rect& box, std::size_t k) {
  int place = 0;
  for (const Readout& saying : readouts_of(result, k, canvas.narrow())) {
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

Rect take_reading(const Canvas& canvas, Rect& area) {
  const float small = line_height(canvas, Size::small);
  if (canvas.narrow()) return area.take_top(3 * 1.45F * small, kGrid);
  return area.take_top(line_height(canvas, Size::title) + 2 + 2 * small, 2 * kGrid);
}

// --- Curves ---------------------------------------------------------------------------------------------------------

void draw_curves(const Result& result, Canvas& canvas, const Axes& axes) {
  const Clip clip(canvas, axes.plot());
  for (const SketchCurve& curve : result.curves) {
    if (curve.sketch > Sketch::leverage) band(canvas, axes, result.sizes, curve.low, curve.high, ink_of(curve.sketch));
  }
  for (const SketchCurve& curve : result.curves) {
    plot::curve(canvas, axes, result.sizes, curve.median,
          {.ink = ink_of(curve.sketch), .width = curve.sketch == Sketch::greedy ? 3.F : 2.F});
  }
}

// The key: each curve's name with its value at the marker, in rows over the plot. Five lines that end in one point
// leave no place for labels of their own.
constexpr float kSwatch = 16;

TextStyle key_style(Ink ink, Face face) {
  return {.ink = ink, .size = Size::small, .face = face, .upright = Upright::middle};
}

// A place for each entry, as wide whatever the marker reads.
std::vector<Rect> take_key(const Result& result, const Canvas& canvas, Rect& box) {
  const float height = 1.6F * line_height(canvas, Size::small);
  const float value = text_width(canvas, "0.888", key_style(Ink::ink, Face::semibold));
  std::vector<Rect> places;
  Rect row = box.take_top(height, 0);
  for (const SketchCurve& curve : result.curves) {
    const float name = text_width(canvas, name_of(curve.sketch, result.signs), key_style(Ink::quiet, {}));
    const float width = kSwatch + name + value + 14;
    if (row.w < width && row.x > box.x) row = box.take_top(height, 0);
    places.push_back(row.take_left(width, 2 * kGrid));
  }
  box.take_top(kGrid, 0);
  return places;
}

void draw_key(const Result& result, Canvas& canvas, std::span<const Rect> places, std::size_t k) {
  for (std::size_t c = 0; c < places.size(); ++c) {
    const SketchCurve& curve = result.curves[c];
    Rect place = places[c];
    const float y = place.centre().y;
    const Ink ink = ink_of(curve.sketch);
    line(canvas, {place.x, y}, {place.x + kSwatch, y}, canvas.colour(ink), curve.sketch == Sketch::greedy ? 3.F : 2.F);
    place.take_left(kSwatch, 6);
    const float width = text(canvas, place, name_of(curve.sketch, result.signs), key_style(Ink::quiet, {}));
    place.take_left(width, 6);
    text(canvas, place.inset(0, 0, -40, 0), fixed(curve.median[k], 3), key_style(ink, Face::semibold));
  }
}

void draw_marker(const Result& result, Canvas& canvas, const Axes& axes, Labels& labels, bool hovered, std::size_t k) {
  const Rect& area = axes.plot();
  const float x = std::round(axes.x_at(result.sizes[k]));
  const Colour colour = canvas.colour(Ink::accent);
  line(canvas, {x, area.y}, {x, area.bottom()}, colour, 1.25F);
  labels.avoid(Point{x, area.y}, Point{x, area.bottom()});
  for (const SketchCurve& curve : result.curves) {
    const Point at = axes.at(result.sizes[k], curve.median[k]);
    if (area.contains(at)) ring(canvas, at, 4, canvas.colour(ink_of(curve.sketch)), 1.5F);
  }
  if (hovered) disc(canvas, {x, area.bottom()}, kHandle + 4, tint(Ink::accent, 0.2F, canvas.dark));
  disc(canvas, {x, area.bottom()}, kHandle, colour);
}

}  // namespace

void draw_sketches(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Rect words = take_reading(canvas, box);
  if (result.sizes.empty())
    return heading(canvas, box, tr("Fewer features"), tr("The curves come with the closed form."));
  const std::vector<Rect> key = take_key(result, canvas, box);
  const std::string kept = tr("features kept, of %1", whole(result.unknowns));
  const Axes axes = draw_axes(canvas, box, {.range = {0.9, 1.1 * result.unknowns}, .scale = Scale::log, .name = kept},
                              {.range = range_of_errors(result), .name = tr("squared error, held out")});
  const Region region = plot::region(canvas, "language.kept", axes.plot());
  if (region.held) drawing.values.set("kept", result.sizes[nearest_size(result, axes.x_of(canvas.pointer.at.x))]);
  const std::size_t k = nearest_size(result, drawing.values.number("kept"));
  draw_reading(result, canvas, words, k);
  draw_key(result, canvas, key, k);
  Labels labels(axes.plot().inset(0, 0, 0, kHandle + 3));
  const std::vector<Level> levels = levels_of(result);
  for (const Level& level : levels) draw_level(canvas, axes, labels, level);
  draw_curves(result, canvas, axes);
  draw_marker(result, canvas, axes, labels, region.hovered, k);
  for (const Level& level : levels) label_level(canvas, axes, labels, level);
  if (region.hovered && !result.curves.empty()) {
    const std::size_t under = nearest_size(result, std::max(axes.x_of(canvas.pointer.at.x), 0.5));
    tooltip(canvas, canvas.pointer.at, tip_at(result, under));
  }
}

}  // namespace figures::language
