// Whether <W, X> is attention: the answers of figure "feature_map", computed in three ways.
#include <array>
#include <cmath>

#include "figures/feature_map/picture.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::feature_map {
namespace {

using Cells = std::array<std::string, 5>;

// The right ends of the columns, in the width of the table.
constexpr std::array<float, 5> kEnds = {0.08F, 0.3F, 0.52F, 0.74F, 1};

void draw_row(Canvas& canvas, const Rect& row, const Cells& cells, const TextStyle& style) {
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Rect cell{row.x, row.y, row.w * kEnds[k] - (k + 1 < cells.size() ? 0 : 4), row.h};
    const bool name = k == 0;
    TextStyle own = style;
    own.along = name ? Along::left : Along::right;
    own.upright = Upright::middle;
    text(canvas, name ? cell.inset(4, 0, -40, 0) : cell, cells[k], own);
  }
}

std::string difference_text(double difference) { return difference == 0 ? "0" : number(difference, 2); }

Cells cells_of(const Result& result, Index a, int places) {
  const double y = result.attended(a);
  const double away = std::max(std::abs(result.lifted(a) - y), std::abs(result.folded(a) - y));
  const auto rounded = [places](double value) { return fixed(value, places); };
  return {"$y_{" + whole(static_cast<double>(a + 1)) + "}$", rounded(y), rounded(result.lifted(a)),
          rounded(result.folded(a)), difference_text(away)};
}

}  // namespace

void draw_answers(const Result& result, Drawing& drawing, const MapLayout& layout, int output) {
  Canvas& canvas = drawing.canvas;
  Rect words = layout.check;
  const std::string one = whole(output + 1);
  heading(canvas, words, tr("Attention is $⟨W_{%1}, X⟩$", one),
          tr("Multiply $W_{%1}$ and $X$ cell by cell, add up: what %2 in number %1.", one,
             counted("%1 head answers", "%1 heads answer", result.heads)));
  Rect table = layout.answers;
  const float height = line_height(canvas, Size::small) + 4;
  const TextStyle quiet{.ink = Ink::quiet, .size = Size::small};
  draw_row(canvas, table.take_top(height, 0), {"", tr("attention"), "$⟨W, X⟩$", "$p · H(Z)$", tr("difference")}, quiet);
  const int places = (result.attended.cwiseAbs().maxCoeff() < 100 ? 4 : 2) - (table.w < 400 ? 1 : 0);
  for (int a = 0; a < result.d && table.h >= height; ++a) {
    const Rect row = table.take_top(height, 0);
    const Region region = plot::region(canvas, "feature_map.answer." + std::to_string(a), row);
    if (region.clicked) drawing.values.set("a", a + 1);
    if (a == output) fill(canvas, row, tint(Ink::W, 0.1F, canvas.dark), {3});
    if (region.hovered && a != output) fill(canvas, row, canvas.colour(Ink::raised), {3});
    draw_row(canvas, row, cells_of(result, a, places), {.size = Size::small});
  }
}

}  // namespace figures::feature_map
