// What the picture of figure "head_race" is made of.
#pragma once

#include "figures/head_race/head_race.hpp"
#include "plot/curve.hpp"

namespace figures::head_race {

// How a model is drawn. Orange for heads of one layer, from pale and thin to dark and wide the more there are; green
// for more layers, ink for the full transformer, the accent for the reader's own.
CurveStyle look_of(const Entry& entry);

// The switches that show and hide models, which name the colours too; takes its rows off the top of `area`. In a
// picture to take away only those that are shown. Returns the course of the model under the pointer.
const Course* draw_switches(Drawing& drawing, const Reading& reading, Rect& area);

}  // namespace figures::head_race
