#include "plot/panel.hpp"

#include <algorithm>

namespace plot {

void heading(Canvas& canvas, Rect& box, std::string_view words, std::string_view meaning) {
  const TextStyle bold{.face = Face::semibold};
  if (!words.empty()) paragraph(canvas, box.take_top(paragraph_height(canvas, box.w, words, bold), 2), words, bold);
  const float height = meaning.empty() ? 0 : paragraph_height(canvas, box.w, meaning, kCaption);
  paragraph(canvas, box.take_top(height, 10), meaning, kCaption);
}

Rect take_readouts(const Canvas& canvas, Rect& box, int count, float lines, float gap) {
  const float small = line_height(canvas, Size::small);
  if (canvas.narrow()) return box.take_top(static_cast<float>(count) * 1.45F * small, kGrid);
  return box.take_top(line_height(canvas, Size::title) + 2 + lines * small, gap);
}

void readouts(Canvas& canvas, const Rect& box, std::span<const Readout> list) {
  const auto count = static_cast<int>(list.size());
  for (int place = 0; place < count; ++place) {
    const auto& [value, meaning] = list[static_cast<std::size_t>(place)];
    if (!canvas.narrow()) {
      Rect column = box.column(place, count, 3 * kGrid);
      headline_number(canvas, column, value, meaning);
      continue;
    }
    Rect row = box.row(place, count, 0);
    row.take_left(text(canvas, row, value, {.face = Face::semibold}) + 6, 0);
    text(canvas, Rect{row.x, row.y + 2, row.w, row.h}, meaning, {.ink = Ink::quiet, .size = Size::small});
  }
}

void facts(Canvas& canvas, Rect box, std::span<const Fact> list) {
  box.w = std::min(box.w, 26 * canvas.em);
  const float height = 1.9F * canvas.em;
  for (const Fact& fact : list) {
    if (box.h < height) return;
    const Rect row = box.take_top(height, 0);
    const float taken =
        text(canvas, row, fact.value, {.face = Face::semibold, .along = Along::right, .upright = Upright::middle});
    const Rect name = row.inset(0, 0, taken + kGrid, 0);
    text(canvas, name, fact.name, {.ink = Ink::quiet, .upright = Upright::middle});
    fill(canvas, {row.x, row.bottom() - 1, row.w, 1}, canvas.colour(Ink::hairline));
  }
}

void headline_number(Canvas& canvas, Rect& box, std::string_view value, std::string_view meaning) {
  text(canvas, box.take_top(line_height(canvas, Size::title), 2), value, {.size = Size::title, .face = Face::semibold});
  const float height = paragraph_height(canvas, box.w, meaning, {.size = Size::small});
  paragraph(canvas, box.take_top(height, 12), meaning, {.ink = Ink::quiet, .size = Size::small});
}

}  // namespace plot
