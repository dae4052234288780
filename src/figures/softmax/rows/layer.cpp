// The layer of figure "softmax": what is known of each head in its row, and the hidden one to be compared with.

#include "figures/softmax/softmax.hpp"
#include "plot/cells.hpp"

namespace figures::softmax {
namespace {

constexpr float kLargest = 2.9F;  // em, of a cell
constexpr float kBetween = 14;    // pixels between Theta and W,
constexpr float kSmallGap = 8;    // between the hidden ones,
constexpr float kBeside = 28;     // and between found and hidden
constexpr float kErrorWidth = 7;  // em, at least, of the hidden ones
constexpr float kPad = 7;         // over and under the cells of a row

// Theta or W of all heads, and what was found of it.
struct Part {
  std::string_view id;  // the parameter
  std::string_view symbol;
  Ink ink;
  const Matrix& truth;
  const Matrix& found;  // empty: nothing was found
  bool is_w;            // the flipped bit asks about a row, else about a column

  MatrixStyle style(double filled = 1) const {
    // The limit of the colours is that of no layer: they must not change while an entry is dragged.
    return {.symbol = is_w ? "W" : "", .limit = 1.5, .filled = filled, .name = false};
  }
};

MatrixData head_of(const Matrix& heads, int head) {
  MatrixData data = data_of(heads);
  data.columns = data.rows;
  const auto size = static_cast<std::size_t>(heads.rows() * heads.rows());
  data.values = data.values.subspan(static_cast<std::size_t>(head) * size, size);
  return data;
}

// A hidden head, of which the reader drags entries sideways.
void draw_hidden(Drawing& drawing, const Part& part, int head, const Rect& box) {
  constexpr float kPixelsToOne = 48;
  const MatrixData data = head_of(part.truth, head);
  const auto view = matrix(drawing.canvas, box, data, part.style());
  const std::string id = "softmax." + std::string(part.id) + "." + std::to_string(head);
  const auto entry = drag_entry(drawing.canvas, id, view, data, kPixelsToOne);
  if (!entry) return;
  Matrix heads = part.truth;
  double& value = heads(entry->row, head * heads.rows() + entry->column);
  tooltip(drawing.canvas, {entry->cell.right(), entry->cell.y},
          tr("%1 of head %2, row %3, column %4: %5\ndrag sideways to change it", part.symbol, whole(head + 1),
             whole(entry->row + 1), whole(entry->column + 1), number(value, 4)));
  if (!entry->value) return;
  value = *entry->value;
  drawing.values.set_list(part.id, list_of(heads));
}

// A bar beside the row, or over the column, that the flipped bit asks about: it hides no edge.
void mark_asked(Canvas& canvas, const MatrixView& view, int bit, bool is_row) {
  constexpr float kAway = 4.5F, kWidth = 2.5F;
  const Rect cells = cells_of(view, is_row ? CellRange{bit, 0, 1, view.columns} : CellRange{0, bit, view.rows, 1});
  fill(canvas,
       is_row ? Rect{cells.x - kAway, cells.y, kWidth, cells.h} : Rect{cells.x, cells.y - kAway, cells.w, kWidth},
       canvas.colour(Ink::query), {1});
}

// The sum over a column whose entries are not known yet.
void draw_sum(Canvas& canvas, const Rect& cells, double sum) {
  fill(canvas, cells, canvas.colour(Ink::paper));
  outline(canvas, cells.inset(0.5F), canvas.colour(Ink::Q), 1);
  for (const int places : {2, 1}) {
    const std::string words = fixed(sum, places);
    if (text_width(canvas, words, {.size = Size::small}) > cells.w - 2) continue;
    text(canvas, Point{cells.centre().x, cells.centre().y - 1}, tr("sum"),
         {.ink = Ink::quiet, .size = Size::script, .along = Along::centre, .upright = Upright::bottom});
    text(canvas, Point{cells.centre().x, cells.centre().y - 1}, words,
         {.ink = Ink::Q, .size = Size::small, .along = Along::centre});
    return;
  }
}

// What is known of a head: nothing, what its jump told, or all.
void draw_found(Canvas& canvas, const Part& part, int head, const Rect& box, const Known& known) {
  if (part.found.size() == 0) {
    outline(canvas, box.inset(0, 0, 1, 1), canvas.colour(Ink::hairline), 1, {2});
    text(canvas, box, "?", centred(Ink::quiet));
    return;
  }
  // −1.05 and what differs from it by rounding alone are written as one number.
  const Matrix settled = part.found.unaryExpr([](double value) { return std::round(value * 1e9) / 1e9; });
  const MatrixData data = head_of(settled, head);
  const float filled = known.filled(head, part.is_w);
  const auto view = matrix(canvas, box, data, part.style(filled));
  const CellNumbers numbers{.places = 1};
  if (filled == 1) cell_numbers(canvas, view, data, numbers);
  if (!known.bit) return;
  const int bit = static_cast<int>(*known.bit);
  mark_asked(canvas, view, bit, part.is_w);
  const auto sum = known.sums[static_cast<std::size_t>(head)];
  if (!sum && filled == 0) text(canvas, box, "?", centred(Ink::quiet));
  if (!part.is_w) {
    if (sum && filled == 0) draw_sum(canvas, cells_of(view, {0, bit, view.rows, 1}), *sum);
    return;
  }
  const auto ring_entry = [&] { mark_cells(canvas, view, {bit, static_cast<int>(known.coordinate)}, {.ink = Ink::W}); };
  if (!sum || filled == 1) return ring_entry();
  const Vector row = settled.row(bit).segment(head * view.columns, view.columns);
  const MatrixData told{span_of(row), 1, view.columns};
  const Rect first = view.cell(bit, 0);
  cell_numbers(canvas, matrix(canvas, {first.x, first.y, view.cells.w, first.h}, told, part.style()), told, numbers);
  ring_entry();
}

// What the hidden layer lies in, until it is opened: a press plays the film to that.
void draw_lid(Drawing& drawing, const Rect& box, float open) {
  Canvas& canvas = drawing.canvas;
  const Rect lid{box.x, box.y, box.w, box.h * (1 - open)};
  const Region region = open == 0 ? plot::region(canvas, "softmax.lid", lid) : Region();
  fill(canvas, lid, region.hovered ? tint(Ink::accent, 0.12F, canvas.dark) : canvas.colour(Ink::raised), {6});
  const Colour colour = canvas.colour(Ink::truth);
  for (const float y : {box.y, box.bottom()}) dashed_line(canvas, {box.x, y}, {box.right(), y}, colour, 1.25F);
  for (const float x : {box.x, box.right()}) dashed_line(canvas, {x, box.y}, {x, box.bottom()}, colour, 1.25F);
  if (open > 0) return;
  text(canvas, box, "?", centred(Ink::quiet, Size::title));
  if (region.hovered) tooltip(canvas, box.centre(), tr("Press to ask all, and open it."));
  if (region.clicked) drawing.play = Play{"mix", kMixes};
}

}  // namespace

float Known::filled(int head, bool is_w) const {
  const float turn = found * static_cast<float>(2 * sums.size()) - static_cast<float>(2 * head + (is_w ? 1 : 0));
  return found == 1 ? 1 : std::clamp(turn, 0.F, 1.F);
}

Known known_of(const Result& result, const Setting& setting, const Values& values, const Chosen& chosen) {
  const Film film = film_of(values);
  Known known{chosen.flipped(), chosen.coordinate,
              std::vector<std::optional<double>>(static_cast<std::size_t>(setting.m)), film.found};
  const Found& found = result.shown();
  if (!known.bit || found.empty() || chosen.asked == nullptr) return known;
  const Switches truth = switches_of(edited(result.truth, values), chosen.u, chosen.v);
  const double heard = heard_to(truth, setting.k, film.heard);
  const double twice = chosen.u(*known.bit) - chosen.v(*known.bit);
  for (std::size_t i = 0; const double place : switches_of(found.heads, chosen.u, chosen.v).log_beta)
    if (std::optional<double>& sum = known.sums[i++]; place <= heard) sum = -place / twice;
  return known;
}

int known_entries(const Known& known, const Found& found) {
  const auto d = static_cast<int>(found.heads.Theta.rows());
  int count = 0;
  for (int head = 0; head < static_cast<int>(known.sums.size()); ++head) {
    for (const bool is_w : {false, true}) {
      if ((is_w ? found.w_error : found.theta_error)(head) > kRecovered) continue;
      const int filled = static_cast<int>(known.filled(head, is_w) * static_cast<float>(d * d));
      count += filled;
      if (!is_w || !known.sums[static_cast<std::size_t>(head)]) continue;
      for (int column = 0; column < d; ++column) count += column * d + static_cast<int>(*known.bit) >= filled ? 1 : 0;
    }
  }
  return count;
}

LayerPlace LayerPlace::sized(const Canvas& canvas, int d, float width, float height, float smaller) {
  const float gaps = kBetween + (smaller > 0 ? kBeside + kSmallGap : 0);
  const float by_width = (width - gaps) / (2 * static_cast<float>(d) * (1 + smaller));
  const float by_height = (height - 2 * kPad) / static_cast<float>(d);
  const float cell = std::max(3.F, std::floor(std::min({kLargest * canvas.em, by_width, by_height})));
  const float small = std::floor(smaller * cell);
  return {.rows = {},
          .cell = cell,
          .small = small,
          .found_width = 2 * cell * static_cast<float>(d) + kBetween,
          .hidden_width = std::max(2 * small * static_cast<float>(d) + kSmallGap, kErrorWidth * canvas.em)};
}

void draw_layer(const Result& result, Drawing& drawing, const Setting& setting, const Found& found,
                const LayerPlace& place, const Known& known) {
  Canvas& canvas = drawing.canvas;
  const Heads truth = edited(result.truth, drawing.values);
  const float side = place.cell * static_cast<float>(setting.d);
  const float small = place.small * static_cast<float>(setting.d);
  const float open = film_of(drawing.values).open;
  const Rect box{place.hidden - kSmallGap, place.rows.front().y, place.hidden_width + 2 * kSmallGap,
                 place.rows.back().bottom() - place.rows.front().y};
  const Part parts[] = {{"theta", "Θ", Ink::Q, truth.Theta, found.heads.Theta, false},
                        {"w", "W", Ink::W, truth.W, found.heads.W, true}};
  const float over = box.y - 3;
  for (const Part& part : parts) {
    const float left = place.rows.front().x + (part.is_w ? side + kBetween : 0);
    const std::string symbol = "$" + std::string(part.symbol) + "$";
    const TextStyle style{.ink = part.ink, .face = Face::semibold, .along = Along::centre, .upright = Upright::bottom};
    const std::string source = part.is_w ? tr("%1: how far", symbol) : tr("%1: where", symbol);
    const bool fits = known.bit && text_width(canvas, source, style) < side;
    text(canvas, Point{left + side / 2, over}, fits ? source : symbol, style);
    for (int head = 0; head < setting.m; ++head) {
      const Rect& row = place.rows[static_cast<std::size_t>(head)];
      const float top = row.y + (row.h - side) / 2;
      draw_found(canvas, part, head, {left, top, side, side}, known);
      if (place.small == 0 || open == 0) continue;
      const Clip clip(canvas, {0, box.y + box.h * (1 - open), canvas.area.right(), canvas.area.bottom()});
      const float higher = row.y + (row.h - small - line_height(canvas, Size::small)) / 2;
      draw_hidden(drawing, part, head, {place.hidden + (part.is_w ? small + kSmallGap : 0), higher, small, small});
      if (!part.is_w || found.empty()) continue;
      const double error = std::max(found.theta_error(head), found.w_error(head));
      text(canvas, Point{place.hidden, higher + small + 2}, tr("error %1", number(error, 2)),
           {.ink = error > kRecovered ? Ink::error : Ink::quiet, .size = Size::small, .max_width = place.hidden_width});
    }
  }
  if (place.small == 0) return;
  text(canvas, Point{box.centre().x, over}, tr("hidden"),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::centre, .upright = Upright::bottom});
  draw_lid(drawing, box, open);
}

}  // namespace figures::softmax
