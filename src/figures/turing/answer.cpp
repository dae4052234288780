// One question of figure "turing": what the layer answers before rounding, beside what the table says.
#include <algorithm>
#include <array>
#include <string>

#include "figures/turing/picture.hpp"
#include "figures/turing/rule.hpp"
#include "figures/turing/words.hpp"
#include "plot/axes.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::turing {
namespace {

using learner::Rule;

constexpr float kLabels = 1.9F;  // em, under the bars
constexpr float kMostBars = 28;  // em, with their labels
constexpr TextStyle kQuiet = {.ink = Ink::quiet, .size = Size::small};

// One block of outputs: as many as there are choices, of which rounding takes the largest.
struct Block {
  std::string_view name;
  Index first;
  Index count;
  Index truth;     // among them
  Index answered;  // by rounding
};

std::array<Block, 3> blocks_of(const Result& result, std::size_t key) {
  const Rule truth = rule_of_number(result.table[key]);
  const Rule answered = rule_of_number(result.answered[key]);
  const auto next = [&result](const Rule& rule) -> Index {
    return rule.next == Rule::kHalt ? result.learned_states : rule.next;
  };
  return {
      Block{tr("write"), 0, result.learned_symbols, truth.write, answered.write},
      Block{tr("move"), result.learned_symbols, 3, static_cast<Index>(truth.move), static_cast<Index>(answered.move)},
      Block{tr("next state"), result.learned_symbols + 3, result.learned_states + 1, next(truth), next(answered)}};
}

// The same for every question of the machine, so that it rests while steps pass.
Range range_of(const Result& result) {
  Range range{-0.06, 1.06};
  for (const std::int32_t key : result.run.keys) {
    range.low = std::min(range.low, result.outputs.col(key).minCoeff() - 0.05);
    range.high = std::max(range.high, result.outputs.col(key).maxCoeff() + 0.05);
  }
  return range;
}

void draw_label(Canvas& canvas, const Rect& box, std::size_t block, Index k, const Result& result) {
  const int symbol = static_cast<int>(k);
  const Point at = box.centre();
  if (block == 0) {
    const float size = std::min(1.25F * canvas.em, box.w - 2);
    const Rect chip{at.x - size / 2, at.y - size / 2, size, size};
    outline(canvas, chip, canvas.colour(Ink::quiet), 1, {3});
    draw_symbol(canvas, chip, symbol, result.symbols);
  } else if (block == 1 && k != 1) {
    const float side = k == 0 ? -6.F : 6.F;
    arrow(canvas, {at.x - side, at.y}, {at.x + side, at.y}, canvas.colour(Ink::ink), 1.25F);
  } else if (block == 1) {
    disc(canvas, at, 2, canvas.colour(Ink::ink));
  } else {
    const int state = symbol == result.learned_states ? Rule::kHalt : symbol;
    text(canvas, box, state_letter(state),
         {.ink = state == Rule::kHalt ? Ink::quiet : Ink::ink,
          .size = Size::small,
          .along = Along::centre,
          .upright = Upright::middle});
  }
}

std::string label_words(std::size_t block, Index k, const Result& result) {
  constexpr std::array kMoves{Phrase("move: left"), Phrase("move: stay"), Phrase("move: right")};
  if (block == 0) return tr("write %1", symbol_word(static_cast<int>(k), result.symbols));
  if (block == 1) return tr(kMoves[static_cast<std::size_t>(k)]);
  return k == result.learned_states ? tr("halt") : tr("next state %1", state_letter(static_cast<int>(k)));
}

// Solid: the answer. Dashed: 1 where the table says so. Red: what rounding takes and should not.
void draw_output(Canvas& canvas, const Axes& axes, const Rect& column, double value, bool truth, bool taken) {
  const float zero = axes.y_at(0);
  const float width = std::min(column.w * 0.62F, 22.F);
  const float x = column.centre().x - width / 2;
  const float y = axes.y_at(value);
  const Rect bar{x, std::min(zero, y), width, std::max(1.5F, std::abs(zero - y))};
  fill(canvas, bar, taken ? canvas.colour(truth ? Ink::W : Ink::error) : tint(Ink::W, 0.4F, canvas.dark));
  if (!truth) return;
  const Rect box{x - 3, axes.y_at(1), width + 6, zero - axes.y_at(1)};
  const Colour ink = canvas.colour(Ink::truth);
  dashed_line(canvas, {box.x, box.bottom()}, {box.x, box.y}, ink, 1.5F, 4, 3);
  dashed_line(canvas, {box.x, box.y}, {box.right(), box.y}, ink, 1.5F, 4, 3);
  dashed_line(canvas, {box.right(), box.y}, {box.right(), box.bottom()}, ink, 1.5F, 4, 3);
}

void draw_lines(Canvas& canvas, const Axes& axes) {
  const Rect& area = axes.plot();
  for (const double level : {0.0, 1.0}) {
    const float y = std::round(axes.y_at(level));
    line(canvas, {area.x, y}, {area.right(), y}, canvas.colour(level == 0 ? Ink::quiet : Ink::hairline));
    TextStyle tick = kQuiet;
    tick.along = Along::right;
    tick.upright = Upright::middle;
    text(canvas, Point{area.x - 6, y}, level == 0 ? "0" : "1", tick);
  }
}

void draw_block(const Scene& scene, const Axes& axes, const Rect& box, std::size_t place, std::size_t key) {
  Canvas& canvas = scene.drawing.canvas;
  const Result& result = scene.result;
  const Block block = blocks_of(result, key)[place];
  const float labels = kLabels * canvas.em;
  for (Index k = 0; k < block.count; ++k) {
    const Rect column = box.column(static_cast<int>(k), static_cast<int>(block.count), 0);
    const double value = result.outputs(block.first + k, static_cast<Index>(key));
    draw_output(canvas, axes, column, value, k == block.truth, k == block.answered);
    draw_label(canvas, {column.x, axes.plot().bottom(), column.w, labels}, place, k, result);
    if (!canvas.hovers(column)) continue;
    tooltip(canvas, canvas.pointer.at,
            tr("%1\nlearned %2\nthe table says %3", label_words(place, k, result), number(value, 6),
               k == block.truth ? "1" : "0"));
  }
  TextStyle name = kQuiet;
  name.along = Along::centre;
  text(canvas, Rect{box.x, axes.plot().bottom() + labels, box.w, line_height(canvas, Size::small)}, block.name, name);
}

void draw_bars(const Scene& scene, Rect box, std::size_t key) {
  Canvas& canvas = scene.drawing.canvas;
  const Result& result = scene.result;
  box.take_bottom(kLabels * canvas.em + line_height(canvas, Size::small), 0);
  box.take_left(1.2F * canvas.em, 0);
  const Axes axes(box, {}, {.range = range_of(result)});
  draw_lines(canvas, axes);
  const auto [write, move, next] = box.columns<3>(
      {static_cast<float>(result.learned_symbols), 3, static_cast<float>(result.learned_states + 1)}, 2.5F * kGrid);
  std::size_t place = 0;
  for (const Rect& part : {write, move, next}) draw_block(scene, axes, part, place++, key);
  highlight(canvas, box, "W");
}

}  // namespace

void draw_answer(const Scene& scene, Rect box) {
  Canvas& canvas = scene.drawing.canvas;
  const Result& result = scene.result;
  const int question = scene.moment.question;
  if (scene.at_hole()) heading(canvas, box, tr("No rule to go on with"), end_sentence(result));
  if (question < 0) return;
  heading(canvas, box, question_words(result, question),
          tr("Solid: what the layer answers to this $z$, before rounding. Dashed: what the table says."));
  const auto key = static_cast<std::size_t>(result.run.keys[static_cast<std::size_t>(question)]);
  const bool right = result.answered[key] == result.table[key];
  const std::string verdict = verdict_sentence(result, key);
  const TextStyle style{.ink = right ? Ink::quiet : Ink::error, .size = Size::small};
  const float height = paragraph_height(canvas, box.w, verdict, style);
  const bool offers = result.first_wrong >= 0 && question != result.first_wrong;
  // As much as the longest verdict takes, so that the bars rest while steps pass.
  const float most = 4 * line_height(canvas, Size::small) + (result.first_wrong >= 0 ? 2.5F * canvas.em : 0);
  Rect words = box.take_bottom(result.first_wrong >= 0 ? most : 2 * line_height(canvas, Size::small), kGrid);
  const float high = kMostBars * canvas.em;
  if (box.h > high) {
    words.y -= box.h - high;
    box.h = high;
  }
  draw_bars(scene, box, key);
  paragraph(canvas, words.take_top(height), verdict, style);
  const std::string_view label = tr("Show the first wrong step");
  Rect place = words.take_top(2 * canvas.em, 0);
  place.w = std::min(place.w, text_width(canvas, label, {}) + 2 * canvas.em);
  if (offers && button(canvas, "turing.wrong", place, label)) {
    show_step(result, scene.drawing.values, result.first_wrong);
  }
}

}  // namespace figures::turing
