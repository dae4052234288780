// The parts of the picture of figure "turing".
#pragma once

#include "figures/turing/moment.hpp"
#include "figures/turing/setup.hpp"
#include "figures/turing/turing.hpp"

namespace figures::turing {

// What all parts are drawn from.
struct Scene {
  const Result& result;
  Drawing& drawing;
  Setup setup;  // of the values as they are now: what edits change
  Moment moment;
  Reach reach;

  // Whether the result answers for the rule that the table has now.
  bool answers_for(int state, int symbol) const;
  // Whether the run is shown to its end, and ended before a hole; which one that is.
  bool at_hole() const;
  bool stands_before(int state, int symbol) const;
};

// The tape at the start, to be written, over the tape as it is now, with its head; buttons to step.
float tape_height(const Canvas& canvas);
void draw_tapes(const Scene& scene, Rect box);

// The table, to be clicked.
float table_height(const Scene& scene, float width);
void draw_table(const Scene& scene, Rect box);

// What the layer answers to the question of the moment, before rounding, beside the table's answer.
void draw_answer(const Scene& scene, Rect box);

// The first lessons as small runs, side by side.
void draw_lessons(const Scene& scene, Rect box);

// What it was taught from, and its rules answered rightly against traces.
void draw_growth(const Scene& scene, Rect box);

// The whole run, a row a step, with rho beside it.
void draw_history(const Scene& scene, Rect box);

// A cell with its symbol: the blank is empty, 1 is full.
Colour symbol_colour(const Canvas& canvas, int symbol, int symbols);
void draw_symbol(Canvas& canvas, const Rect& cell, int symbol, int symbols);

}  // namespace figures::turing
