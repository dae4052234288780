// What the layer of figure "machines" sees at one step: the table as tokens, and the question.
#include <algorithm>
#include <string>

#include "figures/machines/machine.hpp"
#include "figures/machines/picture.hpp"
#include "figures/vocabulary.hpp"
#include "learner/machines/transition_learner.hpp"
#include "plot/cells.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::machines {
namespace {

// In em.
constexpr float kLargest = 1.9F;
constexpr float kLeast = 0.7F;
constexpr float kSide = 3.4F;
constexpr float kWords = 14;

Matrix tokens_of(const Result& result, const TraceStep& step) {
  const auto key = learner::automaton_key(result.letters(), step.state, step.letter);
  if (result.task == Task::automaton) {
    return learner::lookup_sequence(learner::automaton_shape(result.states(), result.letters()),
                                    result.next.transpose().reshaped(1, result.next.size()), key)
        .Z;
  }
  Matrix z = Matrix::Zero(result.states() + result.letters() + 1, 1);
  z(step.state, 0) = z(result.states() + step.letter, 0) = z(z.rows() - 1, 0) = 1;
  return z;
}

std::string heading_of(const TraceStep& step, std::size_t time) {
  return tr("What the layer sees at step %1: %2 on %3", std::to_string(time), state_name(step.state),
            letter_name(step.letter));
}

std::string words_of(const Result& result) {
  if (result.task == Task::weights) {
    return tr(
        "One token: the state, the letter, and a 1. The table is nowhere in it: it has to be in the weights, one head "
        "for each state, so every transition must be taught.");
  }
  return tr(
      "Each column of $Z$ is one entry of your table: which entry above, its next state below. The last column asks, "
      "with nothing below; the layer answers what belongs there. The weights know no machine, only how to look up.");
}

// The names of the rows' groups, to the left of the matrix.
void name_rows(Canvas& canvas, const MatrixView& view, const Result& result) {
  const TextStyle style{.ink = Ink::quiet, .size = Size::small, .along = Along::right, .upright = Upright::middle};
  const bool weights = result.task == Task::weights;
  const int first = weights ? result.states() : view.rows - result.states();
  const Rect upper = cells_of(view, {0, 0, first, 1});
  const Rect lower = cells_of(view, {first, 0, view.rows - first - (weights ? 1 : 0), 1});
  const float x = view.cells.x - 6;
  text(canvas, Point{x, upper.centre().y}, weights ? tr("state") : tr("entry"), style);
  text(canvas, Point{x, lower.centre().y}, weights ? tr("letter") : tr("next"), style);
}

// The answer before rounding, where it belongs: beside the next states, or beside the token.
void draw_answer(Canvas& canvas, const Result& result, const Trace& trace, const TraceStep& step,
                 const MatrixView& view) {
  const float entry = view.cell(0, 0).w + 1;
  const auto key = learner::automaton_key(result.letters(), step.state, step.letter);
  const Vector answer = result.points[trace.point].answers.col(key);
  const MatrixData data{.values = span_of(answer), .rows = static_cast<int>(answer.size()), .columns = 1};
  const float height = entry * static_cast<float>(data.rows);
  const Rect place{view.cells.right() + 2 * entry, view.cells.bottom() - height, entry + 1, height + 1};
  arrow(canvas, {view.cells.right() + 4, place.centre().y}, {place.x - 5, place.centre().y}, canvas.colour(Ink::W));
  const auto column = matrix(canvas, place, data, {.limit = 1.5, .name = false});
  mark_cells(canvas, column, {0, 0, data.rows, 1}, {.ink = Ink::W});
  text(canvas, Point{place.centre().x, place.y - 4}, tr("answer"),
       {.ink = Ink::W, .size = Size::small, .along = Along::centre, .upright = Upright::bottom});
}

}  // namespace

void draw_asked(const Result& result, Canvas& canvas, const Trace& trace, std::size_t shown, Rect box) {
  if (trace.steps.empty()) return;
  const std::size_t time = std::clamp<std::size_t>(shown, 1, trace.steps.size());
  const TraceStep& step = trace.steps[time - 1];
  const Matrix Z = tokens_of(result, step);
  const Rect title = box.take_top(line_height(canvas));
  const float entry = std::min((box.h - 2) / static_cast<float>(Z.rows()), kLargest * canvas.em);
  const float width = kSide * canvas.em + entry * static_cast<float>(Z.cols() + 3) + 2 * canvas.em;
  if (entry < kLeast * canvas.em || box.w < width + kWords * canvas.em) return;
  text(canvas, title, heading_of(step, time), {.face = Face::semibold});
  Rect left = box.take_left(width, kGrid);
  left.take_left(kSide * canvas.em, 0);
  left.h = entry * static_cast<float>(Z.rows()) + 1;
  left.w = entry * static_cast<float>(Z.cols()) + 1;
  const int keys = static_cast<int>(result.next.size());
  const bool weights = result.task == Task::weights;
  const auto view = matrix(canvas, left, data_of(Z),
                           {.symbol = weights ? "z" : "Z",
                            .limit = 1.5,
                            .block_rows = weights ? result.states() : keys,
                            .block_columns = weights ? 0 : keys,
                            .name = false});
  mark_cells(canvas, view, {0, view.columns - 1, view.rows, 1}, {.ink = Ink::query});
  name_rows(canvas, view, result);
  draw_answer(canvas, result, trace, step, view);
  paragraph(canvas, box, words_of(result), {.ink = Ink::quiet, .size = Size::small});
}

}  // namespace figures::machines
