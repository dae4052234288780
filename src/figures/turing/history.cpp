// The run of figure "turing" so far: a row for each step, the tape as it left it, and how much of its question was left
// open.

#include "figures/turing/turing.hpp"
#include "plot/panel.hpp"

namespace figures::turing {
namespace {

constexpr TextStyle kWrong{.ink = Ink::error, .size = Size::small, .face = Face::semibold, .upright = Upright::middle};
std::string wrong_words(const Result& result) {
  return result.first_wrong < 0 ? "" : tr("step %1 is wrong", whole(result.first_wrong + 1));
}

// Where the rows and columns of the diagram lie. Row r is the configuration after r steps.
struct Diagram {
  Diagram(const Scene& shown, Rect box) : scene(shown) {
    const Lanes lanes = lanes_of(scene, box);
    column = lanes.column;
    height = std::min(box.h / static_cast<float>(rows), 30.F);
    cells = {lanes.left, box.y, static_cast<float>(scene.reach.cells()) * column, height * static_cast<float>(rows)};
    strip = {lanes.strip, box.y, lanes.strip_width, cells.h};
  }

  const Scene& scene;
  const Result& result = scene.result;
  Canvas& canvas = scene.canvas;
  int rows = result.run.steps() + 1;
  std::string wrong = wrong_words(result);
  Rect cells, strip;  // of the tape, of rho
  float height;       // of a row
  float column;       // the width of a cell
  float y_at(int row) const { return cells.y + static_cast<float>(row) * height; }
  // On whole pixels, as the rows are.
  float x_at(Index cell) const { return std::round(cells.x + static_cast<float>(cell - scene.reach.low) * column); }

  // Calls draw(rectangle, kind) for each stretch of cells of one kind that is not 0. Of cells thinner than a pixel and
  // a half only some are asked.
  template <class Kind, class Draw>
  void draw_stretches(const Rect& row, Kind kind, Draw draw) {
    const auto apart = std::max<Index>(1, static_cast<Index>(std::ceil(1.5F / column)));
    const Index high = scene.reach.high;
    for (Index cell = scene.reach.low; cell < high;) {
      const int here = kind(cell);
      const Index first = cell;
      while (cell < high && kind(cell) == here) cell += apart;
      const float left = x_at(first);
      if (here != 0) draw(Rect{left, row.y, x_at(std::min(cell, high)) - left, row.h}, here);
    }
  }

  void draw_row(const learner::Tape& tape, const Rect& row) {
    const float gap = column >= 5 && height >= 4 ? 1 : 0;
    draw_stretches(
        row, [&tape](Index cell) { return tape.read(cell); },
        [&](const Rect& stretch, int symbol) {
          fill(canvas, stretch.inset(0, 0, 0, gap), symbol_colour(canvas, symbol, result.symbols));
        });
  }

  void draw_head_place(const Rect& row, Index head) {
    const float width = std::max(column, 2.F);
    const float x = x_at(head) + (column - width) / 2;
    const float in = column >= 8 && height >= 8 ? 0.28F : 0;
    const Rect mark{x + in * width, row.y + in * row.h, width * (1 - 2 * in), std::max(1.F, row.h * (1 - 2 * in))};
    fill(canvas, mark.inset(-1), canvas.colour(Ink::paper), {3});
    fill(canvas, mark, canvas.colour(Ink::query), {in > 0 ? 2.F : 0.F});
  }

  // Red where the tape is not what it should be: after a wrong step.
  void draw_differences(const learner::Tape& tape, const learner::Tape& truth, const Rect& row) {
    const float band = std::max(1.F, 0.2F * row.h);
    draw_stretches(
        {row.x, row.bottom() - band, row.w, band},
        [&](Index cell) { return tape.read(cell) == truth.read(cell) ? 0 : 1; },
        [&](const Rect& stretch, int) { fill(canvas, stretch, canvas.colour(Ink::error)); });
  }

  void draw_rho(const Rect& row, int done) {
    if (done == 0 || strip.w == 0) return;
    const int key = result.run.key(done - 1);
    const auto rho = static_cast<float>(result.rho(key));
    const Rect bar{strip.x, row.y, std::max(1.F, rho * strip.w), std::max(1.F, row.h - 1)};
    fill(canvas, bar, canvas.colour(result.is_right(key) ? Ink::quiet : Ink::error));
  }

  void draw_rows() {
    Walk walk(result, result.answered, result.run);
    Walk truth(result, result.table, result.truth);
    // After a wrong step nothing is the machine's any more.
    if (const int last = scene.moment.done; result.first_wrong >= 0 && last > result.first_wrong) {
      const float top = y_at(result.first_wrong + 1);
      fill(canvas, {cells.x, top, cells.w, y_at(last + 1) - top}, tint(Ink::error, 0.16F, canvas.dark));
    }
    // Of rows thinner than a pixel only some are drawn.
    const int apart = std::max(1, static_cast<int>(std::ceil(1 / height)));
    while (true) {
      // Whole pixels, or there would be seams between rows.
      const float top = std::round(y_at(walk.done()));
      const Rect row{cells.x, top, cells.w, std::round(y_at(walk.done() + apart)) - top};
      if (walk.done() % apart == 0 || walk.done() == scene.moment.done) {
        draw_row(walk.now().tape, row);
        if (result.first_wrong >= 0) draw_differences(walk.now().tape, truth.now().tape, row);
        draw_head_place(row, walk.now().head);
        draw_rho(row, walk.done());
      }
      // What is still to come is not shown.
      if (walk.done() == scene.moment.done) return;
      walk.step();
      if (!truth.ended()) truth.step();
    }
  }

  void draw_step_numbers() {
    const float line = line_height(canvas, Size::small);
    const double least = 1.4 * line / height;
    int apart = 1;
    for (const int round : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
      apart = round;
      if (round >= least) break;
    }
    for (int row = 0; row < rows; row += apart) {
      text(canvas, Point{cells.x - 6, y_at(row) + height / 2}, whole(row),
           {.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle});
    }
  }

  // A frame around the row shown, and around what the first wrong step makes, from when it is asked.
  void draw_marks() {
    outline(canvas, cells.inset(-1), canvas.colour(Ink::hairline));
    frame(scene.moment.done, Ink::accent, 1.5F);
    if (wrong.empty() || scene.moment.done < result.first_wrong) return;
    const int row = result.first_wrong + 1;
    frame(row, Ink::error, 2);
    text(canvas, Point{strip.right() + 6, y_at(row) + height / 2}, wrong, kWrong);
  }
  void frame(int row, Ink ink, float width) {
    const float high = std::max(height, 3.F);
    const float y = y_at(row) + height / 2 - high / 2;
    outline(canvas, {cells.x - 2, y - 1, strip.right() - cells.x + 2, high + 2}, canvas.colour(ink), width, {3});
  }

  void point_at_rows() {
    const Rect all{cells.x, cells.y, strip.right() - cells.x, cells.h};
    const Region region = plot::region(canvas, "turing.history", all);
    if (!region.hovered) return;
    const int row = std::clamp(static_cast<int>(std::floor((canvas.pointer.at.y - cells.y) / height)), 0, rows - 1);
    if (region.held) show_step(result, scene.drawing.values, row);
    frame(row, Ink::ink, 1);
    if (row <= scene.moment.done) tooltip(canvas, canvas.pointer.at, row_words(result, row));
  }
};

}  // namespace

Lanes lanes_of(const Scene& scene, const Rect& box) {
  const float margin = 2.2F * scene.canvas.em;                           // for the numbers of steps
  const float width = scene.all_certain() ? 0 : 3.4F * scene.canvas.em;  // of the strip
  const std::string wrong = wrong_words(scene.result);
  const float mark = wrong.empty() ? 0 : text_width(scene.canvas, wrong, kWrong) + 10;
  const float gap = width > 0 ? kGrid : 0;
  const auto cells = static_cast<float>(scene.reach.cells());
  Lanes lanes{.left = std::round(box.x + margin),
              .column = (box.w - margin - gap - width - mark - kLanesEnd) / cells,
              .strip_width = width};
  lanes.strip = lanes.left + cells * lanes.column + gap;
  return lanes;
}

void draw_history(const Scene& scene, Rect box) {
  Canvas& canvas = scene.canvas;
  const Result& result = scene.result;
  heading(canvas, box, "",
          result.run.steps() == 0 ? tr("No step has been done.")
          : scene.all_certain()
              ? tr("Time runs down. Press a row to go there.")
              : tr("Press a row to go there. $ρ$: how far its question lies outside the lessons, 0 to 1."));
  const float line = line_height(canvas, Size::small);
  const Rect names = box.take_top(scene.all_certain() ? 0 : line, scene.all_certain() ? 0 : 4);
  if (result.first_wrong >= 0) {
    const std::string_view label = tr("Show the first wrong step");
    Rect place = box.take_bottom(1.8F * canvas.em);
    place.w = std::min(place.w, text_width(canvas, label, {}) + 2 * canvas.em);
    const bool offers = scene.moment.done > result.first_wrong;
    if (offers && button(canvas, "turing.wrong", place, label))
      show_step(result, scene.drawing.values, result.first_wrong);
  }
  if (box.h < 3 * canvas.em) return;
  Diagram diagram(scene, box.inset(0, 2, 0, line / 2));
  if (!scene.all_certain()) text(canvas, Point{diagram.strip.x, names.y}, tr("$ρ$"), kCaption);
  diagram.draw_rows();
  diagram.draw_step_numbers();
  diagram.draw_marks();
  diagram.point_at_rows();
}

}  // namespace figures::turing
