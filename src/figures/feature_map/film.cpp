// The film of figure "feature_map": tokens fly into G, products grow in X and, each once, in H(Z), and their weighted
// sum grows to attention's answer.
#include "figures/feature_map/feature_map.hpp"

namespace figures::feature_map {
namespace {

Rect between(const Rect& from, const Rect& to, float share) {
  return {std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share), std::lerp(from.w, to.w, share),
          std::lerp(from.h, to.h, share)};
}

// --- The sum --------------------------------------------------------------------------------------------------------

class Sum {
 public:
  Sum(const Result& result, Drawing& drawing, const MapLayout& layout, const Film& film, int output)
      : result_(result),
        drawing_(drawing),
        canvas_(drawing.canvas),
        layout_(layout),
        share_(film.sum),
        output_(output),
        psi_(static_cast<int>(result.H.size())),
        growing_(growing(film.sum, psi_)),
        axes_(axes()) {}

  // A stair of the terms from nought to attention's answer.
  void draw_stair() {
    const Rect& plot = axes_.plot();
    line(canvas_, {plot.x, axes_.y_at(0)}, {plot.right(), axes_.y_at(0)}, canvas_.colour(Ink::hairline));
    rule_y(canvas_, axes_, answer(), {.width = 1.5F});
    for (int k = 0; k < growing_.whole; ++k) fill(canvas_, step(k), colour(k), {1});
    if (growing_.size < 1) {
      const int k = growing_.place;
      const Rect whole = step(k);
      const Rect none{whole.x, axes_.y_at(result_.sums(output_, k)), whole.w, 0};
      fill(canvas_, between(none, whole, growing_.size), colour(k), {1});
    }
    draw_names();
  }

  void draw_answers() {
    const Rect& box = layout_.answers;
    const float height = box.h / 3;
    const bool brief = box.w < 380;
    const float names = brief ? 0.3F : 0.34F;
    const auto columns = static_cast<float>(result_.d());
    const auto cell = [&](int row, float column) {
      return Rect{box.x + box.w * (names + (1 - names) * column / columns), box.y + height * static_cast<float>(row),
                  (1 - names) * box.w / columns, height};
    };
    const double most = largest(result_.attended);
    const int places = (most < 10 ? 4 : most < 100 ? 3 : 2) - (brief ? 1 : 0) - (box.w < 300 ? 1 : 0);
    const TextStyle quiet{.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle};
    const TextStyle right{.size = Size::small, .along = Along::right, .upright = Upright::middle};
    const auto name = [&](int row, std::string_view words) {
      text(canvas_, Rect{box.x, cell(row, 0).y, names * box.w, height}, words, quiet);
    };
    name(0, tr("answer"));
    const std::string heads = counted("%1 head", "%1 heads", drawing_.settings.number("H"));
    name(1, brief ? heads : tr("attention, %1", heads));
    name(2, brief ? std::string(tr("the sum")) : tr("sum of %1 products", whole(psi_)));
    for (int a = 0; a < result_.d(); ++a) {
      const Rect head = cell(0, static_cast<float>(a));
      const Rect column{head.x + 4, head.y, head.w - 4, box.h};
      const Region region = plot::region(canvas_, "feature_map.answer." + std::to_string(a), column);
      if (region.clicked) drawing_.values.set("a", a + 1);
      if (a == output_) fill(canvas_, column, tint(Ink::W, 0.1F, canvas_.dark), {3});
      if (region.hovered && a != output_) fill(canvas_, column, canvas_.colour(Ink::raised), {3});
      const auto write = [&](int row, std::string_view words, TextStyle style) {
        text(canvas_, cell(row, static_cast<float>(a)).inset(2, 0, 4, 0), words, style);
      };
      TextStyle title = right;
      title.ink = Ink::quiet;
      write(0, "$y_{" + whole(a + 1) + "}$", title);
      write(1, fixed(result_.attended(a), places), right);
      if (share_ > 0) write(2, fixed(result_.sums(a, growing_.whole), places), right);
    }
  }

 private:
  double answer() const { return result_.attended(output_); }

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

  // Left of the plot nought and what attention answers, which its line also has words for where no step is; beside the
  // last step the sum so far.
  void draw_names() {
    const Rect& plot = axes_.plot();
    const float height = line_height(canvas_, Size::small);
    const float level = axes_.y_at(answer());
    TextStyle style{.size = Size::small, .face = Face::semibold, .along = Along::right, .upright = Upright::middle};
    text(canvas_, Point{plot.x - kGrid, level}, number(answer(), 4), style);
    if (std::abs(axes_.y_at(0) - level) > height) text(canvas_, Point{plot.x - kGrid, axes_.y_at(0)}, "0", style);

    Labels labels(plot);
    for (int k = 0; k < psi_; ++k) labels.avoid(step(k));
    std::vector<LabelSpot> spots;
    for (const float x : {0.01F, 0.3F, 0.6F}) {
      spots.push_back({{plot.x + x * plot.w, level + 3}, Along::left, Upright::top});
      spots.push_back({{plot.x + x * plot.w, level - 3}, Along::left, Upright::bottom});
    }
    const std::string words = tr("what attention answers, $y_{%1}$", whole(output_ + 1));
    const Rect name = labels.place(canvas_, words, kCaption, spots);
    if (growing_.whole == 0) return;
    const Rect last = step(growing_.whole - 1);
    const double sum = result_.sums(output_, growing_.whole);
    const Point tip{std::min(last.right(), canvas_.area.right() - 6), axes_.y_at(sum)};
    disc(canvas_, tip, 4, canvas_.colour(Ink::ink));
    if (share_ == 1) return;
    Labels free(canvas_.area);
    for (int k = 0; k <= growing_.place; ++k) free.avoid(step(k));
    for (const Rect& taken : {name, layout_.p.cells}) free.avoid(taken);
    const LabelSpot beside[] = {{{step(growing_.place).right() + 9, tip.y}, Along::left, Upright::middle},
                                {{last.x - 6, tip.y}, Along::right, Upright::middle},
                                {{tip.x, tip.y - 6}, Along::right, Upright::bottom},
                                {{tip.x, tip.y + 6}, Along::right, Upright::top}};
    style.ink = Ink::ink;
    free.place(canvas_, number(sum, 4), style, beside);
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_;
  const MapLayout& layout_;
  float share_;
  int output_;
  int psi_;
  Growing growing_;  // terms
  Axes axes_;
};

}  // namespace

Film film_of(const Values& values) {
  const auto at = static_cast<float>(values.number("film")) / kStep;
  const auto share = [at](float step) { return std::clamp(at - step, 0.F, 1.F); };
  return {share(0), share(1), share(2), share(3)};
}

float on_its_way(float share, Index t, Index n) {
  constexpr float kOwn = 0.27F;  // of the whole time
  const float begins = (1 - kOwn) * static_cast<float>(t) / static_cast<float>(std::max<Index>(n - 1, 1));
  const float own = std::clamp((share - begins) / kOwn, 0.F, 1.F);
  return share >= 1 ? 1 : own * own * (3 - 2 * own);
}

Growing growing(float share, Index all) {
  const float begun = share * share * static_cast<float>(all);
  const int place = std::min(static_cast<int>(begun), static_cast<int>(all) - 1);
  const float size = std::min(1.F, 2 * (begun - static_cast<float>(place)));
  return {place, size, place + (size == 1 ? 1 : 0)};
}

int arrived(float share, Index n) {
  int count = 0;
  while (count < n && on_its_way(share, count, n) >= 1) ++count;
  return count;
}

// Each unfolds into a card, its outer product, under the matrices; the card goes to G.
void draw_tokens(const Result& result, Canvas& canvas, const MapLayout& layout, const Film& film) {
  constexpr float kUnfolded = 0.45F;
  const MatrixData like = data_of(result.G);
  const double limit = std::max(largest(result.G), 1e-300);
  const int d = result.d();
  const Rect& sum = layout.G.cells;
  for (int t = 0; t < result.n(); ++t) {
    const float share = on_its_way(film.gram, t, result.n());
    if (share == 0 || share == 1) continue;
    const Rect token = cells_of(layout.Z, {0, t, d, 1});
    MatrixView waiting = layout.G;
    waiting.cells = {std::lerp(token.x, sum.x, 0.5F), sum.y + 1.3F * sum.h, sum.w, sum.h};
    const auto place = [&](int j, int k) {
      const Rect cell = waiting.cell(j, k);
      return share < kUnfolded ? between(layout.Z.cell(j, t), cell, share / kUnfolded)
                               : between(cell, layout.G.cell(j, k), (share - kUnfolded) / (1 - kUnfolded));
    };
    mark_cells(canvas, layout.Z, {0, t, d, 1}, {.ink = Ink::G});
    const Rect first = place(0, 0), last = place(d - 1, d - 1);
    const Rect card{first.x - 5, first.y - 5, last.right() - first.x + 10, last.bottom() - first.y + 10};
    fill(canvas, card, canvas.colour(Ink::paper), {4});
    outline(canvas, card, canvas.colour(Ink::G), 1.5F, {4});
    for (int j = 0; j < d; ++j) {
      for (int k = 0; k < d; ++k) {
        const Matrix product = Matrix::Constant(1, 1, result.Z(j, t) * result.Z(k, t));
        const MatrixView cell{.cells = place(j, k), .rows = 1, .columns = 1, .limit = limit, .hovered = {}};
        fill(canvas, cell.cells.inset(0, 0, 1, 1), diverging(product(0) / limit, canvas.dark));
        cell_numbers(canvas, cell, data_of(product), {.like = &like});
      }
    }
  }
}

void draw_sum(const Result& result, Drawing& drawing, const MapLayout& layout, const Film& film, int output) {
  Sum sum(result, drawing, layout, film, output);
  sum.draw_stair();
  sum.draw_answers();
}

}  // namespace figures::feature_map
