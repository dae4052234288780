// The frame of figure "softmax".
#include <algorithm>

#include "figures/softmax/picture.hpp"
#include "figures/softmax/words.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::softmax {
namespace {

constexpr float kGap = 3 * kGrid;

void draw_question(const Result& result, Drawing& drawing, const Chosen& chosen, Rect box) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, tr("Two tokens turn every head into a switch"), question_words());
  box = draw_tokens(result, drawing, chosen, box);
  draw_switches(result, drawing, chosen, box);
}

// What is known in numbers, as far as there is room.
void draw_facts(Canvas& canvas, Rect box, const std::vector<plot::Fact>& list) {
  box.take_top(kGap, 0);
  if (box.h > 5 * canvas.em) facts(canvas, box, list);
}

// While the reader drags an entry of the layer the question stays, though another may come to show more.
void hold_question(Drawing& drawing, const Chosen& chosen) {
  const std::string_view held = drawing.canvas.pointer.held;
  if (!held.starts_with("softmax.theta.") && !held.starts_with("softmax.w.")) return;
  choose_tokens(drawing.values, chosen.u, chosen.v);
  drawing.values.set("coordinate", static_cast<double>(chosen.coordinate + 1));
}

// The layer at the right, or below where the page is narrow; what is left is returned.
Rect draw_beside(const Result& result, Drawing& drawing, const Found& found, const LayerStyle& style,
                 const Chosen* chosen) {
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  if (canvas.narrow()) {
    const float height = std::min(layer_height(canvas, area.w, result, style), 0.47F * area.h);
    draw_layer(result, drawing, found, area.take_bottom(height, kGap), style);
    return area;
  }
  const auto [left, right] = area.columns<2>({1.5F, 1}, 5 * kGrid);
  draw_facts(canvas, draw_layer(result, drawing, found, right, style), facts_of(result, chosen));
  return left;
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  switch (result.road) {
    case Method::questions: {
      const Chosen chosen = chosen_tokens(result, drawing.values);
      const std::string meaning = layer_words(result, chosen);
      hold_question(drawing, chosen);
      const Found& found = result.polished ? result.polish : result.asked;
      draw_question(result, drawing, chosen,
                    draw_beside(result, drawing, found, {.meaning = meaning, .flipped = chosen.flipped()}, &chosen));
      break;
    }
    case Method::examples: {
      const auto start = chosen_start(result, drawing.values);
      const std::string meaning = start_words(result, start);
      const Found none;
      draw_starts(
          result, drawing,
          draw_beside(result, drawing, start ? result.starts[*start].found : none, {.meaning = meaning}, nullptr));
      break;
    }
    case Method::heads: draw_growth(result, drawing, drawing.canvas.area.inset(2)); break;
  }
}

}  // namespace figures::softmax
