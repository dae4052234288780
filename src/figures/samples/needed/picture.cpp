// The second view of figure "samples": the sequences that are needed against the token size, as a picture.
#include <utility>

#include "figures/samples/needed/needed.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"

namespace figures::samples {
namespace {

struct Rule {
  std::string words;
  CurveStyle style;
  std::vector<double> N = {};
};

// What is counted, what noise asks for, and the theorem's slope.
std::vector<Rule> lines_of(const Growth& growth, bool narrow) {
  const Setting& setting = growth.setting;
  const std::string formula = setting.singular             ? "$d(d+1)(d+2)/6$"
                              : setting.asked >= kMostSize ? "$d(d+1)/2$"
                              : setting.asked > 1          ? "$ψ/{min}(n,d)$"
                                                           : "$d^{2}(d+1)/2$";
  std::vector<Rule> lines;
  const std::string_view word = unknowns_word(setting);
  lines.push_back({narrow ? tr("%2: %1", formula, word) : tr("as many equations as %2: %1", formula, word),
                   {.ink = Ink::W, .width = 1.75F, .dashed = true}});
  lines.push_back({narrow ? tr("the theorem's slope: $d^{4}$")
                          : tr("the theorem's order $d^{4}$: only its slope, constant unknown"),
                   {.ink = Ink::quiet, .width = 1.5F, .dashed = true}});
  for (int d = kLeastSize; d <= kMostSize; ++d) {
    const Values values = with_token_size(setting.values, d);
    const Setting one(values);
    lines[0].N.push_back(one.visible / one.equations);
    lines[1].N.push_back(one.d * one.d * one.d * one.d);
  }
  if (growth.has_floor() && setting.lambda == 0) {
    lines.push_back(
        {setting.softmax ? tr("if the floor were noise: theory") : std::string(tr("theory, with this noise")),
         {.ink = Ink::truth, .width = 1.75F, .dashed = true}});
    for (const Need& size : growth.sizes) lines.back().N.push_back(size.law);
  }
  return lines;
}

std::string tip_of(const Growth& growth, const Need& size, std::size_t set) {
  constexpr std::array kTips = {
      Phrase("$d$ = %1, data set %2 of %3: %4\nhalf of all need: %5\nunknowns over equations: %6"),
      Phrase("$d$ = %1, data set %2 of %3: %4\nhalf of all need: %5\ndifferent features over equations: %6")};
  return tr(kTips[growth.setting.singular ? 1 : 0], whole(size.d), whole(set + 1), whole(size.each.size()),
            growth.in_sequences(size, size.each[set]), growth.said(size), number(size.unknowns));
}

// Every data set at every size, a little aside of the others; those without a number stand at the largest N, hollow.
void draw_dots(const Growth& growth, Canvas& canvas, const Axes& axes, Labels& labels) {
  const float step_aside = canvas.narrow() ? 0.75F : 2;
  const auto draw = [&](bool reached) {
    std::vector<double> x, y;
    std::vector<std::pair<const Need*, std::size_t>> which;
    for (const Need& size : growth.sizes) {
      for (std::size_t set = 0; set < size.each.size(); ++set) {
        if ((size.each[set] < kOpen) != reached) continue;
        const float aside = step_aside * (static_cast<float>(set) - static_cast<float>(size.each.size() - 1) / 2);
        x.push_back(axes.x_of(axes.x_at(size.d) + aside));
        y.push_back(reached ? size.each[set] : growth.setting.most);
        which.emplace_back(&size, set);
        labels.avoid(axes.at(x.back(), y.back()));
      }
    }
    const auto at =
        scatter(canvas, axes, x, y, {.ink = Ink::error, .radius = 2.5F, .amount = 0.6F, .hollow = !reached});
    if (at) tooltip(canvas, axes.at(x[*at], y[*at]), tip_of(growth, *which[*at].first, which[*at].second));
  };
  draw(false);
  draw(true);
}

// The medians, at each size: under the lines that it may fall together with.
void draw_medians(const Growth& growth, Canvas& canvas, const Axes& axes, Labels& labels) {
  std::vector<double> d, N;
  for (const Need& size : growth.sizes) {
    d.push_back(size.d);
    N.push_back(size.is_reached() ? size.N : kBeyond);
  }
  curve(canvas, axes, d, N, {.ink = Ink::error, .width = 7, .amount = 0.3F});
  for (std::size_t k = 0; k < N.size(); ++k) {
    if (!(N[k] < kBeyond)) continue;
    labels.avoid(around(axes.at(d[k], N[k]), 6));
    if (k > 0 && N[k - 1] < kBeyond) labels.avoid(axes.at(d[k - 1], N[k - 1]), axes.at(d[k], N[k]));
  }
}

// An order has no constant: the line that has one, and others beside it.
void draw_slope(Canvas& canvas, const Axes& axes, std::span<const double> d, const Rule& rule) {
  const Clip clip(canvas, axes.plot());
  for (const double constant : {1e-4, 1e-3, 1e-2, 1e-1, 10.0}) {
    std::vector<double> N = rule.N;
    for (double& value : N) value *= constant;
    curve(canvas, axes, d, N, {.ink = Ink::quiet, .width = 1, .amount = 0.25F});
  }
}

Axes draw_frame(const Growth& growth, const std::vector<Rule>& lines, Canvas& canvas, const Rect& box) {
  std::vector<double> all;
  for (const Rule& line : lines) all.insert(all.end(), line.N.begin(), line.N.end());
  for (const Need& size : growth.sizes)
    for (const double N : size.each) all.push_back(N < kOpen ? N : growth.setting.most);
  const Axes axes = draw_axes(
      canvas, box.inset(0, 0, 0, line_height(canvas, Size::small) + 5),
      {.range = {0.93 * kLeastSize, 1.07 * kMostSize},
       .scale = Scale::log,
       .name = tr("token size $d$"),
       .ticks = false},
      {.range = range_of(all, Scale::log, 0.06), .scale = Scale::log, .name = tr("sequences $N$ that are needed")});
  for (int d = kLeastSize; d <= kMostSize; ++d)
    text(canvas, Point{axes.x_at(d), axes.plot().bottom() + 6}, whole(d),
         {.ink = Ink::quiet, .size = Size::small, .along = Along::centre});
  return axes;
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  const Growth growth(result, drawing.settings);
  if (!growth.setting.every_size) return draw_error(result, drawing);
  Canvas& canvas = drawing.canvas;
  const std::vector<Rule> lines = lines_of(growth, canvas.narrow());
  const Axes axes = draw_frame(growth, lines, canvas, canvas.area.inset(2));
  Labels labels(axes.plot());
  std::vector<double> d;
  for (int one = kLeastSize; one <= kMostSize; ++one) d.push_back(one);
  draw_slope(canvas, axes, d, lines[1]);
  draw_medians(growth, canvas, axes, labels);
  const auto points = [&](const Rule& line) { return axes.at(std::span(d).first(line.N.size()), line.N); };
  for (const Rule& line : lines) {
    curve(canvas, axes, std::span(d).first(line.N.size()), line.N, line.style);
    labels.avoid(points(line));
  }
  draw_dots(growth, canvas, axes, labels);
  for (const Rule& line : lines)
    labels.place(canvas, line.words, {.ink = line.style.ink, .size = Size::small}, spots_along(points(line), 8));
  std::string before;  // one label is enough for all that have no number
  for (const Need& size : growth.sizes) {
    const std::string words = growth.said(size);
    if (std::exchange(before, words) == words && !size.is_reached()) continue;
    labels.place(canvas, words, {.ink = Ink::error, .size = Size::small, .face = Face::semibold},
                 spots_around(axes.at(size.d, std::min(size.N, growth.setting.most))));
  }
}

}  // namespace figures::samples
