// The frame of figure "turing": tapes over three columns, or everything stacked.
#include <algorithm>

#include "figures/turing/picture.hpp"
#include "figures/turing/rule.hpp"

namespace figures::turing {
namespace {

void draw_name(const Scene& scene, Rect& area) {
  Canvas& canvas = scene.drawing.canvas;
  const Rect row = area.take_top(line_height(canvas), canvas.narrow() ? 2 : kGrid);
  const float width = text(canvas, row, scene.setup.name, {.face = Face::semibold});
  const TextStyle quiet{.ink = Ink::quiet, .size = Size::small};
  if (!canvas.narrow()) {
    text(canvas, row.inset(width + 0.8F * canvas.em, 2, 0, 0), scene.setup.does, quiet);
    return;
  }
  const float height = paragraph_height(canvas, area.w, scene.setup.does, quiet);
  paragraph(canvas, area.take_top(height, kGrid), scene.setup.does, quiet);
}

void draw_stacked(const Scene& scene, Rect area) {
  const Canvas& canvas = scene.drawing.canvas;
  draw_tapes(scene, area.take_top(tape_height(canvas), 2 * kGrid));
  draw_answer(scene, area.take_top(21 * canvas.em, 3 * kGrid));
  draw_table(scene, area.take_top(table_height(scene, area.w), 3 * kGrid));
  // Where a large table leaves little, the run has it.
  const float least = 15 * canvas.em;
  draw_growth(scene, area.take_bottom(std::clamp(area.h - least, 0.F, 19 * canvas.em), 3 * kGrid));
  draw_history(scene, area);
}

void draw_columns(const Scene& scene, Rect area) {
  const Canvas& canvas = scene.drawing.canvas;
  draw_tapes(scene, area.take_top(tape_height(canvas), 3 * kGrid));
  auto [machine, answer, history] = area.columns<3>({0.95F, 1.1F, 1}, 4.5F * kGrid);
  draw_table(scene, machine.take_top(table_height(scene, machine.w), 3 * kGrid));
  draw_growth(scene, machine);
  draw_answer(scene, answer);
  draw_history(scene, history);
}

}  // namespace

bool Scene::answers_for(int state, int symbol) const {
  if (state >= result.states || symbol >= result.symbols || setup.size.states != result.states) return false;
  if (setup.size.symbols != result.symbols) return false;
  const auto now = setup.table[static_cast<std::size_t>(setup.key(state, symbol))];
  return now != kHole && now == result.table[static_cast<std::size_t>(result.own_key(state, symbol))];
}

bool Scene::at_hole() const { return result.run.end == End::hole && moment.done == result.run.steps(); }

bool Scene::stands_before(int state, int symbol) const {
  if (!at_hole()) return false;
  const learner::Configuration now = configuration_at(result, moment.done);
  return now.state == state && now.symbol() == symbol;
}

Colour symbol_colour(const Canvas& canvas, int symbol, int symbols) {
  if (symbol == 0) return canvas.colour(Ink::paper);
  if (symbol >= symbols) return tint(Ink::Z, 0.6F, canvas.dark);
  return symbols == 3 && symbol == 1 ? tint(Ink::Z, 0.3F, canvas.dark) : canvas.colour(Ink::Z);
}

void draw_symbol(Canvas& canvas, const Rect& cell, int symbol, int symbols) {
  const Colour back = symbol_colour(canvas, symbol, symbols);
  if (symbol > 0) fill(canvas, cell, back, {3});
  const bool plain = contrast(back, canvas.colour(Ink::ink)) >= contrast(back, canvas.colour(Ink::paper));
  text(canvas, cell, symbol_letter(symbol, symbols),
       {.ink = plain ? Ink::ink : Ink::paper,
        .size = cell.h < 1.5F * canvas.em ? Size::small : Size::body,
        .face = Face::semibold,
        .along = Along::centre,
        .upright = Upright::middle});
}

void draw(const Result& result, Drawing& drawing) {
  if (result.outputs.size() == 0) return;
  Rect area = drawing.canvas.area.inset(2);
  const Scene scene{.result = result,
                    .drawing = drawing,
                    .setup = setup_of(drawing.values),
                    .moment = moment_of(result, drawing.values),
                    .reach = reach_of(result)};
  draw_name(scene, area);
  if (drawing.canvas.narrow()) {
    draw_stacked(scene, area);
  } else {
    draw_columns(scene, area);
  }
}

}  // namespace figures::turing
