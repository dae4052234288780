// Phase 6 of figure "phases", large: the net with what was chosen, and what was found beside the truth.
#include <algorithm>
#include <array>
#include <cmath>

#include "figures/phases/picture.hpp"
#include "figures/vocabulary.hpp"
#include "plot/cells.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::phases {
namespace {

// The first two coordinates; a single one lies level.
Matrix flat(const Matrix& points) {
  Matrix two = Matrix::Zero(2, points.cols());
  const Index rows = std::min<Index>(2, points.rows());
  two.topRows(rows) = points.topRows(rows);
  return two;
}

// The net in its first two directions.
std::vector<Eigen::Vector2d> net_of(const Result& result) {
  const Matrix& extremes = result.span.extremes;
  std::array<std::vector<double>, 2> ticks = {std::vector{0.0}, std::vector{0.0}};
  for (Index axis = 0; axis < std::min<Index>(2, extremes.rows()); ++axis) {
    const double low = extremes.row(axis).minCoeff();
    const double high = extremes.row(axis).maxCoeff();
    auto& along = ticks[static_cast<std::size_t>(axis)];
    along.clear();
    for (int k = 0; k < result.net.per_axis; ++k) {
      along.push_back(std::lerp(low, high, k / std::max(1.0, result.net.per_axis - 1.0)));
    }
  }
  std::vector<Eigen::Vector2d> net;
  for (const double y : ticks[1]) {
    for (const double x : ticks[0]) net.emplace_back(x, y);
  }
  return net;
}

// The net, the heads' places in the span and 0: the scale is that of the heads.
Axes net_axes(const Rect& box, const std::vector<Eigen::Vector2d>& net, const Matrix& heads) {
  Matrix all = Matrix::Zero(2, std::ssize(net) + heads.cols() + 1);
  for (Index k = 0; k < std::ssize(net); ++k) all.col(k) = net[static_cast<std::size_t>(k)];
  all.middleCols(std::ssize(net), heads.cols()) = heads;
  return even_axes(box.inset(12), all);
}

void point_at_head(const Result& result, Canvas& canvas, Point truth, Point found, Index i) {
  const std::string name = head_name("Θ", i);
  if (canvas.hovers({found.x - 9, found.y - 9, 18, 18})) {
    tooltip(canvas, found,
            tr("%1 as chosen\n%2 % of its size from the truth", name, number(100 * result.net.theta_errors(i), 4)));
  } else if (canvas.hovers({truth.x - 9, truth.y - 9, 18, 18})) {
    tooltip(canvas, truth,
            tr("%1 of the truth, its place in the span\n%2 % of its size outside the span", name,
               number(100 * result.span.lost(i), 4)));
  }
}

void label_heads(Canvas& canvas, Labels& labels, const Axes& axes, const Matrix& heads) {
  for (Index i = 0; i < heads.cols(); ++i) {
    const Point truth = axes.at(heads(0, i), heads(1, i));
    const LabelSpot spots[] = {{{truth.x + 9, truth.y}, Along::left, Upright::middle},
                               {{truth.x - 9, truth.y}, Along::right, Upright::middle},
                               {{truth.x, truth.y - 8}, Along::centre, Upright::bottom},
                               {{truth.x, truth.y + 8}, Along::centre, Upright::top}};
    labels.place(canvas, "$Θ_" + std::to_string(i + 1) + "$",
                 {.ink = Ink::Q, .size = Size::small, .face = Face::semibold}, spots);
  }
}

void draw_net(const Result& result, Canvas& canvas, const Rect& box) {
  const std::vector<Eigen::Vector2d> net = net_of(result);
  const Matrix heads = flat(result.span.heads);
  const Matrix chosen = flat(result.net.chosen);
  const Axes axes = net_axes(box, net, heads);
  for (const Eigen::Vector2d& point : net)
    disc(canvas, axes.at(point.x(), point.y()), 1.75F, canvas.colour(Ink::quiet));
  Labels labels(box);
  const Point origin = axes.at(0, 0);
  line(canvas, {origin.x - 5, origin.y}, {origin.x + 5, origin.y}, canvas.colour(Ink::quiet));
  line(canvas, {origin.x, origin.y - 5}, {origin.x, origin.y + 5}, canvas.colour(Ink::quiet));
  for (Index i = 0; i < heads.cols(); ++i) {
    const Point truth = axes.at(heads(0, i), heads(1, i));
    const Point found = axes.at(chosen(0, i), chosen(1, i));
    line(canvas, truth, found, canvas.colour(Ink::error), 1.5F);
    disc(canvas, truth, 6, canvas.colour(Ink::paper));
    ring(canvas, truth, 6, canvas.colour(Ink::Q), 2);
    disc(canvas, found, 4.5F, canvas.colour(Ink::Q));
    labels.avoid(Rect{truth.x - 6, truth.y - 6, 12, 12});
    labels.avoid(Rect{found.x - 6, found.y - 6, 12, 12});
    point_at_head(result, canvas, truth, found, i);
  }
  label_heads(canvas, labels, axes, heads);
  const LabelSpot beside[] = {{{origin.x + 7, origin.y - 2}, Along::left, Upright::bottom},
                              {{origin.x - 7, origin.y + 2}, Along::right, Upright::top}};
  labels.place(canvas, "0", {.ink = Ink::quiet, .size = Size::small}, beside);
}

// `letter` as a reader sees it, `symbol` as the page knows it.
struct Name {
  std::string_view letter, symbol;
};
constexpr Name kTheta{"Θ", "Theta"};
constexpr Name kW{"W", "W"};

void draw_one(Canvas& canvas, const Rect& box, const Matrix& shown, double limit, Name name) {
  const MatrixData data = data_of(shown);
  const MatrixView view = matrix(canvas, box, data, {.symbol = name.letter, .limit = limit, .name = false});
  cell_numbers(canvas, view, data);
  highlight(canvas, view.cells, name.symbol);
}

// Columns Theta found, true, W found, true; a row for each head.
void draw_table(const Result& result, Canvas& canvas, Rect box) {
  const float small = line_height(canvas, Size::small);
  const Rect header = box.take_top(small, 4);
  constexpr std::array kNames = {Phrase("$Θ_i$ found"), Phrase("true"), Phrase("$W_i$ found"), Phrase("true")};
  const auto count = static_cast<int>(result.Theta.size());
  for (int column = 0; column < 4; ++column) {
    text(canvas, header.column(column, 4, 10), tr(kNames[static_cast<std::size_t>(column)]),
         {.ink = column < 2 ? Ink::Q : Ink::W, .size = Size::small, .max_width = header.column(column, 4, 10).w});
  }
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Rect row = box.row(i, count, 8);
    const auto limit = [](const Matrix& a, const Matrix& b) {
      return std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
    };
    const double theta = limit(result.net.Theta[at], result.Theta[at]);
    const double w = limit(result.net.W[at], result.W[at]);
    draw_one(canvas, row.column(0, 4, 10), result.net.Theta[at], theta, kTheta);
    draw_one(canvas, row.column(1, 4, 10), result.Theta[at], theta, kTheta);
    draw_one(canvas, row.column(2, 4, 10), result.net.W[at], w, kW);
    draw_one(canvas, row.column(3, 4, 10), result.W[at], w, kW);
  }
}

}  // namespace

void draw_net_panel(const Result& result, Canvas& canvas, Rect box) {
  const auto heads = static_cast<float>(result.Theta.size());
  const float side = std::min((box.w - 30) / 4, 0.5F * box.h / heads);
  const Rect lower = box.take_bottom(heads * (side + 8) + line_height(canvas, Size::small), 2 * kGrid);
  Rect words = box.take_top(line_height(canvas, Size::small), 4);
  text(canvas, words,
       result.m == 3 ? tr("The net in two directions of the span: rings true, dots chosen")
                     : tr("The net in the span: rings true, dots chosen"),
       {.ink = Ink::quiet, .size = Size::small, .max_width = words.w});
  draw_net(result, canvas, box);
  draw_table(result, canvas, lower);
}

}  // namespace figures::phases
