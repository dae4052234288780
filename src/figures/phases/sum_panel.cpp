// Phases 1 and 3 of figure "phases", large: the estimates of the sum of the W.
#include <algorithm>
#include <cmath>

#include "figures/phases/picture.hpp"
#include "figures/vocabulary.hpp"
#include "plot/cells.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/scatter.hpp"
#include "plot/words.hpp"

namespace figures::phases {
namespace {

// --- Error against N ------------------------------------------------------------------------------------------------

void draw_level(Canvas& canvas, const Axes& axes, Labels& labels, double value, std::string_view words) {
  const Rect& area = axes.plot();
  const float y = std::round(axes.y_at(value));
  dashed_line(canvas, {area.x, y}, {area.right(), y}, canvas.colour(Ink::truth), 1.25F);
  labels.avoid(Point{area.x, y}, Point{area.right(), y});
  const LabelSpot spots[] = {{{area.right() - 2, y + 2}, Along::right, Upright::top},
                             {{area.right() - 2, y - 1}, Along::right, Upright::bottom},
                             {{area.x + 4, y + 2}, Along::left, Upright::top},
                             {{area.x + 4, y - 1}, Along::left, Upright::bottom}};
  labels.place(canvas, words, {.ink = Ink::truth, .size = Size::small}, spots);
}

// The axis reaches under the floor, so that one sees that the curve does not.
void draw_curve(const Result& result, Canvas& canvas, const Rect& box) {
  std::vector<double> all = result.errors;
  all.insert(all.end(), {result.limit_error, result.first_order, 1.0});
  const auto [least, most] = std::ranges::minmax(all);
  const Range range{std::min(0.8 * least, 0.5 * std::max(result.limit_error, 1e-6)), 1.15 * most};
  const Axes axes = draw_axes(
      canvas, box,
      {.range = {8, 1.3 * static_cast<double>(result.planned)}, .scale = Scale::log, .name = tr("examples $N$")},
      {.range = range, .scale = Scale::log, .name = tr("relative error of the crude sum")});
  Labels labels(axes.plot());
  for (std::size_t k = 1; k < result.counts.size(); ++k) {
    labels.avoid(axes.at(result.counts[k - 1], result.errors[k - 1]), axes.at(result.counts[k], result.errors[k]));
  }
  draw_level(canvas, axes, labels, result.limit_error, tr("for $N → ∞$, exactly: %1", error_text(result.limit_error)));
  draw_level(canvas, axes, labels, result.first_order, tr("first order in $Θ$: %1", error_text(result.first_order)));
  curve(canvas, axes, result.counts, result.errors, {.ink = Ink::W, .marks = true});
  if (const auto hovered = curve_hover(canvas, axes, result.counts)) {
    tooltip(canvas, axes.at(result.counts[*hovered], result.errors[*hovered]),
            tr("$N$ = %1\n%2 % off", whole(result.counts[*hovered]), number(100 * result.errors[*hovered], 4)));
  }
}

// --- Entries --------------------------------------------------------------------------------------------------------

void draw_entries(const Result& result, Canvas& canvas, const Rect& box) {
  const std::span<const double> truth{result.sum.data(), static_cast<std::size_t>(result.sum.size())};
  const std::span<const double> crude{result.crude.sum.data(), truth.size()};
  const std::span<const double> refined{result.refined.sum.data(), truth.size()};
  const Range x = range_of(truth);
  const Range y = joined(joined(range_of(crude), range_of(refined)), x);
  const Axes axes = draw_axes(canvas, box, {.range = x, .name = tr("entry of $∑ W_i$")},
                              {.range = y, .name = tr("its estimate: rings crude, dots refined")});
  dashed_line(canvas, axes.at(x.low, x.low), axes.at(x.high, x.high), canvas.colour(Ink::truth));
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const Point from = axes.at(truth[k], crude[k]);
    const Point to = axes.at(truth[k], refined[k]);
    line(canvas, from, to, tint(Ink::W, 0.35F, canvas.dark), 1);
  }
  const auto over = scatter(canvas, axes, truth, crude, {.ink = Ink::W, .radius = 3, .hollow = true});
  const auto under = scatter(canvas, axes, truth, refined, {.ink = Ink::W, .radius = 3.5F, .amount = 1});
  const auto hovered = under ? under : over;
  if (!hovered) return;
  const auto row = *hovered % static_cast<std::size_t>(result.d);
  const auto column = *hovered / static_cast<std::size_t>(result.d);
  tooltip(canvas, axes.at(truth[*hovered], under ? refined[*hovered] : crude[*hovered]),
          tr("entry %1, %2\ntrue %3\ncrude %4\nrefined %5", std::to_string(row + 1), std::to_string(column + 1),
             number(truth[*hovered], 4), number(crude[*hovered], 4), number(refined[*hovered], 4)));
}

// --- Matrices -------------------------------------------------------------------------------------------------------

struct Named {
  const Matrix& matrix;
  std::string_view name;
};

void draw_matrices(Canvas& canvas, const Rect& box, std::span<const Named> list) {
  double limit = 0;
  for (const Named& named : list) limit = std::max(limit, named.matrix.cwiseAbs().maxCoeff());
  for (std::size_t k = 0; k < list.size(); ++k) {
    Rect column = box.column(static_cast<int>(k), static_cast<int>(list.size()));
    text(canvas, column.take_top(line_height(canvas, Size::small), 4), list[k].name,
         {.ink = Ink::W, .size = Size::small, .max_width = column.w});
    const MatrixData data = data_of(list[k].matrix);
    const MatrixView view = matrix(canvas, column, data, {.symbol = "W", .limit = limit, .name = false});
    cell_numbers(canvas, view, data);
  }
}

}  // namespace

void draw_sum_panel(const Result& result, Canvas& canvas, Rect box, int phase) {
  const float side = std::min(phase == 1 ? (box.w - 16) / 2 : (box.w - 32) / 3, 0.38F * box.h);
  const Rect lower = box.take_bottom(side + line_height(canvas, Size::small) + 4, 2 * kGrid);
  if (phase == 1) {
    draw_curve(result, canvas, box);
    const Named list[] = {{result.crude.sum, tr("estimate")}, {result.sum, tr("truth, $∑ W_i$")}};
    draw_matrices(canvas, lower, list);
    return;
  }
  draw_entries(result, canvas, box);
  const Named list[] = {
      {result.crude.sum, tr("crude")}, {result.refined.sum, tr("refined")}, {result.sum, tr("truth, $∑ W_i$")}};
  draw_matrices(canvas, lower, list);
}

}  // namespace figures::phases
