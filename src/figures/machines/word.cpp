// The word of figure "machines", letter by letter over the states of its run; and what makes it longer and shorter.

#include "figures/machines/machines.hpp"
#include "plot/canvas.hpp"

namespace figures::machines {
namespace {

// In em.
constexpr float kRowNames = 4.4F;
constexpr float kWidestStep = 3.4F;
constexpr float kLetter = 1.9F;
constexpr float kStripRow = 1.6F;

// Column 0 is the start, column t the state after t letters.
struct Strip {
  Drawing& drawing;
  const Result& result;
  const Trace& trace;
  Rect area;
  float column;
  Canvas& canvas = drawing.canvas;

  Rect cell(std::size_t time, const Rect& row) const {
    return Rect{area.x + column * static_cast<float>(time), row.y, column, row.h}.inset(1.5F);
  }
  // The column at a pixel, from 0. Where there is no room columns have no width.
  std::size_t time_at(float x) const {
    return static_cast<std::size_t>(std::max(0.F, (x - area.x) / std::max(column, 1.F)));
  }

  // The letters, to click through, and where the run reads.
  void draw_letters(const Rect& row) {
    const std::size_t letters = trace.word.size();
    if (const TextStyle style = centred(Ink::quiet, Size::script); text_width(canvas, tr("start"), style) < column - 3)
      text(canvas, cell(0, row), tr("start"), style);
    if (letters == 0) return;
    // One region for all: on touch those of narrow letters would cover one another.
    const float left = cell(1, row).x;
    const Region region =
        plot::region(canvas, "machines.word", {left, row.y, cell(letters, row).right() - left, row.h});
    const std::size_t under = std::clamp<std::size_t>(time_at(canvas.pointer.at.x), 1, letters);
    for (std::size_t time = 1; time <= letters; ++time) {
      const int letter = trace.word[time - 1];
      const Rect box = cell(time, row);
      fill(canvas, box, canvas.colour(Ink::raised), {4});
      if (region.hovered && time == under) outline(canvas, box, canvas.colour(Ink::accent), 2, {4});
      const Ink ink = letter >= result.letters() ? Ink::error : time <= trace.shown ? Ink::ink : Ink::quiet;
      text(canvas, box, letter_name(letter), centred(ink, Size::body, Face::semibold));
    }
    if (trace.shown > 0) {
      Rect read = cell(trace.shown, row);
      if (trace.shown > 1) read.x -= column * (1 - eased(trace.glide / kReading));
      outline(canvas, read, canvas.colour(Ink::query), 2.5F, {4});
    }
    const int letter = trace.word[under - 1];
    if (region.hovered) {
      const std::string at = std::to_string(under);
      tooltip(canvas, {cell(under, row).right(), row.y},
              letter >= result.letters()
                  ? tr("letter %1: %2\nThe table has no such letter.\nPress for another.", at, letter_name(letter))
                  : tr("letter %1: %2\nPress for another.", at, letter_name(letter)));
    }
    if (!region.clicked) return;
    std::vector<int> word = trace.word;
    word[under - 1] = (letter + 1) % drawing.values.integer("letters");
    set_word(drawing.values, word);
  }

  TextStyle state_style(Ink ink) const {
    const TextStyle style = centred(ink, Size::small);
    return text_width(canvas, state_name(0), style) < column - 3 ? style : centred(ink, Size::script);
  }

  // A state that the learned run came to; red where the true run is elsewhere.
  void draw_learned(std::size_t time, const Rect& row) {
    const Rect box = cell(time, row);
    const bool right = !trace.astray(time);
    const Ink ink = right ? Ink::W : Ink::error;
    fill(canvas, box, tint(ink, 0.22F, canvas.dark), {4});
    if (!right) outline(canvas, box, canvas.colour(ink), 2, {4});
    text(canvas, box, state_name(time == 0 ? 0 : trace.steps[time - 1].next), state_style(right ? Ink::ink : ink));
  }

  void draw_rho(std::size_t time, const Rect& row) {
    const double rho = trace.steps[time - 1].rho;
    // Narrow columns have no room for the 0 of 0.42.
    const std::string words = rho == 0 ? "0" : rho < 0.995 ? fixed(rho, 2).substr(1) : "1";
    text(canvas, cell(time, row), words, centred(Ink::quiet, Size::script));
  }

  // What the run came to at each step, beside a plain simulator's; each column is a place to step to.
  void draw_run(std::span<const Rect> rows) {
    const Rect all{area.x, rows[0].y, column * static_cast<float>(trace.word.size() + 1),
                   rows.back().bottom() - rows[0].y};
    const Region region = plot::region(canvas, "machines.steps", all);
    const std::size_t at = time_at(canvas.pointer.at.x);
    if (region.clicked) drawing.values.set("step", static_cast<double>(at));
    const std::size_t done = trace.done();
    for (std::size_t time = 0; time <= done; ++time) draw_learned(time, rows[0]);
    for (std::size_t time = 0; time < trace.truth.size() && time <= done; ++time)
      text(canvas, cell(time, rows[1]), state_name(trace.truth[time]), state_style(Ink::truth));
    for (std::size_t time = 1; time <= done && rows.size() > 2; ++time) draw_rho(time, rows[2]);
    for (std::size_t time = done + 1; time <= trace.word.size(); ++time)
      outline(canvas, cell(time, rows[0]), canvas.colour(Ink::hairline), 1, {4});
    if (!region.hovered || at == 0 || at > done) return;
    const TraceStep& step = trace.steps[at - 1];
    const auto said = [](double value) { return number(value, 4); };
    tooltip(canvas, {cell(at, rows[0]).right(), rows[0].y},
            tr("step %1: %2 on %3\nanswer %4\nrounded %5, the table says %6\n$ρ$ = %7", std::to_string(at),
               state_name(step.state), letter_name(step.letter), listed(step.answer, "; ", said), state_name(step.next),
               state_name(step.told), number(step.rho, 3)));
  }
};

}  // namespace

// Where it is narrow ρ is left to the table.
float strip_height(const Canvas& canvas) { return (kLetter + (canvas.narrow() ? 2 : 3) * kStripRow) * canvas.em; }

void draw_word(const Result& result, Drawing& drawing, const Trace& trace, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Rect letters = box.take_top(kLetter * canvas.em, 0);
  std::vector<Rect> rows;
  for (int row = 0; row < (canvas.narrow() ? 2 : 3); ++row) rows.push_back(box.take_top(kStripRow * canvas.em, 0));
  TextStyle names = kSmall;
  const float named = (canvas.narrow() ? kRowNames - 0.6F : kRowNames) * canvas.em;
  names.max_width = named - 0.4F * canvas.em;
  const std::array<std::string_view, 3> words = {tr("learned"), tr("true"), "$ρ$"};
  for (std::size_t row = 0; row < rows.size(); ++row) text(canvas, rows[row], words[row], names);
  text(canvas, letters, tr("word"), names);
  box.take_left(named, 0);
  const auto columns = static_cast<float>(std::max<std::size_t>(trace.word.size(), 5) + 1);
  Strip strip{drawing, result, trace, box, std::min(kWidestStep * canvas.em, box.w / columns)};
  strip.draw_letters(letters);
  strip.draw_run(rows);
}

void draw_word_buttons(Drawing& drawing, Rect box, std::vector<int> word) {
  Canvas& canvas = drawing.canvas;
  const auto clicked = [&](std::string_view id, std::string_view words) {
    const Rect place = box.take_right(text_width(canvas, words, kSmall) + canvas.em);
    const Region region = plot::region(canvas, id, place);
    fill(canvas, place, canvas.colour(Ink::raised), {4});
    if (region.hovered) outline(canvas, place, canvas.colour(Ink::accent), 1.5F, {4});
    text(canvas, place, words, centred(Ink::ink, Size::small));
    return region.clicked;
  };
  if (!word.empty() && clicked("machines.delete", tr("Delete the last"))) {
    word.pop_back();
    return set_word(drawing.values, word);
  }
  if (word.size() == kMostSteps) {
    box.take_right(canvas.em / 2);
    const std::string full = tr("Full: %1 letters", whole(kMostSteps));
    if (text_width(canvas, full, kSmall) > box.w) return;
    text(canvas, box, full,
         {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle});
    return;
  }
  if (!clicked("machines.append", tr("Add a letter"))) return;
  word.push_back(0);
  set_word(drawing.values, word);
}

}  // namespace figures::machines
