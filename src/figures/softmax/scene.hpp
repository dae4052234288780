// One question of figure "softmax" as its two plots show it.
#pragma once

#include <vector>

#include "figures/softmax/picture.hpp"
#include "plot/axes.hpp"

namespace figures::softmax {

// The answer if every head flipped at once where it is half way: a stair, and one of its steps.
struct Segment {
  Index head = 0;
  double log_r = 0;
  double from = 0;
  double to = 0;
};

struct Scene {
  const Result& result;
  Canvas& canvas;
  const Chosen& chosen;
  Switches truth;
  std::optional<Switches> found;  // nothing: the hidden layer alone is shown, dashed
  LogRange range;
  std::vector<double> r;  // over the range
  // What the hidden layer answers: as the learner heard it, or, of tokens it never asked about, without noise.
  std::vector<double> heard_r;
  Matrix heard;  // d x ratios
  std::vector<Segment> stair;

  const Switches& shown() const { return found ? *found : truth; }
  Index m() const { return truth.log_beta.size(); }
  float x_at(const Axes& axes, double log_r) const;
};

Scene scene_of(const Result& result, Drawing& drawing, const Chosen& chosen);

// "2" for the second.
std::string index_text(Index i);

// Names, curves, dots, stair; a press on a thin curve chooses it.
Range answer_range(const Scene& scene);
void draw_answer(const Scene& scene, const Axes& axes, Values& values);

// The weight of each head on u.
void draw_weights(const Scene& scene, const Axes& axes);

}  // namespace figures::softmax
