// The numbers behind each phase of figure "phases": matrices found and true, what each constraint claims, the lengths
// of the body's directions.
#include "figures/phases/picture.hpp"
#include "plot/axes.hpp"
#include "plot/bars.hpp"
#include "plot/cells.hpp"
#include "plot/curve.hpp"

namespace figures::phases {
namespace {

// `letter` as a reader sees it: "Θ" or "W". What is not `there` yet has empty cells.
MatrixView draw_matrix(Canvas& canvas, const Rect& box, const Matrix& shown, double limit, std::string_view letter,
                       bool there = true) {
  const MatrixData data = data_of(shown);
  const MatrixView view =
      matrix(canvas, box, data, {.symbol = letter, .limit = limit, .filled = there ? 1.0 : 0.0, .name = false});
  if (there) cell_numbers(canvas, view, data);
  return view;
}

struct Named {
  const Matrix& matrix;
  std::string_view name;
  bool there = true;
};

void draw_matrices(Canvas& canvas, const Rect& box, std::span<const Named> list) {
  double limit = 0;
  for (const Named& named : list) limit = std::max(limit, largest(named.matrix));
  for (std::size_t k = 0; k < list.size(); ++k) {
    Rect column = box.column(static_cast<int>(k), static_cast<int>(list.size()));
    text(canvas, column.take_top(line_height(canvas, Size::small), 4), list[k].name,
         {.ink = Ink::W, .size = Size::small, .max_width = column.w});
    draw_matrix(canvas, column, list[k].matrix, limit, "W", list[k].there);
  }
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

// The body's length in each of its directions, those of the span full.
void draw_lengths(const Result& result, Canvas& canvas, const Rect& box, double used) {
  const SpanResult& span = result.span;
  const auto count = static_cast<std::size_t>(span.sigma.size());
  const std::string kept =
      counted("its length; the first %1 is kept", "its length; the first %1 are kept", result.heads());
  const Axes axes = draw_axes(canvas, box, bar_axis(count, tr("direction of the body")),
                              {.range = {0, 1.1 * span.sigma.maxCoeff()}, .name = kept});
  const auto hovered =
      bars(canvas, axes, span_of(span.sigma), {.ink = Ink::Q, .first_of_rest = static_cast<int>(used)});
  if (hovered) {
    tooltip(canvas, canvas.pointer.at,
            tr("direction %1\n%2", std::to_string(*hovered + 1), number(span.sigma(static_cast<Index>(*hovered)), 4)));
  }
}

// Columns Theta found, true, W found, true; a row for each head.
void draw_table(const Result& result, Canvas& canvas, Rect box, bool chosen) {
  constexpr std::array kNames = {Phrase("$Θ_i$ found"), Phrase("true"), Phrase("$W_i$ found"), Phrase("true")};
  const Rect header = box.take_top(line_height(canvas, Size::small), 4);
  for (int column = 0; column < 4; ++column) {
    const Rect place = header.column(column, 4, 10);
    text(canvas, place, tr(kNames[static_cast<std::size_t>(column)]),
         {.ink = column < 2 ? Ink::Q : Ink::W, .size = Size::small, .max_width = place.w});
  }
  for (std::size_t i = 0; i < result.Theta.size(); ++i) {
    const Rect row = box.row(static_cast<int>(i), result.heads(), 8);
    const auto draw_beside = [&](int column, const Matrix& found, const Matrix& truth, std::string_view letter,
                                 std::string_view symbol) {
      const double limit = std::max(largest(found), largest(truth));
      for (const Matrix* shown : {&found, &truth}) {
        const MatrixView view =
            draw_matrix(canvas, row.column(column++, 4, 10), *shown, limit, letter, shown == &truth || chosen);
        highlight(canvas, view.cells, symbol);
      }
    };
    draw_beside(0, result.net.Theta[i], result.Theta[i], "Θ", "Theta");
    draw_beside(2, result.net.W[i], result.W[i], "W", "W");
  }
}

}  // namespace

void draw_behind(const Result& result, Drawing& drawing, Rect box, const Moment& moment) {
  Canvas& canvas = drawing.canvas;
  const Named truth{result.sum, tr("truth, $∑ W_i$")};
  const Result now = seen(result, moment);
  switch (moment.phase) {
    case 1:
      return draw_matrices(canvas, box, std::array{Named{now.crude.sum, tr("estimate"), !now.errors.empty()}, truth});
    case 3: {
      const Matrix moving = moving_sum(result, moment.share);
      return draw_matrices(canvas, box,
                           std::array{Named{result.crude.sum, tr("phase 1")}, Named{moving, tr("phase 3")}, truth});
    }
    case 5: return draw_lengths(result, canvas, box, directions_after(result, moment.share));
    case 6: return draw_table(result, canvas, box, moment.share > 0.7F);
    default: {
      const BodyResult& body = result.body(moment.phase);
      return draw_constraints(body, canvas, box, cuts_after(body, moment.share));
    }
  }
}

}  // namespace figures::phases
