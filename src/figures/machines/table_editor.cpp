// The transition table of figure "machines", to click through.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "figures/machines/machine.hpp"
#include "figures/machines/picture.hpp"
#include "learner/interpolation.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/words.hpp"

namespace figures::machines {
namespace {

constexpr TextStyle kSmall = {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle};
constexpr auto kMeaning = Phrase("Click an entry: the next state. Click a state: it accepts, or not.");

// In em.
constexpr float kRow = 2.5F;
constexpr float kLettersRow = 1.5F;
constexpr float kNames = 4.2F;
constexpr float kWidest = 7;
constexpr float kKey = 1.7F;

float heading_height(const Canvas& canvas, float width) {
  return line_height(canvas) + paragraph_height(canvas, width, tr(kMeaning), {.size = Size::small}) + 1.5F * kGrid;
}

// Everything the editor needs to know of one entry.
struct Entry {
  int state;
  int letter;
  int next;
  bool asked = false;  // by the step shown last
  bool known = false;  // there is an answer for it, and it is still the entry that was asked about
  int answered = 0;
  double rho = 0;
  Sureness sureness() const {
    if (answered != next) return Sureness::wrong;
    return rho <= learner::Interpolation::kInside ? Sureness::certain : Sureness::open;
  }
};

// The step shown last: it is about one entry.
const TraceStep* step_shown(const Trace& trace, const Values& values) {
  const std::size_t shown = std::min(static_cast<std::size_t>(values.integer("step")), trace.steps.size());
  return shown == 0 ? nullptr : &trace.steps[shown - 1];
}

Entry entry_of(const Result& result, const Values& values, const Eigen::MatrixXi& next, int state, int letter) {
  Entry entry{.state = state, .letter = letter, .next = next(state, letter)};
  entry.known = next.rows() == result.next.rows() && next.cols() == result.next.cols() && entry.next != kHole &&
                entry.next == result.next(state, letter);
  if (!entry.known) return entry;
  const CurvePoint& point = result.points[point_at(result, values.number("N"))];
  const auto key = learner::automaton_key(next.cols(), state, letter);
  entry.answered = rounded(point.answers, key);
  entry.rho = point.rho(key);
  return entry;
}

std::string tip_of(const Entry& entry) {
  const std::string from = state_name(entry.state);
  const std::string on = letter_name(entry.letter);
  if (entry.next == kHole) {
    return tr("%1 on %2: a hole\nThe table says nothing. Click for a next state.", from, on);
  }
  const std::string to = state_name(entry.next);
  if (!entry.known) return tr("%1 on %2 to %3\nClick for another next state.", from, on, to);
  const std::string rho = entry.rho <= learner::Interpolation::kInside ? "0" : number(entry.rho, 3);
  return tr("%1 on %2 to %3\nlearned: %4, $ρ$ = %5\nClick for another next state.", from, on, to,
            state_name(entry.answered), rho);
}

void draw_entry(Drawing& drawing, const Rect& cell, const Entry& entry) {
  Canvas& canvas = drawing.canvas;
  const std::string id = "machines.entry." + std::to_string(entry.state) + "." + std::to_string(entry.letter);
  const Region region = plot::region(canvas, id, cell);
  const bool is_hole = entry.next == kHole;
  fill(canvas, cell, canvas.colour(is_hole ? Ink::paper : Ink::raised), {4});
  const Ink edge = region.hovered ? Ink::accent : entry.asked ? Ink::query : Ink::hairline;
  outline(canvas, cell, canvas.colour(edge), region.hovered || entry.asked ? 2.F : 1.F, {4});
  text(canvas, cell, is_hole ? tr("hole") : state_name(entry.next),
       {.ink = is_hole ? Ink::quiet : Ink::ink, .along = Along::centre, .upright = Upright::middle});
  if (entry.known) draw_sureness(canvas, {cell.right() - 0.75F * canvas.em, cell.centre().y}, entry.sureness());
  if (region.hovered) tooltip(canvas, {cell.right(), cell.y}, tip_of(entry));
  if (region.clicked) cycle_entry(drawing.values, entry.state, entry.letter);
}

std::string state_tip(int state, bool accepting) {
  const std::string name = state_name(state);
  const std::string words =
      accepting ? tr("%1 accepts\nClick to change that.", name) : tr("%1 does not accept\nClick to change that.", name);
  return state == 0 ? words + "\n" + std::string(tr("The run starts here.")) : words;
}

void draw_row_name(Drawing& drawing, const Rect& box, int state) {
  Canvas& canvas = drawing.canvas;
  const bool accepting = accepting_of(drawing.values)[static_cast<std::size_t>(state)];
  const Point centre{box.x + 2.7F * canvas.em, box.centre().y};
  const float radius = kStateRadius * canvas.em;
  const Rect place{centre.x - radius, centre.y - radius, 2 * radius, 2 * radius};
  const Region region = plot::region(canvas, "machines.state." + std::to_string(state), place);
  if (region.hovered) disc(canvas, centre, radius + 4, tint(Ink::accent, 0.2F, canvas.dark));
  draw_state(canvas, centre, {.state = state, .accepting = accepting, .start = state == 0});
  if (region.hovered) tooltip(canvas, {place.right(), place.y}, state_tip(state, accepting));
  if (region.clicked) toggle_accepting(drawing.values, state);
}

// What the marks in the entries mean.
void draw_key(Canvas& canvas, Rect box) {
  constexpr std::array kMarks = {std::pair{Sureness::certain, Phrase("learned, $ρ$ = 0")},
                                 std::pair{Sureness::open, Phrase("right, $ρ$ > 0")},
                                 std::pair{Sureness::wrong, Phrase("wrong")}};
  for (const auto& [mark, meaning] : kMarks) {
    const std::string_view words = tr(meaning);
    if (box.w < text_width(canvas, words, kSmall) + 1.5F * canvas.em) return;
    draw_sureness(canvas, {box.x + 5, box.centre().y}, mark);
    box.take_left(14, 0);
    box.take_left(text(canvas, box, words, kSmall), 1.1F * canvas.em);
  }
}

}  // namespace

void draw_state(Canvas& canvas, Point centre, const StateMark& mark) {
  const float radius = kStateRadius * canvas.em;
  const Colour colour = canvas.colour(Ink::ink);
  disc(canvas, centre, radius, canvas.colour(Ink::paper));
  ring(canvas, centre, radius, colour, 1.25F);
  if (mark.accepting) ring(canvas, centre, radius - 2.5F, colour, 1);
  const Rect box{centre.x - radius, centre.y - radius, 2 * radius, 2 * radius};
  text(canvas, box, state_name(mark.state), {.size = Size::script, .along = Along::centre, .upright = Upright::middle});
  if (mark.start)
    arrow(canvas, {centre.x - radius - 1.3F * canvas.em, centre.y}, {centre.x - radius - 1, centre.y}, colour);
}

void draw_sureness(Canvas& canvas, Point centre, Sureness sureness) {
  constexpr float kRadius = 3.5F;
  if (sureness == Sureness::certain) disc(canvas, centre, kRadius, canvas.colour(Ink::W));
  if (sureness == Sureness::open) ring(canvas, centre, kRadius, canvas.colour(Ink::W));
  if (sureness != Sureness::wrong) return;
  const Colour red = canvas.colour(Ink::error);
  line(canvas, {centre.x - kRadius, centre.y - kRadius}, {centre.x + kRadius, centre.y + kRadius}, red, 2);
  line(canvas, {centre.x - kRadius, centre.y + kRadius}, {centre.x + kRadius, centre.y - kRadius}, red, 2);
}

float table_editor_height(const Canvas& canvas, float width, const Values& values) {
  return heading_height(canvas, width) +
         (kLettersRow + kRow * static_cast<float>(values.integer("states")) + kKey) * canvas.em;
}

void draw_table_editor(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  heading(canvas, box, tr("Your machine"), tr(kMeaning));
  const Eigen::MatrixXi next = table_of(drawing.values);
  const Trace trace = trace_word(result, drawing.values);
  const TraceStep* step = step_shown(trace, drawing.values);
  const auto letters = static_cast<float>(next.cols());
  const float width = std::min(kWidest * canvas.em, (box.w - kNames * canvas.em) / letters);
  Rect header = box.take_top(kLettersRow * canvas.em, 0);
  header.take_left(kNames * canvas.em, 0);
  for (int letter = 0; letter < next.cols(); ++letter) {
    text(canvas, header.take_left(width, 0).inset(0, 0, 6, 0), tr("on %1", letter_name(letter)),
         {.ink = Ink::quiet, .size = Size::small, .along = Along::centre, .upright = Upright::middle});
  }
  for (int state = 0; state < next.rows(); ++state) {
    Rect row = box.take_top(kRow * canvas.em, 0);
    draw_row_name(drawing, row.take_left(kNames * canvas.em, 0), state);
    for (int letter = 0; letter < next.cols(); ++letter) {
      const Rect cell = row.take_left(width, 0).inset(0, 3, 6, 3);
      Entry entry = entry_of(result, drawing.values, next, state, letter);
      entry.asked = step != nullptr && step->state == state && step->letter == letter;
      draw_entry(drawing, cell, entry);
    }
  }
  draw_key(canvas, box.take_top(kKey * canvas.em, 0));
}

}  // namespace figures::machines
