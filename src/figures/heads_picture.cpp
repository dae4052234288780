#include "figures/heads_picture.hpp"

#include <algorithm>
#include <string>

#include "plot/bars.hpp"
#include "plot/number.hpp"

namespace figures {

Range spectrum_range(const Vector& values) {
  const double largest = values.size() > 0 ? values.maxCoeff() : 0;
  return range_of(span_of(values), Scale::log, 0.05, std::max(largest * 1e-17, 1e-300));
}

Axes draw_spectrum(Canvas& canvas, const Rect& box, const Vector& values, const SpectrumStyle& style) {
  constexpr int kMostStems = 64;
  const Axes axes =
      draw_axes(canvas, box, bar_axis(static_cast<std::size_t>(values.size()), style.x_name),
                {.range = style.range.value_or(spectrum_range(values)), .scale = Scale::log, .name = style.y_name});
  const auto hovered = bars(canvas, axes, span_of(values),
                            {.ink = style.ink, .first_of_rest = style.kept, .stems = values.size() <= kMostStems});
  if (hovered) {
    const double value = values(static_cast<learner::Index>(*hovered));
    const double place = static_cast<double>(*hovered) + 1;
    tooltip(canvas, {axes.x_at(place), canvas.pointer.at.y},
            "$" + std::string(style.symbol) + "_{" + whole(place) + "}$ = " + number(value, 4));
  }
  return axes;
}

namespace {

// Heads in rows, each V over its Q: as many rows as can be without making the maps small.
struct Gallery {
  int columns = 1;
  int rows = 1;
  float side = 0;  // of a map
};

// `flat`: the height of V over that of Q.
Gallery arrange(const Canvas& canvas, const Rect& box, int heads, float flat) {
  Gallery gallery;
  gallery.columns = std::clamp(static_cast<int>(box.w / (5 * canvas.em)), 1, heads);
  const float width = box.column(0, gallery.columns, kGrid).w;
  for (gallery.rows = (heads + gallery.columns - 1) / gallery.columns;; --gallery.rows) {
    const float height = (box.row(0, gallery.rows, 2 * kGrid).h - kGrid) / (1 + flat);
    gallery.side = std::min(width, height);
    if (gallery.rows == 1 || height >= 3 * canvas.em) return gallery;
  }
}

}  // namespace

int draw_head_maps(Canvas& canvas, const Rect& box, const Matrix& value_maps, const Matrix& query_maps) {
  const auto d = query_maps.rows();
  if (d == 0 || query_maps.cols() == 0) return 0;
  const float label = 2 * canvas.em;
  const Rect area = box.inset(label, 0, 0, 0);
  const float flat = static_cast<float>(value_maps.rows()) / static_cast<float>(d);
  const Gallery gallery = arrange(canvas, area, static_cast<int>(query_maps.cols() / d), flat);
  const float side = gallery.side;
  const float low = side * flat;
  if (side < 4) return 0;
  const int shown = std::min(gallery.columns * gallery.rows, static_cast<int>(query_maps.cols() / d));
  for (int h = 0; h < shown; ++h) {
    const float x = area.x + static_cast<float>(h % gallery.columns) * (side + kGrid);
    const float y = area.y + static_cast<float>(h / gallery.columns) * (low + side + 3 * kGrid);
    const Matrix V = value_maps.middleCols(h * d, d);
    const Matrix Q = query_maps.middleCols(h * d, d);
    matrix(canvas, {x, y, side, low}, data_of(V), {.symbol = "V", .name = false});
    matrix(canvas, {x, y + low + kGrid, side, side}, data_of(Q), {.symbol = "Q", .name = false});
    if (h % gallery.columns > 0) continue;
    const TextStyle style{.upright = Upright::middle};
    text(canvas, Rect{box.x, y, label, low}, "$V_{h}$", style);
    text(canvas, Rect{box.x, y + low + kGrid, label, side}, "$Q_{h}$", style);
  }
  return shown;
}

}  // namespace figures
