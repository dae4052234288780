// The picture of figure "samples": a reading over one large plot.

#include "figures/samples/samples.hpp"

namespace figures::samples {
namespace {

constexpr float kThin = 1.25F;

// Values over N, and what a label says of them.
struct Line {
  std::vector<double> N, value;
};
struct Named {
  std::vector<Point> line;
  std::string words;
  TextStyle style;
};
// A value that holds for all N.
struct Level {
  double value;
  std::string words;
};

// One result at one size. What is drawn is told to `labels`, which are placed last.
struct Plot : Study {
  Canvas& canvas;
  const Axes& axes;
  Labels labels;
  bool narrow;

  // --- Levels and the threshold -------------------------------------------------------------------------------------

  std::string floor_words() const {
    const std::string value = number(result.floor);
    if (setting.softmax)
      return narrow ? tr("floor %1", value) : tr("floor: the best linear attention there is, %1", value);
    return narrow ? tr("floor: $σ^{2}$ = %1", value) : tr("floor: the noise, $σ^{2}$ = %1", value);
  }

  std::vector<Level> levels() const {
    std::vector<Level> levels = {{result.signal, narrow ? tr("answering 0") : tr("answering 0 to everything")}};
    if (result.floor > 0) levels.push_back({result.floor, floor_words()});
    if (result.kept > 0) {
      const std::string kept = number(result.kept);
      levels.push_back({result.kept, narrow ? tr("excess left by $λ$: %1", kept)
                                            : tr("excess that $λ$ leaves at large $N$: %1", kept)});
    }
    return levels;
  }

  void draw_level(const Level& level) {
    const float y = std::round(axes.y_at(level.value));
    rule_y(canvas, axes, level.value);
    labels.avoid(Point{axes.plot().x, y}, Point{axes.plot().right(), y});
  }

  // Under the line or over it, at the left first.
  void label_level(const Level& level) {
    const float y = std::round(axes.y_at(level.value));
    std::vector<LabelSpot> spots;
    for (const float share : {0.F, 0.2F, 0.4F, 1.F, 0.8F}) {
      const bool left = share < 0.5F;
      const float x = axes.plot().x + (left ? 4 : -2) + share * axes.plot().w;
      const LabelSpot under{{x, y + 2}, left ? Along::left : Along::right, Upright::top};
      const LabelSpot over{{x, y - 1}, under.along, Upright::bottom};
      spots.push_back(left ? under : over);
      spots.push_back(left ? over : under);
    }
    labels.place(canvas, level.words, {.ink = Ink::truth, .size = Size::small}, spots);
  }

  void draw_threshold() {
    const float x = std::round(axes.x_at(setting.threshold));
    rule_x(canvas, axes, setting.threshold, {.ink = Ink::W});
    labels.avoid(Point{x, axes.plot().y}, Point{x, axes.plot().bottom()});
  }

  void label_threshold() {
    const Rect& area = axes.plot();
    const float x = std::round(axes.x_at(setting.threshold));
    const std::string N = whole(setting.threshold);
    const std::string words =
        narrow ? tr("$N$ = %1: equations = unknowns", N) : tr("$N$ = %1: as many equations as unknowns", N);
    const TextStyle style{.ink = Ink::W, .size = Size::small};
    const float half = text_width(canvas, words, style) / 2 + 2;
    const float middle = std::clamp(x, area.x + half, std::max(area.x + half, area.right() - half));
    std::vector<LabelSpot> spots;
    for (const float down : {0.02F, 0.1F, 0.93F, 0.85F, 0.75F, 0.65F, 0.5F}) {
      const float y = area.y + down * area.h;
      spots.push_back({{x + 6, y}, Along::left, Upright::middle});
      spots.push_back({{x - 6, y}, Along::right, Upright::middle});
      spots.push_back({{middle, y}, Along::centre, Upright::middle});
    }
    labels.place(canvas, words, style, spots);
  }

  // --- What falls ---------------------------------------------------------------------------------------------------

  // A formula over N, sampled across the plot.
  Line sampled(double from_N, double (Study::*formula)(double) const) const {
    constexpr int kSteps = 64;
    const Range& range = axes.x().range;
    const double from = std::max(from_N, range.low);
    Line law;
    for (int k = 0; k <= kSteps && from < range.high; ++k) {
      law.N.push_back(from * std::pow(range.high / from, static_cast<double>(k) / kSteps));
      law.value.push_back((this->*formula)(law.N.back()));
    }
    return law;
  }

  Line noise_line() const { return sampled(1.02 * (setting.threshold + 1), &Study::noise_law); }
  Line paper_line() const { return sampled(0, &Study::paper_shape); }

  // The medians with the floor.
  Line test_errors() const {
    Line errors{result.N, result.median};
    for (double& value : errors.value) value = result.floor + value;
    return errors;
  }

  void draw_dashed(const Line& law, Ink ink) {
    curve(canvas, axes, law.N, law.value, {.ink = ink, .width = kThin, .dashed = true});
  }

  // The mark that holds the paper's line in place, and why it stands there.
  void draw_anchor() {
    const double N = paper_anchor();
    if (N > axes.x().range.high || N < axes.x().range.low) return;
    const Point at = axes.at(N, result.signal);
    disc(canvas, at, 5, canvas.colour(Ink::paper));
    ring(canvas, at, 4, canvas.colour(Ink::quiet));
    labels.avoid(around(at, 6));
    if (!canvas.hovers(around(at, 12))) return;
    tooltip(
        canvas, at,
        tr("The paper's bound, hung up here\nIt promises an excess of order (d⁴ + ln 1/δ) / N, without a constant.\n"
           "Drawn so that it meets “answering 0” at N = d⁴ + ln 1/δ = %1, δ = %2.\nOnly its slope means something.",
           whole(N), number(kDelta)));
  }

  // "σ² ψ/(N−ψ−1)"; with numbers where psi is not what counts.
  std::string law_formula() const {
    const std::string variance = setting.softmax ? std::string(tr("floor")) + " · $" : "$σ^{2} ";
    if (!setting.all && !setting.singular) return variance + "ψ/(N−ψ−1)$";
    const std::string n = setting.asked > 1 ? "n" : "";
    return variance + whole(setting.visible) + "/" + n + "(N−" + whole(setting.threshold + 1) + ")$";
  }

  std::string law_words() const {
    const std::string formula = law_formula();
    if (setting.lambda > 0) return tr("without $λ$: %1", formula);
    if (narrow) return formula;
    const std::string words = setting.softmax ? tr("if that were noise: %1", formula) : tr("theory: %1", formula);
    const double law = noise_law(result.N.back());
    if (!result.complete() || !std::isfinite(law)) return words;
    return tr("%1; measured at the end %2 × that", words, number(result.mean_excess / law));
  }

  // Where a line runs inside the plot.
  std::vector<Point> points_of(const Line& line) const {
    std::vector<Point> inside;
    for (std::size_t k = 0; k < line.value.size(); ++k) {
      if (!axes.visible(line.N[k], line.value[k])) continue;
      const Point at = axes.at(line.N[k], line.value[k]);
      if (axes.plot().inset(-1).contains(at)) inside.push_back(at);
    }
    return inside;
  }

  std::vector<Named> falling_lines() const {
    const auto small = [](Ink ink, Face face = Face::regular) {
      return TextStyle{.ink = ink, .size = Size::small, .face = face};
    };
    std::vector<Named> lines;
    lines.push_back({points_of(test_errors()),
                     is_learned_exactly() ? tr("test error: nothing but rounding") : tr("test error"),
                     small(Ink::error, Face::semibold)});
    if (result.floor > 0) {
      lines.push_back({points_of({result.N, result.median}), tr("excess over the floor"), small(Ink::error)});
      lines.push_back({points_of(noise_line()), law_words(), small(Ink::truth)});
    }
    lines.push_back({points_of(paper_line()),
                     narrow ? tr("the paper's slope") : tr("the paper's $(d^{4} + {ln} 1/δ)/N$, constant unknown"),
                     small(Ink::quiet)});
    return lines;
  }

  // The part of a curve to the right of the threshold, where the lines part; all of it where that is too short.
  std::span<const Point> right_part(std::span<const Point> line) const {
    const float from = axes.x_at(2 * setting.threshold);
    const auto first = std::ranges::find_if(line, [from](Point p) { return p.x >= from; });
    const auto rest = line.subspan(static_cast<std::size_t>(first - line.begin()));
    return rest.size() < 3 ? line : rest;
  }

  // --- Data ---------------------------------------------------------------------------------------------------------

  // Every data set at every N, a little aside of the others of that N; says which one the pointer is on.
  void draw_dots() {
    const float step_aside = narrow ? 0.5F : 1.25F;
    std::vector<double> x, y;
    for (std::size_t k = 0; k < result.N.size(); ++k) {
      float aside = -step_aside * static_cast<float>(setting.sets - 1) / 2;
      for (const double excess : result.excess.col(static_cast<Index>(k))) {
        x.push_back(axes.x_of(axes.x_at(result.N[k]) + aside));
        y.push_back(excess);
        aside += step_aside;
        if (axes.visible(x.back(), y.back())) labels.avoid(axes.at(x.back(), y.back()));
      }
    }
    const auto hovered =
        scatter(canvas, axes, x, y, {.ink = Ink::error, .radius = narrow ? 1.75F : 2.25F, .amount = 0.55F});
    if (!hovered) return;
    const auto sets = static_cast<std::size_t>(setting.sets);
    std::string words = tr("$N$ = %1, data set %2 of %3\nerror on fresh sequences %4", whole(result.N[*hovered / sets]),
                           whole(*hovered % sets + 1), whole(sets), number(result.floor + y[*hovered], 6));
    if (result.floor > 0) words += "\n" + tr("above the floor %1", number(y[*hovered], 6));
    tooltip(canvas, axes.at(x[*hovered], y[*hovered]), words);
  }

  void draw_curves() {
    const bool floor = result.floor > 0;
    band(canvas, axes, result.N, result.low, result.high, Ink::error);
    draw_dots();
    curve(canvas, axes, result.N, result.median,
          {.ink = Ink::error, .width = floor ? 2.F : 3.F, .amount = floor ? 0.65F : 1.F});
    if (floor) curve(canvas, axes, result.N, test_errors().value, {.ink = Ink::error, .width = 3});
  }

  // The marker: a line at N, rings on the curves, a handle on the axis; dragged from anywhere in the plot.
  void draw_marker(const Region& region, const Reading& reading) {
    marker_line(canvas, axes, reading.N);
    for (const double y : {reading.error, reading.excess}) {
      if (!axes.visible(reading.N, y)) continue;
      open_dot(canvas, axes.at(reading.N, y), 4.5F, canvas.colour(Ink::accent));
      labels.avoid(around({std::round(axes.x_at(reading.N)), axes.y_at(y)}, 6));
    }
    marker_handle(canvas, axes, reading.N, region.hovered);
  }

  void draw(const Region& region, const Reading& reading) {
    const std::vector<Level> flat = levels();
    draw_threshold();
    for (const Level& level : flat) draw_level(level);
    draw_dashed(paper_line(), Ink::quiet);
    draw_anchor();
    draw_curves();
    if (result.floor > 0) draw_dashed(noise_line(), Ink::truth);  // over the data, which should coincide in the end
    draw_marker(region, reading);
    const std::vector<Named> falling = falling_lines();
    for (const Named& named : falling) labels.avoid(named.line);
    // Those with the fewest places to go first.
    for (const Level& level : flat) label_level(level);
    label_threshold();
    for (const Named& named : falling)
      labels.place(canvas, named.words, named.style, spots_along(right_part(named.line)));
  }
};

// All dots, both floors and answering 0, with room for words over and under them.
Range range_of_errors(const Study& study) {
  const auto& [result, setting] = study;
  std::vector<double> all = {result.signal, result.floor, result.kept};
  for (std::size_t k = 0; k < result.N.size(); ++k) {
    if (setting.lambda == 0) all.push_back(study.noise_bound(result.N[k]));
    for (const double excess : result.excess.col(static_cast<Index>(k))) all.push_back(excess);
  }
  return range_of(all, Scale::log, 0.09, 1e-40);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  if (result.N.empty()) return;
  const Study study{result, Setting(drawing.settings)};
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  const Rect words = take_readouts(canvas, area, 3, area.w < 60 * canvas.em ? 2 : 1);
  const Range range_of_N{result.N.front() / 1.15, std::max(1.25 * study.setting.most, 1.6 * study.setting.threshold)};
  const Axes axes =
      draw_axes(canvas, area, {.range = range_of_N, .scale = Scale::log, .name = tr("sequences $N$")},
                {.range = range_of_errors(study), .scale = Scale::log, .name = tr("squared error on fresh sequences")});
  const Region region = plot::region(canvas, "samples.N", axes.plot());
  // The marker goes to the N that was tried nearest to the pointer.
  if (region.held) drawing.values.set("N", study.read(axes.x_of(canvas.pointer.at.x)).N);
  const Reading reading = study.read(drawing.values.number("N"));
  readouts(canvas, words, study.readouts(reading));
  Plot{study, canvas, axes, Labels(axes.plot().inset(0, 0, 0, kMarkerHandle + 3)), canvas.narrow()}.draw(region,
                                                                                                         reading);
}

}  // namespace figures::samples
