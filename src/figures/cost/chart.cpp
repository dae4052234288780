// The chart of figure "cost": multiply-adds against token size, both on log axes, under lines that say how much a time
// or a famous training is.

#include "figures/cost/cost.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"

namespace figures::cost {
namespace {

constexpr double kRight = 2.2 * kGpt3Width;  // room for what stands at GPT-3's width
constexpr int kPoints = 61;                  // of a line
constexpr std::size_t kStride = 5;           // from one that labels avoid to the next; the lines are all but straight
constexpr float kFewWords = 26;              // em of width below which labels are short

// The heads would lie on the other lines.
constexpr std::array kCharted = {Part::features, Part::sums, Part::factor, Part::solve, Part::spectrum};

// So many multiply-adds, and what takes them.
struct Level {
  double work;
  std::string words;
  std::string few_words;
};

// GPT-3, and what this device does in spans that people know, at the rate of its Cholesky factors.
std::vector<Level> levels_of(const Shown& shown) {
  std::vector<Level> levels = {{kGpt3, tr("training GPT-3, %1", number(kGpt3)), tr("training GPT-3")}};
  if (!shown.measured) return levels;
  const double rate = shown.measured->cholesky;
  levels.push_back({3600 * rate, tr("this device in an hour"), tr("an hour here")});
  levels.push_back({kYear * rate, tr("this device in a year"), tr("a year here")});
  levels.push_back({kSpans.back().seconds * rate, tr("… in the age of the universe"), tr("age of the universe")});
  levels.push_back({rate, tr("this device in a second"), tr("a second here")});
  return levels;
}

// Token sizes, rising, and the multiply-adds there.
struct Line {
  std::string words;
  CurveStyle style;
  std::vector<double> d = {};
  std::vector<double> work = {};
};

// In the order of drawing: the sum lies under its parts.
std::vector<Line> lines_of(const Shown& shown, bool narrow) {
  const Setting& setting = shown.setting;
  std::vector<Line> lines;
  const auto add = [&lines](std::string words, const CurveStyle& style, const auto& work_at) {
    Line& line = lines.emplace_back(std::move(words), style);
    for (int k = 0; k < kPoints; ++k) {
      const double share = static_cast<double>(k) / (kPoints - 1);
      line.d.push_back(std::round(kLeastWidth * std::pow(kGpt3Width / kLeastWidth, share)));
      line.work.push_back(work_at(line.d.back()));
    }
  };
  const auto add_total = [&](Route route, const CurveStyle& style) {
    add(route == Route::primal ? tr("primal, in all") : tr("dual, in all"), style,
        [&](double d) { return cost_of(route, setting.sizes(d)).work(); });
  };
  add_total(setting.route, {.width = 7, .amount = 0.22F});
  add_total(other(setting.route), {.ink = Ink::quiet, .width = 1.25F});
  for (const Part part : kCharted) {
    add(name_of(part, setting.route), {.ink = ink_of(part)},
        [&](double d) { return cost_of(setting.route, setting.sizes(d)).of(part).work; });
  }
  if (setting.route == Route::primal && !narrow) {
    add(tr("Gram matrix, the plain way"), {.ink = Ink::G, .width = 1.25F, .amount = 0.7F},
        [&](double d) { return plain_sums(setting.sizes(d)).work; });
  }
  add(narrow ? tr("the theorem") : tr("the theorem’s time, its own $N$"), {.ink = Ink::truth, .dashed = true},
      [&](double d) { return setting.theorem_time(d); });
  if (setting.from != NumberFrom::theorem) {
    add(narrow ? tr("with this $N$") : tr("the same formula, this $N$"),
        {.ink = Ink::quiet, .width = 1.25F, .dashed = true}, [&](double d) { return setting.paper_time(d); });
  }
  return lines;
}

// A round range that holds all lines and the claim.
Range range_of(const std::vector<Line>& lines) {
  double most = 100 * kClaim * kGpt3;
  double least = 1e6;
  for (const Line& line : lines) {
    most = std::max(most, 3 * line.work.back());
    least = std::min(least, line.work.front() / 3);
  }
  return {std::pow(10, std::floor(std::log10(least))), std::pow(10, std::ceil(std::log10(most)))};
}

std::string claim_tip(const Setting& setting) {
  const double N = setting.claimed_sequences();
  return tr(
      "“A million times GPT-3”\nN d⁴n/ε is that much at d = 12,288 for N = %1\n(n = %2, ε = %3, constant 1).\n"
      "The theorem asks for N = %4.",
      number(N), number(setting.n), number(setting.eps), number(setting.asked(kGpt3Width)));
}

std::string width_tip(const Setting& setting, double d) {
  const Sizes sizes = setting.sizes(d);
  const RouteCost cost = cost_of(setting.route, sizes);
  std::string words = "$d$ = " + whole(d) + ", $N$ = " + number(sizes.N);
  const auto add = [&words](const std::string& line) { words += "\n" + line; };
  for (const Part part : kCharted) add(tr("%1: %2", name_of(part, setting.route), number(cost.of(part).work)));
  add(tr("Gram matrix, the plain way: %1", number(plain_sums(sizes).work)));
  for (const Route route : {setting.route, other(setting.route)}) {
    const std::string work = number(cost_of(route, sizes).work());
    add(route == Route::primal ? tr("primal, in all: %1", work) : tr("dual, in all: %1", work));
  }
  add(tr("the theorem’s time, its own N: %1", number(setting.theorem_time(d))));
  if (setting.from != NumberFrom::theorem) add(tr("the same formula, this N: %1", number(setting.paper_time(d))));
  return words;
}

class Chart {
 public:
  Chart(const Shown& shown, Canvas& canvas, const Axes& axes)
      : setting_(shown.setting),
        canvas_(canvas),
        axes_(axes),
        area_(axes.plot()),
        labels_(area_),
        few_words_(area_.w < kFewWords * canvas.em),
        marker_(axes.at(setting_.d, shown.cost.work())) {}

  void draw(const std::vector<Line>& lines, const std::vector<Level>& levels, const Region& region) {
    for (const Line& line : lines) {
      const auto points = axes_.at(line.d, line.work);
      for (std::size_t k = kStride; k < points.size(); k += kStride) labels_.avoid(points[k - kStride], points[k]);
    }
    for (const Mark& mark : kMarks) rule_x(canvas_, axes_, mark.d, {.ink = Ink::hairline});
    for (const Level& level : levels) draw_level(level);
    {
      const Clip clip(canvas_, area_);
      for (const Line& line : lines) curve(canvas_, axes_, line.d, line.work, line.style);
    }
    draw_point(claim_, Ink::ink);  // one point: a claim about one N
    draw_marker(region.hovered);
    label_marker();
    label_claim();
    for (const Mark& mark : kMarks) label_mark(canvas_, axes_, labels_, mark, few_words_);
    for (const Level& level : levels) label_level(level);
    // The theorem's first: among the others its label would seem theirs.
    for (const bool dashed : {true, false}) {
      for (const Line& line : lines)
        if (line.style.dashed == dashed) label_line(line);
    }
    if (region.hovered && !region.held) tell(canvas_.pointer.at);
  }

 private:
  void draw_point(Point at, Ink ink) {
    disc(canvas_, at, 6, canvas_.colour(Ink::paper));
    ring(canvas_, at, 5, canvas_.colour(ink), 2);
  }

  void draw_level(const Level& level) {
    rule_y(canvas_, axes_, level.work, {.width = 1, .dash = 2, .gap = 4});
    const float y = std::round(axes_.y_at(level.work));
    labels_.avoid(Point{area_.x, y}, Point{area_.right(), y});
  }

  void draw_marker(bool hovered) {
    marker_line(canvas_, axes_, setting_.at, 1.5F);
    marker_handle(canvas_, axes_, setting_.at, hovered);
    labels_.avoid(around({std::round(marker_.x), area_.bottom()}, kMarkerHandle));
    draw_point(marker_, Ink::accent);
    labels_.avoid(around(marker_, 7));
  }

  void label_marker() {
    const float x = std::round(marker_.x);
    const std::array<LabelSpot, 2> spots = {
        {{{x + 5, area_.y}, Along::left, Upright::top}, {{x - 5, area_.y}, Along::right, Upright::top}}};
    labels_.place(canvas_, "$d$ = " + whole(setting_.d), {.ink = Ink::accent, .face = Face::semibold}, spots);
  }

  void label_claim() {
    const auto [x, y] = claim_;
    labels_.avoid(around(claim_, 7));
    const std::string N = number(setting_.claimed_sequences(), 2);
    const std::string words = few_words_ ? tr("“10⁶ GPT-3s”: $N$ = %1", N) : tr("“a million GPT-3s”: $N$ = %1", N);
    const std::array<LabelSpot, 3> spots = {{{{x - 9, y - 4}, Along::right, Upright::bottom},
                                             {{x - 9, y + 4}, Along::right, Upright::top},
                                             {{x - 9, y}, Along::right, Upright::middle}}};
    labels_.place(canvas_, words, {.size = Size::small, .face = Face::semibold}, spots);
  }

  void label_level(const Level& level) {
    const float y = std::round(axes_.y_at(level.work));
    std::vector<LabelSpot> spots;
    for (const float x : {0.F, 0.15F, 0.3F}) {
      for (const bool over : {true, false}) {
        const Upright upright = over ? Upright::bottom : Upright::top;
        const float at = y + (over ? -1.F : 2.F);
        spots.push_back({{area_.x + 4 + x * area_.w, at}, Along::left, upright});
        spots.push_back({{area_.right() - 4 - x * area_.w, at}, Along::right, upright});
      }
    }
    labels_.place(canvas_, few_words_ ? level.few_words : level.words, {.ink = Ink::truth, .size = Size::small}, spots);
  }

  void label_line(const Line& line) {
    const Face face = line.style.width > 5 ? Face::semibold : Face::regular;
    labels_.place(canvas_, line.words, {.ink = line.style.ink, .size = Size::small, .face = face},
                  spots_along(axes_.at(line.d, line.work)));
  }

  void tell(Point at) {
    const bool claim = std::hypot(at.x - claim_.x, at.y - claim_.y) < 12;
    tooltip(canvas_, at, claim ? claim_tip(setting_) : width_tip(setting_, snapped(axes_, at.x)));
  }

  const Setting& setting_;
  Canvas& canvas_;
  const Axes& axes_;
  const Rect& area_;
  Labels labels_;
  bool few_words_;
  Point marker_;  // the number of operations at the chosen d
  Point claim_ = axes_.at(kGpt3Width, kClaim* kGpt3);
};

}  // namespace

namespace {

// Where the words of a mark begin; the handle of the marker passes under them.
float mark_foot(const Canvas& canvas, const Axes& axes, const Mark& mark, bool few_words) {
  return axes.plot().bottom() - kMarkerHandle - 1 - (few_words ? mark.up * line_height(canvas, Size::small) : 0);
}

}  // namespace

float mark_top(const Canvas& canvas, const Axes& axes, const Mark& mark, bool few_words) {
  return mark_foot(canvas, axes, mark, few_words) - line_height(canvas, Size::small);
}

void label_mark(Canvas& canvas, const Axes& axes, Labels& labels, const Mark& mark, bool few_words) {
  const float small = line_height(canvas, Size::small);
  const float x = std::round(axes.x_at(mark.d));
  const float foot = mark_foot(canvas, axes, mark, few_words);
  std::vector<LabelSpot> spots;
  for (const float lines : {0.F, 0.6F, 1.2F}) {
    spots.push_back({{x - 4, foot - lines * small}, Along::right, Upright::bottom});
    spots.push_back({{x + 4, foot - lines * small}, Along::left, Upright::bottom});
  }
  labels.place(canvas, tr(few_words ? mark.few_words : mark.words), kCaption, spots);
}

double snapped(const Axes& axes, float pixel) {
  for (const Mark& mark : kMarks)
    if (std::abs(axes.x_at(mark.d) - pixel) < 7) return mark.d;
  return std::clamp(std::round(axes.x_of(pixel)), kLeastWidth, kGpt3Width);
}

Region drag_marker(Drawing& drawing, const Axes& axes) {
  const Region region = marker_region(drawing.canvas, "cost.d", axes);
  if (region.held) {
    drawing.values.set("d", snapped(axes, drawing.canvas.pointer.at.x));
    drawing.values.set("climb", kClimb);
  }
  return region;
}

void draw_chart(const Shown& shown, Drawing& drawing, const Rect& box) {
  Canvas& canvas = drawing.canvas;
  const std::vector<Line> lines = lines_of(shown, canvas.narrow());
  const Axes axes =
      draw_axes(canvas, box, {.range = {kLeastWidth / 1.1, kRight}, .scale = Scale::log, .name = tr("token size $d$")},
                {.range = range_of(lines), .scale = Scale::log, .name = tr("multiply-adds")});
  const Region region = drag_marker(drawing, axes);
  Chart(shown, canvas, axes).draw(lines, levels_of(shown), region);
}

}  // namespace figures::cost
