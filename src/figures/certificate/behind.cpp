// What is behind the answers of figure "certificate": the eigenvalues of Lambda, and descent from a random start.
#include "figures/certificate/certificate.hpp"
#include "plot/axes.hpp"
#include "plot/bars.hpp"
#include "plot/curve.hpp"
#include "plot/panel.hpp"

namespace figures::certificate {
namespace {

// --- The eigenvalues of Lambda: what the data never saw set apart and counted ---------------------------------------

// The axis reaches at least so low, so that spectra of different shares can be compared.
constexpr double kLowest = 1e-4;

Range size_range(const Result& result) {
  const double low = std::min(kLowest, result.smallest_kept > 0 ? result.smallest_kept : kLowest);
  return {std::pow(10.0, std::floor(std::log10(low))), std::pow(10.0, std::ceil(std::log10(result.lambda_max)))};
}

// A shaded place for the eigenvalues that are 0, one hollow mark for each where there is room.
void draw_unseen(Canvas& canvas, const Axes& axes, const Result& result, const Rect& zone) {
  fill(canvas, zone, canvas.colour(Ink::raised));
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const int apart = std::max(1, static_cast<int>(std::ceil(6 / std::max(pitch, 0.01F))));
  for (int k = result.rank + 1; k <= result.unknowns(); k += apart) {
    ring(canvas, {axes.x_at(k), zone.bottom() - 4}, 2, canvas.colour(Ink::G), 1);
  }
}

// Over the right end, on two lines; on a scrap of paper where eigenvalues reach up there.
void draw_spectrum_verdict(Canvas& canvas, const Axes& axes, const Result& result) {
  const Rect& plot = axes.plot();
  const std::string first = result.missing() > 0 ? counted("%1 direction the data never saw",
                                                           "%1 directions the data never saw", result.missing())
                                                 : tr("all %1 directions seen", whole(result.unknowns()));
  const std::string second = "$λ_{min}$ = " + number(result.lambda_min, 2);
  const float line = line_height(canvas, Size::small);
  const TextStyle style{.size = Size::small, .along = Along::right, .max_width = plot.w - 8};
  const float width = std::max(text_width(canvas, first, style), text_width(canvas, second, style));
  const Rect scrap{plot.right() - width - 10, plot.y, width + 10, 2 * line + 4};
  const auto first_below = static_cast<Index>(std::clamp(axes.x_of(scrap.x), 1.0, 1.0 * result.unknowns()));
  const double tallest = result.spectrum(result.unknowns() - first_below);
  if (axes.y_at(tallest) < scrap.bottom()) fill(canvas, scrap, with_alpha(canvas.colour(Ink::paper), 0.86F), {3});
  text(canvas, Point{plot.right() - 5, plot.y + 2}, first, style);
  text(canvas, Point{plot.right() - 5, plot.y + 2 + line}, second, style);
}

// --- Descent from a random start ------------------------------------------------------------------------------------

// A start of which so much is left is forgotten.
constexpr double kForgotten = 0.01;

// The first number of steps after which the start is forgotten, to two digits: the formula is exact, but between its
// points lie others. 0 when there is none.
double forgotten_after(const Result& result) {
  for (Index k = 0; k < result.steps.size(); ++k) {
    if (result.distances(k) >= kForgotten * result.start_distance) continue;
    const double unit = std::pow(10.0, std::floor(std::log10(result.steps(k))) - 1);
    return std::round(result.steps(k) / unit) * unit;
  }
  return 0;
}

std::string descent_title(const Result& result) {
  if (result.null_count() > 0) return tr("In the limit descent is %1 from the truth", number(result.limit_distance));
  const double steps = forgotten_after(result);
  if (steps == 0) return tr("A million steps do not forget");
  return counted("Descent forgets in %1 step", "Descent forgets in %1 steps", steps);
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

void draw_curve(Canvas& canvas, const Axes& axes, const Result& result) {
  curve(canvas, axes, span_of(result.steps), span_of(result.distances), {.ink = Ink::ink});
  const auto hovered = curve_hover(canvas, axes, span_of(result.steps));
  if (!hovered) return;
  const auto k = static_cast<Index>(*hovered);
  tooltip(canvas, axes.at(result.steps(k), result.distances(k)),
          counted("after %1 step", "after %1 steps", result.steps(k)) + "\n" +
              tr("distance %1", number(result.distances(k), 6)));
}

// Steps that were really made.
void draw_marks(Canvas& canvas, const Axes& axes, const Result& result) {
  std::vector<double> steps;
  for (Index k = 0; k < result.walked.size(); ++k) steps.push_back(1 << k);
  const auto hovered =
      scatter(canvas, axes, steps, span_of(result.walked), {.ink = Ink::ink, .radius = 2.5F, .amount = 1});
  if (!hovered) return;
  const double distance = result.walked(static_cast<Index>(*hovered));
  tooltip(canvas, axes.at(steps[*hovered], distance),
          counted("%1 step, really made", "%1 steps, really made", steps[*hovered]) + "\n" +
              tr("distance %1", number(distance, 8)));
}

}  // namespace

void draw_spectrum(const Result& result, Canvas& canvas, Rect box) {
  if (result.spectrum.size() == 0) {
    heading(canvas, box, tr("What do the data see?"), tr("The eigenvalues of $Λ$ come with the first examples."));
    return;
  }
  const std::string unknowns = whole(result.unknowns());
  heading(canvas, box,
          result.missing() == 0 ? tr("The data see every direction")
                                : tr("The data miss %1 of %2 directions", whole(result.missing()), unknowns),
          tr("Eigenvalues of $Λ$, the mean of $H H^{T}$ over %1, %2 of them Gaussian.",
             counted("%1 example", "%1 examples", result.sequences), gaussian_words(result)));
  const Vector falling = result.spectrum.reverse();
  const auto count = static_cast<std::size_t>(falling.size());
  const Axes axes = draw_axes(canvas, box, bar_axis(count, tr("eigenvalue")),
                              {.range = size_range(result), .scale = Scale::log, .name = tr("size")});
  const Rect zone = axes.plot().inset(axes.x_at(result.rank + 0.5) - axes.plot().x, 0, 0, 0);
  if (result.missing() > 0) draw_unseen(canvas, axes, result, zone);
  const auto seen = static_cast<std::size_t>(result.rank);
  const auto hovered = bars(canvas, axes, span_of(falling).first(seen), {.ink = Ink::G, .stems = count <= 64});
  draw_spectrum_verdict(canvas, axes, result);
  if (hovered) {
    tooltip(
        canvas, canvas.pointer.at,
        tr("eigenvalue %1 of %2\n%3", whole(*hovered + 1), unknowns, number(falling(static_cast<Index>(*hovered)), 6)));
  }
  if (canvas.hovers(zone)) {
    tooltip(canvas, canvas.pointer.at,
            tr("eigenvalue %1 of %2\n0: the data never saw this direction", whole(seen + 1), unknowns));
  }
  highlight(canvas, axes.plot(), "Lambda");
}

void draw_descent(const Result& result, Canvas& canvas, Rect box) {
  if (result.reached != Step::descent) {
    heading(canvas, box, tr("Where does descent end?"), tr("It starts when the fit is there."));
    return;
  }
  const bool is_kept = result.null_count() > 0;
  heading(canvas, box, descent_title(result),
          is_kept ? tr("Gradients have no part where the data see nothing, so plain descent keeps its random start "
                       "there for ever.")
                  : tr("From a random start: the weaker an eigenvalue, the longer plain descent keeps that direction "
                       "of it."));
  // Room above the start for the label of what is kept.
  const Axes axes =
      draw_axes(canvas, box,
                {.range = {1, result.steps(result.steps.size() - 1)},
                 .scale = Scale::log,
                 .name = tr("steps of gradient descent")},
                {.range = {0, 1.25 * result.start_distance}, .name = tr("distance to the truth, $‖p − p^{*}‖$")});
  draw_fit(canvas, axes, result);
  if (is_kept) reference_y(canvas, axes, result.limit_distance, tr("kept for ever: %1", number(result.limit_distance)));
  draw_curve(canvas, axes, result);
  draw_marks(canvas, axes, result);
}

std::string gaussian_words(const Result& result) {
  if (result.gaussian == 0) return tr("none");
  if (result.gaussian == result.sequences) return tr("all");
  return whole(result.gaussian);
}

std::string descent_words(const Result& result) {
  if (result.null_count() > 0)
    return tr("In the limit random-start descent is %1 from the truth", number(result.limit_distance));
  const double steps = forgotten_after(result);
  if (steps == 0) return tr("Descent has not forgotten its random start after a million steps");
  return counted("Descent forgets its random start in about %1 step",
                 "Descent forgets its random start in about %1 steps", steps);
}

}  // namespace figures::certificate
