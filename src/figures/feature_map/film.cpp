// The film of figure "feature_map": tokens fly into G, products grow in X and, each once, in H(Z), and their weighted
// sum grows to attention's answer.
#include "figures/feature_map/feature_map.hpp"
#include "plot/cells.hpp"

namespace figures::feature_map {

Film film_of(const Values& values) {
  const auto at = static_cast<float>(values.number("film")) / kStep;
  const auto share = [at](float step) { return std::clamp(at - step, 0.F, 1.F); };
  return {share(0), share(1), share(2), share(3)};
}

float on_its_way(float share, Index t, Index n) {
  constexpr float kOwn = 0.27F;  // of the whole time
  const float begins = (1 - kOwn) * static_cast<float>(t) / static_cast<float>(std::max<Index>(n - 1, 1));
  return share >= 1 ? 1 : eased((share - begins) / kOwn);
}

Growing growing(float share, Index all) {
  const float begun = share * share * static_cast<float>(all);
  const int place = std::min(static_cast<int>(begun), static_cast<int>(all) - 1);
  const float size = std::min(1.F, 2 * (begun - static_cast<float>(place)));
  return {place, size, place + (size == 1 ? 1 : 0)};
}

int arrived(float share, Index n) {
  int count = 0;
  while (count < n && on_its_way(share, count, n) >= 1) ++count;
  return count;
}

// Each unfolds into a card, its outer product, under the matrices; the card goes to G.
void draw_tokens(const Result& result, Canvas& canvas, const MapLayout& layout, const Film& film) {
  constexpr float kUnfolded = 0.45F;
  const double limit = std::max(largest(result.G), 1e-300);
  const int d = result.d();
  const Rect& sum = layout.G.cells;
  for (int t = 0; t < result.n(); ++t) {
    const float share = on_its_way(film.gram, t, result.n());
    if (share == 0 || share == 1) continue;
    const Rect token = cells_of(layout.Z, {0, t, d, 1});
    MatrixView waiting = layout.G;
    waiting.cells = {std::lerp(token.x, sum.x, 0.5F), sum.y + 1.3F * sum.h, sum.w, sum.h};
    const auto place = [&](int j, int k) {
      const Rect cell = waiting.cell(j, k);
      return share < kUnfolded ? between(layout.Z.cell(j, t), cell, share / kUnfolded)
                               : between(cell, layout.G.cell(j, k), (share - kUnfolded) / (1 - kUnfolded));
    };
    mark_cells(canvas, layout.Z, {0, t, d, 1}, {.ink = Ink::G});
    const Rect first = place(0, 0), last = place(d - 1, d - 1);
    const Rect card{first.x - 5, first.y - 5, last.right() - first.x + 10, last.bottom() - first.y + 10};
    fill(canvas, card, canvas.colour(Ink::paper), {4});
    outline(canvas, card, canvas.colour(Ink::G), 1.5F, {4});
    for (int j = 0; j < d; ++j) {
      for (int k = 0; k < d; ++k) {
        fill(canvas, place(j, k).inset(0, 0, 1, 1), diverging(result.Z(j, t) * result.Z(k, t) / limit, canvas.dark));
      }
    }
  }
}

}  // namespace figures::feature_map
