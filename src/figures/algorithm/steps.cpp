// The first four steps of figure "algorithm", each a scene: what stands at its end, and on the way there what has been
// computed so far.
#include "figures/algorithm/algorithm.hpp"
#include "figures/heads_picture.hpp"
#include "learner/features.hpp"
#include "plot/bars.hpp"

namespace figures::algorithm {
namespace {

// The part of a step between two of its moments, 0 to 1, that begins and ends gently.
float part(float t, float from, float to) {
  const float share = std::clamp((t - from) / (to - from), 0.F, 1.F);
  return share * share * (3 - 2 * share);
}

int counted_off(float share, Index all) { return static_cast<int>(std::lround(share * static_cast<float>(all))); }

float largest(const Matrix& matrix) { return matrix.size() > 0 ? static_cast<float>(matrix.cwiseAbs().maxCoeff()) : 0; }

Rect between(const Rect& from, const Rect& to, float share) {
  return {std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share), std::lerp(from.w, to.w, share),
          std::lerp(from.h, to.h, share)};
}

void cell(Canvas& canvas, const Rect& rect, double value, double limit) {
  fill(canvas, rect.inset(rect.w > 4 ? 0.5F : 0), diverging(value / limit, canvas.dark));
}

// The first so many of a row of things that follow one another on their way, each for `together` of the whole time.
float turn(float share, Index k, Index all, float together = 0.35F) {
  const float begins = (1 - together) * static_cast<float>(k) / static_cast<float>(std::max<Index>(all, 1));
  return part(share, begins, begins + together);
}

// A matrix in a box under its name.
MatrixView named(Canvas& canvas, Rect box, std::string_view name, const Matrix& cells, MatrixStyle style) {
  text(canvas, box.take_top(line_height(canvas, Size::small), 2), name, kCaption);
  style.name = false;
  return matrix(canvas, box, data_of(cells), style);
}

}  // namespace

// --- 1: the products of one sequence ---------------------------------------------------------------------------------

void draw_products(const Result& result, Canvas& canvas, Rect box, float t) {
  constexpr Index kFlying = 400;  // more features are too small to be seen on their way
  heading(
      canvas, box, tr("One sequence becomes one column of features"),
      tr("Linear attention sees the tokens $Z$ only through $G = Z Z^{T}$, and the token $z$ that asks. Its answer is "
         "linear in their products."));
  const Index d = result.Z.rows();
  const Index n = result.Z.cols();
  const Index psi = result.features.size();
  const bool causal = result.targets == learner::Targets::causal;
  const Index asking = result.targets == learner::Targets::last ? n - 1 : 0;
  const Index visible = causal ? asking + 1 : n;
  Rect row = box.take_bottom(std::min(box.h * 0.2F, 4.2F * canvas.em), 2 * kGrid);
  const bool narrow = canvas.narrow();
  Rect top = narrow ? box.take_top(box.h * 0.4F, kGrid) : box.take_left(box.w * 0.48F, 6 * kGrid);
  const Rect tokens = narrow ? top.take_left(top.w * 0.62F, 2 * kGrid) : top.take_top(top.h * 0.5F, 2 * kGrid);

  const MatrixView Z = named(canvas, tokens, tr("$Z$, a token a column"), result.Z, {.symbol = "Z"});
  const Rect asks = Z.cell(0, static_cast<int>(asking));
  outline(canvas, Rect{asks.x, Z.cells.y, asks.w, Z.cells.h}.inset(-1.5F), canvas.colour(Ink::query), 2, {2});
  // G after so many tokens, a sum of outer products.
  const int seen = counted_off(part(t, 0, 0.42F), visible);
  const auto first = result.Z.leftCols(seen);
  const Matrix G = seen < visible ? Matrix(first * first.transpose()) : result.G;
  const std::string of = seen < visible ? tr("$G$, of %1 tokens", whole(seen)) : std::string("$G = Z Z^{T}$");
  named(canvas, top, of, seen > 0 ? G : Matrix(Matrix::Zero(d, d)),
        {.symbol = "G", .limit = largest(result.G), .filled = seen > 0 ? 1.0 : 0.0});
  if (seen > 0 && seen < visible) {
    const Rect token = Z.cell(0, seen - 1);
    outline(canvas, Rect{token.x, Z.cells.y, token.w, Z.cells.h}.inset(-1), canvas.colour(Ink::G), 2, {2});
  }
  // The multiplication table: along the top the entries of G, down the side the token that asks.
  const Matrix products = result.features.transpose();
  const Matrix g = learner::vech(result.G).transpose();
  const Matrix z = result.Z.col(asking);
  const double limit = largest(products);
  text(canvas, box.take_top(line_height(canvas, Size::small), 2), tr("every $G_{jk} z_{l}$, once"), kCaption);
  const float gap = 4;
  const float side =
      std::min((box.w - gap) / static_cast<float>(products.cols() + 1), (box.h - gap) / static_cast<float>(d + 1));
  const float edge = std::max(side, 6.F);
  const Rect grid{box.x + edge + gap, box.y + edge + gap, side * static_cast<float>(products.cols()),
                  side * static_cast<float>(d)};
  const float there = part(t, 0.4F, 0.7F);
  matrix(canvas, {grid.x, box.y, grid.w, edge}, data_of(g),
         {.symbol = "G", .filled = part(t, 0.38F, 0.42F), .name = false});
  matrix(canvas, {box.x, grid.y, edge, grid.h}, data_of(z),
         {.symbol = "z", .filled = part(t, 0.38F, 0.42F), .name = false});
  const MatrixView table = matrix(canvas, grid, data_of(products), {.limit = limit, .filled = there, .name = false});
  // Cell after cell they come down into one row.
  const Matrix column = Eigen::Map<const Matrix>(products.data(), 1, psi);
  text(canvas, row.take_top(line_height(canvas, Size::small), 2),
       tr("$H(Z)^{T}$: %1 features, written as a row", whole(result.unknowns)), kCaption);
  const float down = part(t, 0.68F, 1);
  Index landed = psi > kFlying ? counted_off(down, psi) : 0;
  while (psi <= kFlying && landed < psi && turn(down, landed, psi) >= 1) ++landed;
  const MatrixView features = matrix(canvas, row, data_of(column),
                                     {.symbol = "Hf",
                                      .limit = limit,
                                      .filled = static_cast<double>(landed) / static_cast<double>(psi),
                                      .name = false});
  if (psi > kFlying || down <= 0) return;
  for (Index k = landed; k < psi; ++k) {
    const float share = turn(down, k, psi);
    if (share <= 0) break;
    const Rect from = table.cell(static_cast<int>(k % d), static_cast<int>(k / d));
    cell(canvas, between(from, features.cell(0, static_cast<int>(k)), share), column(0, k), limit);
  }
}

// --- 2: the Gram matrix, sequence by sequence ------------------------------------------------------------------------

void draw_gram(const Result& result, Canvas& canvas, Rect box, float t) {
  const std::size_t moment =
      static_cast<std::size_t>(std::min(t, 1.F) * static_cast<float>(result.growing.size()) + (t < 1 ? 0 : 1));
  const bool whole_of_it = moment >= result.growing.size();
  const Matrix& gram = whole_of_it ? result.gram : result.growing[moment];
  const std::int64_t seen = whole_of_it ? result.sequences : result.growing_after[moment];
  auto [main, side] = canvas.narrow() ? box.rows<2>({2.6F, 1}, 2 * kGrid) : box.columns<2>({1, 1}, 6 * kGrid);
  heading(canvas, main, tr("Every sequence adds its products to $Λ$"),
          tr("The mean of $H H^{T}$, %1 × %1: all that least squares needs to know of the features.",
             whole(result.unknowns)));
  const int block = gram.rows() == result.unknowns ? result.d : 0;  // unless it is pooled
  matrix(canvas, main, data_of(gram), {.symbol = "Lambda", .block_rows = block, .block_columns = block, .name = false});

  headline_number(canvas, side, tr("%1 of %2", whole(seen), whole(result.planned)),
                  tr("sequences are in it; of the sequences themselves nothing is kept"));
  if (canvas.narrow()) return;
  if (result.eigenvalues.size() == 0) {
    const auto unknowns = static_cast<double>(result.unknowns);
    facts(canvas, side,
          std::vector<Fact>{{tr("Unknowns, each output"), whole(unknowns)},
                            {tr("Memory for $Λ$"), bytes(8.0 * unknowns * unknowns)}});
    return;
  }
  const Vector falling = result.eigenvalues.reverse().cwiseMax(0.0);
  heading(canvas, side, tr("Do the data decide?"),
          tr("Eigenvalues of $Λ$. If none is zero, only one function fits noiseless data."));
  const double floor = std::max(falling.maxCoeff() * 1e-18, 1e-300);
  const Axes axes = draw_axes(
      canvas, side, bar_axis(static_cast<std::size_t>(falling.size()), tr("eigenvalue")),
      {.range = range_of(span_of(falling), Scale::log, 0.05, floor), .scale = Scale::log, .name = tr("size")});
  const int shown = whole_of_it ? static_cast<int>(falling.size()) : 0;
  bars(canvas, axes, span_of(falling).first(static_cast<std::size_t>(shown)),
       {.ink = Ink::G, .stems = falling.size() <= 64});
}

// --- 3: one system of equations --------------------------------------------------------------------------------------

namespace {

// The loss that is left while the features are brought in one by one, and then the facts.
void draw_loss_left(const Result& result, Canvas& canvas, Rect box, Index used) {
  const std::vector<Fact> list{
      {tr("Targets"), whole(result.rows)},
      {tr("Unknowns, each output"), whole(result.unknowns)},
      {result.lambda > 0 ? tr("Decided by data and $λ$") : tr("Decided by the data"), whole(result.rank)},
      {tr("Ridge $λ$"), result.lambda == 0 ? std::string(tr("0 (least squares)")) : number(result.lambda)}};
  if (result.loss_left.size() == 0) {
    headline_number(canvas, box, tr("One solution"), tr("no starting point, no iteration, no luck"));
    return facts(canvas, box, list);
  }
  if (!canvas.narrow()) facts(canvas, box.take_bottom(4 * 1.9F * canvas.em, 2 * kGrid), list);
  const double left = result.loss_left(used);
  headline_number(canvas, box, left < 1e-12 ? std::string(tr("Nothing but rounding")) : percent(left),
                  used < result.unknowns ? tr("of the loss is left with %1 of the features", whole(used))
                                         : std::string(tr("of the loss is left with all features")));
  std::vector<double> count;
  for (Index k = 0; k <= used; ++k) count.push_back(static_cast<double>(k));
  const Axes axes = draw_axes(
      canvas, box, {.range = {0, static_cast<double>(result.unknowns)}, .name = tr("features used"), .whole = true},
      {.range = {0, 1.05}, .name = tr("loss left, 1: answering 0")});
  curve(canvas, axes, count, span_of(result.loss_left).first(count.size()), {.ink = Ink::W});
  disc(canvas, axes.at(static_cast<double>(used), left), 4, canvas.colour(Ink::W));
}

// W once its coefficients from place `from` on are known: back substitution finds the last first.
Matrix W_from(const Result& result, Index from) {
  const Index d = result.d;
  Matrix W = result.W;
  for (Index column = 0; column < W.cols(); ++column) {
    for (Index row = 0; row < W.rows(); ++row) {
      const Index j = row % d;
      const Index k = column / d;
      if (learner::folded_index(std::min(j, k), std::max(j, k), column % d, d) < from) W(row, column) = 0;
    }
  }
  return W;
}

}  // namespace

void draw_solve(const Result& result, Canvas& canvas, Rect box, float t) {
  auto [main, side] = canvas.narrow() ? box.rows<2>({1, 1}, 2 * kGrid) : box.columns<2>({1, 1}, 6 * kGrid);
  if (result.minimum_norm) {
    heading(canvas, main, tr("Many $W$ fit equally well; this is the smallest"),
            tr("The data leave some directions of $W$ open; they are set to zero."));
  } else {
    heading(canvas, main, tr("One linear system gives $W$"),
            tr("$Λ$ and the targets, a Cholesky factorisation: forward, feature by feature, the loss falls; backward, "
               "entry by entry, $W$ appears."));
  }
  const auto unknowns = static_cast<Index>(result.unknowns);
  const Index from = unknowns - counted_off(part(t, 0.35F, 1), unknowns);
  matrix(canvas, main, data_of(from > 0 ? W_from(result, from) : result.W),
         {.symbol = "W",
          .limit = largest(result.W),
          .block_rows = result.d,
          .block_columns = result.d,
          .filled = from < result.unknowns ? 1.0 : 0.0,
          .name = false});
  draw_loss_left(result, canvas, side, counted_off(part(t, 0, 0.4F), unknowns));
}

// --- 4: W splits into heads ------------------------------------------------------------------------------------------

namespace {

// The map of head h, row after row, as it stands in a column or a row of W.
Vector written_out(const Matrix& maps, Index h, Index d) {
  return maps.middleCols(h * d, d).reshaped<Eigen::RowMajor>();
}

}  // namespace

void draw_heads(const Result& result, Canvas& canvas, Rect box, float t) {
  const Index d = result.d;
  const Index heads = result.query_maps.cols() / d;
  auto [main, side] = canvas.narrow() ? box.rows<2>({1, 1.1F}, 2 * kGrid) : box.columns<2>({1, 1}, 6 * kGrid);
  Rect spectrum = side.take_bottom(side.h * (canvas.narrow() ? 0.4F : 0.46F), 2 * kGrid);

  // Head `at` is being split off; `share` of its way is done. The first ones take their time.
  const float along = t * t * static_cast<float>(heads);
  const Index at = std::min(static_cast<Index>(along), heads);
  const float share = along - static_cast<float>(at);
  Matrix left = result.W;
  for (Index h = 0; h <= std::min(at, heads - 1); ++h) {
    const double gone = h < at ? 1 : part(share, 0, 0.5F);
    left.noalias() -= gone * written_out(result.value_maps, h, d) * written_out(result.query_maps, h, d).transpose();
  }
  const double weight = left.squaredNorm() / std::max(result.W.squaredNorm(), 1e-300);
  heading(canvas, main, tr("$W$ splits into %1", counted("%1 head", "%1 heads", result.head_count)),
          tr("Each takes away a column times a row, and folds them into $V_{h}$ and $Q_{h}$. Of $W$, %1 is left.",
             weight < 1e-12 ? std::string(tr("nothing")) : percent(weight)));
  const float edge = canvas.em;
  const MatrixView W = matrix(
      canvas, main.inset(edge, edge, 0, 0), data_of(left),
      {.symbol = "W", .limit = largest(result.W), .block_rows = result.d, .block_columns = result.d, .name = false});

  heading(canvas, side, tr("The first heads"),
          tr("Heads mix freely among themselves, so only their sum has a meaning."));
  const std::vector<HeadPlace> places =
      draw_head_maps(canvas, side, result.value_maps, result.query_maps, static_cast<int>(at));
  if (at < heads && share > 0 && at < std::ssize(places)) {
    // The column stands left of W, the row above it; then their cells go to their places, row by row.
    const HeadPlace& place = places[static_cast<std::size_t>(at)];
    const float away = part(share, 0, 0.3F);
    const auto fold = [&](const Matrix& cells, const Rect& strip, bool upright, const Rect& to) {
      const double limit = std::max(1e-300, static_cast<double>(largest(cells)));
      const auto columns = static_cast<int>(d);
      const int rows = static_cast<int>(cells.size()) / columns;
      for (int k = 0; k < static_cast<int>(cells.size()); ++k) {
        const auto count = static_cast<int>(cells.size());
        const Rect from = upright ? strip.row(k, count, 0) : strip.column(k, count, 0);
        const Rect end = to.row(k / columns, rows, 0).column(k % columns, columns, 0);
        cell(canvas, between(from, end, turn(part(share, 0.35F, 1), k, count, 0.6F)), cells(k), limit);
      }
    };
    const float out = edge * away;
    const Matrix v = written_out(result.value_maps, at, d);
    const Matrix q = written_out(result.query_maps, at, d);
    fold(v, {W.cells.x - out, W.cells.y, 0.75F * out, W.cells.h}, true, place.V);
    fold(q, {W.cells.x, W.cells.y - out, W.cells.w, 0.75F * out}, false, place.Q);
  }
  draw_spectrum(canvas, spectrum, result.sigma,
                {.ink = Ink::W,
                 .kept = t < 1 ? static_cast<int>(at) : static_cast<int>(result.head_count),
                 .x_name = tr("head"),
                 .y_name = tr("singular value")});
}

}  // namespace figures::algorithm
