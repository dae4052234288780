// The first view of figure "feature_map": the matrices from Z to H(Z), what makes the chosen entry lit up in them, and
// the answers. The entries of Z can be dragged.
#include <cstdlib>

#include "figures/feature_map/feature_map.hpp"
#include "learner/features.hpp"

namespace figures::feature_map {
namespace {

constexpr float kTenth = 6;  // pixels of a drag that change a number of Z by 0.1

// The columns of the answers: their right ends, in the width of the table.
constexpr std::array<float, 5> kEnds = {0.08F, 0.3F, 0.52F, 0.74F, 1};
using Cells = std::array<std::string, kEnds.size()>;

void draw_cells(Canvas& canvas, const Rect& row, const Cells& cells, TextStyle style) {
  style.upright = Upright::middle;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Rect cell{row.x, row.y, row.w * kEnds[k] - (k + 1 < cells.size() ? 0 : 4), row.h};
    style.along = k == 0 ? Along::left : Along::right;
    text(canvas, k == 0 ? cell.inset(4, 0, -40, 0) : cell, cells[k], style);
  }
}

// Where an entry stands in X; of an entry of G, the run of its products.
CellRange range_in_X(const Entry& entry, int d) {
  if (entry.part == Part::G) return {entry.j, entry.k * d, 1, d};
  return {entry.j, entry.k * d + entry.l};
}

// And in which line of H(Z); the lines hold it one after another.
std::pair<std::size_t, CellRange> range_in_H(const MapLayout& layout, const Entry& entry, int d) {
  const auto [low, high] = std::minmax(entry.j, entry.k);
  const bool run = entry.part == Part::G;
  auto place = static_cast<int>(learner::folded_index(low, high, run ? 0 : entry.l, d));
  std::size_t line = 0;
  while (place >= layout.H[line].columns) place -= layout.H[line++].columns;
  return {line, {0, place, 1, run ? d : 1}};
}

class MapPicture {
 public:
  MapPicture(const Result& result, Drawing& drawing)
      : result_(result), drawing_(drawing), canvas_(drawing.canvas), d_(result.d()), n_(result.n()) {}

  void draw() {
    layout_ = map_layout(canvas_, canvas_.area.inset(2), d_, n_);
    const auto pointed = pointed_entry(drawing_, layout_, d_);
    entry_ = pointed.value_or(chosen_entry(drawing_.values, d_));
    output_ = std::min(drawing_.values.integer("a"), d_) - 1;
    draw_links();
    draw_matrices();
    draw_labels();
    draw_marks();
    edit_tokens();
    draw_entry(result_, canvas_, layout_.entry, entry_, output_);
    draw_answers();
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
    const Matrix Z = tokens_now();
    const double limit = token_limit(Z);
    show(layout_.Z, Z, "Z", limit);
    const Rect last = layout_.Z.cell(d_ - 1, n_ - 1);
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
    const std::string n = whole(n_);
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
    const std::string psi = whole(result_.H.size());
    const Rect last = layout_.H.back().cells;
    if (layout_.upright) {
      label(layout_.X, layout_.X.cells.w, {"$X$  " + size}, 12);
      const Point at{layout_.X.cells.x, last.bottom() - line_height(canvas_)};
      name(at, last.x - at.x - 4, {tr("$H(Z)$  %1 features", psi), "$H(Z)$  " + psi, "$H(Z)$"});
      return;
    }
    label(layout_.X, canvas_.area.right() - layout_.X.cells.x,
          {tr("$X$  %1, row $j$, column $(k,l)$: $G_{jk} z_{l}$", size), "$X$  " + size});
    const std::string distinct = whole(result_.distinct_features());
    const std::string features = n_ == 1 ? tr("$H(Z)$  %1 features, only %2 different", psi, distinct)
                                         : tr("$H(Z)$  %1 features, each product once", psi);
    name({last.x, last.bottom() + 5}, last.w, {features, "$H(Z)$  " + psi});
  }

  void draw_marks() {
    const auto [part, j, k, l] = entry_;
    const bool once = j == k;
    for (const int row : {j, k}) mark_cells(canvas_, layout_.Z, {row, 0, 1, n_}, {.ink = Ink::Z});
    if (!once) mark_cells(canvas_, layout_.G, {k, j}, {.ink = Ink::G, .dashed = true, .width = 1.5F});
    mark_cells(canvas_, layout_.G, {j, k}, {.ink = Ink::G});
    if (part != Part::G) mark_cells(canvas_, layout_.z, {l, 0}, {.ink = Ink::query});
    if (!once) mark_cells(canvas_, layout_.X, range_in_X(entry_.twin(), d_), {.dashed = true, .width = 1.5F});
    mark_cells(canvas_, layout_.X, range_in_X(entry_, d_));
    const auto [line, range] = range_in_H(layout_, entry_, d_);
    mark_cells(canvas_, layout_.H[line], range);
    if (!layout_.shows_W) return;
    if (!once)
      mark_cells(canvas_, layout_.W, range_in_X(entry_.twin(), d_), {.ink = Ink::W, .dashed = true, .width = 1.5F});
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
    const auto [line, range] = range_in_H(layout_, entry_, d_);
    const Rect target = cells_of(layout_.H[line], range);
    const Point to{target.centre().x, target.y - 6};
    const float key = line_height(canvas_, Size::small) + 6;
    const float free = (layout_.X.cells.bottom() + key + layout_.H.front().cells.y - 10) / 2;
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
    const std::string value = entry_.name() + " = " + said(entry_.value(result_));
    std::string where = canvas_.pointer.touch ? tr("chosen") : tr("press to keep it");
    if (layout_.shows_W && layout_.W.cells.contains(canvas_.pointer.at)) {
      const double weight = block()(entry_.j, entry_.k * d_ + entry_.l);
      where = tr("times its weight %1 is %2", said(weight), said(weight * entry_.value(result_)));
    }
    tooltip(canvas_, canvas_.pointer.at, value + "\n" + where);
  }

  // --- The reader's tokens

  // As they are now, which the result may not have caught up with.
  Matrix tokens_now() const {
    const auto& list = drawing_.values.list("tokens");
    const bool same = drawing_.values.integer("d") == d_ && drawing_.values.integer("n") == n_;
    if (!same || std::ssize(list) != result_.Z.size()) return result_.Z;
    return Eigen::Map<const Matrix>(list.data(), d_, n_);
  }

  // Drags entries of Z: up and down with a mouse, sideways with a finger, for which up and down belong to the page.
  void edit_tokens() {
    const std::string prefix = "feature_map.Z.";
    const MatrixView& view = layout_.Z;
    Pointer& pointer = canvas_.pointer;
    const Matrix Z = tokens_now();
    int cell = 0;  // column by column
    if (pointer.held.starts_with(prefix)) {
      cell = std::atoi(pointer.held.c_str() + prefix.size());
    } else if (const auto at = cell_at(view, pointer.at); at && canvas_.hovers(view.cells)) {
      cell = at->row + at->column * view.rows;
    } else {
      return;
    }
    if (cell >= Z.size()) return;
    const Region region = plot::region(canvas_, prefix + std::to_string(cell), view.cells);
    if (region.pressed) pointer.grip.x = static_cast<float>(Z.data()[cell]);
    if (region.held && pointer.dragging) {
      std::vector<double> list(Z.data(), Z.data() + Z.size());
      const float way = pointer.at.x - pointer.from.x + (pointer.touch ? 0 : pointer.from.y - pointer.at.y);
      list[static_cast<std::size_t>(cell)] = std::round(10.0 * pointer.grip.x + std::round(way / kTenth)) / 10;
      drawing_.values.set_list("tokens", std::move(list));
    }
    const int row = cell % view.rows;
    const int column = cell / view.rows;
    mark_cells(canvas_, view, {row, column}, {.ink = Ink::Z});
    draw_handles(cells_of(view, {row, column}));
    const std::string value =
        "$Z_{" + std::to_string(row + 1) + std::to_string(column + 1) + "}$ = " + said(tokens_now()(row, column));
    const std::string how = pointer.touch ? tr("%1\ndrag it sideways", value) : tr("%1\ndrag it up or down", value);
    tooltip(canvas_, {view.cell(row, column).right(), pointer.at.y - 30}, region.held ? value : how);
  }

  // Two small triangles over and under the cell: it moves up and down, or to both sides.
  void draw_handles(const Rect& cell) {
    constexpr float kSize = 4;
    const Point middle = cell.centre();
    const bool sideways = canvas_.pointer.touch;
    const float from = (sideways ? cell.w : cell.h) / 2 + 3;
    const auto along = [&](float way) {
      return sideways ? Point{middle.x + way, middle.y} : Point{middle.x, middle.y + way};
    };
    for (const float side : {-1.F, 1.F})
      arrow(canvas_, along(side * from), along(side * (from + kSize)), canvas_.colour(Ink::Z), 1);
  }

  // --- The answers: is <W, X> attention?

  // Output by output, computed in three ways; a click on one shows its block of W.
  void draw_answers() {
    Rect words = layout_.check;
    const std::string one = whole(output_ + 1);
    heading(canvas_, words, tr("Attention is $⟨W_{%1}, X⟩$", one),
            tr("Multiply $W_{%1}$ and $X$ cell by cell, add up: what %2 in number %1.", one,
               counted("%1 head answers", "%1 heads answer", drawing_.settings.number("H"))));
    Rect table = layout_.answers;
    const float height = line_height(canvas_, Size::small) + 4;
    draw_cells(canvas_, table.take_top(height, 0), {"", tr("attention"), "$⟨W, X⟩$", "$p · H(Z)$", tr("difference")},
               kCaption);
    for (int a = 0; a < d_ && table.h >= height; ++a) {
      const Rect row = table.take_top(height, 0);
      const Region region = plot::region(canvas_, "feature_map.answer." + std::to_string(a), row);
      if (region.clicked) drawing_.values.set("a", a + 1);
      if (a == output_) fill(canvas_, row, tint(Ink::W, 0.1F, canvas_.dark), {3});
      if (region.hovered && a != output_) fill(canvas_, row, canvas_.colour(Ink::raised), {3});
      draw_cells(canvas_, row, answers(a, table.w), {.size = Size::small});
    }
  }

  Cells answers(Index a, float width) const {
    const int places = (largest(result_.attended) < 100 ? 4 : 2) - (width < 400 ? 1 : 0);
    const double y = result_.attended(a);
    const double away = std::max(std::abs(result_.lifted(a) - y), std::abs(result_.folded(a) - y));
    return {"$y_{" + whole(a + 1) + "}$", fixed(y, places), fixed(result_.lifted(a), places),
            fixed(result_.folded(a), places), number(away, 2)};
  }

  const Result& result_;
  Drawing& drawing_;
  Canvas& canvas_;
  int d_;
  int n_;
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
