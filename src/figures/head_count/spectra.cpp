// Two spectra of figure "head_count" on one scale: the plain one without a gap, and the one that shows the heads.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/head_count/picture.hpp"
#include "figures/heads_picture.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::head_count {
namespace {

Range shared_range(const Result& result) {
  return joined(spectrum_range(result.sigma), spectrum_range(result.slice_values));
}

// The strip over a spectrum, where its cut is named.
Rect take_label_strip(Canvas& canvas, Rect& box) { return box.take_top(line_height(canvas, Size::small), 0); }

// A line between value `after` and the next, its name over it.
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

// The reader's cut: pressed anywhere in the spectrum it jumps there, and follows.
void draw_kept(const Result& result, Drawing& drawing, const Axes& axes, const Rect& strip) {
  Canvas& canvas = drawing.canvas;
  const Region region = plot::region(canvas, kCutRegion, axes.plot());
  if (region.held) {
    const auto after = std::lround(axes.x_of(canvas.pointer.at.x) - 0.5);
    drawing.values.set("keep", static_cast<double>(std::clamp<long>(after, 1, result.sigma.size())));
  }
  const int kept = kept_heads(result, drawing.values);
  draw_cut(canvas, axes, strip, kept, Ink::accent, tr("keep %1", whole(kept)));
  draw_handle(canvas, {std::round(axes.x_at(kept + 0.5)), axes.plot().centre().y}, region.held || region.hovered);
}

std::string plain_meaning(const Result& result) {
  const bool all = result.plain_heads == result.sigma.size();
  const std::string none =
      all ? tr("None of them is zero, whatever made the data.")
          : tr("%1 of %2 are not zero.", whole(result.plain_heads), whole(static_cast<double>(result.sigma.size())));
  return passage({none, tr("Drag the cut: what is kept is measured below.")});
}

std::string slice_title(const Result& result) {
  if (result.slices() == 1) return tr("$S(x)$ cannot count here");
  if (!result.shows_clearly()) return tr("$S(x)$ shows no clear gap");
  const int shown = result.shown_heads();
  const std::string heads = counted("%1 head", "%1 heads", shown);
  return result.exact() && shown >= result.slices() ? tr("$S(x)$ shows %1 or more", heads)
                                                    : tr("$S(x)$ shows %1", heads);
}

std::string slice_meaning(const Result& result) {
  const std::string S = "$Σ_{h} (V_{h}x)(Q_{h}^{T}x)^{T}$";
  if (result.slices() == 1) return tr("Singular values of %1: with one output there is only one.", S);
  if (!result.exact()) {
    return tr("Singular values of %1. Largest gap: a factor of %2, after %3.", S, number(result.gap, 2),
              whole(result.by_gap));
  }
  if (result.by_rank >= result.slices()) return tr("Singular values of %1: there is no room for more.", S);
  return tr("Singular values of %1: one for each head (ours).", S);
}

}  // namespace

void draw_plain_spectrum(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  panel_heading(canvas, box, tr("The plain SVD of $W$: %1", counted("%1 head", "%1 heads", result.plain_heads)),
                plain_meaning(result));
  const Rect strip = take_label_strip(canvas, box);
  const Axes axes = draw_spectrum(canvas, box, result.sigma,
                                  {.ink = Ink::W,
                                   .kept = kept_heads(result, drawing.values),
                                   .x_name = tr("singular value of $W$"),
                                   .range = shared_range(result)});
  draw_kept(result, drawing, axes, strip);
}

void draw_slice_spectrum(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  panel_heading(canvas, box, slice_title(result), slice_meaning(result));
  const Rect strip = take_label_strip(canvas, box);
  const int shown = result.shows_clearly() ? result.shown_heads() : result.slices();
  const Axes axes = draw_spectrum(canvas, box, result.slice_values,
                                  {.ink = Ink::V,
                                   .kept = shown,
                                   .x_name = tr("singular value of $S(x)$"),
                                   .symbol = "s",
                                   .range = shared_range(result)});
  if (shown > 0 && shown < result.slices()) draw_cut(canvas, axes, strip, shown, Ink::V, whole(shown));
}

}  // namespace figures::head_count
