// Figure "language", first question: a passage of the held-out text, read token by token, with a guess under each, and
// who guesses how often right; on demand the descent, pass by pass.

#include "figures/language/learn_picture.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

namespace figures::language {
namespace {

// From under the lowest level to over the mean token's error.
Range error_range(const Result& result) {
  constexpr double kHighest = 1.15;  // errors above are cut off: the random start of a descent
  double low = std::min({1.0, result.score(Predictor::bigram).error, result.full_error()});
  double high = std::max(1.0, std::min(result.full_error(), kHighest));
  for (const double error : result.descent) {
    low = std::min(low, error);
    high = std::max(high, std::min(error, kHighest));
  }
  const double margin = std::max(0.02, 0.1 * (high - low));
  return {std::max(0.0, low - margin), high + margin};
}

void draw_descent(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Setting setting(drawing.settings);
  const std::string heads = counted("%1 head", "%1 heads", setting.heads);
  heading(canvas, box, result.diverged ? tr("Descent blew up") : tr("Descent, pass by pass"),
          result.passes.empty() ? std::string(tr("It starts when the closed form is done."))
                                : tr("%1, Adam on $V$ and $Q$: the error on the held-out text as it learns.", heads));
  if (result.passes.empty()) return;
  const Axes axes = draw_axes(canvas, box, {.range = {0, 1.0 * setting.epochs}, .name = tr("passes over the data")},
                              {.range = error_range(result), .name = tr("squared error, held out")});
  Labels labels(axes.plot());
  const Level levels[] = {{result.full_error(), tr("closed form %1", number(result.full_error())), Ink::W, false},
                          bigram_level(result, Ink::truth, false),
                          {1, canvas.narrow() ? tr("mean token 1") : tr("always the mean token: 1"), Ink::quiet}};
  draw_levels(canvas, axes, labels, levels);
  {
    const Clip clip(canvas, axes.plot());
    curve(canvas, axes, result.passes, result.descent, {.ink = Ink::V, .width = 2.5F});
  }
  std::vector<Point> points;
  for (std::size_t k = 0; k < result.passes.size(); ++k) {
    const Point at = axes.at(result.passes[k], result.descent[k]);
    if (axes.plot().inset(-1).contains(at)) points.push_back(at);
  }
  labels.avoid(points);
  labels.place(canvas, tr("descent %1", number(result.descent.back())),
               {.ink = Ink::V, .size = Size::small, .face = Face::semibold}, spots_along(points));
  label_levels(canvas, axes, labels, levels);
  const auto at = curve_hover(canvas, axes, result.passes);
  if (!at) return;
  const double error = result.descent[*at];
  disc(canvas, axes.at(result.passes[*at], std::min(error, axes.y().range.high)), 4, canvas.colour(Ink::V));
  tooltip(canvas, canvas.pointer.at,
          tr("after %1\nsquared error %2\nthe closed form %3", passes_text(result.passes[*at]), number(error, 6),
             number(result.full_error(), 6)));
}

}  // namespace

void draw_learn(const Result& result, Drawing& drawing, Rect area) {
  // On a phone the scores come first: they stay where they are, however long the text is.
  auto [main, side] =
      drawing.canvas.narrow() ? area.rows<2>({1.15F, 1}, 3 * kGrid) : area.columns<2>({1.9F, 1}, 5 * kGrid);
  const bool descent = drawing.values.choice("shows") == "descent";
  (descent ? draw_descent : draw_passage)(result, drawing, main);
  draw_scores(result, drawing, side);
}

}  // namespace figures::language
