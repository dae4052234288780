// How the machine of figure "turing" comes right while the layer learns from others.
#include <algorithm>
#include <string>
#include <vector>

#include "figures/turing/picture.hpp"
#include "figures/turing/rule.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::turing {
namespace {

// Rules that the machine has; holes are none.
double rules_of(const Result& result) {
  double rules = 0;
  for (int state = 0; state < result.states; ++state) {
    for (int symbol = 0; symbol < result.symbols; ++symbol) {
      rules += result.table[static_cast<std::size_t>(result.own_key(state, symbol))] == kHole ? 0 : 1;
    }
  }
  return rules;
}

std::string point_words(const Result& result, const Growth& point) {
  return tr("%1\n%2 of %3 answered rightly, the largest $ρ$ %4\nrank %5 of %6",
            counted("%1 trace", "%1 traces", point.lessons), whole(point.right),
            counted("%1 rule", "%1 rules", rules_of(result)), number(point.rho, 3),
            whole(static_cast<double>(point.rank)), whole(static_cast<double>(result.needed)));
}

void draw_curves(const Result& result, Canvas& canvas, Rect box) {
  std::vector<double> lessons;
  std::vector<double> rank;
  std::vector<double> right;
  const double rules = rules_of(result);
  for (const Growth& point : result.growth) {
    lessons.push_back(point.lessons);
    rank.push_back(static_cast<double>(point.rank) / static_cast<double>(result.needed));
    if (rules > 0) right.push_back(point.right / rules);
  }
  std::vector<plot::EndLabel> labels = {{.y = rank.back(), .words = tr("directions seen"), .ink = Ink::quiet}};
  if (rules > 0) labels.insert(labels.begin(), {.y = right.back(), .words = tr("rules right"), .ink = Ink::W});
  box.take_right(end_label_width(canvas, labels), 0);
  const double most = std::max(10.0, static_cast<double>(result.planned));
  const Axes axes = draw_axes(canvas, box, {.range = {1, most}, .scale = Scale::log, .name = tr("traces $N$")},
                              {.range = {0, 1.04}, .name = tr("share")});
  curve(canvas, axes, lessons, rank, {.ink = Ink::quiet, .width = 1.5F});
  if (rules > 0) curve(canvas, axes, lessons, right, {.ink = Ink::W, .marks = true});
  end_labels(canvas, axes, labels);
  const auto hovered = curve_hover(canvas, axes, lessons);
  if (hovered) tooltip(canvas, canvas.pointer.at, point_words(result, result.growth[*hovered]));
}

}  // namespace

void draw_growth(const Scene& scene, Rect box) {
  Canvas& canvas = scene.drawing.canvas;
  const Result& result = scene.result;
  if (box.h < 5 * canvas.em) return;
  heading(
      canvas, box, tr("Taught by other machines"),
      tr("%1 of %2 and %3, none of them this one.", counted("%1 random machine", "%1 random machines", result.lessons),
         counted("%1 state", "%1 states", result.learned_states),
         counted("%1 symbol", "%1 symbols", result.learned_symbols)));
  if (box.h > 11 * canvas.em) draw_lessons(scene, box.take_top(4 * canvas.em, kGrid));
  if (box.h >= 6 * canvas.em && !result.growth.empty()) draw_curves(result, canvas, box);
}

}  // namespace figures::turing
