// The random starts of figure "softmax": how well each answers the examples, step by step.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/softmax/picture.hpp"
#include "figures/softmax/words.hpp"
#include "figures/vocabulary.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

// A squared residual below this is rounding.
constexpr double kFloor = 1e-33;

std::vector<double> steps_of(const Start& start) {
  std::vector<double> steps;
  for (Index k = 0; k < start.losses.size(); ++k) steps.push_back(static_cast<double>(k));
  return steps;
}

std::vector<double> losses_of(const Start& start) {
  std::vector<double> losses(start.losses.begin(), start.losses.end());
  for (double& loss : losses) loss = std::max(loss, kFloor);
  return losses;
}

Axes axes_of(const Result& result, Canvas& canvas, Rect box) {
  std::vector<double> all = {std::max(result.least_loss, kFloor)};
  double most = 10;
  for (const Start& start : result.starts) {
    const auto losses = losses_of(start);
    all.insert(all.end(), losses.begin(), losses.end());
    most = std::max(most, static_cast<double>(losses.size() - 1));
  }
  return draw_axes(canvas, box, {.range = {0, most + 0.5}, .name = tr("steps"), .whole = true},
                   {.range = range_of(all, Scale::log, 0.06, kFloor),
                    .scale = Scale::log,
                    .name = tr("mean squared residual on the examples")});
}

Ink ink_of(const Start& start) { return start.arrived ? Ink::W : start.ended ? Ink::quiet : Ink::ink; }

struct Nearest {
  std::size_t start = 0;
  std::size_t step = 0;
};

std::optional<Nearest> nearest_to(const Result& result, const Canvas& canvas, const Axes& axes) {
  if (!canvas.hovers(axes.plot().inset(-6))) return std::nullopt;
  std::optional<Nearest> nearest;
  float least = canvas.pointer.touch ? 28 : 18;
  for (std::size_t start = 0; start < result.starts.size(); ++start) {
    const auto losses = losses_of(result.starts[start]);
    for (std::size_t step = 0; step < losses.size(); ++step) {
      const Point at = axes.at(static_cast<double>(step), losses[step]);
      const float away = std::hypot(at.x - canvas.pointer.at.x, at.y - canvas.pointer.at.y);
      if (away >= least) continue;
      least = away;
      nearest = {start, step};
    }
  }
  return nearest;
}

// A press on a curve chooses its start.
void point(const Result& result, Drawing& drawing, const Axes& axes) {
  Canvas& canvas = drawing.canvas;
  const auto nearest = nearest_to(result, canvas, axes);
  const Region region = plot::region(canvas, "softmax.starts", axes.plot());
  if (!nearest) return;
  const Start& start = result.starts[nearest->start];
  const double loss = losses_of(start)[nearest->step];
  const Point at = axes.at(static_cast<double>(nearest->step), loss);
  ring(canvas, at, 5, canvas.colour(Ink::ink));
  std::string words = tr("start %1, %2\nstep %3: residual %4", whole(static_cast<double>(nearest->start + 1)),
                         state_words(start), whole(static_cast<double>(nearest->step)), number(loss));
  if (!start.found.empty()) words += "\n" + tr("error of its layer %1; click to see it", number(start.found.error()));
  tooltip(canvas, at, words);
  if (region.clicked) drawing.values.set("start", static_cast<double>(nearest->start + 1));
}

void draw_curves(const Result& result, Canvas& canvas, const Axes& axes, std::optional<std::size_t> chosen) {
  for (const bool arrived : {false, true}) {
    for (std::size_t k = 0; k < result.starts.size(); ++k) {
      const Start& start = result.starts[k];
      if (start.arrived != arrived) continue;
      const bool is_chosen = chosen == k;
      curve(canvas, axes, steps_of(start), losses_of(start),
            {.ink = ink_of(start),
             .width = is_chosen ? 3.F : 1.5F,
             .amount = is_chosen ? 1.F : 0.7F,
             .dashed = start.ended && !start.arrived});
      const double end = losses_of(start).back();
      disc(canvas, axes.at(static_cast<double>(start.losses.size() - 1), end), is_chosen ? 4.5F : 3.F,
           canvas.colour(ink_of(start)));
    }
  }
}

void label_curves(const Result& result, Canvas& canvas, const Axes& axes) {
  Labels labels(axes.plot());
  for (const Start& start : result.starts) {
    const auto losses = losses_of(start);
    for (std::size_t k = 1; k < losses.size(); ++k) {
      labels.avoid(axes.at(static_cast<double>(k - 1), losses[k - 1]), axes.at(static_cast<double>(k), losses[k]));
    }
  }
  const auto label = [&](bool arrived, Phrase words, Ink ink) {
    const auto is = [&](const Start& start) { return start.ended && start.arrived == arrived; };
    const auto count = std::ranges::count_if(result.starts, is);
    if (count == 0) return;
    std::vector<plot::LabelSpot> spots;
    for (const Start& start : result.starts) {
      if (!is(start)) continue;
      const Point end = axes.at(static_cast<double>(start.losses.size() - 1), losses_of(start).back());
      spots.push_back({{end.x + 8, end.y}, Along::left, Upright::middle});
      spots.push_back({{end.x, end.y - 8}, Along::right, Upright::bottom});
      spots.push_back({{end.x, end.y + 8}, Along::right, Upright::top});
      spots.push_back({{end.x - 8, end.y}, Along::right, Upright::middle});
    }
    labels.place(canvas, tr(words, whole(static_cast<double>(count)), whole(result.steps)),
                 {.ink = ink, .size = Size::small, .face = Face::semibold}, spots);
  };
  label(true, Phrase("%1 arrived"), Ink::W);
  const bool cut = std::ranges::any_of(result.starts, &Start::cut);
  label(false, cut ? Phrase("%1 not within %2 steps") : Phrase("%1 stuck"), Ink::quiet);
}

}  // namespace

std::optional<std::size_t> chosen_start(const Result& result, const Values& values) {
  const auto asked = static_cast<std::size_t>(values.integer("start"));
  if (asked >= 1 && asked <= result.starts.size() && result.starts[asked - 1].ended) return asked - 1;
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < result.starts.size(); ++k) {
    const Start& start = result.starts[k];
    if (!start.ended) continue;
    const auto last = [&](std::size_t at) { return losses_of(result.starts[at]).back(); };
    if (!best || last(k) < last(*best)) best = k;
  }
  return best;
}

void draw_starts(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const std::string examples = counted("%1 example", "%1 examples", static_cast<double>(result.examples));
  heading(canvas, box,
          result.starts.empty()
              ? tr("Not enough: %1", examples)
              : tr("%1 on %2", counted("%1 random start", "%1 random starts", result.planned), examples),
          tr("Levenberg–Marquardt moves every $Θ_i$; linear algebra gives the $W_i$ that fit best. Press a curve to "
             "see its layer."));
  if (result.starts.empty()) {
    paragraph(canvas, box, message(result.trouble));
    return;
  }
  const Axes axes = axes_of(result, canvas, box);
  if (result.least_loss > kFloor) {
    reference_y(canvas, axes, result.least_loss, result.noise > 0 ? tr("the hidden layer, fitted") : tr("rounding"),
                {.label_at_left = true});
  }
  draw_curves(result, canvas, axes, chosen_start(result, drawing.values));
  label_curves(result, canvas, axes);
  point(result, drawing, axes);
}

}  // namespace figures::softmax
