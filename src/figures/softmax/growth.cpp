// What more heads cost, in figure "softmax": questions and measured time against m, and the theorem's shape.
#include <algorithm>
#include <array>
#include <cmath>

#include "figures/softmax/softmax.hpp"
#include "plot/curve.hpp"

namespace figures::softmax {

HeadsTime times_of(const Result& result, std::span<const double> milliseconds) {
  // Less cannot be told from nothing: browsers round their clocks to as much as a tenth of a millisecond.
  constexpr double kShortest = 0.05;
  HeadsTime time;
  std::size_t stage = static_cast<std::size_t>(Step::firstHeads);
  const auto next = [&](double parts) {
    const double measured = stage < milliseconds.size() ? milliseconds[stage] : 0;
    ++stage;
    return std::isfinite(measured) && measured >= kShortest && parts > 0 ? measured / 1000 / parts : 0.0;
  };
  for (const Count& count : result.counts) {
    time.questions.push_back(next(count.layers));
    time.examples.push_back(next(count.starts > 0 ? 1 : 0));
  }
  return time;
}

double theorem_exponent(const Setting& setting, double heads) {
  return heads * heads * heads * std::log10(static_cast<double>(setting.d) * setting.k);
}

namespace {

// A line over the number of heads.
struct Line {
  std::string words;
  Ink ink = Ink::ink;
  std::vector<double> y = {};           // of each of Result::counts
  std::vector<bool> whole = {};         // a full mark, else a hollow one
  std::vector<std::string> notes = {};  // of each mark, for its tooltip
};

// A point of a line that can be shown.
struct Mark {
  std::size_t at = 0;  // in Result::counts
  Point point;
};

std::vector<Mark> marks_of(const Axes& axes, const Line& line) {
  std::vector<Mark> marks;
  for (std::size_t at = 0; at < line.y.size(); ++at) {
    const double heads = static_cast<double>(at + 1);
    if (axes.visible(heads, line.y[at])) marks.push_back({at, axes.at(heads, line.y[at])});
  }
  return marks;
}

// (dk)^(m³), made to pass through the first mark.
void draw_theorem(const Setting& setting, Canvas& canvas, const Axes& axes, double first, Labels& labels) {
  constexpr int kSteps = 60;
  const double exponent = theorem_exponent(setting, 1);
  std::optional<float> leaves;  // where the plot ends
  {
    const Clip clip(canvas, axes.plot());
    Point from = axes.at(1, first);
    for (int k = 1; k <= kSteps && !(from.y < axes.plot().y - 4000); ++k) {
      const double m = 1 + 3.0 * k / kSteps;
      const double y = first * std::pow(10, std::min(200.0, theorem_exponent(setting, m) - exponent));
      const Point to = axes.at(m, y);
      dashed_line(canvas, from, to, canvas.colour(Ink::truth), 1.5F);
      if (to.y > axes.plot().y) labels.avoid(from, to);
      if (!leaves && (y > axes.y().range.high || k == kSteps)) leaves = to.x;
      from = to;
    }
  }
  const float x = leaves.value_or(axes.x_at(1)) + 6;
  const std::array spots = {LabelSpot{{x, axes.plot().y + 2}, Along::left, Upright::top},
                            LabelSpot{{x, axes.plot().y + 20}, Along::left, Upright::top}};
  const double decades = theorem_exponent(setting, 3) - exponent;
  labels.place(
      canvas, tr("$(dk)^{m³}$ leaves here; at $m$ = 3: %1 times", power_of_ten(static_cast<int>(std::lround(decades)))),
      {.ink = Ink::truth, .size = Size::small}, spots);
}

void draw_line(Canvas& canvas, const Axes& axes, const Line& line) {
  std::vector<double> heads;
  for (std::size_t at = 0; at < line.y.size(); ++at) heads.push_back(static_cast<double>(at + 1));
  curve(canvas, axes, heads, line.y, {.ink = line.ink, .width = 2});
  for (const Mark& mark : marks_of(axes, line)) {
    disc(canvas, mark.point, 4.5F, canvas.colour(line.whole[mark.at] ? line.ink : Ink::paper));
    if (!line.whole[mark.at]) ring(canvas, mark.point, 4.5F, canvas.colour(line.ink));
  }
}

void label_line(Canvas& canvas, const Axes& axes, const Line& line, Labels& labels) {
  std::vector<Point> points;
  for (const Mark& mark : marks_of(axes, line)) points.push_back(mark.point);
  if (points.empty()) return;
  auto spots = spots_along(points, 8);
  spots.push_back({{points.back().x, points.back().y - 10}, Along::right, Upright::bottom});
  spots.push_back({{points.back().x, points.back().y + 10}, Along::right, Upright::top});
  labels.place(canvas, line.words, {.ink = line.ink, .size = Size::small}, spots);
}

// How many starts it took, at each mark where there was more than one: luck is most of the time.
void label_starts(const Result& result, Canvas& canvas, const Axes& axes, const Line& line, Labels& labels) {
  for (const auto& [at, point] : marks_of(axes, line)) {
    if (result.counts[at].starts < 2) continue;
    const std::array spots = {LabelSpot{{point.x, point.y - 9}, Along::centre, Upright::bottom},
                              LabelSpot{{point.x - 9, point.y}, Along::right, Upright::middle}};
    labels.place(canvas, line.notes[at], {.ink = line.ink, .size = Size::small}, spots);
  }
}

void point_at_marks(Canvas& canvas, const Axes& axes, const Line& line, std::string (*value_text)(double)) {
  if (!canvas.hovers(axes.plot())) return;
  for (const auto& [at, point] : marks_of(axes, line)) {
    if (std::hypot(point.x - canvas.pointer.at.x, point.y - canvas.pointer.at.y) > 16) continue;
    ring(canvas, point, 7, canvas.colour(Ink::ink));
    tooltip(canvas, point,
            heads_text(static_cast<int>(at + 1)) + "\n" + tr("%1: %2", line.words, value_text(line.y[at])) + "\n" +
                line.notes[at]);
  }
}

void draw_panel(const Result& result, Canvas& canvas, const Setting& setting, Rect box, std::string_view name,
                const std::vector<Line>& lines, std::string (*value_text)(double)) {
  std::vector<double> all;
  for (const Line& line : lines) all.insert(all.end(), line.y.begin(), line.y.end());
  Range range = range_of(all, Scale::log, 0.1);
  range.high *= 3;
  const Axes axes = draw_axes(canvas, box, {.range = {0.8, kMostHeads + 0.2}, .name = tr("heads $m$"), .whole = true},
                              {.range = range, .scale = Scale::log, .name = name});
  Labels labels(axes.plot());
  for (const Line& line : lines) {
    const auto marks = marks_of(axes, line);
    for (std::size_t k = 1; k < marks.size(); ++k) {
      if (marks[k].at == marks[k - 1].at + 1) labels.avoid(marks[k - 1].point, marks[k].point);
    }
  }
  const double first = lines.front().y.front();
  if (first > 0) draw_theorem(setting, canvas, axes, first, labels);
  for (const Line& line : lines) draw_line(canvas, axes, line);
  for (const Line& line : lines) label_line(canvas, axes, line, labels);
  if (lines.size() > 1) label_starts(result, canvas, axes, lines.back(), labels);
  for (const Line& line : lines) point_at_marks(canvas, axes, line, value_text);
}

}  // namespace

void draw_growth(const Result& result, Drawing& drawing, const Setting& setting, Rect box) {
  Canvas& canvas = drawing.canvas;
  const std::string most = setting.k > kMostHeads ? ""
                                                  : tr("With $k$ = %1 tokens, questions tell at most %2 apart.",
                                                       whole(setting.k), heads_text(setting.k - 1));
  heading(canvas, box, tr("What each head more costs"),
          passage({tr("Dashed: the shape of the theorem’s time, $(dk)^{m³}$, made to pass through the first mark. "
                      "It needs random examples only; the questions are chosen."),
                   most}));
  if (result.counts.empty()) return;
  const HeadsTime time = times_of(result, drawing.times);
  Line questions{tr("questions"), Ink::query};
  Line fitted{tr("by examples"), Ink::W, time.examples};
  for (const Count& count : result.counts) {
    questions.y.push_back(count.questions);
    questions.whole.push_back(count.recovered == count.layers);
    questions.notes.push_back(tr("%1 of %2 layers recovered", whole(count.recovered), whole(count.layers)));
    fitted.whole.push_back(count.arrived);
    fitted.notes.push_back(count.arrived ? tr("start %1 arrived", whole(count.starts))
                                         : tr("none of %1 arrived", counted("%1 start", "%1 starts", count.starts)));
  }
  const auto [left, right] = canvas.narrow() ? box.rows<2>({1, 1}, 20) : box.columns<2>({1, 1}, 40);
  draw_panel(result, canvas, setting, left, tr("questions asked"), {questions},
             [](double count) { return whole(count); });
  if (std::ranges::max(time.questions) > 0) {
    Line asked = questions;
    asked.words = tr("by questions");
    asked.y = time.questions;
    draw_panel(result, canvas, setting, right, tr("seconds, measured here"), {asked, fitted},
               [](double seconds) { return duration(seconds); });
  } else {
    paragraph(canvas, right, tr("Times are measured where the figure runs."), {.ink = Ink::quiet, .size = Size::small});
  }
}

}  // namespace figures::softmax
