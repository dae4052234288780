// The scenes of figure "algorithm" between the first and the last: Gram matrix, W, heads.
#include "figures/algorithm/scene.hpp"
#include "learner/features.hpp"
#include "plot/axes.hpp"
#include "plot/bars.hpp"
#include "plot/cells.hpp"
#include "plot/curve.hpp"
#include "plot/matrix.hpp"
#include "plot/panel.hpp"

namespace figures::algorithm {
namespace {

// The hero's matrix, with room along its upper and right edges for a row and a column.
Rect inside_edges(const Canvas& canvas, const Rect& hero) { return hero.inset(0, canvas.em, canvas.em, 0); }

// The row and the column along the edges of cells.
Rect over(const Canvas& canvas, const Rect& cells) {
  return {cells.x, cells.y - canvas.em, cells.w, 0.75F * canvas.em};
}
Rect beside(const Canvas& canvas, const Rect& cells) {
  return {cells.right() + 0.25F * canvas.em, cells.y, 0.75F * canvas.em, cells.h};
}

// --- 2: the Gram matrix, sequence by sequence ------------------------------------------------------------------------

Rect place_of_Lambda(const Result& result, const Canvas& canvas, const Frame& frame) {
  const auto unknowns = static_cast<int>(result.unknowns);
  return cells_in(inside_edges(canvas, frame.hero), unknowns, unknowns);
}

// The features of the first sequence on their way, from one row to the edges of Lambda.
void features_to_edges(const Result& result, Canvas& canvas, const Frame& frame, float share) {
  const Matrix products = result.features.transpose();
  const Index psi = products.size();
  if (psi > kFlying) return;
  const Rect row = cells_in(features_row(canvas, frame), 1, static_cast<int>(psi));
  const Rect Lambda = place_of_Lambda(result, canvas, frame);
  for (Index k = 0; k < psi; ++k) {
    const double value = products.data()[k];
    for (const Rect& place : {along(over(canvas, Lambda), k, psi), down(beside(canvas, Lambda), k, psi)})
      cell(canvas, between(along(row, k, psi), place, share), value, largest(products));
  }
}

void draw_Lambda(const Result& result, Canvas& canvas, const Rect& box, const Matrix& gram) {
  const int block = gram.rows() == result.unknowns ? result.d : 0;  // unless it is pooled
  matrix(canvas, box, data_of(gram), {.symbol = "Lambda", .block_rows = block, .block_columns = block, .name = false});
}

// A dot for each moment of which the Gram matrix was kept, as many filled as have been.
void draw_moments(Canvas& canvas, const Rect& row, std::size_t passed, std::size_t all) {
  for (std::size_t k = 0; k < all; ++k) {
    const Rect box = row.column(static_cast<int>(k), static_cast<int>(all), 2);
    fill(canvas, box, canvas.colour(k <= passed ? Ink::accent : Ink::hairline), {1});
  }
}

void draw_eigenvalues(const Result& result, Canvas& canvas, Rect box) {
  const Vector falling = result.eigenvalues.reverse().cwiseMax(0.0);
  const std::string_view words = tr("Eigenvalues of $Λ$. If none is zero, only one function fits noiseless data.");
  const float most = box.h - line_height(canvas) - 12 - least_box(canvas);
  const bool fits = paragraph_height(canvas, box.w, words, kCaption) <= most;
  heading(canvas, box, tr("Do the data decide?"), fits ? words : std::string_view());
  const double floor = std::max(falling.maxCoeff() * 1e-18, 1e-300);
  const Axes axes = draw_axes(
      canvas, box, bar_axis(static_cast<std::size_t>(falling.size()), tr("eigenvalue")),
      {.range = range_of(span_of(falling), Scale::log, 0.05, floor), .scale = Scale::log, .name = tr("size")});
  bars(canvas, axes, span_of(falling), {.ink = Ink::G, .stems = falling.size() <= 64});
}

}  // namespace

void draw_gram(const Result& result, Canvas& canvas, const Frame& frame, float t) {
  constexpr float kSeen = 0.7F;  // all sequences
  const std::size_t kept = result.growing.size();
  const float along = std::clamp((t - kTurn) / (kSeen - kTurn), 0.F, 1.F);
  const auto moment = static_cast<std::size_t>(along * static_cast<float>(kept));
  const bool whole_of_it = moment >= kept;
  explain(canvas, frame,
          tr("Every sequence adds its products to $Λ$, the mean of $H H^{T}$, %1 × %1: all that least squares needs to "
             "know of the features.",
             whole(result.unknowns)));
  draw_Lambda(result, canvas, inside_edges(canvas, frame.hero), whole_of_it ? result.gram : result.growing[moment]);
  if (t < 3 * kTurn) {
    features_to_edges(result, canvas, frame, 1);
    const Rect Lambda = place_of_Lambda(result, canvas, frame);
    for (const Rect& edge : {over(canvas, Lambda), beside(canvas, Lambda)})
      veil(canvas, edge.inset(6), part(t, kTurn, 3 * kTurn));
  }
  Rect side = frame.side;
  headline_number(
      canvas, side,
      tr("%1 of %2", whole(whole_of_it ? result.sequences : result.growing_after[moment]), whole(result.planned)),
      tr("sequences are in it; of the sequences themselves nothing is kept"));
  draw_moments(canvas, side.take_top(5, 3 * kGrid), moment, kept + 1);
  if (t < kSeen || canvas.narrow()) return;
  if (result.eigenvalues.size() > 0) {
    draw_eigenvalues(result, canvas, side);
  } else {
    const auto unknowns = static_cast<double>(result.unknowns);
    facts(canvas, side,
          std::vector<Fact>{{tr("Unknowns, each output"), whole(unknowns)},
                            {tr("Memory for $Λ$"), bytes(8.0 * unknowns * unknowns)}});
  }
  veil(canvas, side, 1 - part(t, kSeen, 0.8F));
}

// --- 3: one system of equations --------------------------------------------------------------------------------------

namespace {

MatrixView draw_W(const Result& result, Canvas& canvas, const Frame& frame, const Matrix& W, double filled = 1) {
  return matrix(canvas, inside_edges(canvas, frame.hero), data_of(W),
                {.symbol = "W",
                 .limit = largest(result.W),
                 .block_rows = result.d,
                 .block_columns = result.d,
                 .filled = filled,
                 .name = false});
}

// Beside the hero, where it is narrow.
Rect beside_hero(const Canvas& canvas, const Frame& frame) {
  const float x = inside_edges(canvas, frame.hero).right() + 2 * canvas.em;
  return {x, frame.hero.y, frame.all.right() - x, frame.hero.h};
}

// Whether Lambda stands beside W while it is being solved: where it is narrow the loss that is left has its place.
bool keeps_Lambda(const Result& result, const Canvas& canvas) {
  return !canvas.narrow() || result.loss_left.size() == 0;
}

// The weights p: their symbols at the left, their products' names above them.
constexpr float kSymbols = 1.6F;  // em
constexpr float kRow = 1.5F;      // em, where there is room

// Whether the products' names fit over the weights in a box that wide.
bool names_fit(const Result& result, const Canvas& canvas, float width) {
  const float cell = (width - kSymbols * canvas.em) / static_cast<float>(result.unknowns);
  return text_width(canvas, product_name(0, 0, 0), kCaption) + 4 <= cell;
}

// Of a side: the loss that is left, with its curve.
float loss_height(const Canvas& canvas) {
  return line_height(canvas, Size::title) + line_height(canvas, Size::small) + 14 + least_box(canvas);
}

// Takes the weights with their names off the bottom of the side, under Lambda, where all has room.
Rect weights_row(const Result& result, const Canvas& canvas, Rect& side) {
  const float height = line_height(canvas, Size::small) + 2 + kRow * canvas.em * static_cast<float>(result.d_out);
  const bool fits = side.h >= loss_height(canvas) + 2 * canvas.em + height + 4 * kGrid;
  return fits && names_fit(result, canvas, side.w) ? side.take_bottom(height, 2 * kGrid) : Rect{};
}
Rect Lambda_inset(const Result& result, const Canvas& canvas, const Frame& frame) {
  if (canvas.narrow())
    return {frame.all.right() - 5 * canvas.em, frame.hero.y + canvas.em, 5 * canvas.em, 5 * canvas.em};
  Rect side = frame.side;
  weights_row(result, canvas, side);
  const float rest = side.h - loss_height(canvas) - 2 * kGrid;
  const float size = std::min({0.32F * side.h, 0.4F * side.w, std::max(2 * canvas.em, rest)});
  return {side.x, side.bottom() - size, size, size};
}

// The loss that is left while the features are brought in one by one. Takes its words off the top of the box.
void draw_loss_left(const Result& result, Canvas& canvas, const Frame& frame, Rect& box, Index used) {
  if (result.loss_left.size() == 0)
    return headline_number(canvas, box, result.minimum_norm ? tr("The smallest solution") : tr("One solution"),
                           tr("no starting point, no luck"));
  constexpr float kDot = 4;
  const double left = result.loss_left(used);
  const bool held = result.lambda > 0;
  const std::string of = used < result.unknowns
                             ? tr(held ? Phrase("of loss plus penalty is left with %1 of the features")
                                       : Phrase("of the loss is left with %1 of the features"),
                                  whole(used))
                             : std::string(held ? tr("of loss plus penalty is left with all features")
                                                : tr("of the loss is left with all features"));
  headline_number(canvas, box, left < 1e-12 ? std::string(tr("Nothing but rounding")) : percent(left), of);
  const Rect plot = (canvas.narrow() ? beside_hero(canvas, frame) : box).inset(0, 0, kDot, 0);
  std::vector<double> count;
  for (Index k = 0; k <= used; ++k) count.push_back(static_cast<double>(k));
  const Axes axes = draw_axes(
      canvas, plot, {.range = {0, static_cast<double>(result.unknowns)}, .name = tr("features used"), .whole = true},
      {.range = {0, 1.05}, .name = canvas.narrow() ? tr("loss left") : tr("loss left, 1: answering 0")});
  curve(canvas, axes, count, span_of(result.loss_left).first(count.size()), {.ink = Ink::W});
  disc(canvas, axes.at(static_cast<double>(used), left), kDot, canvas.colour(Ink::W));
}

// Of the weight that an entry of W is, or half of.
Index place_in_p(Index row, Index column, Index d) {
  const auto [j, k] = std::minmax({row % d, column / d});
  return learner::folded_index(j, k, column % d, d);
}

// W once its coefficients from place `from` on are known: back substitution finds the last first.
Matrix W_from(const Result& result, Index from) {
  Matrix W = result.W;
  for (Index column = 0; column < W.cols(); ++column)
    for (Index row = 0; row < W.rows(); ++row)
      if (place_in_p(row, column, result.d) < from) W(row, column) = 0;
  return W;
}

// The two entries of W that hold the weight of G_jk z_l in output a, or the one where j = k.
void mark_in_W(Canvas& canvas, const MatrixView& W, int a, const learner::FoldedEntry& entry, int d) {
  const auto mark = [&](Index j, Index k) {
    mark_cells(canvas, W, {.row = a * d + static_cast<int>(j), .column = static_cast<int>(k * d + entry.l)});
  };
  mark(entry.j, entry.k);
  mark(entry.k, entry.j);
}

// The weights once those from place `from` on are known, a row for each number of the answer, each under its product
// where there is room for its name; one that is pointed at is marked in W, and the other way round. Nothing where they
// would be too small.
void draw_p(const Result& result, Canvas& canvas, Rect box, Index from, const MatrixView& W) {
  constexpr float kLeast = 4, kWidest = 4;  // of a cell: pixels, em
  const int d = result.d;
  const Matrix p = result.recovered.reshaped<Eigen::RowMajor>(result.d_out, result.unknowns);
  const float line = line_height(canvas, Size::small);
  const bool named = names_fit(result, canvas, box.w);
  Rect above = box.take_top(line, named ? 2 : 4);
  const Rect symbols = box.take_left(kSymbols * canvas.em, 0);
  const float wide = std::min(box.w / static_cast<float>(p.cols()), kWidest * canvas.em);
  const float high = std::min({wide, box.h / static_cast<float>(p.rows()), kRow * canvas.em});
  if (high < kLeast) return;
  MatrixView view{.cells = {box.x, box.y, wide * static_cast<float>(p.cols()), high * static_cast<float>(p.rows())},
                  .rows = static_cast<int>(p.rows()),
                  .columns = static_cast<int>(p.cols()),
                  .limit = largest(p),
                  .hovered = {}};
  fill(canvas, view.cells, canvas.colour(Ink::hairline));
  for (int k = 0; k < view.columns; ++k) {
    const auto entry = learner::folded_entry(k, d);
    for (int a = 0; a < view.rows; ++a)
      if (k >= from) cell(canvas, view.cell(a, k), p(a, k), view.limit);
    const Rect name{view.cell(0, k).x, above.y, wide, line};
    if (named) text(canvas, name, product_name(entry.j, entry.k, entry.l), centred(Ink::quiet, Size::small));
  }
  const std::string_view words = tr("the weights $p$, one for each product");
  if (!named && text_width(canvas, words, kCaption) <= above.w) text(canvas, above, words, kCaption);
  if (from == 0) numbers(canvas, view, p);
  for (int a = 0; a < view.rows && high >= line; ++a)
    text(canvas, Rect{symbols.x, view.cell(a, 0).y, symbols.w, high}, "$p_{" + whole(a + 1) + "}$",
         {.upright = Upright::middle});
  if (const auto at = canvas.hovers(view.cells) ? cell_at(view, canvas.pointer.at) : std::nullopt; at) {
    const auto entry = learner::folded_entry(at->column, d);
    mark_cells(canvas, view, *at);
    mark_in_W(canvas, W, at->row, entry, d);
    tooltip(canvas, canvas.pointer.at,
            "$p_{" + whole(at->row + 1) + "}$, " + product_name(entry.j, entry.k, entry.l) + ": " +
                number(at->column < from ? 0 : p(at->row, at->column)));
  }
  if (W.hovered)
    mark_cells(
        canvas, view,
        {.row = W.hovered->row / d, .column = static_cast<int>(place_in_p(W.hovered->row, W.hovered->column, d))});
}

}  // namespace

void draw_solve(const Result& result, Canvas& canvas, const Frame& frame, float t) {
  explain(
      canvas, frame,
      result.minimum_norm
          ? tr("Many $W$ fit equally well; this is the smallest: what the data leave open is set to zero.")
          : tr("One linear system, solved by Cholesky: forward, feature by feature, the loss falls; backward, entry "
               "by entry, $W$ appears."));
  const auto unknowns = static_cast<Index>(result.unknowns);
  const Index from = unknowns - counted_off(part(t, 0.35F, 1), unknowns);
  const Matrix W = from > 0 ? W_from(result, from) : result.W;
  const MatrixView view = draw_W(result, canvas, frame, W, from < unknowns ? 1 : 0);
  if (from == 0) numbers(canvas, view, W);

  const Rect inset = Lambda_inset(result, canvas, frame);
  if (keeps_Lambda(result, canvas)) draw_Lambda(result, canvas, inset, result.gram);
  Rect side = frame.side;
  if (!canvas.narrow()) {
    const Rect weights = weights_row(result, canvas, side);
    Rect low = side.take_bottom(inset.h, 2 * kGrid);
    low.take_left(inset.w, 2 * kGrid);
    const std::string unknown = counted("%1 unknown", "%1 unknowns", result.unknowns);
    const std::string targets = counted("%1 target", "%1 targets", result.rows);
    const std::string words =
        result.lambda > 0
            ? tr("$Λ$: %1 for each output, from %2, with ridge $λ$ = %3", unknown, targets, number(result.lambda))
            : tr("$Λ$: %1 for each output, %2 decided by %3", unknown, whole(result.rank), targets);
    paragraph(canvas, low.take_top(paragraph_height(canvas, low.w, words, kCaption), kGrid), words, kCaption);
    draw_p(result, canvas, weights.h > 0 ? weights : low, from, view);
  }
  draw_loss_left(result, canvas, frame, side, counted_off(part(t, kTurn, 0.4F), unknowns));
  if (canvas.narrow()) draw_p(result, canvas, side, from, view);
}

// --- 4: W splits into heads ------------------------------------------------------------------------------------------

namespace {

// The map of head h, row after row, as it stands in a column or a row of W.
Vector written_out(const Matrix& maps, Index h, Index d) {
  return maps.middleCols(h * d, d).reshaped<Eigen::RowMajor>();
}

Matrix product(const Result& result, Index head) {
  const Vector value = written_out(result.value_maps, head, result.d);
  return value.lazyProduct(written_out(result.query_maps, head, result.d).transpose());
}

// What the heads add up to.
Rect sum_box(const Canvas& canvas, const Frame& frame) {
  if (canvas.narrow()) return beside_hero(canvas, frame).inset(0, canvas.em, 0, 0);
  const float size = 0.36F * frame.side.h;
  return Rect{frame.side.x, frame.side.y, std::min(size, 0.45F * frame.side.w), size}.inset(0, canvas.em, canvas.em, 0);
}

// A column and a row along the edges of a product go to the places of their head, row by row.
void fold(Canvas& canvas, const Matrix& cells, const Rect& strip, bool upright, const Rect& to, Index d, float share) {
  const Index count = cells.size();
  for (Index k = 0; k < count; ++k) {
    const Rect from = upright ? down(strip, k, count) : along(strip, k, count);
    const Rect end = along(down(to, k / d, count / d), k % d, d);
    cell(canvas, between(from, end, turn(share, k, count, 0.6F)), cells(k), largest(cells));
  }
}

}  // namespace

Rect heads_box(const Canvas& canvas, const Frame& frame) {
  Rect side = frame.side;
  // Over them the spectrum.
  if (!canvas.narrow()) side.take_top(std::max(0.42F * side.h, least_box(canvas)), 2 * kGrid);
  return side;
}

std::vector<HeadPlace> draw_learned_heads(const Result& result, Canvas& canvas, const Frame& frame, int there) {
  Rect box = heads_box(canvas, frame);
  text(canvas, box.take_top(line_height(canvas, Size::small), 4), tr("the heads learned: $V_{h}$ over $Q_{h}$"),
       kCaption);
  return draw_head_maps(canvas, box, result.value_maps, result.query_maps, there, static_cast<int>(result.head_count));
}

void draw_heads(const Result& result, Canvas& canvas, const Frame& frame, float t) {
  constexpr float kSplitFrom = 0.05F;
  constexpr float kArrived = 0.5F;  // of a head's way, its product is where the sum is
  const Index d = result.d;
  const Index heads = result.query_maps.cols() / d;
  // Head `at` is being split off; `share` of its way is done. The first ones take their time.
  const float way = std::clamp((t - kSplitFrom) / (1 - kSplitFrom), 0.F, 1.F);
  const float along = way * way * way * static_cast<float>(heads);
  const Index at = std::min(static_cast<Index>(along), heads);
  const float share = at < heads ? along - static_cast<float>(at) : 0;
  Matrix sum = Matrix::Zero(result.W.rows(), result.W.cols());
  const Index added = at + (share >= kArrived ? 1 : 0);
  for (Index h = 0; h < added; ++h) sum += product(result, h);
  const double weight = (result.W - sum).squaredNorm() / std::max(result.W.squaredNorm(), 1e-300);
  explain(canvas, frame,
          weight < 1e-12
              ? tr("$W$ splits into products of a column and a row, and each folds into the $V_{h}$ and $Q_{h}$ of a "
                   "head. Their sum is $W$ again.")
              : tr("$W$ splits into products of a column and a row, and each folds into the $V_{h}$ and $Q_{h}$ of a "
                   "head. Their sum still lacks %1 of $W$.",
                   percent(weight)));
  const MatrixView W = draw_W(result, canvas, frame, result.W);
  numbers(canvas, W, result.W);
  const Rect box = sum_box(canvas, frame);
  const MatrixView total = matrix(canvas, box, data_of(sum),
                                  {.limit = W.limit,
                                   .block_rows = result.d,
                                   .block_columns = result.d,
                                   .filled = added > 0 ? 1.0 : 0.0,
                                   .name = false});
  if (added > 0) numbers(canvas, total, sum);
  paragraph(canvas, {total.cells.x, total.cells.bottom() + 3, box.w, 0},
            tr("sum of %1 of %2", whole(added), heads_text(result.head_count)), kCaption);
  if (!canvas.narrow()) {
    Rect right{box.right() + 3 * kGrid, frame.side.y, 0, 0};
    right.w = frame.side.right() - right.x;
    right.h = heads_box(canvas, frame).y - 2 * kGrid - right.y;
    draw_spectrum(canvas, right, result.sigma,
                  {.ink = Ink::W,
                   .kept = t < 1 ? static_cast<int>(at) : static_cast<int>(result.head_count),
                   .x_name = tr("head"),
                   .y_name = tr("singular value")});
  }
  const std::vector<HeadPlace> places = draw_learned_heads(result, canvas, frame, static_cast<int>(at));
  if (share == 0) return;
  // The product leaves W for the sum, its column and row go on to the head.
  const Rect cells = between(W.cells, total.cells, part(share, 0.1F, kArrived));
  if (share < kArrived) {
    const Matrix term = product(result, at);
    matrix(canvas, cells, data_of(term), {.limit = largest(term), .name = false});
  }
  if (at >= std::ssize(places)) return;
  const auto& [V, Q] = places[static_cast<std::size_t>(at)];
  const float folded = part(share, kArrived, 1);
  fold(canvas, written_out(result.value_maps, at, d), beside(canvas, cells), true, V, d, folded);
  fold(canvas, written_out(result.query_maps, at, d), over(canvas, cells), false, Q, d, folded);
}

void carry(const Result& result, Canvas& canvas, const Frame& frame, int step, float share) {
  const float way = eased(share);
  switch (step) {
    case 1: return features_to_edges(result, canvas, frame, way);
    case 2:
      if (!keeps_Lambda(result, canvas)) return;
      return draw_Lambda(result, canvas,
                         between(inside_edges(canvas, frame.hero), Lambda_inset(result, canvas, frame), way),
                         result.gram);
    case 3: numbers(canvas, draw_W(result, canvas, frame, result.W), result.W); return;
    default:
      if (keeps_heads(result, canvas)) draw_learned_heads(result, canvas, frame);
  }
}

}  // namespace figures::algorithm
