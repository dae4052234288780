// The picture of figure "language": one of three, by the question. Here are the second, the held-out error against how
// many features are kept, and the third, the spectra of Lambda and rho on held-out text, and the same question asked of
// several contexts and vocabularies.
#include <numeric>

#include "figures/language/run.hpp"
#include "figures/tabs.hpp"
#include "plot/axes.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/panel.hpp"

namespace figures::language {

void draw_levels(Canvas& canvas, const Axes& axes, Labels& labels, std::span<const Level> levels) {
  for (const Level& level : levels) {
    if (level.y < axes.y().range.low || level.y > axes.y().range.high) continue;
    const Point left{axes.plot().x, std::round(axes.y_at(level.y))};
    const Point right{axes.plot().right(), left.y};
    if (level.dashed) {
      rule_y(canvas, axes, level.y, {.ink = level.ink});
    } else {
      line(canvas, left, right, canvas.colour(level.ink), 2);
    }
    labels.avoid(left, right);
  }
}

void label_levels(Canvas& canvas, const Axes& axes, Labels& labels, std::span<const Level> levels) {
  const Rect& area = axes.plot();
  for (const Level& level : levels) {
    if (level.y < axes.y().range.low || level.y > axes.y().range.high) continue;
    const float y = std::round(axes.y_at(level.y));
    const Along along = level.left ? Along::left : Along::right;
    std::vector<LabelSpot> spots;
    for (const float x : {0.F, 0.25F, 0.5F}) {
      const float at = level.left ? area.x + 4 + x * area.w : area.right() - 2 - x * area.w;
      spots.push_back({{at, y - 1}, along, Upright::bottom});
      spots.push_back({{at, y + 2}, along, Upright::top});
    }
    labels.place(canvas, level.words, {.ink = level.ink, .size = Size::small}, spots);
  }
}

Level bigram_level(const Result& result, Ink ink, bool left) {
  const double error = result.score(Predictor::bigram).error;
  return {error, tr("bigram %1", number(error)), ink, true, left};
}

namespace {

// --- Fewer features -------------------------------------------------------------------------------------------------

// Columns of W kept; leverages, which come from Lambda; rows of data kept.
Ink ink_of(Sketch sketch) {
  constexpr std::array kInks = {Ink::W, Ink::G, Ink::quiet, Ink::ink, Ink::Z};
  return kInks[std::to_underlying(sketch)];
}

float width_of(Sketch sketch) { return sketch == Sketch::greedy ? 3.F : 2.F; }

Range range_of_errors(const Result& result) {
  double low = std::min({1.0, result.full_error(), result.score(Predictor::bigram).error});
  double high = 1.0;
  for (const SketchCurve& curve : result.curves) {
    for (const double error : curve.low) low = std::min(low, error);
    for (const double error : curve.high) high = std::max(high, std::min(error, 1.15));
  }
  const double margin = 0.09 * (high - low) + 0.005;
  return {std::max(0.0, low - margin), high + margin};
}

std::string tip_at(const Result& result, const Setting& setting, std::size_t k) {
  std::string words = tr("%1 of %2", counted("%1 feature", "%1 features", result.sizes[k]), whole(setting.unknowns));
  for (const SketchCurve& curve : result.curves) {
    const Localized name = name_of(curve.sketch, setting.signs);
    words += "\n" + tr("%1 %2", name, spread(curve.median[k], curve.low[k], curve.high[k]));
  }
  return words;
}

std::string gain_words(const Result& result, std::size_t k) {
  const SketchCurve* greedy = curve_of(result, Sketch::greedy);
  const auto share = share_of_gain(result, greedy == nullptr ? 1 : greedy->median[k]);
  if (!share) return "–";
  return *share < 0 ? std::string(tr("nothing")) : percent(std::min(*share, 9.99));
}

void draw_readouts(const Result& result, const Setting& setting, Canvas& canvas, const Rect& box, std::size_t k) {
  const bool narrow = canvas.narrow();
  const auto fewest = fewest_for_gain(result);
  const Readout list[] = {
      {tr("%1 of %2", whole(result.sizes[k]), whole(setting.unknowns)), tr("features kept, at the marker")},
      {gain_words(result, k), narrow ? tr("of the gain kept, chosen greedily")
                                     : tr("of the gain of all features is kept when they are chosen greedily")},
      {fewest && fewest->lost == 0 ? whole(fewest->size) : "–",
       narrow ? tr("features keep 95 % of it") : tr("features are enough, chosen greedily, to keep 95 % of it")}};
  readouts(canvas, box, list);
}

void draw_curves(const Result& result, Canvas& canvas, const Axes& axes) {
  const Clip clip(canvas, axes.plot());
  for (const SketchCurve& curve : result.curves)
    if (curve.sketch > Sketch::leverage) band(canvas, axes, result.sizes, curve.low, curve.high, ink_of(curve.sketch));
  for (const SketchCurve& one : result.curves)
    curve(canvas, axes, result.sizes, one.median, {.ink = ink_of(one.sketch), .width = width_of(one.sketch)});
}

// The key: each curve's name with its value at the marker, in rows over the plot. Five lines that end in one point
// leave no place for labels of their own.
constexpr float kSwatch = 16;

TextStyle key_style(Ink ink, Face face) {
  return {.ink = ink, .size = Size::small, .face = face, .upright = Upright::middle};
}

// A place for each entry, as wide whatever the marker reads.
std::vector<Rect> take_key(const Result& result, bool signs, const Canvas& canvas, Rect& box) {
  const float height = 1.6F * line_height(canvas, Size::small);
  const float value = text_width(canvas, "0.888", key_style(Ink::ink, Face::semibold));
  std::vector<Rect> places;
  Rect row = box.take_top(height, 0);
  for (const SketchCurve& curve : result.curves) {
    const float name = text_width(canvas, name_of(curve.sketch, signs), key_style(Ink::quiet, {}));
    const float width = kSwatch + name + value + 14;
    if (row.w < width && row.x > box.x) row = box.take_top(height, 0);
    places.push_back(row.take_left(width, 2 * kGrid));
  }
  box.take_top(kGrid, 0);
  return places;
}

void draw_key(const Result& result, bool signs, Canvas& canvas, std::span<const Rect> places, std::size_t k) {
  for (std::size_t c = 0; c < places.size(); ++c) {
    const SketchCurve& curve = result.curves[c];
    Rect place = places[c];
    const float y = place.centre().y;
    const Ink ink = ink_of(curve.sketch);
    line(canvas, {place.x, y}, {place.x + kSwatch, y}, canvas.colour(ink), width_of(curve.sketch));
    place.take_left(kSwatch, 6);
    place.take_left(text(canvas, place, name_of(curve.sketch, signs), key_style(Ink::quiet, {})), 6);
    text(canvas, place.inset(0, 0, -40, 0), fixed(curve.median[k], 3), key_style(ink, Face::semibold));
  }
}

void draw_marker(const Result& result, Canvas& canvas, const Axes& axes, Labels& labels, bool hovered, std::size_t k) {
  const Rect& area = axes.plot();
  const float x = std::round(axes.x_at(result.sizes[k]));
  marker_line(canvas, axes, result.sizes[k]);
  labels.avoid(Point{x, area.y}, Point{x, area.bottom()});
  for (const SketchCurve& curve : result.curves) {
    const Point at = axes.at(result.sizes[k], curve.median[k]);
    if (area.contains(at)) ring(canvas, at, 4, canvas.colour(ink_of(curve.sketch)), 1.5F);
  }
  marker_handle(canvas, axes, result.sizes[k], hovered);
}

void draw_sketches(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Setting setting(drawing.settings);
  const Rect words = take_readouts(canvas, box, 3, 2);
  if (result.sizes.empty())
    return heading(canvas, box, tr("Fewer features"), tr("The curves come with the closed form."));
  const std::vector<Rect> key = take_key(result, setting.signs, canvas, box);
  const std::string kept = tr("features kept, of %1", whole(setting.unknowns));
  const Axes axes = draw_axes(canvas, box, {.range = {0.9, 1.1 * setting.unknowns}, .scale = Scale::log, .name = kept},
                              {.range = range_of_errors(result), .name = tr("squared error, held out")});
  const Region region = plot::region(canvas, "language.kept", axes.plot());
  if (region.held) drawing.values.set("kept", result.sizes[nearest_size(result, axes.x_of(canvas.pointer.at.x))]);
  const std::size_t k = nearest_size(result, drawing.values.number("kept"));
  draw_readouts(result, setting, canvas, words, k);
  draw_key(result, setting.signs, canvas, key, k);
  Labels labels(axes.plot().inset(0, 0, 0, kMarkerHandle + 3));
  const Level levels[] = {
      {result.full_error(), tr("all %1 features: %2", whole(setting.unknowns), number(result.full_error())), Ink::truth,
       true, true},
      bigram_level(result, Ink::quiet, true),
      {1, tr("always the mean token: 1"), Ink::quiet}};
  draw_levels(canvas, axes, labels, levels);
  draw_curves(result, canvas, axes);
  draw_marker(result, canvas, axes, labels, region.hovered, k);
  label_levels(canvas, axes, labels, levels);
  if (region.hovered && !result.curves.empty()) {
    const std::size_t under = nearest_size(result, std::max(axes.x_of(canvas.pointer.at.x), 0.5));
    tooltip(canvas, canvas.pointer.at, tip_at(result, setting, under));
  }
}

// --- Certificate ----------------------------------------------------------------------------------------------------

// The eigenvalues that count, falling.
std::vector<double> seen(const TokenSpectrum& spectrum) {
  const Vector falling = spectrum.eigenvalues.tail(spectrum.rank).reverse();
  return {falling.begin(), falling.end()};
}

// The same of this text and of Gaussian tokens, which come later, with their names.
struct Pair {
  const std::vector<double>& text;
  const std::vector<double>& gaussian;
  Ink ink;  // of the text
  std::string text_name, gaussian_name;
};

void draw_pair(Canvas& canvas, const Axes& axes, std::span<const double> x, const Pair& pair) {
  curve(canvas, axes, x.first(pair.gaussian.size()), pair.gaussian,
        {.ink = Ink::truth, .width = 1.75F, .dashed = true});
  curve(canvas, axes, x.first(pair.text.size()), pair.text, {.ink = pair.ink, .width = 3});
}

void label_pair(Canvas& canvas, const Axes& axes, Labels& labels, std::span<const double> x, const Pair& pair) {
  labels.place(canvas, pair.text_name, {.ink = pair.ink, .size = Size::small},
               spots_along(axes.at(x.first(pair.text.size()), pair.text), 5));
  if (pair.gaussian.empty()) return;
  labels.place(canvas, pair.gaussian_name, {.ink = Ink::truth, .size = Size::small},
               spots_along(axes.at(x.first(pair.gaussian.size()), pair.gaussian), 5));
}

// The directions that the text never shows, right of those that it does.
void draw_unseen(const Result& result, Canvas& canvas, const Axes& axes, Labels& labels) {
  const Rect& plot = axes.plot();
  const float left = axes.x_at(static_cast<double>(result.text.rank) + 0.5);
  const Rect zone{left, plot.y, plot.right() - left, plot.h};
  fill(canvas, zone, canvas.colour(Ink::raised));
  const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::centre};
  const Localized words = tr("never seen");
  if (text_width(canvas, words, style) + 4 > zone.w) return;
  text(canvas, Rect{zone.x, zone.y + 3, zone.w, 2 * canvas.em}, words, style);
  labels.avoid(Rect{zone.x, zone.y, zone.w, 1.4F * canvas.em});
}

void draw_spectra(const Result& result, const Setting& setting, Canvas& canvas, Rect box) {
  if (result.text.eigenvalues.size() == 0)
    return heading(canvas, box, tr("What does the text see?"), tr("The eigenvalues come with the closed form."));
  const std::string unknowns = whole(setting.unknowns);
  heading(canvas, box,
          result.text.rank == setting.unknowns
              ? tr("The text sees all %1 directions", unknowns)
              : tr("The text sees %1 of %2 directions", whole(result.text.rank), unknowns),
          tr("Eigenvalues of $Λ$, the mean of $H H^{T}$, from this text and from Gaussian tokens of the same size and "
             "number."));
  std::vector<double> ranks(static_cast<std::size_t>(setting.unknowns));
  std::iota(ranks.begin(), ranks.end(), 1.0);
  const std::vector<double> text = seen(result.text);
  const std::vector<double> gaussian = seen(result.gaussian);
  Range range = range_of(text, Scale::log, 0.06);
  if (!gaussian.empty()) range = joined(range, range_of(gaussian, Scale::log, 0.06));
  const Axes axes = draw_axes(
      canvas, box, {.range = {0.5, setting.unknowns + 0.5}, .name = tr("eigenvalue, from the largest"), .whole = true},
      {.range = range, .scale = Scale::log, .name = tr("size")});
  Labels labels(axes.plot());
  if (result.text.rank < setting.unknowns) draw_unseen(result, canvas, axes, labels);
  std::vector<Level> cut;
  if (setting.cut > 0) cut = {{setting.cut * result.text.lambda_max, tr("hardly seen below"), Ink::quiet}};
  draw_levels(canvas, axes, labels, cut);
  const Pair pair{text, gaussian, Ink::G,
                  result.text.lambda_min > 0 ? tr("this text, $λ_{min}$ = %1", number(result.text.lambda_min, 2))
                                             : tr("this text, $λ_{min}$ = 0"),
                  tr("Gaussian tokens, $λ_{min}$ = %1", number(result.gaussian.lambda_min, 2))};
  draw_pair(canvas, axes, ranks, pair);
  for (const auto* values : {&text, &gaussian})
    for (const Point at : axes.at(std::span(ranks).first(values->size()), *values)) labels.avoid(at);
  label_pair(canvas, axes, labels, ranks, pair);
  label_levels(canvas, axes, labels, cut);
  if (const auto at = curve_hover(canvas, axes, ranks)) {
    const auto value = [&](std::span<const double> values) {
      return *at < values.size() ? number(values[*at], 4) : std::string(tr("0: never seen"));
    };
    std::string words = tr("eigenvalue %1 of %2\nthis text %3", whole(ranks[*at]), unknowns, value(text));
    if (!gaussian.empty()) words += "\n" + tr("Gaussian tokens %1", value(gaussian));
    tooltip(canvas, canvas.pointer.at, words);
  }
  highlight(canvas, axes.plot(), "Lambda");
}

void draw_rho(const Result& result, const Setting& setting, Canvas& canvas, Rect box) {
  heading(canvas, box, tr("How much of a new question is hardly seen?"),
          setting.cut == 0
              ? tr("$ρ$ of held-out questions: the length of the part in directions never seen, over the whole.")
              : tr("$ρ$ of held-out questions: the length of the part in directions seen less than %1 of the "
                   "strongest, over the whole.",
                   number(setting.cut)));
  const std::vector<double>& text = result.text.weak_rho;
  const std::vector<double>& gaussian = result.gaussian.weak_rho;
  if (text.empty()) return;
  const double most = std::max(text.back(), gaussian.empty() ? 0.0 : gaussian.back());
  const Axes axes = draw_axes(canvas, box, {.range = {0, 100}, .name = tr("% of held-out questions")},
                              {.range = {0, std::max(0.1, std::min(1.0, 1.15 * most))}, .name = tr("$ρ$, at most")});
  Labels labels(axes.plot());
  std::vector<double> x(text.size());
  std::iota(x.begin(), x.end(), 0.0);
  const Pair pair{text, gaussian, Ink::query, tr("this text"), tr("Gaussian tokens")};
  draw_pair(canvas, axes, x, pair);
  labels.avoid(axes.at(x, text));
  if (!gaussian.empty()) labels.avoid(axes.at(x, gaussian));
  label_pair(canvas, axes, labels, x, pair);
  const auto at = curve_hover(canvas, axes, x);
  if (!at) return;
  std::string words = tr("%1 % of held-out questions\nthis text: up to %2", whole(x[*at]), number(text[*at], 4));
  if (!gaussian.empty()) words += "\n" + tr("Gaussian tokens: up to %1", number(gaussian[*at], 4));
  tooltip(canvas, canvas.pointer.at, words);
}

// The questions of largest rho.
void draw_rare(const Result& result, const Setting& setting, Canvas& canvas, Rect box) {
  if (result.text.weak_rho.empty()) return;
  if (result.rare.empty())
    return heading(canvas, box, tr("No held-out question is outside"),
                   tr("Every one is a combination of questions in the text: all models that fit agree on it."));
  heading(canvas, box, tr("Where a model is least sure"),
          setting.words ? tr("Held-out words; under them their $ρ$ and how often the data hold them.")
                        : tr("Held-out characters; under them their $ρ$ and how often the data hold them."));
  const float line = line_height(canvas) + line_height(canvas, Size::small) + 0.8F * canvas.em;
  Point at{box.x, box.y};
  for (const RareWindow& window : result.rare) {
    const std::string tokens = listed(window.tokens, " ", written);
    const std::string under = fixed(window.rho, 2) + std::string(number_separator()) + whole(window.times) + "×";
    const float inner =
        std::max(text_width(canvas, tokens, {.verbatim = true}), text_width(canvas, under, {.size = Size::small}));
    const float width = std::min(inner, box.w);
    if (at.x > box.x && at.x + width > box.right()) at = {box.x, at.y + line};
    if (at.y + line > box.bottom() + 0.8F * canvas.em) return;
    const Rect place{at.x, at.y, width, line};
    text(canvas, place, tokens, {.max_width = width, .verbatim = true});
    text(canvas, Point{at.x, at.y + line_height(canvas)}, under, {.ink = Ink::query, .size = Size::small});
    if (canvas.hovers(place))
      tooltip(canvas, place.centre(),
              tr("%1\n$ρ$ = %2\nin the data %3", listed(window.tokens, ", ", quoted), number(window.rho, 4),
                 counted("%1 time", "%1 times", window.times)));
    at.x += width + 1.4F * canvas.em;
  }
}

void draw_certificate(const Result& result, Drawing& drawing, Rect area) {
  const Setting setting(drawing.settings);
  Canvas& canvas = drawing.canvas;
  if (canvas.narrow()) {
    if (draw_tabs(drawing, area) == "directions") return draw_spectra(result, setting, canvas, area);
    const auto [rho, rare] = area.rows<2>({1.3F, 1}, 3 * kGrid);
    draw_rho(result, setting, canvas, rho);
    return draw_rare(result, setting, canvas, rare);
  }
  const auto [left, right] = area.columns<2>({1, 1}, 5 * kGrid);
  const auto [upper, lower] = right.rows<2>({1.25F, 1}, 3 * kGrid);
  draw_spectra(result, setting, canvas, left);
  draw_rho(result, setting, canvas, upper);
  draw_rare(result, setting, canvas, lower);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  constexpr std::array kPictures = {draw_learn, draw_sketches, draw_certificate, draw_sweep};
  kPictures[static_cast<std::size_t>(drawing.settings.integer("view"))](result, drawing, drawing.canvas.area.inset(2));
}

// --- Longer contexts: a cell for each context and vocabulary ---------------------------------------------------------

namespace {

constexpr auto kContexts = static_cast<float>(kSweptContexts.size());

std::string head(const SweepCell& cell, int visible) {
  if (cell.rank == visible) return tr("all");
  return percent(static_cast<double>(cell.rank) / visible);
}

std::string tip(const SweepCell& cell, int visible) {
  std::string words =
      tr("%1 of context, %2 told apart\n%3 of %4 directions shown", counted("%1 token", "%1 tokens", cell.n),
         counted("%1 token", "%1 tokens", cell.tokens), whole(cell.rank), whole(visible));
  if (cell.lambda_min > 0)
    words += "\n" + tr("$λ_{min}$ = %1, %2 of the largest", number(cell.lambda_min, 2),
                       number(cell.lambda_min / cell.lambda_max, 2));
  words += "\n" + (cell.fresh > 0 ? tr("of %1 new questions %2 have ρ = 0", whole(cell.fresh),
                                       percent(static_cast<double>(cell.exact) / static_cast<double>(cell.fresh)))
                                  : std::string(tr("no held-out question is new")));
  return words;
}

// Filled the more, the more of the directions are shown.
void draw_cell(Canvas& canvas, const SweepCell& cell, int visible, const Rect& box) {
  const auto share = static_cast<float>(cell.rank) / static_cast<float>(visible);
  fill(canvas, box, tint(Ink::G, 0.06F + 0.44F * share * share, canvas.dark));
  const float small = line_height(canvas, Size::small);
  const float middle = box.centre().y;
  const bool has_digits = cell.lambda_min > 0 && box.h > 3.2F * small;
  const Rect upper{box.x, middle - line_height(canvas) / 2 - (has_digits ? small / 2 : 0), box.w, line_height(canvas)};
  text(canvas, upper, head(cell, visible), centred(Ink::ink, Size::body, Face::semibold));
  if (!has_digits) return;
  const Rect lower{box.x, upper.bottom(), box.w, small};
  const std::string digits = digits_text(cell.digits());
  text(canvas, lower,
       text_width(canvas, digits, {.size = Size::small}) < box.w ? digits : whole(std::ceil(cell.digits())),
       centred(Ink::ink, Size::small));
}

}  // namespace

void draw_sweep(const Result& result, Drawing& drawing, Rect area) {
  Canvas& canvas = drawing.canvas;
  const Setting setting(drawing.settings);
  heading(canvas, area, tr("Which contexts show all %1 directions?", whole(setting.visible)),
          tr("In each cell: the share of the directions of $Λ$ that the text shows, and to how many digits features "
             "must be "
             "known for the weakest of them to be told from none."));
  if (result.sweep.empty()) return;
  const float line = line_height(canvas, Size::small);
  const float left = 3.6F * canvas.em;
  const TextStyle quiet{.ink = Ink::quiet, .size = Size::small};
  text(canvas, Point{area.x, area.y}, setting.words ? tr("words told apart") : tr("characters told apart"), quiet);
  area.take_top(1.5F * line);
  Rect below = area.take_bottom(2.6F * line);
  below.x += left, below.w -= left;
  const float rows = std::ceil(static_cast<float>(result.sweep.size()) / kContexts);
  const float width = below.w / kContexts;
  const float height = std::min(area.h / std::max(rows, 3.F), 1.2F * width + 2 * line);
  const float foot = area.y + rows * height;
  text(canvas, Rect{below.x, foot + 1.4F * line, below.w, line}, tr("tokens of context $n$"),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::centre});
  for (std::size_t k = 0; k < result.sweep.size(); ++k) {
    const SweepCell& cell = result.sweep[k];
    const auto row = static_cast<float>(k / kSweptContexts.size());
    const auto column = static_cast<float>(k % kSweptContexts.size());
    const Rect box{below.x + column * width + 1, area.y + row * height + 1, width - 2, height - 2};
    draw_cell(canvas, cell, setting.visible, box);
    if (column == 0)
      text(canvas, Rect{area.x, box.y, left - 0.6F * canvas.em, box.h}, whole(cell.tokens),
           {.size = Size::small, .along = Along::right, .upright = Upright::middle});
    if (row == 0)
      text(canvas, Rect{box.x, foot + 0.2F * line, box.w, line}, whole(cell.n),
           {.size = Size::small, .along = Along::centre});
    const Region place = region(canvas, "cell" + std::to_string(k), box);
    if (!place.hovered) continue;
    outline(canvas, box, canvas.colour(Ink::ink), 1.5F);
    tooltip(canvas, canvas.pointer.at, tip(cell, setting.visible));
    if (!place.clicked) continue;
    drawing.values.set("n", cell.n);
    drawing.values.set("vocabulary", static_cast<double>(kSweptVocabularies[k / kSweptContexts.size()]));
    drawing.values.choose("view", "certificate");
  }
  highlight(canvas, area, "Lambda");
}

}  // namespace figures::language
