// The bodies of phases 2 and 4: how constraint by constraint they are cut out of all that Theta may be, and how
// far the constraints are off.
#include "figures/phases/phases.hpp"

namespace figures::phases {
namespace {

// Whether a constraint leaves a head out, beyond rounding.
bool misses(const BodyResult& body, Index constraint, Index head) {
  return std::abs(body.meant(constraint, head) - body.claimed(constraint)) > 1.000001 * body.tolerance + 1e-9;
}

constexpr float kCutting = 0.85F;  // of the phase; then its point of least norm is found

// So many constraints have been met: the first ones take their time.
double cuts_after(const BodyResult& body, float share) {
  const double along = std::min(1.F, share / kCutting);
  return static_cast<double>(body.claimed.size()) * along * std::sqrt(along);
}

bool is_lost(const BodyResult& body, Index head, double cuts) {
  return static_cast<double>(first_miss(body, head)) + 1 <= cuts;
}

std::vector<Point> points_of(const Axes& axes, const Matrix& polygon) {
  std::vector<Point> points;
  for (Index k = 0; k < polygon.cols(); ++k) points.push_back(at(axes, polygon, k));
  return points;
}

// The edges of a constraint's strip, across the plot.
void draw_cut(Canvas& canvas, const Axes& axes, const BodyResult& body, Index constraint, Colour colour) {
  const Eigen::Vector2d normal = body.cuts.col(constraint).head<2>();
  const double size = normal.squaredNorm();
  if (size < 1e-18) return;
  const double far = 2 * (axes.x().range.high - axes.x().range.low) + 2 * (axes.y().range.high - axes.y().range.low);
  const Eigen::Vector2d along = far / std::sqrt(size) * Eigen::Vector2d(-normal.y(), normal.x());
  for (const double side : {-1.0, 1.0}) {
    const Eigen::Vector2d foot = (body.cuts(2, constraint) + side * body.tolerance) / size * normal;
    const Eigen::Vector2d from = foot - along, to = foot + along;
    line(canvas, axes.at(from.x(), from.y()), axes.at(to.x(), to.y()), colour, 1.25F);
  }
}

// The latest cuts, the older the paler; red where they cut a head off.
void draw_cuts(Canvas& canvas, const Axes& axes, const BodyResult& body, double cuts) {
  constexpr int kSeen = 4;
  const auto last = static_cast<Index>(cuts);
  for (Index k = std::max<Index>(0, last - kSeen); k <= last && k < body.claimed.size(); ++k) {
    bool wrong = false;
    for (Index i = 0; i < body.heads.cols(); ++i) wrong = wrong || misses(body, k, i);
    const auto age = static_cast<float>(cuts - static_cast<double>(k)) / (kSeen + 1);
    draw_cut(canvas, axes, body, k, with_alpha(canvas.colour(wrong ? Ink::error : Ink::ink), 0.9F * (1 - age)));
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

void draw_labels(Canvas& canvas, const Axes& axes, const BodyResult& body, const Matrix& left, float share) {
  Labels labels(axes.plot());
  const Point centre = axes.at(0, 0);
  const Point origin = axes.at(body.origin.x(), body.origin.y());
  const double cuts = cuts_after(body, share);
  for (const Point& mark : {centre, origin}) labels.avoid(around(mark, 6));
  for (Index i = 0; i < body.heads.cols(); ++i) labels.avoid(around(at(axes, body.heads, i), 6));
  for (Index i = 0; i < body.heads.cols(); ++i) {
    const bool lost = is_lost(body, i, cuts);
    TextStyle style = kHeadStyle;
    style.ink = lost ? Ink::error : Ink::Q;
    labels.place(canvas,
                 share == 1 ? tr("%1: %2 outside", head_label(i), error_text(body.outside(i)))
                 : lost     ? tr("%1 is cut off", head_label(i))
                            : head_label(i),
                 style, spots_around(at(axes, body.heads, i)));
  }
  if (share > kCutting)
    labels.place(canvas, tr("least norm"), {.ink = Ink::ink, .size = Size::small}, spots_around(centre));
  labels.place(canvas, "0", kCaption, spots_around(origin));
  if (left.cols() == 0) return;
  const Eigen::Vector2d low = left.rowwise().minCoeff();
  const Eigen::Vector2d high = left.rowwise().maxCoeff();
  const Rect& plot = axes.plot();
  const float from = std::max(axes.x_at(low.x()), plot.x), to = std::min(axes.x_at(high.x()), plot.right());
  const float x = (from + to) / 2;
  const float y = (std::max(axes.y_at(high.y()), plot.y) + std::min(axes.y_at(low.y()), plot.bottom())) / 2;
  if (to - from < 7 * canvas.em) return;
  const LabelSpot inside[] = {{{x, y}, Along::centre, Upright::middle},
                              {{x, y - 2 * canvas.em}, Along::centre, Upright::middle},
                              {{x, y + 2 * canvas.em}, Along::centre, Upright::middle}};
  labels.place(canvas, cuts == 0 ? tr("all that $Θ$ may be") : tr("the body"), {.ink = Ink::Q, .size = Size::small},
               inside);
}

// The body, the heads, the line or triangle through them, the origin and the centre.
void draw_body(Canvas& canvas, const Axes& axes, const BodyResult& body, float share) {
  const double cuts = cuts_after(body, share);
  const Matrix left = body_after(body, cuts);
  {
    const Clip clip(canvas, axes.plot().inset(-4));
    polygon(canvas, points_of(axes, left), tint(Ink::Q, 0.16F, canvas.dark), tint(Ink::Q, 0.7F, canvas.dark), 1.5F);
    if (share < kCutting) draw_cuts(canvas, axes, body, cuts);
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
  const float found = part(share, kCutting, 1);
  const Point origin = axes.at(body.origin.x(), body.origin.y());
  const Point end = axes.at(0, 0);
  const Point centre{std::lerp(origin.x, end.x, found), std::lerp(origin.y, end.y, found)};
  if (found > 0) disc(canvas, centre, 5, canvas.colour(Ink::ink));
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
  const double closer = part(share, 0.05F, kCutting);
  return (1 - closer) * corners(body.block, 1e300) +
         closer * corners(body_after(body, static_cast<double>(body.claimed.size())), reach);
}

// What each constraint claims over what the heads give, a dot for each constraint and head; red where it cuts the head
// off.
void draw_constraints(const BodyResult& body, Canvas& canvas, const Rect& box, double cuts) {
  const Range x = range_of(data_of(body.meant).values);
  const Range y = range_of(span_of(body.claimed));
  const Axes axes = draw_axes(canvas, box, {.range = x, .name = tr("log odds that a head gives")},
                              {.range = y, .name = tr("log odds claimed; shaded: what the body allows")});
  const Clip clip(canvas, axes.plot().inset(-4));
  const double room = body.tolerance;
  const Point band[] = {axes.at(x.low, x.low - room), axes.at(x.high, x.high - room), axes.at(x.high, x.high + room),
                        axes.at(x.low, x.low + room)};
  polygon(canvas, band, tint(Ink::Q, 0.12F, canvas.dark), 0, 0);
  dashed_line(canvas, axes.at(x.low, x.low), axes.at(x.high, x.high), canvas.colour(Ink::truth));
  for (const bool wrong : {false, true}) {
    std::vector<double> meant, claimed;
    std::vector<std::pair<Index, Index>> which;
    for (Index j = 0; j < static_cast<Index>(cuts); ++j) {
      for (Index i = 0; i < body.meant.cols(); ++i) {
        if (misses(body, j, i) != wrong) continue;
        meant.push_back(body.meant(j, i));
        claimed.push_back(body.claimed(j));
        which.emplace_back(j, i);
      }
    }
    const auto hovered =
        scatter(canvas, axes, meant, claimed, {.ink = wrong ? Ink::error : Ink::Q, .radius = 2.5F, .amount = 0.7F});
    if (!hovered) continue;
    const auto [j, i] = which[*hovered];
    tooltip(canvas, axes.at(meant[*hovered], claimed[*hovered]),
            tr("constraint %1 of %2\nclaims %3\n%4 gives %5", whole(j + 1), whole(body.claimed.size()),
               number(claimed[*hovered], 4), head_name("Θ", i), number(meant[*hovered], 4)));
  }
}

}  // namespace

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
  const bool alone = canvas.narrow();  // there is no room for more
  const Rect upper = alone ? box : box.take_top(0.74F * box.h, 2 * kGrid);
  draw_body(canvas, even_axes(upper, shown_corners(body, share)), body, share);
  if (!alone) draw_constraints(body, canvas, box, cuts_after(body, share));
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
