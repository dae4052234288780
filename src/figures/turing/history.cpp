// The whole run of figure "turing": a row for each step, the tape as it was before it, and how much of its question was
// left open.
#include <algorithm>
#include <cmath>

#include "figures/turing/turing.hpp"

namespace figures::turing {
namespace {

constexpr float kLargestRow = 18;
constexpr float kLargestColumn = 26;
constexpr float kMark = 10;  // beside the first wrong step

// Where the rows and columns of the diagram lie. Row r is the configuration after r steps.
struct Diagram {
  const Scene& scene;
  Canvas& canvas = scene.canvas;
  Rect cells = {};
  Rect strip = {};  // of rho
  float row = 1;    // height
  float column = 1;
  int rows = scene.result.run.steps() + 1;
  float y_at(int r) const { return cells.y + static_cast<float>(r) * row; }
  float x_at(Index cell) const { return cells.x + static_cast<float>(cell - scene.reach.low) * column; }
  int row_at(float y) const { return std::clamp(static_cast<int>(std::floor((y - cells.y) / row)), 0, rows - 1); }
};

Diagram diagram_in(const Scene& scene, Rect box) {
  const float strip = 3.4F * scene.canvas.em;
  const float margin = 2.6F * scene.canvas.em;  // for the numbers of steps
  box.w -= kMark;
  Diagram diagram{scene};
  const auto cells = static_cast<float>(scene.reach.cells());
  diagram.column = std::min((box.w - strip - margin - kGrid) / cells, kLargestColumn);
  diagram.row = std::min(box.h / static_cast<float>(diagram.rows), kLargestRow);
  diagram.cells = {box.x + margin, box.y, cells * diagram.column, diagram.row * static_cast<float>(diagram.rows)};
  diagram.strip = {diagram.cells.right() + kGrid, box.y, strip, diagram.cells.h};
  return diagram;
}

// Calls draw(rectangle, kind) for each stretch of cells of one kind that is not 0. Of cells thinner than a pixel and a
// half only some are asked.
template <class Kind, class Draw>
void draw_stretches(const Diagram& diagram, const Rect& row, Kind kind, Draw draw) {
  const auto apart = std::max<Index>(1, static_cast<Index>(std::ceil(1.5F / diagram.column)));
  const Index high = diagram.scene.reach.high;
  for (Index cell = diagram.scene.reach.low; cell < high;) {
    const int here = kind(cell);
    const Index first = cell;
    while (cell < high && kind(cell) == here) cell += apart;
    const float left = diagram.x_at(first);
    if (here != 0) draw(Rect{left, row.y, diagram.x_at(std::min(cell, high)) - left, row.h}, here);
  }
}

void draw_row(const Diagram& diagram, const learner::Tape& tape, const Rect& row) {
  const float gap = diagram.column >= 5 && diagram.row >= 4 ? 0.5F : 0;
  draw_stretches(
      diagram, row, [&tape](Index cell) { return tape.read(cell); },
      [&](const Rect& stretch, int symbol) {
        fill(diagram.canvas, stretch.inset(0, gap, 0, gap),
             symbol_colour(diagram.canvas, symbol, diagram.scene.result.symbols));
      });
}

void draw_head_place(const Diagram& diagram, const Rect& row, Index head) {
  Canvas& canvas = diagram.canvas;
  const float width = std::max(diagram.column, 2.F);
  const float x = diagram.x_at(head) + (diagram.column - width) / 2;
  const float in = diagram.column >= 8 && diagram.row >= 8 ? 0.28F : 0;
  const Rect mark{x + in * width, row.y + in * row.h, width * (1 - 2 * in), std::max(1.F, row.h * (1 - 2 * in))};
  fill(canvas, mark.inset(-1), canvas.colour(Ink::paper), {3});
  fill(canvas, mark, canvas.colour(Ink::query), {in > 0 ? 2.F : 0.F});
}

// Red where the tape is not what it should be: after a wrong step.
void draw_differences(const Diagram& diagram, const learner::Tape& tape, const learner::Tape& truth, const Rect& row) {
  const float height = std::max(1.F, 0.2F * row.h);
  draw_stretches(
      diagram, {row.x, row.bottom() - height, row.w, height},
      [&](Index cell) { return tape.read(cell) == truth.read(cell) ? 0 : 1; },
      [&](const Rect& stretch, int) { fill(diagram.canvas, stretch, diagram.canvas.colour(Ink::error)); });
}

void draw_rho(const Diagram& diagram, const Rect& row, int step) {
  const Result& result = diagram.scene.result;
  if (step >= result.run.steps()) return;
  const int key = result.run.key(step);
  const auto rho = static_cast<float>(result.rho(key));
  const Rect bar{diagram.strip.x, row.y, std::max(1.F, rho * diagram.strip.w), std::max(1.F, row.h - 1)};
  fill(diagram.canvas, bar, diagram.canvas.colour(result.is_right(key) ? Ink::quiet : Ink::error));
}

void draw_rows(const Diagram& diagram) {
  const Result& result = diagram.scene.result;
  Walk walk(result, result.answered, result.run);
  Walk truth(result, result.table, result.truth);
  // Of rows thinner than a pixel only some are drawn.
  const int apart = std::max(1, static_cast<int>(std::ceil(1 / diagram.row)));
  while (true) {
    // Whole pixels, or there would be seams between rows.
    const float top = std::round(diagram.y_at(walk.done()));
    const Rect row{diagram.cells.x, top, diagram.cells.w, std::round(diagram.y_at(walk.done() + apart)) - top};
    if (walk.done() % apart == 0 || walk.ended()) {
      draw_row(diagram, walk.now().tape, row);
      if (result.first_wrong >= 0) draw_differences(diagram, walk.now().tape, truth.now().tape, row);
      draw_head_place(diagram, row, walk.now().head);
      draw_rho(diagram, row, walk.done());
    }
    if (walk.ended()) return;
    walk.step();
    if (!truth.ended()) truth.step();
  }
}

void draw_step_numbers(const Diagram& diagram) {
  Canvas& canvas = diagram.canvas;
  const float line = line_height(canvas, Size::small);
  const double least = 1.4 * line / diagram.row;
  int apart = 1;
  for (const int round : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
    apart = round;
    if (round >= least) break;
  }
  for (int row = 0; row < diagram.rows; row += apart) {
    text(canvas, Point{diagram.cells.x - 6, diagram.y_at(row) + diagram.row / 2}, whole(row),
         {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle});
  }
}

// A frame around the row shown, and a red mark beside the first wrong step.
void draw_marks(const Diagram& diagram) {
  Canvas& canvas = diagram.canvas;
  const Scene& scene = diagram.scene;
  outline(canvas, diagram.cells.inset(-1), canvas.colour(Ink::hairline));
  const float height = std::max(diagram.row, 3.F);
  const float y = diagram.y_at(scene.moment.done) + diagram.row / 2 - height / 2;
  outline(canvas, {diagram.cells.x - 2, y - 1, diagram.strip.right() - diagram.cells.x + 2, height + 2},
          canvas.colour(Ink::accent), 1.5F, {3});
  if (scene.result.first_wrong < 0) return;
  const float wrong = diagram.y_at(scene.result.first_wrong) + diagram.row / 2;
  disc(canvas, {diagram.strip.right() + 4, wrong}, 4, canvas.colour(Ink::error));
}

void point_at_rows(const Diagram& diagram) {
  Canvas& canvas = diagram.canvas;
  const Scene& scene = diagram.scene;
  const Rect all{diagram.cells.x, diagram.cells.y, diagram.strip.right() - diagram.cells.x, diagram.cells.h};
  const Region region = plot::region(canvas, "turing.history", all);
  if (!region.hovered) return;
  const int row = diagram.row_at(canvas.pointer.at.y);
  if (region.held) show_step(scene.result, scene.drawing.values, row);
  const float y = diagram.y_at(row);
  outline(canvas, {all.x - 2, y - 1, all.w + 2, std::max(diagram.row, 2.F) + 2}, canvas.colour(Ink::ink), 1, {3});
  tooltip(canvas, canvas.pointer.at, row_words(scene.result, row));
}

}  // namespace

void draw_history(const Scene& scene, Rect box) {
  Canvas& canvas = scene.canvas;
  const Result& result = scene.result;
  heading(canvas, box, tr("The whole run, a row a step"),
          result.run.steps() == 0 ? tr("No step has been done.") : tr("Time runs down. Click a row to go there."));
  const float line = line_height(canvas, Size::small);
  const Rect names = box.take_top(line, 4);
  if (box.h < 3 * canvas.em) return;
  const Diagram diagram = diagram_in(scene, box.inset(0, 2, 0, line / 2));
  text(canvas, Point{diagram.cells.x, names.y}, tr("tape"), kQuiet);
  text(canvas, Point{diagram.strip.x, names.y}, tr("$ρ$ to 1"), kQuiet);
  draw_rows(diagram);
  draw_step_numbers(diagram);
  draw_marks(diagram);
  point_at_rows(diagram);
}

}  // namespace figures::turing
