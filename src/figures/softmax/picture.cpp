// The frame of figure "softmax", the two tokens of a question, and the hidden layer beside the one that was found.

#include "figures/softmax/softmax.hpp"
#include "figures/tabs.hpp"
#include "plot/cells.hpp"

namespace figures::softmax {
namespace {

constexpr float kGap = 3 * kGrid;

// --- The two tokens -------------------------------------------------------------------------------------------------

constexpr float kBitHeight = 1.75F;  // em
constexpr float kBitWidth = 1.9F;
constexpr float kTokenName = 1.4F;

// Draws a token and returns it, a bit flipped where it was clicked. One region for the whole row: on touch those of
// single bits would cover one another.
Vector draw_token(Canvas& canvas, const std::string& name, Vector token, const Vector& other, Ink ink, Rect box) {
  text(canvas, box.take_left(kTokenName * canvas.em, 0), "$" + name + "$", {.ink = ink, .upright = Upright::middle});
  const auto d = static_cast<int>(token.size());
  const Rect bits{box.x, box.y, kBitWidth * canvas.em * static_cast<float>(d), box.h};
  const Region region = plot::region(canvas, "softmax.token." + name, bits);
  const float share = (canvas.pointer.at.x - bits.x) / std::max(bits.w, 1.F);
  const int under = std::clamp(static_cast<int>(share * static_cast<float>(d)), 0, d - 1);
  for (int j = 0; j < d; ++j) {
    const Rect cell = bits.column(j, d, 3);
    const bool up = token(j) > 0;
    const bool hovered = region.hovered && j == under;
    fill(canvas, cell, tint(ink, up ? 0.16F : 0.05F, canvas.dark), {4});
    if (hovered || token(j) != other(j))
      outline(canvas, cell, canvas.colour(hovered ? Ink::accent : Ink::query), hovered ? 1.5F : 2.F, {4});
    text(canvas, cell, up ? "+1" : "−1", centred(up ? Ink::ink : Ink::quiet, Size::small));
  }
  if (region.hovered && !region.held)
    tooltip(canvas, {bits.right(), bits.y}, tr("Press to flip bit %1.", whole(under + 1)));
  if (region.clicked) token(under) = -token(under);
  return token;
}

void choose_tokens(Values& values, const Vector& u, const Vector& v) {
  values.set_list("u", {u.begin(), u.end()});
  values.set_list("v", {v.begin(), v.end()});
}

// To click through. Returns what is left of the box under them.
Rect draw_tokens(const Result& result, Drawing& drawing, const Chosen& chosen, Rect box) {
  Canvas& canvas = drawing.canvas;
  const float width = (kTokenName + kBitWidth * static_cast<float>(chosen.u.size())) * canvas.em;
  const std::string_view next = tr("Next question");
  const float button = text_width(canvas, next) + 2 * kGrid;
  const float gap = 2 * kGrid;
  const bool one_line = 2 * (width + gap) + button <= box.w;
  const float height = kBitHeight * canvas.em;
  Rect first = box.take_top(height, 6);
  const Vector u = draw_token(canvas, "u", chosen.u, chosen.v, Ink::query, first.take_left(width, gap));
  Rect second = one_line ? first : box.take_top(height, 6);
  const Vector v = draw_token(canvas, "v", chosen.v, chosen.u, Ink::Z, second.take_left(width, gap));
  if (u != chosen.u || v != chosen.v) choose_tokens(drawing.values, u, v);
  if (result.pairs.size() > 1 && button <= second.w &&
      plot::button(canvas, "softmax.next", second.take_left(button), next)) {
    const auto at = chosen.asked == nullptr ? 0UZ : static_cast<std::size_t>(chosen.asked - result.pairs.data()) + 1;
    const Pair& asked = result.pairs[at % result.pairs.size()];
    choose_tokens(drawing.values, asked.u, asked.v);
  }
  return box;
}

// --- The layer ------------------------------------------------------------------------------------------------------

constexpr float kLargest = 2.9F;   // em, of a cell
constexpr float kBeside = 6;       // pixels between truth and found
constexpr float kApart = 20;       // between Theta and W
constexpr float kHeadName = 1.2F;  // em

// Theta or W of all heads, and what was found of it.
struct Part {
  std::string_view id;  // the parameter
  std::string_view symbol;
  Ink ink;
  const Matrix& truth;
  const Matrix& found;  // empty: nothing was found
  const Vector& errors;
  bool flips_column;  // the flipped bit asks about a column, else about a row
};

// What the question asks about, the flipped bit's row of W and column of Theta; and what has been heard of each head: a
// jump is twice that row of W, its place tells the sum of that column, each entry with the sign of u.
struct Asked {
  std::optional<Index> bit;
  std::vector<std::optional<double>> sums;  // nothing before the jump
  std::vector<std::optional<Point>> told;   // where draw_pair wrote the sums
};

Asked asked_of(const Result& result, const Found& found, const Setting& setting, const Values& values,
               const Chosen& chosen) {
  const auto m = static_cast<std::size_t>(setting.m);
  Asked asked{chosen.flipped(), std::vector<std::optional<double>>(m), std::vector<std::optional<Point>>(m)};
  if (!asked.bit || found.empty() || chosen.asked == nullptr) return asked;
  const Switches truth = switches_of(edited(result.truth, values), chosen.u, chosen.v);
  const double heard = heard_to(truth, setting.k, film_of(values).heard);
  const double twice = chosen.u(*asked.bit) - chosen.v(*asked.bit);
  for (std::size_t i = 0; const double place : switches_of(found.heads, chosen.u, chosen.v).log_beta)
    if (std::optional<double>& sum = asked.sums[i++]; place <= heard) sum = -place / twice;
  return asked;
}

float cell_side(const Canvas& canvas, float width, int d) {
  const float room = width - kHeadName * canvas.em - 2 * kBeside - kApart - 4;
  return std::min(kLargest * canvas.em, std::floor(room / (4 * static_cast<float>(d))));
}

float error_height(const Canvas& canvas) { return line_height(canvas, Size::small) + 8; }
float header_height(const Canvas& canvas) { return 2 * line_height(canvas, Size::small) + 4; }

MatrixData head_of(const Matrix& heads, int head) {
  MatrixData data = data_of(heads);
  data.columns = data.rows;
  const auto size = static_cast<std::size_t>(heads.rows() * heads.rows());
  data.values = data.values.subspan(static_cast<std::size_t>(head) * size, size);
  return data;
}

// Lets the reader drag the hidden entries of a head sideways.
void edit_entries(Drawing& drawing, const Part& part, int head, const MatrixView& view) {
  constexpr float kPixelsToOne = 48;
  const std::string id = "softmax." + std::string(part.id) + "." + std::to_string(head);
  const auto entry = drag_entry(drawing.canvas, id, view, head_of(part.truth, head), kPixelsToOne);
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

// One head, with a frame around what the flipped bit asks about.
MatrixView draw_head(Canvas& canvas, const Rect& box, const MatrixData& data, const Part& part,
                     std::optional<Index> flipped) {
  // The limit of the colours is that of no layer: they must not change while an entry is dragged.
  const auto view = matrix(canvas, box, data, {.symbol = part.symbol == "W" ? "W" : "", .limit = 1.5, .name = false});
  cell_numbers(canvas, view, data);
  if (flipped) {
    const int j = static_cast<int>(*flipped);
    const CellRange range = part.flips_column ? CellRange{0, j, view.rows, 1} : CellRange{j, 0, 1, view.columns};
    mark_cells(canvas, view, range, {.ink = Ink::query});
  }
  return view;
}

// Truth and found side by side, with the error under them; before that, what is known of it so far.
void draw_pair(Drawing& drawing, const Part& part, int head, Rect box, Asked& asked) {
  Canvas& canvas = drawing.canvas;
  const float side = (box.w - kBeside) / 2;
  const auto view = draw_head(canvas, {box.x, box.y, side, side}, head_of(part.truth, head), part, asked.bit);
  edit_entries(drawing, part, head, view);
  const Rect right{box.x + side + kBeside, box.y, side, side};
  if (part.found.size() == 0) {
    outline(canvas, right.inset(0, 0, 1, 1), canvas.colour(Ink::hairline), 1, {2});
    text(canvas, right, "?", centred(Ink::quiet));
    return;
  }
  const float turn = film_of(drawing.values).found * static_cast<float>(2 * part.errors.size());
  // Θ first, then W, head after head.
  const float filled = std::clamp(turn - static_cast<float>(2 * head + (part.flips_column ? 0 : 1)), 0.F, 1.F);
  // −1.05 and what differs from it by rounding alone are written as one number.
  const Matrix settled = part.found.unaryExpr([](double value) { return std::round(value * 1e9) / 1e9; });
  const MatrixData data = head_of(settled, head);
  const std::optional<double> sum = asked.bit ? asked.sums[static_cast<std::size_t>(head)] : std::nullopt;
  const Point under{box.right(), box.y + side + 1};
  TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::right, .max_width = box.w};
  if (filled == 1) {
    draw_head(canvas, right, data, part, asked.bit);
    if (part.errors(head) > kRecovered) style.ink = Ink::error;
    text(canvas, under, tr("error %1", number(part.errors(head), 2)), style);
    return;
  }
  const auto found = matrix(canvas, right, data,
                            {.symbol = part.symbol == "W" ? "W" : "", .limit = 1.5, .filled = filled, .name = false});
  for (int at = static_cast<int>(filled * static_cast<float>(found.rows * found.columns));
       at < found.rows * found.columns && found.cell(0, 0).w > canvas.em; ++at)
    if (part.flips_column || !sum || at % found.rows != *asked.bit)
      text(canvas, found.cell(at % found.rows, at / found.rows), "?", centred(Ink::quiet, Size::small));
  if (!sum) return;
  const int bit = static_cast<int>(*asked.bit);
  if (!part.flips_column) {  // the row is known before the others
    const Vector row = settled.row(bit).segment(head * found.columns, found.columns);
    const Rect first = found.cell(bit, 0);
    draw_head(canvas, {first.x, first.y, found.cells.w, first.h}, {span_of(row), 1, found.columns}, part, std::nullopt);
    return;
  }
  mark_cells(canvas, found, {0, bit, found.rows, 1}, {.ink = Ink::query});
  const std::string words = tr("from $β_%1$: sum %2", whole(head + 1), number(*sum, 2));
  style.ink = Ink::Q;
  text(canvas, under, words, style);
  asked.told[static_cast<std::size_t>(head)] = {
      {under.x - text_width(canvas, words, style) - 6, under.y + line_height(canvas, Size::small) / 2}};
}

// Theta and W of each head, truth beside found. The truth shows edits at once, while the learner still runs. Returns
// what is left of the box under them.
Rect draw_layer(const Result& result, Drawing& drawing, const Setting& setting, const Found& found, Rect box,
                std::string_view meaning, Asked& asked) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, tr("The layer, hidden and found"), meaning);
  const Heads truth = edited(result.truth, drawing.values);
  const auto d = static_cast<float>(setting.d);
  const float room = (box.h - header_height(canvas)) / static_cast<float>(setting.m) - error_height(canvas);
  const float cell = std::max(8.F, std::floor(std::min(cell_side(canvas, box.w, setting.d), room / d)));
  const float width = 2 * cell * d + kBeside;
  const Part parts[] = {{"theta", "Θ", Ink::Q, truth.Theta, found.heads.Theta, found.theta_error, true},
                        {"w", "W", Ink::W, truth.W, found.heads.W, found.w_error, false}};
  const float left[] = {box.x + kHeadName * canvas.em, box.x + kHeadName * canvas.em + width + kApart};
  const Rect header = box.take_top(header_height(canvas), 0);
  const float lower = header.y + line_height(canvas, Size::small);
  const TextStyle name{.ink = Ink::quiet, .size = Size::small, .max_width = (width - kBeside) / 2};
  for (const int side : {0, 1}) {
    text(canvas, Point{left[side], header.y}, "$" + std::string(parts[side].symbol) + "$",
         {.ink = parts[side].ink, .size = Size::small, .face = Face::semibold});
    text(canvas, Point{left[side], lower}, tr("hidden"), name);
    text(canvas, Point{left[side] + name.max_width + kBeside, lower}, tr("found"), name);
  }
  for (int head = 0; head < setting.m; ++head) {
    const Rect row = box.take_top(cell * d + error_height(canvas), 0);
    text(canvas, Rect{row.x, row.y, kHeadName * canvas.em, cell * d}, whole(head + 1),
         {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
    for (const int side : {0, 1}) draw_pair(drawing, parts[side], head, {left[side], row.y, width, row.h}, asked);
  }
  return box;
}

// --- The frame ------------------------------------------------------------------------------------------------------

std::string_view drag_hint() { return tr("Drag a hidden entry to change it."); }

// What the matrices show: what the question asks about, or why nothing was found.
std::string question_meaning(const Result& result, const Setting& setting, const Chosen& chosen) {
  if (!setting.misfit && !result.trouble.sentence.empty() && (result.polished() || result.asked.empty())) {
    return passage({trouble_text(result, setting),
                    result.polished() ? tr("Random starts were polished instead.") : std::string_view()});
  }
  const auto flipped = chosen.flipped();
  return passage({setting.misfit ? tr("The edited layer was of another size; a random one stands in for it.")
                  : flipped      ? tr("Each jump gives row %1 of a $W$; its place gives the sum of column %1 of a $Θ$ "
                                           "(framed), with the signs of $u$.",
                                      whole(*flipped + 1))
                            : tr("Where $u$ and $v$ differ in one bit only, a question asks about one row of each $W$ "
                                 "and one column of each $Θ$."),
                  drag_hint()});
}

std::string start_meaning(const Result& result, std::optional<std::size_t> start) {
  if (!start)
    return passage({result.trouble.sentence.empty() ? tr("No start has ended yet.") : std::string_view(), drag_hint()});
  const Start& shown = result.starts[*start];
  const std::string name = whole(*start + 1);
  return passage({shown.arrived ? tr("Found by start %1, which arrived.", name)
                  : shown.cut   ? tr("Found by start %1, which was cut short.", name)
                                : tr("Found by start %1, which got stuck.", name),
                  drag_hint()});
}

// The layer at the right with what is known in numbers, as far as there is room; or in a part of its own where the page
// is narrow. What is left is returned.
Rect draw_beside(const Result& result, Drawing& drawing, const Setting& setting, const Found& found,
                 std::string_view meaning, const Chosen* chosen, Asked& asked) {
  Canvas& canvas = drawing.canvas;
  const Film film = film_of(drawing.values);
  Rect area = canvas.area.inset(2);
  if (canvas.narrow() && draw_tabs(drawing, area) != "layer") return area;
  const auto [left, right] = canvas.narrow() ? std::array{Rect(), area} : area.columns<2>({1.5F, 1}, 5 * kGrid);
  Rect rest = draw_layer(result, drawing, setting, found, right, meaning, asked);
  rest.take_top(kGap, 0);
  if (film.heard == 1 && film.found < 1 && chosen->asked != nullptr && !found.empty() && rest.h > 3 * canvas.em) {
    const std::string others = whole(result.questions - result.checks - std::ssize(chosen->asked->ratios));
    paragraph(canvas, rest, tr("The other %1 questions give the other sums and rows: every entry follows.", others));
  } else if (!canvas.narrow() && rest.h > 5 * canvas.em && film.found == 1) {
    facts(canvas, rest, facts_of(result, setting, chosen));
  }
  return left;
}

void draw_question(const Result& result, Drawing& drawing, const Setting& setting) {
  const Chosen chosen = chosen_question(result, drawing.values);
  const std::string_view held = drawing.canvas.pointer.held;
  // While the reader drags an entry of the layer the question stays, though another may come to show more.
  if (held.starts_with("softmax.theta.") || held.starts_with("softmax.w.")) {
    choose_tokens(drawing.values, chosen.u, chosen.v);
    drawing.values.set("coordinate", chosen.coordinate + 1);
  }
  Asked asked = asked_of(result, result.shown(), setting, drawing.values, chosen);
  Rect box =
      draw_beside(result, drawing, setting, result.shown(), question_meaning(result, setting, chosen), &chosen, asked);
  if (box.h <= 0) return;
  heading(drawing.canvas, box, tr("Two tokens turn every head into a switch"),
          tr("With $r$ copies of $u$ for each of $v$, head $i$ gives $u$ the weight $r/(r + β_i)$: it turns around $r "
             "= β_i$ "
             "(line: found, dashed: hidden) and moves the answer by $W_i^T(u − v)$, in the stair at once. Press a bit "
             "to flip "
             "it."));
  draw_switches(result, drawing, setting, chosen, draw_tokens(result, drawing, chosen, box), asked.told);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  const Setting setting(drawing.settings);
  switch (setting.method) {
    case Method::questions: draw_question(result, drawing, setting); break;
    case Method::examples: {
      const auto start = chosen_start(result, drawing.values);
      const Found& found = start ? result.starts[*start].found : Found();
      Asked none;
      const Rect box = draw_beside(result, drawing, setting, found, start_meaning(result, start), nullptr, none);
      if (box.h > 0) draw_starts(result, drawing, setting, box);
      break;
    }
    case Method::heads: draw_growth(result, drawing, setting, drawing.canvas.area.inset(2)); break;
  }
}

}  // namespace figures::softmax
