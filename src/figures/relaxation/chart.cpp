// The chart of figure "relaxation": a dot for the loss of every start, over its number of heads, and the line.
#include "figures/relaxation/relaxation.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/panel.hpp"

namespace figures::relaxation {
namespace {

constexpr float kSpread = 0.36F;  // half of a column's width that its dots take

// What the chart's height means: the loss, or its distance from the line, down to rounding.
struct Height {
  double taken_off;
  double floor;  // of the line

  double of(double loss) const { return std::max(loss - taken_off, floor); }
};

Height height_of(const Result& result, const Values& values) {
  if (values.choice("height") == "loss") return {0, result.line()};
  return {result.relaxed_loss, std::max(result.rounding, 1e-300)};
}

// From a little under the line, where nothing can be, to a little over answering 0 and every start; by decades where
// there is nearly one of them.
Axis height_axis(const Result& result, const Height& height, float pixels, float under) {
  const double low = height.floor;
  double high = height.of(result.zero_loss);
  for (int run = 0; run < result.done; ++run) high = std::max(high, height.of(result.losses(0, run)));
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

// Once a frame.
struct Chart {
  const Result& result;
  Canvas& canvas;
  Training training;
  Height height;
  Axes axes;
  double moment;
  float radius;  // of a dot

  Point place(int run, double when) const {
    const double along = (result.start_of(run) - 0.5) / result.starts - 0.5;
    return axes.at(result.heads_of(run) + 2 * kSpread * along, height.of(result.loss_at(run, when)));
  }
  Point place(int run) const { return place(run, moment); }
  Rect column(int heads) const {
    const float left = axes.x_at(heads - 0.5);
    return {left, axes.plot().y, axes.x_at(heads + 0.5) - left, axes.plot().h};
  }
  void draw_ring(int run) const { ring(canvas, place(run), radius + 3.5F, canvas.colour(Ink::ink)); }

  // The line that nothing goes under, and what it stands for.
  void draw_line() const {
    const Rect& plot = axes.plot();
    const float y = std::round(axes.y_at(height.floor));
    fill(canvas, {plot.x, y, plot.w, plot.bottom() - y}, tint(Ink::W, 0.09F, canvas.dark));
    line(canvas, {plot.x, y}, {plot.right(), y}, canvas.colour(Ink::W), 2);
    const std::string value = result.relaxed_loss > 0 ? number(result.relaxed_loss)
                              : result.rank < result.unknowns()
                                  ? tr("0, every label is fitted")
                                  : tr("0, up to rounding at %1", number(result.rounding, 1));
    const Rect words = Rect{plot.x, y + 1, plot.w, plot.bottom() - y - 1}.inset(6, 0, 6, 0);
    const TextStyle style{.ink = Ink::W, .size = Size::small, .upright = Upright::middle};
    const std::string full = tr("relaxed optimum, over all $W$: %1; nothing can be lower", value);
    text(canvas, words, text_width(canvas, full, style) <= words.w ? full : tr("relaxed optimum: %1", value), style);
  }

  // Where they began, as rings, and all dots, vivid where they reach the line, larger for the best of each column;
  // while they fall, each draws a tail.
  void draw_dots(std::optional<int> chosen) const {
    constexpr double kTail = 6;  // moments
    const Clip clip(canvas, axes.plot().inset(-6, -6, -6, -6));
    const Colour light = tint(Ink::V, 0.65F, canvas.dark);
    for (int run = 0; run < result.done; ++run)
      ring(canvas, place(run, 0), radius - 0.5F, tint(Ink::V, 0.4F, canvas.dark), 1);
    for (int run = 0; run < result.done && moment < kMoments; ++run) {
      const Point at = place(run);
      const double before = height.of(result.loss_at(run, std::max(0.0, moment - kTail)));
      line(canvas, {at.x, axes.y_at(before)}, at, tint(Ink::V, 0.3F, canvas.dark), 1.2F * radius);
    }
    const auto dot = [&](int run, float size) {
      disc(canvas, place(run), size, result.reaches(result.loss_at(run, moment)) ? canvas.colour(Ink::V) : light);
    };
    for (int run = 0; run < result.done; ++run) dot(run, radius);
    for (int heads = 1; heads <= result.most_heads(); ++heads)
      if (const auto best = result.best_run(heads)) dot(*best, radius + 1.5F);
    if (chosen) draw_ring(*chosen);
  }

  // The number of heads under each column, all of them where there is room, a ring around the hidden layer's.
  void draw_numbers(std::optional<int> chosen, int hidden) const {
    const Rect& plot = axes.plot();
    const int every = column(1).w >= 1.3F * canvas.em ? 1 : 2;
    const float y = plot.bottom() + 4 + line_height(canvas, Size::small) / 2;
    for (int heads = 1; heads <= result.most_heads(); ++heads) {
      const Point at{axes.x_at(heads), y};
      const bool truth = heads == hidden;
      if (truth) ring(canvas, at, (heads < 10 ? 0.62F : 0.75F) * canvas.em, canvas.colour(Ink::truth));
      if (heads != chosen && !truth && heads % every != 0) continue;
      if (every > 1 && chosen && std::abs(heads - *chosen) == 1) continue;
      text(canvas, at, whole(heads),
           {.ink = heads == chosen ? Ink::ink : Ink::quiet,
            .size = Size::small,
            .face = heads == chosen ? Face::semibold : Face::regular,
            .along = Along::centre,
            .upright = Upright::middle});
    }
    const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::right, .max_width = plot.w};
    std::string name = tr("number of heads $H$; the ring: the hidden layer's");
    if (hidden == 0 || hidden > result.most_heads() || text_width(canvas, name, {.size = Size::small}) > plot.w)
      name = tr("number of heads $H$");
    text(canvas, Point{plot.right(), y + 0.8F * canvas.em}, name, style);
  }

  // The dot nearest to the pointer, if it is near.
  std::optional<int> pointed_run() const {
    std::optional<int> nearest;
    float best = canvas.pointer.touch ? 20 : 10;
    for (int run = 0; run < result.done; ++run) {
      const Point dot = place(run);
      const float away = std::hypot(dot.x - canvas.pointer.at.x, dot.y - canvas.pointer.at.y);
      if (away >= best) continue;
      best = away;
      nearest = run;
    }
    return nearest;
  }

  std::string dot_words(int run) const {
    const double loss = result.loss_at(run, moment);
    return tr("%1, start %2 of %3\nloss %4 after %5\n%6", heads_text(result.heads_of(run)), whole(result.start_of(run)),
              whole(result.starts), loss_text(result, loss, 6), steps_text(training, training.steps_until(moment)),
              gap_text(result, loss));
  }

  std::string column_words(int heads) const {
    const auto best = result.best_run(heads);
    if (!best) return tr("%1\npress to see its $W$", heads_text(heads));
    const std::string count = whole(result.reaching(heads));
    const std::string starts = whole(result.starts);
    return tr("%1\nbest loss %2, start %3\n%4\npress to see its $W$", heads_text(heads),
              loss_text(result, result.loss_of(*best), 6), whole(result.start_of(*best)),
              result.relaxed_loss > 0 ? tr("within 1 % of the line: %1 of %2", count, starts)
                                      : tr("fitting every label: %1 of %2", count, starts));
  }

  // What is known of the line.
  std::string line_words() const {
    const std::string words = tr("relaxed optimum\nloss %1\ngradient there %2 of that at $W$ = 0",
                                 loss_text(result, result.relaxed_loss, 6), number(result.slope, 2));
    if (!result.is_done()) return words;
    const double gap = result.smallest_gap();
    return words + "\n" +
           (gap > result.rounding ? tr("nearest dot %1 above", number(gap))
                                  : std::string(tr("nearest dot on it, up to rounding")));
  }

  // A press chooses the dot under the pointer, or the best of the column, and shows it; then it follows a drag.
  void point(Values& values) const {
    const Region pointing = region(canvas, "relaxation.chart", axes.plot());
    if (!pointing.hovered) return;
    const Point at = canvas.pointer.at;
    const auto run = pointed_run();
    const int heads = std::clamp(static_cast<int>(std::lround(axes.x_of(at.x))), 1, result.most_heads());
    const bool shown = beside_of(values) != Beside::nothing;
    if (pointing.clicked || (pointing.held && shown)) {
      values.set("H", run ? result.heads_of(*run) : heads);
      values.set("start", run ? result.start_of(*run) : 0);
      if (!shown) values.choose("beside", "w");
    }
    if (run) {
      draw_ring(*run);
      tooltip(canvas, place(*run), dot_words(*run));
    } else if (at.y > axes.y_at(height.floor)) {
      canvas.pointed_symbol = "W";
      tooltip(canvas, at, line_words());
    } else {
      outline(canvas, column(heads), canvas.colour(Ink::hairline));
      tooltip(canvas, at, column_words(heads));
    }
  }
};

// How long the starts shown have been trained: "300 of 2,000 steps of Adam".
std::string time_words(const Training& training, double moment) {
  const std::string all = training_text(training);
  return moment < kMoments ? tr("%1 of %2", whole(training.steps_until(moment)), all) : all;
}

}  // namespace

void draw_chart(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Training training(drawing.settings);
  const double moment = drawing.values.number("moment");
  const std::string time = time_words(training, moment);
  heading(
      canvas, box,
      counted("%1 random start with each number of heads", "%1 random starts with each number of heads", result.starts),
      result.relaxed_loss > 0 ? tr("Rings: before training. Dots: after %1; vivid: within 1 % of the line; large: "
                                   "ends best. Press one to see "
                                   "its $W$.",
                                   time)
                              : tr("Rings: before training. Dots: after %1; vivid: fits every label; large: ends "
                                   "best. Press one to see its "
                                   "$W$.",
                                   time));
  box.take_bottom(2 * line_height(canvas, Size::small) + 6, 0);
  const std::string_view zero = tr("answer 0");
  const bool narrow = canvas.narrow();
  if (!narrow) box.take_right(end_label_width(canvas, std::array{EndLabel{1, zero, Ink::truth}}), 0);
  const Height height = height_of(result, drawing.values);
  const Axes axes = draw_axes(canvas, box, {.range = {0.5, result.most_heads() + 0.5}, .ticks = false},
                              height_axis(result, height, box.h - 2 * canvas.em, 1.7F * canvas.em));
  const float pitch = axes.x_at(2) - axes.x_at(1);
  const float radius = std::clamp(1.1F * kSpread * pitch / static_cast<float>(result.starts), 2.5F, 4.5F);
  const Chart chart{result, canvas, training, height, axes, moment, radius};
  std::optional<int> heads;
  if (beside_of(drawing.values) != Beside::nothing) heads = chosen_heads(result, drawing.values);
  if (heads) fill(canvas, chart.column(*heads), canvas.colour(Ink::raised));
  chart.draw_line();
  const double nothing = height.of(result.zero_loss);
  rule_y(canvas, axes, nothing);
  if (narrow) {
    text(canvas, Point{axes.plot().right(), axes.y_at(nothing) + 2}, zero,
         {.ink = Ink::truth, .size = Size::small, .along = Along::right});
  } else {
    end_labels(canvas, axes, std::array{EndLabel{nothing, zero, Ink::truth}});
  }
  chart.draw_dots(heads ? chosen_run(result, drawing.values) : std::nullopt);
  chart.draw_numbers(heads, true_heads(drawing.settings));
  chart.point(drawing.values);
}

}  // namespace figures::relaxation
