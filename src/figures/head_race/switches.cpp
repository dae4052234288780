// The switches over the plot: one for each model.
#include <algorithm>
#include <string>

#include "figures/head_race/picture.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::head_race {
namespace {

struct Switch {
  std::string id;  // of its parameter
  std::string words;
  Entry entry;
  bool on = false;
};

std::vector<Switch> switches_of(const Values& values, bool narrow) {
  std::vector<Switch> all;
  for (const Offer& offer : kOffers) {
    const Entry entry{.heads = offer.heads, .layers = offer.layers, .full = offer.full, .rate = values.number("rate")};
    const std::string words = offer.full && !narrow ? tr("full: softmax, MLP, norm") : short_name(entry);
    all.push_back({std::string(offer.id), words, entry, values.is_on(offer.id)});
  }
  const bool own = values.choice("own") != "none";
  Entry entry{.own = true};
  if (own) entry = entries_of(values).back();
  all.push_back({"own", own ? tr("yours") : tr("+ your own"), entry, own});
  return all;
}

void flip(Values& values, const Switch& one) {
  if (one.id == "own") {
    values.choose("own", one.on ? "none" : "linear");
  } else {
    values.set(one.id, one.on ? 0 : 1);
  }
}

// A piece of the model's curve, or an empty place for it, then its name.
void draw_switch(Canvas& canvas, const Rect& box, const Switch& one, bool hovered) {
  const auto style = look_of(one.entry);
  const Colour edge = canvas.colour(hovered ? Ink::accent : Ink::hairline);
  if (one.on) fill(canvas, box, tint(style.ink, 0.1F, canvas.dark), {4});
  outline(canvas, box, one.on && !hovered ? tint(style.ink, 0.35F, canvas.dark) : edge, 1, {4});
  const float y = box.y + box.h / 2;
  if (one.on) line(canvas, {box.x + 7, y}, {box.x + 21, y}, tint(style.ink, style.amount, canvas.dark), style.width);
  text(canvas, box.inset(one.on ? 26 : 8, 0, 6, 0), one.words,
       {.ink = one.on ? Ink::ink : Ink::quiet, .size = Size::small, .upright = Upright::middle});
}

}  // namespace

CurveStyle look_of(const Entry& entry) {
  if (entry.own) return {.ink = Ink::accent, .width = 2.5F};
  if (entry.full) return {.ink = Ink::ink, .width = 2};
  if (entry.layers > 1)
    return {.ink = Ink::Q, .width = entry.layers > 2 ? 2.5F : 1.75F, .amount = entry.layers > 2 ? 1.F : 0.75F};
  switch (entry.heads) {
    case 1: return {.ink = Ink::V, .width = 1.25F, .amount = 0.6F};
    case 2: return {.ink = Ink::V, .width = 1.5F, .amount = 0.7F};
    case 4: return {.ink = Ink::V, .width = 2, .amount = 0.8F};
    case 8: return {.ink = Ink::V, .width = 2.5F, .amount = 0.9F};
    default: return {.ink = Ink::V, .width = 3.25F};
  }
}

std::optional<Entry> draw_switches(Drawing& drawing, Rect& area) {
  Canvas& canvas = drawing.canvas;
  const float height = std::round(1.75F * line_height(canvas, Size::small));
  const float gap = 6;
  std::optional<Entry> under;
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
    const Region region = plot::region(canvas, "head_race." + one.id, box);
    draw_switch(canvas, box, one, region.hovered);
    if (region.hovered && one.on) under = one.entry;
    if (region.clicked) flip(drawing.values, one);
    x += width + gap;
  }
  area = area.inset(0, y + height - area.y + kGrid, 0, 0);
  return under;
}

}  // namespace figures::head_race
