// The picture of figure "turing": the tape with what the step is, and the machine's table, its run and its learning,
// which take turns; and the table, which the layer is given to look up in, and the reader to change.
#include "figures/tabs.hpp"
#include "figures/turing/turing.hpp"
#include "plot/panel.hpp"

namespace figures::turing {
namespace {

constexpr float kRow = 3;       // em, where there is room
constexpr float kHeads = 1.7F;  // em
constexpr std::array kClicks{Phrase("press to change what it writes"), Phrase("press to change where it moves"),
                             Phrase("press to change the next state")};

// A symbol in a frame.
void draw_chip(Canvas& canvas, const Rect& cell, int symbol, int symbols, Ink frame) {
  outline(canvas, cell, canvas.colour(frame), 1, {3});
  draw_symbol(canvas, cell, symbol, symbols);
  if (symbol > 0) return;
  // A blank has the sign of one, or it would be a box to tick.
  const Rect inside = cell.inset(0.25F * cell.w);
  line(canvas, {inside.x, inside.bottom()}, {inside.right(), inside.bottom()}, canvas.colour(Ink::quiet), 1.5F);
}

// --- The table ------------------------------------------------------------------------------------------------------

// One entry of the table as it is now.
struct Place {
  int state = 0;
  int symbol = 0;
  std::int32_t rule = kHole;
  bool known = false;  // the result answers for this rule
  int key = 0;         // in the result
  Rect box;
  Rect part(int k) const { return box.inset(3, 3, 3, 3).column(k, 3, 0); }
};

// What a click on a part makes of a rule: the next of what it can be. After halting comes no rule at all.
std::int32_t clicked_rule(const Place& place, int part, const Setup& setup) {
  if (place.rule == kHole) return number_of({.write = place.symbol, .move = Move::right, .next = 0});
  Rule next = rule_of_number(place.rule);
  if (part == 0) next.write = (next.write + 1) % setup.symbols;
  if (part == 1) next.move = static_cast<Move>((static_cast<int>(next.move) + 1) % 3);
  if (part < 2) return number_of(next);
  if (next.next == Rule::kHalt) return kHole;
  next.next = next.next + 1 < setup.states ? next.next + 1 : Rule::kHalt;
  return number_of(next);
}

// What was learned of a rule.
std::string learned_tip(const Result& result, int key) {
  const std::string rho = number(result.rho(key), 3);
  const std::string taught = counted("%1 trace", "%1 traces", result.taught[static_cast<std::size_t>(key)]);
  return result.is_right(key)
             ? tr("learned: the same, $ρ$ = %1\ntaught in %2", rho, taught)
             : tr("learned: %1, $ρ$ = %2\ntaught in %3", rule_words(result.answer(key), result.symbols), rho, taught);
}

// The parts of a rule; where the layer did others, those in red beside them.
void draw_rule(Canvas& canvas, const Place& place, int symbols, std::int32_t done) {
  if (place.rule == kHole) {
    text(canvas, place.box, tr("no rule"), centred(Ink::quiet, Size::small));
    return;
  }
  const Rule rule = rule_of_number(place.rule);
  const Rule other = rule_of_number(done);
  const bool differs[] = {rule.write != other.write, rule.move != other.move, rule.next != other.next};
  for (int part = 0; part < 3; ++part) {
    const Rect box = place.part(part);
    draw_part(canvas, differs[part] ? box.column(0, 2, 0) : box, part, rule, symbols, Ink::ink);
    if (!differs[part]) continue;
    const Rect wrong = box.column(1, 2, 0).inset(1, 2, 1, 2);
    fill(canvas, wrong, tint(Ink::error, 0.2F, canvas.dark), {3});
    draw_part(canvas, wrong, part, other, symbols, Ink::error);
  }
}

std::string_view meaning_of(const Result& result) {
  if (result.rho.maxCoeff() > 0)
    return tr("Press to change. Bar: $ρ$, how far it lies outside the lessons. Dot: learned wrongly.");
  return tr("Press a part of a rule to change it. H halts.");
}

void draw_column_head(Canvas& canvas, const Rect& box, int symbol, int symbols) {
  const TextStyle quiet{.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle};
  const float size = 1.35F * canvas.em;
  const std::string_view reads = tr("reads");
  const float words = text_width(canvas, reads, quiet) + 6;
  const bool fits = words + size + kGrid < box.w;
  const float left = box.centre().x - ((fits ? words : 0) + size) / 2;
  if (fits) text(canvas, Rect{left, box.y, words, box.h}, reads, quiet);
  draw_chip(canvas, {left + (fits ? words : 0), box.centre().y - size / 2, size, size}, symbol, symbols, Ink::hairline);
}

struct Layout : Scene {
  Place place_at(int state, int symbol, const Rect& box) {
    Place place{.state = state, .symbol = symbol, .rule = setup.rule(setup.key(state, symbol)), .box = box};
    place.key = result.key(state, symbol);
    const bool same_size = setup.states == result.states && setup.symbols == result.symbols;
    place.known = same_size && place.rule != kHole && place.rule == result.rule(place.key);
    return place;
  }

  std::string tip_words(const Place& place, int part) {
    const bool hole = place.rule == kHole;
    const std::string state = state_letter(place.state);
    const std::string symbol = symbol_word(place.symbol, setup.symbols);
    std::string words = hole ? tr("state %1 on %2: no rule", state, symbol)
                             : tr("state %1 on %2: %3", state, symbol, rule_words(place.rule, setup.symbols));
    if (place.known) words += "\n" + learned_tip(result, place.key);
    const Localized click = hole ? tr("press to give it a rule") : tr(kClicks[static_cast<std::size_t>(part)]);
    return words + "\n" + std::string(click);
  }

  bool is_asked(const Place& place) {
    return place.known && moment.question >= 0 && !at_hole() && result.run.key(moment.question) == place.key;
  }
  // Whether what the layer did there is the wrong step: now, or that from which the run is astray.
  bool is_wrong_step(const Place& place) {
    const int wrong = result.first_wrong;
    return place.known && wrong >= 0 && moment.done >= wrong && result.run.key(wrong) == place.key;
  }

  // The question that is asked now, wrong answers, and how much of each question is left open.
  void draw_marks(const Place& place) {
    outline(canvas, place.box, canvas.colour(Ink::hairline), 1, {4});
    const bool wrong = is_wrong_step(place);
    if (place.known) {
      const float open = static_cast<float>(result.rho(place.key));
      const Rect track{place.box.x + 4, place.box.bottom() - 4, place.box.w - 8, 2};
      if (open > 0) fill(canvas, {track.x, track.y, std::max(2.F, open * track.w), track.h}, canvas.colour(Ink::quiet));
      if (!result.is_right(place.key) && !wrong)
        disc(canvas, {place.box.right() - 6, place.box.y + 6}, 3.5F, canvas.colour(Ink::error));
    }
    const bool before = at_hole() && now.state == place.state && now.symbol() == place.symbol;
    if (before || wrong || is_asked(place)) {
      const Ink ink = before ? Ink::accent : wrong ? Ink::error : Ink::query;
      outline(canvas, place.box.inset(-1), canvas.colour(ink), 2.5F, {5});
    }
  }

  void edit_rule(const Place& place) {
    for (int part = 0; part < 3; ++part) {
      const Rect box = place.part(part);
      const std::string id = "turing.rule." + std::to_string(place.state) + "." + std::to_string(place.symbol) + "." +
                             std::to_string(part);
      if (canvas.pointer.held != id && !canvas.hovers(box)) continue;
      const Region region = plot::region(canvas, id, box);
      outline(canvas, place.rule == kHole ? place.box.inset(2) : box, canvas.colour(Ink::accent), 1.5F, {4});
      tooltip(canvas, {place.box.right(), place.box.y}, tip_words(place, part));
      if (region.clicked) set_rule(drawing.values, place.state, place.symbol, clicked_rule(place, part, setup));
      return;
    }
  }

  void draw_table(Rect box) {
    const int symbols = setup.symbols;
    // The tab over it names it.
    heading(canvas, box, "", meaning_of(result));
    Rect heads = box.take_top(kHeads * canvas.em, 0);
    const float names = 1.6F * canvas.em;
    heads.take_left(names, 0);
    box.w = std::min(box.w, names + 11.F * canvas.em * static_cast<float>(symbols));
    heads.w = box.w - names;
    for (int symbol = 0; symbol < symbols; ++symbol)
      draw_column_head(canvas, heads.column(symbol, symbols, 4), symbol, symbols);
    const float height = std::min(kRow * canvas.em, box.h / static_cast<float>(setup.states));
    for (int state = 0; state < setup.states; ++state) {
      Rect row = box.take_top(height, 0);
      text(canvas, row.take_left(names, 0), state_letter(state),
           {.ink = Ink::query, .face = Face::semibold, .upright = Upright::middle});
      for (int symbol = 0; symbol < symbols; ++symbol) {
        const Place place = place_at(state, symbol, row.column(symbol, symbols, 4).inset(0, 2, 0, 2));
        draw_marks(place);
        draw_rule(canvas, place, symbols, is_wrong_step(place) ? result.answer(place.key) : place.rule);
        edit_rule(place);
      }
    }
  }

  // Elsewhere a machine need not do what it is for.
  bool starts_at_word() const {
    const auto first = std::ranges::find_if(setup.tape, [](int symbol) { return symbol != 0; });
    return is_readers_own(setup.machine) || first == setup.tape.end() || first - setup.tape.begin() == setup.head;
  }

  // Whose run it is; where the tape has been written, a button brings back the one that the machine comes with.
  void draw_name(Rect& area) {
    const std::string purpose = machine_purpose(setup.machine);
    Rect row = area.take_top(1.6F * canvas.em, 0);
    Values& values = drawing.values;
    const std::string_view back = is_readers_own(setup.machine) ? tr("Blank tape") : tr("Its example");
    const bool edited = !values.list("tape").empty() || setup.head > 0;
    if (edited && button(canvas, "turing.example", row.take_right(7 * canvas.em), back)) {
      values.set_list("tape", {});
      values.set("head", 0);
    }
    const std::string name = machine_name(setup.machine);
    const TextStyle bold{.face = Face::semibold, .max_width = row.w};
    const std::string full = tr("%1, run by a learned layer that never saw it", name);
    const bool fits = text_width(canvas, full, {.face = Face::semibold}) <= row.w;
    text(canvas, row, fits ? full : tr("%1, learned from others", name), bold);
    if (!starts_at_word()) return;
    const float height = paragraph_height(canvas, area.w, purpose, kCaption);
    paragraph(canvas, area.take_top(height, kGrid), purpose, kCaption);
  }

  float step_height(float width) {
    const Caption caption = caption_of(result, moment);
    return paragraph_height(canvas, width, caption.words, step_style(caption)) + 2 +
           paragraph_height(canvas, width, caption.meaning, kCaption);
  }
  TextStyle step_style(const Caption& caption) {
    return {.ink = caption.wrong ? Ink::error : Ink::ink,
            .size = canvas.narrow() ? Size::body : Size::title,
            .face = Face::semibold};
  }

  // What happens now.
  void draw_step(Rect box) {
    const Caption caption = caption_of(result, moment);
    const TextStyle style = step_style(caption);
    paragraph(canvas, box.take_top(paragraph_height(canvas, box.w, caption.words, style), 2), caption.words, style);
    paragraph(canvas, box, caption.meaning, kCaption);
  }
};

}  // namespace

Colour symbol_colour(const Canvas& canvas, int symbol, int symbols) {
  if (symbol == 0) return canvas.colour(Ink::paper);
  if (symbol >= symbols) return tint(Ink::Z, 0.6F, canvas.dark);
  return symbols == 3 && symbol == 1 ? tint(Ink::Z, 0.3F, canvas.dark) : canvas.colour(Ink::Z);
}

void draw_symbol(Canvas& canvas, const Rect& cell, int symbol, int symbols) {
  const Colour back = symbol_colour(canvas, symbol, symbols);
  if (symbol > 0) fill(canvas, cell, back, {3});
  const Size size = cell.h > 3 * canvas.em ? Size::number : cell.h < 1.5F * canvas.em ? Size::small : Size::body;
  text(canvas, cell, symbol_letter(symbol, symbols), centred(ink_on(back, canvas.dark), size, Face::semibold));
}

void draw_part(Canvas& canvas, const Rect& box, int part, const Rule& rule, int symbols, Ink ink) {
  const Point at = box.centre();
  if (part == 0)
    return draw_chip(canvas, around(at, std::min({box.w - 1, box.h - 3, 1.4F * canvas.em}) / 2), rule.write, symbols,
                     ink == Ink::ink ? Ink::quiet : ink);
  if (part == 2) {
    text(canvas, box, state_letter(rule.next),
         centred(ink == Ink::ink && rule.next == Rule::kHalt ? Ink::quiet : ink, Size::body, Face::semibold));
  } else if (rule.move == Move::stay) {
    disc(canvas, at, 2.25F, canvas.colour(ink));
  } else {
    const float side = (rule.move == Move::left ? -1.F : 1.F) * std::min(8.F, box.w / 2 - 2);
    arrow(canvas, {at.x - side, at.y}, {at.x + side, at.y}, canvas.colour(ink), 1.5F);
  }
}

void draw(const Result& result, Drawing& drawing) {
  if (result.outputs.size() == 0) return;
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  Layout scene{
      {result, drawing, setup_of(drawing.values), moment_of(result, drawing.values), reach_of(result), {}, {}}};
  const Reach start = start_reach(scene.setup);
  scene.reach = {std::min(scene.reach.low, start.low), std::max(scene.reach.high, start.high)};
  scene.now = configuration_at(result, scene.moment.done);
  if (scene.moment.glide > 0) scene.next = configuration_at(result, scene.moment.done + 1);
  auto [hero, side] = area.columns<2>({0.58F, 0.42F}, 5 * kGrid);
  if (canvas.narrow()) hero = area;
  scene.draw_name(hero);
  draw_tape(scene, hero.take_top(tape_height(canvas)));
  // What is under the step stays where it is, whatever is said.
  const float usual = 2 * line_height(canvas) + 2 + 1.2F * line_height(canvas, Size::small);
  // The answer has its place where there is room for it.
  const bool answers = !canvas.narrow() && hero.h >= usual + 9 * canvas.em;
  scene.draw_step(hero.take_top(std::max(usual, scene.step_height(hero.w)), kGrid));
  Rect& tabbed = canvas.narrow() ? hero : side;
  if (answers) draw_answer(scene, hero);
  const std::string_view part = draw_tabs(drawing, tabbed, answers ? "step" : "");
  if (part == "step") return draw_answer(scene, tabbed);
  if (part == "run") return draw_history(scene, tabbed);
  if (part == "traces") return draw_growth(scene, tabbed);
  scene.draw_table(tabbed);
}

}  // namespace figures::turing
