#include "figures/samples/lines.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::samples {
namespace {

constexpr float kThin = 1.25F;

// --- Laws -----------------------------------------------------------------------------------------------------------

// A formula over N, sampled across the plot.
struct Law {
  std::vector<double> N;
  std::vector<double> value;
};

Law sampled(const Plot& to, double from_N, double (*formula)(const Result&, double)) {
  constexpr int kSteps = 64;
  const Range& range = to.axes.x().range;
  const double from = std::max(from_N, range.low);
  Law law;
  for (int k = 0; k <= kSteps && from < range.high; ++k) {
    law.N.push_back(from * std::pow(range.high / from, static_cast<double>(k) / kSteps));
    law.value.push_back(formula(to.result, law.N.back()));
  }
  return law;
}

Law noise_line(const Plot& to) { return sampled(to, 1.02 * (to.result.threshold + 1), noise_law); }
Law paper_line(const Plot& to) { return sampled(to, 0, paper_shape); }

// Where it runs inside the plot.
std::vector<Point> points_of(const Plot& to, std::span<const double> N, std::span<const double> value) {
  std::vector<Point> inside;
  for (std::size_t k = 0; k < value.size(); ++k) {
    if (!to.axes.visible(N[k], value[k])) continue;
    const Point at = to.axes.at(N[k], value[k]);
    if (to.axes.plot().inset(-1).contains(at)) inside.push_back(at);
  }
  return inside;
}

std::vector<Point> points_of(const Plot& to, const Law& law) { return points_of(to, law.N, law.value); }

void draw_dashed(const Plot& to, const Law& law, Ink ink) {
  curve(to.canvas, to.axes, law.N, law.value, {.ink = ink, .width = kThin, .dashed = true});
}

// "σ² ψ/(N−ψ−1)"; with numbers where psi is not what counts.
std::string law_formula(const Result& result) {
  const std::string variance = result.softmax ? std::string(tr("floor")) + " · $" : "$σ^{2} ";
  if (!result.all && result.visible == result.unknowns) return variance + "ψ/(N−ψ−1)$";
  const std::string n = result.all && result.n > 1 ? "n" : "";
  return variance + whole(result.visible) + "/" + n + "(N−" + whole(result.threshold + 1) + ")$";
}

std::string law_words(const Result& result, bool narrow) {
  const std::string formula = law_formula(result);
  if (result.lambda > 0) return tr("without $λ$: %1", formula);
  if (narrow) return formula;
  const std::string words = result.softmax ? tr("if that were noise: %1", formula) : tr("theory: %1", formula);
  const double law = noise_law(result, result.N.back());
  if (!result.complete() || !std::isfinite(law)) return words;
  return tr("%1; measured at the end %2 × that", words, number(result.mean_excess / law));
}

// The mark that holds the paper's line in place, and why it stands there.
void draw_anchor(const Plot& to) {
  const double N = paper_anchor(to.result);
  if (N > to.axes.x().range.high || N < to.axes.x().range.low) return;
  const Point at = to.axes.at(N, to.result.signal);
  disc(to.canvas, at, 5, to.canvas.colour(Ink::paper));
  ring(to.canvas, at, 4, to.canvas.colour(Ink::quiet));
  to.labels.avoid(Rect{at.x - 6, at.y - 6, 12, 12});
  if (!to.canvas.hovers({at.x - 12, at.y - 12, 24, 24})) return;
  tooltip(to.canvas, at,
          tr("The paper's bound, hung up here\nIt promises an excess of order (d⁴ + ln 1/δ) / N, without a constant.\n"
             "Drawn so that it meets “answering 0” at N = d⁴ + ln 1/δ = %1, δ = %2.\nOnly its slope means something.",
             whole(N), number(kDelta)));
}

// --- Levels ---------------------------------------------------------------------------------------------------------

struct Level {
  double value;
  std::string words;
};

std::string floor_words(const Result& result, bool narrow) {
  const std::string value = number(result.floor);
  if (!result.softmax) {
    return narrow ? tr("floor: $σ^{2}$ = %1", value) : tr("floor: the noise, $σ^{2}$ = %1", value);
  }
  return narrow ? tr("floor %1", value) : tr("floor: the best linear attention there is, %1", value);
}

std::vector<Level> levels_of(const Result& result, bool narrow) {
  std::vector<Level> levels = {{result.signal, narrow ? tr("answering 0") : tr("answering 0 to everything")}};
  if (result.floor > 0) levels.push_back({result.floor, floor_words(result, narrow)});
  if (result.kept > 0) {
    const std::string kept = number(result.kept);
    levels.push_back({result.kept, narrow ? tr("excess kept by $λ$: %1", kept)
                                          : tr("excess that $λ$ keeps, whatever $N$: %1", kept)});
  }
  return levels;
}

void draw_level(const Plot& to, const Level& level) {
  const Rect& area = to.axes.plot();
  const float y = std::round(to.axes.y_at(level.value));
  dashed_line(to.canvas, {area.x, y}, {area.right(), y}, to.canvas.colour(Ink::truth), kThin);
  to.labels.avoid(Point{area.x, y}, Point{area.right(), y});
}

// Under the line or over it, at the left first.
void label_level(const Plot& to, const Level& level) {
  const Rect& area = to.axes.plot();
  const float y = std::round(to.axes.y_at(level.value));
  std::vector<LabelSpot> spots;
  for (const float x : {0.F, 0.2F, 0.4F}) {
    spots.push_back({{area.x + 4 + x * area.w, y + 2}, Along::left, Upright::top});
    spots.push_back({{area.x + 4 + x * area.w, y - 1}, Along::left, Upright::bottom});
  }
  for (const float x : {1.F, 0.8F}) {
    spots.push_back({{area.x - 2 + x * area.w, y - 1}, Along::right, Upright::bottom});
    spots.push_back({{area.x - 2 + x * area.w, y + 2}, Along::right, Upright::top});
  }
  to.labels.place(to.canvas, level.words, {.ink = Ink::truth, .size = Size::small}, spots);
}

// --- The threshold --------------------------------------------------------------------------------------------------

void draw_threshold(const Plot& to) {
  const Rect& area = to.axes.plot();
  const float x = std::round(to.axes.x_at(to.result.threshold));
  dashed_line(to.canvas, {x, area.y}, {x, area.bottom()}, to.canvas.colour(Ink::W), kThin);
  to.labels.avoid(Point{x, area.y}, Point{x, area.bottom()});
}

void label_threshold(const Plot& to) {
  const Rect& area = to.axes.plot();
  const float x = std::round(to.axes.x_at(to.result.threshold));
  const std::string N = whole(to.result.threshold);
  const std::string words =
      to.narrow ? tr("$N$ = %1: equations = unknowns", N) : tr("$N$ = %1: as many equations as unknowns", N);
  const TextStyle style{.ink = Ink::W, .size = Size::small};
  const float half = text_width(to.canvas, words, style) / 2 + 2;
  const float middle = std::clamp(x, area.x + half, std::max(area.x + half, area.right() - half));
  std::vector<LabelSpot> spots;
  for (const float down : {0.02F, 0.1F, 0.93F, 0.85F, 0.75F, 0.65F, 0.5F}) {
    const float y = area.y + down * area.h;
    spots.push_back({{x + 6, y}, Along::left, Upright::middle});
    spots.push_back({{x - 6, y}, Along::right, Upright::middle});
    spots.push_back({{middle, y}, Along::centre, Upright::middle});
  }
  to.labels.place(to.canvas, words, style, spots);
}

// --- Labels of what falls -------------------------------------------------------------------------------------------

// The part of a curve to the right of the threshold, where the lines part; all of it where that is too short.
std::span<const Point> telling(const Plot& to, std::span<const Point> line) {
  const float from = to.axes.x_at(2 * to.result.threshold);
  const auto first = std::ranges::find_if(line, [from](Point p) { return p.x >= from; });
  const auto rest = line.subspan(static_cast<std::size_t>(first - line.begin()));
  return rest.size() < 3 ? line : rest;
}

struct Named {
  std::vector<Point> line;
  std::string words;
  TextStyle style;
};

std::vector<Named> falling_lines(const Plot& to) {
  const Result& result = to.result;
  const TextStyle error{.ink = Ink::error, .size = Size::small};
  const bool exact = result.floor == 0 && is_exact(result, result.median.back());
  std::vector<Named> lines;
  lines.push_back({points_of(to, result.N, test_errors(result)),
                   exact ? tr("test error: nothing but rounding") : tr("test error"),
                   {.ink = Ink::error, .size = Size::small, .face = Face::semibold}});
  if (result.floor > 0) {
    lines.push_back({points_of(to, result.N, result.median), tr("excess over the floor"), error});
    lines.push_back(
        {points_of(to, noise_line(to)), law_words(result, to.narrow), {.ink = Ink::truth, .size = Size::small}});
  }
  lines.push_back({points_of(to, paper_line(to)),
                   to.narrow ? tr("the paper's slope") : tr("the paper's $(d^{4} + {ln} 1/δ)/N$, constant unknown"),
                   {.ink = Ink::quiet, .size = Size::small}});
  return lines;
}

}  // namespace

std::vector<double> test_errors(const Result& result) {
  std::vector<double> errors;
  for (const double excess : result.median) errors.push_back(result.floor + excess);
  return errors;
}

void draw_references(const Plot& to) {
  draw_threshold(to);
  for (const Level& level : levels_of(to.result, to.narrow)) draw_level(to, level);
  draw_dashed(to, paper_line(to), Ink::quiet);
  draw_anchor(to);
}

void draw_law(const Plot& to) {
  if (to.result.floor > 0) draw_dashed(to, noise_line(to), Ink::truth);
}

void label_lines(const Plot& to) {
  const std::vector<Named> lines = falling_lines(to);
  for (const Named& named : lines) {
    for (std::size_t k = 1; k < named.line.size(); ++k) to.labels.avoid(named.line[k - 1], named.line[k]);
  }
  // Those with the fewest places to go first.
  for (const Level& level : levels_of(to.result, to.narrow)) label_level(to, level);
  label_threshold(to);
  for (const Named& named : lines) {
    to.labels.place(to.canvas, named.words, named.style, spots_along(telling(to, named.line)));
  }
}

}  // namespace figures::samples
