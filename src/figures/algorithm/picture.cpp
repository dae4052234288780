// The picture of figure "algorithm": the five steps in a row, under it the scene of the one that the film has come to.
#include "figures/algorithm/scene.hpp"
#include "plot/canvas.hpp"

namespace figures::algorithm {
namespace {

// --- The steps -------------------------------------------------------------------------------------------------------

constexpr int kSteps = static_cast<int>(kStory.size());

bool is_reached(const Result& result, int step) {
  return kStory[static_cast<std::size_t>(step)].needs <= result.reached;
}

std::string time_text(int step, std::span<const double> times) {
  const auto stage = static_cast<std::size_t>(kStory[static_cast<std::size_t>(step)].needs);
  if (stage >= times.size()) return "";
  return duration((times[stage] + (step == 0 ? times[0] : 0)) / 1000);
}

// A place to press: plays the step from its beginning.
Region step_region(const Result& result, Drawing& drawing, int step, const Rect& box) {
  const Region region = plot::region(drawing.canvas, "algorithm.step." + std::to_string(step), box);
  if (region.hovered) drawing.canvas.pointed_symbol = kStory[static_cast<std::size_t>(step)].symbol;
  if (region.clicked && is_reached(result, step)) {
    drawing.values.set("at", kStepLength * step);
    drawing.play = Play{"at", kStepLength * (step + 1.0)};
  }
  return region;
}

constexpr float kDisc = 0.6F;  // em

// Its number on a disc, filled once it has begun.
void draw_number(Canvas& canvas, Point centre, int step, bool begun) {
  const float radius = kDisc * canvas.em;
  if (begun) disc(canvas, centre, radius, canvas.colour(Ink::accent));
  if (!begun) ring(canvas, centre, radius, canvas.colour(Ink::quiet), 1);
  text(canvas, around(centre, radius), std::to_string(step + 1),
       centred(begun ? Ink::paper : Ink::quiet, Size::script, Face::semibold));
}

// What it is called, and the time that it took once it is done.
void draw_name(Canvas& canvas, Rect box, int step, bool chosen, std::string_view time) {
  const TextStyle strong{.ink = Ink::ink, .size = Size::small, .face = Face::semibold};
  box.take_left(text(canvas, box, step_name(step), chosen ? strong : kCaption) + canvas.em * 0.5F, 0);
  if (text_width(canvas, time, kCaption) > box.w) return;
  text(canvas, box, time, {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
}

// Name, time and a bar for each; where it is narrow a number and a bar, and the name of the one shown under them.
void draw_steps(const Result& result, Drawing& drawing, Rect& area, const Moment& now) {
  Canvas& canvas = drawing.canvas;
  const float line = line_height(canvas, Size::small);
  const Rect row = area.take_top(line + 9, canvas.narrow() ? 4 : 2 * kGrid);
  for (int step = 0; step < kSteps; ++step) {
    Rect box = row.column(step, kSteps, canvas.narrow() ? kGrid : 3 * kGrid);
    const bool chosen = step == now.step;
    const Region region = step_region(result, drawing, step, box);
    if (region.hovered || chosen || canvas.is_highlighted(kStory[static_cast<std::size_t>(step)].symbol))
      fill(canvas, box.inset(-4), canvas.colour(Ink::raised), {4});
    const float done = step < now.step ? 1 : chosen ? now.share : 0;
    const Rect bar = box.take_bottom(3, 2);
    fill(canvas, bar, canvas.colour(Ink::hairline), {1});
    if (done > 0) fill(canvas, {bar.x, bar.y, bar.w * done, bar.h}, canvas.colour(Ink::accent), {1});
    const Point number{canvas.narrow() ? box.centre().x : box.x + kDisc * canvas.em, box.centre().y};
    draw_number(canvas, number, step, step < now.step || (chosen && now.share > 0));
    if (!canvas.narrow()) {
      box.take_left(2 * kDisc * canvas.em, 0.45F * canvas.em);
      draw_name(canvas, box, step, chosen, done == 1 ? time_text(step, drawing.times) : "");
    }
  }
  if (!canvas.narrow()) return;
  draw_name(canvas, area.take_top(line, 6), now.step, true, now.share == 1 ? time_text(now.step, drawing.times) : "");
}

// --- The scenes ------------------------------------------------------------------------------------------------------

Frame frame_of(const Canvas& canvas, Rect area) {
  const float lines = canvas.narrow() ? 3 : area.w < 70 * canvas.em ? 2 : 1;
  Frame frame{.words = area.take_top(lines * line_height(canvas, Size::small), kGrid), .all = area};
  if (canvas.narrow()) {
    frame.hero = area.take_top(std::min(area.h * 0.6F, area.w * 0.7F), 2 * kGrid);
    frame.hero.w = frame.hero.h;
  } else {
    frame.hero = area.take_left(std::min(area.h, area.w * 0.52F), 5 * kGrid);
  }
  frame.side = area;
  return frame;
}

void draw_scene(const Result& result, Canvas& canvas, const Frame& frame, const Moment& now) {
  switch (now.step) {
    case 0: return draw_products(result, canvas, frame, now.share);
    case 1: return draw_gram(result, canvas, frame, now.share);
    case 2: return draw_solve(result, canvas, frame, now.share);
    case 3: return draw_heads(result, canvas, frame, now.share);
    default: return draw_check(result, canvas, frame, now.share);
  }
}

}  // namespace

void veil(Canvas& canvas, const Rect& box, float amount) {
  if (amount > 0) fill(canvas, box.inset(-6), with_alpha(canvas.colour(Ink::paper), amount));
}

void explain(Canvas& canvas, const Frame& frame, std::string_view words) {
  // As many of the sentences as there is room for.
  while (paragraph_height(canvas, frame.words.w, words, kCaption) > frame.words.h + 1) {
    const std::size_t end = words.rfind(". ", words.size() - 2);
    if (end == std::string_view::npos) break;
    words = words.substr(0, end + 1);
  }
  paragraph(canvas, frame.words, words, kCaption);
}

Moment moment_of(const Result& result, const Values& values) {
  const int at = values.integer("at");
  const int step = std::max(0, (at - 1) / kStepLength);
  if (is_reached(result, step)) return {step, static_cast<float>(at - kStepLength * step) / kStepLength};
  int reached = step;
  while (reached > 0 && !is_reached(result, reached)) --reached;
  return {reached, 1};
}

void draw(const Result& result, Drawing& drawing) {
  Canvas& canvas = drawing.canvas;
  Rect area = canvas.area.inset(2);
  const Moment now = moment_of(result, drawing.values);
  draw_steps(result, drawing, area, now);
  const Frame frame = frame_of(canvas, area);
  const float turned = now.step > 0 ? now.share / kTurn : 1;
  if (turned >= 1) return draw_scene(result, canvas, frame, now);
  // What stood there fades, what comes appears, and on top of both goes what stays.
  Canvas quiet = canvas;
  quiet.still = true;
  const bool before = turned < 0.5F;
  draw_scene(result, quiet, frame, before ? Moment{now.step - 1, 1} : now);
  veil(canvas, frame.all, before ? 2 * turned : 2 - 2 * turned);
  carry(result, quiet, frame, now.step, turned);
}

}  // namespace figures::algorithm
