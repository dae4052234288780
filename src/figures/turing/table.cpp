// The machine's table in figure "turing": what the layer is given to look up in, and the reader to change.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "figures/turing/picture.hpp"
#include "figures/turing/rule.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::turing {
namespace {

using learner::Move;
using learner::Rule;

constexpr float kRow = 2.3F;    // em
constexpr float kHeads = 1.7F;  // em
constexpr std::array kClicks{Phrase("click to change what it writes"), Phrase("click to change where it moves"),
                             Phrase("click to change the next state")};

struct Place {
  int state = 0;
  int symbol = 0;
  Rect box;
  Rect part(int k) const { return box.inset(3, 3, 3, 3).column(k, 3, 0); }
};

std::optional<Rule> rule_at(const Scene& scene, const Place& place) {
  return rule_of_number(scene.setup.table[static_cast<std::size_t>(scene.setup.key(place.state, place.symbol))],
                        scene.setup.size);
}

// What a click on a part makes of a rule: the next of what it can be. After halting comes no rule at all.
std::int32_t clicked_rule(const std::optional<Rule>& rule, int part, const Place& place, const Setup& setup) {
  const auto symbols = static_cast<int>(setup.size.symbols);
  const auto states = static_cast<int>(setup.size.states);
  if (!rule) return number_of({.write = place.symbol, .move = Move::right, .next = 0});
  Rule next = *rule;
  if (part == 0) next.write = (next.write + 1) % symbols;
  if (part == 1) next.move = static_cast<Move>((static_cast<int>(next.move) + 1) % 3);
  if (part < 2) return number_of(next);
  if (next.next == Rule::kHalt) return kHole;
  next.next = next.next + 1 < states ? next.next + 1 : Rule::kHalt;
  return number_of(next);
}

// What was learned of a rule.
std::string learned_words(const Result& result, int key, const Rule& rule, int symbols) {
  const Rule learned = rule_of_number(result.answered[static_cast<std::size_t>(key)]);
  const std::string rho = number(result.rho(key), 3);
  const std::string taught =
      counted("%1 other machine", "%1 other machines", result.taught[static_cast<std::size_t>(key)]);
  return learned == rule ? tr("learned: the same, $ρ$ = %1\ntaught on %2", rho, taught)
                         : tr("learned: %1, $ρ$ = %2\ntaught on %3", rule_words(learned, symbols), rho, taught);
}

std::string tip_words(const Scene& scene, const Place& place, int part) {
  const auto rule = rule_at(scene, place);
  const auto symbols = static_cast<int>(scene.setup.size.symbols);
  const std::string state = state_letter(place.state);
  const std::string symbol = symbol_word(place.symbol, symbols);
  std::string words = rule ? tr("state %1 on %2: %3", state, symbol, rule_words(*rule, symbols))
                           : tr("state %1 on %2: no rule", state, symbol);
  if (scene.answers_for(place.state, place.symbol)) {
    words += "\n" + learned_words(scene.result, scene.result.own_key(place.state, place.symbol), *rule, symbols);
  }
  const Localized click = rule ? tr(kClicks[static_cast<std::size_t>(part)]) : tr("click to give it a rule");
  return words + "\n" + std::string(click);
}

void draw_move(Canvas& canvas, const Rect& box, Move move) {
  const Point at = box.centre();
  const Colour ink = canvas.colour(Ink::ink);
  const float reach = std::min(8.F, box.w / 2 - 2);
  if (move == Move::stay) {
    disc(canvas, at, 2.5F, ink);
    return;
  }
  const float side = move == Move::left ? -reach : reach;
  arrow(canvas, {at.x - side, at.y}, {at.x + side, at.y}, ink, 1.5F);
}

void draw_rule(Canvas& canvas, const Place& place, const std::optional<Rule>& rule, int symbols) {
  const TextStyle letter{.face = Face::semibold, .along = Along::centre, .upright = Upright::middle};
  if (!rule) {
    TextStyle none = letter;
    none.ink = Ink::quiet;
    none.size = Size::small;
    none.face = Face::regular;
    text(canvas, place.box, tr("no rule"), none);
    return;
  }
  const float size = std::min(place.part(0).w - 1, place.part(0).h - 6);
  const Point at = place.part(0).centre();
  const Rect chip{at.x - size / 2, at.y - size / 2, size, size};
  outline(canvas, chip, canvas.colour(Ink::quiet), 1, {3});
  draw_symbol(canvas, chip, rule->write, symbols);
  draw_move(canvas, place.part(1), rule->move);
  TextStyle state = letter;
  state.ink = rule->next == Rule::kHalt ? Ink::quiet : Ink::ink;
  text(canvas, place.part(2), state_letter(rule->next), state);
}

std::string_view meaning_of(const Result& result) {
  if (result.rho.maxCoeff() > 0) return tr("Click to change. Bar: its $ρ$. Dot: learned wrongly.");
  return tr("Click a part of a rule to change it.");
}

// The question that is asked now, wrong answers, and how much of each question is left open.
void draw_marks(const Scene& scene, const Place& place) {
  Canvas& canvas = scene.drawing.canvas;
  const Result& result = scene.result;
  const bool known = scene.answers_for(place.state, place.symbol);
  const auto key = static_cast<std::size_t>(result.own_key(place.state, place.symbol));
  outline(canvas, place.box, canvas.colour(Ink::hairline), 1, {4});
  if (known) {
    const float open = static_cast<float>(result.rho(static_cast<learner::Index>(key)));
    const Rect track{place.box.x + 4, place.box.bottom() - 4, place.box.w - 8, 2};
    if (open > 0) fill(canvas, {track.x, track.y, std::max(2.F, open * track.w), track.h}, canvas.colour(Ink::quiet));
    if (result.answered[key] != result.table[key]) {
      disc(canvas, {place.box.right() - 6, place.box.y + 6}, 3.5F, canvas.colour(Ink::error));
    }
  }
  if (scene.stands_before(place.state, place.symbol)) {
    outline(canvas, place.box.inset(-1), canvas.colour(Ink::accent), 2.5F, {5});
    return;
  }
  const int question = scene.moment.question;
  const bool asked = known && question >= 0 && !scene.at_hole() &&
                     result.run.keys[static_cast<std::size_t>(question)] == static_cast<int>(key);
  if (asked) outline(canvas, place.box.inset(-1), canvas.colour(Ink::query), 2.5F, {5});
}

void edit_rule(const Scene& scene, const Place& place) {
  Canvas& canvas = scene.drawing.canvas;
  const auto rule = rule_at(scene, place);
  for (int part = 0; part < 3; ++part) {
    const Rect box = place.part(part);
    const std::string id =
        "turing.rule." + std::to_string(place.state) + "." + std::to_string(place.symbol) + "." + std::to_string(part);
    if (canvas.pointer.held != id && !canvas.hovers(box)) continue;
    const Region region = plot::region(canvas, id, box);
    outline(canvas, rule ? box : place.box.inset(2), canvas.colour(Ink::accent), 1.5F, {4});
    tooltip(canvas, {place.box.right(), place.box.y}, tip_words(scene, place, part));
    if (region.clicked) {
      set_rule(scene.drawing.values, place.state, place.symbol, clicked_rule(rule, part, place, scene.setup));
    }
    return;
  }
}

void draw_column_head(Canvas& canvas, const Rect& box, int symbol, int symbols) {
  const TextStyle quiet{.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle};
  const float size = 1.35F * canvas.em;
  const std::string_view reads = tr("reads");
  const float words = text_width(canvas, reads, quiet) + 6;
  const bool fits = words + size + kGrid < box.w;
  const float left = box.centre().x - ((fits ? words : 0) + size) / 2;
  if (fits) text(canvas, Rect{left, box.y, words, box.h}, reads, quiet);
  const Rect chip{left + (fits ? words : 0), box.centre().y - size / 2, size, size};
  outline(canvas, chip, canvas.colour(Ink::hairline), 1, {3});
  draw_symbol(canvas, chip, symbol, symbols);
}

}  // namespace

float table_height(const Scene& scene, float width) {
  const Canvas& canvas = scene.drawing.canvas;
  const float words = paragraph_height(canvas, width, meaning_of(scene.result), {.size = Size::small});
  const float rows = kHeads + kRow * static_cast<float>(scene.setup.size.states);
  return line_height(canvas) + 2 + words + 10 + rows * canvas.em + 2;
}

void draw_table(const Scene& scene, Rect box) {
  Canvas& canvas = scene.drawing.canvas;
  const auto symbols = static_cast<int>(scene.setup.size.symbols);
  heading(canvas, box, tr("The machine, in tokens $Z$"), meaning_of(scene.result));
  Rect heads = box.take_top(kHeads * canvas.em, 0);
  const float names = 1.6F * canvas.em;
  heads.take_left(names, 0);
  box.w = std::min(box.w, names + 9.F * canvas.em * static_cast<float>(symbols));
  heads.w = box.w - names;
  for (int symbol = 0; symbol < symbols; ++symbol) {
    draw_column_head(canvas, heads.column(symbol, symbols, 4), symbol, symbols);
  }
  for (int state = 0; state < static_cast<int>(scene.setup.size.states); ++state) {
    Rect row = box.take_top(kRow * canvas.em, 0);
    text(canvas, row.take_left(names, 0), state_letter(state),
         {.ink = Ink::query, .face = Face::semibold, .upright = Upright::middle});
    for (int symbol = 0; symbol < symbols; ++symbol) {
      const Place place{state, symbol, row.column(symbol, symbols, 4).inset(0, 2, 0, 2)};
      draw_marks(scene, place);
      draw_rule(canvas, place, rule_at(scene, place), symbols);
      edit_rule(scene, place);
    }
  }
}

}  // namespace figures::turing
