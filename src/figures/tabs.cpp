#include "figures/tabs.hpp"
#include "plot/canvas.hpp"

#include <algorithm>
#include <vector>

namespace figures {

std::string_view draw_tabs(Drawing& drawing, Rect& area, std::string_view shown) {
  constexpr float kHeight = 2.2F;  // em, and 2 px of a line
  Canvas& canvas = drawing.canvas;
  std::vector<Choice> parts;
  for (const Choice& part : std::ranges::find(drawing.values.table(), "part", &Parameter::id)->choices)
    if (part.id != shown) parts.push_back(part);
  const auto chosen_id = [&] {
    const std::string_view id = drawing.values.choice("part");
    return id == shown ? parts[0].id : id;
  };
  const auto count = static_cast<int>(parts.size());
  const Rect row = area.take_top(kHeight * canvas.em, 2 * kGrid);
  fill(canvas, {row.x, row.bottom() - 1, row.w, 1}, canvas.colour(Ink::hairline));
  // Each as wide as its words, and an equal part of what is left.
  float left = row.w - kGrid * static_cast<float>(count - 1);
  const auto width = [&](const Choice& part) {
    return text_width(canvas, translated(part.label), {.size = Size::small, .face = Face::semibold});
  };
  for (const Choice& part : parts) left -= width(part);
  Rect rest = row;
  for (const Choice& part : parts) {
    const auto& [id, label] = part;
    const Rect tab = rest.take_left(width(part) + left / static_cast<float>(count), kGrid);
    const Region press = region(canvas, "part." + std::string(id), tab);
    if (press.clicked) drawing.values.choose("part", id);
    const bool chosen = chosen_id() == id;
    if (chosen) fill(canvas, {tab.x, tab.bottom() - 2, tab.w, 2}, canvas.colour(Ink::accent));
    if (press.hovered && !chosen) fill(canvas, tab, canvas.colour(Ink::raised), {4});
    TextStyle style = centred(chosen ? Ink::ink : Ink::quiet, Size::small, chosen ? Face::semibold : Face::regular);
    style.max_width = tab.w;
    text(canvas, tab, translated(label), style);
  }
  return chosen_id();
}

}  // namespace figures
