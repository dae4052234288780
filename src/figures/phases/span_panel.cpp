// Phase 5 of figure "phases", large: how far each head is from the span found, and the body's lengths.
#include <algorithm>
#include <cmath>

#include "figures/phases/picture.hpp"
#include "figures/vocabulary.hpp"
#include "plot/bars.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::phases {
namespace {

// A quarter of a circle: what is left of a head of length 1 in the span is its level part.
struct Fan {
  Point foot;
  float radius;

  Point tip(double lost, float share = 1) const {
    const double up = std::clamp(lost, 0.0, 1.0);
    const auto along = static_cast<float>(std::sqrt(1 - up * up));
    return {foot.x + share * radius * along, foot.y - share * radius * static_cast<float>(up)};
  }
};

void draw_arc(Canvas& canvas, const Fan& fan) {
  constexpr int kSteps = 48;
  Point before = fan.tip(0);
  for (int k = 1; k <= kSteps; ++k) {
    const Point next = fan.tip(std::sin(k * 1.5707963267948966 / kSteps));
    line(canvas, before, next, canvas.colour(Ink::hairline), 1);
    before = next;
  }
}

void draw_head(Canvas& canvas, const Fan& fan, Labels& labels, const SpanResult& span, Index i) {
  const double lost = span.lost(i);
  const Point tip = fan.tip(lost);
  line(canvas, fan.foot, tip, canvas.colour(Ink::Q), 1.5F);
  disc(canvas, tip, 5, canvas.colour(Ink::paper));
  ring(canvas, tip, 5, canvas.colour(Ink::Q), 2);
  dashed_line(canvas, tip, {tip.x, fan.foot.y}, canvas.colour(Ink::error), 1.25F, 3, 3);
  if (canvas.hovers({tip.x - 9, tip.y - 9, 18, 18})) {
    tooltip(canvas, tip,
            tr("%1, a head of the truth\n%2 % of its size outside the span", head_name("Θ", i), number(100 * lost, 4)));
  }
  const std::string words = tr("%1 loses %2", "$Θ_" + std::to_string(i + 1) + "$", error_text(lost));
  const LabelSpot spots[] = {{{tip.x + 8, tip.y}, Along::left, Upright::middle},
                             {{tip.x + 6, tip.y - 4}, Along::left, Upright::bottom},
                             {{tip.x + 6, tip.y + 4}, Along::left, Upright::top},
                             {{tip.x, tip.y - 6}, Along::centre, Upright::bottom}};
  labels.place(canvas, words, {.ink = Ink::Q, .size = Size::small, .face = Face::semibold}, spots);
}

void draw_fan(const SpanResult& span, Canvas& canvas, const Rect& box) {
  const float small = line_height(canvas, Size::small);
  const float radius = std::min(box.w - 9 * canvas.em, box.h - 2 * small);
  const Fan fan{{box.x + 4, box.y + small + radius}, radius};
  draw_arc(canvas, fan);
  line(canvas, fan.foot, fan.tip(0), canvas.colour(Ink::Q), 4);
  Labels labels(box);
  labels.place(canvas, tr("the span found"), {.ink = Ink::Q, .size = Size::small},
               std::array{LabelSpot{{fan.foot.x, fan.foot.y + 4}, Along::left, Upright::top}});
  const Point chance = fan.tip(span.by_chance);
  dashed_line(canvas, fan.foot, chance, canvas.colour(Ink::truth), 1.25F);
  for (Index i = 0; i < span.lost.size(); ++i) draw_head(canvas, fan, labels, span, i);
  const LabelSpot spots[] = {{{chance.x + 6, chance.y - 2}, Along::left, Upright::bottom},
                             {{chance.x + 6, chance.y + 2}, Along::left, Upright::top}};
  labels.place(canvas, tr("chance: %1", error_text(span.by_chance)), {.ink = Ink::truth, .size = Size::small}, spots);
}

}  // namespace

void draw_span_panel(const Result& result, Canvas& canvas, Rect box) {
  const SpanResult& span = result.span;
  const auto [upper, lower] = box.rows<2>({1.5F, 1}, 2 * kGrid);
  draw_fan(span, canvas, upper);
  const auto count = static_cast<std::size_t>(span.sigma.size());
  const std::string kept = counted("its length; the first %1 is kept", "its length; the first %1 are kept", result.m);
  const Axes axes = draw_axes(canvas, lower, bar_axis(count, tr("direction of the body")),
                              {.range = {0, 1.1 * span.sigma.maxCoeff()}, .name = kept});
  const auto hovered = bars(canvas, axes, span_of(span.sigma), {.ink = Ink::Q, .first_of_rest = result.m});
  if (hovered) {
    tooltip(canvas, canvas.pointer.at,
            tr("direction %1\n%2", std::to_string(*hovered + 1), number(span.sigma(static_cast<Index>(*hovered)), 4)));
  }
}

}  // namespace figures::phases
