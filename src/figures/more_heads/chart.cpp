// The chart of figure "more_heads": for each number of heads the share of starts that gets stuck.
#include "figures/more_heads/more_heads.hpp"
#include "plot/axes.hpp"
#include "plot/panel.hpp"

namespace figures::more_heads {
namespace {

// As labels say it.
Share percent_of(int count, int starts) {
  const Share share = share_of(count, starts);
  return {100 * share.value, 100 * share.low, 100 * share.high};
}

// Once a frame.
struct Chart {
  const Result& result;
  Drawing& drawing;
  Canvas& canvas;
  Axes axes;

  Rect column(int k) const {
    const float left = axes.x_at(k - 0.5);
    return {left, axes.plot().y, axes.x_at(k + 0.5) - left, axes.plot().h};
  }

  void draw_whisker(float x, const Share& share) const {
    const float low = axes.y_at(share.low), high = axes.y_at(share.high);
    const Colour ink = canvas.colour(Ink::ink);
    line(canvas, {x, low}, {x, high}, ink, 1.5F);
    for (const float y : {low, high}) line(canvas, {x - 5, y}, {x + 5, y}, ink, 1.5F);
  }

  // Of those that are late, beside the stuck: no higher than leaves room for its number, as the scale is that of the
  // stuck.
  void draw_late(const Rect& beside, const Share& late) const {
    const float number = line_height(canvas, Size::small);
    const float top = std::max(axes.y_at(late.value), axes.plot().y + number);
    outline(canvas, {beside.x, top, beside.w, beside.bottom() - top}, canvas.colour(Ink::quiet), 1);
    const std::string words = percent(late.value / 100);
    const TextStyle style{.ink = Ink::quiet, .size = Size::small, .upright = Upright::bottom};
    const float most = axes.plot().right() - text_width(canvas, words, style);
    text(canvas, Point{std::min(beside.x, most), top - 2}, words, style);
  }

  // Pale until the heads shown are as many.
  void draw_bar(int k, bool reached) const {
    const Column& one = result.of(k);
    const int late = one.starts() - one.count(Fate::arrived) - one.caught();
    const Share stuck = percent_of(one.caught(), one.starts());
    const float wide = column(k).w;
    const Point foot = axes.at(k, 0);
    const float top = axes.y_at(stuck.value);
    const Rect bar{foot.x - (late > 0 ? 0.28F : 0.18F) * wide, top, 0.36F * wide, foot.y - top};
    if (!reached) return fill(canvas, bar, canvas.colour(Ink::raised));
    fill(canvas, bar, tint(Ink::error, 0.75F, canvas.dark));
    draw_whisker(bar.centre().x, stuck);
    if (late > 0) draw_late({bar.right() + 3, top, 0.2F * wide, foot.y - top}, percent_of(late, one.starts()));
    const std::string words = one.caught() == 0 ? std::string(tr("none")) : share_text(one);
    const TextStyle style{.ink = one.caught() == 0 ? Ink::ink : Ink::error,
                          .size = Size::title,
                          .face = Face::semibold,
                          .along = Along::centre,
                          .upright = Upright::bottom};
    const float beyond = std::max(0.F, text_width(canvas, words, style) - bar.w) / 2;  // not over what is beside it
    text(canvas, Point{bar.centre().x - (late > 0 ? beyond : 0), axes.y_at(stuck.high) - 4}, words, style);
  }

  std::string words_of(int k) const {
    const Column& one = result.of(k);
    return tr(
        "%1\n%2 of %3 stuck; 95 % interval %4\nof them in valleys without a bottom: %5\n%6 slow, %7 arrived, "
        "%8 in no proven valley",
        heads_text(k), whole(one.caught()), whole(one.starts()), interval_text(one), whole(one.count(Fate::endless)),
        whole(one.count(Fate::slow)), whole(one.count(Fate::arrived)), whole(one.count(Fate::open)));
  }

  // A press on a column chooses its number of heads.
  void point(const Rect& box) const {
    const Region pointing = region(canvas, "more_heads.chart", box);
    if (!pointing.hovered && !pointing.held) return;
    const int k = std::clamp(static_cast<int>(std::lround(axes.x_of(canvas.pointer.at.x))), 1,
                             static_cast<int>(result.columns.size()));
    if (pointing.held || pointing.clicked) drawing.values.set("H", k);
    tooltip(canvas, canvas.pointer.at, words_of(k));
  }
};

}  // namespace

void draw_chart(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const int starts = result.columns.empty() ? 0 : result.of(1).starts();
  heading(canvas, box, tr("Random starts that get stuck"),
          starts == 0 ? std::string()
          : canvas.narrow()
              ? tr("% of %1 each. Red: stuck. Outlined: late. Whiskers: 95 %.", whole(starts))
              : tr("% of %1 each. Red: stuck. Outlined: had not arrived. Whiskers: 95 % interval.", whole(starts)));
  const Rect whole_box = box;
  const float most = [&] {
    double high = 10;
    for (const Column& one : result.columns) high = std::max(high, percent_of(one.caught(), one.starts()).high);
    return static_cast<float>(high);
  }();
  const float names = line_height(canvas) + 4;
  box.take_bottom(names, 0);
  const Axis along{.range = {0.5, kMostHeads + 0.5}, .ticks = false};
  const Axis up{.range = {0, most * box.h / std::max(box.h - line_height(canvas, Size::title) - kGrid, 1.F)}};
  const double heads = shown_heads(result, drawing.values);
  // The column of the heads shown lies under the axes, whose place drawing them tells: they are drawn, covered, and
  // drawn again.
  const Axes place = draw_axes(canvas, box, along, up);
  fill(canvas, box, canvas.colour(Ink::paper));
  const float left = place.x_at(heads - 0.5);
  fill(canvas, {left, box.y, place.x_at(heads + 0.5) - left, box.h + names}, canvas.colour(Ink::raised), {4});
  const Axes axes = draw_axes(canvas, box, along, up);
  const Chart chart{result, drawing, canvas, axes};
  for (int k = 1; k <= static_cast<int>(result.columns.size()); ++k) {
    chart.draw_bar(k, heads > k - 0.5);
    text(canvas, Point{axes.x_at(k), axes.plot().bottom() + 4}, heads_text(k),
         {.along = Along::centre, .max_width = chart.column(k).w});
  }
  chart.point({axes.plot().x, box.y, axes.plot().w, whole_box.bottom() - box.y});
}

}  // namespace figures::more_heads
