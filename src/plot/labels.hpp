// Labels that look for a free place of their own, among curves, dots and one another.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "plot/canvas.hpp"

namespace plot {

// Where one line of text may stand: its `along` and `upright` part at the point.
struct LabelSpot {
  Point at;
  Along along = Along::left;
  Upright upright = Upright::bottom;
};

// Tell it first what is drawn, then place the labels, the most important first:
//   Labels labels(axes.plot());
//   labels.avoid(point); ...
//   labels.place(canvas, "test error", {.ink = Ink::error}, spots);
class Labels {
 public:
  explicit Labels(const Rect& room) : room_(room) {}

  void avoid(Point mark) { marks_.push_back(mark); }
  void avoid(const Rect& rect) { taken_.push_back(rect); }
  // Marks every few pixels of a line.
  void avoid(Point from, Point to);
  void avoid(std::span<const Point> line);

  // Draws the words on a scrap of paper at the best spot: the one that covers the fewest marks, half a mark added for
  // each spot before it in the list. Only spots inside the room, clear of every rectangle and of every label placed
  // before, count; where none does nothing is drawn. Returns the rectangle taken, empty for none. Cost: O(spots ·
  // (marks + labels)).
  Rect place(Canvas& canvas, std::string_view words, TextStyle style, std::span<const LabelSpot> spots);
  // The same where no mark is covered, without the scrap.
  Rect place_clear(Canvas& canvas, std::string_view words, TextStyle style, std::span<const LabelSpot> spots);

 private:
  bool is_free(const Rect& rect) const;
  int covered(const Rect& rect) const;
  Rect best(Point size, std::span<const LabelSpot> spots, bool clear) const;
  Rect write(Canvas& canvas, std::string_view words, TextStyle style, const Rect& at);

  Rect room_;
  std::vector<Point> marks_;
  std::vector<Rect> taken_;
};

// Spots for a label of a line through these points (rising x): under it to the left and over it to the right where it
// falls, the other way round where it rises, at even steps from its right end to its left.
std::vector<LabelSpot> spots_along(std::span<const Point> line, float away = 4);

// Spots for a label of a point: at its four corners, then over, under and beside it.
std::vector<LabelSpot> spots_around(Point point);

}  // namespace plot
