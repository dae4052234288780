// The frame of figure "algorithm": the row of stages and the two panels of the chosen one.
#include <array>
#include <string>

#include "figures/algorithm/picture.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::algorithm {
namespace {

constexpr std::array kAllStages = {Step::sequences, Step::features, Step::gram, Step::solve, Step::heads, Step::check};
constexpr int kStageCount = static_cast<int>(kAllStages.size());

constexpr std::array kNames{Phrase("Sequences"), Phrase("Features"), Phrase("Gram matrix"),
                            Phrase("Solve"),     Phrase("Heads"),    Phrase("Check")};
constexpr std::array<std::string_view, kAllStages.size()> kSymbols = {"Z", "Hf", "Lambda", "W", "V", "y"};

std::string stage_id(int stage) { return "algorithm.stage." + std::to_string(stage); }

// How long a stage took; the features are never formed by themselves.
std::string time_text(int stage, std::span<const double> times) {
  if (kAllStages[static_cast<std::size_t>(stage)] == Step::features) return tr("implicit");
  if (static_cast<std::size_t>(stage) >= times.size()) return "";
  return duration(times[static_cast<std::size_t>(stage)] / 1000);
}

struct Card {
  int stage;
  bool chosen;
  bool reached;
};

void draw_thumbnail(const Result& result, Canvas& canvas, const Rect& box, const Card& card) {
  if (!card.reached) {
    outline(canvas, box.fit(1, 1), canvas.colour(Ink::hairline), 1, {2});
    return;
  }
  Canvas quiet = canvas;  // small pictures have no hover of their own
  quiet.still = true;
  quiet.pointed_symbol.clear();
  panels_of(kAllStages[static_cast<std::size_t>(card.stage)], result).thumbnail(result, quiet, box);
}

void draw_card_words(Canvas& canvas, Rect box, const Card& card, std::string_view time) {
  const std::string number = std::to_string(card.stage + 1);
  const float width = text(canvas, box, number, {.ink = Ink::quiet, .size = Size::small});
  box.take_left(width + canvas.em * 0.5F, 0);
  const float taken = text(canvas, box, tr(kNames[static_cast<std::size_t>(card.stage)]),
                           {.ink = card.chosen ? Ink::ink : Ink::quiet,
                            .size = Size::small,
                            .face = card.chosen ? Face::semibold : Face::regular,
                            .max_width = box.w});
  box.take_left(taken + canvas.em * 0.5F, 0);
  if (text_width(canvas, time, {.size = Size::small}) > box.w) return;
  text(canvas, box, time, {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
}

// One stage of the row: name and time over a small picture, a line under the chosen one.
void draw_card(const Result& result, Drawing& drawing, Rect box, const Card& card) {
  Canvas& canvas = drawing.canvas;
  const Region region = plot::region(canvas, stage_id(card.stage), box);
  if (region.clicked) drawing.values.set("stage", card.stage);
  if (region.hovered && !card.chosen) fill(canvas, box.inset(-4), canvas.colour(Ink::raised), {4});
  if (region.hovered) canvas.pointed_symbol = kSymbols[static_cast<std::size_t>(card.stage)];
  const Rect under = box.take_bottom(2, 6);
  fill(canvas, under, canvas.colour(card.chosen ? Ink::accent : Ink::hairline), {1});
  const Rect words = box.take_top(line_height(canvas, Size::small), 6);
  draw_card_words(canvas, words, card, time_text(card.stage, drawing.times));
  draw_thumbnail(result, canvas, box, card);
}

void draw_cards(const Result& result, Drawing& drawing, const Rect& row) {
  const int chosen = drawing.values.integer("stage");
  const float gap = 3 * kGrid;
  for (int stage = 0; stage < kStageCount; ++stage) {
    const Rect box = row.column(stage, kStageCount, gap);
    draw_card(result, drawing, box,
              {.stage = stage, .chosen = stage == chosen, .reached = stage <= static_cast<int>(result.reached)});
    if (stage == 0) continue;
    const float y = row.y + line_height(drawing.canvas, Size::small) / 2;
    arrow(drawing.canvas, {box.x - gap + 5, y}, {box.x - 7, y}, drawing.canvas.colour(Ink::quiet), 1);
  }
}

// On a phone: a row of numbers, and the chosen stage's name and time under it.
void draw_steps(Drawing& drawing, Rect& area) {
  Canvas& canvas = drawing.canvas;
  const int chosen = drawing.values.integer("stage");
  const Rect row = area.take_top(2.6F * canvas.em, 6);
  for (int stage = 0; stage < kStageCount; ++stage) {
    const Rect box = row.column(stage, kStageCount, 6);
    if (region(canvas, stage_id(stage), box).clicked) drawing.values.set("stage", stage);
    const bool taken = stage == chosen;
    fill(canvas, box, canvas.colour(taken ? Ink::accent : Ink::raised), {4});
    text(canvas, box, std::to_string(stage + 1),
         {.ink = taken ? Ink::paper : Ink::quiet,
          .face = Face::semibold,
          .along = Along::centre,
          .upright = Upright::middle});
  }
  const Rect words = area.take_top(line_height(canvas, Size::body), kGrid);
  text(canvas, words, tr(kNames[static_cast<std::size_t>(chosen)]), {.face = Face::semibold});
  text(canvas, words, time_text(chosen, drawing.times),
       {.ink = Ink::quiet, .size = Size::small, .along = Along::right});
}

void draw_panels(const Result& result, Drawing& drawing, const Rect& area) {
  const auto stage = kAllStages[static_cast<std::size_t>(drawing.values.integer("stage"))];
  if (stage > result.reached) {
    paragraph(drawing.canvas, area, tr("This stage has not been reached yet."), {.ink = Ink::quiet});
    return;
  }
  const StagePanels panels = panels_of(stage, result);
  const bool narrow = drawing.canvas.narrow();
  const std::array<Rect, 2> boxes = narrow ? area.rows<2>({1.15F, 1}, 2 * kGrid) : area.columns<2>({1, 1}, 6 * kGrid);
  panels.main(result, drawing.canvas, boxes[0]);
  panels.side(result, drawing.canvas, boxes[1]);
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  Rect area = drawing.canvas.area.inset(2);
  if (drawing.canvas.narrow()) {
    draw_steps(drawing, area);
  } else {
    draw_cards(result, drawing, area.take_top(area.h * 0.28F, 3 * kGrid));
  }
  draw_panels(result, drawing, area);
}

}  // namespace figures::algorithm
