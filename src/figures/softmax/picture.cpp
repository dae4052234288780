// The frame of figure "softmax": where its parts stand, and the two tokens of a question.

#include "figures/softmax/softmax.hpp"
#include "figures/tabs.hpp"
#include "plot/axes.hpp"
#include "plot/panel.hpp"

namespace figures::softmax {
namespace {

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

// The sequence that is asked next, token by token.
void draw_sequence(Canvas& canvas, const Setting& setting, double ratio, Rect box) {
  int v = 1;
  while (v < setting.k && std::abs(ratio * v - std::round(ratio * v)) > 1e-6) ++v;
  const int u = static_cast<int>(std::lround(ratio * v));
  const float side = box.h - 4;
  const std::string_view words = tr("asks next:");
  const float width = text_width(canvas, words, kCaption) + kGrid;
  if (width + static_cast<float>(u + v) * (side + 3) > box.w) return;
  text(canvas, box.take_left(width, 0), words, {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
  for (int token = 0; token < u + v; ++token) {
    const Ink ink = token < u ? Ink::query : Ink::Z;
    const Rect cell{box.x + static_cast<float>(token) * (side + 3), box.y + 2, side, side};
    fill(canvas, cell, tint(ink, 0.16F, canvas.dark), {4});
    text(canvas, cell, token < u ? "$u$" : "$v$", centred(ink, Size::small));
  }
}

// To click through. Returns what is left of the box under them.
Rect draw_tokens(const Result& result, Drawing& drawing, const Setting& setting, const Chosen& chosen, Rect box) {
  Canvas& canvas = drawing.canvas;
  const float width = (kTokenName + kBitWidth * static_cast<float>(chosen.u.size())) * canvas.em;
  const std::string_view other = canvas.narrow() ? tr("Next") : tr("Next question");
  const float button = text_width(canvas, other) + 2 * kGrid;
  const float gap = 2 * kGrid;
  const bool one_line = 2 * (width + gap) + button <= box.w;
  const float height = kBitHeight * canvas.em;
  Rect first = box.take_top(height, 6);
  const Vector u = draw_token(canvas, "u", chosen.u, chosen.v, Ink::query, first.take_left(width, gap));
  Rect second = one_line ? first : box.take_top(height, 6);
  const Vector v = draw_token(canvas, "v", chosen.v, chosen.u, Ink::Z, second.take_left(width, gap));
  if (u != chosen.u || v != chosen.v) choose_tokens(drawing.values, u, v);
  if (result.pairs.size() > 1 && button <= second.w &&
      plot::button(canvas, "softmax.next", second.take_left(button), other)) {
    const auto at = chosen.asked == nullptr ? 0UZ : static_cast<std::size_t>(chosen.asked - result.pairs.data()) + 1;
    const Pair& asked = result.pairs[at % result.pairs.size()];
    choose_tokens(drawing.values, asked.u, asked.v);
  }
  const Film film = film_of(drawing.values);
  if (film.heard == 1 || chosen.asked == nullptr || !one_line) return box;
  const double heard =
      heard_to(switches_of(edited(result.truth, drawing.values), chosen.u, chosen.v), setting.k, film.heard);
  const auto next = std::ranges::upper_bound(chosen.asked->ratios, std::exp(heard));
  second.take_left(0, gap);
  if (next != chosen.asked->ratios.end()) draw_sequence(canvas, setting, *next, second);
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
  if (setting.misfit) return tr("The edited layer was of another size; a random one stands in for it.");
  const auto flipped = chosen.flipped();
  if (!flipped)
    return tr(
        "Where $u$ and $v$ differ in one bit only, a question asks about one row of each $W$ and one column of each "
        "$Θ$.");
  return tr(
      chosen.u(*flipped) > 0
          ? Phrase("Where it turns tells the sum of column %1 of its $Θ$, with the signs of $u$; how far $y_{%2}$ "
                   "jumps there is twice the ringed entry of its $W$.")
          : Phrase("Where it turns tells the sum of column %1 of its $Θ$, with the signs of $u$; how far $y_{%2}$ "
                   "jumps there is −2 times the ringed entry of its $W$."),
      whole(*flipped + 1), whole(chosen.coordinate + 1));
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

constexpr float kGap = 3 * kGrid;
constexpr float kRowGap = kGrid;
constexpr float kCardPad = 10;
constexpr float kHeadName = 1.2F;  // em

// A row for each head, from the top of a box; over them their names.
std::vector<Rect> take_rows(const Canvas& canvas, Rect& box, int m, float height) {
  box.take_top(line_height(canvas) + 4, 0);
  std::vector<Rect> rows;
  for (int head = 0; head < m; ++head) rows.push_back(box.take_top(height, kRowGap));
  return rows;
}

// The layer found beside the hidden one, in a place of its own. Returns what is left of the box under them.
Rect draw_layer_alone(const Result& result, Drawing& drawing, const Setting& setting, const Found& found, Rect box,
                      std::string_view meaning, const Known& known) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, tr("The layer, hidden and found"), meaning);
  const auto m = static_cast<float>(setting.m);
  const float name = kHeadName * canvas.em;
  const float room = (box.h - 4 * canvas.em) / m - kRowGap;
  LayerPlace place = LayerPlace::sized(canvas, setting.d, box.w - name - kGrid, room, canvas.narrow() ? 0.65F : 0.6F);
  const float height = std::min(room, place.cell * static_cast<float>(setting.d) + kCardPad);
  place.rows = take_rows(canvas, box, setting.m, height);
  place.hidden = box.right() - kGrid - place.hidden_width;
  for (std::size_t head = 0; Rect & row : place.rows) {
    text(canvas, row.take_left(name, 0), whole(++head),
         {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
  }
  draw_layer(result, drawing, setting, found, place, known);
  box.take_top(2 * kGrid, 0);
  return box;
}

std::string count_words(const Result& result, const Setting& setting, const Known& known) {
  return tr("%1 of %2 entries found", whole(known_entries(known, result.shown())),
            whole(2 * setting.m * setting.d * setting.d));
}

// How many entries are known, and what else there is to say.
void draw_count(const Result& result, Drawing& drawing, const Setting& setting, const Chosen& chosen,
                const Known& known, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Film film = film_of(drawing.values);
  if (result.shown().empty()) return;
  headline_number(
      canvas, box,
      tr("%1 of %2", whole(known_entries(known, result.shown())), whole(2 * setting.m * setting.d * setting.d)),
      tr("entries of $Θ$ and $W$ found"));
  if (result.asked.empty()) return;
  if (film.heard == 1 && film.found < 1 && chosen.asked != nullptr) {
    const std::string others = whole(result.questions - result.checks - std::ssize(chosen.asked->ratios));
    paragraph(canvas, box, tr("The other %1 questions give the other sums and rows: every entry follows.", others));
  } else if (film.found == 1) {
    facts(canvas, box, facts_of(result, setting));
  }
}

// Each head a row: its switch, and, where there is room, what is known of it and what is hidden; on a phone these have
// a tab of their own.
void draw_rows(const Result& result, Drawing& drawing, const Setting& setting, const Chosen& chosen, const Known& known,
               Rect area) {
  Canvas& canvas = drawing.canvas;
  const bool narrow = canvas.narrow();
  const Rect top{area.x, area.y, area.w, line_height(canvas) + 1};
  Rect below = area.take_bottom(std::max(0.3F * area.h, least_box(canvas) + kGrid / 2), 0);
  const float height = (area.h - line_height(canvas) - 4) / static_cast<float>(setting.m) - kRowGap;
  const std::vector<Rect> rows = take_rows(canvas, area, setting.m, height);
  const TextStyle caption{.ink = Ink::quiet, .size = Size::small, .upright = Upright::bottom};
  if (narrow) {
    TextStyle count = caption;
    count.along = Along::right;
    const float taken = result.shown().empty() ? 0 : text(canvas, top, count_words(result, setting, known), count);
    text(canvas, Rect{top.x, top.y, top.w - taken - kGrid, top.h}, tr("what each head looks at"), caption);
    return draw_switches(result, drawing, setting, chosen, rows, below);
  }
  LayerPlace place = LayerPlace::sized(canvas, setting.d, 0.42F * area.w, height, 0.6F);
  const float found = place.found_width + kCardPad;
  place.hidden = area.right() - kGrid - place.hidden_width;
  const float right = place.hidden - kGrid - kGap;
  text(canvas, Rect{top.x, top.y, right - found - kGrid - top.x, top.h}, tr("what each head looks at"), caption);
  std::vector<Rect> cards;
  for (const Rect& row : rows) {
    cards.push_back({row.x, row.y, right - row.x, row.h});
    place.rows.push_back({right - found, row.y, found, row.h});
  }
  // The number at its right is not cut, however small the matrices over it are.
  const float count = std::max(found, 6 * canvas.em);
  Rect answer = below.take_left(right - count - 2 * kGrid - below.x, 2 * kGrid);
  answer.take_top(kGrid / 2, 0);
  draw_switches(result, drawing, setting, chosen, cards, answer);
  draw_layer(result, drawing, setting, result.shown(), place, known);
  below.take_top(kGrid, 0);
  draw_count(result, drawing, setting, chosen, known, below);
}

void draw_question(const Result& result, Drawing& drawing, const Setting& setting) {
  Canvas& canvas = drawing.canvas;
  const Chosen chosen = chosen_question(result, drawing.values);
  const std::string_view held = canvas.pointer.held;
  // While the reader drags an entry of the layer the question stays, though another may come to show more.
  if (held.starts_with("softmax.theta.") || held.starts_with("softmax.w.")) {
    choose_tokens(drawing.values, chosen.u, chosen.v);
    drawing.values.set("coordinate", chosen.coordinate + 1);
  }
  const Known known = known_of(result, setting, drawing.values, chosen);
  const std::string told = question_meaning(result, setting, chosen);
  Rect area = canvas.area.inset(2);
  const bool narrow = canvas.narrow();
  if (narrow && draw_tabs(drawing, area) == "layer") {
    const Rect rest =
        draw_layer_alone(result, drawing, setting, result.shown(), area, passage({told, drag_hint()}), known);
    if (!result.shown().empty()) text(canvas, rest, count_words(result, setting, known), {.face = Face::semibold});
    return;
  }
  heading(canvas, area,
          film_of(drawing.values).heard < 1 ? tr("Where does each head turn from $v$ to $u$?")
                                            : tr("Each head turns from $v$ to $u$ at its own place"),
          passage({tr("With $r$ copies of $u$ for each of $v$, head $i$ gives $u$ the weight $r/(r + β_i)$: it turns "
                      "at $r = β_i$."),
                   narrow ? std::string_view() : told, tr("Press a bit to flip it."),
                   narrow ? std::string_view() : drag_hint()}));
  draw_rows(result, drawing, setting, chosen, known, draw_tokens(result, drawing, setting, chosen, area));
}

void draw_examples(const Result& result, Drawing& drawing, const Setting& setting) {
  Canvas& canvas = drawing.canvas;
  const auto start = chosen_start(result, drawing.values);
  const Found& found = start ? result.starts[*start].found : Found();
  Rect area = canvas.area.inset(2);
  const bool narrow = canvas.narrow();
  const bool layer = narrow && draw_tabs(drawing, area) == "layer";
  const auto [left, right] = narrow ? std::array{area, area} : area.columns<2>({1.5F, 1}, 5 * kGrid);
  if (layer || !narrow) {
    const Known known{.bit = {}, .sums = std::vector<std::optional<double>>(static_cast<std::size_t>(setting.m))};
    const Rect rest = draw_layer_alone(result, drawing, setting, found, right, start_meaning(result, start), known);
    if (!narrow) facts(canvas, rest, facts_of(result, setting));
  }
  if (!layer) draw_starts(result, drawing, setting, left);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  const Setting setting(drawing.settings);
  switch (setting.method) {
    case Method::questions: draw_question(result, drawing, setting); break;
    case Method::examples: draw_examples(result, drawing, setting); break;
    case Method::heads: draw_growth(result, drawing, setting, drawing.canvas.area.inset(2)); break;
  }
}

}  // namespace figures::softmax
