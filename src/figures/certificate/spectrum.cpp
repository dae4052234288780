// The eigenvalues of Lambda.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/certificate/picture.hpp"
#include "plot/bars.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"

namespace figures::certificate {
namespace {

using plot::Axes;
using plot::Canvas;
using plot::Ink;
using plot::Rect;
using plot::Size;

// The axis reaches at least so low, so that spectra of different shares can be compared.
constexpr double kLowest = 1e-4;

double power_of_ten(double exponent) { return std::pow(10.0, exponent); }

plot::Range size_range(const CertificateResult& result) {
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
void draw_verdict(Canvas& canvas, const Axes& axes, const CertificateResult& result) {
  const Rect& plot = axes.plot();
  const std::int64_t missing = result.unknowns - result.rank;
  const std::string first =
      missing > 0 ? plot::counted(static_cast<double>(missing), "direction", "directions") + " the data never saw"
                  : "all " + plot::whole(result.unknowns) + " directions seen";
  const std::string second = "$λ_{min}$ = " + plot::number(result.lambda_min, 2);
  const float line = line_height(canvas, Size::small);
  const plot::TextStyle style{.size = Size::small, .along = plot::Along::right, .max_width = plot.w - 8};
  const float width = std::max(text_width(canvas, first, style), text_width(canvas, second, style));
  const Rect scrap{plot.right() - width - 10, plot.y, width + 10, 2 * line + 4};
  const double first_below = std::clamp(axes.x_of(scrap.x), 1.0, static_cast<double>(result.unknowns));
  const double tallest = result.spectrum(result.unknowns - static_cast<long>(first_below));
  if (axes.y_at(tallest) < scrap.bottom()) fill(canvas, scrap, plot::with_alpha(canvas.colour(Ink::paper), 0.86F), {3});
  text(canvas, plot::Point{plot.right() - 5, plot.y + 2}, first, style);
  text(canvas, plot::Point{plot.right() - 5, plot.y + 2 + line}, second, style);
}

std::string hover_words(const CertificateResult& result, std::size_t k, double value) {
  const std::string name = "eigenvalue " + plot::whole(static_cast<double>(k + 1)) + " of " +
                           plot::whole(static_cast<double>(result.unknowns));
  const bool seen = static_cast<std::int64_t>(k) < result.rank;
  return name + "\n" + (seen ? plot::number(value, 6) : "0: the data never saw this direction");
}

std::string seen_title(const CertificateResult& result) {
  const double missing = static_cast<double>(result.unknowns - result.rank);
  if (missing == 0) return "The data see every direction";
  return "The data miss " + plot::whole(missing) + " of " + plot::whole(result.unknowns) + " directions";
}

}  // namespace

std::string gaussian_words(const CertificateResult& result) {
  if (result.gaussian == 0) return "none";
  if (result.gaussian == result.sequences) return "all";
  return plot::whole(static_cast<double>(result.gaussian));
}

void draw_spectrum_panel(const CertificateResult& result, Canvas& canvas, Rect box) {
  if (result.spectrum.size() == 0) {
    heading(canvas, box, "What do the data see?", "The eigenvalues of $Λ$ come with the first examples.");
    return;
  }
  heading(canvas, box, seen_title(result),
          "Eigenvalues of $Λ$, the mean of $H H^{T}$ over " +
              plot::counted(static_cast<double>(result.sequences), "example", "examples") + ", " +
              gaussian_words(result) + " of them Gaussian.");
  const learner::Vector falling = result.spectrum.reverse();
  const auto count = static_cast<std::size_t>(falling.size());
  const Axes axes = draw_axes(canvas, box, plot::bar_axis(count, "eigenvalue"),
                              {.range = size_range(result), .scale = plot::Scale::log, .name = "size"});
  if (result.rank < result.unknowns) draw_unseen(canvas, axes, result.rank, result.unknowns);
  const auto seen = static_cast<std::size_t>(result.rank);
  const auto hovered = bars(canvas, axes, {falling.data(), seen}, {.ink = Ink::G, .stems = count <= 64});
  draw_verdict(canvas, axes, result);
  if (hovered) tooltip(canvas, canvas.pointer.at, hover_words(result, *hovered, falling(static_cast<long>(*hovered))));
  const Rect zone = axes.plot().inset(axes.x_at(static_cast<double>(result.rank) + 0.5) - axes.plot().x, 0, 0, 0);
  if (canvas.hovers(zone)) tooltip(canvas, canvas.pointer.at, hover_words(result, seen, 0));
  plot::lights(canvas, axes.plot(), "Lambda");
}

}  // namespace figures::certificate
