// What is seen of phase 2 or 4 of figure "phases" where it cannot go on: how far its rows are from what it asks.
#include "figures/phases/picture.hpp"
#include "plot/bars.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"

namespace figures::phases {
namespace {

// How many rows would agree, were so large a residual allowed.
void draw_residuals(const NoRows& none, Canvas& canvas, const Rect& box) {
  const double low = none.allowed, all = none.counts.back();
  const double high = std::max(2 * low, none.residuals.back());
  const double nearest = none.residuals.front();
  const Axes axes = draw_axes(
      canvas, box,
      {.range = {low / std::pow(high / low, 0.15), high * std::max(1.05, std::pow(high / low, 0.03))},
       .scale = Scale::log,
       .name = canvas.narrow() ? tr("residual allowed")
                               : tr("residual allowed: how far a row may be from one set of weights")},
      {.range = {std::pow(1.6 * all, -0.24), 1.6 * all}, .scale = Scale::log, .name = tr("rows that would agree")});
  const Rect& plot = axes.plot();
  const float limit = std::round(axes.x_at(none.allowed));
  fill(canvas, {plot.x, plot.y, limit - plot.x, plot.h}, tint(Ink::truth, 0.1F, canvas.dark));
  rule_x(canvas, axes, none.allowed);
  curve(canvas, axes, none.residuals, none.counts, {.ink = Ink::Q});
  const Point first = axes.at(nearest, 1);
  disc(canvas, first, 5, canvas.colour(Ink::error));
  Labels labels(plot);
  labels.avoid(axes.at(none.residuals, none.counts));
  labels.avoid({limit, plot.y}, {limit, plot.bottom()});
  labels.place(canvas, tr("nearest row: %1", number(nearest, nearest > 1.01 * none.allowed ? 3 : 6)),
               {.ink = Ink::error, .size = Size::small, .face = Face::semibold},
               std::array{LabelSpot{{first.x + 8, first.y + 2}, Along::left, Upright::top},
                          LabelSpot{{first.x, first.y + 6}, Along::right, Upright::top}});
  const float top = plot.y + 3;
  labels.place(canvas, tr("up to %1: none", number(none.allowed)), {.ink = Ink::truth, .size = Size::small},
               std::array{LabelSpot{{limit + 5, top}, Along::left, Upright::top},
                          LabelSpot{{limit - 5, top}, Along::right, Upright::top}});
  if (const auto hovered = curve_hover(canvas, axes, none.residuals))
    tooltip(canvas, axes.at(none.residuals[*hovered], none.counts[*hovered]),
            tr("%1 up to a residual of %2", counted("%1 row", "%1 rows", none.counts[*hovered]),
               number(none.residuals[*hovered], 4)));
}

// How many different tokens examples have, and how many they may have.
void draw_distinct(const NoRows& none, Canvas& canvas, const Rect& box) {
  double tested = 0;
  for (std::size_t k = 1; k < std::min(none.distinct.size(), static_cast<std::size_t>(none.most_distinct)); ++k)
    tested += none.distinct[k];
  const Axes axes = draw_axes(canvas, box, bar_axis(none.distinct.size(), tr("different tokens of an example")),
                              {.range = {0, 1.1 * std::ranges::max(none.distinct)}, .name = tr("examples")});
  const Rect& plot = axes.plot();
  const double most = std::min(none.most_distinct, static_cast<double>(none.distinct.size()));
  const float from = axes.x_at(1.5), to = axes.x_at(most + 0.5);
  fill(canvas, {from, plot.y, to - from, plot.h}, tint(Ink::truth, 0.1F, canvas.dark));
  const auto hovered = bars(canvas, axes, none.distinct, {.ink = Ink::Q});
  text(canvas, Rect{from, plot.y + 3, to - from, plot.h},
       tested > 0 ? tr("tested: %1", whole(tested)) : tr("tested: none"),
       {.ink = Ink::truth, .size = Size::small, .along = Along::centre, .max_width = to - from});
  if (hovered)
    tooltip(canvas, axes.at(static_cast<double>(*hovered + 1), none.distinct[*hovered]),
            tr("different tokens: %1\nexamples: %2", whole(*hovered + 1), whole(none.distinct[*hovered])));
}

}  // namespace

void draw_no_rows(const NoRows& none, Canvas& canvas, Rect box) {
  if (!none.counts.empty()) draw_residuals(none, canvas, box);
  if (!none.distinct.empty()) draw_distinct(none, canvas, box);
}

}  // namespace figures::phases
