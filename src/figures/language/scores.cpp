// Figure "language", learn: who predicts how well, and the descent on its way.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/language/picture.hpp"
#include "figures/language/reading.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::language {
namespace {

// The columns of a row of the score board.
struct Row {
  Rect name, error, right, time;
};

Row row_of(const Canvas& canvas, Rect box, bool timed) {
  if (canvas.narrow()) {
    Row row{.name = box.take_top(box.h * 0.42F, 0), .error = {}, .right = {}, .time = {}};
    const auto [error, right] = box.columns<2>({1, 1});
    row.error = error, row.right = right;
    row.time = row.name;
    return row;
  }
  const auto [name, error, right, time] = box.columns<4>({1.35F, 1.2F, 1.2F, timed ? 0.45F : 0.F});
  return {name, error, right, time};
}

struct Bar {
  double value = 0;
  double most = 1;
  std::string words;
  Ink ink = Ink::ink;
};

// A bar with its number behind it; the longest leaves room for that.
void draw_bar(Canvas& canvas, const Rect& box, const Bar& bar) {
  const float thickness = std::min(box.h * 0.62F, 1.05F * canvas.em);
  const float room = text_width(canvas, bar.words, {.face = Face::semibold}) + 8;
  const float whole = std::max(0.F, box.w - room);
  const float width = std::max(2.F, whole * static_cast<float>(std::clamp(bar.value / bar.most, 0.0, 1.0)));
  const Rect rect{box.x, box.centre().y - thickness / 2, width, thickness};
  fill(canvas, rect, canvas.colour(bar.ink), {2});
  text(canvas, Rect{rect.right() + 6, box.y, room, box.h}, bar.words,
       {.face = Face::semibold, .upright = Upright::middle});
}

std::string score_tip(const Result& result, Predictor who) {
  const PredictorScore& score = score_of(result, who);
  return tr("%1\nsquared error %2 of that of the mean token\nguessed right %3 of %4", name_of(result, who),
            number(score.error, 6), percent(score.accuracy),
            counted("%1 held-out token", "%1 held-out tokens", static_cast<double>(result.test_rows)));
}

// Where there is no room for name_of().
std::string short_name(const Result& result, Predictor who) {
  switch (who) {
    case Predictor::frequent: return tr("commonest");
    case Predictor::bigram: return tr("pairs");
    case Predictor::windows:
      return result.longest == 2 ? tr("triples") : tr("runs of %1", std::to_string(result.longest + 1));
    case Predictor::closed: return tr("closed form");
    case Predictor::descent: return tr("descent");
  }
  return "";
}

void draw_name(const Result& result, Canvas& canvas, const Rect& box, Predictor who) {
  const TextStyle style{.size = canvas.narrow() ? Size::small : Size::body, .upright = Upright::middle};
  const std::string name = name_of(result, who);
  text(canvas, box, text_width(canvas, name, style) > box.w ? short_name(result, who) : name, style);
}

void draw_score(const Result& result, Drawing& drawing, const Row& row, Predictor who) {
  Canvas& canvas = drawing.canvas;
  const PredictorScore& score = score_of(result, who);
  draw_name(result, canvas, row.name, who);
  const bool is_descent = who == Predictor::descent;
  const auto stage = static_cast<std::size_t>(is_descent ? Step::descent : Step::closed);
  if (who >= Predictor::closed && drawing.times.size() > stage) {
    text(canvas, row.time, duration(drawing.times[stage] / 1000),
         {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle});
  }
  if (is_descent && !has_descent(result)) {
    text(canvas, row.error, tr("on its way"), {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
    return;
  }
  double most = 1;
  double best = 0;
  for (const PredictorScore& other : result.scores) {
    most = std::max(most, std::min(other.error, 1.6));
    best = std::max(best, other.accuracy);
  }
  draw_bar(canvas, row.error, {score.error, most, number(score.error), ink_of(who)});
  draw_bar(canvas, row.right, {score.accuracy, std::max(best, 1e-6), percent(score.accuracy), ink_of(who)});
  const Rect all{row.name.x, row.name.y, row.right.right() - row.name.x, row.right.bottom() - row.name.y};
  if (canvas.hovers(all)) tooltip(canvas, canvas.pointer.at, score_tip(result, who));
}

// --- Descent --------------------------------------------------------------------------------------------------------

// Errors above this are cut off: the random start of a descent.
constexpr double kHighest = 1.15;

// From under the lowest level to over the mean token's error.
Range error_range(const Result& result) {
  double low = std::min({1.0, score_of(result, Predictor::bigram).error, result.full_error()});
  double high = std::max(1.0, std::min(result.full_error(), kHighest));
  for (const double error : result.descent) {
    low = std::min(low, error);
    high = std::max(high, std::min(error, kHighest));
  }
  const double margin = std::max(0.02, 0.1 * (high - low));
  return {std::max(0.0, low - margin), high + margin};
}

std::vector<Level> levels_of(const Result& result, bool narrow) {
  return {{result.full_error(), tr("closed form %1", number(result.full_error())), Ink::W, false},
          {score_of(result, Predictor::bigram).error,
           tr("bigram %1", number(score_of(result, Predictor::bigram).error)), Ink::truth},
          {1, narrow ? tr("mean token 1") : tr("always the mean token: 1"), Ink::quiet}};
}

void hover_descent(const Result& result, Canvas& canvas, const Axes& axes) {
  const auto at = curve_hover(canvas, axes, result.passes);
  if (!at) return;
  const double error = result.descent[*at];
  disc(canvas, axes.at(result.passes[*at], std::min(error, axes.y().range.high)), 4, canvas.colour(Ink::V));
  tooltip(canvas, canvas.pointer.at,
          tr("after %1 passes\nsquared error %2\nthe closed form %3", number(result.passes[*at]), number(error, 6),
             number(result.full_error(), 6)));
}

}  // namespace

void draw_scores(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box,
          result.words ? tr("How well is the next word predicted?") : tr("How well is the next character predicted?"),
          tr("On %1. Squared error: 1 is always answering the mean token.",
             counted("%1 held-out token", "%1 held-out tokens", static_cast<double>(result.test_rows))));
  const bool timed = drawing.times.size() > static_cast<std::size_t>(Step::descent);
  const Rect top = box.take_top(line_height(canvas, Size::small), 2);
  const Row head = row_of(canvas, top, timed);
  const TextStyle quiet{.ink = Ink::quiet, .size = Size::small};
  if (canvas.narrow()) {
    const auto [error, right] = top.columns<2>({1, 1});
    text(canvas, error, tr("squared error"), quiet);
    text(canvas, right, tr("guessed right"), quiet);
  } else {
    text(canvas, head.error, tr("squared error"), quiet);
    text(canvas, head.right, tr("guessed right"), quiet);
    if (timed) text(canvas, head.time, tr("time"), {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
  }
  const float height = std::min(box.h / kPredictors, (canvas.narrow() ? 3.1F : 2.3F) * canvas.em);
  for (std::size_t k = 0; k < kPredictors; ++k) {
    const auto who = static_cast<Predictor>(k);
    if (is_told(result, who)) draw_score(result, drawing, row_of(canvas, box.take_top(height, 0), timed), who);
  }
}

void draw_descent(const Result& result, Canvas& canvas, Rect box) {
  const std::string heads = counted("%1 head", "%1 heads", result.heads);
  heading(canvas, box, result.diverged ? tr("Descent blew up") : tr("Descent, pass by pass"),
          result.epochs == 0 ? std::string(tr("It starts when the closed form is done."))
                             : tr("%1, Adam on $V$ and $Q$: the error on the held-out text as it learns.", heads));
  if (result.passes.empty()) return;
  const Axes axes =
      draw_axes(canvas, box, {.range = {0, static_cast<double>(result.epochs)}, .name = tr("passes over the data")},
                {.range = error_range(result), .name = tr("squared error, held out")});
  Labels labels(axes.plot());
  const std::vector<Level> levels = levels_of(result, canvas.narrow());
  for (const Level& level : levels) draw_level(canvas, axes, labels, level);
  std::vector<plot::Point> points;
  {
    const Clip clip(canvas, axes.plot());
    curve(canvas, axes, result.passes, result.descent, {.ink = Ink::V, .width = 2.5F});
  }
  for (std::size_t k = 0; k < result.passes.size(); ++k) {
    const Point at = axes.at(result.passes[k], result.descent[k]);
    if (axes.plot().inset(-1).contains(at)) points.push_back(at);
  }
  for (std::size_t k = 1; k < points.size(); ++k) labels.avoid(points[k - 1], points[k]);
  labels.place(canvas, tr("descent %1", number(result.descent.back())),
               {.ink = Ink::V, .size = Size::small, .face = Face::semibold}, spots_along(points));
  for (const Level& level : levels) label_level(canvas, axes, labels, level);
  hover_descent(result, canvas, axes);
}

}  // namespace figures::language
