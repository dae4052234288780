// The bodies of phases 2 and 4: how constraint by constraint they are cut out of all that Theta may be.
#include "figures/phases/picture.hpp"
#include "plot/axes.hpp"
#include "plot/labels.hpp"

namespace figures::phases {
namespace {

constexpr float kCutting = 0.8F;  // of the phase; then its point of least norm is found,
constexpr float kFound = 0.92F;   // and how far that is off

bool is_lost(const BodyResult& body, Index head, double cuts) {
  return static_cast<double>(first_miss(body, head)) + 1 <= cuts;
}

// An edge of a constraint's strip, across the plot; beyond it nothing is left.
void draw_cut(Canvas& canvas, const Axes& axes, const BodyResult& body, Index constraint, double side, Colour colour,
              float shade = 0) {
  const Eigen::Vector2d normal = body.cuts.col(constraint).head<2>();
  const double size = normal.squaredNorm();
  if (size < 1e-18) return;
  const double far = 2 * (axes.x().range.high - axes.x().range.low) + 2 * (axes.y().range.high - axes.y().range.low);
  const Eigen::Vector2d out = side * far / std::sqrt(size) * normal;
  const Eigen::Vector2d along(-out.y(), out.x());
  const Eigen::Vector2d foot = (body.cuts(2, constraint) + side * body.tolerance) / size * normal;
  const auto place = [&](const Eigen::Vector2d& point) { return axes.at(point.x(), point.y()); };
  const Point ends[] = {place(foot - along), place(foot + along), place(foot + along + out), place(foot - along + out)};
  if (shade > 0) polygon(canvas, ends, with_alpha(colour, shade), 0, 0);
  line(canvas, ends[0], ends[1], colour, 1.5F);
}

// The latest cuts, the older the paler; in red, until the body is done, those that cut a head off.
void draw_cuts(Canvas& canvas, const Axes& axes, const BodyResult& body, float share) {
  constexpr int kSeen = 1;
  const double cuts = cuts_after(body, share);
  const auto last = static_cast<Index>(cuts);
  for (Index k = std::max<Index>(0, last - kSeen); share < kCutting && k <= last && k < body.claimed.size(); ++k) {
    const auto age = static_cast<float>(cuts - static_cast<double>(k)) / (kSeen + 1);
    for (const double side : {-1.0, 1.0})
      draw_cut(canvas, axes, body, k, side, with_alpha(canvas.colour(Ink::quiet), 1 - age));
  }
  const Colour red = with_alpha(canvas.colour(Ink::error), 1 - part(share, kCutting, kFound));
  for (Index i = 0; i < body.heads.cols(); ++i) {
    const Index k = first_miss(body, i);
    const bool again = i > 0 && k == first_miss(body, i - 1);  // the one before went with it
    if (again || !is_lost(body, i, cuts)) continue;
    draw_cut(canvas, axes, body, k, body.meant(k, i) > body.claimed(k) ? 1 : -1, red, 0.1F);
  }
}

// The line through two heads, the triangle of three.
void draw_hull(Canvas& canvas, const Axes& axes, Matrix heads) {
  const Matrix beyond = (heads.cols() == 2 ? 20 : 0) * (heads.rightCols(1) - heads.leftCols(1));
  heads.leftCols(1) -= beyond;
  heads.rightCols(1) += beyond;
  for (Index i = 0; i < (heads.cols() == 3 ? 3 : heads.cols() - 1); ++i)
    dashed_line(canvas, at(axes, heads, i), at(axes, heads, (i + 1) % heads.cols()), canvas.colour(Ink::truth), 1);
}

// Where the line through the heads, or the one head, is nearest to the point of least norm, if this plane shows it.
std::optional<Point> foot_of(const Axes& axes, const BodyResult& body) {
  if (body.heads.cols() > 2) return {};
  return axes.at(body.heads.cols() == 1 ? body.heads(0, 0) : 0, body.heads(1, 0));
}

void draw_labels(Canvas& canvas, const Axes& axes, const BodyResult& body, const Matrix& left, float share) {
  Labels labels(axes.plot());
  const Point centre = axes.at(0, 0);
  const Point origin = axes.at(body.origin.x(), body.origin.y());
  const double cuts = cuts_after(body, share);
  const bool told = share >= kFound;
  for (const Point& mark : {centre, origin}) labels.avoid(around(mark, 6));
  for (Index i = 0; i < body.heads.cols(); ++i) labels.avoid(around(at(axes, body.heads, i), 6));
  for (Index i = 0; i < body.heads.cols(); ++i) {
    const bool lost = is_lost(body, i, cuts);
    TextStyle style = kHeadStyle;
    style.ink = lost ? Ink::error : Ink::Q;
    labels.place(canvas,
                 told   ? tr("%1: %2 outside", head_label(i), error_text(body.outside(i)))
                 : lost ? tr("%1 is cut off", head_label(i))
                        : head_label(i),
                 style, spots_around(at(axes, body.heads, i)));
  }
  if (share > kCutting)
    labels.place(canvas, tr("smallest $Θ$ left"), {.ink = Ink::ink, .size = Size::small}, spots_around(centre));
  if (const auto foot = foot_of(axes, body); foot && told) {
    const Point middle{(centre.x + foot->x) / 2, (centre.y + foot->y) / 2};
    labels.avoid(centre, *foot);
    labels.place(canvas, tr("%1 off", error_text(body.hull_distance)),
                 {.ink = Ink::error, .size = Size::small, .face = Face::semibold},
                 std::array{LabelSpot{{middle.x + 8, middle.y}, Along::left, Upright::middle},
                            LabelSpot{{middle.x - 8, middle.y}, Along::right, Upright::middle}});
  }
  if (body.heads.cols() == 2) {
    const float level = axes.at(0, body.heads(1, 0)).y;
    labels.place(canvas, tr("the line through the true heads"), {.ink = Ink::truth, .size = Size::small},
                 std::array{LabelSpot{{axes.plot().right() - 2, level + 3}, Along::right, Upright::top},
                            LabelSpot{{axes.plot().x + 2, level + 3}, Along::left, Upright::top},
                            LabelSpot{{axes.plot().right() - 2, level - 3}, Along::right, Upright::bottom}});
  }
  labels.place(canvas, "$Θ = 0$", kCaption, spots_around(origin));
  if (left.cols() == 0) return;
  const Eigen::Vector2d low = left.rowwise().minCoeff();
  const Eigen::Vector2d high = left.rowwise().maxCoeff();
  const Rect& plot = axes.plot();
  const float from = std::max(axes.x_at(low.x()), plot.x), to = std::min(axes.x_at(high.x()), plot.right());
  const float top = std::max(axes.y_at(high.y()), plot.y), foot = std::min(axes.y_at(low.y()), plot.bottom());
  const Point middle{(from + to) / 2, (top + foot) / 2};
  const float apart = 2 * canvas.em;
  const LabelSpot spots[] = {{middle, Along::centre, Upright::middle},
                             {{middle.x, middle.y - apart}, Along::centre, Upright::middle},
                             {{middle.x, middle.y + apart}, Along::centre, Upright::middle},
                             {{to + 6, middle.y}, Along::left, Upright::middle},
                             {{from - 6, middle.y}, Along::right, Upright::middle},
                             {{middle.x, foot + 4}, Along::centre, Upright::top}};
  const bool inside = to - from > 11 * canvas.em && foot - top > 2 * canvas.em;
  labels.place(canvas, cuts == 0 ? tr("all that $Θ$ may be") : tr("what $Θ$ may still be"),
               {.ink = Ink::Q, .size = Size::small}, std::span(spots).subspan(inside ? 0 : 3));
}

// The body, the heads, the line or triangle through them, the origin and the centre.
void draw_body(Canvas& canvas, const Axes& axes, const BodyResult& body, float share) {
  const double cuts = cuts_after(body, share);
  const Matrix left = body_after(body, cuts);
  {
    const Clip clip(canvas, axes.plot().inset(-4));
    polygon(canvas, points_of(axes, left), tint(Ink::Q, 0.16F, canvas.dark), tint(Ink::Q, 0.7F, canvas.dark), 1.5F);
    if (share < kFound) draw_cuts(canvas, axes, body, share);
    draw_hull(canvas, axes, body.heads);
    draw_origin(canvas, axes.at(body.origin.x(), body.origin.y()), 5);
    for (Index i = 0; i < body.heads.cols(); ++i) {
      const Point head = at(axes, body.heads, i);
      draw_head(canvas, head, 5, 2, is_lost(body, i, cuts) ? Ink::error : Ink::Q);
      if (!canvas.hovers(around(head, 9))) continue;
      tooltip(canvas, head,
              tr("%1, a head of the truth\n%2 % of its size from the body\n%3 % of its size off this plane",
                 head_name("Θ", i), number(100 * body.outside(i), 4), number(100 * body.aside(i), 3)));
    }
  }
  const float found = part(share, kCutting, kFound);
  const Point origin = axes.at(body.origin.x(), body.origin.y());
  const Point end = axes.at(0, 0);
  const Point centre{std::lerp(origin.x, end.x, found), std::lerp(origin.y, end.y, found)};
  if (const auto foot = foot_of(axes, body)) {
    const float way = part(share, kFound, 1);
    line(canvas, centre, {std::lerp(centre.x, foot->x, way), std::lerp(centre.y, foot->y, way)},
         canvas.colour(Ink::error), way > 0 ? 3.F : 0);
  }
  if (found > 0) disc(canvas, centre, 6, canvas.colour(Ink::ink));
  draw_labels(canvas, axes, body, left, share);
  if (found < 1 || !canvas.hovers(around(centre, 9))) return;
  tooltip(canvas, centre,
          tr("the body's point of least norm\n%1 % of the largest head from the plane through the heads\noptimal to %2",
             number(100 * body.hull_distance, 4), number(body.kkt_error, 2)));
}

// The corners of what should be seen, 2 x 2: heads, centre, origin and the body near them. First that is all that Theta
// may be; the more is cut off, the closer the picture comes, and it stays where it ends.
Matrix shown_corners(const BodyResult& body, float share) {
  // The body is shown up to so many times as far from the centre as the farthest of heads and origin.
  constexpr double kReach = 1.6;
  Matrix marks(2, body.heads.cols() + 2);
  marks << body.heads, body.origin, Vector::Zero(2);
  const double reach = kReach * marks.colwise().norm().maxCoeff();
  const auto corners = [&](const Matrix& polygon, double most) {
    Matrix points(2, marks.cols() + polygon.cols());
    points << marks, polygon;
    for (Index k = marks.cols(); k < points.cols(); ++k) points.col(k) *= std::min(1.0, most / points.col(k).norm());
    Matrix ends(2, 2);
    ends << points.rowwise().minCoeff(), points.rowwise().maxCoeff();
    return ends;
  };
  const Matrix begin = corners(body.block, 1e300);
  const Matrix end = corners(body_after(body, static_cast<double>(body.claimed.size())), reach);
  // By equal factors.
  const double all = std::min(0.999, (end.col(1) - end.col(0)).norm() / (begin.col(1) - begin.col(0)).norm());
  const double closer = (1 - std::pow(all, part(share, 0.05F, kCutting))) / (1 - all);
  return (1 - closer) * begin + closer * end;
}

}  // namespace

bool misses(const BodyResult& body, Index constraint, Index head) {
  return std::abs(body.meant(constraint, head) - body.claimed(constraint)) > 1.000001 * body.tolerance + 1e-9;
}

double cuts_after(const BodyResult& body, float share) {
  const double along = std::min(1.F, share / kCutting);
  return static_cast<double>(body.claimed.size()) * along * along * std::sqrt(along);
}

Matrix cut_off(const Matrix& polygon, const Eigen::Vector2d& normal, double offset) {
  Matrix left(2, 2 * polygon.cols());
  Index count = 0;
  for (Index k = 0; k < polygon.cols(); ++k) {
    const Eigen::Vector2d from = polygon.col(k), to = polygon.col((k + 1) % polygon.cols());
    const double here = normal.dot(from) - offset, there = normal.dot(to) - offset;
    if (here <= 0) left.col(count++) = from;
    if ((here < 0 && there > 0) || (here > 0 && there < 0))
      left.col(count++) = from + here / (here - there) * (to - from);
  }
  return left.leftCols(count);
}

Matrix body_after(const BodyResult& body, double constraints) {
  Matrix left = body.block;
  for (Index j = 0; j < body.claimed.size() && static_cast<double>(j) < constraints; ++j) {
    const auto way = static_cast<float>(std::min(1.0, constraints - static_cast<double>(j)));
    const Eigen::Vector2d normal = body.cuts.col(j).head<2>();
    for (const double side : {-1.0, 1.0}) {
      if (left.cols() == 0) return left;
      // From the farthest corner inwards. The centre is in every strip but for rounding.
      const double end = side * body.cuts(2, j) + body.tolerance + 1e-9;
      const double begin = (side * (normal.transpose() * left)).maxCoeff();
      if (begin > end) left = cut_off(left, side * normal, std::lerp(begin, end, static_cast<double>(way)));
    }
  }
  return left;
}

Index first_miss(const BodyResult& body, Index head) {
  Index constraint = 0;
  while (constraint < body.claimed.size() && !misses(body, constraint, head)) ++constraint;
  return constraint;
}

void draw_body_panel(const BodyResult& body, Canvas& canvas, Rect box, float share) {
  draw_body(canvas, even_axes(box, shown_corners(body, share)), body, share);
}

Axes even_axes(const Rect& box, const Matrix& points) {
  const Eigen::Vector2d low = points.rowwise().minCoeff();
  const Eigen::Vector2d high = points.rowwise().maxCoeff();
  const Eigen::Vector2d middle = 0.5 * (low + high);
  const Eigen::Vector2d half = 0.5 * (high - low);
  const double scale = 1.08 * std::max({half.x() / std::max(1.F, box.w), half.y() / std::max(1.F, box.h), 1e-12});
  const double x = scale * box.w;
  const double y = scale * box.h;
  return Axes(box, {.range = {middle.x() - x, middle.x() + x}}, {.range = {middle.y() - y, middle.y() + y}});
}

}  // namespace figures::phases
