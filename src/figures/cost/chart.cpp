// The chart of figure "cost": multiply-adds against token size, both on log axes, under lines that say how much a time
// or a famous training is.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/cost/lines.hpp"
#include "learner/sequence.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::cost {
namespace {

constexpr double kRight = 2.2 * kGpt3Width;  // room for what stands at GPT-3's width
constexpr std::size_t kStride =
    5;                        // points of a line from one that labels avoid to the next; the lines are all but straight
constexpr float kHandle = 7;  // radius of the marker's handle on the axis
constexpr float kFewWords = 26;  // em of width below which labels are short

struct Mark {
  double d;
  Phrase words;
  Phrase few_words;
};
constexpr std::array<Mark, 3> kMarks = {{
    {16, Phrase("this page’s limit, 16"), Phrase("16: this page")},
    {kBertWidth, Phrase("BERT, 768"), Phrase("BERT")},
    {kGpt3Width, Phrase("GPT-3, 12,288"), Phrase("GPT-3")},
}};
static_assert(learner::kMaxTokenDimension == 16);

struct Chart {
  const Picture& picture;
  Canvas& canvas;
  const Axes& axes;
  Labels& labels;
  bool narrow;
};

void draw_line(const Chart& chart, const Line& line) {
  curve(chart.canvas, chart.axes, line.d, line.work,
        {.ink = line.ink, .width = line.width, .amount = line.amount, .dashed = line.dashed});
}

std::vector<Point> points_of(const Axes& axes, const Line& line) {
  std::vector<Point> points;
  for (std::size_t k = 0; k < line.d.size(); ++k) points.push_back(axes.at(line.d[k], line.work[k]));
  return points;
}

void label_line(const Chart& chart, const Line& line) {
  const auto points = points_of(chart.axes, line);
  const Face face = line.width > 5 ? Face::semibold : Face::regular;
  chart.labels.place(chart.canvas, line.words, {.ink = line.ink, .size = Size::small, .face = face},
                     spots_along(points));
}

// --- Levels ---------------------------------------------------------------------------------------------------------

void draw_level(const Chart& chart, const Level& level) {
  const Rect& area = chart.axes.plot();
  const float y = std::round(chart.axes.y_at(level.work));
  dashed_line(chart.canvas, {area.x, y}, {area.right(), y}, chart.canvas.colour(Ink::truth), 1, 2, 4);
  chart.labels.avoid(Point{area.x, y}, Point{area.right(), y});
}

void label_level(const Chart& chart, const Level& level) {
  const Rect& area = chart.axes.plot();
  const float y = std::round(chart.axes.y_at(level.work));
  std::vector<LabelSpot> spots;
  for (const float x : {0.F, 0.15F, 0.3F}) {
    for (const bool over : {true, false}) {
      const Upright upright = over ? Upright::bottom : Upright::top;
      const float at = y + (over ? -1.F : 2.F);
      spots.push_back({{area.x + 4 + x * area.w, at}, Along::left, upright});
      spots.push_back({{area.right() - 4 - x * area.w, at}, Along::right, upright});
    }
  }
  const std::string& words = chart.narrow ? level.few_words : level.words;
  chart.labels.place(chart.canvas, words, {.ink = Ink::truth, .size = Size::small}, spots);
}

// --- Marks ----------------------------------------------------------------------------------------------------------

void draw_marks(const Chart& chart) {
  const Rect& area = chart.axes.plot();
  for (const Mark& mark : kMarks) {
    const float x = std::round(chart.axes.x_at(mark.d));
    dashed_line(chart.canvas, {x, area.y}, {x, area.bottom()}, chart.canvas.colour(Ink::hairline), 1.25F);
  }
}

// At the foot of the plot, beside the marker's handle where that stands in the way.
void label_marks(const Chart& chart) {
  const Rect& area = chart.axes.plot();
  const float small = line_height(chart.canvas, Size::small);
  for (const Mark& mark : kMarks) {
    const float x = std::round(chart.axes.x_at(mark.d));
    std::vector<LabelSpot> spots;
    for (const float up : {3.F, 3 + 0.6F * small, 3 + 1.2F * small}) {
      spots.push_back({{x - 4, area.bottom() - up}, Along::right, Upright::bottom});
      spots.push_back({{x + 4, area.bottom() - up}, Along::left, Upright::bottom});
    }
    chart.labels.place(chart.canvas, tr(chart.narrow ? mark.few_words : mark.words),
                       {.ink = Ink::quiet, .size = Size::small}, spots);
  }
}

std::string claim_tip(const Setting& setting) {
  const double N = setting.claimed_sequences();
  return tr(
      "“A million times GPT-3”\nN d⁴n/ε is that much at d = 12,288 for N = %1\n(n = %2, ε = %3, constant 1).\n"
      "The theorem asks for N = %4.",
      number(N), number(setting.n), number(setting.eps), number(theorem_sequences(kGpt3Width, setting.eps, setting.c)));
}

Point claim_at(const Axes& axes) { return axes.at(kGpt3Width, kClaim * kGpt3); }

// One point: a claim about one N.
void draw_claim(const Chart& chart) {
  const Point at = claim_at(chart.axes);
  disc(chart.canvas, at, 6, chart.canvas.colour(Ink::paper));
  ring(chart.canvas, at, 5, chart.canvas.colour(Ink::ink), 2);
}

void label_claim(const Chart& chart) {
  const Point at = claim_at(chart.axes);
  chart.labels.avoid(Rect{at.x - 7, at.y - 7, 14, 14});
  const std::string N = number(chart.picture.setting.claimed_sequences(), 2);
  const std::string words = chart.narrow ? tr("“10⁶ GPT-3s”: $N$ = %1", N) : tr("“a million GPT-3s”: $N$ = %1", N);
  const std::array<LabelSpot, 3> spots = {{{{at.x - 9, at.y - 4}, Along::right, Upright::bottom},
                                           {{at.x - 9, at.y + 4}, Along::right, Upright::top},
                                           {{at.x - 9, at.y}, Along::right, Upright::middle}}};
  chart.labels.place(chart.canvas, words, {.size = Size::small, .face = Face::semibold}, spots);
}

// --- The marker -----------------------------------------------------------------------------------------------------

double snapped(const Axes& axes, float pixel) {
  for (const Mark& mark : kMarks) {
    if (std::abs(axes.x_at(mark.d) - pixel) < 7) return mark.d;
  }
  return std::clamp(std::round(axes.x_of(pixel)), kLeastWidth, kGpt3Width);
}

void draw_marker(const Chart& chart, const Region& region) {
  const double d = chart.picture.setting.d;
  const Rect& area = chart.axes.plot();
  const float x = std::round(chart.axes.x_at(d));
  const Colour accent = chart.canvas.colour(Ink::accent);
  line(chart.canvas, {x, area.y}, {x, area.bottom()}, accent, 1.5F);
  if (region.hovered) disc(chart.canvas, {x, area.bottom()}, kHandle + 4, tint(Ink::accent, 0.2F, chart.canvas.dark));
  disc(chart.canvas, {x, area.bottom()}, kHandle, accent);
  chart.labels.avoid(Rect{x - kHandle, area.bottom() - kHandle, 2 * kHandle, 2 * kHandle});
  const double total = cost_of(chart.picture.route, chart.picture.setting.sizes()).work();
  const Point at = chart.axes.at(d, total);
  disc(chart.canvas, at, 6, chart.canvas.colour(Ink::paper));
  ring(chart.canvas, at, 5, accent, 2);
  chart.labels.avoid(Rect{at.x - 7, at.y - 7, 14, 14});
}

void label_marker(const Chart& chart) {
  const float x = std::round(chart.axes.x_at(chart.picture.setting.d));
  const float y = chart.axes.plot().y;
  const std::array<LabelSpot, 2> spots = {
      {{{x + 5, y}, Along::left, Upright::top}, {{x - 5, y}, Along::right, Upright::top}}};
  chart.labels.place(chart.canvas, "$d$ = " + whole(chart.picture.setting.d),
                     {.ink = Ink::accent, .face = Face::semibold}, spots);
}

// The numbers under the pointer.
void point(const Chart& chart, const Region& region) {
  if (!region.hovered || region.held) return;
  const Point at = chart.canvas.pointer.at;
  const Point claim = claim_at(chart.axes);
  if (std::hypot(at.x - claim.x, at.y - claim.y) < 12)
    return tooltip(chart.canvas, at, claim_tip(chart.picture.setting));
  const double d = snapped(chart.axes, at.x);
  const Sizes sizes = chart.picture.setting.sizes(d);
  std::string words = "$d$ = " + whole(d) + ", $N$ = " + number(sizes.N);
  const RouteCost cost = cost_of(chart.picture.route, sizes);
  for (const Part part : {Part::features, Part::sums, Part::factor, Part::solve, Part::spectrum}) {
    words += "\n" + tr("%1: %2", name_of(part, chart.picture.route), number(cost.of(part).work));
  }
  words += "\n" + tr("Gram matrix, the plain way: %1", number(plain_sums(sizes).work));
  for (const Route route : {chart.picture.route, other(chart.picture.route)}) {
    const std::string work = number(cost_of(route, sizes).work());
    words += "\n" + (route == Route::primal ? tr("primal, in all: %1", work) : tr("dual, in all: %1", work));
  }
  words += "\n" + tr("the theorem’s time, its own N: %1", number(chart.picture.setting.theorem_time(d)));
  if (chart.picture.setting.from != NumberFrom::theorem) {
    words += "\n" + tr("the same formula, this N: %1", number(chart.picture.setting.paper_time(d)));
  }
  tooltip(chart.canvas, at, words);
}

}  // namespace

Ink ink_of(Part part) {
  switch (part) {
    case Part::features: return Ink::Z;
    case Part::sums: return Ink::G;
    case Part::factor: return Ink::ink;
    case Part::solve: return Ink::W;
    case Part::spectrum: return Ink::V;
    case Part::heads: break;
  }
  return Ink::Q;
}

void draw_chart(const Picture& picture, const Rect& box) {
  Canvas& canvas = picture.drawing.canvas;
  const std::vector<Line> lines = lines_of(picture);
  const Axes axes =
      draw_axes(canvas, box, {.range = {kLeastWidth / 1.1, kRight}, .scale = Scale::log, .name = tr("token size $d$")},
                {.range = range_of(lines), .scale = Scale::log, .name = tr("multiply-adds")});
  const Region region = plot::region(canvas, "cost.d", axes.plot());
  if (region.held) picture.drawing.values.set("d", snapped(axes, canvas.pointer.at.x));
  Labels labels(axes.plot());
  const Chart chart{picture, canvas, axes, labels, axes.plot().w < kFewWords * canvas.em};
  for (const Line& line : lines) {
    const auto points = points_of(axes, line);
    for (std::size_t k = kStride; k < points.size(); k += kStride) labels.avoid(points[k - kStride], points[k]);
  }
  const std::vector<Level> levels = levels_of(picture);
  draw_marks(chart);
  for (const Level& level : levels) draw_level(chart, level);
  {
    const Clip clip(canvas, axes.plot());
    for (const Line& line : lines) draw_line(chart, line);
  }
  draw_claim(chart);
  draw_marker(chart, region);
  label_marker(chart);
  label_claim(chart);
  label_marks(chart);
  for (const Level& level : levels) label_level(chart, level);
  // The theorem's first: among the others its label would seem theirs.
  for (const bool dashed : {true, false}) {
    for (const Line& line : lines) {
      if (line.dashed == dashed) label_line(chart, line);
    }
  }
  point(chart, region);
}

}  // namespace figures::cost
