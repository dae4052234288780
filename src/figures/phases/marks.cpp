// What each phase made, small enough for its row.
#include <algorithm>
#include <cmath>

#include "figures/phases/body_view.hpp"
#include "figures/phases/picture.hpp"
#include "figures/vocabulary.hpp"
#include "plot/matrix.hpp"

namespace figures::phases {
namespace {

// Found beside true, in one range of colours.
void draw_pair(Canvas& canvas, const Rect& box, const Matrix& found, const Matrix& truth) {
  const double limit = std::max(found.cwiseAbs().maxCoeff(), truth.cwiseAbs().maxCoeff());
  const float gap = 8;
  const float side = std::min((box.w - gap) / 2, box.h);
  const Rect left{box.x, box.centre().y - side / 2, side, side};
  const Rect right{box.x + side + gap, left.y, side, side};
  matrix(canvas, left, data_of(found), {.limit = limit, .name = false});
  const MatrixView view = matrix(canvas, right, data_of(truth), {.limit = limit, .name = false});
  const Rect frame = view.cells.inset(-2);
  const Colour colour = canvas.colour(Ink::truth);
  dashed_line(canvas, {frame.x, frame.y}, {frame.right(), frame.y}, colour, 1, 3, 2);
  dashed_line(canvas, {frame.x, frame.bottom()}, {frame.right(), frame.bottom()}, colour, 1, 3, 2);
  dashed_line(canvas, {frame.x, frame.y}, {frame.x, frame.bottom()}, colour, 1, 3, 2);
  dashed_line(canvas, {frame.right(), frame.y}, {frame.right(), frame.bottom()}, colour, 1, 3, 2);
}

void draw_body(Canvas& canvas, const Rect& box, const BodyResult& body) {
  draw_shadow(canvas, even_axes(box.inset(4), shown_points(body)), body, {.small = true});
}

// The span is the level line; each head at its angle to it.
void draw_fan(Canvas& canvas, const Rect& box, const SpanResult& span) {
  const float side = std::min(box.w, box.h) - 6;
  const Point foot{box.x + 2, box.centre().y + side / 2};
  line(canvas, foot, {foot.x + side, foot.y}, canvas.colour(Ink::Q), 3);
  for (const double lost : span.lost) {
    const auto height = static_cast<float>(std::min(1.0, lost));
    const auto along = static_cast<float>(std::sqrt(std::max(0.0, 1 - lost * lost)));
    const Point tip{foot.x + side * along, foot.y - side * height};
    line(canvas, foot, tip, canvas.colour(Ink::Q), 1.25F);
    disc(canvas, tip, 3, canvas.colour(Ink::paper));
    ring(canvas, tip, 3, canvas.colour(Ink::Q), 1.25F);
  }
}

void draw_heads(Canvas& canvas, const Rect& box, const Result& result) {
  const auto count = static_cast<int>(result.Theta.size());
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    draw_pair(canvas, box.row(i, count, 6), result.net.Theta[at], result.Theta[at]);
  }
}

}  // namespace

void draw_mark(const Result& result, Canvas& canvas, const Rect& box, int phase) {
  switch (phase) {
    case 1: draw_pair(canvas, box.inset(3), result.crude.sum, result.sum); break;
    case 2: draw_body(canvas, box, result.first); break;
    case 3: draw_pair(canvas, box.inset(3), result.refined.sum, result.sum); break;
    case 4: draw_body(canvas, box, result.second); break;
    case 5: draw_fan(canvas, box, result.span); break;
    default: draw_heads(canvas, box.inset(3), result);
  }
}

}  // namespace figures::phases
