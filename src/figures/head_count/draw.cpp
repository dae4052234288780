// The frame of figure "head_count" and its smaller panels.
#include <algorithm>
#include <string>
#include <vector>

#include "figures/head_count/picture.hpp"
#include "figures/heads_picture.hpp"
#include "plot/curve.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

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
void draw_counts(Canvas& canvas, const Axes& axes, const Result& result) {
  const Point plain = axes.at(result.d, std::max(result.plain_heads, 1));
  fill(canvas, {plain.x - 4.5F, plain.y - 4.5F, 9, 9}, canvas.colour(Ink::W), {1});
  name_mark(canvas, axes, plain, tr("SVD %1", whole(result.plain_heads)), Ink::W, true);
  const Point truth = axes.at(result.d, result.true_heads);
  ring(canvas, truth, 7.5F, canvas.colour(Ink::truth));
  if (!result.counted() || result.heads == 0 || result.is_plain()) return;
  const Point found = axes.at(result.d, result.heads);
  disc(canvas, found, 4.5F, canvas.colour(Ink::V));
  if (found.y - plain.y >= line_height(canvas, Size::small)) {
    name_mark(canvas, axes, found, tr("found %1", whole(result.heads)), Ink::V, false);
  }
}

}  // namespace

void draw_possible(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const std::string all = result.d_out == 1 ? "$d$" : "$d^{2}$";
  panel_heading(canvas, box, tr("How many could be needed"),
                result.d_out == 1
                    ? tr("With one output $d$ heads are always enough.")
                    : tr("$d^{2}$ are always enough, $H_{gen}$ almost always: ours, by counting dimensions and by "
                         "trying, not by proof."));
  std::vector<double> x, enough, generic;
  for (std::size_t k = 0; k < result.enough.size(); ++k) {
    x.push_back(static_cast<double>(k) + 2);
    enough.push_back(result.enough[k]);
    generic.push_back(result.generic[k]);
  }
  std::vector<plot::EndLabel> labels = {{enough.back(), all, Ink::truth}};
  if (result.d_out > 1) labels.push_back({generic.back(), "$H_{gen}$", Ink::ink});
  box.take_right(end_label_width(canvas, labels), 0);
  const double most = std::max(enough.back(), static_cast<double>(result.true_heads));
  const Axes axes = draw_axes(canvas, box, {.range = {1.7, 8.3}, .name = tr("token size $d$"), .whole = true},
                              {.range = {0.75, most * 1.3}, .scale = Scale::log, .name = tr("heads")});
  curve(canvas, axes, x, enough, {.ink = Ink::truth, .width = 1.25F, .dashed = true});
  if (result.d_out > 1) curve(canvas, axes, x, generic, {.width = 2});
  end_labels(canvas, axes, labels);
  draw_counts(canvas, axes, result);
  const auto at = curve_hover(canvas, axes, x);
  if (!at) return;
  std::string words =
      tr("$d$ = %1\nalways enough %2\nalmost always enough %3", whole(x[*at]), whole(enough[*at]), whole(generic[*at]));
  if (x[*at] == result.d) {
    words += "\n" + tr("made the data %1\nplain SVD %2", whole(result.true_heads), whole(result.plain_heads));
    if (result.counted()) words += "\n" + tr("fewest found %1", whole(result.heads));
  }
  tooltip(canvas, {axes.x_at(x[*at]), canvas.pointer.at.y}, words);
}

namespace {

std::string found_title(const Result& result) {
  const std::string count = counted("%1 head", "%1 heads", result.heads);
  switch (result.path) {
    case learner::HeadPath::value_null_space:
    case learner::HeadPath::query_null_space: return tr("%1 by null spaces", count);
    case learner::HeadPath::alternating: return tr("%1 by alternating fits", count);
    case learner::HeadPath::singular_values: return tr("%1 by the plain SVD", count);
    case learner::HeadPath::none: break;
  }
  return tr("No head is needed");
}

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

std::string found_meaning(const Result& result) {
  return passage({found_way(result), tr("Heads mix: compare $p$, off by %1.", number(result.fewest_distance, 2))});
}

}  // namespace

void draw_found_heads(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  panel_heading(canvas, box, found_title(result), found_meaning(result));
  Rect words = box.take_bottom(line_height(canvas, Size::small), 6);
  const int shown = draw_head_maps(canvas, box, result.value_maps, result.query_maps);
  if (shown < result.heads) {
    text(canvas, words, tr("the first %1 of %2", whole(shown), whole(result.heads)),
         {.ink = Ink::quiet, .size = Size::small, .max_width = words.w});
  }
}

namespace {

// Waits for what the run has not reached.
void draw_waiting(Canvas& canvas, Rect box, std::string_view words) {
  text(canvas, box, words, {.ink = Ink::quiet, .size = Size::small, .max_width = box.w});
}

using Panel = void (*)(const Result&, Drawing&, Rect);

struct Place {
  Panel panel;
  Step from;  // the stage that it shows
};

constexpr Place kPlaces[] = {
    {draw_plain_spectrum, Step::fit}, {draw_slice_spectrum, Step::fit}, {draw_possible, Step::fit},
    {draw_errors, Step::heads},       {draw_sweep, Step::heads},        {draw_found_heads, Step::heads},
};

void draw_place(const Result& result, Drawing& drawing, const Place& place, const Rect& box) {
  if (result.reached >= place.from) {
    place.panel(result, drawing, box);
  } else {
    draw_waiting(drawing.canvas, box, tr("Counting heads …"));
  }
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  const Rect area = drawing.canvas.area.inset(2);
  const float gap = 3 * kGrid;
  if (drawing.canvas.narrow()) {
    const auto rows = area.rows<6>({1.05F, 0.95F, 1, 1, 1.1F, 1}, gap);
    // The spectra and what the cut in them does to the errors stand together.
    constexpr std::size_t kOrder[] = {0, 1, 3, 5, 4, 2};
    for (std::size_t k = 0; k < 6; ++k) draw_place(result, drawing, kPlaces[kOrder[k]], rows[k]);
    return;
  }
  const auto rows = area.rows<2>({1, 1.08F}, gap);
  for (std::size_t k = 0; k < 6; ++k) {
    const auto columns = rows[k / 3].columns<3>({1.15F, 1, 1}, 2 * gap);
    draw_place(result, drawing, kPlaces[k], columns[k % 3]);
  }
}

}  // namespace figures::head_count
