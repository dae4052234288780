// What more heads cost, in figure "softmax": questions and measured time against m, and the theorem's shape.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/softmax/growth.hpp"
#include "figures/softmax/picture.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::softmax {

HeadsTime times_of(const Result& result, std::span<const double> milliseconds) {
  // Less cannot be told from nothing: browsers round their clocks to as much as a tenth of a millisecond.
  constexpr double kShortest = 0.05;
  HeadsTime time;
  for (std::size_t k = 0; k < result.counts.size(); ++k) {
    const Count& count = result.counts[k];
    const std::size_t stage = static_cast<std::size_t>(Step::firstHeads) + 2 * k;
    const auto measured = [&](std::size_t at, double parts) {
      const bool is = at < milliseconds.size() && std::isfinite(milliseconds[at]) && milliseconds[at] >= kShortest;
      return is && parts > 0 ? milliseconds[at] / 1000 / parts : 0.0;
    };
    time.questions.push_back(measured(stage, count.layers));
    time.examples.push_back(count.starts > 0 ? measured(stage + 1, 1) : 0.0);
  }
  return time;
}

double theorem_exponent(const Result& result, double heads) {
  return heads * heads * heads * std::log10(static_cast<double>(result.d) * result.k);
}

namespace {

struct Line {
  std::string words;
  std::vector<double> y;
  Ink ink;
  std::vector<bool> whole;         // a full mark, else a hollow one
  std::vector<std::string> notes;  // of each mark, for its tooltip
};

std::vector<double> heads_of(const Result& result) {
  std::vector<double> heads;
  for (const Count& count : result.counts) heads.push_back(count.heads);
  return heads;
}

// (dk)^(m³), made to pass through the first mark.
struct Theorem {
  std::vector<double> m;
  std::vector<double> y;
};

Theorem theorem(const Result& result, double first) {
  constexpr int kSteps = 60;
  Theorem line;
  for (int k = 0; k <= kSteps; ++k) {
    const double m = 1 + 3.0 * k / kSteps;
    line.m.push_back(m);
    line.y.push_back(first * std::pow(10, std::min(200.0, theorem_exponent(result, m) - theorem_exponent(result, 1))));
  }
  return line;
}

Axis count_axis() { return {.range = {0.8, kMostHeads + 0.2}, .name = tr("heads $m$"), .whole = true}; }

void draw_theorem(const Result& result, Canvas& canvas, const Axes& axes, double first, Labels& labels) {
  const Theorem line = theorem(result, first);
  {
    const Clip clip(canvas, axes.plot());
    for (std::size_t k = 1; k < line.m.size(); ++k) {
      const Point from = axes.at(line.m[k - 1], line.y[k - 1]);
      const Point to = axes.at(line.m[k], line.y[k]);
      if (from.y < axes.plot().y - 4000) break;
      dashed_line(canvas, from, to, canvas.colour(Ink::truth), 1.5F);
      if (to.y > axes.plot().y) labels.avoid(from, to);
    }
  }
  const double top = axes.y().range.high;
  const auto out = std::ranges::find_if(line.y, [top](double y) { return y > top; });
  const double at = line.m[static_cast<std::size_t>(std::min(out, line.y.end() - 1) - line.y.begin())];
  const float x = axes.x_at(at) + 6;
  const std::array spots = {LabelSpot{{x, axes.plot().y + 2}, Along::left, Upright::top},
                            LabelSpot{{x, axes.plot().y + 20}, Along::left, Upright::top}};
  const double decades = theorem_exponent(result, 3) - theorem_exponent(result, 1);
  labels.place(
      canvas, tr("$(dk)^{m³}$ leaves here; at $m$ = 3: %1 times", power_of_ten(static_cast<int>(std::lround(decades)))),
      {.ink = Ink::truth, .size = Size::small}, spots);
}

void draw_line(const Result& result, Canvas& canvas, const Axes& axes, const Line& line) {
  const auto x = heads_of(result);
  curve(canvas, axes, x, line.y, {.ink = line.ink, .width = 2});
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!axes.visible(x[k], line.y[k])) continue;
    const Point at = axes.at(x[k], line.y[k]);
    disc(canvas, at, 4.5F, canvas.colour(line.whole[k] ? line.ink : Ink::paper));
    if (!line.whole[k]) ring(canvas, at, 4.5F, canvas.colour(line.ink));
  }
}

void label_line(const Result& result, Canvas& canvas, const Axes& axes, const Line& line, Labels& labels) {
  const auto x = heads_of(result);
  std::vector<Point> points;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (axes.visible(x[k], line.y[k])) points.push_back(axes.at(x[k], line.y[k]));
  }
  if (points.empty()) return;
  auto spots = spots_along(points, 8);
  spots.push_back({{points.back().x, points.back().y - 10}, Along::right, Upright::bottom});
  spots.push_back({{points.back().x, points.back().y + 10}, Along::right, Upright::top});
  labels.place(canvas, line.words, {.ink = line.ink, .size = Size::small}, spots);
}

// How many starts it took, at each mark where there was more than one: luck is most of the time.
void label_starts(const Result& result, Canvas& canvas, const Axes& axes, const Line& line, Labels& labels) {
  for (std::size_t k = 0; k < line.y.size(); ++k) {
    const Count& count = result.counts[k];
    if (count.starts < 2 || !axes.visible(count.heads, line.y[k])) continue;
    const Point at = axes.at(count.heads, line.y[k]);
    const std::array spots = {LabelSpot{{at.x, at.y - 9}, Along::centre, Upright::bottom},
                              LabelSpot{{at.x - 9, at.y}, Along::right, Upright::middle}};
    labels.place(canvas, line.notes[k], {.ink = line.ink, .size = Size::small}, spots);
  }
}

// The mark under the pointer.
void say_mark(const Result& result, Canvas& canvas, const Axes& axes, const Line& line, std::string (*value)(double)) {
  if (!canvas.hovers(axes.plot())) return;
  for (std::size_t k = 0; k < line.y.size(); ++k) {
    const Count& count = result.counts[k];
    if (!axes.visible(count.heads, line.y[k])) continue;
    const Point at = axes.at(count.heads, line.y[k]);
    if (std::hypot(at.x - canvas.pointer.at.x, at.y - canvas.pointer.at.y) > 16) continue;
    ring(canvas, at, 7, canvas.colour(Ink::ink));
    tooltip(canvas, at,
            counted("%1 head", "%1 heads", count.heads) + "\n" + tr("%1: %2", line.words, value(line.y[k])) + "\n" +
                line.notes[k]);
  }
}

void draw_panel(const Result& result, Canvas& canvas, Rect box, std::string_view name, const std::vector<Line>& lines,
                std::string (*value)(double)) {
  std::vector<double> all;
  for (const Line& line : lines) all.insert(all.end(), line.y.begin(), line.y.end());
  Range range = range_of(all, Scale::log, 0.1);
  range.high *= 3;
  const Axes axes = draw_axes(canvas, box, count_axis(), {.range = range, .scale = Scale::log, .name = name});
  Labels labels(axes.plot());
  const auto x = heads_of(result);
  for (const Line& line : lines) {
    for (std::size_t k = 1; k < x.size(); ++k) {
      if (axes.visible(x[k - 1], line.y[k - 1]) && axes.visible(x[k], line.y[k])) {
        labels.avoid(axes.at(x[k - 1], line.y[k - 1]), axes.at(x[k], line.y[k]));
      }
    }
  }
  if (!lines.empty() && !lines.front().y.empty() && lines.front().y.front() > 0) {
    draw_theorem(result, canvas, axes, lines.front().y.front(), labels);
  }
  for (const Line& line : lines) draw_line(result, canvas, axes, line);
  for (const Line& line : lines) label_line(result, canvas, axes, line, labels);
  if (lines.size() > 1) label_starts(result, canvas, axes, lines.back(), labels);
  for (const Line& line : lines) say_mark(result, canvas, axes, line, value);
}

std::string growth_meaning(const Result& result) {
  const std::string most = result.k > kMostHeads ? ""
                                                 : tr("With $k$ = %1 tokens, questions tell at most %2 apart.",
                                                      whole(result.k), counted("%1 head", "%1 heads", result.k - 1));
  return passage({tr("Dashed: the shape of the theorem’s time, $(dk)^{m³}$, made to pass through the first mark. "
                     "It needs random examples only; the questions are chosen."),
                  most});
}

std::string count_text(double value) { return whole(value); }
std::string time_text(double seconds) { return duration(seconds); }

}  // namespace

void draw_growth(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, tr("What each head more costs"), growth_meaning(result));
  if (result.counts.empty()) return;
  Line questions{tr("questions"), {}, Ink::query, {}, {}};
  Line fitted{tr("by examples"), {}, Ink::W, {}, {}};
  for (const Count& count : result.counts) {
    questions.y.push_back(static_cast<double>(count.questions));
    questions.whole.push_back(count.recovered == count.layers);
    questions.notes.push_back(tr("%1 of %2 layers recovered", whole(count.recovered), whole(count.layers)));
    fitted.whole.push_back(count.arrived);
    fitted.notes.push_back(count.arrived ? tr("start %1 arrived", whole(count.starts))
                                         : tr("none of %1 arrived", counted("%1 start", "%1 starts", count.starts)));
  }
  const HeadsTime time = times_of(result, drawing.times);
  Line asked = questions;
  asked.words = tr("by questions");
  asked.y = time.questions;
  fitted.y = time.examples;
  const bool timed = std::ranges::any_of(time.questions, [](double seconds) { return seconds > 0; });
  const auto [left, right] = canvas.narrow() ? box.rows<2>({1, 1}, 20) : box.columns<2>({1, 1}, 40);
  draw_panel(result, canvas, left, tr("questions asked"), {questions}, count_text);
  if (timed) {
    draw_panel(result, canvas, right, tr("seconds, measured here"), {asked, fitted}, time_text);
  } else {
    paragraph(canvas, right, tr("Times are measured where the figure runs."), {.ink = Ink::quiet, .size = Size::small});
  }
}

}  // namespace figures::softmax
