// Phases 2 and 4 of figure "phases", large: the body, and what its constraints say against what they should.
#include <algorithm>
#include <cmath>

#include "figures/phases/body_view.hpp"
#include "figures/phases/picture.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/polygon.hpp"
#include "plot/scatter.hpp"
#include "plot/words.hpp"

namespace figures::phases {
namespace {

// The body is shown up to so many times as far from the centre as the farthest of heads and origin.
constexpr double kReach = 1.6;

Point at(const Axes& axes, const Matrix& points, Index column) { return axes.at(points(0, column), points(1, column)); }

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
    const Eigen::Vector2d step = 20 * (heads.col(1) - heads.col(0));
    const Eigen::Vector2d from = heads.col(0) - step;
    const Eigen::Vector2d to = heads.col(1) + step;
    const Clip clip(canvas, axes.plot());
    dashed_line(canvas, axes.at(from.x(), from.y()), axes.at(to.x(), to.y()), colour, 1);
    return;
  }
  for (Index i = 0; i < heads.cols() && heads.cols() > 2; ++i) {
    dashed_line(canvas, at(axes, heads, i), at(axes, heads, (i + 1) % heads.cols()), colour, 1);
  }
}

std::vector<LabelSpot> spots_around(Point point) {
  return {{{point.x + 9, point.y - 2}, Along::left, Upright::bottom},
          {{point.x - 9, point.y - 2}, Along::right, Upright::bottom},
          {{point.x + 9, point.y + 2}, Along::left, Upright::top},
          {{point.x - 9, point.y + 2}, Along::right, Upright::top},
          {{point.x, point.y - 9}, Along::centre, Upright::bottom},
          {{point.x, point.y + 9}, Along::centre, Upright::top}};
}

void draw_words(Canvas& canvas, const Axes& axes, const BodyResult& body) {
  Labels labels(axes.plot());
  const Point centre = axes.at(0, 0);
  const Point origin = axes.at(body.origin.x(), body.origin.y());
  for (const Point& mark : {centre, origin}) labels.avoid(Rect{mark.x - 6, mark.y - 6, 12, 12});
  for (Index i = 0; i < body.heads.cols(); ++i) {
    const Point head = at(axes, body.heads, i);
    labels.avoid(Rect{head.x - 6, head.y - 6, 12, 12});
    labels.avoid(head, at(axes, body.nearest, i));
  }
  for (Index i = 0; i < body.heads.cols(); ++i) {
    const std::string words = tr("%1: %2 outside", "$Θ_" + std::to_string(i + 1) + "$", error_text(body.outside(i)));
    labels.place(canvas, words, {.ink = Ink::Q, .size = Size::small, .face = Face::semibold},
                 spots_around(at(axes, body.heads, i)));
  }
  const Eigen::Vector2d middle = 0.5 * (body.outline.rowwise().minCoeff() + body.outline.rowwise().maxCoeff());
  const LabelSpot inside[] = {{axes.at(middle.x(), middle.y()), Along::centre, Upright::middle}};
  const float width = axes.x_at(body.outline.row(0).maxCoeff()) - axes.x_at(body.outline.row(0).minCoeff());
  if (width > 7 * canvas.em) labels.place(canvas, tr("the body"), {.ink = Ink::Q, .size = Size::small}, inside);
  labels.place(canvas, tr("least norm"), {.ink = Ink::ink, .size = Size::small}, spots_around(centre));
  labels.place(canvas, "0", {.ink = Ink::quiet, .size = Size::small}, spots_around(origin));
}

void draw_heads(Canvas& canvas, const Axes& axes, const BodyResult& body, const ShadowStyle& style) {
  const float radius = style.small ? 3 : 5;
  for (Index i = 0; i < body.heads.cols(); ++i) {
    const Point head = at(axes, body.heads, i);
    line(canvas, head, at(axes, body.nearest, i), canvas.colour(Ink::error), style.small ? 1 : 1.5F);
    disc(canvas, head, radius, canvas.colour(Ink::paper));
    ring(canvas, head, radius, canvas.colour(Ink::Q), style.small ? 1.25F : 2);
    if (style.small || !canvas.hovers({head.x - 9, head.y - 9, 18, 18})) continue;
    tooltip(canvas, head,
            tr("%1, a head of the truth\n%2 % of its size from the body\n%3 % of its size off this plane",
               head_name("Θ", i), number(100 * body.outside(i), 4), number(100 * body.aside(i), 3)));
  }
}

// --- What the constraints say ---------------------------------------------------------------------------------------

struct Localized {
  std::vector<double> meant, claimed;
};

Localized said_of(const BodyResult& body) {
  Localized said;
  for (Index i = 0; i < body.meant.rows(); ++i) {
    for (Index j = 0; j < body.meant.cols(); ++j) {
      said.meant.push_back(body.meant(i, j));
      said.claimed.push_back(body.claimed(j));
    }
  }
  return said;
}

void draw_said(const BodyResult& body, Canvas& canvas, const Rect& box) {
  const Localized said = said_of(body);
  const Axes axes =
      draw_axes(canvas, box, {.range = range_of(said.meant), .name = tr("log odds that a head gives")},
                {.range = range_of(said.claimed), .name = tr("log odds claimed; shaded: what the body allows")});
  const Clip clip(canvas, axes.plot().inset(-4));
  const auto [low, high] = axes.x().range;
  const double room = body.tolerance;
  const Point band[] = {axes.at(low, low - room), axes.at(high, high - room), axes.at(high, high + room),
                        axes.at(low, low + room)};
  polygon(canvas, band, tint(Ink::Q, 0.12F, canvas.dark), 0, 0);
  dashed_line(canvas, axes.at(low, low), axes.at(high, high), canvas.colour(Ink::truth));
  const auto hovered = scatter(canvas, axes, said.meant, said.claimed, {.ink = Ink::Q, .radius = 2.5F, .amount = 0.7F});
  if (!hovered) return;
  const auto count = static_cast<std::size_t>(body.meant.cols());
  tooltip(canvas, axes.at(said.meant[*hovered], said.claimed[*hovered]),
          tr("constraint %1 of %2\nclaims %3\n%4 gives %5", std::to_string(*hovered % count + 1), std::to_string(count),
             number(said.claimed[*hovered], 4), head_name("Θ", static_cast<Index>(*hovered / count)),
             number(said.meant[*hovered], 4)));
}

}  // namespace

Matrix shown_points(const BodyResult& body) {
  const Index m = body.heads.cols();
  Matrix points(2, 2 * m + 2 + body.outline.cols());
  points.leftCols(m) = body.heads;
  points.middleCols(m, m) = body.nearest;
  points.col(2 * m) = body.origin;
  points.col(2 * m + 1).setZero();
  const double reach = kReach * points.leftCols(2 * m + 1).colwise().norm().maxCoeff();
  for (Index k = 0; k < body.outline.cols(); ++k) {
    const double far = body.outline.col(k).norm();
    points.col(2 * m + 2 + k) = body.outline.col(k) * (far > reach && far > 0 ? reach / far : 1);
  }
  return points;
}

void draw_shadow(Canvas& canvas, const Axes& axes, const BodyResult& body, const ShadowStyle& style) {
  const Clip clip(canvas, axes.plot().inset(-4));
  polygon(canvas, outline_points(axes, body.outline), tint(Ink::Q, 0.16F, canvas.dark), tint(Ink::Q, 0.7F, canvas.dark),
          style.small ? 1.F : 1.5F);
  draw_hull(canvas, axes, body.heads);
  const Point origin = axes.at(body.origin.x(), body.origin.y());
  const float arm = style.small ? 2.5F : 5;
  line(canvas, {origin.x - arm, origin.y}, {origin.x + arm, origin.y}, canvas.colour(Ink::quiet));
  line(canvas, {origin.x, origin.y - arm}, {origin.x, origin.y + arm}, canvas.colour(Ink::quiet));
  draw_heads(canvas, axes, body, style);
  const Point centre = axes.at(0, 0);
  disc(canvas, centre, style.small ? 2.5F : 5, canvas.colour(Ink::ink));
  if (style.small) return;
  draw_words(canvas, axes, body);
  if (!canvas.hovers({centre.x - 9, centre.y - 9, 18, 18})) return;
  tooltip(canvas, centre,
          tr("the body's point of least norm\n%1 % of the largest head from the plane through the heads\n"
             "optimal to %2",
             number(100 * body.hull_distance, 4), number(body.kkt_error, 2)));
}

void draw_body_panel(const Result& result, Canvas& canvas, Rect box, int phase) {
  const BodyResult& body = phase == 2 ? result.first : result.second;
  const Matrix shown = shown_points(body);
  const Eigen::Vector2d size = shown.rowwise().maxCoeff() - shown.rowwise().minCoeff();
  const auto shape = static_cast<float>(size.y() / std::max(size.x(), 1e-9));
  const float height = std::clamp(1.15F * shape * box.w + 2 * canvas.em, 0.35F * box.h, 0.62F * box.h);
  const Rect upper = box.take_top(height, 2 * kGrid);
  draw_shadow(canvas, even_axes(upper, shown), body, {});
  draw_said(body, canvas, box);
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
