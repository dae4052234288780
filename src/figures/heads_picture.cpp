#include "figures/heads_picture.hpp"

#include "plot/bars.hpp"

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

std::vector<HeadPlace> draw_head_maps(Canvas& canvas, const Rect& box, const Matrix& value_maps,
                                      const Matrix& query_maps, int there) {
  const auto d = query_maps.rows();
  if (d == 0 || query_maps.cols() == 0) return {};
  const float label = 2 * canvas.em;
  const Rect area = box.inset(label, 0, 0, 0);
  const float flat = static_cast<float>(value_maps.rows()) / static_cast<float>(d);  // height of V over that of Q
  // As many rows as can be without making the maps small.
  const auto heads = static_cast<int>(query_maps.cols() / d);
  const int columns = std::clamp(static_cast<int>(area.w / (5 * canvas.em)), 1, heads);
  const auto height = [&](int rows) { return (area.row(0, rows, 2 * kGrid).h - kGrid) / (1 + flat); };
  int rows = (heads + columns - 1) / columns;
  while (rows > 1 && height(rows) < 3 * canvas.em) --rows;
  const float side = std::min(area.column(0, columns, kGrid).w, height(rows));
  const float low = side * flat;
  if (side < 4) return {};
  std::vector<HeadPlace> places;
  const int shown = std::min(columns * rows, heads);
  for (int h = 0; h < shown; ++h) {
    const float x = area.x + static_cast<float>(h % columns) * (side + kGrid);
    const float y = area.y + static_cast<float>(h / columns) * (low + side + 3 * kGrid);
    const Matrix V = value_maps.middleCols(h * d, d);
    const Matrix Q = query_maps.middleCols(h * d, d);
    const double filled = h < there ? 1 : 0;
    places.push_back(
        {matrix(canvas, {x, y, side, low}, data_of(V), {.symbol = "V", .filled = filled, .name = false}).cells,
         matrix(canvas, {x, y + low + kGrid, side, side}, data_of(Q), {.symbol = "Q", .filled = filled, .name = false})
             .cells});
    if (h % columns > 0) continue;
    const TextStyle style{.upright = Upright::middle};
    text(canvas, Rect{box.x, y, label, low}, "$V_{h}$", style);
    text(canvas, Rect{box.x, y + low + kGrid, label, side}, "$Q_{h}$", style);
  }
  return places;
}

}  // namespace figures
