// The picture of figure "samples": errors over N, and beside them what was learned at the marker.

#include "figures/samples/samples.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

namespace figures::samples {
namespace {

// Values over N.
struct Line {
  std::vector<double> N, value;
};

// One result at one size. What is drawn is told to `labels`, which are placed last.
struct Plot : Study {
  Canvas& canvas;
  const Axes& axes;
  Labels labels;
  Moment now;
  double above;  // what is added to an excess: nothing, or the floor
  bool bound;    // the paper's is shown
  bool narrow;

  // --- The threshold ------------------------------------------------------------------------------------------------

  void draw_threshold() {
    const float x = std::round(axes.x_at(setting.threshold));
    rule_x(canvas, axes, setting.threshold, {.ink = Ink::W});
    labels.avoid(Point{x, axes.plot().y}, Point{x, axes.plot().bottom()});
  }

  void label_threshold() {
    const Rect& area = axes.plot();
    const float x = std::round(axes.x_at(setting.threshold));
    const std::string N = whole(setting.threshold);
    constexpr std::array kWords = {
        Phrase("$N$ = %1: as many equations as unknowns"), Phrase("$N$ = %1: equations = unknowns"),
        Phrase("$N$ = %1: as many equations as features"), Phrase("$N$ = %1: equations = features")};
    const std::string words = tr(kWords[(setting.singular ? 2U : 0U) + (narrow ? 1U : 0U)], N);
    const TextStyle style{.ink = Ink::W, .size = Size::small};
    const float half = text_width(canvas, words, style) / 2 + 2;
    const float middle = std::clamp(x, area.x + half, std::max(area.x + half, area.right() - half));
    std::vector<LabelSpot> spots;
    for (const float down : {0.03F, 0.1F, 0.93F, 0.85F, 0.75F, 0.65F, 0.5F}) {
      const float y = area.y + down * area.h;
      spots.push_back({{x + 6, y}, Along::left, Upright::middle});
      spots.push_back({{x - 6, y}, Along::right, Upright::middle});
      spots.push_back({{middle, y}, Along::centre, Upright::middle});
    }
    labels.place(canvas, words, style, spots);
  }

  // --- Theory -------------------------------------------------------------------------------------------------------

  // A formula over N, sampled across the plot.
  Line sampled(double from_N, auto formula) const {
    constexpr int kSteps = 64;
    const Range& range = axes.x().range;
    const double from = std::max(from_N, range.low);
    Line law;
    for (int k = 0; k <= kSteps && from < range.high; ++k) {
      law.N.push_back(from * std::pow(range.high / from, static_cast<double>(k) / kSteps));
      law.value.push_back(formula(law.N.back()));
    }
    return law;
  }

  // "σ² ψ/(N−ψ−1)"; with numbers where psi is not what counts.
  std::string law_formula() const {
    const std::string variance = setting.softmax ? std::string(tr("floor")) + " · $" : "$σ^{2} ";
    if (!setting.all && !setting.singular) return variance + "ψ/(N−ψ−1)$";
    const std::string n = setting.asked > 1 ? "n" : "";
    return variance + whole(setting.visible) + "/" + n + "(N−" + whole(setting.threshold + 1) + ")$";
  }

  // None where there is no room for all of it.
  std::string law_words() const {
    if (above > 0 && narrow) return "";
    const std::string formula = above > 0 ? tr("%1 over the floor", law_formula()) : law_formula();
    if (setting.lambda > 0) return tr("without $λ$: %1", formula);
    return setting.softmax ? tr("if that were noise: %1", formula) : tr("theory: %1", formula);
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

  // The part of a curve to the right of the threshold, where the lines part; all of it where that is too short.
  std::span<const Point> right_part(std::span<const Point> line) const {
    const float from = axes.x_at(2 * setting.threshold);
    const auto first = std::ranges::find_if(line, [from](Point p) { return p.x >= from; });
    const auto rest = line.subspan(static_cast<std::size_t>(first - line.begin()));
    return rest.size() < 3 ? line : rest;
  }

  // Dashed, over the data, as far as the film has drawn it; its words when it is all there.
  void draw_law(const Line& law, std::string_view words, Ink ink) {
    const auto drawn = static_cast<std::size_t>(now.theory * static_cast<double>(law.N.size()));
    curve(canvas, axes, std::span(law.N).first(drawn), std::span(law.value).first(drawn),
          {.ink = ink, .width = 1.75F, .dashed = true});
    const std::vector<Point> line = points_of(law);
    labels.avoid(line);
    if (now.theory < 1 || words.empty()) return;
    const Rect taken = labels.place(canvas, words, {.ink = ink, .size = Size::small}, spots_along(right_part(line)));
    if (taken.w > 0) labels.avoid(taken.inset(-2 * canvas.em, 0, -2 * canvas.em, 0));  // no other sentence runs into it
  }

  void draw_theory() {
    if (result.floor > 0) {
      const double from = 1.02 * (setting.threshold + 1);
      draw_law(sampled(from, [&](double N) { return above + noise_law(N); }), law_words(), Ink::truth);
    }
    if (above > 0) {
      draw_law(sampled(0, [&](double) { return above; }),
               narrow            ? tr("floor")
               : setting.softmax ? tr("floor: the best linear attention there is")
                                 : tr("floor: the noise, $σ^{2}$"),
               Ink::truth);
    }
    if (bound) {
      draw_law(sampled(0, [&](double N) { return above + paper_shape(N); }),
               narrow ? tr("the paper's slope") : tr("the paper's $(d^{4} + {ln} 1/δ)/N$, constant unknown"),
               Ink::quiet);
    }
  }

  // --- Data ---------------------------------------------------------------------------------------------------------

  // How much of its fall a dot has behind it: all data sets of one N after one another.
  double fallen(std::size_t k, int set) const {
    const double range = std::max(std::log(result.N.back() / result.N.front()), 1e-9);
    const double begins = std::log(result.N[k] / result.N.front()) / range + 0.4 * kFall * set / setting.sets;
    return std::clamp((now.grown - begins) / (0.6 * kFall), 0.0, 1.0);
  }

  void say_dot(Point at, std::size_t k, int set) const {
    const double excess = result.excess(set, static_cast<Index>(k));
    std::string words = tr("$N$ = %1, data set %2 of %3\nerror on fresh sequences %4", whole(result.N[k]),
                           whole(set + 1), whole(setting.sets), number(result.floor + excess, 6));
    if (result.floor > 0) words += "\n" + tr("above the floor %1", number(excess, 6));
    tooltip(canvas, at, words);
  }

  // Every data set at every N, a little aside of the others of that N; says which one the pointer is on.
  void draw_dots() {
    const float step_aside = narrow ? 0.5F : 1;
    std::vector<double> x, y;
    std::vector<std::pair<std::size_t, int>> which;
    for (std::size_t k = 0; k < result.N.size(); ++k) {
      for (int set = 0; set < setting.sets; ++set) {
        const double share = fallen(k, set);
        const float aside = step_aside * (static_cast<float>(set) - static_cast<float>(setting.sets - 1) / 2);
        const double N = axes.x_of(axes.x_at(result.N[k]) + aside);
        const double value = above + result.excess(set, static_cast<Index>(k));
        if (share == 0 || !axes.visible(N, value)) continue;
        const Point at = axes.at(N, value);
        labels.avoid(at);
        if (share < 1) {
          const auto fall = static_cast<float>(share * share);
          disc(canvas, {at.x, std::lerp(axes.plot().y, at.y, fall)}, 2.5F, canvas.colour(Ink::error));
          continue;
        }
        x.push_back(N);
        y.push_back(value);
        which.emplace_back(k, set);
      }
    }
    const auto hovered =
        scatter(canvas, axes, x, y, {.ink = Ink::error, .radius = narrow ? 1.75F : 2.25F, .amount = 0.5F});
    if (hovered) say_dot(axes.at(x[*hovered], y[*hovered]), which[*hovered].first, which[*hovered].second);
  }

  // The medians and the middle half, as far as N has grown.
  void draw_medians() {
    Rect grown = axes.plot();
    const double N = result.N.front() * std::pow(result.N.back() / result.N.front(), now.grown - 0.5 * kFall);
    if (now.grown < 1 + kFall) grown.w = std::max(0.F, axes.x_at(N) - grown.x);
    const Clip clip(canvas, grown);
    const auto raised = [&](const std::vector<double>& values) {
      std::vector<double> all = values;
      for (double& value : all) value += above;
      return all;
    };
    const std::vector<double> median = raised(result.median);
    band(canvas, axes, result.N, raised(result.low), raised(result.high), Ink::error);
    curve(canvas, axes, result.N, median, {.ink = Ink::error, .width = 3});
    labels.avoid(points_of({result.N, median}));
  }

  // A line at N, a ring on the medians, a handle on the axis.
  void draw_marker(const Region& region, const Reading& reading) {
    marker_line(canvas, axes, reading.N);
    const double y = above + reading.excess;
    if (now.is_end && axes.visible(reading.N, y)) {
      open_dot(canvas, axes.at(reading.N, y), 4.5F, canvas.colour(Ink::accent));
      labels.avoid(around(axes.at(reading.N, y), 6));
    }
    marker_handle(canvas, axes, reading.N, region.hovered);
  }

  void draw(const Region& region, const Reading& reading) {
    draw_threshold();
    draw_dots();
    draw_medians();
    draw_marker(region, reading);
    label_threshold();
    draw_theory();
  }
};

// All dots, with room for words over and under them.
Range range_of_errors(const Study& study, double above) {
  const auto& [result, setting] = study;
  std::vector<double> all = {result.signal};
  if (above > 0) all.push_back(above);
  for (std::size_t k = 0; k < result.N.size(); ++k) {
    if (setting.lambda == 0) all.push_back(above + study.noise_bound(result.N[k]));
    for (const double excess : result.excess.col(static_cast<Index>(k))) all.push_back(above + excess);
  }
  return range_of(all, Scale::log, 0.09, 1e-40);
}

std::string_view height_name(const Study& study, double above, bool narrow) {
  if (study.result.floor <= above) return tr("squared error on fresh sequences");
  if (study.setting.softmax)
    return narrow ? tr("squared error above the floor") : tr("squared error on fresh sequences, above the floor");
  return narrow ? tr("squared error above the noise") : tr("squared error on fresh sequences, above the noise");
}

// --- What was learned at the marker -------------------------------------------------------------------------------

// Over and under the truth there is so much room, in what the truth takes: fits that are wrong go beyond.
constexpr double kRoom = 0.9;

// The data set whose error is nearest to the median of all.
Index middle_set(const Study& study, const Reading& reading) {
  Index middle = 0;
  (study.result.excess.col(static_cast<Index>(reading.at)).array() - reading.excess).abs().minCoeff(&middle);
  return middle;
}

// Of the heights in the plot of errors.
std::string error_words(const Study& study, const Reading& reading, double above) {
  if (study.result.floor <= above) return tr("error %1", number(reading.error, 2));
  const std::string excess = number(reading.excess, 2);
  return study.setting.softmax ? tr("%1 above the floor", excess) : tr("%1 above the noise", excess);
}

// Against the truth, on the walk.
void draw_walk(const Study& study, Canvas& canvas, Rect box, const Reading& reading, double above) {
  const auto& [result, setting] = study;
  const std::string N = counted("%1 sequence", "%1 sequences", reading.N);
  const std::string error = error_words(study, reading, above);
  std::string words = tr("Learned from %1: %2", N, error);
  if (text_width(canvas, words, {.face = Face::semibold}) > box.w) words = tr("$N$ = %1: %2", whole(reading.N), error);
  heading(canvas, box, words,
          setting.sets > 1 ? tr("%1 data sets, the middle one bold. Dashed: the truth.", whole(setting.sets))
                           : std::string(tr("Dashed: the truth.")));
  const double low = result.walk_truth.minCoeff();
  const double high = result.walk_truth.maxCoeff();
  const double room = kRoom * std::max(high - low, 1e-12);
  text(canvas, box.take_bottom(line_height(canvas, Size::small)), tr("a walk through fresh questions"),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .max_width = box.w});
  const Axes axes = draw_axes(canvas, box, {.range = {0, 1}, .ticks = false},
                              {.range = {low - room, high + room}, .name = tr("one number of the answer")});
  std::vector<double> x;
  for (int k = 0; k < kWalk; ++k) x.push_back(static_cast<double>(k) / (kWalk - 1));
  const Clip clip(canvas, axes.plot());
  const auto fits = result.walk_fits.middleCols(static_cast<Index>(reading.at) * setting.sets, setting.sets);
  const Index middle = middle_set(study, reading);
  const auto draw = [&](Index set, float width, float amount) {
    const Vector y = fits.col(set);
    curve(canvas, axes, x, span_of(y), {.ink = Ink::W, .width = width, .amount = amount});
  };
  for (Index set = 0; set < setting.sets; ++set)
    if (set != middle) draw(set, 1, 0.45F);
  draw(middle, 2.5F, 1);
  curve(canvas, axes, x, span_of(result.walk_truth), {.ink = Ink::truth, .width = 2, .dashed = true});
}

}  // namespace

void draw_error(const Result& result, Drawing& drawing) {
  if (result.N.empty()) return;
  const Study study{result, Setting(drawing.settings)};
  Canvas& canvas = drawing.canvas;
  const Rect area = canvas.area.inset(2);
  // Under the heading and over its line of words the walk has one name.
  const float walk = line_height(canvas) + line_height(canvas, Size::small) + 2 * kGrid + least_box(canvas);
  Rect left = area;
  const Rect right = canvas.narrow() ? left.take_bottom(std::max(0.4F * area.h, walk), 2 * kGrid)
                                     : left.take_right(0.35F * area.w, 4 * kGrid);
  const double above = drawing.values.choice("height") == "error" ? result.floor : 0;
  const Range range_of_N{result.N.front() / 1.15, std::max(1.25 * study.setting.most, 1.6 * study.setting.threshold)};
  const Axes axes = draw_axes(canvas, left, {.range = range_of_N, .scale = Scale::log, .name = tr("sequences $N$")},
                              {.range = range_of_errors(study, above),
                               .scale = Scale::log,
                               .name = height_name(study, above, canvas.narrow())});
  // The marker is dragged from anywhere in the plot and by its handle, to the N that was tried nearest to the pointer.
  const Region region = marker_region(canvas, "samples.N", axes);
  if (region.held) {
    drawing.values.set("at", kFilm);
    drawing.values.set("N", study.read(axes.x_of(canvas.pointer.at.x)).N);
  }
  const Moment now = moment_of(result, drawing.values);
  const Reading reading = study.read(now.N);
  Plot{study,
       canvas,
       axes,
       Labels(axes.plot().inset(0, 0, 0, kMarkerHandle + 3)),
       now,
       above,
       drawing.values.is_on("bound"),
       canvas.area.w < 60 * canvas.em}
      .draw(region, reading);
  draw_walk(study, canvas, right, reading, above);
}

}  // namespace figures::samples
