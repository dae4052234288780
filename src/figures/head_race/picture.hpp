// The parts of figure "head_race"'s picture; for its draw files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "figures/head_race/entries.hpp"
#include "figures/head_race/reading.hpp"
#include "plot/curve.hpp"

namespace figures::head_race {

// How a model is drawn. Orange for heads of one layer, stronger and wider the more there are; green for more layers,
// ink for the full transformer, the accent for the reader's own.
CurveStyle look_of(const Entry& entry);

// The switches that put models into the race, which name the colours too; takes its rows off the top of `area`. In a
// picture to take away only those that run. Returns the model under the pointer.
std::optional<Entry> draw_switches(Drawing& drawing, Rect& area);

// The plot: courses, closed form, marker, what the pointer is on.
struct RacePlot {
  const Result& result;
  const std::vector<Course>& courses;
  std::optional<std::size_t> lit;  // index of the course that is looked at
  std::size_t epoch = 0;           // of the marker
  Average average = Average::decades;
};
void draw_race(Drawing& drawing, const Rect& box, RacePlot race);

}  // namespace figures::head_race
