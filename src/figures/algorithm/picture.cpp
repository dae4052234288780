// The picture of figure "algorithm": the row of steps, and the scene of the one that the film has come to.
#include "figures/algorithm/algorithm.hpp"

namespace figures::algorithm {
namespace {

// A matrix in the middle of a card, without words.
void small_matrix(Canvas& canvas, const Rect& box, const Matrix& cells, std::string_view symbol) {
  const Rect middle = box.fit(static_cast<float>(cells.cols()), static_cast<float>(cells.rows()));
  matrix(canvas, middle, data_of(cells), {.symbol = symbol, .name = false});
}

// Bars without axes, from the largest down, by decades.
void heads_thumbnail(const Result& result, Canvas& canvas, Rect box) {
  box = box.fit(1.4F, 1);
  const int count = std::min(static_cast<int>(result.sigma.size()), 24);
  for (int k = 0; k < count; ++k) {
    const double share = result.sigma(k) / std::max(result.sigma(0), 1e-300);
    const float height = box.h * static_cast<float>(1 + std::log10(std::max(share, 1e-4)) / 4);
    const Rect bar = box.column(k, count, 2);
    fill(canvas, {bar.x, box.bottom() - height, bar.w, height}, canvas.colour(Ink::W));
  }
}

// --- The row of steps ------------------------------------------------------------------------------------------------

constexpr int kSteps = static_cast<int>(kStory.size());

bool is_reached(const Result& result, int step) {
  return kStory[static_cast<std::size_t>(step)].needs <= result.reached;
}

std::string time_text(int step, std::span<const double> times) {
  const auto stage = static_cast<std::size_t>(kStory[static_cast<std::size_t>(step)].needs);
  if (stage >= times.size()) return "";
  return duration((times[stage] + (step == 0 ? times[0] : 0)) / 1000);
}

// A place to press in the row: plays the step from its beginning.
Region step_region(const Result& result, Drawing& drawing, int step, const Rect& box) {
  const Region region = plot::region(drawing.canvas, "algorithm.step." + std::to_string(step), box);
  if (region.clicked && is_reached(result, step)) {
    drawing.values.set("at", kStepLength * step);
    drawing.play = Play{"at", kStepLength * (step + 1.0)};
  }
  return region;
}

void draw_thumbnail(const Result& result, Canvas& canvas, const Rect& box, int step) {
  Canvas quiet = canvas;  // small pictures have no hover of their own
  quiet.still = true;
  quiet.pointed_symbol.clear();
  switch (step) {
    case 0: return small_matrix(quiet, box, result.features.transpose(), "");
    case 1: return small_matrix(quiet, box, result.gram, "Lambda");
    case 2: return small_matrix(quiet, box, result.W, "W");
    case 3: return heads_thumbnail(result, quiet, box);
    default: return check_scene(result.source).thumbnail(result, quiet, box);
  }
}

void draw_card_words(Canvas& canvas, Rect box, int step, bool chosen, std::string_view time) {
  const TextStyle strong{.ink = Ink::ink, .size = Size::small, .face = Face::semibold};
  box.take_left(text(canvas, box, std::to_string(step + 1), kCaption) + canvas.em * 0.5F, 0);
  box.take_left(text(canvas, box, step_name(step), chosen ? strong : kCaption) + canvas.em * 0.5F, 0);
  if (text_width(canvas, time, kCaption) > box.w) return;
  text(canvas, box, time, {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
}

// How far the film is in the step: under its name.
void draw_progress(Canvas& canvas, const Rect& under, float done) {
  fill(canvas, under, canvas.colour(Ink::hairline), {1});
  fill(canvas, {under.x, under.y, under.w * done, under.h}, canvas.colour(Ink::accent), {1});
}

// One step of the row: name and time over a small picture once it is done.
void draw_card(const Result& result, Drawing& drawing, Rect box, int step, const Moment& now) {
  Canvas& canvas = drawing.canvas;
  const bool chosen = step == now.step;
  const Region region = step_region(result, drawing, step, box);
  if (region.hovered && !chosen) fill(canvas, box.inset(-4), canvas.colour(Ink::raised), {4});
  if (region.hovered) canvas.pointed_symbol = kStory[static_cast<std::size_t>(step)].symbol;
  const float done = step < now.step ? 1 : chosen ? now.share : 0;
  draw_progress(canvas, box.take_bottom(2, 6), done);
  draw_card_words(canvas, box.take_top(line_height(canvas, Size::small), 6), step, chosen,
                  done == 1 ? time_text(step, drawing.times) : "");
  if (done == 1) {
    draw_thumbnail(result, canvas, box, step);
  } else {
    outline(canvas, box.fit(1, 1), canvas.colour(Ink::hairline), 1, {2});
  }
}

void draw_cards(const Result& result, Drawing& drawing, const Rect& row, const Moment& now) {
  const float gap = 3 * kGrid;
  for (int step = 0; step < kSteps; ++step) {
    const Rect box = row.column(step, kSteps, gap);
    draw_card(result, drawing, box, step, now);
    if (step == 0) continue;
    const float y = row.y + line_height(drawing.canvas, Size::small) / 2;
    arrow(drawing.canvas, {box.x - gap + 5, y}, {box.x - 7, y}, drawing.canvas.colour(Ink::quiet), 1);
  }
}

// On a phone: a row of numbers, and the name and time of the step shown under it.
void draw_numbers(const Result& result, Drawing& drawing, Rect& area, const Moment& now) {
  Canvas& canvas = drawing.canvas;
  const Rect row = area.take_top(2.2F * canvas.em, 4);
  for (int step = 0; step < kSteps; ++step) {
    const Rect box = row.column(step, kSteps, 6);
    step_region(result, drawing, step, box);
    const bool taken = step == now.step;
    fill(canvas, box, canvas.colour(taken ? Ink::accent : Ink::raised), {4});
    text(canvas, box, std::to_string(step + 1), centred(taken ? Ink::paper : Ink::quiet, Size::body, Face::semibold));
  }
  const Rect words = area.take_top(line_height(canvas, Size::body), 4);
  text(canvas, words, step_name(now.step), {.face = Face::semibold});
  text(canvas, words, time_text(now.step, drawing.times),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
}

}  // namespace

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
  if (canvas.narrow()) {
    draw_numbers(result, drawing, area, now);
  } else {
    draw_cards(result, drawing, area.take_top(area.h * 0.24F, 3 * kGrid), now);
  }
  switch (now.step) {
    case 0: return draw_products(result, canvas, area, now.share);
    case 1: return draw_gram(result, canvas, area, now.share);
    case 2: return draw_solve(result, canvas, area, now.share);
    case 3: return draw_heads(result, canvas, area, now.share);
    default: break;
  }
  const CheckScene scene = check_scene(result.source);
  const auto [main, side] = canvas.narrow() ? area.rows<2>({2.6F, 1}, 2 * kGrid) : area.columns<2>({1, 1}, 6 * kGrid);
  scene.main(result, canvas, main, now.share);
  if (now.share == 1) scene.side(result, canvas, side);
}

}  // namespace figures::algorithm
