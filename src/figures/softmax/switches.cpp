// One question of figure "softmax": every head is a switch, the answer is their sum. Above the answer, below each
// head's weight, over the ratio of the two tokens.
#include <algorithm>
#include <cmath>

#include "figures/softmax/softmax.hpp"
#include "plot/scatter.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {

namespace {

// --- What the two plots show ----------------------------------------------------------------------------------------

constexpr int kCurvePoints = 121;

// The answer if every head flipped at once where it is half way: one step of a stair.
struct Jump {
  Index head = 0;
  double log_r = 0;
  double from = 0;
  double to = 0;
};

struct Scene {
  Canvas& canvas;
  const Chosen& chosen;
  Switches truth;
  std::optional<Switches> found;  // nothing: the hidden layer alone is shown, dashed
  Range range = {};               // of ln r
  std::vector<double> r = {};     // over the range
  std::vector<double> log_r = {};
  // What the hidden layer answers, in the chosen coordinate: as the learner was told, or, of tokens it never asked
  // about, without noise.
  std::vector<double> told_r = {};
  std::vector<double> told = {};
  std::vector<Jump> stair = {};

  const Switches& shown() const { return found ? *found : truth; }
  Index d() const { return truth.start.size(); }
  Index m() const { return truth.log_beta.size(); }
  float x_at(const Axes& axes, double log_ratio) const {
    return axes.x_at(std::exp(std::clamp(log_ratio, range.low - 1, range.high + 1)));
  }
  std::vector<double> answers(const Switches& switches, Index coordinate) const {
    std::vector<double> y;
    for (const double log_ratio : log_r) y.push_back(switches.answer(coordinate, log_ratio));
    return y;
  }
};

// Values of ln r: what was asked and all switches, as far as they can be shown.
Range shown_ratios(const Switches& switches, int k) {
  constexpr double kFurthest = 9;  // e^9 copies of one token to one of the other
  constexpr double kAside = 2.6;
  const double edge = std::max(2.5, std::log(std::max(2.0, k - 1.0)) + 0.35);
  Range range{-edge, edge};
  for (const double place : switches.log_beta) {
    range.low = std::min(range.low, std::max(-kFurthest, place - kAside));
    range.high = std::max(range.high, std::min(kFurthest, place + kAside));
  }
  return range;
}

std::vector<Jump> stair_of(const Switches& switches, Index coordinate) {
  std::vector<Jump> stair;
  for (Index i = 0; i < switches.log_beta.size(); ++i) stair.push_back({i, switches.log_beta(i)});
  sort(stair, [](const Jump& a, const Jump& b) { return std::pair(a.log_r, a.head) < std::pair(b.log_r, b.head); });
  double level = switches.start(coordinate);
  for (Jump& jump : stair) {
    jump.from = level;
    level += switches.heights(coordinate, jump.head);
    jump.to = level;
  }
  return stair;
}

Scene scene_of(const Result& result, Drawing& drawing, int k, const Chosen& chosen) {
  Scene scene{drawing.canvas, chosen, switches_of(edited(result.truth, drawing.values), chosen.u, chosen.v), {}};
  if (!result.shown().empty()) scene.found = switches_of(result.shown().heads, chosen.u, chosen.v);
  scene.range = shown_ratios(scene.truth, k);
  for (int at = 0; at < kCurvePoints; ++at) {
    scene.r.push_back(std::exp(std::lerp(scene.range.low, scene.range.high, at / (kCurvePoints - 1.0))));
    scene.log_r.push_back(std::log(scene.r.back()));
  }
  if (chosen.asked != nullptr) {
    scene.told_r = chosen.asked->ratios;
    for (std::size_t at = 0; at < scene.told_r.size(); ++at) {
      scene.told.push_back(chosen.asked->answer(at, chosen.coordinate));
    }
  } else {
    for (int n = 1; n < k; ++n) {
      scene.told_r.push_back(static_cast<double>(n) / (k - n));
      scene.told.push_back(scene.truth.answer(chosen.coordinate, std::log(scene.told_r.back())));
    }
  }
  scene.stair = stair_of(scene.shown(), chosen.coordinate);
  return scene;
}

// Spots for a label on both sides of a point.
void add_beside(std::vector<LabelSpot>& spots, Point at, float away) {
  spots.push_back({{at.x + away, at.y}, Along::left, Upright::middle});
  spots.push_back({{at.x - away, at.y}, Along::right, Upright::middle});
}

// --- The answer -----------------------------------------------------------------------------------------------------

// "$y_2$" for the second coordinate.
std::string coordinate_text(Index coordinate) { return "$y_" + std::to_string(coordinate + 1) + "$"; }

// Which coordinate, and whether the learner asked.
std::string answer_name(const Result& result, const Chosen& chosen) {
  const std::string y = coordinate_text(chosen.coordinate);
  if (chosen.u == chosen.v) return tr("%1, answered to a token $u$: $u$ = $v$, nothing to switch", y);
  if (chosen.asked != nullptr) return tr("%1, answered to a token $u$; dots: heard by the learner", y);
  return result.shown().empty() ? tr("%1, answered to a token $u$; rings: never asked", y)
                                : tr("%1, answered to a token $u$; rings: never asked, foreseen", y);
}

// Of the chosen coordinate alone: the others go where they go.
Range answer_range(const Scene& scene) {
  std::vector<double> all = scene.answers(scene.truth, scene.chosen.coordinate);
  for (const Jump& jump : scene.stair) {
    if (scene.found) all.insert(all.end(), {jump.from, jump.to});
  }
  all.insert(all.end(), scene.told.begin(), scene.told.end());
  return range_of(all, Scale::linear, 0.08);
}

void draw_stair(const Scene& scene, const Axes& axes) {
  Canvas& canvas = scene.canvas;
  const Rect& area = axes.plot();
  const Clip clip(canvas, area.inset(-2));
  const Colour pale = tint(Ink::W, 0.5F, canvas.dark);
  float from = area.x;
  for (const Jump& jump : scene.stair) {
    const float x = scene.x_at(axes, jump.log_r);
    line(canvas, {from, axes.y_at(jump.from)}, {x, axes.y_at(jump.from)}, pale, 1.25F);
    arrow(canvas, {x, axes.y_at(jump.from)}, {x, axes.y_at(jump.to)}, canvas.colour(Ink::W), 2);
    from = x;
  }
  const float end = axes.y_at(scene.stair.back().to);
  line(canvas, {from, end}, {area.right(), end}, pale, 1.25F);
}

// How far the answer jumps at each switch, beside it.
void label_stair(const Scene& scene, const Axes& axes, Labels& labels) {
  for (const Jump& jump : scene.stair) {
    const float x = scene.x_at(axes, jump.log_r);
    if (x < axes.plot().x || x > axes.plot().right()) continue;
    std::vector<LabelSpot> spots;
    for (const double share : {0.5, 0.7, 0.3, 0.85, 0.15}) {
      add_beside(spots, {x, axes.y_at(std::lerp(jump.from, jump.to, share))}, 7);
    }
    const double height = jump.to - jump.from;
    labels.place(scene.canvas, (height > 0 ? "+" : "") + number(height, 2), {.ink = Ink::W, .size = Size::small},
                 spots);
  }
}

// Jumps, and the names of the curves of all coordinates near their right ends. `curves`: the points of each.
void label_answers(const Scene& scene, const Axes& axes, const std::vector<std::vector<Point>>& curves) {
  Labels labels(axes.plot());
  const auto chosen = static_cast<std::size_t>(scene.chosen.coordinate);
  for (std::size_t row = 0; row < curves.size(); ++row) {
    for (std::size_t at = 0; at < curves[row].size(); at += 2) {
      for (int times = row == chosen ? 2 : 1; times > 0; --times) labels.avoid(curves[row][at]);
    }
  }
  for (std::size_t at = 0; at < scene.told.size(); ++at) labels.avoid(axes.at(scene.told_r[at], scene.told[at]));
  for (const Jump& jump : scene.stair) {
    const float x = scene.x_at(axes, jump.log_r);
    labels.avoid({x, axes.plot().y}, Point{x, axes.plot().bottom()});
  }
  if (scene.found) label_stair(scene, axes, labels);
  for (std::size_t row = 0; row < curves.size(); ++row) {
    const std::span<const Point> right = std::span(curves[row]).subspan(curves[row].size() / 2);
    labels.place(scene.canvas, coordinate_text(static_cast<Index>(row)),
                 {.ink = row == chosen ? Ink::ink : Ink::quiet, .size = Size::small}, spots_along(right, 3));
  }
}

void draw_told(const Scene& scene, const Axes& axes) {
  const bool asked = scene.chosen.asked != nullptr;
  const auto hovered = scatter(scene.canvas, axes, scene.told_r, scene.told,
                               {.ink = Ink::ink, .radius = 4, .amount = 1, .hollow = !asked});
  if (!hovered) return;
  const double r = scene.told_r[*hovered];
  const double y = scene.told[*hovered];
  std::string words = asked ? tr("asked, $r$ = %1\nanswer %2", number(r), number(y, 6))
                            : tr("never asked, $r$ = %1\nanswer %2", number(r), number(y, 6));
  if (scene.found) {
    const double answer = scene.found->answer(scene.chosen.coordinate, std::log(r));
    words += "\n" + tr("layer found: %1", number(answer, 6));
  }
  tooltip(scene.canvas, axes.at(r, y), words);
}

// The coordinate whose curve is nearest to the pointer. Whose the pointer is says the region that is pressed: while it
// holds the press Canvas::hovers is false.
std::optional<Index> pointed_coordinate(const Scene& scene, const Axes& axes) {
  const Point at = scene.canvas.pointer.at;
  if (!axes.plot().contains(at)) return std::nullopt;
  std::optional<Index> nearest;
  float least = 14;
  const double log_r = std::log(axes.x_of(at.x));
  for (Index row = 0; row < scene.d(); ++row) {
    const float away = std::abs(axes.y_at(scene.shown().answer(row, log_r)) - at.y);
    if (away >= least) continue;
    least = away;
    nearest = row;
  }
  return nearest;
}

// A press on a curve chooses its coordinate.
void choose_coordinate(const Scene& scene, Values& values, const Axes& axes) {
  const auto nearest = pointed_coordinate(scene, axes);
  if (!nearest || *nearest == scene.chosen.coordinate) return;
  const Region region = plot::region(scene.canvas, "softmax.answer", axes.plot());
  if (region.clicked) values.set("coordinate", static_cast<double>(*nearest + 1));
  if (scene.canvas.tip.empty() && region.hovered) {
    tooltip(scene.canvas, scene.canvas.pointer.at, tr("Click to see %1.", coordinate_text(*nearest)));
  }
}

// The other coordinates are thin: they flip at the same places.
void draw_answer(const Scene& scene, const Axes& axes, Values& values) {
  std::vector<std::vector<Point>> curves;
  for (Index row = 0; row < scene.d(); ++row) {
    const auto y = scene.answers(scene.shown(), row);
    curves.push_back(axes.at(scene.r, y));
    if (row == scene.chosen.coordinate) continue;
    const Clip clip(scene.canvas, axes.plot());
    curve(scene.canvas, axes, scene.r, y, {.ink = Ink::quiet, .width = 1, .amount = 0.45F});
  }
  if (scene.found) draw_stair(scene, axes);
  curve(scene.canvas, axes, scene.r, scene.answers(scene.shown(), scene.chosen.coordinate),
        {.ink = scene.found ? Ink::ink : Ink::truth, .width = 2, .dashed = !scene.found});
  draw_told(scene, axes);
  label_answers(scene, axes, curves);
  choose_coordinate(scene, values, axes);
}

// --- The weights ----------------------------------------------------------------------------------------------------

std::string beta_number(double log_beta) { return number(std::exp(std::min(log_beta, 600.0)), 2); }

std::string beta_text(const Scene& scene, Index i) {
  return "$β_" + std::to_string(i + 1) + "$ = " + beta_number(scene.shown().log_beta(i));
}

void point_at_weights(const Scene& scene, const Axes& axes) {
  if (!scene.canvas.hovers(axes.plot())) return;
  const double log_r = std::log(axes.x_of(scene.canvas.pointer.at.x));
  std::string words = "$r$ = " + number(std::exp(log_r));
  for (Index i = 0; i < scene.m(); ++i) {
    const std::string head = std::to_string(i + 1);
    const std::string weight = number(scene.shown().weight(i, log_r));
    words += "\n" + (scene.found ? tr("head %1: weight on $u$ %2, %3, truth %4", head, weight, beta_text(scene, i),
                                      beta_number(scene.truth.log_beta(i)))
                                 : tr("head %1: weight on $u$ %2, %3", head, weight, beta_text(scene, i)));
  }
  tooltip(scene.canvas, scene.canvas.pointer.at, words);
}

// How each head shares its attention between the two tokens.
void draw_weights(const Scene& scene, const Axes& axes) {
  const Ink ink = scene.found ? Ink::Q : Ink::truth;
  Labels labels(axes.plot());
  std::vector<double> weights(scene.r.size());
  for (Index i = 0; i < scene.m(); ++i) {
    for (std::size_t at = 0; at < weights.size(); ++at) weights[at] = scene.shown().weight(i, scene.log_r[at]);
    curve(scene.canvas, axes, scene.r, weights, {.ink = ink, .width = 1.75F, .dashed = !scene.found});
    for (std::size_t at = 0; at < weights.size(); at += 3) labels.avoid(axes.at(scene.r[at], weights[at]));
  }
  for (Index i = 0; i < scene.m(); ++i) {
    const double place = scene.shown().log_beta(i);
    if (std::abs(place) > 300) continue;
    const Point at = axes.at(std::exp(place), 0.5);
    if (!axes.plot().contains(at)) continue;
    disc(scene.canvas, at, 3.5F, scene.canvas.colour(ink));
    std::vector<LabelSpot> spots;
    for (const float y : {0.12F, 0.24F, 0.36F, 0.64F, 0.76F, 0.88F}) {
      add_beside(spots, {at.x, axes.plot().y + y * axes.plot().h}, 6);
    }
    labels.place(scene.canvas, beta_text(scene, i), {.ink = ink, .size = Size::small}, spots);
  }
  point_at_weights(scene, axes);
}

// --- Both plots -----------------------------------------------------------------------------------------------------

// Where the heads flip, through both plots.
void draw_places(const Scene& scene, const Axes& upper, const Axes& lower) {
  const auto place = [&](double log_r, auto draw_from_to) {
    const float x = scene.x_at(upper, log_r);
    if (x >= upper.plot().x && x <= upper.plot().right())
      draw_from_to(Point{x, upper.plot().y}, Point{x, lower.plot().bottom()});
  };
  Canvas& canvas = scene.canvas;
  for (Index i = 0; i < scene.m(); ++i) {
    if (scene.found) {
      place(scene.found->log_beta(i),
            [&](Point from, Point to) { line(canvas, from, to, tint(Ink::Q, 0.6F, canvas.dark), 1.5F); });
    }
    place(scene.truth.log_beta(i),
          [&](Point from, Point to) { dashed_line(canvas, from, to, canvas.colour(Ink::truth), 1.5F, 3, 6); });
  }
}

// The ticks of the ratio under both plots. Those of draw_axes would make the lower plot narrower than the upper one.
void draw_ratios(Canvas& canvas, const Axes& axes, const Rect& box) {
  const float y = axes.plot().bottom();
  const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::centre};
  for (const Tick& tick : ticks(axes.x(), 5)) {
    const float x = std::round(axes.x_at(tick.value));
    const float half = text_width(canvas, tick.label, style) / 2;
    line(canvas, {x, y}, {x, y + 4}, canvas.colour(Ink::hairline));
    text(canvas, Point{std::min(x, box.right() - half), y + 6}, tick.label, style);
  }
  text(canvas, Point{axes.plot().right(), y + 6 + line_height(canvas, Size::small)},
       tr("$r$ = copies of $u$ for each copy of $v$"),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .max_width = box.w});
}

}  // namespace

void draw_switches(const Result& result, Drawing& drawing, const Setting& setting, const Chosen& chosen, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Scene scene = scene_of(result, drawing, setting.k, chosen);
  auto [top, bottom] = box.rows<2>({1.5F, 1}, 6);
  const Axis x{.range = {scene.r.front(), scene.r.back()}, .scale = Scale::log, .ticks = false};
  const std::string name = answer_name(result, chosen);
  const Axes upper = draw_axes(canvas, top, x, {.range = answer_range(scene), .name = name});
  bottom.take_left(upper.plot().x - box.x, 0);
  bottom.take_bottom(2 * line_height(canvas, Size::small) + 6, 0);
  const Axes lower =
      draw_axes(canvas, bottom, x, {.range = {-0.04, 1.04}, .name = tr("weight of each head on $u$"), .ticks = false});
  draw_ratios(canvas, lower, box);
  draw_places(scene, upper, lower);
  draw_answer(scene, upper, drawing.values);
  draw_weights(scene, lower);
}

}  // namespace figures::softmax
