// The picture of figure "head_count": its frame, two spectra on one scale, the plain one without a gap and the one that
// shows the heads, and its smaller panels.
#include <cmath>

#include "figures/head_count/head_count.hpp"
#include "figures/heads_picture.hpp"

namespace figures::head_count {

void panel_heading(Canvas& canvas, Rect& box, std::string_view words, std::string_view meaning) {
  constexpr float kPicture = 7.5F;  // em that a picture needs
  const float all = line_height(canvas) + 12 + paragraph_height(canvas, box.w, meaning, {.size = Size::small});
  if (box.h - all >= kPicture * canvas.em) {
    heading(canvas, box, words, meaning);
  } else {
    text(canvas, box.take_top(line_height(canvas), 6), words, {.face = Face::semibold, .max_width = box.w});
  }
}

namespace {

// --- Spectra --------------------------------------------------------------------------------------------------------

Range shared_range(const Result& result) {
  return joined(spectrum_range(result.sigma), spectrum_range(result.slice_values));
}

// A line between value `after` and the next, its name in the strip over it.
void draw_cut(Canvas& canvas, const Axes& axes, const Rect& strip, int after, Ink ink, std::string_view name) {
  const float x = std::round(axes.x_at(after + 0.5));
  line(canvas, {x, axes.plot().y - 4}, {x, axes.plot().bottom()}, canvas.colour(ink), 1.5F);
  const TextStyle style{.ink = ink, .size = Size::small, .face = Face::semibold};
  const float width = text_width(canvas, name, style);
  const float left = std::clamp(x - width / 2, strip.x, std::max(strip.x, strip.right() - width));
  text(canvas, Point{left, strip.y}, name, style);
}

void draw_handle(Canvas& canvas, Point at, bool lively) {
  const Rect grip{at.x - 6, at.y - 12, 12, 24};
  fill(canvas, grip, canvas.colour(Ink::accent), {6});
  for (const float across : {-2.F, 2.F}) {
    line(canvas, {at.x + across, at.y - 5}, {at.x + across, at.y + 5}, canvas.colour(Ink::paper), 1);
  }
  if (lively) outline(canvas, grip.inset(-3), tint(Ink::accent, 0.4F, canvas.dark), 3, {9});
}

// The singular values of W with the reader's cut: pressed anywhere in the spectrum it jumps there, and follows.
void draw_plain_spectrum(const Result& result, const Setting& setting, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const std::string none = result.plain_heads == result.sigma.size()
                               ? tr("None of them is zero, whatever made the data.")
                               : tr("%1 of %2 are not zero.", whole(result.plain_heads), whole(result.sigma.size()));
  panel_heading(canvas, box, tr("The plain SVD of $W$: %1", counted("%1 head", "%1 heads", result.plain_heads)),
                passage({none, tr("Drag the cut: what is kept is measured below.")}));
  const Rect strip = box.take_top(line_height(canvas, Size::small), 0);
  const Axes axes = draw_spectrum(canvas, box, result.sigma,
                                  {.ink = Ink::W,
                                   .kept = kept_heads(result, setting, drawing.values),
                                   .x_name = tr("singular value of $W$"),
                                   .range = shared_range(result)});
  const Region region = plot::region(canvas, kCutRegion, axes.plot());
  if (region.held) {
    const auto after = std::lround(axes.x_of(canvas.pointer.at.x) - 0.5);
    drawing.values.set("keep", static_cast<double>(std::clamp<long>(after, 1, result.sigma.size())));
  }
  const int kept = kept_heads(result, setting, drawing.values);
  draw_cut(canvas, axes, strip, kept, Ink::accent, tr("keep %1", whole(kept)));
  draw_handle(canvas, {std::round(axes.x_at(kept + 0.5)), axes.plot().centre().y}, region.held || region.hovered);
}

std::string slice_title(const Result& result) {
  if (result.slices() == 1) return tr("$S(x)$ cannot count here");
  if (!result.shows_clearly()) return tr("$S(x)$ shows no clear gap");
  const int shown = result.shown_heads();
  const std::string heads = counted("%1 head", "%1 heads", shown);
  return result.exact && shown >= result.slices() ? tr("$S(x)$ shows %1 or more", heads) : tr("$S(x)$ shows %1", heads);
}

std::string slice_meaning(const Result& result) {
  const std::string S = "$Σ_{h} (V_{h}x)(Q_{h}^{T}x)^{T}$";
  if (result.slices() == 1) return tr("Singular values of %1: with one output there is only one.", S);
  if (!result.exact) {
    return tr("Singular values of %1. Largest gap: a factor of %2, after %3.", S, number(result.gap, 2),
              whole(result.by_gap));
  }
  if (result.by_rank >= result.slices()) return tr("Singular values of %1: there is no room for more.", S);
  return tr("Singular values of %1: one for each head (ours).", S);
}

// The singular values of S(x) with the count.
void draw_slice_spectrum(const Result& result, const Setting&, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  panel_heading(canvas, box, slice_title(result), slice_meaning(result));
  const Rect strip = box.take_top(line_height(canvas, Size::small), 0);
  const int shown = result.shows_clearly() ? result.shown_heads() : result.slices();
  const Axes axes = draw_spectrum(canvas, box, result.slice_values,
                                  {.ink = Ink::V,
                                   .kept = shown,
                                   .x_name = tr("singular value of $S(x)$"),
                                   .symbol = "s",
                                   .range = shared_range(result)});
  if (shown > 0 && shown < result.slices()) draw_cut(canvas, axes, strip, shown, Ink::V, whole(shown));
}

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
  if (!result.counted() || result.heads == 0 || result.is_plain()) return;
  const Point found = axes.at(setting.d, result.heads);
  disc(canvas, found, 4.5F, canvas.colour(Ink::V));
  if (found.y - plain.y >= line_height(canvas, Size::small)) {
    name_mark(canvas, axes, found, tr("found %1", whole(result.heads)), Ink::V, false);
  }
}

void draw_possible(const Result& result, const Setting& setting, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const bool one = setting.d_out == 1;
  panel_heading(canvas, box, tr("How many could be needed"),
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
    if (result.counted()) words += "\n" + tr("fewest found %1", whole(result.heads));
  }
  tooltip(canvas, {axes.x_at(x[*at]), canvas.pointer.at.y}, words);
}

// --- The heads that were found --------------------------------------------------------------------------------------

// How, and why so.
std::string found_way(const Result& result) {
  const std::string starts = counted("%1 random start", "%1 random starts", result.starts);
  switch (result.path) {
    case learner::HeadPath::value_null_space:
      return tr("$V$ from the null spaces of $S(x)$, $Q$ by least squares (ours).");
    case learner::HeadPath::query_null_space:
      return tr("$Q$ from the null spaces of $S(x)$, $V$ by least squares (ours).");
    case learner::HeadPath::alternating: return tr("Too many for null spaces: fitted in turns, %1.", starts);
    case learner::HeadPath::singular_values:
      return result.count_by == learner::HeadCountBy::held_out
                 ? tr("On held-out data no 1 to %1 heads did as well.", whole(result.most_tried))
                 : tr("Up to %1 were tried and missed.", whole(result.most_tried));
    case learner::HeadPath::none: break;
  }
  return "";
}

void draw_found_heads(const Result& result, const Setting&, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  constexpr std::array kTitles = {Phrase("No head is needed"), Phrase("%1 by null spaces"), Phrase("%1 by null spaces"),
                                  Phrase("%1 by alternating fits"), Phrase("%1 by the plain SVD")};
  const Phrase title = kTitles[static_cast<std::size_t>(result.path)];
  const std::string distance = tr("Heads mix: compare $p$, off by %1.", number(result.fewest_distance, 2));
  panel_heading(canvas, box, tr(title, counted("%1 head", "%1 heads", result.heads)),
                passage({found_way(result), distance}));
  const Rect words = box.take_bottom(line_height(canvas, Size::small), 6);
  const int shown = draw_head_maps(canvas, box, result.value_maps, result.query_maps);
  if (shown < result.heads) {
    text(canvas, words, tr("the first %1 of %2", whole(shown), whole(result.heads)),
         {.ink = Ink::quiet, .size = Size::small, .max_width = words.w});
  }
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  struct Place {
    Panel* panel;
    Step from;  // the stage that it shows
  };
  constexpr Place kPlaces[] = {
      {draw_plain_spectrum, Step::fit}, {draw_slice_spectrum, Step::fit}, {draw_possible, Step::fit},
      {draw_errors, Step::heads},       {draw_sweep, Step::heads},        {draw_found_heads, Step::heads},
  };
  // Under one another: the spectra and what the cut in them does to the errors stand together.
  constexpr std::size_t kStacked[] = {0, 1, 3, 5, 4, 2};
  const Setting setting(drawing.settings);
  const bool narrow = drawing.canvas.narrow();
  const Rect area = drawing.canvas.area.inset(2);
  const float gap = 3 * kGrid;
  const auto stacked = area.rows<6>({1.05F, 0.95F, 1, 1, 1.1F, 1}, gap);
  const auto rows = area.rows<2>({1, 1.08F}, gap);
  for (std::size_t k = 0; k < 6; ++k) {
    const Place& place = kPlaces[narrow ? kStacked[k] : k];
    const Rect box = narrow ? stacked[k] : rows[k / 3].columns<3>({1.15F, 1, 1}, 2 * gap)[k % 3];
    if (result.reached >= place.from) {
      place.panel(result, setting, drawing, box);
    } else {
      text(drawing.canvas, box, tr("Counting heads …"), {.ink = Ink::quiet, .size = Size::small, .max_width = box.w});
    }
  }
}

}  // namespace figures::head_count
