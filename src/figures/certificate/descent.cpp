// Descent from a random start.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/certificate/picture.hpp"
#include "figures/vocabulary.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/scatter.hpp"
#include "plot/words.hpp"

namespace figures::certificate {
namespace {

// A start of which so much is left is forgotten.
constexpr double kForgotten = 0.01;

// To two digits: the formula is exact, but between its points lie others.
double to_two_digits(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

bool is_kept(const Result& result) { return result.null_count() > 0; }

// The first number of steps after which the start is forgotten; 0 when there is none.
double forgotten_after(const Result& result) {
  for (long k = 0; k < result.steps.size(); ++k) {
    if (result.distances(k) < kForgotten * result.start_distance) return result.steps(k);
  }
  return 0;
}

void draw_marks(Canvas& canvas, const Axes& axes, const Result& result) {
  std::vector<double> steps;
  for (long k = 0; k < result.walked.size(); ++k) steps.push_back(static_cast<double>(1 << k));
  const auto hovered =
      scatter(canvas, axes, steps, span_of(result.walked), {.ink = Ink::ink, .radius = 2.5F, .amount = 1});
  if (!hovered) return;
  tooltip(canvas, axes.at(steps[*hovered], result.walked(static_cast<long>(*hovered))),
          counted("%1 step, really made", "%1 steps, really made", steps[*hovered]) + "\n" +
              tr("distance %1", number(result.walked(static_cast<long>(*hovered)), 8)));
}

void draw_curve(Canvas& canvas, const Axes& axes, const Result& result) {
  curve(canvas, axes, span_of(result.steps), span_of(result.distances), {.ink = Ink::ink});
  const auto hovered = curve_hover(canvas, axes, span_of(result.steps));
  if (!hovered) return;
  const auto k = static_cast<long>(*hovered);
  tooltip(canvas, axes.at(result.steps(k), result.distances(k)),
          counted("after %1 step", "after %1 steps", result.steps(k)) + "\n" +
              tr("distance %1", number(result.distances(k), 6)));
}

std::string descent_title(const Result& result) {
  if (is_kept(result)) return tr("Descent ends %1 from the truth", number(result.limit_distance));
  const double steps = forgotten_after(result);
  if (steps == 0) return tr("A million steps do not forget");
  return counted("Descent forgets in %1 step", "Descent forgets in %1 steps", to_two_digits(steps));
}

std::string descent_meaning(const Result& result) {
  if (is_kept(result)) {
    return tr(
        "Gradients have no part where the data see nothing, so plain descent keeps its random start there for ever.");
  }
  return tr("From a random start: the weaker an eigenvalue, the longer plain descent keeps that direction of it.");
}

// The line of the fit, with its name over it, or under it where the curve runs above.
void draw_fit(Canvas& canvas, const Axes& axes, const Result& result) {
  const Rect& plot = axes.plot();
  const float y = axes.y_at(std::min(result.fit_distance, axes.y().range.high));
  line(canvas, {plot.x, y}, {plot.right(), y}, canvas.colour(Ink::W), 2.5F);
  const std::string distance = number(result.fit_distance, 2);
  const std::string words = plot.w < 24 * canvas.em ? tr("fit: %1", distance)
                            : result.minimum_norm   ? tr("minimum norm: %1", distance)
                                                    : tr("least squares: %1", distance);
  const bool low = plot.bottom() - y < line_height(canvas, Size::small) + 6;
  text(canvas, Point{plot.x + 6, low ? y - 3 : y + 4}, words,
       {.ink = Ink::W, .size = Size::small, .upright = low ? Upright::bottom : Upright::top});
}

}  // namespace

std::string descent_words(const Result& result) {
  if (is_kept(result)) return tr("Random-start descent ends %1 from the truth", number(result.limit_distance));
  const double steps = forgotten_after(result);
  if (steps == 0) return tr("Descent has not forgotten its random start after a million steps");
  return counted("Descent forgets its random start in about %1 step",
                 "Descent forgets its random start in about %1 steps", to_two_digits(steps));
}

void draw_descent_panel(const Result& result, Canvas& canvas, Rect box) {
  if (result.reached != Step::descent) {
    heading(canvas, box, tr("Where does descent end?"), tr("It starts when the fit is there."));
    return;
  }
  heading(canvas, box, descent_title(result), descent_meaning(result));
  const Axis steps{.range = {1, result.steps(result.steps.size() - 1)},
                   .scale = Scale::log,
                   .name = tr("steps of gradient descent")};
  // Room above the start for the label of what is kept.
  const Axis distance{.range = {0, 1.25 * result.start_distance}, .name = tr("distance to the truth, $‖p − p^{*}‖$")};
  const Axes axes = draw_axes(canvas, box, steps, distance);
  draw_fit(canvas, axes, result);
  if (is_kept(result)) {
    reference_y(canvas, axes, result.limit_distance, tr("kept for ever: %1", number(result.limit_distance)));
  }
  draw_curve(canvas, axes, result);
  draw_marks(canvas, axes, result);
}

}  // namespace figures::certificate
