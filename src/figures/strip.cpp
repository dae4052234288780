#include "figures/strip.hpp"
#include "plot/canvas.hpp"

#include <cmath>

namespace figures {
namespace {

// In em of body text.
constexpr float kLabel = 1.4F;
constexpr float kControl = 2;
constexpr float kRowGap = 0.7F;
constexpr float kColumnGap = 1.7F;
constexpr float kSlider = 9.5F;
constexpr float kPlayedSlider = 14;
constexpr float kPadding = 1.6F;  // of a word in a segment or button
constexpr float kTop = 0.9F;

constexpr TextStyle kValue{
    .size = Size::small, .face = Face::semibold, .along = Along::right, .upright = Upright::middle};

struct Place {
  const Parameter* parameter;
  Rect rect;
  bool locked;
};

// What can be pressed has the accent; what is locked does not.
Ink mark_ink(bool locked) { return locked ? Ink::quiet : Ink::accent; }

// Where a control is worked; nothing happens there when it is locked.
Region region_of(Canvas& canvas, std::string_view id, const Rect& rect, bool locked) {
  return locked ? Region() : region(canvas, id, rect);
}

float segment_width(const Canvas& canvas, std::string_view label) {
  return text_width(canvas, label, {.size = Size::small}) + kPadding * canvas.em;
}

// Of the segments of a choice.
float segments_width(const Canvas& canvas, const Parameter& parameter) {
  float width = 0;
  for (const Choice& choice : parameter.choices) width += segment_width(canvas, translated(choice.label));
  return width;
}

float width_of(const Canvas& canvas, const Parameter& parameter) {
  const Localized label = translated(parameter.label);
  if (parameter.kind == Kind::range) {
    float value = 0;  // beside the label; the widest is at an end as a rule
    for (const double end : {parameter.min, parameter.max, parameter.initial})
      value = std::max(value, text_width(canvas, value_text(parameter, end), kValue));
    const float slider = (parameter.plays > 0 ? kPlayedSlider : kSlider) * canvas.em;
    return std::max(slider, text_width(canvas, label, {.size = Size::small}) + value + canvas.em);
  }
  if (parameter.kind == Kind::action) return segment_width(canvas, label);
  const float least = parameter.kind == Kind::toggle ? 4 * canvas.em : segments_width(canvas, parameter);
  return std::max(least, text_width(canvas, label, {.size = Size::small}));
}

// Left to right, row by row, in the order of the table.
std::vector<Place> arrange(const Canvas& canvas, float width, const Values& values, std::span<const Access> access) {
  std::vector<Place> places;
  const float height = (kLabel + kControl) * canvas.em;
  float x = 0;
  float y = 0;
  for (std::size_t at = 0; at < access.size(); ++at) {
    const Parameter& parameter = values.table()[at];
    const bool elsewhere = parameter.is_film() || parameter.lever;  // over the picture, in it
    if (access[at] == Access::hidden || !values.is_shown(parameter) || !parameter.is_primary || elsewhere) continue;
    const float wide = std::min(width_of(canvas, parameter), width);
    if (x > 0 && x + wide > width) {
      x = 0;
      y += height + kRowGap * canvas.em;
    }
    places.push_back({&parameter, {x, y, wide, height}, access[at] == Access::locked});
    x += wide + kColumnGap * canvas.em;
  }
  return places;
}

std::string part_id(const Parameter& parameter, int part = 0) {
  return "strip." + std::string(parameter.id) + "." + std::to_string(part);
}

void draw_label(Canvas& canvas, const Rect& box, const Parameter& parameter, std::string_view value) {
  const float taken = value.empty() ? 0 : text_width(canvas, value, kValue) + 4;
  const float room = box.w - taken;
  const bool highlighted = canvas.is_highlighted(parameter.symbol);
  text(
      canvas, box, translated(parameter.label),
      {.ink = highlighted ? Ink::ink : Ink::quiet, .size = Size::small, .upright = Upright::middle, .max_width = room});
  text(canvas, box, value, kValue);
  highlight(canvas, box, parameter.symbol);
}

void draw_slider(Canvas& canvas, const Rect& box, const Parameter& parameter, Values& values, bool locked,
                 const Picture* picture) {
  const float knob = 0.46F * canvas.em;
  const Rect track = box.inset(knob, box.h / 2 - 1, knob, box.h / 2 - 1);
  const int last = std::max(1, stop_count(parameter) - 1);
  const Region region = region_of(canvas, part_id(parameter), box, locked);
  if (region.held) {
    const float along = std::clamp((canvas.pointer.at.x - track.x) / std::max(track.w, 1.F), 0.F, 1.F);
    values.set(parameter.id, stop_value(parameter, static_cast<int>(std::lround(along * static_cast<float>(last)))));
  }
  const int stop = nearest_stop(parameter, shown_number(parameter, values, picture));
  const float x = track.x + track.w * static_cast<float>(stop) / static_cast<float>(last);
  fill(canvas, track, canvas.colour(Ink::hairline), {1});
  fill(canvas, {track.x, track.y, x - track.x, track.h}, canvas.colour(mark_ink(locked)), {1});
  const Point centre{x, track.y + 1};
  if (region.hovered || region.held) disc(canvas, centre, knob + 4, tint(Ink::accent, 0.2F, canvas.dark));
  disc(canvas, centre, knob, canvas.colour(mark_ink(locked)));
  if (locked) disc(canvas, centre, knob - 1.5F, canvas.colour(Ink::paper));
  if (region.hovered && !region.held && !parameter.help.empty()) {
    tooltip(canvas, {canvas.pointer.at.x, box.y}, translated(parameter.help));
  }
}

// One segment of a row of alternatives, or a button of its own; returns whether it was clicked.
bool draw_segment(Canvas& canvas, const Rect& box, std::string_view id, std::string_view label, bool taken,
                  bool locked) {
  const Region region = region_of(canvas, id, box, locked);
  if (taken) {
    fill(canvas, box.inset(2), canvas.colour(Ink::paper), {3});
    outline(canvas, box.inset(2), canvas.colour(mark_ink(locked)), 1, {3});
  } else if (region.hovered) {
    fill(canvas, box.inset(2), tint(Ink::accent, 0.12F, canvas.dark), {3});
  }
  text(canvas, box, label,
       {.ink = taken ? Ink::ink : Ink::quiet,
        .size = Size::small,
        .face = taken ? Face::semibold : Face::regular,
        .along = Along::centre,
        .upright = Upright::middle});
  return region.clicked;
}

void draw_choice(Canvas& canvas, Rect box, const Parameter& parameter, Values& values, bool locked) {
  const float total = segments_width(canvas, parameter);
  const float squeeze = std::min(1.F, box.w / total);
  box.w = total * squeeze;
  fill(canvas, box, canvas.colour(Ink::raised), {4});
  int index = 0;
  for (const Choice& choice : parameter.choices) {
    const Rect segment = box.take_left(segment_width(canvas, translated(choice.label)) * squeeze, 0);
    const bool taken = values.integer(parameter.id) == index;
    if (draw_segment(canvas, segment, part_id(parameter, index), translated(choice.label), taken, locked)) {
      values.set(parameter.id, index);
    }
    ++index;
  }
}

void draw_toggle(Canvas& canvas, const Rect& box, const Parameter& parameter, Values& values, bool locked) {
  const Rect pill{box.x, box.y + box.h / 2 - 9, 34, 18};
  const bool on = values.is_on(parameter.id);
  if (region_of(canvas, part_id(parameter), pill, locked).clicked) values.set(parameter.id, on ? 0 : 1);
  fill(canvas, pill, canvas.colour(on && !locked ? Ink::accent : Ink::quiet), {9});
  disc(canvas, {on ? pill.right() - 9 : pill.x + 9, pill.centre().y}, 6.5F, canvas.colour(Ink::paper));
}

bool draw_action(Canvas& canvas, const Rect& box, const Parameter& parameter, bool locked) {
  if (!locked) fill(canvas, box, canvas.colour(Ink::raised), {4});
  const bool clicked = draw_segment(canvas, box, part_id(parameter), translated(parameter.label), false, locked);
  outline(canvas, box, canvas.colour(Ink::hairline), 1, {4});
  return clicked;
}

// Draws one control; returns whether it is a button that was pressed.
bool draw_control(Canvas& canvas, Rect box, const Place& place, Values& values, bool playing, const Picture* picture) {
  const Parameter& parameter = *place.parameter;
  const bool locked = place.locked;
  const Rect label = box.take_top(kLabel * canvas.em, 0);
  if (parameter.kind == Kind::action) return draw_action(canvas, box, parameter, locked);
  const bool pressed = parameter.plays > 0 && !locked &&
                       play_button(canvas, part_id(parameter, 1), box.take_left(box.h, kGrid), playing);
  const bool says_value = parameter.kind == Kind::range;
  draw_label(canvas, label, parameter, says_value ? value_text(parameter, values, picture) : "");
  if (parameter.kind == Kind::range) draw_slider(canvas, box, parameter, values, locked, picture);
  if (parameter.kind == Kind::choice) draw_choice(canvas, box, parameter, values, locked);
  if (parameter.kind == Kind::toggle) draw_toggle(canvas, box, parameter, values, locked);
  return pressed;
}

}  // namespace

float strip_height(const Canvas& canvas, const Values& values, std::span<const Access> access) {
  const std::vector<Place> places = arrange(canvas, canvas.area.w, values, access);
  return places.empty() ? 0 : places.back().rect.bottom() + kTop * canvas.em;
}

std::string draw_strip(Canvas& canvas, Rect area, Values& values, std::span<const Access> access,
                       std::string_view playing, const Picture* picture) {
  std::string pressed;
  area.take_top(kTop * canvas.em, 0);
  for (const Place& place : arrange(canvas, area.w, values, access)) {
    const Rect box{area.x + place.rect.x, area.y + place.rect.y, place.rect.w, place.rect.h};
    const std::string_view id = place.parameter->id;
    if (draw_control(canvas, box, place, values, id == playing, picture)) pressed = id;
  }
  return pressed;
}

}  // namespace figures
