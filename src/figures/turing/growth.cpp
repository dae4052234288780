// How the machine of figure "turing" comes right while the layer learns from others.
#include <string>
#include <vector>

#include "figures/turing/picture.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"

namespace figures::turing {

void draw_growth(const TuringScene& scene, plot::Rect box) {
  plot::Canvas& canvas = scene.drawing.canvas;
  const TuringResult& result = scene.result;
  heading(canvas, box, "Taught by other machines",
          plot::counted(result.lessons, "random machine", "random machines") + " of " +
              plot::counted(result.learned_states, "state", "states") + " and " + plot::whole(result.learned_symbols) +
              " symbols, none of them this one.");
  if (box.h > 11 * canvas.em) draw_lessons(scene, box.take_top(4 * canvas.em, plot::kGrid));
  if (box.h < 6 * canvas.em || result.growth.empty()) return;
  std::vector<double> lessons;
  std::vector<double> rank;
  std::vector<double> right;
  double rules = 0;
  for (int state = 0; state < result.states; ++state) {
    for (int symbol = 0; symbol < result.symbols; ++symbol) {
      rules += result.table[static_cast<std::size_t>(result.own_key(state, symbol))] != 0 ? 1 : 0;
    }
  }
  for (const TuringGrowth& point : result.growth) {
    lessons.push_back(point.lessons);
    rank.push_back(static_cast<double>(point.rank) / static_cast<double>(result.needed));
    right.push_back(rules > 0 ? point.right / rules : 0);
  }
  const std::vector<plot::EndLabel> labels = {
      {.y = right.back(), .words = "rules right", .ink = plot::Ink::W},
      {.y = rank.back(), .words = "directions seen", .ink = plot::Ink::quiet},
  };
  box.take_right(end_label_width(canvas, labels), 0);
  const double most = std::max(10.0, static_cast<double>(result.planned));
  const plot::Axes axes = draw_axes(canvas, box, {.range = {1, most}, .scale = plot::Scale::log, .name = "traces $N$"},
                                    {.range = {0, 1.04}, .name = "share"});
  plot::curve(canvas, axes, lessons, rank, {.ink = plot::Ink::quiet, .width = 1.5F});
  plot::curve(canvas, axes, lessons, right, {.ink = plot::Ink::W, .marks = true});
  end_labels(canvas, axes, labels);
  const auto hovered = curve_hover(canvas, axes, lessons);
  if (!hovered) return;
  const TuringGrowth& point = result.growth[*hovered];
  tooltip(canvas, canvas.pointer.at,
          plot::counted(point.lessons, "trace", "traces") + "\n" + plot::whole(point.right) + " of " +
              plot::counted(rules, "rule", "rules") + " answered rightly, the largest $ρ$ " +
              plot::number(point.rho, 3) + "\nrank " + plot::whole(static_cast<double>(point.rank)) + " of " +
              plot::whole(static_cast<double>(result.needed)));
}

}  // namespace figures::turing
