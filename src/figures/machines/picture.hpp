// The parts of figure "machines".
#pragma once

#include "figures/machines/recall.hpp"
#include "figures/machines/trace.hpp"

namespace figures::machines {

// The transition table, to click through, with what the learned step says of each entry.
void draw_table_editor(const Result& result, Drawing& drawing, Rect box);
// What it needs of a box this wide, heading included.
float table_editor_height(const Canvas& canvas, float width, const Values& values);

// Share of unseen questions answered rightly against N, with a marker to drag.
void draw_exactness(const Result& result, Drawing& drawing, Rect box);

// The word, to click through, and its run: answers before and after rounding beside the truth, with rho.
void draw_run(const Result& result, Drawing& drawing, Rect box);

// The tokens of the step that is shown last, and the answer; nothing where there is no room.
void draw_asked(const Result& result, Canvas& canvas, const Trace& trace, std::size_t shown, Rect box);

// Tokens and question of a memory, to drag, and what is recalled beside the truth.
void draw_memory(const Result& result, Drawing& drawing, Rect box);

// A state as a circle with its name, two circles where it accepts, an arrow where the run starts.
struct StateMark {
  int state = 0;
  bool accepting = false;
  bool start = false;
};
inline constexpr float kStateRadius = 0.92F;  // em
void draw_state(Canvas& canvas, Point centre, const StateMark& mark);

// How sure a learned answer is: a disc for right and certain, a ring for right with rho > 0, a red cross for wrong.
enum class Sureness : std::uint8_t { certain, open, wrong };
void draw_sureness(Canvas& canvas, Point centre, Sureness sureness);

// "12 machines that are not this one", "33 examples": whom it learned from.
std::string teachers(const Result& result, const CurvePoint& point);

}  // namespace figures::machines
