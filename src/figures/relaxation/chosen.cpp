// The frame of figure "relaxation", and what can be had beside its chart: what the chosen start has found.
#include <numeric>

#include "figures/relaxation/relaxation.hpp"
#include "plot/axes.hpp"
#include "plot/bars.hpp"
#include "plot/curve.hpp"
#include "plot/matrix.hpp"

namespace figures::relaxation {
namespace {

std::string rank_words(std::span<const double> sigma) { return tr("rank %1", whole(rank_of(sigma))); }

void caption(Canvas& canvas, Rect& box, std::string_view words, std::string_view meaning) {
  text(canvas, box.take_top(line_height(canvas, Size::body), 0), words, {.face = Face::semibold, .max_width = box.w});
  if (meaning.empty()) return;
  text(canvas, box.take_top(line_height(canvas, Size::small), 6), meaning,
       {.ink = Ink::quiet, .size = Size::small, .max_width = box.w});
}

// How far the two are as functions, which their pictures cannot show.
std::string apart_words(const Result& result, int run) {
  const std::string apart = tr("Distance of the two as functions: %1.", apart_text(result, run));
  const std::string reason = result.rank < result.unknowns()
                                 ? tr("The data leave %1 of %2 unknowns of each output open.",
                                      whole(result.unknowns() - result.rank), whole(result.unknowns()))
                                 : tr("Different $W$ can give the same answers, because $G$ is symmetric.");
  return passage({apart, reason});
}

// The chosen W and the relaxed W, in one range of colours.
void draw_matrices(const Result& result, Canvas& canvas, Rect box, std::optional<int> run) {
  const int side = result.most_heads();
  double limit = std::max(result.relaxed_W.cwiseAbs().maxCoeff(), 1e-300);
  if (run) limit = std::max(limit, result.lifted.col(*run).cwiseAbs().maxCoeff());
  const MatrixStyle style{
      .symbol = "W", .limit = limit, .block_rows = result.d, .block_columns = result.d, .name = false};
  const std::string note = run ? apart_words(result, *run) : "";
  paragraph(canvas, box.take_bottom(paragraph_height(canvas, box.w, note, kCaption), 4), note, kCaption);
  colour_key(canvas, box.take_bottom(line_height(canvas, Size::small), 6), limit);
  auto [left, right] = box.columns<2>({1, 1}, 3 * kGrid);
  if (run) {
    caption(canvas, left, tr("Final $W$ of start %1", whole(result.start_of(*run))),
            heads_text(result.heads_of(*run)) + ", " + rank_words(column_of(result.sigma, *run)));
    matrix(canvas, left, {.values = column_of(result.lifted, *run), .rows = side, .columns = side}, style);
  }
  caption(canvas, right, tr("Relaxed $W$"), rank_words(span_of(result.relaxed_sigma)));
  matrix(canvas, right, data_of(result.relaxed_W), style);
}

// Both spectra: the chosen one solid, the relaxed one in rings, which a line under the caption says.
void draw_spectra(const Result& result, Canvas& canvas, Rect box, std::optional<int> run) {
  caption(canvas, box, tr("Singular values"), "");
  const Rect key = box.take_top(line_height(canvas, Size::small), 4);
  const float y = key.centre().y;
  float x = key.x;
  if (run) {
    disc(canvas, {x + 4, y}, 3.5F, canvas.colour(Ink::V));
    x += 12 + text(canvas, Point{x + 12, key.y}, tr("start %1", whole(result.start_of(*run))), kCaption) + canvas.em;
  }
  ring(canvas, {x + 5, y}, 4.5F, canvas.colour(Ink::W));
  text(canvas, Point{x + 14, key.y}, tr("relaxed"), kCaption);

  const std::span<const double> relaxed = span_of(result.relaxed_sigma);
  const std::span<const double> chosen = run ? column_of(result.sigma, *run) : std::span<const double>();
  double top = std::max(std::ranges::max(relaxed), 1e-300);
  if (run) top = std::max(top, std::ranges::max(chosen));
  const Axes axes = draw_axes(canvas, box, bar_axis(relaxed.size()), {.range = {0, 1.08 * top}});
  std::vector<double> places(relaxed.size());
  std::iota(places.begin(), places.end(), 1.0);
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const auto hovered =
      bars(canvas, axes, chosen, {.ink = Ink::V, .first_of_rest = run ? result.heads_of(*run) : -1, .stems = true});
  scatter(canvas, axes, places, relaxed,
          {.ink = Ink::W, .radius = std::clamp(0.32F * pitch, 2.5F, 5.F), .amount = 1, .hollow = true});
  if (!hovered) return;
  const double value = chosen[*hovered];
  const std::string words = places[*hovered] <= rank_of(chosen) ? number(value, 6) : tr("0, up to rounding");
  tooltip(canvas, axes.at(places[*hovered], value),
          tr("singular value %1\nof the start %2\nof the relaxed $W$ %3", whole(places[*hovered]), words,
             number(relaxed[*hovered], 6)));
}

// The losses of a run, none below the line: what rounding leaves is not lower.
std::vector<double> losses_of(const Result& result, int run) {
  std::vector<double> losses;
  for (const double loss : column_of(result.losses, run)) losses.push_back(std::max(loss, result.line()));
  return losses;
}

// The chosen run's losses, where it stands at the moment shown, and what the pointer asks.
void draw_run(const Result& result, Drawing& drawing, const Axes& axes, std::span<const double> steps, int run) {
  Canvas& canvas = drawing.canvas;
  const std::vector<double> losses = losses_of(result, run);
  curve(canvas, axes, steps, losses, {.ink = Ink::V});
  const double moment = drawing.values.number("moment");
  if (moment < kMoments) {
    const Training training(drawing.settings);
    const double loss = std::max(result.loss_at(run, moment), result.line());
    disc(canvas, axes.at(training.steps_until(moment), loss), 4, canvas.colour(Ink::V));
  }
  const auto at = curve_hover(canvas, axes, steps);
  if (!at) return;
  const double loss = column_of(result.losses, run)[*at];
  tooltip(canvas, axes.at(steps[*at], losses[*at]),
          tr("start %1, after %2\nloss %3\n%4", whole(result.start_of(run)), whole(steps[*at]),
             loss_text(result, loss, 6), gap_text(result, loss)));
}

// The losses of all starts with as many heads, the chosen one drawn bold.
void draw_losses(const Result& result, Drawing& drawing, Rect box, std::optional<int> run) {
  Canvas& canvas = drawing.canvas;
  const int heads = chosen_heads(result, drawing.values);
  caption(canvas, box, counted("Loss, %1 head", "Loss, %1 heads", heads),
          result.starts > 1 && run ? tr("start %1 drawn bold", whole(result.start_of(*run))) : "");
  const Training training(drawing.settings);
  std::vector<double> steps;
  for (int moment = 0; moment <= kMoments; ++moment) steps.push_back(training.steps_until(moment));
  const double floor = result.line();
  std::vector<double> ends = {floor, 2 * floor};
  for (const int k : result.runs_with(heads)) ends.push_back(result.losses.col(k).maxCoeff());
  const Axes axes = draw_axes(canvas, box, {.range = {0, static_cast<double>(training.steps)}},
                              {.range = range_of(ends, Scale::log), .scale = Scale::log});
  for (const int k : result.runs_with(heads)) {
    curve(canvas, axes, steps, losses_of(result, k), {.ink = Ink::V, .width = 1, .amount = 0.4F});
  }
  const float y = std::round(axes.y_at(floor));
  line(canvas, {axes.plot().x, y}, {axes.plot().right(), y}, canvas.colour(Ink::W), 2);
  if (run) draw_run(result, drawing, axes, steps, *run);
}

}  // namespace

void draw_chosen(const Result& result, Drawing& drawing, Rect area) {
  Canvas& canvas = drawing.canvas;
  const auto run = chosen_run(result, drawing.values);
  const float small = line_height(canvas, Size::small);
  Rect close = area;
  close = close.take_top(line_height(canvas), 0).take_right(text_width(canvas, tr("Close")) + kGrid, 0);
  if (button(canvas, "relaxation.close", close, tr("Close"))) drawing.values.choose("beside", "nothing");
  if (beside_of(drawing.values) == Beside::losses) return draw_losses(result, drawing, area, run);
  const float words = line_height(canvas) + small + 6 + small + 6 + 3 * small + 4;
  draw_matrices(result, canvas, area.take_top(std::min((area.w - 3 * kGrid) / 2 + words, area.h), 2 * kGrid), run);
  if (area.h >= 8 * canvas.em) draw_spectra(result, canvas, area, run);
}

void draw(const Result& result, Drawing& drawing) {
  Rect area = drawing.canvas.area.inset(2);
  if (beside_of(drawing.values) != Beside::nothing) {
    const Rect beside = drawing.canvas.narrow() ? area.take_bottom(area.h * 0.52F, 2 * kGrid)
                                                : area.take_right(area.w * 0.4F, 4 * kGrid);
    draw_chosen(result, drawing, beside);
  }
  draw_chart(result, drawing, area);
}

}  // namespace figures::relaxation
