// The first view of figure "feature_map": the matrices from Z to H(Z) and its weights, as far as the film has come, and
// what makes the chosen entry lit up in them.
#include "figures/feature_map/feature_map.hpp"
#include "learner/features.hpp"

namespace figures::feature_map {
namespace {

class MapPicture {
 public:
  MapPicture(const Result& result, Drawing& drawing)
      : result_(result),
        drawing_(drawing),
        canvas_(drawing.canvas),
        d_(result.d()),
        n_(result.n()),
        film_(film_of(drawing.values)) {}

  void draw() {
    layout_ = map_layout(canvas_, canvas_.area.inset(2), d_, n_);
    const auto pointed = pointed_entry(drawing_, layout_, d_);
    step_ = pointed ? static_cast<int>(kSteps.size()) : film_.steps();
    growing_ = step_ > 0 && !told();
    entry_ = growing_ ? entry_of(film_, d_) : pointed.value_or(chosen_entry(drawing_.values, d_));
    output_ = std::min(drawing_.values.integer("a"), d_) - 1;
    if (told()) draw_links();
    if (told() || step_ == 2) draw_fold_links();
    draw_matrices();
    draw_labels();
    draw_sum(result_, drawing_, layout_, film_, output_);
    if (told() || growing_) draw_marks();
    draw_tokens(result_, canvas_, layout_, film_);
    edit_tokens(result_, drawing_, layout_.Z);
    if (told()) {
      draw_entry(result_, canvas_, layout_.entry, entry_, output_);
    } else {
      draw_step();
    }
    if (pointed) draw_tip();
  }

 private:
  // At the film's end, and where the reader points: the whole chain of an entry is shown.
  bool told() const { return step_ == std::ssize(kSteps); }

  // The first cells of a matrix, column by column, in its colours, and its numbers where they can be read.
  void show(const MatrixView& view, const Matrix& matrix, std::string_view symbol, double limit,
            CellNumbers numbers = {}) {
    const int blocks = view.columns > d_ && view.columns % d_ == 0 && symbol != "Z" ? d_ : 0;
    const MatrixData all = data_of(matrix);
    const MatrixView drawn = plot::matrix(canvas_, view.cells, all,
                                          {.symbol = symbol,
                                           .limit = limit,
                                           .block_columns = blocks,
                                           .filled = (numbers.first - 0.5) / static_cast<double>(matrix.size()),
                                           .name = false});
    cell_numbers(canvas_, drawn, all, numbers);
  }

  // Products, and over them the one that is growing.
  void grow(const MatrixView& view, const Matrix& products, float share, CellNumbers numbers) {
    const auto [place, size, whole] = growing(share, products.size());
    const double limit = std::max(largest(result_.X), 1e-300);
    const MatrixData like = data_of(result_.X);
    numbers.places = 3;
    numbers.first = whole;
    numbers.like = &like;
    show(view, products, "Hf", limit, numbers);
    if (size == 1) return;
    const Rect cell = view.cell(place % view.rows, place / view.rows);
    fill(canvas_, cell.inset((1 - size) * cell.w / 2), diverging(products.data()[place] / limit, canvas_.dark));
  }

  void draw_matrices() {
    const Matrix Z = tokens_now(result_, drawing_);
    const double limit = token_limit(Z);
    show(layout_.Z, Z, "Z", limit);
    const Rect last = layout_.Z.cell(d_ - 1, n_ - 1);
    fill(canvas_, {last.x, last.bottom() + 1, last.w - 1, 3}, canvas_.colour(Ink::query), {1});
    const MatrixData tokens = data_of(Z);
    show(layout_.z, Z.rightCols(1), "z", limit, {.like = &tokens});
    const int seen = arrived(film_.gram, n_);
    const auto first = result_.Z.leftCols(seen);
    const MatrixData grams = data_of(result_.G);
    show(layout_.G, seen < n_ ? Matrix(first.lazyProduct(first.transpose())) : result_.G, "G", largest(result_.G),
         {.first = seen > 0 ? d_ * d_ : 0, .like = &grams});
    // A twin is pale once H(Z) has its product.
    const int kept = growing(film_.fold, result_.H.size()).whole;
    std::vector<std::uint8_t> pale;
    for (int column = 0; column < d_ * d_; ++column) {
      for (int row = 0; row < d_; ++row) {
        const int k = column / d_;
        pale.push_back(row > k && learner::folded_index(k, row, column % d_, d_) < kept);
      }
    }
    grow(layout_.X, result_.X, film_.products, {.pale = pale});
    grow(layout_.H, result_.H.transpose(), film_.fold, {});
    if (film_.fold == 1) show(layout_.p, result_.p.row(output_), "W", largest(result_.p));
  }

  // What happens now, in the place of words about an entry, and the product whose turn it is.
  void draw_step() {
    const std::string products = whole(result_.X.size());
    const std::array<std::string, kSteps.size()> meanings = {
        tr("In row $j$ and column $k$ it puts $z_{j} z_{k}$: attention sees the tokens only through the sum $G = Z "
           "Z^{T}$."),
        tr("The last token $z$ asks. $X$ holds all %1 products $G_{jk} z_{l}$, each of three numbers of the tokens.",
           products),
        tr("$G_{jk} = G_{kj}$, so $X$ has each product with $j ≠ k$ twice. $H(Z)$ keeps %1 of %2.",
           whole(result_.H.size()), products),
        tr("Row $p_{%1}$ holds the weight of each product in $y_{%1}$. The heads alone set these weights, whatever the "
           "tokens are. The dashed line is what attention itself answers.",
           whole(output_ + 1))};
    Rect box = layout_.entry;
    const auto step = static_cast<std::size_t>(step_);
    heading(canvas_, box, tr(kSteps[step]), meanings[step]);
    const std::string now = step_ < 3 ? product_words(result_, entry_) : value_words() + ", " + weight_words();
    if (growing_) text(canvas_, Point{box.x, box.y - 6}, now, {.size = Size::small});
  }

  std::string value_words() const { return entry_.name() + " = " + said(entry_.value(result_)); }
  std::string weight_words() const {
    const double weight = result_.p(output_, range_in_H(entry_, d_).column);
    return tr("times its weight %1 is %2", number(weight), number(weight * entry_.value(result_)));
  }

  // A name on a scrap of paper, for links may pass behind it; the longest of the words that fits. Returns its width.
  float name(Point at, float room, std::initializer_list<std::string> words) {
    for (const std::string& choice : words) {
      const float width = text_width(canvas_, choice);
      if (width > room && &choice != std::prev(words.end())) continue;
      fill(canvas_, {at.x - 2, at.y, width + 4, line_height(canvas_)}, canvas_.colour(Ink::paper));
      text(canvas_, at, choice);
      return width;
    }
    return 0;
  }

  float label(const MatrixView& view, float room, std::initializer_list<std::string> words, float clear = 4) {
    return name({view.cells.x, view.cells.y - line_height(canvas_) - clear}, room, words);
  }

  void key(const MatrixView& view, double limit) {
    const float width = std::clamp(view.cells.w, 84.F, 132.F);
    const Rect box{view.cells.x, view.cells.bottom() + 5, width, line_height(canvas_, Size::small)};
    fill(canvas_, box.inset(-2, 0, -2, 0), canvas_.colour(Ink::paper));
    colour_key(canvas_, box, limit > 0 ? limit : 1);
  }

  // What can be done with Z, after its name.
  void draw_hint(float taken, float room) {
    const std::string_view words = canvas_.pointer.touch ? tr("drag sideways") : tr("drag a number");
    const TextStyle style{.ink = Ink::accent, .size = Size::small};
    if (canvas_.still || taken + 12 + text_width(canvas_, words, style) > room) return;
    const Rect& cells = layout_.Z.cells;
    text(canvas_, Point{cells.x + taken + 12, cells.y - line_height(canvas_) - 2}, words, style);
  }

  void draw_labels() {
    const std::string d = whole(d_);
    const std::string dd = whole(d_ * d_);
    const std::string n = whole(n_);
    const float room = layout_.G.cells.x - layout_.Z.cells.x - 8;
    draw_hint(label(layout_.Z, room, {"$Z$  " + d + " × " + n, "$Z$"}), room);
    label(layout_.G, layout_.z.cells.x - layout_.G.cells.x - 8, {"$G = Z Z^{T}$  " + d + " × " + d, "$G$"});
    label(layout_.z, (layout_.upright ? canvas_.area.right() : layout_.X.cells.x) - layout_.z.cells.x - 8,
          {tr("$z$  last token"), "$z$"});
    const std::string size = "$X$  " + d + " × " + dd;
    if (layout_.upright) {
      label(layout_.X, layout_.X.cells.w, {size}, 12);
    } else {
      label(layout_.X, canvas_.area.right() - layout_.X.cells.x,
            {tr("%1, row $j$, column $(k,l)$: $G_{jk} z_{l}$", size), size});
    }
    row_name(layout_.H, {tr("$H(Z)$  %1 features", whole(result_.H.size())), "$H(Z)$"});
    const std::string p = "$p_{" + whole(output_ + 1) + "}$";
    if (film_.fold == 1) row_name(layout_.p, {tr("%1  their weights", p), tr("weights %1", p), p});
    key(layout_.Z, token_limit(result_.Z));
    key(layout_.G, largest(result_.G));
    key(layout_.X, largest(result_.X));
  }

  // Left of a row of cells, the longest of the words that fits.
  void row_name(const MatrixView& view, std::initializer_list<std::string> words) {
    const float right = view.cells.x - kGrid;
    const Size size = view.cells.h < line_height(canvas_) ? Size::small : Size::body;
    for (const std::string& choice : words) {
      if (text_width(canvas_, choice, {.size = size}) > right - canvas_.area.x && &choice != std::prev(words.end()))
        continue;
      text(canvas_, Point{right, view.cells.centre().y}, choice,
           {.size = size, .along = Along::right, .upright = Upright::middle});
      return;
    }
  }

  void draw_marks() {
    const auto [part, j, k, l] = entry_;
    if (j != k && step_ > 1) {
      mark_cells(canvas_, layout_.G, {k, j}, {.ink = Ink::G, .dashed = true, .width = 1.5F});
      mark_cells(canvas_, layout_.X, range_in_X(entry_.twin(), d_), {.dashed = true, .width = 1.5F});
    }
    mark_cells(canvas_, layout_.G, {j, k}, {.ink = Ink::G});
    if (part != Part::G) mark_cells(canvas_, layout_.z, {l, 0}, {.ink = Ink::query});
    mark_cells(canvas_, layout_.X, range_in_X(entry_, d_));
    if (step_ > 1) mark_cells(canvas_, layout_.H, range_in_H(entry_, d_));
    if (film_.fold == 1) mark_cells(canvas_, layout_.p, range_in_H(entry_, d_), {.ink = Ink::W});
    if (!told()) return;
    for (const int row : {j, k}) mark_cells(canvas_, layout_.Z, {row, 0, 1, n_}, {.ink = Ink::Z});
  }

  // From the sides of the matrices, not across their numbers.
  void draw_links() {
    const auto [part, j, k, l] = entry_;
    const auto middle = [](const MatrixView& view, int row) { return view.cell(row, 0).centre().y; };
    const Point gram{layout_.G.cells.x - 6, middle(layout_.G, j)};
    for (const int row : {j, k}) {
      link(canvas_, {layout_.Z.cells.right() + 2, middle(layout_.Z, row)}, gram, {.ink = Ink::Z});
    }
    const Rect target = cells_of(layout_.X, range_in_X(entry_, d_));
    if (layout_.upright) {
      const Point to{target.centre().x, layout_.X.cells.y - 6};
      const Rect from = layout_.G.cell(j, k);
      link(canvas_, {from.centre().x, layout_.G.cells.bottom() + 2}, to, {.ink = Ink::G, .upright = true});
      if (part != Part::G) {
        link(canvas_, {layout_.z.cells.centre().x, layout_.z.cells.bottom() + 2}, to,
             {.ink = Ink::query, .upright = true});
      }
    } else {
      const Point to{layout_.X.cells.x - 6, middle(layout_.X, j)};
      link(canvas_, {layout_.G.cells.right() + 2, middle(layout_.G, j)}, to, {.ink = Ink::G});
      if (part != Part::G) link(canvas_, {layout_.z.cells.right() + 2, middle(layout_.z, l)}, to, {.ink = Ink::query});
    }
  }

  // Both copies in X to the one in H(Z), crossing over under X's key.
  void draw_fold_links() {
    const Rect target = cells_of(layout_.H, range_in_H(entry_, d_));
    const Point to{target.centre().x, target.y - 6};
    const float key = line_height(canvas_, Size::small) + 6;
    const float free = (layout_.X.cells.bottom() + key + layout_.H.cells.y - 10) / 2;
    const auto wire = [&](const Entry& entry, float height, LinkStyle style) {
      const Point from{cells_of(layout_.X, range_in_X(entry, d_)).centre().x, layout_.X.cells.bottom() + 2};
      style.upright = true;
      style.turn = (height - from.y) / std::max(1.F, to.y - from.y);
      link(canvas_, from, to, style);
    };
    if (entry_.j != entry_.k) wire(entry_.twin(), free - 4, {.ink = Ink::quiet, .dashed = true, .width = 1});
    wire(entry_, free + 2, {});
  }

  void draw_tip() {
    const bool weighed = entry_.part == Part::H && canvas_.pointer.at.y >= layout_.p.cells.y;
    const std::string where = weighed                 ? weight_words()
                              : canvas_.pointer.touch ? std::string(tr("chosen"))
                                                      : std::string(tr("press to keep it"));
    tooltip(canvas_, canvas_.pointer.at, value_words() + "\n" + where);
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_;
  int d_;
  int n_;
  Film film_;
  int step_ = 0;          // of the film; all of them where the reader points
  bool growing_ = false;  // a product, the film's entry
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
