// The other phases of figure "phases", large: the sums of phases 1 and 3, the span of phase 5, the net of phase 6.
#include "figures/phases/picture.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/matrix.hpp"

namespace figures::phases {
namespace {

// --- Phases 1 and 3: sums -------------------------------------------------------------------------------------------

void draw_level(Canvas& canvas, const Axes& axes, Labels& labels, double value, std::string_view words) {
  const Rect& area = axes.plot();
  const float y = std::round(axes.y_at(value));
  rule_y(canvas, axes, value);
  labels.avoid(Point{area.x, y}, Point{area.right(), y});
  const LabelSpot spots[] = {{{area.right() - 2, y + 2}, Along::right, Upright::top},
                             {{area.right() - 2, y - 1}, Along::right, Upright::bottom},
                             {{area.x + 4, y + 2}, Along::left, Upright::top},
                             {{area.x + 4, y - 1}, Along::left, Upright::bottom}};
  labels.place(canvas, words, {.ink = Ink::truth, .size = Size::small}, spots);
}

// The error of phase 1 over N. The axis reaches under the floor, so that one sees that the curve does not.
void draw_curve(const Result& result, const Result& now, const Drawing& drawing, const Rect& box, float share) {
  Canvas& canvas = drawing.canvas;
  std::vector<double> all = result.errors;
  all.insert(all.end(), {result.limit_error, result.first_order, 1.0});
  const auto [least, most] = std::ranges::minmax(all);
  // What chance alone would make of the first error, in falling dashes.
  const double N = drawing.settings.number("N");
  const double first = result.errors.front() * std::sqrt(result.counts.front());
  const Range range{std::min({0.8 * least, 0.5 * std::max(result.limit_error, 1e-6), 0.8 * first / std::sqrt(N)}),
                    1.15 * most};
  const Axes axes =
      draw_axes(canvas, box, {.range = {8, 1.3 * N}, .scale = Scale::log, .name = tr("examples $N$")},
                {.range = range, .scale = Scale::log, .name = tr("relative error of this estimate of $∑ W_i$")});
  Labels labels(axes.plot());
  labels.avoid(axes.at(result.counts, result.errors));
  const double ends[] = {result.counts.front(), N}, chance[] = {first / std::sqrt(ends[0]), first / std::sqrt(N)};
  curve(canvas, axes, ends, chance, {.ink = Ink::truth, .width = 1.25F, .dashed = true});
  const std::vector<Point> fall = axes.at(ends, chance);
  labels.avoid(fall[0], fall[1]);
  const Point half{(fall[0].x + fall[1].x) / 2, (fall[0].y + fall[1].y) / 2};
  labels.place(canvas, canvas.narrow() ? tr("chance alone: $1/√N$") : tr("if only chance were to blame: like $1/√N$"),
               {.ink = Ink::truth, .size = Size::small},
               std::array{LabelSpot{{half.x - 8, half.y + 4}, Along::right, Upright::top},
                          LabelSpot{{half.x + 8, half.y - 4}, Along::left, Upright::bottom}});
  if (share >= kTold) {
    draw_level(canvas, axes, labels, result.limit_error,
               tr("for $N → ∞$, exactly: %1", error_text(result.limit_error)));
    draw_level(canvas, axes, labels, result.first_order,
               tr("to first order in $Θ$: %1", error_text(result.first_order)));
  }
  curve(canvas, axes, now.counts, now.errors, {.ink = Ink::W, .marks = true});
  if (const auto hovered = curve_hover(canvas, axes, now.counts)) {
    tooltip(canvas, axes.at(result.counts[*hovered], result.errors[*hovered]),
            tr("$N$ = %1\n%2 % off", whole(result.counts[*hovered]), number(100 * result.errors[*hovered], 4)));
  }
}

// The entries of both estimates over those of the truth; from the one to the other they move.
void draw_entries(const Result& result, Canvas& canvas, const Rect& box, const Matrix& moving) {
  const auto truth = data_of(result.sum).values;
  const auto crude = data_of(result.crude.sum).values;
  const auto refined = data_of(result.refined.sum).values;
  const Range x = range_of(truth);
  const Range y = joined(joined(range_of(crude), range_of(refined)), x);
  const Axes axes = draw_axes(canvas, box, {.range = x, .name = tr("entry of $∑ W_i$")},
                              {.range = y, .name = tr("its estimate: rings by phase 1, dots by phase 3")});
  dashed_line(canvas, axes.at(x.low, x.low), axes.at(x.high, x.high), canvas.colour(Ink::truth));
  const auto now = data_of(moving).values;
  for (std::size_t k = 0; k < truth.size(); ++k)
    line(canvas, axes.at(truth[k], crude[k]), axes.at(truth[k], now[k]), tint(Ink::W, 0.35F, canvas.dark), 1);
  const auto over = scatter(canvas, axes, truth, crude, {.ink = Ink::W, .radius = 3, .hollow = true});
  const auto under = scatter(canvas, axes, truth, now, {.ink = Ink::W, .radius = 3.5F, .amount = 1});
  const auto hovered = under ? under : over;
  if (!hovered) return;
  const auto d = static_cast<std::size_t>(result.sum.rows());
  tooltip(canvas, axes.at(truth[*hovered], under ? refined[*hovered] : crude[*hovered]),
          tr("entry %1, %2\ntrue %3\nphase 1: %4\nphase 3: %5", std::to_string(*hovered % d + 1),
             std::to_string(*hovered / d + 1), number(truth[*hovered], 4), number(crude[*hovered], 4),
             number(refined[*hovered], 4)));
}

// --- Phase 5: span --------------------------------------------------------------------------------------------------

void draw_loss(Canvas& canvas, const Fan& fan, Labels& labels, double lost, Index i) {
  const Point tip = fan.tip(lost);
  line(canvas, fan.foot, tip, canvas.colour(Ink::Q), 1.5F);
  draw_head(canvas, tip, 5, 2);
  dashed_line(canvas, tip, {tip.x, fan.foot.y}, canvas.colour(Ink::error), 1.25F, 3, 3);
  if (canvas.hovers(around(tip, 9)))
    tooltip(canvas, tip,
            tr("%1, a head of the truth\n%2 % of its size outside the span", head_name("Θ", i), number(100 * lost, 4)));
  labels.place(canvas, tr("%1 loses %2", head_label(i), error_text(lost)), kHeadStyle, spots_around(tip));
}

// What head i loses with only the first directions of the span; between two numbers of them on its way.
double lost_with(const Result& result, Index i, double used) {
  const auto count = static_cast<Index>(used);
  const double size = result.Theta[static_cast<std::size_t>(i)].norm();
  const auto with = [&](Index directions) {
    if (directions >= result.heads()) return result.span.lost(i);
    const double kept = result.span.heads.col(i).head(directions).norm() / or_one(size);
    return std::sqrt(std::max(0.0, 1 - kept * kept));
  };
  return std::lerp(with(count), with(count + 1), used - static_cast<double>(count));
}

void draw_fan(const Result& result, Canvas& canvas, const Rect& box, double used) {
  const SpanResult& span = result.span;
  constexpr int kArcSteps = 48;
  const float small = line_height(canvas, Size::small);
  const float words = 9 * canvas.em;  // beside it
  const float radius = std::min(box.w - words, box.h - 2 * small - 6);
  const Fan fan{{box.x + std::max(4.F, (box.w - radius - words) / 2), box.y + small + radius}, radius};
  const auto arc = [&](int k) { return fan.tip(std::sin(k * 1.5707963267948966 / kArcSteps)); };
  for (int k = 1; k <= kArcSteps; ++k) line(canvas, arc(k - 1), arc(k), canvas.colour(Ink::hairline), 1);
  line(canvas, fan.foot, fan.tip(0), canvas.colour(Ink::Q), 4);
  Labels labels(box);
  labels.place(canvas, tr("the span found"), {.ink = Ink::Q, .size = Size::small},
               std::array{LabelSpot{{fan.foot.x, fan.foot.y + 4}, Along::left, Upright::top}});
  const Point chance = fan.tip(span.by_chance);
  dashed_line(canvas, fan.foot, chance, canvas.colour(Ink::truth), 1.25F);
  for (Index i = 0; i < span.lost.size(); ++i) draw_loss(canvas, fan, labels, lost_with(result, i, used), i);
  labels.place(canvas, tr("chance: %1", error_text(span.by_chance)), {.ink = Ink::truth, .size = Size::small},
               spots_around(chance));
}

// --- Phase 6: net ---------------------------------------------------------------------------------------------------

// The first two coordinates; a single one lies level.
Matrix flat(const Matrix& points) {
  Matrix two = Matrix::Zero(2, points.cols());
  const Index rows = std::min<Index>(2, points.rows());
  two.topRows(rows) = points.topRows(rows);
  return two;
}

// The points of the net in the first two directions of the span, 2 x any.
Matrix net_of(const Result& result) {
  const Matrix extremes = flat(result.span.extremes);
  const Vector low = extremes.rowwise().minCoeff();
  const Vector high = extremes.rowwise().maxCoeff();
  const Index along = result.net.per_axis;
  const auto place = [&](Index axis, Index step) {
    return std::lerp(low(axis), high(axis), static_cast<double>(step) / std::max(1.0, static_cast<double>(along - 1)));
  };
  Matrix net(2, result.heads() == 1 ? along : along * along);
  for (Index k = 0; k < net.cols(); ++k) net.col(k) << place(0, k % along), place(1, k / along);
  return net;
}

void name_point(const Result& result, Canvas& canvas, Point truth, Point found, Index i) {
  const std::string name = head_name("Θ", i);
  if (canvas.hovers(around(found, 9))) {
    tooltip(canvas, found,
            tr("%1 as chosen\n%2 % of its size from the truth", name, number(100 * result.net.theta_errors(i), 4)));
  } else if (canvas.hovers(around(truth, 9))) {
    tooltip(canvas, truth,
            tr("%1 of the truth, its place in the span\n%2 % of its size outside the span", name,
               number(100 * result.span.lost(i), 4)) +
                (in_net(result.span, i) ? "" : "\n" + std::string(tr("beyond the net"))));
  }
}

// What phase 6 shows, on the page.
struct NetPoints {
  std::vector<Point> net, truth, found;
  Point origin;
};

// Names the heads, clear of what is drawn as far as that can be; returns the places taken.
std::vector<Rect> name_heads(const Result& result, Canvas& canvas, const Rect& box, const NetPoints& points,
                             bool is_told) {
  Labels labels(box);
  for (const Point& point : points.net) labels.avoid(point);
  for (std::size_t i = 0; i < points.truth.size(); ++i) {
    labels.avoid(around(points.truth[i], 8));
    labels.avoid(around(points.found[i], 6));
    labels.avoid(points.truth[i], points.found[i]);
  }
  std::vector<Rect> taken;
  for (Index i = 0; i < result.heads(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    taken.push_back(labels.place(
        canvas, in_net(result.span, i) ? tr("true %1", head_label(i)) : tr("true %1, beyond the net", head_label(i)),
        kHeadStyle, spots_around(points.truth[k])));
    if (!is_told || is_exact(result.net.theta_errors(i))) continue;
    const std::string off = error_text(result.net.theta_errors(i)), lost = error_text(result.span.lost(i));
    taken.push_back(labels.place(
        canvas, canvas.narrow() ? tr("found %1 off", off) : tr("found %1 off; the span alone loses %2", off, lost),
        {.ink = Ink::error, .size = Size::small, .face = Face::semibold}, spots_around(points.found[k])));
  }
  taken.push_back(labels.place(canvas, "$Θ = 0$", kCaption, spots_around(points.origin)));
  return taken;
}

void draw_net(const Result& result, Canvas& canvas, const Rect& box, float share) {
  Matrix net = net_of(result), heads = flat(result.span.heads), chosen = flat(result.net.chosen);
  const auto length = [&](Index row) { return net.row(row).maxCoeff() - net.row(row).minCoeff(); };
  if ((box.w > box.h) != (length(0) > length(1)))
    for (Matrix* points : {&net, &heads, &chosen}) points->row(0).swap(points->row(1));
  // The scale is that of the net, the heads' places in the span and 0.
  Matrix all(2, net.cols() + heads.cols() + 1);
  all << net, heads, Vector::Zero(2);
  const Axes axes = even_axes(box.inset(12), all);
  const auto points_of = [&](const Matrix& places) {
    std::vector<Point> points;
    for (Index k = 0; k < places.cols(); ++k) points.push_back(at(axes, places, k));
    return points;
  };
  const NetPoints points{points_of(net), points_of(heads), points_of(chosen), axes.at(0, 0)};
  const std::vector<Rect> words = name_heads(result, canvas, box, points, share >= kTold);
  // The net steps back from words.
  const auto laid = std::lround(part(share, 0, 0.5F) * static_cast<float>(net.cols()));
  for (const Point& point : std::span(points.net).first(static_cast<std::size_t>(laid))) {
    if (std::ranges::none_of(words, [&](const Rect& rect) { return rect.inset(-5).contains(point); }))
      disc(canvas, point, 2, canvas.colour(Ink::quiet));
  }
  draw_origin(canvas, points.origin, 5);
  for (Index i = 0; i < heads.cols(); ++i) {
    const auto [truth, found] =
        std::pair(points.truth[static_cast<std::size_t>(i)], points.found[static_cast<std::size_t>(i)]);
    const float way = part(share, 0.7F, 1);
    if (share > 0.55F) {
      line(canvas, found, {std::lerp(found.x, truth.x, way), std::lerp(found.y, truth.y, way)},
           canvas.colour(Ink::error), 3);
    }
    draw_head(canvas, truth, 8, 2.5F);
    disc(canvas, found, 6 * part(share, 0.55F, 0.7F), canvas.colour(Ink::Q));
    name_point(result, canvas, truth, found, i);
  }
}

}  // namespace

double directions_after(const Result& result, float share) {
  const double along = std::min(1.F, share / kTold) * static_cast<float>(result.heads());
  const double begun = std::floor(along);
  return begun + part(static_cast<float>(along - begun), 0, 1);
}

void draw_sum_panel(const Result& result, Drawing& drawing, Rect box, const Moment& moment) {
  if (moment.phase == 1) return draw_curve(result, seen(result, moment), drawing, box, moment.share);
  draw_entries(result, drawing.canvas, box, moving_sum(result, moment.share));
}

void draw_span_panel(const Result& result, Canvas& canvas, Rect box, float share) {
  draw_fan(result, canvas, box, directions_after(result, share));
}

void draw_net_panel(const Result& result, Canvas& canvas, Rect box, float share) {
  draw_net(result, canvas, box, share);
}

}  // namespace figures::phases
