// The frame of figure "relaxation", and what its parts share.
#include <algorithm>
#include <string>

#include "figures/relaxation/picture.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::relaxation {

using plot::counted;
using plot::number;
using plot::Rect;
using plot::say;

double relaxation_floor(const RelaxationResult& result) {
  return std::max({result.relaxed_loss, result.rounding, 1e-300});
}

std::string relaxation_loss(const RelaxationResult& result, double loss, int digits) {
  if (loss > result.rounding) return number(loss, digits);
  return say("0 up to rounding (%1)", number(result.rounding, 1));
}

std::string relaxation_gap(const RelaxationResult& result, double loss) {
  const double gap = loss - result.relaxed_loss;
  if (gap <= result.rounding) return say("on the line, up to rounding");
  const double share = result.relaxed_loss == 0 ? 0 : gap / result.relaxed_loss;
  if (share < 1e-6) return say("%1 above the line", number(gap));
  if (share < 1) return say("%1 above the line (%2)", number(gap), plot::percent(share));
  return say("%1 above the line, %2 times as high", number(gap), number(share + 1, 2));
}

std::string relaxation_apart(const RelaxationResult& result, int run) {
  constexpr double kSame = 1e-9;  // relative; below it is rounding
  const double apart = result.apart(run);
  if (apart < kSame) return say("0, up to rounding");
  return apart < 1e-3 ? number(apart, 2) : plot::percent(apart);
}

std::string relaxation_training(const RelaxationResult& result) {
  const bool sweeps = result.trainer == RelaxationTrainer::sweeps;
  const std::string steps =
      sweeps ? counted("%1 sweep", "%1 sweeps", result.steps) : counted("%1 step", "%1 steps", result.steps);
  switch (result.trainer) {
    case RelaxationTrainer::adam: return say("%1 of Adam", steps);
    case RelaxationTrainer::descent: return say("%1 of gradient descent", steps);
    case RelaxationTrainer::sweeps: break;
  }
  return say("%1 of alternating least squares", steps);
}

int relaxation_heads(const RelaxationResult& result, const Values& values) {
  return std::min(values.integer("H"), result.most_heads());
}

std::optional<int> relaxation_chosen(const RelaxationResult& result, const Values& values) {
  const int heads = relaxation_heads(result, values);
  const int run = (values.integer("start") - 1) * result.most_heads() + heads - 1;
  if (run >= 0 && run < result.done) return run;
  return result.best_run(heads);
}

void draw_relaxation(const RelaxationResult& result, Drawing& drawing) {
  Rect area = drawing.canvas.area.inset(2);
  if (drawing.canvas.narrow()) {
    draw_relaxation_chart(result, drawing, area.take_top(area.h * 0.4F, 3 * plot::kGrid));
    draw_relaxation_chosen(result, drawing, area);
  } else {
    const auto [left, right] = area.columns<2>({1.25F, 1}, 5 * plot::kGrid);
    draw_relaxation_chart(result, drawing, left);
    draw_relaxation_chosen(result, drawing, right);
  }
}

}  // namespace figures::relaxation
