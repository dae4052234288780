// The scenes of figure "algorithm", one for each step of its film: what stands at the step's end, and on the way there
// what has been computed so far. Between two of them things travel: what the next step starts from is carried to its
// place.
#pragma once

#include "figures/algorithm/algorithm.hpp"
#include "figures/easing.hpp"
#include "figures/heads_picture.hpp"
#include "plot/cells.hpp"

namespace figures::algorithm {

// Where things are: the same in every scene, so that what stays, stays in its place.
struct Frame {
  Rect words;  // what the step does
  Rect all;    // the picture: the hero, and beside or under it the side
  Rect hero = {};
  Rect side = {};
};

// So much of a step it takes until what stood in the one before has made room.
inline constexpr float kTurn = 0.1F;

// `share` as in Moment.
void draw_products(const Result& result, Canvas& canvas, const Frame& frame, float share);
void draw_gram(const Result& result, Canvas& canvas, const Frame& frame, float share);
void draw_solve(const Result& result, Canvas& canvas, const Frame& frame, float share);
void draw_heads(const Result& result, Canvas& canvas, const Frame& frame, float share);
void draw_check(const Result& result, Canvas& canvas, const Frame& frame, float share);

// Before the first scene, what is to come of it.
void draw_question(const Result& result, Canvas& canvas, Rect box);

// What goes over from the scene before into that of `step`, so much of the way.
void carry(const Result& result, Canvas& canvas, const Frame& frame, int step, float share);

// The row of features under the first scene.
Rect features_row(const Canvas& canvas, const Frame& frame);
// The maps of the heads, in the last two scenes, under their name; the first so many are `there`.
Rect heads_box(const Canvas& canvas, const Frame& frame);
std::vector<HeadPlace> draw_learned_heads(const Result& result, Canvas& canvas, const Frame& frame,
                                          int there = 1 << 20);
// The error of another model in training on a line, with what no layer of linear attention can reach. Takes its room
// off the top of the box.
void draw_comparison(const Result& result, Canvas& canvas, Rect& box);
// Whether the last scene has room for them.
bool keeps_heads(const Result& result, const Canvas& canvas);

void explain(Canvas& canvas, const Frame& frame, std::string_view words);
// Paper over what is in the box: 0 nothing of it, 1 all.
void veil(Canvas& canvas, const Rect& box, float amount);

// --- On their way ----------------------------------------------------------------------------------------------------

inline constexpr Index kFlying = 400;  // more features are too small to be seen on their way

// Of things that follow one another on their way, each for `together` of the whole time.
inline float turn(float share, Index k, Index all, float together = 0.35F) {
  const float begins = (1 - together) * static_cast<float>(k) / static_cast<float>(std::max<Index>(all, 1));
  return part(share, begins, begins + together);
}

inline int counted_off(float share, Index all) {
  return static_cast<int>(std::lround(share * static_cast<float>(all)));
}

inline double largest(const Matrix& matrix) { return matrix.size() > 0 ? matrix.cwiseAbs().maxCoeff() : 0; }

inline void cell(Canvas& canvas, const Rect& rect, double value, double limit) {
  fill(canvas, rect.inset(rect.w > 4 ? 0.5F : 0), diverging(value / std::max(limit, 1e-300), canvas.dark));
}

// Cell k of `count` in a row or column.
inline Rect along(const Rect& strip, Index k, Index count) {
  return strip.column(static_cast<int>(k), static_cast<int>(count), 0);
}
inline Rect down(const Rect& strip, Index k, Index count) {
  return strip.row(static_cast<int>(k), static_cast<int>(count), 0);
}

// The numbers in the first so many cells, where these are large.
inline void numbers(Canvas& canvas, const MatrixView& view, const Matrix& cells, int first = 1 << 20) {
  if (view.cells.w >= 24 * static_cast<float>(view.columns))
    cell_numbers(canvas, view, data_of(cells), {.first = first});
}

// A matrix in a box under its name.
inline MatrixView named(Canvas& canvas, Rect box, std::string_view name, const Matrix& cells, MatrixStyle style) {
  text(canvas, box.take_top(line_height(canvas, Size::small), 2), name, kCaption);
  style.name = false;
  return matrix(canvas, box, data_of(cells), style);
}

}  // namespace figures::algorithm
