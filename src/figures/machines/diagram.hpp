// Where the circles and arrows of an automaton stand, in figure "machines".
#pragma once

#include "figures/machines/machines.hpp"

namespace figures::machines {

inline constexpr float kStart = 2.2F;   // em, arrow that leads to the first state
inline constexpr float kAnswer = 3.5F;  // pixels from a circle to the ring that shows the answer

inline Point between(Point from, Point to, float share) {
  return {std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share)};
}

inline float distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

// An arrow with its letters, from the rim of a circle to that of another.
struct Arrow {
  int from, to;
  std::vector<int> letters;
  bool learned = false;  // where a wrong step goes, though the table does not
  std::vector<Point> path = {};
};

struct Layout {
  Drawing& drawing;
  const Result& result;
  const Trace& trace;
  Rect box;
  Eigen::MatrixXi next = {};  // as the reader has it now
  std::vector<Point> places = {};
  std::vector<Arrow> arrows = {};
  float radius = 0;
  bool flat = false;  // a square so flat that its loops go to the sides, and the start comes from above
  Canvas& canvas = drawing.canvas;

  int states() const { return static_cast<int>(places.size()); }
  Point place(int state) const { return places[static_cast<std::size_t>(state)]; }
  const TraceStep* step() const { return trace.shown == 0 ? nullptr : &trace.steps[trace.shown - 1]; }

  void lay_out();
  // One arrow for all letters that lead from one state to another.
  void add(int from, int letter, int to, bool learned);
  // Where the loop of a state leads, away from the middle.
  Point away(int state) const;
  // A loop, or a curve to the left of its way, so that there and back are two. What was learned wrongly goes beside
  // what the table says.
  std::vector<Point> path_of(int from, int to, bool learned) const;
};

}  // namespace figures::machines
