// How one question of figure "softmax" is drawn: switches.cpp draws the weights of the heads, answer.cpp their sum.
#pragma once

#include "figures/softmax/softmax.hpp"
#include "plot/axes.hpp"

namespace figures::softmax {

// The answer if every head flipped at once where it is half way: one step of a stair.
struct Jump {
  Index head = 0;
  double log_r = 0;
  double from = 0;
  double to = 0;
};

class Plots {
 public:
  Plots(const Result& result, Drawing& drawing, int k, const Chosen& chosen);
  void draw(std::span<const Rect> rows, const Rect& box);

 private:
  const Switches& shown() const { return found_ ? *found_ : truth_; }
  float x_at(const Axes& axes, double log_ratio) const {
    return axes.x_at(std::exp(std::clamp(log_ratio, range_.low - 1, range_.high + 1)));
  }
  // What has been reached of values over the range.
  std::span<const double> drawn(const std::vector<double>& values) const { return std::span(values).first(drawn_); }
  std::vector<double> answers(const Switches& switches, Index coordinate) const {
    std::vector<double> y;
    for (const double log_ratio : log_r_) y.push_back(switches.answer(coordinate, log_ratio));
    return y;
  }

  // --- The answer: answer.cpp ----------------------------------------------------------------------------------------

  // Which coordinate, and whether the learner asked.
  std::string answer_name(float room) const;
  // Of the chosen coordinate alone: the others go where they go.
  Range answer_range() const;
  // Quiet, its jumps arrows: it leads from the curve to the numbers.
  void draw_stair(const Axes& axes);
  // How far the answer jumps at each switch, at the arrow's head.
  void label_stair(const Axes& axes, Labels& labels);
  // Jumps, and the ratio reached. `curves`: the points of each coordinate's.
  void label_answers(const Axes& axes, const std::vector<std::vector<Point>>& curves);
  // Coordinates' names, beside the right ends of their curves where these end in the plot; and the room they need.
  std::vector<std::string> answer_names() const;
  float answer_names_width() const;
  void name_answers(const Axes& axes) const;
  // Rings on the axis are what will be asked; when it is, the answer rises from there to its place on the curve.
  void draw_told(const Axes& axes);
  // A press on a curve chooses its coordinate. Whose the pointer is says the region: while it holds the press
  // Canvas::hovers is false.
  void choose_coordinate(const Axes& axes);
  // The other coordinates show under the pointer, thin, once this one is told: they flip at the same places.
  void draw_answer(const Axes& axes);

  // --- The weights, and both: switches.cpp ---------------------------------------------------------------------------

  std::string beta_text(Index i) const;
  std::string head_text(Index i) const;
  // Which token a head looks at before and after it turns.
  void name_tokens(const Axes& axes, Index i);
  void point_at_weights(const Axes& axes, float bottom);
  // How a head shares its attention between the two tokens.
  void draw_lane(const Axes& axes, Index i, const Rect& card);
  // Where the heads turn, from each row down to the answer; where the hidden ones do, once all is told.
  void draw_places(std::span<const Axes> lanes, const Axes& answer);
  // The ratio that has been reached; the reader drags it, in the rows or by its handle.
  bool drag_ratio(const Axes& axes, const Rect& rows);

  Canvas& canvas_;
  Values& values_;
  const Chosen& chosen_;
  int questions_;  // about all pairs of tokens
  Film film_;
  double reached_ = 0;     // of ln r
  std::size_t drawn_ = 0;  // so many of the values over the range
  Switches truth_;
  std::optional<Switches> found_;  // nothing: the hidden layer alone is shown, dashed
  Range range_;                    // of ln r
  std::vector<double> r_, log_r_;  // over the range
  // What the hidden layer answers, in the chosen coordinate: as the learner was told, or, of tokens it never asked
  // about, without noise.
  std::vector<double> told_r_, told_;
  std::vector<Jump> stair_;
  bool all_ = false;  // coordinates are shown
};

}  // namespace figures::softmax
