// The word of figure "machines", to edit, its run by the learned step, and what the layer sees at one step.

#include "figures/machines/machines.hpp"
#include "learner/machines/automaton.hpp"
#include "plot/cells.hpp"

namespace figures::machines {
namespace {

// In em.
constexpr float kRowNames = 3;
constexpr float kWidestStep = 4;
constexpr float kTallest = 3.2F;
constexpr float kTallestNarrow = 4.2F;
constexpr float kShortest = 2;
constexpr float kLetter = 2;
constexpr float kRho = 2.6F;
constexpr float kNumber = 2.15F;  // a cell narrower than this holds no number
constexpr float kAsked = 13;      // for what the layer sees
constexpr float kLargestToken = 1.9F;
constexpr float kLeastToken = 0.7F;
constexpr float kSide = 3.4F;
constexpr float kWords = 14;

// Where things stand. Column 0 is the start, column t the state after t letters; row s is state s.
struct RunGrid {
  Rect letters;
  Rect cells;
  Rect rho;
  float column = 0;
  float row = 0;
  float x_at(std::size_t time) const { return cells.x + column * static_cast<float>(time); }
  // The column at a pixel, from 0. Where there is no room columns have no width.
  std::size_t time_at(float x) const {
    return static_cast<std::size_t>(std::max(0.F, (x - cells.x) / std::max(column, 1.F)));
  }
  Rect cell(int state, std::size_t time) const {
    const float gap = std::min(0.3F * column, 12.F);
    return {x_at(time) + gap / 2, cells.y + row * static_cast<float>(state) + 4, column - gap, row - 8};
  }
  Rect letter(std::size_t time) const { return {x_at(time) + 1, letters.y, column - 2, letters.h}; }
};

// Where a step leaves a cell, and where it arrives.
Point exit_of(const Rect& cell) { return {cell.right(), cell.centre().y}; }
Point entry_of(const Rect& cell) { return {cell.x, cell.centre().y}; }

RunGrid grid_in(const Canvas& canvas, Rect box, int states, std::size_t letters) {
  RunGrid grid;
  grid.letters = box.take_top(kLetter * canvas.em, 6);
  grid.rho = box.take_bottom(kRho * canvas.em, 6);
  box.take_left(kRowNames * canvas.em, 0);
  const auto rows = static_cast<float>(states);
  grid.column = std::min(kWidestStep * canvas.em, box.w / static_cast<float>(std::max<std::size_t>(letters, 5) + 1));
  grid.row = std::min((canvas.narrow() ? kTallestNarrow : kTallest) * canvas.em, box.h / rows);
  grid.cells = {box.x, box.y, grid.column * static_cast<float>(letters + 1), grid.row * rows};
  grid.rho.y = grid.cells.bottom() + 6;
  return grid;
}

struct Scene {
  Drawing& drawing;
  const Result& result;
  const Trace& trace;
  RunGrid grid;
  Canvas& canvas = drawing.canvas;
  const TraceStep& step_to(std::size_t time) const { return trace.steps[time - 1]; }

  void draw_letter(std::size_t time, bool hovered) {
    const int letter = trace.word[time - 1];
    const Rect box = grid.letter(time);
    fill(canvas, box, canvas.colour(Ink::raised), {4});
    const bool last_read = time == trace.shown;
    if (hovered || last_read) outline(canvas, box, canvas.colour(Ink::accent), hovered ? 2.F : 1.5F, {4});
    const Ink ink = time <= trace.shown ? Ink::ink : Ink::quiet;
    text(canvas, box, letter_name(letter),
         centred(letter >= result.letters() ? Ink::error : ink, Size::body, Face::semibold));
  }

  // The letters of the word, to click through.
  void draw_word() {
    const std::size_t letters = trace.word.size();
    if (letters == 0) return;
    // One region for all: on touch those of narrow letters would cover one another.
    Rect row = grid.letter(1);
    row.w = grid.letter(letters).right() - row.x;
    const Region region = plot::region(canvas, "machines.word", row);
    const std::size_t under = std::clamp<std::size_t>(grid.time_at(canvas.pointer.at.x), 1, letters);
    for (std::size_t time = 1; time <= letters; ++time) draw_letter(time, region.hovered && time == under);
    const int letter = trace.word[under - 1];
    if (region.hovered) {
      const Rect box = grid.letter(under);
      const std::string at = std::to_string(under);
      tooltip(canvas, {box.right(), box.y},
              letter >= result.letters()
                  ? tr("letter %1: %2\nThe table has no such letter.\nPress for another.", at, letter_name(letter))
                  : tr("letter %1: %2\nPress for another.", at, letter_name(letter)));
    }
    if (!region.clicked) return;
    std::vector<int> word = trace.word;
    word[under - 1] = (letter + 1) % drawing.values.integer("letters");
    set_word(drawing.values, word);
  }

  // The answer for one state before rounding.
  void draw_cell(std::size_t time, int state) {
    const Rect cell = grid.cell(state, time);
    const TraceStep& step = step_to(time);
    const double value = step.answer(state);
    fill(canvas, cell, tint(Ink::W, 0.6F * static_cast<float>(std::clamp(value, 0.0, 1.0)), canvas.dark), {2});
    outline(canvas, cell, canvas.colour(Ink::hairline), 1, {2});
    if (cell.w >= kNumber * canvas.em) text(canvas, cell, fixed(value, 2), centred(Ink::ink, Size::script));
    if (!canvas.hovers(cell)) return;
    tooltip(canvas, {cell.right(), cell.y},
            tr("step %1: %2 on %3\nanswer for %4: %5\nrounded %6, the table says %7\n$ρ$ = %8", std::to_string(time),
               state_name(step.state), letter_name(step.letter), state_name(state), number(value, 6),
               state_name(step.next), state_name(step.told), number(step.rho, 3)));
  }

  void draw_rho(std::size_t time) {
    const double rho = step_to(time).rho;
    const Rect box{grid.x_at(time), grid.rho.y, grid.column, grid.rho.h};
    const float words = line_height(canvas, Size::script);
    const float height = (box.h - words) * static_cast<float>(std::min(1.0, rho));
    const float gap = 0.25F * box.w;
    fill(canvas, {box.x + gap, box.bottom() - words - height, box.w - 2 * gap, std::max(height, 1.F)},
         canvas.colour(Ink::quiet));
    const std::string number = rho == 0 ? "0" : fixed(rho, 2);
    const std::string shorter = rho > 0 && rho < 0.995 ? number.substr(1) : number;
    const bool fits = text_width(canvas, number, {.size = Size::script}) <= box.w;
    text(canvas, Rect{box.x, box.bottom() - words, box.w, words}, fits ? number : shorter,
         {.ink = Ink::quiet, .size = Size::script, .along = Along::centre});
  }

  // The state that rounding takes.
  void draw_choice(std::size_t time) {
    const TraceStep& step = step_to(time);
    const Colour colour = canvas.colour(step.right() ? Ink::W : Ink::error);
    const Rect to = grid.cell(step.next, time);
    line(canvas, exit_of(grid.cell(step.state, time - 1)), entry_of(to), colour, 2.5F);
    outline(canvas, to, colour, 2.5F, {2});
    if (!step.right()) draw_sureness(canvas, {to.right() - 6, to.y + 7}, Sureness::wrong);
  }

  // The plain simulator's state, and its way where the learned run has left it.
  void draw_truth(std::size_t time) {
    const std::vector<int>& truth = trace.truth;
    if (time >= truth.size()) return;
    const Colour colour = canvas.colour(Ink::truth);
    const Rect to = grid.cell(truth[time], time);
    const Rect frame = to.inset(-3);
    const Point corners[] = {
        {frame.x, frame.y}, {frame.right(), frame.y}, {frame.right(), frame.bottom()}, {frame.x, frame.bottom()}};
    for (int k = 0; k < 4; ++k) dashed_line(canvas, corners[k], corners[(k + 1) % 4], colour, 1.5F, 3, 3);
    if (time == 0) return;
    if (truth[time] == trace.state_after(time) && truth[time - 1] == trace.state_after(time - 1)) return;
    dashed_line(canvas, exit_of(grid.cell(truth[time - 1], time - 1)), entry_of(to), colour, 1.5F);
  }

  void draw_steps() {
    const float x = grid.cells.x - 1.5F * canvas.em;
    for (int state = 0; state < result.states(); ++state)
      draw_state(canvas, {x, grid.cell(state, 0).centre().y}, state, trace.accepts(state));
    text(canvas, Point{x, grid.rho.centre().y}, "$ρ$", centred());
    // Each column of cells is a place to step to.
    const Region region = plot::region(canvas, "machines.steps", grid.cells);
    if (region.clicked) drawing.values.set("step", static_cast<double>(grid.time_at(canvas.pointer.at.x)));
    for (std::size_t time = 0; time <= trace.word.size(); ++time) {
      const bool empty = time == 0 || time > trace.shown;
      for (int state = 0; state < result.states(); ++state) {
        if (!empty) {
          draw_cell(time, state);
        } else {
          outline(canvas, grid.cell(state, time), canvas.colour(Ink::hairline), 1, {2});
        }
      }
      if (!empty) draw_rho(time);
    }
    outline(canvas, grid.cell(0, 0), canvas.colour(Ink::W), 2.5F, {2});
    text(canvas, grid.letter(0), tr("start"), centred(Ink::quiet, Size::script));
    for (std::size_t time = 0; time <= trace.shown; ++time) {
      draw_truth(time);
      if (time > 0) draw_choice(time);
    }
  }
};

// Buttons that make the word longer and shorter.
void draw_word_buttons(Drawing& drawing, Rect box, std::vector<int> word) {
  Canvas& canvas = drawing.canvas;
  const auto clicked = [&](std::string_view id, std::string_view words) {
    const float width = text_width(canvas, words, {.size = Size::small}) + 1.8F * canvas.em;
    return button(canvas, id, box.take_left(width), words);
  };
  const bool shortens = !word.empty();
  if (word.size() < kMostSteps && clicked("machines.append", tr("Add a letter"))) {
    word.push_back(0);
    set_word(drawing.values, word);
  }
  if (shortens && clicked("machines.delete", tr("Delete the last"))) {
    word.pop_back();
    set_word(drawing.values, word);
  }
}

// --- What the layer sees --------------------------------------------------------------------------------------------

// Written down, not computed: one column for each entry of the table.
Matrix tokens_of(const Result& result, const TraceStep& step) {
  if (result.task == Task::automaton) {
    return learner::lookup_sequence(learner::automaton_shape(result.states(), result.letters()),
                                    result.next.transpose().reshaped(1, result.next.size()),
                                    learner::automaton_key(result.letters(), step.state, step.letter))
        .Z;
  }
  Matrix z = Matrix::Zero(result.states() + result.letters() + 1, 1);
  z(step.state, 0) = z(result.states() + step.letter, 0) = z(z.rows() - 1, 0) = 1;
  return z;
}

std::string_view meaning_of_tokens(bool weights) {
  if (weights) {
    return tr(
        "One token: the state, the letter, and a 1. The table is nowhere in it: it has to be in the weights, one head "
        "for each state, so every transition must be taught.");
  }
  return tr(
      "Each column of $Z$ is one entry of your table: which entry above, its next state below. The last column asks, "
      "with nothing below; the layer answers what belongs there. The weights know no machine, only how to look up.");
}

// The names of the rows' groups, to the left of the matrix.
void name_rows(Canvas& canvas, const MatrixView& view, int states, bool weights) {
  const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle};
  const int first = weights ? states : view.rows - states;
  const Rect upper = cells_of(view, {0, 0, first, 1});
  const Rect lower = cells_of(view, {first, 0, view.rows - first - (weights ? 1 : 0), 1});
  const float x = view.cells.x - 6;
  text(canvas, Point{x, upper.centre().y}, weights ? tr("state") : tr("entry"), style);
  text(canvas, Point{x, lower.centre().y}, weights ? tr("letter") : tr("next"), style);
}

// The answer before rounding, where it belongs: beside the next states, or beside the token.
void draw_answer(Canvas& canvas, const Vector& answer, const MatrixView& view) {
  const float entry = view.cell(0, 0).w + 1;
  const MatrixData data{.values = span_of(answer), .rows = static_cast<int>(answer.size()), .columns = 1};
  const float height = entry * static_cast<float>(data.rows);
  const Rect place{view.cells.right() + 2 * entry, view.cells.bottom() - height, entry + 1, height + 1};
  arrow(canvas, {view.cells.right() + 4, place.centre().y}, {place.x - 5, place.centre().y}, canvas.colour(Ink::W));
  const auto column = matrix(canvas, place, data, {.limit = 1.5, .name = false});
  mark_cells(canvas, column, {0, 0, data.rows, 1}, {.ink = Ink::W});
  text(canvas, Point{place.centre().x, place.y - 4}, tr("answer"),
       {.ink = Ink::W, .size = Size::small, .along = Along::centre, .upright = Upright::bottom});
}

// The tokens of the step that is shown last, and the answer; nothing where there is no room.
void draw_asked(Canvas& canvas, const Result& result, const Trace& trace, Rect box) {
  if (trace.steps.empty()) return;
  const std::size_t time = std::max<std::size_t>(trace.shown, 1);
  const TraceStep& step = trace.steps[time - 1];
  const Matrix Z = tokens_of(result, step);
  const Rect title = box.take_top(line_height(canvas));
  const auto rows = static_cast<float>(Z.rows());
  const auto columns = static_cast<float>(Z.cols());
  const float entry = std::min((box.h - 2) / rows, kLargestToken * canvas.em);
  const float width = kSide * canvas.em + entry * (columns + 3) + 2 * canvas.em;
  if (entry < kLeastToken * canvas.em || box.w < width + kWords * canvas.em) return;
  text(canvas, title,
       tr("What the layer sees at step %1: %2 on %3", std::to_string(time), state_name(step.state),
          letter_name(step.letter)),
       {.face = Face::semibold});
  Rect left = box.take_left(width, kGrid);
  left.take_left(kSide * canvas.em, 0);
  left.h = entry * rows + 1;
  left.w = entry * columns + 1;
  const int keys = static_cast<int>(result.next.size());
  const bool weights = result.task == Task::weights;
  const auto view = matrix(canvas, left, data_of(Z),
                           {.symbol = weights ? "z" : "Z",
                            .limit = 1.5,
                            .block_rows = weights ? result.states() : keys,
                            .block_columns = weights ? 0 : keys,
                            .name = false});
  mark_cells(canvas, view, {0, view.columns - 1, view.rows, 1}, {.ink = Ink::query});
  name_rows(canvas, view, result.states(), weights);
  draw_answer(canvas, step.answer, view);
  paragraph(canvas, box, meaning_of_tokens(weights), kCaption);
}

// --- Words ----------------------------------------------------------------------------------------------------------

// What the whole run came to.
std::string verdict(const Trace& trace) {
  if (const int wrong = trace.first_wrong(); wrong >= 0) return tr("Wrong at step %1", std::to_string(wrong + 1));
  if (trace.end == TraceEnd::foreign) return tr("Stopped by a foreign letter");
  if (trace.end == TraceEnd::hole) return tr("Stopped by a hole");
  return trace.accepts(trace.state_after(trace.steps.size())) ? tr("Accepted, as it should be")
                                                              : tr("Rejected, as it should be");
}

// What can be said of the steps shown.
void draw_verdict(Canvas& canvas, Rect box, const Trace& trace) {
  const int wrong = trace.first_wrong();
  if (trace.shown == trace.steps.size() || (wrong >= 0 && static_cast<int>(trace.shown) > wrong)) {
    headline_number(canvas, box, verdict(trace), trace_sentence(trace));
    return;
  }
  headline_number(
      canvas, box, tr("Running"),
      tr("After %1 of %2 the run stands in %3.", std::to_string(trace.shown),
         counted("%1 letter", "%1 letters", trace.word.size()), state_name(trace.state_after(trace.shown))));
}

// Always enough for the last one, so that nothing moves while the run plays.
float verdict_height(const Canvas& canvas, float width, const Trace& trace) {
  return line_height(canvas, Size::title) + 2 * kGrid +
         paragraph_height(canvas, width, trace_sentence(trace), {.size = Size::small});
}

std::string meaning_of(const Result& result, const std::string& from) {
  return passage({result.task == Task::weights ? tr("Learned from %1.", from)
                                               : tr("Learned from %1; this one was left out.", from),
                  tr("Cells: the answer before rounding; solid frame: rounded; dashed: the true run. Press a letter to "
                     "change it, a column to step there.")});
}

}  // namespace

void draw_run(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Trace trace = trace_word(result, drawing.values);
  heading(canvas, box, tr("The learned step runs your word"),
          meaning_of(result, teachers(result, drawing.settings, result.points[trace.point])));
  draw_word_buttons(drawing, box.take_top(1.9F * canvas.em), trace.word);
  const float words = verdict_height(canvas, box.w, trace);
  const float free = std::max(0.F, box.h - words - 2 * kGrid);
  const float least = (kLetter + kRho + kShortest * static_cast<float>(result.states())) * canvas.em;
  const bool asks = !canvas.narrow() && free >= least + kAsked * canvas.em;
  const Rect room{box.x, box.y, box.w, asks ? free - kAsked * canvas.em : free};
  Scene scene{drawing, result, trace, grid_in(canvas, room, result.states(), trace.word.size())};
  scene.draw_word();
  scene.draw_steps();
  box.take_top(scene.grid.rho.bottom() - box.y, 1.5F * kGrid);
  draw_verdict(canvas, box.take_top(words, kGrid), trace);
  if (asks) draw_asked(canvas, result, trace, box);
}

}  // namespace figures::machines
