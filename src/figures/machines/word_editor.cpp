// The word of figure "machines", to edit.
#include <algorithm>
#include <string>

#include "figures/machines/machine.hpp"
#include "figures/machines/run_grid.hpp"
#include "plot/words.hpp"

namespace figures::machines {

namespace {

std::string tip_of(const RunScene& scene, std::size_t place) {
  const int letter = scene.trace.word[place];
  const std::string at = std::to_string(place + 1);
  return letter >= scene.result.letters()
             ? tr("letter %1: %2\nThe table has no such letter.\nClick for another.", at, letter_name(letter))
             : tr("letter %1: %2\nClick for another.", at, letter_name(letter));
}

void draw_letter(Canvas& canvas, const RunScene& scene, std::size_t place, bool hovered) {
  const int letter = scene.trace.word[place];
  const Rect box = scene.grid.letter(place + 1);
  fill(canvas, box, canvas.colour(Ink::raised), {4});
  const bool last_read = place + 1 == scene.shown;
  if (hovered || last_read) outline(canvas, box, canvas.colour(Ink::accent), hovered ? 2.F : 1.5F, {4});
  const Ink ink = place < scene.shown ? Ink::ink : Ink::quiet;
  text(canvas, box, letter_name(letter),
       {.ink = letter >= scene.result.letters() ? Ink::error : ink,
        .face = Face::semibold,
        .along = Along::centre,
        .upright = Upright::middle});
}

}  // namespace

void draw_word(Drawing& drawing, const RunScene& scene) {
  Canvas& canvas = drawing.canvas;
  const std::size_t letters = scene.trace.word.size();
  if (letters == 0) return;
  // One region for all: on touch those of narrow letters would cover one another.
  Rect row = scene.grid.letter(1);
  row.w = scene.grid.letter(letters).right() - row.x;
  const Region region = plot::region(canvas, "machines.word", row);
  const std::size_t under = std::clamp<std::size_t>(scene.grid.time_at(canvas.pointer.at.x), 1, letters) - 1;
  for (std::size_t place = 0; place < letters; ++place) {
    draw_letter(canvas, scene, place, region.hovered && place == under);
  }
  if (region.hovered) {
    const Rect box = scene.grid.letter(under + 1);
    tooltip(canvas, {box.right(), box.y}, tip_of(scene, under));
  }
  if (region.clicked) cycle_letter(drawing.values, static_cast<int>(under));
}

void draw_word_buttons(Drawing& drawing, Rect box, const Trace& trace) {
  Canvas& canvas = drawing.canvas;
  const auto width = [&](std::string_view words) {
    return text_width(canvas, words, {.size = Size::small}) + 1.8F * canvas.em;
  };
  const std::string_view add = tr("Add a letter");
  const std::string_view cut = tr("Delete the last");
  if (trace.word.size() < kMostSteps && button(canvas, "machines.append", box.take_left(width(add)), add)) {
    append_letter(drawing.values);
  }
  if (!trace.word.empty() && button(canvas, "machines.delete", box.take_left(width(cut)), cut)) {
    delete_letter(drawing.values);
  }
}

}  // namespace figures::machines
