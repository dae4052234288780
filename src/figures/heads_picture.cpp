#include "figures/heads_picture.hpp"
#include "plot/axes.hpp"
#include "plot/bars.hpp"
#include "plot/cells.hpp"
#include "plot/matrix.hpp"

namespace figures {
namespace {

constexpr float kLeast = 1.5F;   // em, of a map
constexpr float kSmallest = 4;   // pixels, of one that is drawn at all
constexpr float kNumbered = 24;  // pixels, of a cell that shows its number

// Heads in rows.
struct Grid {
  int columns = 1;
  int rows = 1;
  float side = 0;  // of a map
  int count() const { return columns * rows; }
};

}  // namespace

MatrixData data_of(const Matrix& matrix) {
  return {.values = {matrix.data(), static_cast<std::size_t>(matrix.size())},
          .rows = static_cast<int>(matrix.rows()),
          .columns = static_cast<int>(matrix.cols())};
}

std::string gram_name(Index j, Index k) { return "$G_{" + whole(j + 1) + whole(k + 1) + "}$"; }

std::string product_name(Index j, Index k, Index l) { return gram_name(j, k) + " $z_{" + whole(l + 1) + "}$"; }

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
                                      const Matrix& query_maps, int there, int all) {
  const auto d = query_maps.rows();
  if (d == 0 || query_maps.cols() == 0) return {};
  const float label = 2 * canvas.em;
  const float flat = static_cast<float>(value_maps.rows()) / static_cast<float>(d);  // height of V over that of Q
  const auto heads = static_cast<int>(query_maps.cols() / d);
  all = std::max(all, heads);
  Rect area = box.inset(label, 0, 0, 0);
  const auto take_words = [&] { return area.take_bottom(line_height(canvas, Size::small), 4); };
  Rect words = heads < all ? take_words() : Rect{};
  const auto grid_of = [&](int columns, int rows) {
    const float high = (area.row(0, rows, 2 * kGrid).h - kGrid) / (1 + flat);
    return Grid{columns, rows, std::min(area.column(0, columns, kGrid).w, high)};
  };
  Grid grid;
  for (int columns = 1; columns <= heads; ++columns) {
    const Grid next = grid_of(columns, (heads + columns - 1) / columns);
    if (next.side > grid.side) grid = next;
  }
  // Where all would be too small only the first are drawn, and it is said.
  if (grid.side < kLeast * canvas.em) {
    if (heads == all) words = take_words();
    const float each = kLeast * canvas.em;
    const auto fit = [](float room, float one, float gap) {
      return std::max(1, static_cast<int>((room + gap) / (one + gap)));
    };
    grid = grid_of(std::min(heads, fit(area.w, each, kGrid)), fit(area.h, each * (1 + flat) + kGrid, 2 * kGrid));
  }
  const auto [columns, rows, side] = grid;
  const float low = side * flat;
  if (side < kSmallest) return {};
  std::vector<HeadPlace> places;
  const int shown = std::min(grid.count(), heads);
  if (shown < all) text(canvas, words, tr("the first %1 of %2 heads", whole(shown), whole(all)), kCaption);
  for (int h = 0; h < shown; ++h) {
    const float x = area.x + static_cast<float>(h % columns) * (side + kGrid);
    const float y = area.y + static_cast<float>(h / columns) * (low + side + 3 * kGrid);
    const Matrix V = value_maps.middleCols(h * d, d);
    const Matrix Q = query_maps.middleCols(h * d, d);
    const auto draw_map = [&](const Rect& place, std::string_view symbol, const Matrix& map) {
      const MatrixView view =
          matrix(canvas, place, data_of(map), {.symbol = symbol, .filled = h < there ? 1.0 : 0.0, .name = false});
      if (h < there && view.cells.w >= kNumbered * static_cast<float>(view.columns))
        cell_numbers(canvas, view, data_of(map));
      return view.cells;
    };
    places.push_back({draw_map({x, y, side, low}, "V", V), draw_map({x, y + low + kGrid, side, side}, "Q", Q)});
    if (h % columns > 0) continue;
    const TextStyle style{.upright = Upright::middle};
    text(canvas, Rect{box.x, y, label, low}, "$V_{h}$", style);
    text(canvas, Rect{box.x, y + low + kGrid, label, side}, "$Q_{h}$", style);
  }
  return places;
}

}  // namespace figures
