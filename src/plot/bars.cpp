#include "plot/bars.hpp"

#include <algorithm>
#include <cmath>

namespace plot {
namespace {

struct Layout {
  float pitch = 0;  // pixels from bar to bar
  float width = 0;
  float foot = 0;  // where they grow from
};

Layout layout(const Axes& axes) {
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const float gap = pitch > 4 ? std::max(1.F, pitch * 0.2F) : 0;
  const bool has_base = axes.visible(axes.x().range.low, 0);
  const float foot = has_base ? axes.y_at(0) : axes.plot().bottom();
  return {pitch, std::min(pitch - gap, 36.F), std::clamp(foot, axes.plot().y, axes.plot().bottom())};
}

Ink ink_of(std::size_t k, const BarStyle& style) {
  return style.first_of_rest >= 0 && k >= static_cast<std::size_t>(style.first_of_rest) ? Ink::quiet : style.ink;
}

struct Span {
  float left;
  float right;
};

void one(Canvas& canvas, const Layout& at, Span span, float top, Colour colour, bool stem) {
  if (stem) {
    const float x = (span.left + span.right) / 2;
    line(canvas, {x, at.foot}, {x, top}, with_alpha(colour, 0.4F), 1.5F);  // where it ends is what counts
    disc(canvas, {x, top}, std::clamp(at.pitch / 4, 1.5F, 4.F), colour);
    return;
  }
  const float width = std::max(span.right - span.left, 1.F);
  fill(canvas, {span.left, std::min(top, at.foot), width, std::max(1.F, std::abs(at.foot - top))}, colour);
}

// From the first to the last bar of a pool. Those that touch end on whole pixels, else their seams would shine through.
Span span_of(const Axes& axes, const Layout& at, std::size_t first, std::size_t end) {
  if (at.width == at.pitch) {
    return {std::round(axes.x_at(static_cast<double>(first) + 0.5)),
            std::round(axes.x_at(static_cast<double>(end) + 0.5))};
  }
  return {axes.x_at(static_cast<double>(first) + 1) - at.width / 2, axes.x_at(static_cast<double>(end)) + at.width / 2};
}

// The last bar of those that share the pixel of bar k, and the one to draw of them.
struct Pool {
  std::size_t end;
  std::size_t largest;
};

Pool pool(std::span<const double> values, std::size_t k, float pitch) {
  const auto count = pitch >= 1 ? 1 : static_cast<std::size_t>(std::ceil(1 / pitch));
  Pool found{std::min(k + count, values.size()), k};
  for (std::size_t j = k; j < found.end; ++j) {
    if (!(std::abs(values[found.largest]) >= std::abs(values[j]))) found.largest = j;
  }
  return found;
}

}  // namespace

std::optional<std::size_t> bars(Canvas& canvas, const Axes& axes, std::span<const double> values,
                                const BarStyle& style) {
  const Layout at = layout(axes);
  if (!(at.pitch > 0)) return std::nullopt;
  const Rect& plot = axes.plot();
  const bool pointing = canvas.hovers(plot);
  std::optional<std::size_t> hovered;
  for (std::size_t k = 0; k < values.size();) {
    const auto [end, drawn] = pool(values, k, at.pitch);
    const float x = axes.x_at(static_cast<double>(drawn) + 1);
    const Colour colour = canvas.colour(ink_of(drawn, style));
    const bool shows = axes.visible(1, values[drawn]);
    const float top = shows ? std::clamp(axes.y_at(values[drawn]), plot.y, plot.bottom()) : plot.bottom();
    if (shows) {
      one(canvas, at, span_of(axes, at, k, end), top, colour, style.stems);
    } else if (std::isfinite(values[drawn]) && at.pitch > 4) {
      ring(canvas, {x, plot.bottom() - 4}, 2.5F, colour, 1.25F);
    }
    const float reach = std::max(at.pitch, 1.F) / 2;
    if (pointing && std::abs(canvas.pointer.at.x - x) <= reach) {
      hovered = drawn;
      outline(canvas, Rect{x - at.width / 2, std::min(top, at.foot), at.width, std::abs(at.foot - top)}.inset(-2),
              canvas.colour(Ink::ink));
    }
    k = end;
  }
  return hovered;
}

Axis bar_axis(std::size_t count, std::string_view name) {
  return {.range = {0.5, static_cast<double>(count) + 0.5}, .name = name, .whole = true};
}

}  // namespace plot
