// The stair of figure "feature_map": weighted products, one upon the other, up to what attention answers.
#include "figures/feature_map/feature_map.hpp"
#include "plot/axes.hpp"
#include "plot/cells.hpp"
#include "plot/labels.hpp"

namespace figures::feature_map {
namespace {

class Sum {
 public:
  Sum(const Result& result, Drawing& drawing, const MapLayout& layout, const Film& film, int output)
      : result_(result),
        drawing_(drawing),
        canvas_(drawing.canvas),
        layout_(layout),
        began_(film.sum > 0),
        output_(output),
        psi_(static_cast<int>(result.H.size())),
        growing_(growing(film.sum, psi_)),
        axes_(axes()) {}

  void draw(const std::optional<CellRange>& traced) {
    const Rect& plot = axes_.plot();
    line(canvas_, {plot.x, axes_.y_at(0)}, {plot.right(), axes_.y_at(0)}, canvas_.colour(Ink::hairline));
    text(canvas_, Point{plot.x - kGrid, axes_.y_at(0)}, "0",
         {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle});
    rule_y(canvas_, axes_, answer(), {.width = 1.5F});
    // Those to come have their places from the start.
    for (int k = 0; k < psi_; ++k)
      fill(canvas_, step(k), k < growing_.whole ? colour(k) : tint(Ink::hairline, 0.5F, canvas_.dark), {1});
    if (traced) draw_trace(*traced);
    if (growing_.size > 0 && growing_.size < 1) {
      const int k = growing_.place;
      // From under its weight, whose number stays to be read.
      const Rect weight = layout_.p.cell(0, k).inset(0, 0, 1, 1);
      const float half = std::max(weight.h, line_height(canvas_, Size::small)) / 2;
      const Rect under{weight.x, weight.centre().y + half + 2, weight.w, 3};
      fill(canvas_, between(under, step(k), growing_.size), colour(k), {1});
    }
    if (growing_.whole > 0) {
      const Rect last = step(growing_.whole - 1);
      disc(canvas_, {last.right(), axes_.y_at(sum())}, 4, canvas_.colour(Ink::ink));
    }
    draw_answer();
    draw_outputs();
  }

 private:
  double answer() const { return result_.attended(output_); }
  double sum() const { return result_.sums(output_, growing_.whole); }

  Axes axes() const {
    Range range{std::min(0.0, answer()), std::max(0.0, answer())};
    for (int k = 1; k <= psi_; ++k) range = joined(range, {result_.sums(output_, k), result_.sums(output_, k)});
    const double margin = 0.06 * std::max(range.high - range.low, 1e-300);
    return {layout_.sum.cells,
            {.range = {0, static_cast<double>(psi_)}},
            {.range = {range.low - margin, range.high + margin}}};
  }

  // From the sum before term k to the sum with it.
  Rect step(int k) const {
    const float from = axes_.y_at(result_.sums(output_, k));
    const float to = axes_.y_at(result_.sums(output_, k + 1));
    const Rect column = layout_.sum.cell(0, k);
    return {column.x, std::min(from, to) - 1, column.w - 1, std::abs(to - from) + 2};
  }

  // As its cell would have, but never so pale that it is not seen.
  Colour colour(int k) const {
    const double term = result_.p(output_, k) * result_.H(k);
    const double most =
        std::max(result_.p.row(output_).transpose().cwiseProduct(result_.H).cwiseAbs().maxCoeff(), 1e-300);
    return diverging(std::copysign(0.3 + 0.6 * std::abs(term) / most, term), canvas_.dark);
  }

  // From the weights down to their bricks, and what these add.
  void draw_trace(const CellRange& traced) {
    const int end = traced.column + traced.columns;
    if (end > growing_.whole) return;
    Labels labels(canvas_.area);
    for (int k = 0; k < growing_.whole; ++k) labels.avoid(step(k));
    labels.avoid(layout_.p.cells);
    const Colour ink = canvas_.colour(Ink::W);
    for (int k = traced.column; k < end; ++k) {
      const Rect brick = step(k);
      const float x = std::round(brick.centre().x);
      line(canvas_, {x, layout_.p.cells.bottom() + 1}, {x, brick.y}, with_alpha(ink, 0.5F));
      outline(canvas_, brick.inset(-1), ink, 2, {2});
    }
    const double adds = result_.sums(output_, end) - result_.sums(output_, traced.column);
    std::vector<LabelSpot> spots;
    const auto height = [&](int k) { return step(k).h; };
    const std::pair<int, int> ends{end - 1, traced.column};
    const bool last_is_higher = height(ends.first) >= height(ends.second);
    for (const int k : {last_is_higher ? ends.first : ends.second, last_is_higher ? ends.second : ends.first}) {
      const Rect brick = step(k);
      for (const auto [y, upright] : {std::pair{brick.y - 4, Upright::bottom}, {brick.bottom() + 4, Upright::top}}) {
        spots.push_back({{brick.centre().x, y}, Along::centre, upright});
        spots.push_back({{brick.right(), y}, Along::right, upright});
        spots.push_back({{brick.x, y}, Along::left, upright});
      }
    }
    labels.place(canvas_, (adds > 0 ? "+" : "") + number(adds), {.ink = Ink::W, .face = Face::semibold}, spots);
  }

  // --- Both answers -------------------------------------------------------------------------------------------------

  struct Side {
    std::string words, value;
  };

  static constexpr int kMostPlaces = 4;

  // What the two heads of the sentence say, as printed, adds up to the answer, as printed.
  bool adds_up(int places) const {
    const auto printed = [&](double value) { return std::round(value * std::pow(10, places)); };
    return printed(result_.by_head(output_, 0)) + printed(result_.by_head(output_, 1)) == printed(answer());
  }

  // Places after the point: none of whole numbers; of the sentence as many as let the heads add up.
  int places() const {
    if (result_.by_head == result_.by_head.array().round().matrix()) return 0;
    const double most = largest(result_.attended);
    const int usual = most < 10 ? 3 : most < 100 ? 2 : 1;
    for (int places = usual; is_sentence(drawing_.settings) && places <= kMostPlaces; ++places)
      if (adds_up(places)) return places;
    return usual;
  }

  std::string said(double value) const {
    return largest(result_.by_head) < 0.01 ? number(value, 3) : fixed(value, places());
  }

  // "attention, 2 heads", or of the sentence what each says: "2 heads: 1 + 3".
  std::string heads_words(float room) const {
    const std::string heads = heads_text(sizes_of(drawing_.settings).heads);
    const std::string words = tr("attention, %1", heads);
    if (!is_sentence(drawing_.settings) || !adds_up(places()) || largest(result_.by_head) < 0.01) return words;
    const std::string other = said(result_.by_head(output_, 1));
    const std::string sum = tr("%1: %2 + %3", heads, said(result_.by_head(output_, 0)),
                               result_.by_head(output_, 1) < 0 ? "(" + other + ")" : other);
    return text_width(canvas_, sum, kCaption) <= room ? sum : words;
  }

  // The sum's is asked for before it begins.
  void draw_answer() {
    const Rect& box = layout_.answer;
    const Side attention{heads_words(layout_.upright ? box.w / 2 : box.w), said(answer())};
    const bool some = growing_.whole > 0 && growing_.whole < psi_;
    const Side products{some ? tr("sum of %1 of %2 products", whole(growing_.whole), whole(psi_))
                             : tr("sum of %1 products", whole(psi_)),
                        began_ ? said(sum()) : "?"};
    const bool equal = growing_.whole == psi_;
    if (layout_.upright) {
      const float left = std::min(text_width(canvas_, attention.words, kCaption), box.w / 2);
      write({box.x, box.y, left, box.h}, attention, Along::left, true);
      write(box.inset(left + canvas_.em, 0, 0, 0), products, Along::right, true);
      if (equal)
        text(canvas_, box.inset(0, line_height(canvas_, Size::small), 0, 0), "=", centred(Ink::ink, Size::number));
      return;
    }
    // One over the line that the stair climbs to, the other under it, between them the sign.
    const float sign = line_height(canvas_, Size::title);
    const float half = line_height(canvas_, Size::number) + line_height(canvas_, Size::small) + sign / 2;
    const float level = std::round(axes_.y_at(answer()));
    const float joint = std::clamp(level, box.y + half, std::max(box.y + half, box.bottom() - half));
    dashed_line(canvas_, {axes_.plot().right(), level}, {box.x, joint}, canvas_.colour(Ink::truth), 1.5F);
    if (equal) text(canvas_, Rect{box.x, joint - sign / 2, box.w, sign}, "=", centred(Ink::ink, Size::title));
    write({box.x, joint - half, box.w, half - sign / 2}, attention, Along::centre, true);
    write({box.x, joint + sign / 2, box.w, half - sign / 2}, products, Along::centre, false);
  }

  void write(Rect box, const Side& side, Along along, bool words_first) {
    const Rect words = words_first ? box.take_top(line_height(canvas_, Size::small), 0)
                                   : box.take_bottom(line_height(canvas_, Size::small), 0);
    text(canvas_, words, side.words, {.ink = Ink::quiet, .size = Size::small, .along = along});
    TextStyle style{.size = Size::number, .face = Face::semibold, .along = along};
    style.upright = Upright::middle;
    if (side.value == "?" || text_width(canvas_, side.value, style) > box.w) style.size = Size::title;
    text(canvas_, box, side.value, style);
  }

  void draw_outputs() {
    const int d = result_.d();
    for (int a = 0; a < d; ++a) {
      const Rect place = layout_.outputs.row(a, d, 0);
      const Rect chip{place.x, place.y, place.w, std::min(place.h, 1.9F * canvas_.em)};
      const Region region = plot::region(canvas_, "feature_map.answer." + std::to_string(a), chip);
      if (region.clicked) drawing_.values.set("a", a + 1);
      const bool chosen = a == output_;
      fill(canvas_, chip, chosen ? tint(Ink::W, 0.14F, canvas_.dark) : canvas_.colour(Ink::raised), {4});
      const bool lit = region.hovered && !chosen;
      outline(canvas_, chip, lit ? canvas_.colour(Ink::accent) : tint(chosen ? Ink::W : Ink::quiet, 0.4F, canvas_.dark),
              1, {4});
      if (lit) tooltip(canvas_, canvas_.pointer.at, tr("press for its sum"));
      text(canvas_, chip, "$y_{" + whole(a + 1) + "}$", centred(chosen ? Ink::ink : Ink::quiet));
    }
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_;
  const MapLayout& layout_;
  bool began_;
  int output_;
  int psi_;
  Growing growing_;  // terms
  Axes axes_;
};

}  // namespace

void draw_sum(const Result& result, Drawing& drawing, const MapLayout& layout, const Film& film, int output,
              const std::optional<CellRange>& traced) {
  Sum(result, drawing, layout, film, output).draw(traced);
}

}  // namespace figures::feature_map
