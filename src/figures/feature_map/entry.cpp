// The entry of the first view of figure "feature_map" that the reader has chosen: which it is, and its words and
// numbers.
#include "figures/feature_map/feature_map.hpp"
#include "learner/features.hpp"

namespace figures::feature_map {
namespace {

std::string gram_name(int j, int k) { return "$G_{" + whole(j + 1) + whole(k + 1) + "}$"; }
std::string token_name(int l) { return "$z_{" + whole(l + 1) + "}$"; }

// --- In words -------------------------------------------------------------------------------------------------------

// A number as a factor: negative ones in brackets, unless they come first.
std::string factor(double value, bool first = false) {
  return value < 0 && !first ? "(" + said(value) + ")" : said(value);
}

// "$G_{12} z_{3}$ = −1.49 × 1.2 = −1.788"
std::string product_words(const Result& result, const Entry& entry) {
  const std::string value = said(entry.value(result));
  if (entry.part == Part::G) return entry.name() + " = " + value;
  return entry.name() + " = " + factor(result.G(entry.j, entry.k), true) + " × " +
         factor(result.Z(entry.l, result.n() - 1)) + " = " + value;
}

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

std::string place_words(const Result& result, const Entry& entry) {
  if (entry.part == Part::G) {
    return tr("Its products with the %1 numbers of $z$ stand side by side in row %2 of $X$.", whole(result.d()),
              whole(entry.j + 1));
  }
  const auto [low, high] = std::minmax(entry.j, entry.k);
  const std::string place = whole(learner::folded_index(low, high, entry.l, result.d()) + 1);
  if (low == high) return tr("$X$ has it once, and so does $H(Z)$, at place %1.", place);
  return tr("$X$ has it twice, since %1 = %2; $H(Z)$ keeps one, at place %3.", gram_name(low, high),
            gram_name(high, low), place);
}

// What the weights in W_a make of it: both places together are its coefficient p.
std::string weight_words(const Result& result, const Entry& entry, int output) {
  const auto [part, j, k, l] = entry;
  if (part == Part::G) return "";
  const int top = output * result.d();
  const double one = result.W(top + j, k * result.d() + l);
  const double other = result.W(top + k, j * result.d() + l);
  const double p = j == k ? one : one + other;
  const std::string place = whole(output + 1);
  const std::string adds = number(p * entry.value(result));
  const std::string answer = number(result.attended(output), 4);
  if (j == k) {
    return tr("In $W_{%1}$ its weight is %2: it adds %3 to $y_{%1} = %4$.", place, number(p), adds, answer);
  }
  return tr("In $W_{%1}$ its two places weigh %2 and %3, together $p = %4$: it adds %5 to $y_{%1} = %6$.", place,
            number(one), number(other), number(p), adds, answer);
}

// --- Worked out cell by cell ----------------------------------------------------------------------------------------

constexpr float kLeastCell = 27;
constexpr float kMostCell = 44;

// Widths beside the cells, in em.
constexpr float kName = 5.6F;
constexpr float kSum = 3.4F;
constexpr float kSign = 1.7F;

class Worked {
 public:
  // Small pictures have no hover of their own: their rows and columns are not those of Z.
  Worked(const Result& result, Canvas& canvas, const Rect& box, const Entry& entry)
      : result_(result), canvas_(canvas), box_(box), entry_(entry) {
    canvas_.still = true;
    canvas_.pointed_symbol.clear();
    const float fixed = (kName + kSum + 2 * kSign) * canvas.em;
    cell_ = std::min(std::floor((box.w - fixed) / static_cast<float>(result.n() + 3)), kMostCell);
  }

  float height() const { return 3 * cell_ + 2 * kGap + 1.4F * line_height(canvas_, Size::small); }
  bool fits() const { return cell_ >= kLeastCell && height() + line_height(canvas_, Size::small) <= box_.h; }

  void draw() {
    const Matrix first = result_.Z.row(entry_.j);
    const Matrix second = result_.Z.row(entry_.k);
    const Matrix products = first.cwiseProduct(second);
    const double tokens = token_limit(result_.Z);
    const double grams = std::max(largest(result_.G), 1e-300);
    row(0, tr("row %1 of $Z$", whole(entry_.j + 1)), first, "Z", tokens);
    const std::string other = whole(entry_.k + 1);
    row(1, entry_.j == entry_.k ? tr("row %1 again", other) : tr("row %1 of $Z$", other), second, "Z", tokens);
    row(2, tr("products"), products, "", grams);
    float x = box_.x + kName * canvas_.em + cell_ * static_cast<float>(result_.n());
    x = sign(x, kSum, tr("sum"));
    x = number(x, result_.G(entry_.j, entry_.k), "G", gram_name(entry_.j, entry_.k), grams);
    if (entry_.part == Part::G) return;
    x = sign(x, kSign, "×");
    x = number(x, result_.Z(entry_.l, result_.n() - 1), "z", token_name(entry_.l), tokens);
    x = sign(x, kSign, "=");
    number(x, entry_.value(result_), "", "", std::max(largest(result_.X), 1e-300));
  }

 private:
  static constexpr float kGap = 3;

  float top(int line) const { return box_.y + static_cast<float>(line) * (cell_ + kGap); }

  void cells(const Rect& place, const Matrix& values, std::string_view symbol, double limit, int places) {
    const auto view = matrix(canvas_, place, data_of(values), {.symbol = symbol, .limit = limit, .name = false});
    cell_numbers(canvas_, view, data_of(values), {.places = places});
  }

  void row(int line, const std::string& name, const Matrix& values, std::string_view symbol, double limit) {
    const Rect words{box_.x, top(line), kName * canvas_.em, cell_};
    text(canvas_, words, name, {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
    cells({words.right(), words.y, cell_ * static_cast<float>(values.cols()), cell_}, values, symbol, limit, 2);
  }

  // What is done, in the line of the products; returns where it ends.
  float sign(float x, float width, std::string_view words) {
    const Rect place{x, top(2), width * canvas_.em, cell_};
    text(canvas_, place, words, {.ink = Ink::quiet, .along = Along::centre, .upright = Upright::middle});
    return place.right();
  }

  // One cell with its name over it.
  float number(float x, double value, std::string_view symbol, const std::string& name, double limit) {
    cells({x, top(2), cell_, cell_}, Matrix::Constant(1, 1, value), symbol, limit, 3);
    text(canvas_, Point{x + cell_ / 2, top(2) - line_height(canvas_, Size::small) - 2}, name,
         {.size = Size::small, .along = Along::centre});
    return x + cell_;
  }

  const Result& result_;
  Canvas canvas_;
  const Rect& box_;
  Entry entry_;
  float cell_ = 0;
};

}  // namespace

// --- Which entry ----------------------------------------------------------------------------------------------------

std::string Entry::name() const { return gram_name(j, k) + (part == Part::G ? "" : " " + token_name(l)); }

double Entry::value(const Result& result) const {
  return part == Part::G ? result.G(j, k) : result.X(j, k * result.d() + l);
}

Entry chosen_entry(const Values& values, int d) {
  const auto index = [&](std::string_view id) { return std::min(values.integer(id), d) - 1; };
  Entry entry{static_cast<Part>(values.integer("part")), index("j"), index("k"), index("l")};
  if (entry.part == Part::H && entry.j > entry.k) std::swap(entry.j, entry.k);
  return entry;
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
  if (layout.shows_W) look("W", layout.W, product);
  int before = 0;
  for (std::size_t line = 0; line < layout.H.size(); ++line) {
    look("H." + std::to_string(line), layout.H[line], [&](int, int column) {
      const auto [j, k, l] = learner::folded_entry(before + column, d);
      return Entry{Part::H, static_cast<int>(j), static_cast<int>(k), static_cast<int>(l)};
    });
    before += layout.H[line].columns;
  }
  if (!found || !pressed) return found;
  Values& values = drawing.values;
  values.set("part", static_cast<int>(found->part));
  values.set("j", found->j + 1);
  values.set("k", found->k + 1);
  if (found->part != Part::G) values.set("l", found->l + 1);
  return found;
}

// --- Numbers --------------------------------------------------------------------------------------------------------

std::string said(double value) { return number(std::round(value * 1e6) / 1e6, 6); }

double token_limit(const Matrix& Z) { return std::max(1.0, std::ceil(largest(Z))); }

double largest(const Matrix& matrix) { return matrix.cwiseAbs().maxCoeff(); }

void draw_entry(const Result& result, Canvas& canvas, Rect box, const Entry& entry, int output) {
  const auto put = [&](const std::string& words) {
    const float height = paragraph_height(canvas, box.w, words, kCaption);
    paragraph(canvas, box.take_top(height, 4), words, kCaption);
  };
  text(canvas, box.take_top(line_height(canvas), 6), product_words(result, entry), {.face = Face::semibold});
  Worked worked(result, canvas, box, entry);
  if (worked.fits()) {
    worked.draw();
    box.take_top(worked.height(), 0);
  } else {
    put(gram_words(result, entry));
  }
  put(place_words(result, entry));
  put(weight_words(result, entry, output));
}

}  // namespace figures::feature_map
