// The first view of figure "feature_map": the matrices from Z to H(Z), and what makes the chosen entry lit up in them.
#include <algorithm>
#include <cmath>

#include "figures/feature_map/picture.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::feature_map {
namespace {

double largest(const Matrix& matrix) { return matrix.size() > 0 ? matrix.cwiseAbs().maxCoeff() : 0; }

class MapPicture {
 public:
  MapPicture(const Result& result, Drawing& drawing)
      : result_(result), drawing_(drawing), canvas_(drawing.canvas), d_(result.d) {}

  void draw() {
    layout_ = map_layout(canvas_, canvas_.area.inset(2), d_, result_.n);
    const auto pointed = pointed_entry(drawing_, layout_, d_);
    entry_ = pointed.value_or(chosen_entry(drawing_.values, d_));
    output_ = std::min(drawing_.values.integer("a"), d_) - 1;
    draw_links();
    draw_matrices();
    draw_labels();
    draw_marks();
    edit_tokens(result_, drawing_, layout_.Z);
    draw_entry_words(result_, canvas_, layout_.entry, entry_, output_);
    draw_answers(result_, drawing_, layout_, output_);
    if (pointed) draw_tip();
  }

 private:
  Matrix block() const { return result_.W.middleRows(output_ * d_, d_); }

  // The matrix's colours, and its numbers where they can be read.
  void show(const MatrixView& view, const Matrix& matrix, std::string_view symbol, double limit,
            const CellNumbers& numbers = {}) {
    const int blocks = view.columns > d_ && view.columns % d_ == 0 && symbol != "Z" ? d_ : 0;
    const MatrixView drawn = plot::matrix(canvas_, view.cells, data_of(matrix),
                                    {.symbol = symbol, .limit = limit, .block_columns = blocks, .name = false});
    cell_numbers(canvas_, drawn, data_of(matrix), numbers);
  }

  void draw_matrices() {
    const Matrix Z = tokens_now(result_, drawing_.values);
    const double limit = token_limit(Z);
    show(layout_.Z, Z, "Z", limit);
    const Rect last = layout_.Z.cell(d_ - 1, result_.n - 1);
    fill(canvas_, {last.x, last.bottom() + 1, last.w - 1, 3}, canvas_.colour(Ink::query), {1});
    const MatrixData all = data_of(Z);
    show(layout_.z, Z.rightCols(1), "z", limit, {.like = &all});
    show(layout_.G, result_.G, "G", largest(result_.G));
    std::vector<std::uint8_t> pale;
    for (int column = 0; column < d_ * d_; ++column) {
      for (int row = 0; row < d_; ++row) pale.push_back(row > column / d_);
    }
    show(layout_.X, result_.X, "Hf", largest(result_.X), {.places = 3, .pale = pale});
    const MatrixData like = data_of(result_.X);
    int first = 0;
    for (const MatrixView& line : layout_.H) {
      show(line, result_.H.segment(first, line.columns).transpose(), "Hf", largest(result_.X),
           {.places = 3, .like = &like});
      first += line.columns;
    }
    if (layout_.shows_W) show(layout_.W, block(), "W", largest(result_.W));
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
    const std::string n = whole(result_.n);
    const float room = layout_.G.cells.x - layout_.Z.cells.x - 8;
    draw_hint(label(layout_.Z, room, {"$Z$  " + d + " × " + n, "$Z$"}), room);
    label(layout_.G, layout_.z.cells.x - layout_.G.cells.x - 8, {"$G = Z Z^{T}$  " + d + " × " + d, "$G$"});
    label(layout_.z, (layout_.upright ? canvas_.area.right() : layout_.X.cells.x) - layout_.z.cells.x - 8,
          {tr("$z$  last token"), "$z$"});
    label_features(d + " × " + dd);
    if (layout_.shows_W) {
      label(layout_.W, layout_.W.cells.w, {"$W_{" + whole(output_ + 1) + "}$  " + d + " × " + dd});
    }
    key(layout_.Z, token_limit(result_.Z));
    key(layout_.G, largest(result_.G));
    key(layout_.X, largest(result_.X));
    if (layout_.shows_W) key(layout_.W, largest(result_.W));
  }

  // H(Z) is named where no link passes: under it, on a phone left of its last row.
  void label_features(const std::string& size) {
    const std::string psi = whole(static_cast<double>(result_.H.size()));
    const Rect last = layout_.H.back().cells;
    if (layout_.upright) {
      label(layout_.X, layout_.X.cells.w, {"$X$  " + size}, 12);
      const Point at{layout_.X.cells.x, last.bottom() - line_height(canvas_)};
      name(at, last.x - at.x - 4, {tr("$H(Z)$  %1 features", psi), "$H(Z)$  " + psi, "$H(Z)$"});
      return;
    }
    label(layout_.X, canvas_.area.right() - layout_.X.cells.x,
          {tr("$X$  %1, row $j$, column $(k,l)$: $G_{jk} z_{l}$", size), "$X$  " + size});
    const std::string distinct = whole(static_cast<double>(result_.distinct_features()));
    const std::string features = result_.n == 1 ? tr("$H(Z)$  %1 features, only %2 different", psi, distinct)
                                                : tr("$H(Z)$  %1 features, each product once", psi);
    name({last.x, last.bottom() + 5}, last.w, {features, "$H(Z)$  " + psi});
  }

  void draw_marks() {
    const auto [part, j, k, l] = entry_;
    const bool once = j == k;
    for (const int row : {j, k}) mark_cells(canvas_, layout_.Z, {row, 0, 1, result_.n}, {.ink = Ink::Z});
    if (!once) mark_cells(canvas_, layout_.G, {k, j}, {.ink = Ink::G, .dashed = true, .width = 1.5F});
    mark_cells(canvas_, layout_.G, {j, k}, {.ink = Ink::G});
    if (part != Part::G) mark_cells(canvas_, layout_.z, {l, 0}, {.ink = Ink::query});
    if (!once) mark_cells(canvas_, layout_.X, range_in_X(twin_of(entry_), d_), {.dashed = true, .width = 1.5F});
    mark_cells(canvas_, layout_.X, range_in_X(entry_, d_));
    const LineRange line = range_in_H(layout_, entry_, d_);
    mark_cells(canvas_, layout_.H[line.line], line.range);
    if (!layout_.shows_W) return;
    if (!once)
      mark_cells(canvas_, layout_.W, range_in_X(twin_of(entry_), d_), {.ink = Ink::W, .dashed = true, .width = 1.5F});
    mark_cells(canvas_, layout_.W, range_in_X(entry_, d_), {.ink = Ink::W});
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
    draw_fold_links();
  }

  // Both copies in X to the one in H(Z), crossing over under X's key.
  void draw_fold_links() {
    const LineRange line = range_in_H(layout_, entry_, d_);
    const Rect target = cells_of(layout_.H[line.line], line.range);
    const Point to{target.centre().x, target.y - 6};
    const float key = line_height(canvas_, Size::small) + 6;
    const float free = (layout_.X.cells.bottom() + key + layout_.H.front().cells.y - 10) / 2;
    const auto wire = [&](const Entry& entry, float height, LinkStyle style) {
      const Point from{cells_of(layout_.X, range_in_X(entry, d_)).centre().x, layout_.X.cells.bottom() + 2};
      style.upright = true;
      style.turn = (height - from.y) / std::max(1.F, to.y - from.y);
      link(canvas_, from, to, style);
    };
    if (entry_.j != entry_.k) wire(twin_of(entry_), free - 4, {.ink = Ink::quiet, .dashed = true, .width = 1});
    wire(entry_, free + 2, {});
  }

  void draw_tip() {
    const std::string value = entry_name(entry_) + " = " + said(entry_value(result_, entry_));
    std::string where = canvas_.pointer.touch ? tr("chosen") : tr("click to keep it");
    if (layout_.shows_W && layout_.W.cells.contains(canvas_.pointer.at)) {
      const double weight = block()(entry_.j, entry_.k * d_ + entry_.l);
      where = tr("times its weight %1 is %2", said(weight), said(weight * entry_value(result_, entry_)));
    }
    tooltip(canvas_, canvas_.pointer.at, value + "\n" + where);
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_;
  int d_;
  int output_ = 0;
  Entry entry_;
  MapLayout layout_;
};

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  if (result.view == View::growth) return draw_feature_growth(result, drawing);
  MapPicture(result, drawing).draw();
}

}  // namespace figures::feature_map
