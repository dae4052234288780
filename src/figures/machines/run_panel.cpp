// The word of figure "machines" and its run by the learned step.
#include <algorithm>
#include <cmath>
#include <string>

#include "figures/machines/machine.hpp"
#include "figures/machines/run_grid.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::machines {
namespace {

// In em.
constexpr float kNames = 3;
constexpr float kWidest = 4;
constexpr float kTallest = 3.2F;
constexpr float kTallestNarrow = 4.2F;
constexpr float kShortest = 2;
constexpr float kLetter = 2;
constexpr float kRho = 2.6F;
constexpr float kAsked = 13;      // for what the layer sees
constexpr float kNumber = 2.15F;  // a cell narrower than this holds no number

RunGrid grid_in(const Canvas& canvas, Rect box, const Result& result, std::size_t letters) {
  RunGrid grid;
  grid.letters = box.take_top(kLetter * canvas.em, 6);
  grid.rho = box.take_bottom(kRho * canvas.em, 6);
  box.take_left(kNames * canvas.em, 0);
  grid.column = std::min(kWidest * canvas.em, box.w / static_cast<float>(std::max<std::size_t>(letters, 5) + 1));
  grid.row =
      std::min((canvas.narrow() ? kTallestNarrow : kTallest) * canvas.em, box.h / static_cast<float>(result.states()));
  grid.cells = {box.x, box.y, grid.column * static_cast<float>(letters + 1),
                grid.row * static_cast<float>(result.states())};
  grid.rho.y = grid.cells.bottom() + 6;
  return grid;
}

void dashed_frame(Canvas& canvas, const Rect& rect, Colour colour) {
  const Point corners[] = {
      {rect.x, rect.y}, {rect.right(), rect.y}, {rect.right(), rect.bottom()}, {rect.x, rect.bottom()}};
  for (int k = 0; k < 4; ++k) dashed_line(canvas, corners[k], corners[(k + 1) % 4], colour, 1.5F, 3, 3);
}

// --- The run --------------------------------------------------------------------------------------------------------

std::string cell_tip(const RunScene& scene, std::size_t time, int state) {
  const TraceStep& step = scene.trace.steps[time - 1];
  const auto key = learner::automaton_key(scene.result.letters(), step.state, step.letter);
  return tr("step %1: %2 on %3\nanswer for %4: %5\nrounded %6, the table says %7\n$ρ$ = %8", std::to_string(time),
            state_name(step.state), letter_name(step.letter), state_name(state),
            number(scene.point().answers(state, key), 6), state_name(step.next), state_name(step.told),
            number(step.rho, 3));
}

// The answer for one state before rounding.
void draw_answer(Canvas& canvas, const RunScene& scene, std::size_t time, int state) {
  const Rect cell = scene.grid.cell(state, time);
  const TraceStep& step = scene.trace.steps[time - 1];
  const auto key = learner::automaton_key(scene.result.letters(), step.state, step.letter);
  const double value = scene.point().answers(state, key);
  const Colour back = tint(Ink::W, 0.6F * static_cast<float>(std::clamp(value, 0.0, 1.0)), canvas.dark);
  fill(canvas, cell, back, {2});
  outline(canvas, cell, canvas.colour(Ink::hairline), 1, {2});
  if (cell.w >= kNumber * canvas.em) {
    text(canvas, cell, fixed(value, 2), {.size = Size::script, .along = Along::centre, .upright = Upright::middle});
  }
  if (canvas.hovers(cell)) tooltip(canvas, {cell.right(), cell.y}, cell_tip(scene, time, state));
}

void draw_choice(Canvas& canvas, const RunScene& scene, std::size_t time) {
  const TraceStep& step = scene.trace.steps[time - 1];
  const Ink ink = step.right() ? Ink::W : Ink::error;
  const Rect to = scene.grid.cell(step.next, time);
  const Rect from = scene.grid.cell(step.state, time - 1);
  line(canvas, {from.right(), from.centre().y}, {to.x, to.centre().y}, canvas.colour(ink), 2.5F);
  outline(canvas, to, canvas.colour(ink), 2.5F, {2});
  if (!step.right()) draw_sureness(canvas, {to.right() - 6, to.y + 7}, Sureness::wrong);
}

// The plain simulator's state, and its way where the learned run has left it.
void draw_truth(Canvas& canvas, const RunScene& scene, std::size_t time) {
  if (time >= scene.trace.truth.size()) return;
  const Rect to = scene.grid.cell(scene.trace.truth[time], time);
  dashed_frame(canvas, to.inset(-3), canvas.colour(Ink::truth));
  if (time == 0) return;
  const Rect from = scene.grid.cell(scene.trace.truth[time - 1], time - 1);
  const bool together = scene.trace.truth[time] == scene.trace.state_after(time) &&
                        scene.trace.truth[time - 1] == scene.trace.state_after(time - 1);
  if (together) return;
  dashed_line(canvas, {from.right(), from.centre().y}, {to.x, to.centre().y}, canvas.colour(Ink::truth), 1.5F);
}

void draw_rho(Canvas& canvas, const RunScene& scene, std::size_t time) {
  const double rho = scene.trace.steps[time - 1].rho;
  const Rect box = scene.grid.certainty(time);
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

void draw_start(Canvas& canvas, const RunScene& scene) {
  const Rect cell = scene.grid.cell(0, 0);
  outline(canvas, cell, canvas.colour(Ink::W), 2.5F, {2});
  text(canvas, scene.grid.letter(0), tr("start"),
       {.ink = Ink::quiet, .size = Size::script, .along = Along::centre, .upright = Upright::middle});
}

void draw_empty(Canvas& canvas, const RunScene& scene, std::size_t time) {
  for (int state = 0; state < scene.result.states(); ++state) {
    outline(canvas, scene.grid.cell(state, time), canvas.colour(Ink::hairline), 1, {2});
  }
}

void draw_names(Canvas& canvas, const RunScene& scene) {
  for (int state = 0; state < scene.result.states(); ++state) {
    const Rect cell = scene.grid.cell(state, 0);
    draw_state(canvas, {scene.grid.cells.x - 1.5F * canvas.em, cell.centre().y},
               {.state = state, .accepting = scene.trace.accepting[static_cast<std::size_t>(state)], .start = false});
  }
  text(canvas, Point{scene.grid.cells.x - 1.5F * canvas.em, scene.grid.rho.centre().y}, "$ρ$",
       {.along = Along::centre, .upright = Upright::middle});
}

// Each column of cells is a place to step to.
void choose_step(Drawing& drawing, const RunScene& scene) {
  const Region region = plot::region(drawing.canvas, "machines.steps", scene.grid.cells);
  if (region.clicked) drawing.values.set("step", static_cast<double>(scene.grid.time_at(drawing.canvas.pointer.at.x)));
}

void draw_steps(Drawing& drawing, const RunScene& scene) {
  Canvas& canvas = drawing.canvas;
  draw_names(canvas, scene);
  choose_step(drawing, scene);
  for (std::size_t time = 0; time <= scene.trace.word.size(); ++time) {
    if (time == 0 || time > scene.shown) {
      draw_empty(canvas, scene, time);
      continue;
    }
    for (int state = 0; state < scene.result.states(); ++state) draw_answer(canvas, scene, time, state);
    draw_rho(canvas, scene, time);
  }
  draw_start(canvas, scene);
  for (std::size_t time = 0; time <= scene.shown; ++time) {
    draw_truth(canvas, scene, time);
    if (time > 0) draw_choice(canvas, scene, time);
  }
}

// --- Words ----------------------------------------------------------------------------------------------------------

std::string headline(const Trace& trace) {
  if (const int wrong = trace.first_wrong(); wrong >= 0) return tr("Wrong at step %1", std::to_string(wrong + 1));
  if (trace.end == TraceEnd::foreign) return tr("Stopped by a foreign letter");
  if (trace.end == TraceEnd::hole) return tr("Stopped by a hole");
  const bool accepts = trace.accepting[static_cast<std::size_t>(trace.state_after(trace.steps.size()))];
  return accepts ? tr("Accepted, as it should be") : tr("Rejected, as it should be");
}

std::string waiting(const Trace& trace, std::size_t shown) {
  return tr("After %1 of %2 the run stands in %3.", std::to_string(shown),
            counted("%1 letter", "%1 letters", static_cast<double>(trace.word.size())),
            state_name(trace.state_after(shown)));
}

std::string meaning_of(const Result& result, const CurvePoint& point) {
  const std::string from = teachers(result, point);
  return passage({result.task == Task::weights ? tr("Learned from %1.", from)
                                               : tr("Learned from %1; this one was left out.", from),
                  tr("Cells: the answer before rounding; solid frame: rounded; dashed: the true run. Click a "
                     "letter to change it, "
                     "a column to step there.")});
}

struct Verdict {
  std::string words;
  std::string meaning;
};

// What can be said of the steps shown.
Verdict verdict_of(const Trace& trace, std::size_t shown) {
  const int wrong = trace.first_wrong();
  const bool told = shown == trace.steps.size() || (wrong >= 0 && static_cast<int>(shown) > wrong);
  if (told) return {headline(trace), trace_sentence(trace)};
  return {tr("Running"), waiting(trace, shown)};
}

// Always enough for the last one, so that nothing moves while the run plays.
float verdict_height(const Canvas& canvas, float width, const Trace& trace) {
  return line_height(canvas, Size::title) + 2 * kGrid +
         paragraph_height(canvas, width, trace_sentence(trace), {.size = Size::small});
}

}  // namespace

std::string teachers(const Result& result, const CurvePoint& point) {
  const auto N = static_cast<double>(point.N);
  switch (result.task) {
    case Task::automaton: break;
    case Task::weights:
      return tr("%1 of this machine's %2", whole(N),
                counted("%1 transition", "%1 transitions", static_cast<double>(result.needed)));
    case Task::memory: return counted("%1 other memory", "%1 other memories", N);
  }
  if (!result.whole) return counted("%1 transition of another machine", "%1 transitions of other machines", N);
  const double machines = std::ceil(N / static_cast<double>(result.next.size()));
  return counted("%1 other machine", "%1 other machines", machines);
}

void draw_run(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Trace trace = trace_word(result, drawing.values);
  heading(canvas, box, tr("The learned step runs your word"), meaning_of(result, result.points[trace.point]));
  draw_word_buttons(drawing, box.take_top(1.9F * canvas.em), trace);
  const float words = verdict_height(canvas, box.w, trace);
  const float free = std::max(0.F, box.h - words - 2 * kGrid);
  const float least = (kLetter + kRho + kShortest * static_cast<float>(result.states())) * canvas.em;
  const bool asks = !canvas.narrow() && free >= least + kAsked * canvas.em;
  const Rect room{box.x, box.y, box.w, asks ? free - kAsked * canvas.em : free};
  const RunGrid grid = grid_in(canvas, room, result, trace.word.size());
  const auto shown = std::min(static_cast<std::size_t>(drawing.values.integer("step")), trace.steps.size());
  const RunScene scene{result, trace, grid, shown};
  draw_word(drawing, scene);
  draw_steps(drawing, scene);
  box.take_top(grid.rho.bottom() - box.y, 1.5F * kGrid);
  const Verdict verdict = verdict_of(trace, shown);
  Rect said = box.take_top(words, kGrid);
  headline_number(canvas, said, verdict.words, verdict.meaning);
  if (asks) draw_asked(result, canvas, trace, shown, box);
}

}  // namespace figures::machines
