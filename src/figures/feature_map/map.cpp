// The first view of figure "feature_map": the matrices from Z to H(Z) and its weights, as far as the film has come, and
// the way of the chosen entry through them, with its numbers.
#include "figures/feature_map/feature_map.hpp"
#include "learner/features.hpp"
#include "plot/cells.hpp"

namespace figures::feature_map {
namespace {

// Cells in the colours of their numbers.
struct Tiles {
  std::string_view symbol = {};                 // what they light up
  double limit = 1;                             // of the colours
  int first = std::numeric_limits<int>::max();  // only so many cells, column by column
  std::span<const std::uint8_t> pale = {};      // column by column: what it holds stands elsewhere, too
  int block = 0;                                // a line after each so many columns
};

class MapPicture {
 public:
  MapPicture(const Result& result, Drawing& drawing)
      : result_(result),
        drawing_(drawing),
        canvas_(drawing.canvas),
        d_(result.d()),
        n_(result.n()),
        named_(is_sentence(drawing.settings)),
        film_(film_of(drawing.values)) {}

  void draw() {
    layout_ = map_layout(canvas_, canvas_.area.inset(2), d_, n_, named_);
    const auto pointed = pointed_entry(drawing_, layout_, d_);
    step_ = pointed ? static_cast<int>(kSteps.size()) : film_.steps();
    const bool growing = step_ > 0 && !told();
    entry_ = growing ? entry_of(film_, d_) : pointed.value_or(chosen_entry(drawing_.values, d_));
    output_ = std::min(drawing_.values.integer("a"), d_) - 1;
    draw_matrices();
    draw_labels();
    if (step_ > 1) draw_fold_links();
    if (told() || growing) draw_way();
    draw_flights();
    const auto traced = told() ? std::optional(range_in_H(entry_, d_)) : std::nullopt;
    draw_sum(result_, drawing_, layout_, film_, output_, traced);
    draw_tokens(result_, canvas_, layout_, film_);
    edit_tokens(result_, drawing_, layout_.Z);
    if (pointed) draw_tip();
  }

 private:
  // At the film's end, and where the reader points: the whole way of an entry is shown.
  bool told() const { return step_ == std::ssize(kSteps); }
  bool is_product() const { return entry_.part != Part::G; }
  // Every cell has room for its number.
  bool is_small() const { return d_ == 2; }
  double product_limit() const { return std::max(largest(result_.X), 1e-300); }

  // --- All cells ----------------------------------------------------------------------------------------------------

  void tiles(MatrixView& view, const Matrix& matrix, const Tiles& style) {
    view.limit = std::max(style.limit, 1e-300);
    if (highlight(canvas_, view.cells, style.symbol))
      outline(canvas_, view.cells.inset(-4), canvas_.colour(symbol_ink(style.symbol)), 2, {4});
    fill(canvas_, view.cells.inset(-1, -1, 0, 0), tint(Ink::hairline, 0.6F, canvas_.dark));
    for (int cell = 0; cell < view.rows * view.columns; ++cell) {
      const auto index = static_cast<std::size_t>(cell);
      Colour colour = canvas_.colour(Ink::paper);
      if (cell < style.first) colour = diverging(matrix.data()[cell] / view.limit, canvas_.dark);
      const Rect place = cells_of(view, {cell % view.rows, cell / view.rows});
      fill(canvas_, place, colour);
      if (!is_small() && index < style.pale.size() && style.pale[index] != 0)
        fill(canvas_, place, with_alpha(canvas_.colour(Ink::paper), 0.62F));
    }
    if (is_small())
      cell_numbers(canvas_, view, data_of(matrix), {.least_places = 0, .pale = style.pale, .first = style.first});
    const Colour parting = tint(Ink::quiet, 0.7F, canvas_.dark);
    for (int k = style.block; style.block > 0 && k < view.columns; k += style.block) {
      const float x = view.cell(0, k).x - 0.5F;
      line(canvas_, {x, view.cells.y}, {x, view.cells.bottom() - 1}, parting);
    }
  }

  void draw_matrices() {
    const Matrix Z = tokens_now(result_, drawing_);
    tiles(layout_.Z, Z, {.symbol = "Z", .limit = token_limit(Z)});
    if (!is_small()) cell_numbers(canvas_, layout_.Z, data_of(Z));
    const Rect last = layout_.Z.cell(d_ - 1, n_ - 1);
    fill(canvas_, {last.x, last.bottom() + 1, last.w - 1, 3}, canvas_.colour(Ink::query), {1});
    tiles(layout_.z, Z.rightCols(1), {.symbol = "z", .limit = token_limit(Z)});
    const int seen = arrived(film_.gram, n_);
    const auto first = result_.Z.leftCols(seen);
    tiles(layout_.G, seen < n_ ? Matrix(first.lazyProduct(first.transpose())) : result_.G,
          {.symbol = "G", .limit = largest(result_.G), .first = seen > 0 ? d_ * d_ : 0});
    // A twin is pale once H(Z) has its product.
    const int kept = growing(film_.fold, result_.H.size()).whole;
    std::vector<std::uint8_t> pale;
    for (int column = 0; column < d_ * d_; ++column) {
      for (int row = 0; row < d_; ++row) {
        const int k = column / d_;
        pale.push_back(row > k && learner::folded_index(k, row, column % d_, d_) < kept);
      }
    }
    tiles(layout_.X, result_.X,
          {.symbol = "Hf",
           .limit = product_limit(),
           .first = growing(film_.products, result_.X.size()).whole,
           .pale = pale,
           .block = d_});
    const int block = is_small() ? 0 : d_;
    tiles(layout_.H, result_.H.transpose(), {.symbol = "Hf", .limit = product_limit(), .first = kept, .block = block});
    tiles(
        layout_.p, result_.p.row(output_),
        {.symbol = "W", .limit = largest(result_.p), .first = film_.fold == 1 ? layout_.p.columns : 0, .block = block});
  }

  // --- Names --------------------------------------------------------------------------------------------------------

  // The longest of the words that fits the room.
  float name(Point at, float room, TextStyle style, std::initializer_list<std::string> words) {
    for (const std::string& choice : words) {
      if (text_width(canvas_, choice, style) <= room || &choice == std::prev(words.end()))
        return text(canvas_, at, choice, style);
    }
    return 0;
  }

  // Over a matrix, and over the words.
  float label_top(const MatrixView& view) const {
    const bool tokens = &view == &layout_.Z || &view == &layout_.z;
    return view.cells.y - line_height(canvas_) - 4 - (named_ && tokens ? line_height(canvas_, layout_.names) : 0);
  }

  float label(const MatrixView& view, float right, std::initializer_list<std::string> words) {
    return name({view.cells.x, label_top(view)}, right - view.cells.x - kGrid, {}, words);
  }

  // What the sentence calls the columns and rows of Z.
  void draw_names() {
    const auto over = [&](const MatrixView& view, int column, std::size_t word, Ink ink) {
      const Rect cell = view.cell(0, column);
      text(canvas_, Point{cell.centre().x, cell.y - 4}, tr(kWords[word]),
           {.ink = ink, .size = layout_.names, .along = Along::centre, .upright = Upright::bottom});
    };
    for (std::size_t t = 0; t < kWords.size(); ++t)
      over(layout_.Z, static_cast<int>(t), t, t + 1 == kWords.size() ? Ink::query : Ink::ink);
    over(layout_.z, 0, kWords.size() - 1, Ink::query);
    for (std::size_t j = 0; j < kMeanings.size(); ++j) {
      const Rect cell = layout_.Z.cell(static_cast<int>(j), 0);
      text(canvas_, Point{cell.x - kGrid, cell.centre().y}, tr(kMeanings[j]),
           {.ink = Ink::quiet, .size = layout_.names, .along = Along::right, .upright = Upright::middle});
    }
  }

  // Left of a row of cells.
  void row_name(const MatrixView& view, std::initializer_list<std::string> words) {
    const float right = view.cells.x - kGrid;
    name({right, view.cells.centre().y}, right - canvas_.area.x, {.along = Along::right, .upright = Upright::middle},
         words);
  }

  // What can be done with Z, after its name.
  void draw_hint(float taken, float room) {
    const std::string_view words = canvas_.pointer.touch ? tr("drag sideways") : tr("drag a number");
    const TextStyle style{.ink = Ink::accent, .size = Size::small};
    if (canvas_.still || taken + 12 + text_width(canvas_, words, style) > room) return;
    const Rect& cells = layout_.Z.cells;
    text(canvas_, Point{cells.x + taken + 12, label_top(layout_.Z) + 2}, words, style);
  }

  // Between two matrices of a row.
  void sign(const MatrixView& left, const MatrixView& right, std::string_view words) {
    const Point at{(left.cells.right() + right.cells.x) / 2, left.cells.centre().y};
    text(canvas_, at, words,
         {.ink = Ink::quiet, .size = Size::title, .along = Along::centre, .upright = Upright::middle});
  }

  void draw_labels() {
    const std::string d = whole(d_);
    const float end = canvas_.area.right();
    if (named_) draw_names();
    draw_hint(label(layout_.Z, layout_.G.cells.x, {"$Z$  " + d + " × " + whole(n_), "$Z$"}),
              layout_.G.cells.x - layout_.Z.cells.x - kGrid);
    label(layout_.G, layout_.z.cells.x, {"$G = Z Z^{T}$"});
    label(layout_.z, layout_.upright ? end : layout_.X.cells.x, {tr("$z$  last token"), "$z$"});
    label(layout_.X, end, {tr("$X$  all %1 products $G_{jk} z_{l}$", whole(result_.X.size())), "$X$"});
    sign(layout_.Z, layout_.G, "→");
    sign(layout_.G, layout_.z, "×");
    if (!layout_.upright) sign(layout_.z, layout_.X, "=");
    row_name(layout_.H, {tr("%1 kept $H(Z)$", whole(result_.H.size())), "$H(Z)$"});
    const std::string p = "$p_{" + whole(output_ + 1) + "}$";
    row_name(layout_.p, {tr("× weights %1", p), "× " + p});
  }

  // --- The way of an entry ------------------------------------------------------------------------------------------

  // The number of a cell on a card of its colour, wider than the cell where it has to be.
  void card(const MatrixView& view, const CellRange& at, double value, const std::string& words, Ink ink) {
    const Rect cell = cells_of(view, at);
    const TextStyle style{.size = Size::small, .face = Face::semibold};
    const float width = std::max(cell.w, text_width(canvas_, words, style) + 6);
    const float height = std::max(cell.h, line_height(canvas_, Size::small));
    const Rect& area = width > view.cells.w ? canvas_.area : view.cells;
    const Rect box{std::clamp(cell.centre().x - width / 2, area.x, std::max(area.x, area.right() - width)),
                   cell.centre().y - height / 2, width, height};
    const Colour ground = diverging(value / view.limit, canvas_.dark);
    fill(canvas_, box, ground);
    outline(canvas_, box.inset(-1), canvas_.colour(ink), 2, {2});
    text(canvas_, box, words, centred(ink_on(ground, canvas_.dark), Size::small, Face::semibold));
  }

  void draw_way() {
    const auto [part, j, k, l] = entry_;
    if (told()) {
      for (const int row : {j, k}) mark_cells(canvas_, layout_.Z, {row, 0, 1, n_}, {.ink = Ink::Z});
    }
    if (j != k && step_ > 1) {
      mark_cells(canvas_, layout_.G, {k, j}, {.ink = Ink::G, .dashed = true, .width = 1.5F});
      mark_cells(canvas_, layout_.X, range_in_X(entry_.twin(), d_), {.dashed = true, .width = 1.5F});
    }
    card(layout_.G, {j, k}, result_.G(j, k), said(result_.G(j, k)), Ink::G);
    const CellRange in_X = range_in_X(entry_, d_);
    const CellRange in_H = range_in_H(entry_, d_);
    if (!is_product()) {
      mark_cells(canvas_, layout_.X, in_X);
      mark_cells(canvas_, layout_.H, in_H);
      if (film_.fold == 1) mark_cells(canvas_, layout_.p, in_H, {.ink = Ink::W});
      return;
    }
    const double z = result_.Z(l, n_ - 1);
    card(layout_.z, {l, 0}, z, said(z), Ink::query);
    mark_cells(canvas_, layout_.X, in_X);
    const double value = entry_.value(result_);
    if (step_ > 1) card(layout_.H, in_H, value, said(value), Ink::ink);
    if (film_.fold < 1) return;
    const double weight = result_.p(output_, in_H.column);
    card(layout_.p, in_H, weight, number(weight), Ink::W);
  }

  // Where the link of a product leaves its cell in X: beside the numbers of the cells under it.
  float leaves_at(const Entry& entry) const {
    const Rect cell = cells_of(layout_.X, range_in_X(entry, d_));
    return entry.j + 1 < d_ ? cell.right() - 3 : cell.centre().x;
  }

  // Both copies in X to the one in H(Z), and its name where they arrive, under the level pieces of the links.
  void draw_fold_links() {
    const Rect target = cells_of(layout_.H, range_in_H(entry_, d_));
    const Point to{arrives_at(entry_), target.y - 6};
    const float from_y = layout_.X.cells.bottom() + 2;  // under all cells
    const float over_name = target.y - line_height(canvas_, Size::small) - 9;
    const float free = std::max(from_y + 5, std::min(std::lerp(from_y, to.y, 0.4F), over_name));
    const auto wire = [&](const Entry& entry, float height, LinkStyle style) {
      const Rect cell = cells_of(layout_.X, range_in_X(entry, d_));
      const Point from{leaves_at(entry), cell.bottom() + 2};
      line(canvas_, from, {from.x, from_y}, canvas_.colour(Ink::paper), 4);  // over cells under it
      style.upright = true;
      style.turn = (height - from.y) / std::max(1.F, to.y - from.y);
      link(canvas_, from, to, style);
    };
    if (entry_.j != entry_.k) wire(entry_.twin(), free - 4, {.ink = Ink::quiet, .dashed = true, .width = 1});
    wire(entry_, free + 2, {});
    if (entry_.j != entry_.k) say_folded(to.x, from_y);
    draw_entry_name(entry_);
    if (!names_all()) return;
    for (int k = 0; k < layout_.H.columns; ++k)
      if (const Entry entry = entry_in_H(k, d_); k != range_in_H(entry_, d_).column) draw_entry_name(entry);
  }

  static constexpr float kNameGap = 10;  // right of where a link arrives

  // Whether every cell of H(Z) has room for its name.
  bool names_all() const {
    const float width = text_width(canvas_, entry_.name(), kCaption) + kNameGap;
    return is_small() && is_product() && width <= layout_.H.cell(0, 0).w;
  }

  // Where a link arrives at H(Z): over the middle of its cell; where all cells have names, with its name.
  float arrives_at(const Entry& entry) const {
    const float middle = cells_of(layout_.H, range_in_H(entry, d_)).centre().x;
    if (!names_all()) return middle;
    return middle - (text_width(canvas_, entry.name(), kCaption) + kNameGap) / 2 + 3;
  }

  void draw_entry_name(const Entry& entry) {
    const TextStyle style{.size = Size::small, .upright = Upright::bottom};
    const float x = arrives_at(entry);
    const float width = text_width(canvas_, entry.name(), style);
    const bool left = x + kNameGap + width > canvas_.area.right() + 3;
    text(canvas_, Point{left ? x - kNameGap - width : x + kNameGap, layout_.H.cells.y - 4}, entry.name(), style);
  }

  // Why there are fewer: beside both copies, away from where they go.
  void say_folded(float to, float top) {
    const auto [left, right] = std::minmax({leaves_at(entry_), leaves_at(entry_.twin())});
    const TextStyle style{.ink = Ink::quiet, .size = Size::small};
    const std::string_view words = tr("faded: counted already");
    const float width = text_width(canvas_, words, style) + kGrid;
    if (to < right && right + width < canvas_.area.right()) {
      text(canvas_, Point{right + kGrid, top}, words, style);
    } else if (to > left && left - width > canvas_.area.x) {
      text(canvas_, Point{left - width, top}, words, style);
    } else if (const float room = 6.6F * canvas_.em; left > canvas_.area.x + room) {
      paragraph(canvas_, {canvas_.area.x + 2, top, room, 2 * line_height(canvas_)}, words, style);
    }
  }

  // The product whose turn it is: from G to X, or from X, twice if it is there twice, to H(Z).
  void draw_flights() {
    const bool folds = film_.products == 1;
    const Growing turn = folds ? growing(film_.fold, result_.H.size()) : growing(film_.products, result_.X.size());
    if (turn.size == 0 || turn.size == 1) return;
    const Entry entry = entry_of(film_, d_);
    const Colour colour = diverging(entry.value(result_) / product_limit(), canvas_.dark);
    const auto fly = [&](const Rect& from, const Rect& to) { fill(canvas_, between(from, to, turn.size), colour); };
    const Rect in_X = cells_of(layout_.X, range_in_X(entry, d_));
    if (!folds) return fly(cells_of(layout_.G, {entry.j, entry.k}), in_X);
    const Rect in_H = cells_of(layout_.H, range_in_H(entry, d_));
    fly(in_X, in_H);
    fly(cells_of(layout_.X, range_in_X(entry.twin(), d_)), in_H);
  }

  void draw_tip() {
    const std::string made =
        is_product() || canvas_.narrow() ? product_words(result_, entry_) : gram_words(result_, entry_);
    std::string more = canvas_.pointer.touch ? tr("chosen") : tr("press to keep it");
    if (is_product()) {
      const double weight = result_.p(output_, range_in_H(entry_, d_).column);
      more = tr("times its weight %1 is %2", number(weight), number(weight * entry_.value(result_))) + "\n" + more;
    }
    tooltip(canvas_, canvas_.pointer.at, made + "\n" + more);
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_;
  int d_;
  int n_;
  bool named_;  // by the words of the sentence
  Film film_;
  int step_ = 0;  // of the film; all of them where the reader points
  int output_ = 0;
  Entry entry_;
  MapLayout layout_;
};

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  if (drawing.settings.choice("view") == "growth") return draw_growth(drawing);
  MapPicture(result, drawing).draw();
}

}  // namespace figures::feature_map
