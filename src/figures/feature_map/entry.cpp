// The entry of the first view of figure "feature_map" that the reader has chosen: which it is, and its words and
// numbers; and the entries of Z, which can be dragged.
#include <cstdlib>

#include "figures/feature_map/feature_map.hpp"
#include "figures/heads_picture.hpp"
#include "learner/features.hpp"
#include "plot/cells.hpp"

namespace figures::feature_map {
namespace {

// --- In words -------------------------------------------------------------------------------------------------------

// A number as a factor: negative ones in brackets, unless they come first.
std::string factor(double value, bool first = false) {
  return value < 0 && !first ? "(" + said(value) + ")" : said(value);
}

}  // namespace

// "$G_{12}$, row 1 with row 2 of Z: −0.4·1.3 + 0.2·0.5 = −0.42"
std::string gram_words(const Result& result, const Entry& entry) {
  std::string sum;
  for (Index t = 0; t < result.Z.cols(); ++t) {
    sum += (t == 0 ? "" : " + ") + factor(result.Z(entry.j, t), t == 0) + "·" + factor(result.Z(entry.k, t));
  }
  const std::string name = gram_name(entry.j, entry.k);
  const std::string row = whole(entry.j + 1);
  const std::string value = said(result.G(entry.j, entry.k));
  return entry.j == entry.k ? tr("%1, row %2 of $Z$ with itself: %3 = %4", name, row, sum, value)
                            : tr("%1, row %2 with row %3 of $Z$: %4 = %5", name, row, whole(entry.k + 1), sum, value);
}

std::string product_words(const Result& result, const Entry& entry) {
  const std::string value = said(entry.value(result));
  if (entry.part == Part::G) return entry.name() + " = " + value;
  return entry.name() + " = " + factor(result.G(entry.j, entry.k), true) + " × " +
         factor(result.Z(entry.l, result.n() - 1)) + " = " + value;
}

// --- Which entry ----------------------------------------------------------------------------------------------------

std::string Entry::name() const { return part == Part::G ? gram_name(j, k) : product_name(j, k, l); }

double Entry::value(const Result& result) const {
  return part == Part::G ? result.G(j, k) : result.X(j, k * result.d() + l);
}

Entry chosen_entry(const Values& values, int d) {
  const auto index = [&](std::string_view id) { return std::min(values.integer(id), d) - 1; };
  Entry entry{static_cast<Part>(values.integer("part")), index("j"), index("k"), index("l")};
  if (entry.part == Part::H && entry.j > entry.k) std::swap(entry.j, entry.k);
  return entry;
}

Entry entry_of(const Film& film, int d) {
  const int cubed = d * d * d;
  if (film.products < 1) {
    const int place = growing(film.products, cubed).place;
    return {Part::X, place % d, place / d / d, place / d % d};
  }
  const float share = film.fold < 1 ? film.fold : film.sum;
  return entry_in_H(growing(share, learner::feature_count(d)).place, d);
}

std::optional<Entry> pointed_entry(Drawing& drawing, const MapLayout& layout, int d) {
  Canvas& canvas = drawing.canvas;
  std::optional<Entry> found;
  bool pressed = false;
  // `entry_of` knows the entry of a cell.
  const auto look = [&](const std::string& id, const MatrixView& view, const auto& entry_of) {
    const Region region = plot::region(canvas, "feature_map." + id, view.cells);
    const auto cell = region.hovered ? cell_at(view, canvas.pointer.at) : std::nullopt;
    if (!cell) return;
    found = entry_of(cell->row, cell->column);
    pressed = pressed || region.held || region.clicked;
  };
  const auto product = [d](int row, int column) { return Entry{Part::X, row, column / d, column % d}; };
  look("G", layout.G, [](int row, int column) { return Entry{Part::G, row, column}; });
  look("X", layout.X, product);
  const auto feature = [d](int, int column) { return entry_in_H(column, d); };
  look("H", layout.H, feature);
  if (film_of(drawing.values).fold == 1) {
    look("p", layout.p, feature);
    look("sum", layout.sum, feature);
  }
  if (!found || !pressed) return found;
  Values& values = drawing.values;
  values.set("part", static_cast<int>(found->part));
  values.set("j", found->j + 1);
  values.set("k", found->k + 1);
  if (found->part != Part::G) values.set("l", found->l + 1);
  return found;
}

CellRange range_in_X(const Entry& entry, int d) {
  if (entry.part == Part::G) return {entry.j, entry.k * d, 1, d};
  return {entry.j, entry.k * d + entry.l};
}

CellRange range_in_H(const Entry& entry, int d) {
  const auto [low, high] = std::minmax(entry.j, entry.k);
  const bool run = entry.part == Part::G;
  return {0, static_cast<int>(learner::folded_index(low, high, run ? 0 : entry.l, d)), 1, run ? d : 1};
}

Entry entry_in_H(int column, int d) {
  const auto [j, k, l] = learner::folded_entry(column, d);
  return {Part::H, static_cast<int>(j), static_cast<int>(k), static_cast<int>(l)};
}

// --- The reader's tokens --------------------------------------------------------------------------------------------

namespace {

constexpr float kTenth = 6;  // pixels of a drag that change a number of Z by 0.1

// Two small triangles over and under the cell: it moves up and down, or to both sides.
void draw_handles(Canvas& canvas, const Rect& cell) {
  constexpr float kSize = 4;
  const Point middle = cell.centre();
  const bool sideways = canvas.pointer.touch;
  const float from = (sideways ? cell.w : cell.h) / 2 + 3;
  const auto along = [&](float way) {
    return sideways ? Point{middle.x + way, middle.y} : Point{middle.x, middle.y + way};
  };
  for (const float side : {-1.F, 1.F})
    arrow(canvas, along(side * from), along(side * (from + kSize)), canvas.colour(Ink::Z), 1);
}

}  // namespace

Matrix tokens_now(const Result& result, const Drawing& drawing) {
  const auto& list = drawing.values.list(list_of(drawing.values));
  const auto [d, n, heads] = sizes_of(drawing.values);
  const bool same = d == result.d() && n == result.n();
  if (!same || std::ssize(list) != result.Z.size()) return result.Z;
  return Eigen::Map<const Matrix>(list.data(), result.d(), result.n());
}

// Up and down with a mouse, sideways with a finger, for which up and down belong to the page.
void edit_tokens(const Result& result, Drawing& drawing, const MatrixView& view) {
  Canvas& canvas = drawing.canvas;
  const std::string prefix = "feature_map.Z.";
  Pointer& pointer = canvas.pointer;
  const Matrix Z = tokens_now(result, drawing);
  int cell = 0;  // column by column
  if (pointer.held.starts_with(prefix)) {
    cell = std::atoi(pointer.held.c_str() + prefix.size());
  } else if (const auto at = cell_at(view, pointer.at); at && canvas.hovers(view.cells)) {
    cell = at->row + at->column * view.rows;
  } else {
    return;
  }
  if (cell >= Z.size()) return;
  const Region region = plot::region(canvas, prefix + std::to_string(cell), view.cells);
  if (region.pressed) pointer.grip.x = static_cast<float>(Z.data()[cell]);
  if (region.held && pointer.dragging) {
    std::vector<double> list(Z.data(), Z.data() + Z.size());
    const float way = pointer.at.x - pointer.from.x + (pointer.touch ? 0 : pointer.from.y - pointer.at.y);
    list[static_cast<std::size_t>(cell)] = std::round(10.0 * pointer.grip.x + std::round(way / kTenth)) / 10;
    drawing.values.set_list(list_of(drawing.values), std::move(list));
  }
  const int row = cell % view.rows;
  const int column = cell / view.rows;
  mark_cells(canvas, view, {row, column}, {.ink = Ink::Z});
  draw_handles(canvas, cells_of(view, {row, column}));
  const std::string value = "$Z_{" + std::to_string(row + 1) + std::to_string(column + 1) +
                            "}$ = " + said(tokens_now(result, drawing)(row, column));
  const std::string how = pointer.touch ? tr("%1\ndrag it sideways", value) : tr("%1\ndrag it up or down", value);
  tooltip(canvas, {view.cell(row, column).right(), pointer.at.y - 30}, region.held ? value : how);
}

// --- Numbers --------------------------------------------------------------------------------------------------------

std::string said(double value) {
  // Tokens have two decimals, so their products have six, but for those that a reader types finer: small ones are said
  // to three digits.
  constexpr double kRounding = 1e-13;
  const double rounded = std::round(value * 1e6) / 1e6;
  return std::abs(value) < 1e-4 && std::abs(value) > kRounding ? number(value) : number(rounded, 6);
}

double token_limit(const Matrix& Z) { return std::max(1.0, std::ceil(largest(Z))); }

double largest(const Matrix& matrix) { return matrix.cwiseAbs().maxCoeff(); }

}  // namespace figures::feature_map
