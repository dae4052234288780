// The frame of figure "relaxation", and what its parts share.
#include <algorithm>
#include <string>

#include "figures/relaxation/picture.hpp"
#include "plot/number.hpp"

namespace figures::relaxation {

using plot::Rect;

double relaxation_floor(const RelaxationResult& result) {
  return std::max({result.relaxed_loss, result.rounding, 1e-300});
}

std::string relaxation_loss(const RelaxationResult& result, double loss, int digits) {
  if (loss > result.rounding) return plot::number(loss, digits);
  return "0 up to rounding (" + plot::number(result.rounding, 1) + ")";
}

std::string relaxation_gap(const RelaxationResult& result, double loss) {
  const double gap = loss - result.relaxed_loss;
  if (gap <= result.rounding) return "on the line, up to rounding";
  const std::string words = plot::number(gap) + " above the line";
  if (result.relaxed_loss == 0) return words;
  const double share = gap / result.relaxed_loss;
  if (share < 1e-6) return words;
  return words + (share < 1 ? " (" + plot::percent(share) + ")" : ", " + plot::number(share + 1, 2) + " times as high");
}

std::string relaxation_apart(const RelaxationResult& result, int run) {
  constexpr double kSame = 1e-9;  // relative; below it is rounding
  const double apart = result.apart(run);
  if (apart < kSame) return "0, up to rounding";
  return apart < 1e-3 ? plot::number(apart, 2) : plot::percent(apart);
}

std::string relaxation_training(const RelaxationResult& result) {
  switch (result.trainer) {
    case RelaxationTrainer::adam: return plot::counted(result.steps, "step", "steps") + " of Adam";
    case RelaxationTrainer::descent: return plot::counted(result.steps, "step", "steps") + " of gradient descent";
    case RelaxationTrainer::sweeps: break;
  }
  return plot::counted(result.steps, "sweep", "sweeps") + " of alternating least squares";
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
