// The chart of figure "relaxation": a dot for the loss of every start, over its number of heads, and the line.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "figures/relaxation/picture.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::relaxation {
namespace {

// Half of a column's width that its dots take, and how near the pointer must be to one.
constexpr float kSpread = 0.36F;
constexpr float kReach = 10;

// What the chart's height means: the loss, or its distance from the line, down to rounding.
struct Height {
  double taken_off;
  double floor;  // of the line

  double of(double loss) const { return std::max(loss - taken_off, floor); }
};

Height height_of(const Result& result, const Values& values) {
  if (values.integer("height") == 0) return {0, relaxation_floor(result)};
  return {result.relaxed_loss, std::max(result.rounding, 1e-300)};
}

// Everything the chart needs, once a frame.
struct Chart {
  const Result& result;
  Canvas& canvas;
  Axes axes;
  Height height;
  int moment;
  float radius;

  Point place(int run) const {
    const double along = (result.start_of(run) - 0.5) / result.starts - 0.5;
    return axes.at(result.heads_of(run) + 2 * kSpread * along, height.of(result.losses(moment, run)));
  }
  // The dot nearest to a point, if it is near.
  std::optional<int> run_at(Point at) const {
    std::optional<int> nearest;
    float best = canvas.pointer.touch ? 2 * kReach : kReach;
    for (int run = 0; run < result.done; ++run) {
      const Point dot = place(run);
      const float away = std::hypot(dot.x - at.x, dot.y - at.y);
      if (away >= best) continue;
      best = away;
      nearest = run;
    }
    return nearest;
  }
  Rect column(int heads) const {
    const float left = axes.x_at(heads - 0.5);
    return {left, axes.plot().y, axes.x_at(heads + 0.5) - left, axes.plot().h};
  }
};

// From a little under the line, where nothing can be, to a little over answering 0 and every end; by decades where
// there is nearly one of them.
Axis height_axis(const Result& result, const Height& height, float pixels, float under) {
  const double low = height.floor;
  double high = height.of(result.zero_loss);
  for (int run = 0; run < result.done; ++run) high = std::max(high, height.of(result.loss_of(run)));
  const double share = std::min(0.4F, under / std::max(pixels, 1.F));
  const double below = share / (1 - share);
  const std::string_view name = height.taken_off > 0 ? tr("training loss above the optimum") : tr("training loss");
  if (high < 6 * low) {
    const double length = std::max(high - low, 0.01 * low);
    return {.range = {low - below * length, low + 1.06 * length}, .name = name};
  }
  const double decades = std::log10(high / low);
  return {.range = {low * std::pow(10, -below * decades), low * std::pow(10, 1.06 * decades)},
          .scale = Scale::log,
          .name = name};
}

// What the line stands for.
std::string line_words(const Chart& chart) {
  const Result& result = chart.result;
  if (chart.height.floor > result.rounding) return number(result.relaxed_loss);
  if (result.rank < result.unknowns) return tr("0, every label is fitted");
  return tr("0, up to rounding at %1", number(result.rounding, 1));
}

// The line that nothing goes under.
void draw_line(const Chart& chart) {
  Canvas& canvas = chart.canvas;
  const Rect& plot = chart.axes.plot();
  const float y = std::round(chart.axes.y_at(chart.height.floor));
  fill(canvas, {plot.x, y, plot.w, plot.bottom() - y}, tint(Ink::W, 0.09F, canvas.dark));
  line(canvas, {plot.x, y}, {plot.right(), y}, canvas.colour(Ink::W), 2);
  const Rect words = Rect{plot.x, y + 1, plot.w, plot.bottom() - y - 1}.inset(6, 0, 6, 0);
  const TextStyle style{.ink = Ink::W, .size = Size::small, .upright = Upright::middle};
  const std::string value = line_words(chart);
  const std::string full = tr("relaxed optimum, over all $W$: %1; nothing can be lower", value);
  text(canvas, words, text_width(canvas, full, style) <= words.w ? full : tr("relaxed optimum: %1", value), style);
}

void draw_chosen_column(const Chart& chart, int heads) {
  fill(chart.canvas, chart.column(heads), chart.canvas.colour(Ink::raised));
}

// From the best of each column to the next.
void draw_bests(const Chart& chart) {
  std::vector<double> heads;
  std::vector<double> losses;
  for (int k = 1; k <= chart.result.most_heads(); ++k) {
    const auto best = chart.result.best_run(k, chart.moment);
    if (!best) return;
    heads.push_back(chart.axes.x_of(chart.place(*best).x));
    losses.push_back(chart.height.of(chart.result.losses(chart.moment, *best)));
  }
  curve(chart.canvas, chart.axes, heads, losses, {.ink = Ink::V, .width = 1, .amount = 0.5F});
}

void draw_dots(const Chart& chart, std::optional<int> chosen) {
  Canvas& canvas = chart.canvas;
  const Rect& plot = chart.axes.plot();
  const Clip clip(canvas, plot.inset(-6, 0, -6, -6));
  const Colour light = tint(Ink::V, 0.55F, canvas.dark);
  for (int run = 0; run < chart.result.done; ++run) disc(canvas, chart.place(run), chart.radius, light);
  for (int heads = 1; heads <= chart.result.most_heads(); ++heads) {
    const auto best = chart.result.best_run(heads, chart.moment);
    if (best) disc(canvas, chart.place(*best), chart.radius + 1, canvas.colour(Ink::V));
  }
  if (chosen) ring(canvas, chart.place(*chosen), chart.radius + 3.5F, canvas.colour(Ink::ink));
}

std::string heads_words(int heads) { return counted("%1 head", "%1 heads", heads); }

std::string dot_words(const Result& result, int run, int moment) {
  const double loss = result.losses(moment, run);
  const int steps = moment * result.steps / kRelaxationMoments;
  const bool sweeps = result.trainer == Trainer::sweeps;
  const std::string time = sweeps ? counted("%1 sweep", "%1 sweeps", steps) : counted("%1 step", "%1 steps", steps);
  return tr("%1, start %2 of %3\nloss %4 after %5\n%6", heads_words(result.heads_of(run)), whole(result.start_of(run)),
            whole(result.starts), relaxation_loss(result, loss, 6), time, relaxation_gap(result, loss));
}

std::string column_words(const Result& result, int heads) {
  const auto best = result.best_run(heads);
  if (!best) return tr("%1\npress to see its $W$", heads_words(heads));
  return tr("%1\nbest loss %2, start %3\npress to see its $W$", heads_words(heads),
            relaxation_loss(result, result.loss_of(*best), 6), whole(result.start_of(*best)));
}

// What is known of the line.
std::string line_facts(const Result& result) {
  const std::string words = tr("relaxed optimum\nloss %1\ngradient there %2 of that at $W$ = 0",
                               relaxation_loss(result, result.relaxed_loss, 6), number(result.slope, 2));
  if (result.asked.size() == 0) return words;
  const double gap = result.asked.minCoeff() - result.asked_relaxed;
  const std::string nearest =
      gap > result.rounding ? tr("nearest dot %1 above", number(gap)) : tr("nearest dot on it, up to rounding");
  return words + "\n" + nearest;
}

void show_under_pointer(const Chart& chart, std::optional<int> run, int column) {
  Canvas& canvas = chart.canvas;
  const Point at = canvas.pointer.at;
  if (run) {
    ring(canvas, chart.place(*run), chart.radius + 3.5F, canvas.colour(Ink::ink));
    tooltip(canvas, chart.place(*run), dot_words(chart.result, *run, chart.moment));
  } else if (at.y > chart.axes.y_at(chart.height.floor)) {
    canvas.pointed_symbol = "W";
    tooltip(canvas, at, line_facts(chart.result));
  } else {
    outline(canvas, chart.column(column), canvas.colour(Ink::hairline));
    tooltip(canvas, at, column_words(chart.result, column));
  }
}

// A press or a drag over the chart chooses the dot under the pointer, or the best of the column.
void point(const Chart& chart, Values& values) {
  Canvas& canvas = chart.canvas;
  const Region region = plot::region(canvas, "relaxation.chart", chart.axes.plot());
  if (!region.hovered) return;
  const Point at = canvas.pointer.at;
  const auto run = chart.run_at(at);
  const int column = std::clamp(static_cast<int>(std::lround(chart.axes.x_of(at.x))), 1, chart.result.most_heads());
  if (region.held || region.clicked) {
    values.set("H", run ? chart.result.heads_of(*run) : column);
    values.set("start", run ? chart.result.start_of(*run) : 0);
  }
  show_under_pointer(chart, run, column);
}

// The number of heads under each column, all of them where there is room, a ring around the hidden layer's.
void draw_numbers(const Chart& chart, int chosen) {
  Canvas& canvas = chart.canvas;
  const Rect& plot = chart.axes.plot();
  const int most = chart.result.most_heads();
  const int every = chart.column(1).w >= 1.3F * canvas.em ? 1 : 2;
  const float y = plot.bottom() + 4 + line_height(canvas, Size::small) / 2;
  for (int heads = 1; heads <= most; ++heads) {
    const Point at{chart.axes.x_at(heads), y};
    const bool truth = heads == chart.result.true_heads;
    if (truth) ring(canvas, at, (heads < 10 ? 0.62F : 0.75F) * canvas.em, canvas.colour(Ink::truth));
    if (heads != chosen && !truth && heads % every != 0) continue;
    if (every > 1 && heads != chosen && std::abs(heads - chosen) == 1) continue;
    text(canvas, at, whole(heads),
         {.ink = heads == chosen ? Ink::ink : Ink::quiet,
          .size = Size::small,
          .face = heads == chosen ? Face::semibold : Face::regular,
          .along = Along::centre,
          .upright = Upright::middle});
  }
  const bool ringed = chart.result.true_heads > 0 && chart.result.true_heads <= most;
  const std::string_view name =
      ringed ? tr("number of heads $H$; the ring: the hidden layer's") : tr("number of heads $H$");
  text(canvas, Point{plot.right(), y + 0.8F * canvas.em}, name,
       {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .max_width = plot.w});
}

// How long the starts shown have been trained: "300 of 2,000 steps of Adam".
std::string time_words(const Result& result, int moment) {
  const std::string all = relaxation_training(result);
  if (moment == kRelaxationMoments) return tr("%1 (more could bring it lower)", all);
  return tr("%1 of %2", whole(moment * result.steps / kRelaxationMoments), all);
}

}  // namespace

void draw_relaxation_chart(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box,
          counted("The loss that %1 random start reaches", "The loss that %1 random starts reach", result.starts),
          tr("A dot is one start with $H$ heads after %1; the full one is the best of its column. Press one to see its "
             "$W$.",
             time_words(result, drawing.values.integer("moment"))));
  box.take_bottom(2 * line_height(canvas, Size::small) + 6, 0);
  const Height height = height_of(result, drawing.values);
  const Axes axes = draw_axes(canvas, box, {.range = {0.5, result.most_heads() + 0.5}, .ticks = false},
                              height_axis(result, height, box.h - 2 * canvas.em, 1.7F * canvas.em));
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const Chart chart{result,
                    canvas,
                    axes,
                    height,
                    drawing.values.integer("moment"),
                    std::clamp(1.1F * kSpread * pitch / static_cast<float>(result.starts), 2.F, 4.5F)};
  const int chosen = relaxation_heads(result, drawing.values);
  draw_chosen_column(chart, chosen);
  draw_line(chart);
  reference_y(canvas, axes, height.of(result.zero_loss), tr("answering 0"));
  draw_bests(chart);
  draw_dots(chart, relaxation_chosen(result, drawing.values));
  draw_numbers(chart, chosen);
  point(chart, drawing.values);
}

}  // namespace figures::relaxation
