#include "figures/tabs.hpp"
#include "plot/canvas.hpp"

#include <algorithm>

namespace figures {

std::string_view draw_tabs(Drawing& drawing, Rect& area) {
  constexpr float kHeight = 2.2F;  // em, and 2 px of a line
  Canvas& canvas = drawing.canvas;
  const auto parts = std::ranges::find(drawing.values.table(), "part", &Parameter::id)->choices;
  const auto count = static_cast<int>(parts.size());
  const Rect row = area.take_top(kHeight * canvas.em, 2 * kGrid);
  fill(canvas, {row.x, row.bottom() - 1, row.w, 1}, canvas.colour(Ink::hairline));
  for (int k = 0; k < count; ++k) {
    const auto& [id, label] = parts[static_cast<std::size_t>(k)];
    const Rect tab = row.column(k, count, kGrid);
    const Region press = region(canvas, "part." + std::string(id), tab);
    if (press.clicked) drawing.values.choose("part", id);
    const bool chosen = drawing.values.choice("part") == id;
    if (chosen) fill(canvas, {tab.x, tab.bottom() - 2, tab.w, 2}, canvas.colour(Ink::accent));
    if (press.hovered && !chosen) fill(canvas, tab, canvas.colour(Ink::raised), {4});
    TextStyle style = centred(chosen ? Ink::ink : Ink::quiet, Size::small, chosen ? Face::semibold : Face::regular);
    style.max_width = tab.w;
    text(canvas, tab, translated(label), style);
  }
  return drawing.values.choice("part");
}

}  // namespace figures
