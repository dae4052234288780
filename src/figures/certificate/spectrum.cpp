// The eigenvalues of Lambda.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/certificate/picture.hpp"
#include "plot/bars.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::certificate {
namespace {

// The axis reaches at least so low, so that spectra of different shares can be compared.
constexpr double kLowest = 1e-4;

double power_of_ten(double exponent) { return std::pow(10.0, exponent); }

Range size_range(const Result& result) {
  const double low = std::min(kLowest, result.smallest_kept > 0 ? result.smallest_kept : kLowest);
  return {power_of_ten(std::floor(std::log10(low))), power_of_ten(std::ceil(std::log10(result.lambda_max)))};
}

// A shaded place for the eigenvalues that are 0, one hollow mark for each where there is room.
void draw_unseen(Canvas& canvas, const Axes& axes, std::int64_t rank, std::int64_t unknowns) {
  const Rect& plot = axes.plot();
  const float left = axes.x_at(static_cast<double>(rank) + 0.5);
  const Rect zone{left, plot.y, plot.right() - left, plot.h};
  fill(canvas, zone, canvas.colour(Ink::raised));
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const auto apart = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(6 / std::max(pitch, 0.01F))));
  for (std::int64_t k = rank + 1; k <= unknowns; k += apart) {
    ring(canvas, {axes.x_at(static_cast<double>(k)), plot.bottom() - 4}, 2, canvas.colour(Ink::G), 1);
  }
}

// Over the right end, on two lines; on a scrap of paper where eigenvalues reach up there.
void draw_verdict(Canvas& canvas, const Axes& axes, const Result& result) {
  const Rect& plot = axes.plot();
  const std::int64_t missing = result.unknowns - result.rank;
  const std::string first = missing > 0 ? counted("%1 direction the data never saw", "%1 directions the data never saw",
                                                  static_cast<double>(missing))
                                        : tr("all %1 directions seen", whole(result.unknowns));
  const std::string second = "$λ_{min}$ = " + number(result.lambda_min, 2);
  const float line = line_height(canvas, Size::small);
  const TextStyle style{.size = Size::small, .along = Along::right, .max_width = plot.w - 8};
  const float width = std::max(text_width(canvas, first, style), text_width(canvas, second, style));
  const Rect scrap{plot.right() - width - 10, plot.y, width + 10, 2 * line + 4};
  const double first_below = std::clamp(axes.x_of(scrap.x), 1.0, static_cast<double>(result.unknowns));
  const double tallest = result.spectrum(result.unknowns - static_cast<long>(first_below));
  if (axes.y_at(tallest) < scrap.bottom()) fill(canvas, scrap, with_alpha(canvas.colour(Ink::paper), 0.86F), {3});
  text(canvas, Point{plot.right() - 5, plot.y + 2}, first, style);
  text(canvas, Point{plot.right() - 5, plot.y + 2 + line}, second, style);
}

std::string hover_words(const Result& result, std::size_t k, double value) {
  const std::string place = whole(static_cast<double>(k + 1));
  const std::string all = whole(static_cast<double>(result.unknowns));
  const bool seen = static_cast<std::int64_t>(k) < result.rank;
  return seen ? tr("eigenvalue %1 of %2\n%3", place, all, number(value, 6))
              : tr("eigenvalue %1 of %2\n0: the data never saw this direction", place, all);
}

std::string seen_title(const Result& result) {
  const double missing = static_cast<double>(result.unknowns - result.rank);
  if (missing == 0) return tr("The data see every direction");
  return tr("The data miss %1 of %2 directions", whole(missing), whole(result.unknowns));
}

}  // namespace

std::string gaussian_words(const Result& result) {
  if (result.gaussian == 0) return tr("none");
  if (result.gaussian == result.sequences) return tr("all");
  return whole(static_cast<double>(result.gaussian));
}

void draw_spectrum_panel(const Result& result, Canvas& canvas, Rect box) {
  if (result.spectrum.size() == 0) {
    heading(canvas, box, tr("What do the data see?"), tr("The eigenvalues of $Λ$ come with the first examples."));
    return;
  }
  heading(canvas, box, seen_title(result),
          tr("Eigenvalues of $Λ$, the mean of $H H^{T}$ over %1, %2 of them Gaussian.",
             counted("%1 example", "%1 examples", static_cast<double>(result.sequences)), gaussian_words(result)));
  const Vector falling = result.spectrum.reverse();
  const auto count = static_cast<std::size_t>(falling.size());
  const Axes axes = draw_axes(canvas, box, bar_axis(count, tr("eigenvalue")),
                              {.range = size_range(result), .scale = Scale::log, .name = tr("size")});
  if (result.rank < result.unknowns) draw_unseen(canvas, axes, result.rank, result.unknowns);
  const auto seen = static_cast<std::size_t>(result.rank);
  const auto hovered = bars(canvas, axes, {falling.data(), seen}, {.ink = Ink::G, .stems = count <= 64});
  draw_verdict(canvas, axes, result);
  if (hovered) tooltip(canvas, canvas.pointer.at, hover_words(result, *hovered, falling(static_cast<long>(*hovered))));
  const Rect zone = axes.plot().inset(axes.x_at(static_cast<double>(result.rank) + 0.5) - axes.plot().x, 0, 0, 0);
  if (canvas.hovers(zone)) tooltip(canvas, canvas.pointer.at, hover_words(result, seen, 0));
  highlight(canvas, axes.plot(), "Lambda");
}

}  // namespace figures::certificate
