// The first picture of figure "cost": how long learning takes at every token size, beside a ruler of times that people
// know, from a blink to the age of the universe and beyond.

#include "figures/cost/cost.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

namespace figures::cost {
namespace {

constexpr double kEnd = 1.25 * kGpt3Width;
constexpr int kSteps = 61;  // of a curve
constexpr float kBar = 6;   // the ruler's width

// Which spans have their word where there is no room for all: the first ones.
constexpr std::array<std::size_t, kSpans.size()> kTelling = {9, 0, 4, 2, 5, 3, 1, 6, 8, 7};

// How long a number of sequences takes, token size by token size.
class TimeCurve {
 public:
  TimeCurve(const Shown& shown, NumberFrom source) : source_(source), shown_(shown) {}

  NumberFrom source() const { return source_; }
  double seconds(double d) const {
    const Sizes sizes = shown_.setting.sizes(d, source_);
    const std::string_view route = shown_.setting.values.choice("route");
    return shown_.device.seconds(cost_of(route == "cheaper" ? cheaper(sizes) : shown_.setting.route, sizes));
  }
  // As far as the curves have come, at steps that are narrower the less that is.
  std::vector<double> sizes() const {
    std::vector<double> all;
    for (int k = 0; k < kSteps; ++k)
      all.push_back(kLeastWidth * std::pow(shown_.setting.front / kLeastWidth, k / (kSteps - 1.0)));
    return all;
  }
  std::vector<double> seconds(std::span<const double> sizes) const {
    std::vector<double> all;
    for (const double d : sizes) all.push_back(seconds(d));
    return all;
  }

 private:
  NumberFrom source_;
  const Shown& shown_;
};

// Both curves with room, for a device of the reader's kind: what was measured moves the curves and not the ruler. Over
// their ends `free` of the height is left, in a picture where words stand there.
Range range_of(const TimeCurve& one, const TimeCurve& other, const Shown& shown, double free) {
  const double nominal = shown.speed == Speed::device ? shown.device.products / 2e9 : 1;
  double least = kSpans.front().seconds / 100;
  double most = 1000 * kSpans.back().seconds;
  double end = 0;
  for (const TimeCurve* curve : {&one, &other}) {
    least = std::min(least, curve->seconds(kLeastWidth) * nominal / 10);
    end = std::max(end, curve->seconds(kGpt3Width) * nominal);
  }
  return {least, std::max({most, end * 1e6, end * std::pow(end / least, free / (1 - free))})};
}

class Ascent {
 public:
  Ascent(const Setting& setting, Canvas& canvas, const Axes& axes, const TimeCurve& main, const TimeCurve& second)
      : setting_(setting),
        canvas_(canvas),
        axes_(axes),
        area_(axes.plot()),
        main_(main),
        second_(second),
        marker_(axes.at(setting_.at, main.seconds(setting_.at))) {}

  void draw(const Region& region) {
    draw_ruler();
    draw_marks();
    draw_curves();
    draw_marker(region.hovered);
    label_curves();
    Labels labels(area_);
    labels.avoid(Point{marker_.x, area_.bottom()}, marker_);
    for (const TimeCurve* curve : {&second_, &main_}) {
      const std::vector<double> d = curve->sizes();
      labels.avoid(axes_.at(d, curve->seconds(d)));
    }
    for (const Mark& mark : kMarks) label_mark(canvas_, axes_, labels, mark, canvas_.narrow());
    if (region.hovered && !region.held) tell();
  }

 private:
  // --- The ruler: it fills up to the marker, and what is reached stands out.

  void draw_ruler() {
    const Rect bar{area_.x - kBar - 2, area_.y, kBar, area_.h};
    fill(canvas_, bar, canvas_.colour(Ink::hairline), {kBar / 2});
    const float level = std::clamp(marker_.y, area_.y, area_.bottom());
    fill(canvas_, {bar.x, level, bar.w, area_.bottom() - level}, canvas_.colour(Ink::accent), {kBar / 2});
    std::vector<float> taken;
    const auto has_room = [&](float y) {
      const float line = 0.8F * line_height(canvas_, size());
      return y - line / 2 > area_.y && y < area_.bottom() &&
             std::ranges::none_of(taken, [&](float other) { return std::abs(other - y) < line; });
    };
    for (const std::size_t k : kTelling) {
      const float y = axes_.y_at(kSpans[k].seconds);
      if (!has_room(y)) continue;
      taken.push_back(y);
      draw_span(bar, y, tr(kSpans[k].name));
      const bool last = k + 1 == kSpans.size();
      line(canvas_, {area_.x, std::round(y)}, {area_.right(), std::round(y)},
           canvas_.colour(last ? Ink::quiet : Ink::hairline));
    }
    for (int power = 15; power < 300; power += 5) {
      const float y = axes_.y_at(kYear * std::pow(10.0, power));
      if (!has_room(y)) break;
      draw_span(bar, y, tr("%1 years", power_of_ten(power)));
    }
  }

  Size size() const { return canvas_.narrow() ? Size::small : Size::body; }

  void draw_span(const Rect& bar, float y, std::string_view words) {
    const bool reached = marker_.y <= y + 0.5F;
    const float at = std::round(y);
    line(canvas_, {bar.x - 4, at}, {bar.x, at}, canvas_.colour(reached ? Ink::accent : Ink::quiet), 1.5F);
    text(canvas_, Point{bar.x - 8, at}, words,
         {.ink = reached ? Ink::ink : Ink::quiet,
          .size = size(),
          .face = reached ? Face::semibold : Face::regular,
          .along = Along::right,
          .upright = Upright::middle});
  }

  // --- Curves

  // The marked token sizes: as high as their words, and, where there is room, as the curve that has come by.
  Point top_of(const Mark& mark) const {
    const bool low = canvas_.narrow() || mark.d > setting_.front;
    return {std::round(axes_.x_at(mark.d)), low ? mark_top(canvas_, axes_, mark, canvas_.narrow())
                                                : std::max(area_.y, axes_.y_at(main_.seconds(mark.d)))};
  }

  void draw_marks() {
    for (const Mark& mark : kMarks) {
      const Point top = top_of(mark);
      dashed_line(canvas_, {top.x, area_.bottom()}, top, canvas_.colour(Ink::quiet), 1, 3, 4);
    }
  }

  void draw_curves() {
    const Clip clip(canvas_, area_);
    for (const TimeCurve* curve : {&second_, &main_}) {
      const std::vector<double> d = curve->sizes();
      const bool main = curve == &main_;
      plot::curve(canvas_, axes_, d, curve->seconds(d),
                  {.ink = main ? Ink::ink : Ink::quiet, .width = main ? 3.5F : 1.75F});
    }
  }

  // Over the higher one at its left, under the lower one at its right, where the curves have come by and the marker
  // does not stand. On a phone the first one that fits is the last: at the left it would look like the ruler's.
  void label_curves() {
    const bool narrow = canvas_.narrow();
    constexpr std::array kPlaces = {60.0, 300.0, 1500.0, 5000.0, 35.0};
    Labels labels(area_);
    labels.avoid(Point{marker_.x, area_.bottom()}, marker_);
    labels.avoid(Point{area_.x, marker_.y}, marker_);
    const float oldest = axes_.y_at(kSpans.back().seconds);
    labels.avoid(Point{area_.x, oldest}, Point{area_.right(), oldest});
    for (const Mark& mark : kMarks) labels.avoid(Point{top_of(mark).x, area_.bottom()}, top_of(mark));
    const bool main_is_over = main_.seconds(kPlaces[1]) >= second_.seconds(kPlaces[1]);
    for (const TimeCurve* curve : {&main_, &second_}) {
      const bool main = curve == &main_;
      const bool over = main == main_is_over;
      std::vector<LabelSpot> spots;
      for (const double d : kPlaces) {
        const Point at = axes_.at(d, curve->seconds(d));
        if (d < setting_.front)
          spots.push_back(over ? LabelSpot{{at.x - 8, at.y - 4}, Along::right, Upright::bottom}
                               : LabelSpot{{at.x + 12, at.y + 4}, Along::left, Upright::top});
      }
      if (narrow && over) std::ranges::reverse(spots);
      labels.place_clear(
          canvas_, name_of(setting_, curve->source(), narrow),
          {.ink = main ? Ink::ink : Ink::quiet, .size = size(), .face = main ? Face::semibold : Face::regular}, spots);
    }
  }

  void draw_marker(bool hovered) {
    const Colour accent = canvas_.colour(Ink::accent);
    const float x = std::round(marker_.x);
    const float y = std::clamp(marker_.y, area_.y, area_.bottom());
    line(canvas_, {x, area_.bottom()}, {x, y}, accent, 1.5F);
    dashed_line(canvas_, {area_.x, y}, {x, y}, accent, 1.5F, 3, 4);
    marker_handle(canvas_, axes_, setting_.at, hovered);
    open_dot(canvas_, {x, y}, 5.5F, accent);
  }

  void tell() {
    const double d = snapped(axes_, canvas_.pointer.at.x);
    std::string words = "$d$ = " + whole(d);
    for (const TimeCurve* curve : {&main_, &second_}) {
      const double seconds = curve->seconds(d);
      words += "\n" + tr("%1: %2, %3", name_of(setting_, curve->source()), duration(seconds), in_human_terms(seconds));
    }
    tooltip(canvas_, canvas_.pointer.at, words);
  }

  const Setting& setting_;
  Canvas& canvas_;
  const Axes& axes_;
  const Rect& area_;
  const TimeCurve& main_;
  const TimeCurve& second_;
  Point marker_;
};

}  // namespace

void draw_ruler(const Shown& shown, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const NumberFrom from = shown.setting.from;
  const TimeCurve main(shown, from);
  const TimeCurve second(shown, from == NumberFrom::theorem ? NumberFrom::enough : NumberFrom::theorem);
  const auto meaning = [&](double d) {
    return tr("$d$ = %1, examples $N$ = %2, %3: %4", whole(d), number(shown.setting.sizes(d, from).N, 2), shown.where(),
              in_human_terms(main.seconds(d)));
  };
  const auto draw_answer = [&](Rect& place) {
    headline_number(canvas, place, job_words(shown), meaning(shown.setting.d));
  };
  if (canvas.narrow()) draw_answer(box);
  float names = 0;
  const TextStyle style{.size = canvas.narrow() ? Size::small : Size::body, .face = Face::semibold};
  for (const Span& span : kSpans) names = std::max(names, text_width(canvas, tr(span.name), style));
  Rect plot = box;
  plot.take_left(names + kBar + 12, 0);
  // In the corner that no curve comes to.
  Rect corner = plot.inset(12, 6, 0.15F * plot.w, 0);
  const float small = line_height(canvas, Size::small);
  const float taken = corner.y - plot.y + line_height(canvas, Size::title) + small +
                      paragraph_height(canvas, corner.w, meaning(kGpt3Width), {.size = Size::small});
  const float free = canvas.narrow() ? 0 : taken / (plot.h - 3 * small);
  const Axes axes =
      draw_axes(canvas, plot, {.range = {kLeastWidth, kEnd}, .scale = Scale::log, .name = tr("token size $d$")},
                {.range = range_of(main, second, shown, free), .scale = Scale::log, .ticks = false});
  Ascent(shown.setting, canvas, axes, main, second).draw(drag_marker(drawing, axes));
  if (!canvas.narrow()) draw_answer(corner);
}

}  // namespace figures::cost
