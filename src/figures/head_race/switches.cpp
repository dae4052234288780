// The switches over the race of figure "head_race", and how each model is drawn.
#include "figures/head_race/picture.hpp"
#include "plot/curve.hpp"

namespace figures::head_race {

CurveStyle look_of(const Entry& entry) {
  if (entry.own) return {.ink = Ink::accent, .width = 2.5F};
  if (entry.full) return {.ink = Ink::ink, .width = 2};
  if (entry.layers > 2) return {.ink = Ink::Q, .width = 2.5F};
  if (entry.layers > 1) return {.ink = Ink::Q, .width = 1.75F, .amount = 0.75F};
  switch (entry.heads) {
    case 1: return {.ink = Ink::V, .width = 1.75F, .amount = 0.75F};
    case 2: return {.ink = Ink::V, .width = 2, .amount = 0.95F};
    case 4: return {.ink = Ink::V, .width = 2.25F, .amount = 1.17F};
    case 8: return {.ink = Ink::V, .width = 2.75F, .amount = 1.4F};
    default: return {.ink = Ink::V, .width = 3.25F, .amount = 1.62F};
  }
}

namespace {

struct Switch {
  std::string_view id;  // of its parameter
  std::string words;
  Entry entry;
  bool on = false;
};

std::vector<Switch> switches_of(const Values& values, bool narrow) {
  std::vector<Switch> all;
  for (const Entry& entry : entries_of(values)) {
    const std::string_view id = switch_of(all.size());
    const std::string words = entry.full && !entry.own && !narrow ? tr("full: softmax, MLP, norm") : short_name(entry);
    all.push_back({id, words, entry, values.is_on(id)});
  }
  if (all.size() == kOffers.size()) {
    const Entry own = own_entry(values);
    all.push_back({"own", narrow ? "+ " + short_name(own) : std::string(tr("+ your own")), own});
  }
  return all;
}

// A piece of the model's curve, or an empty place for it, then its name.
void draw_switch(Canvas& canvas, const Rect& box, const Switch& one, bool hovered) {
  const CurveStyle style = look_of(one.entry);
  const Colour edge = canvas.colour(hovered ? Ink::accent : Ink::hairline);
  if (one.on) fill(canvas, box, tint(style.ink, 0.1F, canvas.dark), {4});
  outline(canvas, box, one.on && !hovered ? tint(style.ink, 0.35F, canvas.dark) : edge, 1, {4});
  const float y = box.y + box.h / 2;
  if (one.on) line(canvas, {box.x + 7, y}, {box.x + 21, y}, tint(style.ink, style.amount, canvas.dark), style.width);
  text(canvas, box.inset(one.on ? 26 : 8, 0, 6, 0), one.words,
       {.ink = one.on ? Ink::ink : Ink::quiet, .size = Size::small, .upright = Upright::middle});
}

}  // namespace

const Course* draw_switches(Drawing& drawing, const Reading& reading, Rect& area) {
  Canvas& canvas = drawing.canvas;
  const float height = std::round(1.75F * line_height(canvas, Size::small));
  const float gap = 6;
  const Course* under = nullptr;
  float x = area.x;
  float y = area.y;
  for (const Switch& one : switches_of(drawing.values, canvas.narrow())) {
    if (canvas.still && !one.on) continue;
    const float width = text_width(canvas, one.words, {.size = Size::small}) + (one.on ? 34 : 16);
    if (x > area.x && x + width > area.right()) {
      x = area.x;
      y += height + gap;
    }
    const Rect box{x, y, width, height};
    const Region pointing = region(canvas, "head_race." + std::string(one.id), box);
    draw_switch(canvas, box, one, pointing.hovered);
    for (const Course& course : reading.courses) {
      if (pointing.hovered && one.on && course.racer->entry == one.entry) under = &course;
    }
    // Shown or hidden; a model of the reader's own comes as the first kind.
    if (pointing.clicked) drawing.values.set(one.id, one.on ? 0 : 1);
    x += width + gap;
  }
  area = area.inset(0, y + height - area.y + kGrid, 0, 0);
  return under;
}

}  // namespace figures::head_race
