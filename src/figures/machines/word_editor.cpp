// The word of figure "machines", to edit.
#include <string>

#include "figures/machines/machine.hpp"
#include "figures/machines/run_grid.hpp"

namespace figures::machines {

using plot::Canvas;
using plot::Ink;
using plot::Rect;
using plot::Size;

void draw_letter(Drawing& drawing, const RunScene& scene, std::size_t place) {
  Canvas& canvas = drawing.canvas;
  const int letter = scene.trace.word[place];
  const bool foreign = letter >= scene.result.letters();
  const bool read = place < scene.shown;
  const Rect box = scene.grid.letter(place + 1);
  const plot::Region region = plot::region(canvas, "machines.letter." + std::to_string(place), box);
  fill(canvas, box, canvas.colour(Ink::raised), {4});
  const bool current = read && place + 1 == scene.shown;
  if (region.hovered || current) outline(canvas, box, canvas.colour(Ink::accent), region.hovered ? 2.F : 1.5F, {4});
  text(canvas, box, letter_name(letter),
       {.ink = foreign ? Ink::error
               : read  ? Ink::ink
                       : Ink::quiet,
        .face = plot::Face::semibold,
        .along = plot::Along::centre,
        .upright = plot::Upright::middle});
  if (region.hovered) {
    tooltip(canvas, {box.right(), box.y},
            "letter " + std::to_string(place + 1) + ": " + letter_name(letter) +
                (foreign ? "\nThe table has no such letter." : "") + "\nClick for another.");
  }
  if (region.clicked) cycle_letter(drawing.values, static_cast<int>(place));
}

void draw_word_buttons(Drawing& drawing, Rect box, const Trace& trace) {
  Canvas& canvas = drawing.canvas;
  const auto width = [&](std::string_view words) {
    return text_width(canvas, words, {.size = Size::small}) + 1.8F * canvas.em;
  };
  if (trace.word.size() < kMostSteps &&
      button(canvas, "machines.append", box.take_left(width("Add a letter")), "Add a letter")) {
    append_letter(drawing.values);
  }
  if (!trace.word.empty() &&
      button(canvas, "machines.delete", box.take_left(width("Delete the last")), "Delete the last")) {
    delete_letter(drawing.values);
  }
}

}  // namespace figures::machines
