// What figure "head_count" can show beside its two spectra: what the count is worth, and where it comes from.
#include <numeric>

#include "figures/head_count/head_count.hpp"
#include "figures/heads_picture.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/panel.hpp"

namespace figures::head_count {
namespace {

// --- How many heads could be needed at all, over d ------------------------------------------------------------------

// The name of a mark. Both curves rise, so over them is room on the left and under them on the right; at the rims of
// the plot a scrap of paper keeps a curve out of the words.
void name_mark(Canvas& canvas, const Axes& axes, Point at, std::string_view name, Ink ink, bool over) {
  const TextStyle style{.ink = ink, .size = Size::small, .upright = Upright::middle};
  const float width = text_width(canvas, name, style);
  const float left = at.x - 11 - width;
  const bool fits_left = left >= axes.plot().x;
  const bool fits_right = at.x + 11 + width <= axes.plot().right();
  const bool goes_left = over ? fits_left : !fits_right;
  const Point place{goes_left ? left : at.x + 11, over && goes_left ? at.y - 6 : at.y + 6};
  const float height = line_height(canvas, Size::small) - 2;
  fill(canvas, {place.x - 1, place.y - height / 2, width + 2, height}, canvas.colour(Ink::paper));
  text(canvas, place, name, style);
}

// The plain count, the fewest found, and the truth as a ring. Names only where they stand a line apart.
void draw_counts(Canvas& canvas, const Axes& axes, const Result& result, const Setting& setting) {
  const Point plain = axes.at(setting.d, std::max(result.plain_heads, 1));
  fill(canvas, {plain.x - 4.5F, plain.y - 4.5F, 9, 9}, canvas.colour(Ink::W), {1});
  name_mark(canvas, axes, plain, tr("SVD %1", whole(result.plain_heads)), Ink::W, true);
  ring(canvas, axes.at(setting.d, setting.heads), 7.5F, canvas.colour(Ink::truth));
  if (!result.counted() || result.heads == 0 || !result.is_found()) return;
  const Point found = axes.at(setting.d, result.heads);
  disc(canvas, found, 4.5F, canvas.colour(Ink::V));
  if (found.y - plain.y >= line_height(canvas, Size::small)) {
    name_mark(canvas, axes, found, tr("found %1", whole(result.heads)), Ink::V, false);
  }
}

void draw_possible(const Result& result, const Setting& setting, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const bool one = setting.d_out == 1;
  heading(canvas, box, tr("How many could be needed"),
          one ? tr("With one output $d$ heads are always enough.")
              : tr("$d^{2}$ are always enough, $H_{gen}$ almost always: ours, by counting dimensions and by "
                   "trying, not by proof."));
  std::vector<double> x, enough, generic;
  for (int d = 2; d <= 8; ++d) {
    x.push_back(d);
    enough.push_back(always_enough(d, one));
    generic.push_back(almost_always_enough(d, one));
  }
  std::vector<EndLabel> labels = {{enough.back(), one ? "$d$" : "$d^{2}$", Ink::truth}};
  if (!one) labels.push_back({generic.back(), "$H_{gen}$", Ink::ink});
  box.take_right(end_label_width(canvas, labels), 0);
  const double most = std::max(enough.back(), 1.0 * setting.heads);
  const Axes axes = draw_axes(canvas, box, {.range = {1.7, 8.3}, .name = tr("token size $d$"), .whole = true},
                              {.range = {0.75, most * 1.3}, .scale = Scale::log, .name = tr("heads")});
  curve(canvas, axes, x, enough, {.ink = Ink::truth, .width = 1.25F, .dashed = true});
  if (!one) curve(canvas, axes, x, generic, {.width = 2});
  end_labels(canvas, axes, labels);
  draw_counts(canvas, axes, result, setting);
  const auto at = curve_hover(canvas, axes, x);
  if (!at) return;
  std::string words =
      tr("$d$ = %1\nalways enough %2\nalmost always enough %3", whole(x[*at]), whole(enough[*at]), whole(generic[*at]));
  if (x[*at] == setting.d) {
    words += "\n" + tr("made the data %1\nplain SVD %2", whole(setting.heads), whole(result.plain_heads));
    if (result.counted() && !result.is_plain()) words += "\n" + tr("fewest found %1", whole(result.heads));
  }
  tooltip(canvas, {axes.x_at(x[*at]), canvas.pointer.at.y}, words);
}

// --- The three models on fresh questions: at the chosen noise, and over all noise levels ---------------------------

// One model at the chosen noise.
struct Row {
  std::string name;
  double numbers;  // it keeps
  double error;
  double expected;  // noise alone leaves at least, on average over data sets; 0: nothing is known
  double distance;
  Ink ink;
  bool square;  // its mark; a disc otherwise
};

// The plain heads are the full fit in other words.
std::vector<Row> rows_of(const Result& result, const Setting& setting, const Values& values) {
  const int kept = kept_heads(result, setting, values);
  const double all = setting.full_numbers();
  const double few = result.fewest_numbers(setting);
  const auto expected = [&](double numbers) { return result.open ? 0 : setting.noise_share(setting.noise, numbers); };
  std::vector<Row> rows = {{tr("Full fit"), all, result.full_error, expected(all), result.full_distance, Ink::W, true},
                           {tr("SVD cut to %1", heads_text(kept)), setting.free_numbers(kept),
                            result.cut_errors(kept - 1), 0, result.cut_distances(kept - 1), Ink::W, true}};
  if (!result.is_plain())
    rows.push_back({result.is_found() ? tr("Fewest heads: %1", whole(result.heads))
                                      : tr("%1 made the data", heads_text(result.heads)),
                    few, result.fewest_error, expected(few), result.fewest_distance, Ink::V, false});
  return rows;
}

// Errors of exactly 0 are drawn, and said, as rounding.
constexpr double kNothing = 1e-40;

Range range_of_rows(const Result& result, double noise, std::span<const Row> rows) {
  std::vector<double> all;
  if (noise != 0) all.push_back(std::max(noise * noise, kNothing));
  for (const Row& row : rows) {
    all.push_back(std::max(row.error, kNothing));
    if (row.expected > 0) all.push_back(row.expected);
  }
  // The cut is dragged under an axis that stands still.
  all.push_back(result.cut_errors.maxCoeff());
  return range_of(all, Scale::log, 0.08);
}

// Words on a scrap of paper: the line of the noise passes behind them. Returns their width.
float scrap(Canvas& canvas, Point at, std::string_view words, const TextStyle& style) {
  const float width = std::min(text_width(canvas, words, style), style.max_width > 0 ? style.max_width : 1e9F);
  const float left = style.along == Along::right ? at.x - width : at.x;
  fill(canvas, {left - 2, at.y, width + 4, line_height(canvas, style.size)}, canvas.colour(Ink::paper));
  return text(canvas, at, words, style);
}

void draw_row(Canvas& canvas, const Axes& axes, Rect box, const Row& row) {
  const Rect words = box.take_top(line_height(canvas, Size::small), 2);
  const float value = scrap(canvas, {words.right(), words.y}, number(row.error, 2),
                            {.ink = row.ink, .size = Size::small, .face = Face::semibold, .along = Along::right});
  const float room = words.w - value - kGrid;
  const float name =
      scrap(canvas, {words.x, words.y}, row.name, {.ink = row.ink, .size = Size::small, .max_width = room});
  const std::string numbers = counted("%1 number", "%1 numbers", row.numbers);
  const TextStyle quiet{.ink = Ink::quiet, .size = Size::small, .max_width = box.w};
  if (name + kGrid + text_width(canvas, numbers, {.size = Size::small}) <= room)
    scrap(canvas, {words.x + name + kGrid, words.y}, numbers, kCaption);
  const float y = std::round(std::min(box.y + 7, box.bottom()));
  if (y + 9 + line_height(canvas, Size::small) <= box.bottom())
    scrap(canvas, {box.x, y + 9}, tr("$p$ off by %1 of its length", number(row.distance, 2)), quiet);
  line(canvas, {box.x, y}, {box.right(), y}, canvas.colour(Ink::hairline));
  if (row.expected > 0) ring(canvas, {axes.x_at(row.expected), y}, 6.5F, canvas.colour(Ink::truth));
  const float x = axes.x_at(std::max(row.error, kNothing));
  if (row.square) {
    fill(canvas, {x - 4.5F, y - 4.5F, 9, 9}, canvas.colour(row.ink), {1});
  } else {
    disc(canvas, {x, y}, 5.5F, canvas.colour(row.ink));
  }
  if (!canvas.hovers(Rect{box.x, words.y, box.w, y + 8 - words.y})) return;
  std::string tip = row.name + "\n" + tr("error %1", number(row.error, 4));
  if (row.expected > 0) tip += "\n" + tr("noise alone leaves %1 or more on average", number(row.expected, 4));
  tip += "\n" + tr("keeps %1\n$p$ is %2 of its length from the truth", numbers, number(row.distance));
  tooltip(canvas, canvas.pointer.at, tip);
}

// Means over the models that are done, and the band they lie in, by noise level.
struct Curve {
  std::vector<double> mean, low, high;
};

Curve curve_of(const Result& result, const auto& error) {
  Curve curve;
  for (std::size_t level = 0; level < std::min(kNoiseLevels.size(), result.sweep.size()); ++level) {
    std::vector<double> all;
    for (std::size_t k = level; k < result.sweep.size(); k += kNoiseLevels.size())
      all.push_back(error(result.sweep[k]));
    curve.mean.push_back(std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size()));
    curve.low.push_back(std::ranges::min(all));
    curve.high.push_back(std::ranges::max(all));
  }
  return curve;
}

// How often the gap counted right at a level: "3 of 4".
std::string right_counts(const Result& result, int truth, std::size_t level) {
  int right = 0, all = 0;
  for (std::size_t k = level; k < result.sweep.size(); k += kNoiseLevels.size(), ++all)
    right += result.sweep[k].gap == truth;
  return tr("%1 of %2", whole(right), whole(all));
}

std::string models_sentence(const Result& result) {
  const std::string models = whole(result.models);
  if (!result.is_found()) return result.models == 1 ? tr("One model.") : tr("Means of %1 models.", models);
  const std::string heads = heads_text(result.heads);
  return result.models == 1 ? tr("One model, with %1 each.", heads)
                            : tr("Means of %1 models, with %2 each.", models, heads);
}

void draw_errors(const Result& result, const Setting& setting, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const std::string what = tr("Mean square over %1; answering 0 gives 1.", counted("%1 answer", "%1 answers", kFresh));
  const bool rings = setting.noise != 0 && !result.open;
  heading(canvas, box, tr("Error on fresh questions"),
          rings ? passage({what, tr("Rings: the least that noise leaves on average in that many numbers.")}) : what);
  const auto rows = rows_of(result, setting, drawing.values);
  const Axes axes = draw_axes(canvas, box, {.range = range_of_rows(result, setting.noise, rows), .scale = Scale::log},
                              {.range = {0, 1}, .ticks = false});
  Rect plot = axes.plot();
  if (setting.noise > 0) reference_x(canvas, axes, setting.noise * setting.noise, tr("noise"));
  plot.take_top(setting.noise > 0 ? line_height(canvas, Size::small) : 0, 2);
  const auto count = static_cast<int>(rows.size());
  for (int k = 0; k < count; ++k) draw_row(canvas, axes, plot.row(k, count, 4), rows[static_cast<std::size_t>(k)]);
}

void draw_sweep(const Result& result, const Setting& setting, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, tr("The same over the noise"),
          passage({models_sentence(result), tr("Press to choose a noise.")}));
  const int kept = kept_heads(result, setting, drawing.values);
  const Curve full = curve_of(result, [](const SweptFit& fit) { return fit.full; });
  const Curve cut = curve_of(result, [kept](const SweptFit& fit) { return fit.cuts(kept - 1); });
  const Curve fewest = curve_of(result, [](const SweptFit& fit) { return fit.fewest; });
  const std::span x = std::span(kNoiseLevels).first(full.mean.size());
  std::vector<double> floor;
  for (const double level : kNoiseLevels) floor.push_back(level * level);

  Range range = range_of(floor, Scale::log);
  for (const Curve* one : {&full, &fewest}) {
    if (!x.empty()) range = joined(range, joined(range_of(one->low, Scale::log), range_of(one->high, Scale::log)));
  }
  // Whatever the cut is dragged to.
  for (const SweptFit& fit : result.sweep) range.high = std::max(range.high, fit.cuts.maxCoeff() * 1.2);

  std::vector<EndLabel> labels = {{1, tr("noise"), Ink::truth}};
  const std::string cut_name = tr("cut to %1", whole(kept));
  if (!x.empty()) {
    labels.insert(labels.end(), {{full.mean.back(), tr("full fit"), Ink::W}, {cut.mean.back(), cut_name, Ink::W}});
    if (!result.is_plain()) labels.push_back({fewest.mean.back(), tr("fewest"), Ink::V});
  }
  const std::string widest_cut = tr("cut to %1", "64");
  const EndLabel widest[] = {
      {1, widest_cut, Ink::W}, {1, tr("noise"), Ink::truth}, {1, tr("full fit"), Ink::W}, {1, tr("fewest"), Ink::V}};
  box.take_right(end_label_width(canvas, widest), 0);
  const Axes axes = draw_axes(
      canvas, box,
      {.range = {kNoiseLevels.front() / 1.3, kNoiseLevels.back() * 1.15}, .scale = Scale::log, .name = tr("noise")},
      {.range = range, .scale = Scale::log});
  if (setting.noise > 0) reference_x(canvas, axes, setting.noise, "");
  curve(canvas, axes, kNoiseLevels, floor, {.ink = Ink::truth, .width = 1.25F, .dashed = true});
  band(canvas, axes, x, full.low, full.high, Ink::W);
  if (!result.is_plain()) band(canvas, axes, x, fewest.low, fewest.high, Ink::V);
  curve(canvas, axes, x, cut.mean, {.ink = Ink::W, .width = 1.25F, .marks = true});
  curve(canvas, axes, x, full.mean, {.ink = Ink::W, .width = 2.5F, .marks = true});
  if (!result.is_plain()) curve(canvas, axes, x, fewest.mean, {.ink = Ink::V, .width = 2.5F, .marks = true});
  end_labels(canvas, axes, labels);

  // Pressing a level chooses that noise.
  if (region(canvas, "head_count.noise", axes.plot()).clicked) {
    const double noise = axes.x_of(canvas.pointer.at.x);
    const auto away = [noise](double level) { return std::abs(std::log(level / noise)); };
    drawing.values.set("noise", *std::ranges::min_element(kNoiseLevels, {}, away));
  }
  const auto at = curve_hover(canvas, axes, x);
  if (!at) return;
  std::string words = tr("noise %1\nfull fit %2\nSVD cut to %3: %4", number(x[*at]), number(full.mean[*at]),
                         whole(kept), number(cut.mean[*at]));
  if (!result.is_plain()) words += "\n" + tr("fewest heads %1", number(fewest.mean[*at]));
  if (result.slices() > 1)
    words += "\n" + tr("the gap of $S(x)$ counts right in %1", right_counts(result, setting.heads, *at));
  tooltip(canvas, {axes.x_at(x[*at]), canvas.pointer.at.y}, words);
}

// --- The heads that were found --------------------------------------------------------------------------------------

// How, and why so.
std::string found_way(const Result& result) {
  const std::string starts = counted("%1 random start", "%1 random starts", result.starts);
  if (result.is_polished()) {
    const std::string error = number(result.start_error, 2);
    return result.path == learner::HeadPath::alternating ? tr("Too many for null spaces: alternating fits of $p$ gave "
                                                              "a starting point, of error %1. Least squares "
                                                              "on the data went on from there.",
                                                              error)
                                                         : tr("Null spaces of $S(x)$ gave a starting point (ours), of "
                                                              "error %1. Least squares on the data went on "
                                                              "from there.",
                                                              error);
  }
  switch (result.path) {
    case learner::HeadPath::value_null_space:
      return tr("$V$ from the null spaces of $S(x)$, $Q$ by least squares (ours).");
    case learner::HeadPath::query_null_space:
      return tr("$Q$ from the null spaces of $S(x)$, $V$ by least squares (ours).");
    case learner::HeadPath::alternating:
      if (result.slices() == 1)
        return tr("A null vector of one output says nothing of a single head: fitted in turns, %1.", starts);
      return result.by_rank < result.slices() ? tr("Null spaces did not meet $p$: fitted in turns, %1.", starts)
                                              : tr("Too many for null spaces: fitted in turns, %1.", starts);
    case learner::HeadPath::singular_values:
      return result.count_by == learner::HeadCountBy::held_out
                 ? tr("On held-out data up to %1 do less well.", heads_text(result.most_tried))
                 : tr("Up to %1 were tried and missed.", whole(result.most_tried));
    case learner::HeadPath::known: return tr("Those that made the data: no start found so few.");
    case learner::HeadPath::none: break;
  }
  return "";
}

void draw_found_heads(const Result& result, const Setting&, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  constexpr std::array kTitles = {Phrase("No head is needed"),   Phrase("%1 by null spaces"),
                                  Phrase("%1 by null spaces"),   Phrase("%1 by alternating fits"),
                                  Phrase("%1 by the plain SVD"), Phrase("%1 made the data")};
  const Phrase title =
      result.is_polished() ? Phrase("%1 fitted to the data") : kTitles[static_cast<std::size_t>(result.path)];
  const std::string off = number(result.fewest_distance, 2);
  const std::string distance =
      result.path == learner::HeadPath::known ? ""
      : result.is_mixed
          ? tr("Heads mix freely: shown is the mix nearest to those that made the data. $p$ is off by %1.", off)
          : tr("Heads mix freely: this is one mix of many. $p$ is off by %1.", off);
  heading(canvas, box, tr(title, heads_text(result.heads)), passage({found_way(result), distance}));
  draw_head_maps(canvas, box, result.value_maps, result.query_maps);
}

}  // namespace

void draw_beside(const Result& result, const Setting& setting, Drawing& drawing, Rect box) {
  using Panel = void(const Result& result, const Setting& setting, Drawing& drawing, Rect box);
  constexpr Panel* kPanels[] = {draw_errors, draw_sweep, draw_found_heads, draw_possible};
  if (!result.counted()) {
    text(drawing.canvas, box, tr("Counting heads …"), {.ink = Ink::quiet, .size = Size::small, .max_width = box.w});
    return;
  }
  kPanels[drawing.values.integer("beside") - 1](result, setting, drawing, box);
}

}  // namespace figures::head_count
