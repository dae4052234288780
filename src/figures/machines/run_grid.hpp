// Where the word of figure "machines" and its run stand, for the parts of that panel.
#pragma once

#include <algorithm>

#include "figures/machines/picture.hpp"

namespace figures::machines {

// Where things stand. Column 0 is the start, column t the state after t letters; row s is state s.
struct RunGrid {
  Rect letters;
  Rect cells;
  Rect rho;
  float column = 0;
  float row = 0;
  Rect cell(int state, std::size_t time) const {
    const float gap = std::min(0.3F * column, 12.F);
    return {cells.x + column * static_cast<float>(time) + gap / 2, cells.y + row * static_cast<float>(state) + 4,
            column - gap, row - 8};
  }
  // The column at a pixel, from 0. Where there is no room columns have no width.
  std::size_t time_at(float x) const {
    return static_cast<std::size_t>(std::max(0.F, (x - cells.x) / std::max(column, 1.F)));
  }
  Rect letter(std::size_t time) const {
    return {cells.x + column * static_cast<float>(time) + 1, letters.y, column - 2, letters.h};
  }
  Rect certainty(std::size_t time) const { return {cells.x + column * static_cast<float>(time), rho.y, column, rho.h}; }
};

// What is drawn, together.
struct RunScene {
  const Result& result;
  const Trace& trace;
  const RunGrid& grid;
  std::size_t shown;  // steps
  const CurvePoint& point() const { return result.points[trace.point]; }
};

// The letters of the word, to click through.
void draw_word(Drawing& drawing, const RunScene& scene);

// Buttons that make the word longer and shorter.
void draw_word_buttons(Drawing& drawing, Rect box, const Trace& trace);

}  // namespace figures::machines
