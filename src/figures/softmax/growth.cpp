// What more heads cost, in figure "softmax": questions and measured time against m, and the theorem's shape.

#include "figures/softmax/softmax.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

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

struct Mark {
  double y = 0;
  bool full = true;  // else hollow
  std::string note = {};
  bool labelled = false;         // the note stands beside it, not in its tooltip alone
  std::optional<Point> at = {};  // once there are axes, where it can be seen
};

// One mark for each number of heads.
struct Line {
  std::string name;
  Ink ink = Ink::ink;
  std::vector<Mark> marks = {};
};

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
  std::vector<double> y;
  for (const Mark& mark : line.marks) {
    heads.push_back(static_cast<double>(heads.size() + 1));
    y.push_back(mark.y);
  }
  curve(canvas, axes, heads, y, {.ink = line.ink, .width = 2});
  for (const Mark& mark : line.marks) {
    if (!mark.at) continue;
    disc(canvas, *mark.at, 4.5F, canvas.colour(mark.full ? line.ink : Ink::paper));
    if (!mark.full) ring(canvas, *mark.at, 4.5F, canvas.colour(line.ink));
  }
}

void label_line(Canvas& canvas, const Line& line, Labels& labels) {
  std::vector<Point> points;
  for (const Mark& mark : line.marks)
    if (mark.at) points.push_back(*mark.at);
  if (points.empty()) return;
  auto spots = spots_along(points, 8);
  for (const LabelSpot& spot : spots_around(points.back())) spots.push_back(spot);
  labels.place(canvas, line.name, {.ink = line.ink, .size = Size::small}, spots);
}

void label_marks(Canvas& canvas, const Line& line, Labels& labels) {
  for (const Mark& mark : line.marks) {
    if (!mark.at || !mark.labelled) continue;
    labels.place(canvas, mark.note, {.ink = line.ink, .size = Size::small}, spots_around(*mark.at));
  }
}

void point_at_marks(Canvas& canvas, const Axes& axes, const Line& line, std::string (*value_text)(double)) {
  if (!canvas.hovers(axes.plot())) return;
  for (int heads = 1; const Mark& mark : line.marks) {
    const std::string words =
        heads_text(heads++) + "\n" + tr("%1: %2", line.name, value_text(mark.y)) + "\n" + mark.note;
    if (!mark.at || std::hypot(mark.at->x - canvas.pointer.at.x, mark.at->y - canvas.pointer.at.y) > 16) continue;
    ring(canvas, *mark.at, 7, canvas.colour(Ink::ink));
    tooltip(canvas, *mark.at, words);
  }
}

void draw_panel(Canvas& canvas, const Setting& setting, Rect box, std::string_view name, std::vector<Line> lines,
                std::string (*value_text)(double)) {
  std::vector<double> all;
  for (const Line& line : lines)
    for (const Mark& mark : line.marks) all.push_back(mark.y);
  Range range = range_of(all, Scale::log, 0.1);
  range.high *= 3;
  const Axes axes = draw_axes(canvas, box, {.range = {0.8, kMostHeads + 0.2}, .name = tr("heads $m$"), .whole = true},
                              {.range = range, .scale = Scale::log, .name = name});
  Labels labels(axes.plot());
  for (Line& line : lines) {
    std::optional<Point> before;
    for (int heads = 1; Mark & mark : line.marks) {
      if (axes.visible(heads, mark.y)) mark.at = axes.at(heads, mark.y);
      if (before && mark.at) labels.avoid(*before, *mark.at);
      before = mark.at;
      ++heads;
    }
  }
  const double first = lines.front().marks.front().y;
  if (first > 0) draw_theorem(setting, canvas, axes, first, labels);
  for (const Line& line : lines) draw_line(canvas, axes, line);
  for (const Line& line : lines) label_line(canvas, line, labels);
  for (const Line& line : lines) label_marks(canvas, line, labels);
  for (const Line& line : lines) point_at_marks(canvas, axes, line, value_text);
}

}  // namespace

void draw_growth(const Result& result, Drawing& drawing, const Setting& setting, Rect box) {
  Canvas& canvas = drawing.canvas;
  const std::string most = setting.k > kMostHeads ? ""
                                                  : tr("With $k$ = %1 tokens, questions tell at most %2 apart.",
                                                       whole(setting.k), heads_text(setting.k - 1));
  heading(canvas, box, tr("What each further head costs"),
          passage({tr("Dashed: the shape of the theorem’s time, $(dk)^{m³}$, made to pass through the first mark. It "
                      "needs random examples only; the questions are chosen."),
                   most}));
  if (result.counts.empty()) return;
  const HeadsTime time = times_of(result, drawing.times);
  Line questions{tr("questions"), Ink::query};
  Line asked{tr("by questions"), Ink::query};
  Line fitted{tr("by examples"), Ink::W};
  for (std::size_t k = 0; k < result.counts.size(); ++k) {
    const Count& count = result.counts[k];
    const bool all = count.recovered == count.layers;
    const std::string recovered = tr("%1 of %2 layers recovered", whole(count.recovered), whole(count.layers));
    questions.marks.push_back({1.0 * count.questions, all, recovered});
    asked.marks.push_back({time.questions[k], all, recovered});
    // How many starts it took, where there was more than one: luck is most of the time.
    const std::string starts = count.arrived ? tr("start %1 arrived", whole(count.starts))
                                             : tr("none of %1 arrived", counted("%1 start", "%1 starts", count.starts));
    fitted.marks.push_back({time.examples[k], count.arrived, starts, count.starts > 1});
  }
  const auto [left, right] = canvas.narrow() ? box.rows<2>({1, 1}, 20) : box.columns<2>({1, 1}, 40);
  draw_panel(canvas, setting, left, tr("questions asked"), {questions}, [](double count) { return whole(count); });
  if (std::ranges::max(time.questions) > 0) {
    draw_panel(canvas, setting, right, tr("seconds, measured here"), {asked, fitted}, duration);
  } else {
    paragraph(canvas, right, tr("Times are measured where the figure runs."), kCaption);
  }
}

}  // namespace figures::softmax
