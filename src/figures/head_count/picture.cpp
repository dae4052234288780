// The picture of figure "head_count": two spectra over one scale, the plain one without a gap and the one that shows
// the heads, and one cut through both.
#include <cmath>
#include <limits>

#include "figures/easing.hpp"
#include "figures/head_count/head_count.hpp"
#include "plot/axes.hpp"
#include "plot/bars.hpp"
#include "plot/panel.hpp"

namespace figures::head_count {
namespace {

// Values beside the first; what is drawn as nothing is 0.
std::vector<double> relative(const Vector& values) {
  std::vector<double> list;
  for (const double value : values / std::max(values(0), kLeast)) list.push_back(value > 1.5 * kRounding ? value : 0);
  return list;
}

// Once a frame.
class Spectra {
 public:
  Spectra(const Result& result, Drawing& drawing)
      : result_(result),
        canvas_(drawing.canvas),
        values_(drawing.values),
        now_(moment_of(drawing.values)),
        sigma_(relative(result.sigma)) {
    std::vector<double> all = sigma_;
    for (const auto direction : result.directions.rowwise()) all.push_back(direction.mean());
    all.push_back(std::max(1.0, result.directions.maxCoeff()));
    range_ = range_of(all, Scale::log);
    cut_ = cut_of(result, values_);
  }

  void draw(Rect box) {
    const bool narrow = canvas_.narrow();
    auto [left, right] = box.columns<2>({narrow ? 1.35F : 1.6F, 1}, (narrow ? 3.2F : 5) * canvas_.em);
    const float meaning = meaning_height(right.w);
    draw_words(left, tr("The plain SVD of $W$"), plain_words(), Ink::W, meaning);
    draw_words(right, narrow ? tr("Through $S(x)$") : tr("The same $W$, through $S(x)$"), slice_words(), Ink::V,
               meaning);
    // The name of both scales, as wide as both.
    text(canvas_, Rect{box.x, left.y, box.w, left.h}, tr("singular value, beside the first"), kCaption);
    if (!narrow && now_.asked > 0)
      text(canvas_, Rect{right.x, right.y, right.w, right.h}, tr("the mean over all $x$; pale: each $x$"), kCaption);
    const Axes plain = axes_of(left, sigma_.size(), true);
    const Axes slice = axes_of(right, static_cast<std::size_t>(result_.slices()), false);
    drag(plain, slice);
    draw_plain(plain);
    draw_slice(slice);
    if (now_.swept > 0) draw_cut(plain, slice);
  }

 private:
  // --- Words --------------------------------------------------------------------------------------------------------

  // A title, a count, and what it means: as high whatever they say, so that both plots stand on one line.
  void draw_words(Rect& box, std::string_view title, const Readout& readout, Ink ink, float meaning) {
    text(canvas_, box.take_top(line_height(canvas_), 2), title, {.max_width = box.w});
    text(canvas_, box.take_top(line_height(canvas_, Size::title), 2), readout.value,
         {.ink = ink, .size = Size::title, .face = Face::semibold});
    paragraph(canvas_, box.take_top(meaning), readout.meaning, kCaption);
  }

  // Of the longest that is said in a column this wide, wherever the cut is dragged to.
  float meaning_height(float width) const {
    float height = (canvas_.narrow() ? 4 : 2) * line_height(canvas_, Size::small);
    for (const int above : {0, result_.heads})
      height = std::max(
          height, paragraph_height(canvas_, width, passage({tr("by the largest gap."), verdict(above)}), kCaption));
    return height;
  }

  std::string error_words(double error) const { return tr("Error on fresh questions: %1.", number(error, 2)); }

  Readout plain_words() const {
    if (now_.split == 0) return {tr("? heads"), tr("How many does the plain SVD give?")};
    const bool cut = now_.swept > 0;
    const int heads = cut ? above_cut(result_.sigma, cut_) : split_heads(result_, now_.split);
    const std::string error = error_words(heads > 0 ? result_.cut_errors(heads - 1) : 1);
    // Why fewer would be wanted, and cannot be had in this way.
    const bool fewer = now_.is_end() && result_.counted() && result_.heads > 0 && result_.heads < heads;
    const std::string first =
        fewer ? tr("Cut to %1: %2.", heads_text(result_.heads), number(result_.cut_errors(result_.heads - 1), 2)) : "";
    return {heads_text(heads), passage({cut ? tr("above the cut.") : tr("split off."), error, first})};
  }

  Readout slice_words() const {
    if (now_.swept > 0) {
      const int heads = above_cut(result_.slice_values, cut_);
      return {heads_text(heads), passage({cut_words(), verdict(heads)})};
    }
    if (now_.asked == 0) return {tr("? heads"), tr("How many are really there?")};
    return {counted("%1 direction $x$", "%1 directions $x$", std::max(1, asked_directions(now_.asked))),
            counted("$S(x)$ has %1 value in each.", "$S(x)$ has %1 values in each.", result_.slices())};
  }

  // In the largest gap, as long as the reader has not moved it.
  std::string cut_words() const {
    return result_.exact || !is_automatic_cut(values_) ? tr("above the cut.") : tr("by the largest gap.");
  }

  // What so many heads are worth.
  std::string verdict(int above) const {
    if (!result_.counted()) return "";
    if (result_.slices() == 1) return tr("With one output it cannot count.");
    if (above == result_.heads) return error_words(result_.fewest_error);
    if (result_.path == learner::HeadPath::known) return tr("%1 made the data.", heads_text(result_.heads));
    if (result_.count_by != learner::HeadCountBy::held_out) return tr("Fewest found: %1.", whole(result_.heads));
    return result_.is_plain() ? tr("Held-out data chose the full fit.")
                              : tr("Held-out data chose %1.", whole(result_.heads));
  }

  // --- Spectra ------------------------------------------------------------------------------------------------------

  Axes axes_of(const Rect& box, std::size_t count, bool ticks) {
    return draw_axes(canvas_, box, bar_axis(count, tr("head")),
                     {.range = range_, .scale = Scale::log, .name = " ", .ticks = ticks});
  }

  int standing(const std::vector<double>& values) const {
    return static_cast<int>(std::ranges::count_if(values, [this](double value) { return value > cut_; }));
  }

  void draw_stems(const Axes& axes, const std::vector<double>& drawn, const Vector& values, std::string_view symbol,
                  Ink ink) {
    constexpr std::size_t kMostStems = 64;
    for (std::size_t k = 0; k < drawn.size() && drawn.size() <= kMostStems; ++k) {
      if (std::isnan(drawn[k])) draw_place(axes, k, ink);
    }
    const auto hovered =
        bars(canvas_, axes, drawn,
             {.ink = ink, .first_of_rest = now_.swept > 0 ? standing(drawn) : -1, .stems = drawn.size() <= kMostStems});
    if (!hovered) return;
    tooltip(canvas_, {axes.x_at(static_cast<double>(*hovered) + 1), canvas_.pointer.at.y},
            "$" + std::string(symbol) + "_{" + whole(static_cast<double>(*hovered) + 1) +
                "}$ = " + number(values(static_cast<Index>(*hovered)), 4));
  }

  // A value on its way up from the ground; none before it is known.
  double risen(double value, float share) const {
    if (share <= 0) return std::numeric_limits<double>::quiet_NaN();
    if (value == 0) return 0;
    return std::exp(std::lerp(std::log(range_.low), std::log(value), static_cast<double>(eased(std::min(share, 1.F)))));
  }

  // Where a value will stand that is not known yet.
  void draw_place(const Axes& axes, std::size_t k, Ink ink) {
    const float x = axes.x_at(static_cast<double>(k) + 1);
    line(canvas_, {x, axes.plot().bottom()}, {x, axes.y_at(1)}, tint(ink, 0.3F, canvas_.dark), 1.5F);
  }

  // One stem after another rises, and stands when its head is split off.
  void draw_plain(const Axes& axes) {
    std::vector<double> drawn = sigma_;
    for (std::size_t k = 0; k < drawn.size(); ++k)
      drawn[k] = risen(drawn[k], now_.split * static_cast<float>(result_.plain_heads) - static_cast<float>(k));
    draw_stems(axes, drawn, result_.sigma, "σ", Ink::W);
  }

  // In one direction after another the singular values fall from where they could be to where they are; the stems are
  // the means so far.
  void draw_slice(const Axes& axes) {
    const int landed = asked_directions(now_.asked);
    const float pitch = axes.x_at(2) - axes.x_at(1);
    const Colour pale = tint(Ink::V, 0.4F, canvas_.dark);
    for (int k = 0; k < kDirections; ++k) {
      const float fallen = fallen_share(now_.asked, k);
      if (fallen <= 0) break;
      // Spread by the golden ratio, so that as few as there are fill the width.
      const float aside = (std::fmod(0.618F * static_cast<float>(k + 1), 1.F) - 0.5F) * std::min(0.6F * pitch, 44.F);
      for (Index row = 0; row < result_.directions.rows(); ++row) {
        const double value = result_.directions(row, k);
        const bool is_nothing = value < 1.5 * kRounding;
        if (!is_nothing && value < range_.low) continue;
        const float x = axes.x_at(static_cast<double>(row) + 1) + aside;
        // What is nothing lies on the ground, as the hollow mark of bars() does.
        const float lands = is_nothing ? axes.plot().bottom() - 4 : axes.y_at(value);
        const float y = std::lerp(axes.y_at(1), lands, fallen * fallen);
        if (fallen < 1) {
          disc(canvas_, {x, y}, 3.5F, canvas_.colour(Ink::V));
        } else {
          disc(canvas_, {x, y}, 1.75F, pale);
        }
      }
    }
    std::vector<double> drawn = relative(result_.directions.leftCols(std::max(landed, 1)).rowwise().mean());
    for (double& value : drawn) value = risen(value, fallen_share(now_.asked, 0));
    draw_stems(axes, drawn, result_.slice_values, "s", Ink::V);
  }

  // --- The cut ------------------------------------------------------------------------------------------------------

  float cut_y(const Axes& axes) const {
    return std::round(std::clamp(axes.y_at(cut_), axes.plot().y, axes.plot().bottom()));
  }

  // A press anywhere in the spectra takes it there; a finger has to take the line itself, as it also scrolls the page.
  void drag(const Axes& plain, const Axes& slice) {
    Rect room = plain.plot();
    room.w = slice.plot().right() - room.x;
    if (canvas_.pointer.touch) room = {room.x, cut_y(plain) - 22, room.w, 44};
    region_ = region(canvas_, kCutRegion, room);
    canvas_.upright = canvas_.upright || region_.hovered;
    if (!region_.held) return;
    values_.set("at", kScenes.back());
    values_.set("cut", std::clamp(std::log10(plain.y_of(canvas_.pointer.at.y)), kLowestCut, -0.05));
    now_ = moment_of(values_);
    cut_ = cut_of(result_, values_);
  }

  void draw_cut(const Axes& plain, const Axes& slice) {
    const float y = cut_y(plain);
    line(canvas_, {plain.plot().x, y}, {slice.plot().right(), y}, canvas_.colour(Ink::accent), 1.5F);
    const float x = std::round((plain.plot().right() + slice.plot().x) / 2);
    const Rect grip{x - 12, y - 6, 24, 12};
    fill(canvas_, grip, canvas_.colour(Ink::accent), {6});
    for (const float across : {-2.F, 2.F})
      line(canvas_, {x - 5, y + across}, {x + 5, y + across}, canvas_.colour(Ink::paper), 1);
    if (region_.held || region_.hovered)
      outline(canvas_, grip.inset(-3), tint(Ink::accent, 0.4F, canvas_.dark), 3, {9});
    TextStyle style{.ink = Ink::accent, .size = Size::small, .face = Face::semibold, .along = Along::centre};
    text(canvas_, Point{x, y + 10}, number(cut_, 1), style);
    style.upright = Upright::bottom;
    text(canvas_, Point{x, y - 10}, tr("cut"), style);
  }

  const Result& result_;
  Canvas& canvas_;
  Values& values_;
  Moment now_;
  std::vector<double> sigma_;  // beside the first
  Range range_;
  double cut_ = 1;  // where it stands now
  Region region_;
};

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  Rect area = drawing.canvas.area.inset(2);
  if (drawing.values.integer("beside") != 0) {
    const bool narrow = drawing.canvas.narrow();
    const Rect beside =
        narrow ? area.take_bottom(area.h * 0.45F, 2 * kGrid) : area.take_right(area.w * 0.36F, 4 * kGrid);
    draw_beside(result, Setting(drawing.settings), drawing, beside);
  }
  Spectra(result, drawing).draw(area);
}

}  // namespace figures::head_count
