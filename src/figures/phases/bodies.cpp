// The bodies of phases 2 and 4: their shadow, large and small, and how far their constraints are off.
#include "figures/phases/phases.hpp"

namespace figures::phases {
namespace {

std::vector<Point> outline_points(const Axes& axes, const Matrix& outline) {
  std::vector<Point> points;
  for (Index k = 0; k < outline.cols(); ++k) {
    const Point next = at(axes, outline, k);
    // Neighbouring directions often have one farthest point.
    if (points.empty() || std::hypot(next.x - points.back().x, next.y - points.back().y) > 0.25F)
      points.push_back(next);
  }
  return points;
}

// The line through two heads, the triangle of three.
void draw_hull(Canvas& canvas, const Axes& axes, const Matrix& heads) {
  const Colour colour = canvas.colour(Ink::truth);
  if (heads.cols() == 2) {
    Matrix ends = heads;
    const Eigen::Vector2d step = 20 * (heads.col(1) - heads.col(0));
    ends.col(0) -= step;
    ends.col(1) += step;
    const Clip clip(canvas, axes.plot());
    dashed_line(canvas, at(axes, ends, 0), at(axes, ends, 1), colour, 1);
  }
  for (Index i = 0; i < heads.cols() && heads.cols() > 2; ++i)
    dashed_line(canvas, at(axes, heads, i), at(axes, heads, (i + 1) % heads.cols()), colour, 1);
}

std::vector<LabelSpot> spots_around(Point point) {
  return {{{point.x + 9, point.y - 2}, Along::left, Upright::bottom},
          {{point.x - 9, point.y - 2}, Along::right, Upright::bottom},
          {{point.x + 9, point.y + 2}, Along::left, Upright::top},
          {{point.x - 9, point.y + 2}, Along::right, Upright::top},
          {{point.x, point.y - 9}, Along::centre, Upright::bottom},
          {{point.x, point.y + 9}, Along::centre, Upright::top}};
}

void draw_labels(Canvas& canvas, const Axes& axes, const BodyResult& body) {
  Labels labels(axes.plot());
  const Point centre = axes.at(0, 0);
  const Point origin = axes.at(body.origin.x(), body.origin.y());
  for (const Point& mark : {centre, origin}) labels.avoid(around(mark, 6));
  for (Index i = 0; i < body.heads.cols(); ++i) {
    const Point head = at(axes, body.heads, i);
    labels.avoid(around(head, 6));
    labels.avoid(head, at(axes, body.nearest, i));
  }
  for (Index i = 0; i < body.heads.cols(); ++i) {
    labels.place(canvas, tr("%1: %2 outside", head_label(i), error_text(body.outside(i))), kHeadStyle,
                 spots_around(at(axes, body.heads, i)));
  }
  const Eigen::Vector2d low = body.outline.rowwise().minCoeff();
  const Eigen::Vector2d high = body.outline.rowwise().maxCoeff();
  const Eigen::Vector2d middle = 0.5 * (low + high);
  const LabelSpot inside[] = {{axes.at(middle.x(), middle.y()), Along::centre, Upright::middle}};
  if (axes.x_at(high.x()) - axes.x_at(low.x()) > 7 * canvas.em)
    labels.place(canvas, tr("the body"), {.ink = Ink::Q, .size = Size::small}, inside);
  labels.place(canvas, tr("least norm"), {.ink = Ink::ink, .size = Size::small}, spots_around(centre));
  labels.place(canvas, "0", kCaption, spots_around(origin));
}

// The shadow, the heads with the way from each to the body, the plane through them, the origin and the centre.
void draw_shadow(Canvas& canvas, const Axes& axes, const BodyResult& body, bool small) {
  const Clip clip(canvas, axes.plot().inset(-4));
  polygon(canvas, outline_points(axes, body.outline), tint(Ink::Q, 0.16F, canvas.dark), tint(Ink::Q, 0.7F, canvas.dark),
          small ? 1.F : 1.5F);
  draw_hull(canvas, axes, body.heads);
  draw_origin(canvas, axes.at(body.origin.x(), body.origin.y()), small ? 2.5F : 5);
  for (Index i = 0; i < body.heads.cols(); ++i) {
    const Point head = at(axes, body.heads, i);
    line(canvas, head, at(axes, body.nearest, i), canvas.colour(Ink::error), small ? 1 : 1.5F);
    draw_head(canvas, head, small ? 3 : 5, small ? 1.25F : 2);
    if (small || !canvas.hovers(around(head, 9))) continue;
    tooltip(canvas, head,
            tr("%1, a head of the truth\n%2 % of its size from the body\n%3 % of its size off this plane",
               head_name("Θ", i), number(100 * body.outside(i), 4), number(100 * body.aside(i), 3)));
  }
  const Point centre = axes.at(0, 0);
  disc(canvas, centre, small ? 2.5F : 5, canvas.colour(Ink::ink));
  if (small) return;
  draw_labels(canvas, axes, body);
  if (!canvas.hovers(around(centre, 9))) return;
  tooltip(canvas, centre,
          tr("the body's point of least norm\n%1 % of the largest head from the plane through the heads\noptimal to %2",
             number(100 * body.hull_distance, 4), number(body.kkt_error, 2)));
}

// Everything that should be seen: heads, centre, origin and the body near them, 2 x any.
Matrix shown_points(const BodyResult& body) {
  // The body is shown up to so many times as far from the centre as the farthest of heads and origin.
  constexpr double kReach = 1.6;
  const Index m = body.heads.cols();
  Matrix points(2, 2 * m + 2 + body.outline.cols());
  points << body.heads, body.nearest, body.origin, Vector::Zero(2), body.outline;
  const double reach = kReach * points.leftCols(2 * m + 1).colwise().norm().maxCoeff();
  for (Index k = 2 * m + 2; k < points.cols(); ++k) {
    const double far = points.col(k).norm();
    points.col(k) *= far > reach && far > 0 ? reach / far : 1;
  }
  return points;
}

// What each constraint claims over what the heads give, a dot for each constraint and head.
void draw_constraints(const BodyResult& body, Canvas& canvas, const Rect& box) {
  const auto meant = data_of(body.meant).values;
  const Vector repeated = body.claimed.replicate(body.meant.cols(), 1);
  const auto claimed = span_of(repeated);
  const Axes axes =
      draw_axes(canvas, box, {.range = range_of(meant), .name = tr("log odds that a head gives")},
                {.range = range_of(claimed), .name = tr("log odds claimed; shaded: what the body allows")});
  const Clip clip(canvas, axes.plot().inset(-4));
  const auto [low, high] = axes.x().range;
  const double room = body.tolerance;
  const Point band[] = {axes.at(low, low - room), axes.at(high, high - room), axes.at(high, high + room),
                        axes.at(low, low + room)};
  polygon(canvas, band, tint(Ink::Q, 0.12F, canvas.dark), 0, 0);
  dashed_line(canvas, axes.at(low, low), axes.at(high, high), canvas.colour(Ink::truth));
  const auto hovered = scatter(canvas, axes, meant, claimed, {.ink = Ink::Q, .radius = 2.5F, .amount = 0.7F});
  if (!hovered) return;
  const auto count = static_cast<std::size_t>(body.claimed.size());
  tooltip(canvas, axes.at(meant[*hovered], claimed[*hovered]),
          tr("constraint %1 of %2\nclaims %3\n%4 gives %5", std::to_string(*hovered % count + 1), std::to_string(count),
             number(claimed[*hovered], 4), head_name("Θ", static_cast<Index>(*hovered / count)),
             number(meant[*hovered], 4)));
}

}  // namespace

void draw_body_panel(const BodyResult& body, Canvas& canvas, Rect box) {
  const Matrix shown = shown_points(body);
  const Eigen::Vector2d size = shown.rowwise().maxCoeff() - shown.rowwise().minCoeff();
  const auto shape = static_cast<float>(size.y() / std::max(size.x(), 1e-9));
  const float height = std::clamp(1.15F * shape * box.w + 2 * canvas.em, 0.35F * box.h, 0.62F * box.h);
  draw_shadow(canvas, even_axes(box.take_top(height, 2 * kGrid), shown), body, false);
  draw_constraints(body, canvas, box);
}

void draw_body_mark(Canvas& canvas, const Rect& box, const BodyResult& body) {
  draw_shadow(canvas, even_axes(box, shown_points(body)), body, true);
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
