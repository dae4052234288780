// The frame of figure "relaxation", and what its parts share.
#include <algorithm>
#include <string>

#include "figures/relaxation/picture.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::relaxation {

double relaxation_floor(const Result& result) { return std::max({result.relaxed_loss, result.rounding, 1e-300}); }

std::string relaxation_loss(const Result& result, double loss, int digits) {
  if (loss > result.rounding) return number(loss, digits);
  return tr("0 up to rounding (%1)", number(result.rounding, 1));
}

std::string relaxation_gap(const Result& result, double loss) {
  const double gap = loss - result.relaxed_loss;
  if (gap <= result.rounding) return tr("on the line, up to rounding");
  const double share = result.relaxed_loss == 0 ? 0 : gap / result.relaxed_loss;
  if (share < 1e-6) return tr("%1 above the line", number(gap));
  if (share < 1) return tr("%1 above the line (%2)", number(gap), percent(share));
  return tr("%1 above the line, %2 times as high", number(gap), number(share + 1, 2));
}

std::string relaxation_apart(const Result& result, int run) {
  constexpr double kSame = 1e-9;  // relative; below it is rounding
  const double apart = result.apart(run);
  if (apart < kSame) return tr("0, up to rounding");
  return apart < 1e-3 ? number(apart, 2) : percent(apart);
}

std::string relaxation_training(const Result& result) {
  const bool sweeps = result.trainer == Trainer::sweeps;
  const std::string steps =
      sweeps ? counted("%1 sweep", "%1 sweeps", result.steps) : counted("%1 step", "%1 steps", result.steps);
  switch (result.trainer) {
    case Trainer::adam: return tr("%1 of Adam", steps);
    case Trainer::descent: return tr("%1 of gradient descent", steps);
    case Trainer::sweeps: break;
  }
  return tr("%1 of alternating least squares", steps);
}

int relaxation_heads(const Result& result, const Values& values) {
  return std::min(values.integer("H"), result.most_heads());
}

std::optional<int> relaxation_chosen(const Result& result, const Values& values) {
  const int heads = relaxation_heads(result, values);
  const int run = (values.integer("start") - 1) * result.most_heads() + heads - 1;
  if (run >= 0 && run < result.done) return run;
  return result.best_run(heads);
}

void draw(const Result& result, Drawing& drawing) {
  Rect area = drawing.canvas.area.inset(2);
  if (drawing.canvas.narrow()) {
    draw_relaxation_chart(result, drawing, area.take_top(area.h * 0.4F, 3 * kGrid));
    draw_relaxation_chosen(result, drawing, area);
  } else {
    const auto [left, right] = area.columns<2>({1.25F, 1}, 5 * kGrid);
    draw_relaxation_chart(result, drawing, left);
    draw_relaxation_chosen(result, drawing, right);
  }
}

}  // namespace figures::relaxation
