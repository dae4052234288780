// The random starts of figure "softmax": how well each answers the examples, step by step.

#include "figures/softmax/softmax.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

namespace figures::softmax {
namespace {

// A squared residual below this is rounding.
constexpr double kFloor = 1e-33;

// Losses of a start, and where they lie in the picture.
struct Curve {
  std::vector<double> steps, losses;
  std::vector<Point> points;
};

double last_loss(const Start& start) { return std::max(start.losses(start.losses.size() - 1), kFloor); }

Axes axes_of(const Result& result, const std::vector<Curve>& curves, Canvas& canvas, Rect box) {
  std::vector<double> all = {std::max(result.least_loss, kFloor)};
  double most = 10;
  for (const Curve& curve : curves) {
    all.insert(all.end(), curve.losses.begin(), curve.losses.end());
    most = std::max(most, curve.steps.back());
  }
  return draw_axes(canvas, box, {.range = {0, most + 0.5}, .name = tr("steps"), .whole = true},
                   {.range = range_of(all, Scale::log, 0.06, kFloor),
                    .scale = Scale::log,
                    .name = tr("mean squared residual on the examples")});
}

// A press on a curve chooses its start.
void point_at_curves(const Result& result, Drawing& drawing, const std::vector<Curve>& curves, const Axes& axes) {
  Canvas& canvas = drawing.canvas;
  const Region region = plot::region(canvas, "softmax.starts", axes.plot().inset(-6));
  if (!region.hovered) return;
  std::size_t k = curves.size(), step = 0;  // of the point nearest to the pointer
  float least = canvas.pointer.touch ? 28 : 18;
  for (std::size_t curve = 0; curve < curves.size(); ++curve) {
    for (std::size_t at = 0; at < curves[curve].points.size(); ++at) {
      const Point point = curves[curve].points[at];
      const float away = std::hypot(point.x - canvas.pointer.at.x, point.y - canvas.pointer.at.y);
      if (away < least) k = curve, step = at, least = away;
    }
  }
  if (k == curves.size()) return;
  const Start& start = result.starts[k];
  const Point point = curves[k].points[step];
  ring(canvas, point, 5, canvas.colour(Ink::ink));
  std::string words = tr("start %1, %2\nstep %3: residual %4", whole(k + 1), state_text(start), whole(step),
                         number(curves[k].losses[step]));
  if (!start.found.empty()) words += "\n" + tr("error of its layer %1; press to see it", number(start.found.error()));
  tooltip(canvas, point, words);
  if (region.clicked) drawing.values.set("start", static_cast<double>(k + 1));
}

void draw_curves(const Result& result, const std::vector<Curve>& curves, Canvas& canvas, const Axes& axes,
                 std::optional<std::size_t> chosen) {
  for (const bool arrived : {false, true}) {
    for (std::size_t k = 0; k < curves.size(); ++k) {
      const Start& start = result.starts[k];
      if (start.arrived != arrived) continue;
      const Ink ink = arrived ? Ink::W : start.ended ? Ink::quiet : Ink::ink;
      const bool is_chosen = chosen == k;
      curve(canvas, axes, curves[k].steps, curves[k].losses,
            {.ink = ink,
             .width = is_chosen ? 3.F : 1.5F,
             .amount = is_chosen ? 1.F : 0.7F,
             .dashed = start.ended && !arrived});
      disc(canvas, curves[k].points.back(), is_chosen ? 4.5F : 3.F, canvas.colour(ink));
    }
  }
}

// How low a fit from the hidden layer itself ends. The curves of the starts that arrive come down to it.
void draw_least(const Result& result, Canvas& canvas, const Axes& axes, Labels& labels, std::string_view words) {
  const Rect& plot = axes.plot();
  rule_y(canvas, axes, result.least_loss);
  const float at = axes.y_at(result.least_loss);
  std::vector<LabelSpot> spots;
  for (const float y : {at - 2, at + 3})
    for (const float share : {1.F, 0.75F, 0.5F, 0.25F, 0.F})
      spots.push_back({{plot.x + 4 + share * (plot.w - 4), y},
                       share > 0.5F ? Along::right : Along::left,
                       y < at ? Upright::bottom : Upright::top});
  labels.place(canvas, words, {.ink = Ink::truth, .size = Size::small}, spots);
}

void label_curves(const Result& result, const std::vector<Curve>& curves, Canvas& canvas, Labels& labels, int steps) {
  const auto label = [&](bool arrived, Phrase words, Ink ink) {
    int count = 0;
    std::vector<LabelSpot> spots;
    for (std::size_t k = 0; k < curves.size(); ++k) {
      if (!result.starts[k].ended || result.starts[k].arrived != arrived) continue;
      ++count;
      const Point end = curves[k].points.back();
      for (const LabelSpot& spot : spots_around(end)) spots.push_back(spot);
    }
    labels.place(canvas, tr(words, whole(count), whole(steps)),
                 {.ink = ink, .size = Size::small, .face = Face::semibold}, spots);
  };
  label(true, Phrase("%1 arrived"), Ink::W);
  const bool cut = std::ranges::any_of(result.starts, &Start::cut);
  label(false, cut ? Phrase("%1 not within %2 steps") : Phrase("%1 stuck"), Ink::quiet);
}

}  // namespace

double least_residual(const Result& result) {
  return last_loss(*std::ranges::min_element(result.starts, {}, last_loss));
}

std::string state_text(const Start& start) {
  return start.arrived ? tr("arrived") : start.cut ? tr("cut short") : start.ended ? tr("stuck") : tr("on its way");
}

std::optional<std::size_t> chosen_start(const Result& result, const Values& values) {
  const auto asked = static_cast<std::size_t>(values.integer("start"));
  if (asked >= 1 && asked <= result.starts.size() && result.starts[asked - 1].ended) return asked - 1;
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < result.starts.size(); ++k)
    if (result.starts[k].ended && (!best || last_loss(result.starts[k]) < last_loss(result.starts[*best]))) best = k;
  return best;
}

void draw_starts(const Result& result, Drawing& drawing, const Setting& setting, Rect box) {
  Canvas& canvas = drawing.canvas;
  const std::string examples = counted("%1 example", "%1 examples", setting.examples);
  heading(canvas, box,
          result.starts.empty()
              ? tr("Not enough: %1", examples)
              : tr("%1 on %2", counted("%1 random start", "%1 random starts", setting.starts), examples),
          tr("Levenberg–Marquardt moves every $Θ_i$; linear algebra gives the $W_i$ that fit best. Press a curve to "
             "see its layer."));
  if (result.starts.empty()) {
    paragraph(canvas, box, message(result.trouble));
    return;
  }
  std::vector<Curve> curves(result.starts.size());
  for (std::size_t k = 0; k < curves.size(); ++k) {
    for (const double loss : result.starts[k].losses) {
      curves[k].steps.push_back(static_cast<double>(curves[k].steps.size()));
      curves[k].losses.push_back(std::max(loss, kFloor));
    }
  }
  const Axes axes = axes_of(result, curves, canvas, box);
  for (Curve& curve : curves) curve.points = axes.at(curve.steps, curve.losses);
  Labels labels(axes.plot());
  for (const Curve& curve : curves) labels.avoid(curve.points);
  if (result.least_loss > kFloor)
    draw_least(result, canvas, axes, labels, setting.noise > 0 ? tr("the hidden layer, fitted") : tr("rounding"));
  draw_curves(result, curves, canvas, axes, chosen_start(result, drawing.values));
  label_curves(result, curves, canvas, labels, setting.steps);
  point_at_curves(result, drawing, curves, axes);
}

}  // namespace figures::softmax
