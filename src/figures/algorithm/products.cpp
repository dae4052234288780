// The first scene of figure "algorithm": a sequence with its question and answer becomes a row of features.
#include "figures/algorithm/scene.hpp"
#include "learner/features.hpp"
#include "plot/cells.hpp"

namespace figures::algorithm {
namespace {

// The tokens, and after an empty place the answer, each a column of cells. They stand in one line; where that made them
// too small they are broken, like the words of a text, into as many lines as make them largest.
struct Layout {
  Point at = {};
  float side = 0;  // width of a cell
  float tall = 0;  // its height
  Index in_line = 1;
  float line = 0;   // from one to the next
  float above = 0;  // of a line, for words

  Rect place(Index k, Index rows) const {
    return {at.x + side * static_cast<float>(k % in_line), at.y + above + line * static_cast<float>(k / in_line), side,
            tall * static_cast<float>(rows)};
  }
};

Layout layout_of(const Canvas& canvas, const Rect& box, const Result& result) {
  constexpr float kLeast = 12;  // width of a cell in one line
  const Index places = result.Z.cols() + 2;
  const auto rows = static_cast<float>(std::max(result.Z.rows(), result.Y.rows()));
  Layout best{.above = line_height(canvas, Size::small) + 2};
  for (Index lines = 1; lines <= std::min<Index>(places, 8); ++lines) {
    if (best.in_line == places && best.side >= kLeast) break;
    const Index in_line = (places + lines - 1) / lines;
    const auto count = static_cast<float>(lines);
    const float most = (box.h / count - 2 * best.above) / rows;
    const float side = std::min({box.w / static_cast<float>(in_line), most, 4.5F * canvas.em});
    if (side <= best.side) continue;
    best.side = side;
    // Where it is narrow the one line may be of upright cells.
    best.tall = lines > 1 ? side : std::max(side, std::min({most, 2 * side, 3 * canvas.em}));
    best.in_line = in_line;
    best.line = rows * best.tall + 2 * best.above;
  }
  best.at = {box.x, box.y};
  return best;
}

Index asking_token(const Result& result) { return result.targets == learner::Targets::last ? result.Z.cols() - 1 : 0; }

// A column of cells with its numbers.
void draw_column(Canvas& canvas, const Rect& box, const Matrix& all, Index column, std::string_view symbol) {
  const Matrix cells = all.col(column);
  const double limit = largest(all);
  const MatrixView view{
      .cells = box, .rows = static_cast<int>(cells.rows()), .columns = 1, .limit = limit, .hovered = {}};
  const MatrixData like = data_of(all);
  highlight(canvas, box, symbol);
  for (Index row = 0; row < cells.rows(); ++row) {
    const Rect place = view.cell(static_cast<int>(row), 0);
    cell(canvas, place, cells(row), limit);
    if (!canvas.hovers(place)) continue;
    outline(canvas, place, canvas.colour(Ink::ink), 1.5F);
    tooltip(canvas, canvas.pointer.at,
            "$" + std::string(symbol) + "_{" + whole(row + 1) + "," + whole(column + 1) + "}$ = " + number(cells(row)));
  }
  if (box.w >= 24) cell_numbers(canvas, view, data_of(cells), {.like = &like});
}

// Returns the places of the tokens.
std::vector<Rect> draw_tokens(const Result& result, Canvas& canvas, const Rect& top) {
  const Layout layout = layout_of(canvas, top, result);
  const Index n = result.Z.cols();
  const Index asking = asking_token(result);
  std::vector<Rect> places;
  for (Index k = 0; k < n + 2; ++k) {
    const Index rows = k < n ? result.Z.rows() : result.Y.rows();
    const Rect place = layout.place(k, rows);
    const Rect above{place.x, place.y - layout.above, place.w, layout.above};
    const auto letter = static_cast<std::size_t>(k - (k > n ? 1 : 0));
    if (k != n && letter < result.letters.size() && place.w > 0.8F * canvas.em) {
      TextStyle style = centred();
      style.verbatim = true;
      text(canvas, above, written(result.letters[letter]), style);
    }
    if (k < n) {
      draw_column(canvas, place, result.Z, k, "Z");
      places.push_back(place);
    } else if (k > n) {
      draw_column(canvas, place, result.Y, 0, "y");
      const bool fits = text_width(canvas, tr("answer"), kCaption) < 1.8F * place.w;
      text(canvas, Point{place.right(), place.bottom() + 2}, fits ? tr("answer") : std::string_view("$y$"),
           {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
    } else {
      arrow(canvas, {place.x + 0.25F * place.w, place.centre().y}, {place.x + 0.75F * place.w, place.centre().y},
            canvas.colour(Ink::quiet));
    }
  }
  const Rect& asks = places[static_cast<std::size_t>(asking)];
  outline(canvas, asks.inset(-1.5F), canvas.colour(Ink::query), 2, {2});
  const float half = text_width(canvas, tr("asks"), kCaption) / 2;
  const bool fits =
      half < 1.2F * asks.w && asks.centre().x - half >= canvas.area.x && asks.centre().x + half <= canvas.area.right();
  text(canvas, Point{asks.centre().x, asks.bottom() + 2}, fits ? tr("asks") : std::string_view("$z$"),
       {.ink = Ink::query, .size = Size::small, .along = Along::centre});
  if (result.letters.empty())
    text(canvas, Point{places[0].x, places[0].y - layout.above}, tr("$Z$, a token a column"), kCaption);
  return places;
}

// G after so many tokens, a sum of outer products.
MatrixView draw_G(const Result& result, Canvas& canvas, const Rect& box, std::span<const Rect> tokens, float share) {
  const Index d = result.Z.rows();
  const Index visible = result.targets == learner::Targets::causal ? asking_token(result) + 1 : result.Z.cols();
  const int seen = counted_off(share, visible);
  const auto first = result.Z.leftCols(seen);
  const Matrix G = seen == 0        ? Matrix::Zero(d, d)
                   : seen < visible ? Matrix(first.lazyProduct(first.transpose()))
                                    : result.G;
  const std::string of = seen < visible ? tr("$G$, of %1", counted("%1 token", "%1 tokens", seen))
                                        : std::string(visible == 1 ? "$G = z_{1} z_{1}^{T}$" : "$G = Z Z^{T}$");
  const MatrixView view =
      named(canvas, box, of, G, {.symbol = "G", .limit = largest(result.G), .filled = seen > 0 ? 1.0 : 0.0});
  if (seen > 0) numbers(canvas, view, G);
  if (seen > 0 && seen < visible)
    outline(canvas, tokens[static_cast<std::size_t>(seen - 1)].inset(-1), canvas.colour(Ink::G), 2, {2});
  return view;
}

// The multiplication table: along the top come the entries of G, down the side the token that asks. Returns its cells.
MatrixView draw_table(const Result& result, Canvas& canvas, Rect box, const MatrixView& G, const Rect& asks, float t) {
  const Index d = result.Z.rows();
  const Matrix products = result.features.transpose();
  const Matrix g = learner::vech(result.G).transpose();
  const Matrix z = result.Z.col(asking_token(result));
  text(canvas, box.take_top(line_height(canvas, Size::small), 2), tr("every $G_{jk} z_{l}$, once"), kCaption);
  constexpr float kGap = 4;
  const float side =
      std::min((box.w - kGap) / static_cast<float>(products.cols() + 1), (box.h - kGap) / static_cast<float>(d + 1));
  const float edge = std::max(side, 6.F);
  const Rect grid{box.x + edge + kGap, box.y + edge + kGap, side * static_cast<float>(products.cols()),
                  side * static_cast<float>(d)};
  const Rect top{grid.x, box.y, grid.w, edge};
  const Rect left{box.x, grid.y, edge, grid.h};
  const float come = part(t, 0.44F, 0.54F);
  if (come == 1) {
    numbers(canvas, matrix(canvas, top, data_of(g), {.symbol = "G", .limit = G.limit, .name = false}), g);
    numbers(canvas, matrix(canvas, left, data_of(z), {.symbol = "z", .limit = largest(result.Z), .name = false}), z);
  } else if (come > 0) {
    for (Index l = 0; l < d; ++l)
      cell(canvas, between(down(asks, l, d), down(left, l, d), come), z(l), largest(result.Z));
    for (Index j = 0; j < d; ++j) {
      for (Index k = j; k < d; ++k) {
        const Index place = learner::pair_index(j, k, d);
        cell(canvas, between(G.cell(static_cast<int>(j), static_cast<int>(k)), along(top, place, g.size()), come),
             g(place), G.limit);
      }
    }
  }
  const float done = part(t, 0.54F, 0.74F);
  const MatrixView table =
      matrix(canvas, grid, data_of(products), {.limit = largest(products), .filled = done, .name = false});
  numbers(canvas, table, products, static_cast<int>(done * static_cast<float>(products.size())));
  return table;
}

// Cell after cell the products come down into one row.
void draw_features(const Result& result, Canvas& canvas, const Rect& row, const MatrixView& table, float t) {
  const Index d = result.Z.rows();
  const Matrix products = result.features.transpose();
  const Index psi = products.size();
  const Matrix column = products.reshaped(1, psi);
  const float line = line_height(canvas, Size::small);
  text(canvas, Rect{row.x, row.y - line - 2, row.w, line},
       tr("$H(Z)^{T}$: %1 features, written as a row", whole(result.unknowns)), kCaption);
  const float fallen = part(t, 0.72F, 1);
  Index landed = psi > kFlying ? counted_off(fallen, psi) : 0;
  while (psi <= kFlying && landed < psi && turn(fallen, landed, psi) >= 1) ++landed;
  const MatrixView features = matrix(canvas, row, data_of(column),
                                     {.symbol = "Hf",
                                      .limit = table.limit,
                                      .filled = static_cast<double>(landed) / static_cast<double>(psi),
                                      .name = false});
  for (Index k = landed; k < psi && psi <= kFlying; ++k) {
    const float share = turn(fallen, k, psi);
    if (share <= 0) return;
    const Rect from = table.cell(static_cast<int>(k % d), static_cast<int>(k / d));
    cell(canvas, between(from, features.cell(0, static_cast<int>(k)), share), column(0, k), table.limit);
  }
}

}  // namespace

Rect features_row(const Canvas& canvas, const Frame& frame) {
  Rect all = frame.all;
  return all.take_bottom(std::min(0.1F * all.h, 2 * canvas.em));
}

void draw_products(const Result& result, Canvas& canvas, const Frame& frame, float t) {
  const bool started = t > kTurn;
  constexpr Phrase kAllSeen = Phrase(
      "Linear attention sees the tokens $Z$ only through $G = Z Z^{T}$, and the token $z$ that asks. Its answer is "
      "linear in their products.");
  constexpr Phrase kPastSeen = Phrase(
      "Linear attention sees the tokens so far only through $G$, and the token $z$ that asks: here the first, which "
      "sees itself alone. Its answer is linear in their products.");
  constexpr Phrase kOneAsks = Phrase("The first of %1: tokens of %2, one of them asks, and the answer is given.");
  constexpr Phrase kEachAsks = Phrase("The first of %1: tokens of %2, each of them asks, and all answers are given.");
  explain(canvas, frame,
          started ? std::string(tr(result.targets == learner::Targets::causal ? kPastSeen : kAllSeen))
                  : tr(result.targets == learner::Targets::last ? kOneAsks : kEachAsks,
                       counted("%1 sequence", "%1 sequences", result.planned),
                       counted("%1 number", "%1 numbers", result.d)));
  Rect all = frame.all;
  const Rect row = features_row(canvas, frame);
  all.take_bottom(row.h + line_height(canvas, Size::small) + 2, kGrid);
  Rect lower = all;
  const Rect top = lower.take_top(all.h * (canvas.narrow() ? 0.3F : 0.46F), kGrid);
  if (started) {
    Rect below = lower;
    const Rect left = canvas.narrow() ? below.take_top(lower.h * 0.42F, kGrid)
                                      : below.take_left(std::min(lower.h, lower.w * 0.26F), 4 * kGrid);
    const std::vector<Rect> tokens = draw_tokens(result, canvas, top);
    const MatrixView G = draw_G(result, canvas, left, tokens, part(t, 0.16F, 0.44F));
    const MatrixView table =
        draw_table(result, canvas, below, G, tokens[static_cast<std::size_t>(asking_token(result))], t);
    draw_features(result, canvas, row, table, t);
    const float hidden = 1 - part(t, kTurn, 2 * kTurn);
    veil(canvas, lower, hidden);
    veil(canvas, {row.x, lower.bottom(), row.w, row.bottom() - lower.bottom()}, hidden);
  } else {
    draw_tokens(result, canvas, top);
    const Rect below{lower.x, lower.y, lower.w, row.bottom() - lower.y};
    draw_question(result, canvas, below);
    veil(canvas, below, part(t, 0, kTurn));
  }
}

}  // namespace figures::algorithm
