// The word of figure "machines" run by the learned step: looked up and said; and what the layer sees at one step.

#include "figures/machines/machines.hpp"
#include "plot/cells.hpp"

namespace figures::machines {
namespace {

// --- The run as sentences -------------------------------------------------------------------------------------------

// What stops a run at one letter in one state, before the layer is asked.
TraceEnd obstacle(const Result& result, int state, int letter) {
  if (letter >= result.letters()) return TraceEnd::foreign;
  return result.next(state, letter) == kHole ? TraceEnd::hole : TraceEnd::word;
}

std::string stopped(const Trace& trace) {
  const std::size_t read = trace.steps.size();
  const std::string letter = letter_name(trace.word[read]);
  const std::string place = std::to_string(read + 1);
  if (trace.end == TraceEnd::foreign) {
    return tr(
        "Letter %1, %2, is not in this table: the run stops there. Give the table one letter more, or press the "
        "letter.",
        place, letter);
  }
  return tr("From %1 on %2 the table says nothing: the run stops before letter %3. Press the hole to fill it.",
            state_name(trace.state_after(read)), letter, place);
}

std::string wrong(const Trace& trace, std::size_t at) {
  const TraceStep& step = trace.steps[at];
  const std::string place =
      step.next == kHole
          ? tr("Step %1 is the first to go wrong: from %2 on %3 no state has the largest number to itself.",
               std::to_string(at + 1), state_name(step.state), letter_name(step.letter))
          : tr("Step %1 is the first to go wrong: from %2 on %3 to %4 instead of %5.", std::to_string(at + 1),
               state_name(step.state), letter_name(step.letter), state_name(step.next), state_name(step.told));
  if (step.rho == 0)
    return passage({place, tr("The examples do decide this answer, so the fault is in the arithmetic.")});
  return passage({place, tr("The part of its question outside what the examples span is ρ = %1 of its length, so they "
                            "leave the answer open.",
                            number(step.rho, 2))});
}

std::string finished(const Trace& trace) {
  const int state = trace.state_after(trace.steps.size());
  const bool accepted = trace.accepts(state);
  if (trace.word.empty()) {
    return accepted ? tr("The empty word asks nothing: the run ends where it starts, in q1, and the word is accepted.")
                    : tr("The empty word asks nothing: the run ends where it starts, in q1, and the word is rejected.");
  }
  const std::string right = trace.steps.size() == 2
                                ? std::string(tr("Both steps are right"))
                                : counted("The one step is right", "All %1 steps are right", trace.steps.size());
  const std::string end = state_name(state);
  if (trace.largest_rho() == 0) {
    const std::string run = accepted ? tr("%1; the run ends in %2 and the word is accepted.", right, end)
                                     : tr("%1; the run ends in %2 and the word is rejected.", right, end);
    return passage({run, tr("ρ = 0 throughout, so no layer that fits the examples answers otherwise.")});
  }
  const std::string rho = number(trace.largest_rho(), 2);
  return accepted ? tr("%1; the run ends in %2 and the word is accepted, but not surely: ρ reaches %3, so the examples "
                       "left an answer open that rounding got right.",
                       right, end, rho)
                  : tr("%1; the run ends in %2 and the word is rejected, but not surely: ρ reaches %3, so the examples "
                       "left an answer open that rounding got right.",
                       right, end, rho);
}

// In em.
constexpr float kLargestToken = 1.7F;
constexpr float kLeastToken = 0.5F;
constexpr float kSide = 3.4F;
constexpr float kWords = 9;

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
      "Each column of $Z$ is an entry of your table, its next state below. The last one asks, with nothing below. The "
      "weights know no machine, only how to look up.");
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

}  // namespace

int Trace::first_wrong() const {
  const auto found = std::ranges::find_if(steps, [](const TraceStep& step) { return !step.right(); });
  return found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
}

double Trace::largest(double TraceStep::* quantity) const {
  double largest = 0;
  for (const TraceStep& step : steps) largest = std::max(largest, step.*quantity);
  return largest;
}

Trace trace_word(const Result& result, const Values& values) {
  Trace trace{.point = point_at(result, values.number("N")),
              .word = word_of(values),
              .truth = {0},
              .accepting = accepting_of(values)};
  int state = 0;
  for (const int letter : trace.word) {
    trace.end = obstacle(result, state, letter);
    if (trace.end != TraceEnd::word) break;
    trace.steps.push_back(ask(result, result.points[trace.point], state, letter));
    if (trace.steps.back().next == kHole) break;
    state = trace.steps.back().next;
  }
  for (const int letter : trace.word) {
    if (obstacle(result, trace.truth.back(), letter) != TraceEnd::word) break;
    trace.truth.push_back(result.next(trace.truth.back(), letter));
  }
  const double read = std::min(values.number("step"), static_cast<double>(trace.steps.size()));
  trace.shown = static_cast<std::size_t>(std::ceil(read));
  trace.glide = read < static_cast<double>(trace.shown) ? static_cast<float>(read - std::floor(read)) : 1;
  return trace;
}

int Trace::state_after(std::size_t steps_read) const {
  if (steps_read == 0) return 0;
  const TraceStep& last = steps[steps_read - 1];
  return last.next == kHole ? last.state : last.next;
}

bool Trace::has_gone_wrong() const {
  const bool is_tied = shown > 0 && steps[shown - 1].next == kHole;
  const int wrong = first_wrong();
  return is_tied || (wrong >= 0 && std::cmp_greater(done(), wrong));
}

bool Trace::astray(std::size_t steps_read) const {
  const bool is_tied = steps_read > 0 && steps[steps_read - 1].next == kHole;
  return is_tied || steps_read >= truth.size() || truth[steps_read] != state_after(steps_read);
}

std::string trace_sentence(const Trace& trace) {
  if (const int at = trace.first_wrong(); at >= 0) return wrong(trace, static_cast<std::size_t>(at));
  return trace.end == TraceEnd::word ? finished(trace) : stopped(trace);
}

void draw_asked(Canvas& canvas, const Result& result, const Trace& trace, Rect box) {
  if (trace.steps.empty()) return;
  const std::size_t time = std::max<std::size_t>(trace.shown, 1);
  const TraceStep& step = trace.steps[time - 1];
  const Matrix Z = tokens_of(result, step);
  const Rect title = box.take_top(line_height(canvas));
  const auto rows = static_cast<float>(Z.rows());
  const auto columns = static_cast<float>(Z.cols());
  const float beside = (box.w - (kSide + 2 + kWords) * canvas.em) / (columns + 3);
  const float entry = std::min({(box.h - 2) / rows, beside, kLargestToken * canvas.em});
  const float width = kSide * canvas.em + entry * (columns + 3) + 2 * canvas.em;
  if (entry < kLeastToken * canvas.em) return;
  text(canvas, title,
       tr("What the layer sees at step %1: %2 on %3", std::to_string(time), state_name(step.state),
          letter_name(step.letter)),
       {.face = Face::semibold, .max_width = title.w});
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
  if (trace.shown > 0) draw_answer(canvas, step.answer, view);
  paragraph(canvas, box, meaning_of_tokens(weights), kCaption);
}

}  // namespace figures::machines
