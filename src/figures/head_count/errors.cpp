// The three models of figure "head_count" on fresh questions.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "figures/head_count/picture.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::head_count {
namespace {

// One model at the chosen noise.
struct Row {
  std::string name;
  double numbers;  // it keeps
  double error;
  double expected;  // noise alone would leave; 0: nothing is known
  double distance;
  Ink ink;
  bool square;  // its mark; a disc otherwise
};

constexpr std::size_t kRows = 3;

std::array<Row, kRows> rows_of(const Result& result, const Values& values) {
  const int kept = kept_heads(result, values);
  const auto cut = static_cast<learner::Index>(kept - 1);
  const bool decided = !result.open && !result.is_plain();
  const double few = result.is_plain() ? full_numbers(result) : free_numbers(result, result.heads);
  return {Row{tr("Full fit"), full_numbers(result), result.full_error,
              result.open ? 0 : noise_share(result, result.noise, full_numbers(result)), result.full_distance, Ink::W,
              true},
          Row{tr("SVD cut to %1", counted("%1 head", "%1 heads", kept)), free_numbers(result, kept),
              result.cut_errors(cut), 0, result.cut_distances(cut), Ink::W, true},
          Row{tr("Fewest heads: %1", whole(result.heads)), few, result.fewest_error,
              decided ? noise_share(result, result.noise, few) : 0, result.fewest_distance, Ink::V, false}};
}

// Errors of exactly 0 are drawn, and said, as rounding.
constexpr double kNothing = 1e-40;

Range range_of_rows(const Result& result, const std::array<Row, kRows>& rows) {
  std::vector<double> all = {std::max(result.noise * result.noise, kNothing)};
  if (result.noise == 0) all.clear();
  for (const Row& row : rows) {
    all.push_back(std::max(row.error, kNothing));
    if (row.expected > 0) all.push_back(row.expected);
  }
  // The cut is dragged under an axis that stands still.
  all.push_back(result.cut_errors.maxCoeff());
  return range_of(all, Scale::log, 0.08);
}

void draw_mark(Canvas& canvas, Point at, Ink ink, bool square) {
  if (square) {
    fill(canvas, {at.x - 4.5F, at.y - 4.5F, 9, 9}, canvas.colour(ink), {1});
  } else {
    disc(canvas, at, 5.5F, canvas.colour(ink));
  }
}

// Words on a scrap of paper: the line of the noise passes behind them. Returns their width.
float scrap(Canvas& canvas, Point at, std::string_view words, const TextStyle& style) {
  const float whole_width = text_width(canvas, words, style);
  const float width = style.max_width > 0 ? std::min(whole_width, style.max_width) : whole_width;
  const float left = style.along == Along::right ? at.x - width : at.x;
  fill(canvas, {left - 2, at.y, width + 4, line_height(canvas, style.size)}, canvas.colour(Ink::paper));
  return text(canvas, at, words, style);
}

std::string row_tip(const Row& row, const std::string& numbers) {
  std::string words = row.name + "\n" + tr("error %1", number(row.error, 4));
  if (row.expected > 0) words += "\n" + tr("noise alone leaves %1", number(row.expected, 4));
  return words + "\n" + tr("keeps %1\n$p$ is %2 of its length from the truth", numbers, number(row.distance));
}

void draw_row(Canvas& canvas, const Axes& axes, Rect box, const Row& row) {
  const Rect words = box.take_top(line_height(canvas, Size::small), 2);
  const float value = scrap(canvas, {words.right(), words.y}, number(row.error, 2),
                            {.ink = row.ink, .size = Size::small, .face = Face::semibold, .along = Along::right});
  const float room = words.w - value - kGrid;
  const float name =
      scrap(canvas, {words.x, words.y}, row.name, {.ink = row.ink, .size = Size::small, .max_width = room});
  const std::string numbers = counted("%1 number", "%1 numbers", row.numbers);
  if (name + kGrid + text_width(canvas, numbers, {.size = Size::small}) <= room) {
    scrap(canvas, {words.x + name + kGrid, words.y}, numbers, {.ink = Ink::quiet, .size = Size::small});
  }
  const float y = std::round(std::min(box.y + 7, box.bottom()));
  const Rect under{box.x, y + 9, box.w, line_height(canvas, Size::small)};
  if (under.bottom() <= box.bottom()) {
    scrap(canvas, {under.x, under.y}, tr("$p$ off by %1 of its length", number(row.distance, 2)),
          {.ink = Ink::quiet, .size = Size::small, .max_width = box.w});
  }
  line(canvas, {box.x, y}, {box.right(), y}, canvas.colour(Ink::hairline));
  if (row.expected > 0) ring(canvas, {axes.x_at(row.expected), y}, 6.5F, canvas.colour(Ink::truth));
  draw_mark(canvas, {axes.x_at(std::max(row.error, kNothing)), y}, row.ink, row.square);
  if (!canvas.hovers(Rect{box.x, words.y, box.w, y + 8 - words.y})) return;
  tooltip(canvas, canvas.pointer.at, row_tip(row, numbers));
}

std::string errors_meaning(const Result& result) {
  const std::string what = tr("Mean square over %1; answering 0 gives 1.",
                              counted("%1 answer", "%1 answers", static_cast<double>(result.fresh)));
  if (result.noise == 0 || result.open) return what;
  return passage({what, tr("Rings: what noise leaves in that many numbers.")});
}

// Means over the models that are done, and the band they lie in.
struct Curve {
  std::vector<double> mean, low, high;
};

Curve curve_of(const Result& result, const auto& errors) {
  Curve curve;
  const auto levels = static_cast<learner::Index>(result.levels.size());
  for (Index level = 0; level < std::min(levels, errors.size()); ++level) {
    double sum = 0;
    double low = errors(level);
    double high = errors(level);
    int count = 0;
    for (Index k = level; k < errors.size(); k += levels, ++count) {
      sum += errors(k);
      low = std::min(low, errors(k));
      high = std::max(high, errors(k));
    }
    curve.mean.push_back(sum / count);
    curve.low.push_back(low);
    curve.high.push_back(high);
  }
  return curve;
}

// How often the gap counted right at a level: "3 of 4".
std::string right_counts(const Result& result, std::size_t level) {
  int right = 0;
  int all = 0;
  for (std::size_t k = level; k < result.gap_sweep.size(); k += result.levels.size(), ++all) {
    right += result.gap_sweep[k] == result.true_heads;
  }
  return tr("%1 of %2", whole(right), whole(all));
}

struct Sweep {
  Curve full, cut, fewest;
  std::vector<double> x, floor;
  int kept = 1;
};

Sweep sweep_of(const Result& result, const Values& values) {
  Sweep sweep{curve_of(result, result.full_sweep), {}, curve_of(result, result.fewest_sweep), {}, {},
              kept_heads(result, values)};
  if (result.cut_sweep.rows() > 0) sweep.cut = curve_of(result, result.cut_sweep.col(sweep.kept - 1));
  sweep.x.assign(result.levels.begin(), result.levels.begin() + std::ssize(sweep.full.mean));
  for (const double level : result.levels) sweep.floor.push_back(level * level);
  return sweep;
}

Range sweep_range(const Result& result, const Sweep& sweep) {
  Range range = range_of(sweep.floor, Scale::log);
  for (const Curve* curve : {&sweep.full, &sweep.fewest}) {
    if (curve->mean.empty()) continue;
    range = joined(range, joined(range_of(curve->low, Scale::log), range_of(curve->high, Scale::log)));
  }
  // Whatever the cut is dragged to.
  if (result.cut_sweep.size() > 0) range.high = std::max(range.high, result.cut_sweep.maxCoeff() * 1.2);
  return range;
}

void draw_curves(Canvas& canvas, const Axes& axes, const Result& result, const Sweep& sweep) {
  curve(canvas, axes, result.levels, sweep.floor, {.ink = Ink::truth, .width = 1.25F, .dashed = true});
  band(canvas, axes, sweep.x, sweep.full.low, sweep.full.high, Ink::W);
  band(canvas, axes, sweep.x, sweep.fewest.low, sweep.fewest.high, Ink::V);
  curve(canvas, axes, sweep.x, sweep.cut.mean, {.ink = Ink::W, .width = 1.25F, .marks = true});
  curve(canvas, axes, sweep.x, sweep.full.mean, {.ink = Ink::W, .width = 2.5F, .marks = true});
  curve(canvas, axes, sweep.x, sweep.fewest.mean, {.ink = Ink::V, .width = 2.5F, .marks = true});
}

void hover_level(Canvas& canvas, const Axes& axes, const Result& result, const Sweep& sweep) {
  const auto at = curve_hover(canvas, axes, sweep.x);
  if (!at) return;
  tooltip(canvas, {axes.x_at(sweep.x[*at]), canvas.pointer.at.y},
          tr("noise %1\nfull fit %2\nSVD cut to %3: %4\nfewest heads %5\nthe gap of $S(x)$ counts right in %6",
             number(sweep.x[*at]), number(sweep.full.mean[*at]), whole(sweep.kept), number(sweep.cut.mean[*at]),
             number(sweep.fewest.mean[*at]), right_counts(result, *at)));
}

// Pressing a level chooses that noise.
void choose_level(const Result& result, Drawing& drawing, const Axes& axes) {
  if (!region(drawing.canvas, kNoiseRegion, axes.plot()).clicked) return;
  const double noise = axes.x_of(drawing.canvas.pointer.at.x);
  const auto away = [noise](double level) { return std::abs(std::log(level / noise)); };
  drawing.values.set("noise", *std::ranges::min_element(result.levels, {}, away));
}

std::string sweep_models(const Result& result) {
  const std::string models = whole(result.models);
  if (result.is_plain()) return result.models == 1 ? tr("One model.") : tr("Means of %1 models.", models);
  const std::string heads = counted("%1 head", "%1 heads", result.heads);
  return result.models == 1 ? tr("One model, with %1 each.", heads)
                            : tr("Means of %1 models, with %2 each.", models, heads);
}

std::string sweep_meaning(const Result& result) {
  return passage({sweep_models(result), tr("Press to choose a noise.")});
}

}  // namespace

void draw_errors(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  panel_heading(canvas, box, tr("Error on fresh questions"), errors_meaning(result));
  const auto rows = rows_of(result, drawing.values);
  const Axes axes = draw_axes(canvas, box, {.range = range_of_rows(result, rows), .scale = Scale::log},
                              {.range = {0, 1}, .ticks = false});
  Rect plot = axes.plot();
  const float label = result.noise > 0 ? line_height(canvas, Size::small) : 0;
  if (result.noise > 0) reference_x(canvas, axes, result.noise * result.noise, tr("noise"));
  plot.take_top(label, 2);
  for (std::size_t k = 0; k < kRows; ++k) draw_row(canvas, axes, plot.row(static_cast<int>(k), kRows, 4), rows[k]);
}

void draw_sweep(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  panel_heading(canvas, box, tr("The same over the noise"), sweep_meaning(result));
  const Sweep sweep = sweep_of(result, drawing.values);
  std::vector<plot::EndLabel> labels = {{1, tr("noise"), Ink::truth}};
  const std::string cut_name = tr("cut to %1", whole(sweep.kept));
  if (!sweep.x.empty()) {
    labels.push_back({sweep.full.mean.back(), tr("full fit"), Ink::W});
    labels.push_back({sweep.cut.mean.back(), cut_name, Ink::W});
    labels.push_back({sweep.fewest.mean.back(), tr("fewest"), Ink::V});
  }
  const std::string widest_cut = tr("cut to %1", "64");
  const std::vector<plot::EndLabel> widest = {
      {1, widest_cut, Ink::W}, {1, tr("noise"), Ink::truth}, {1, tr("full fit"), Ink::W}, {1, tr("fewest"), Ink::V}};
  box.take_right(end_label_width(canvas, widest), 0);
  const Axes axes = draw_axes(
      canvas, box,
      {.range = {result.levels.front() / 1.3, result.levels.back() * 1.15}, .scale = Scale::log, .name = tr("noise")},
      {.range = sweep_range(result, sweep), .scale = Scale::log});
  if (result.noise > 0) reference_x(canvas, axes, result.noise, "");
  draw_curves(canvas, axes, result, sweep);
  end_labels(canvas, axes, labels);
  choose_level(result, drawing, axes);
  hover_level(canvas, axes, result, sweep);
}

}  // namespace figures::head_count
