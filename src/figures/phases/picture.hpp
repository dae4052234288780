// What the picture of figure "phases" is made of.
#pragma once

#include "figures/phases/phases.hpp"
#include "plot/axes.hpp"

namespace figures::phases {

// How far off each phase ends, as one path over six stops; a press on one shows its phase, as it ended. Here the one
// that is large has been seen as far as `moment` says, and `now` is the result as far as it is.
void draw_path(const Result& now, const Result& result, Drawing& drawing, Rect box, const Moment& moment);

// Large views, headings excluded, when so much of the phase has been seen.
void draw_sum_panel(const Result& result, Drawing& drawing, Rect box, const Moment& moment);
void draw_body_panel(const BodyResult& body, Canvas& canvas, Rect box, float share);
void draw_span_panel(const Result& result, Canvas& canvas, Rect box, float share);
void draw_net_panel(const Result& result, Canvas& canvas, Rect box, float share);
// Why phase 2 or 4 has no row; nothing where that is not why.
void draw_no_rows(const NoRows& none, Canvas& canvas, Rect box);
// The numbers behind each.
void draw_behind(const Result& result, Drawing& drawing, Rect box, const Moment& moment);

// So many constraints have been met: the first ones take their time.
double cuts_after(const BodyResult& body, float share);
// The estimate of the sum on its way from phase 1 to phase 3.
inline Matrix moving_sum(const Result& result, float share) {
  const float way = part(share, 0.15F, kTold);
  return (1 - way) * result.crude.sum + way * result.refined.sum;
}
// So many directions of the span have come in.
double directions_after(const Result& result, float share);

// Whether a constraint leaves a head out, beyond rounding.
bool misses(const BodyResult& body, Index constraint, Index head);

// What the first constraints leave of the block; of the next one the cut is on its way.
Matrix body_after(const BodyResult& body, double constraints);
// The first constraint that cuts a head off, or how many there are.
Index first_miss(const BodyResult& body, Index head);

// Axes over these points, 2 x any, of one scale both ways, so that angles and distances are true; without ticks.
Axes even_axes(const Rect& box, const Matrix& points);

inline Point at(const Axes& axes, const Matrix& points, Index column) {
  return axes.at(points(0, column), points(1, column));
}

inline std::vector<Point> points_of(const Axes& axes, const Matrix& places) {
  std::vector<Point> points;
  for (Index k = 0; k < places.cols(); ++k) points.push_back(at(axes, places, k));
  return points;
}

// A head of the truth.
inline void draw_head(Canvas& canvas, Point middle, float radius, float width, Ink ink = Ink::Q) {
  disc(canvas, middle, radius, canvas.colour(Ink::paper));
  ring(canvas, middle, radius, canvas.colour(ink), width);
}
inline std::string head_label(Index head) { return "$Θ_" + std::to_string(head + 1) + "$"; }
inline constexpr TextStyle kHeadStyle{.ink = Ink::Q, .size = Size::small, .face = Face::semibold};

// Theta = 0.
inline void draw_origin(Canvas& canvas, Point middle, float arm) {
  line(canvas, {middle.x - arm, middle.y}, {middle.x + arm, middle.y}, canvas.colour(Ink::quiet));
  line(canvas, {middle.x, middle.y - arm}, {middle.x, middle.y + arm}, canvas.colour(Ink::quiet));
}

// A quarter of a circle about `foot`: its level side is the span found, and a head of length 1 that loses so much
// outside the span ends at its tip.
struct Fan {
  Point foot;
  float radius;
  Point tip(double lost) const {
    const double up = std::clamp(lost, 0.0, 1.0);
    const auto along = static_cast<float>(std::sqrt(1 - up * up));
    return {foot.x + radius * along, foot.y - radius * static_cast<float>(up)};
  }
};

// Whether the net of phase 6, laid over the body's extreme points, reaches as far as a head's place in the span.
inline bool in_net(const SpanResult& span, Index head) {
  const Vector place = span.heads.col(head);
  const Vector low = span.extremes.rowwise().minCoeff(), high = span.extremes.rowwise().maxCoeff();
  return (low - place).cwiseMax(place - high).maxCoeff() <= 1e-9 * span.extremes.cwiseAbs().maxCoeff();
}

inline double largest(const Matrix& matrix) { return matrix.cwiseAbs().maxCoeff(); }

}  // namespace figures::phases
