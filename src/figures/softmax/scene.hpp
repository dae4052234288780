// One question of figure "softmax" as its two plots show it.
#pragma once

#include <vector>

#include "figures/softmax/picture.hpp"
#include "plot/axes.hpp"

namespace figures::softmax {

// The answer if every head flipped at once where it is half way: a stair, and one of its steps.
struct Step {
  learner::Index head = 0;
  double log_r = 0;
  double from = 0;
  double to = 0;
};

struct Scene {
  const SoftmaxResult& result;
  plot::Canvas& canvas;
  const Chosen& chosen;
  Switches truth;
  std::optional<Switches> found;  // nothing: the hidden layer alone is shown, dashed
  LogRange range;
  std::vector<double> r;  // over the range
  // What the hidden layer answers: as the learner heard it, or, of tokens it never asked about, without noise.
  std::vector<double> heard_r;
  learner::Matrix heard;  // d x ratios
  std::vector<Step> stair;

  const Switches& shown() const { return found ? *found : truth; }
  learner::Index m() const { return truth.log_beta.size(); }
  float x_at(const plot::Axes& axes, double log_r) const;
};

Scene scene_of(const SoftmaxResult& result, Drawing& drawing, const Chosen& chosen);

// "2" for the second.
std::string index_text(learner::Index i);

// Names, curves, dots, stair; a press on a thin curve chooses it.
plot::Range answer_range(const Scene& scene);
void draw_answer(const Scene& scene, const plot::Axes& axes, Values& values);

// The weight of each head on u.
void draw_weights(const Scene& scene, const plot::Axes& axes);

}  // namespace figures::softmax
