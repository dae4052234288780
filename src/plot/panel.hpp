// Words around a picture inside a figure: headings, small tables, one large number.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "plot/canvas.hpp"

namespace plot {

// A heading and, in quiet ink under it, what it means. What is left of the box is the picture's.
void heading(Canvas& canvas, Rect& box, std::string_view words, std::string_view meaning);

// One large number with what it is under it. What is left of the box is free.
void headline_number(Canvas& canvas, Rect& box, std::string_view value, std::string_view meaning);

// One of a few numbers at the top of a picture, and what it means.
struct Readout {
  std::string value;
  std::string meaning;
};
// Side by side; on a narrow canvas in rows, value before meaning. take_readouts() cuts their place off the top of a
// box, as high whatever they say, so that what is below stands still: `lines` of meaning where they stand side by side.
Rect take_readouts(const Canvas& canvas, Rect& box, int count, float lines, float gap = 2 * kGrid);
void readouts(Canvas& canvas, const Rect& box, std::span<const Readout> list);

struct Fact {
  std::string name;
  std::string value;
};

// Name and value in two columns, a hairline between rows; rows that do not fit are left out.
void facts(Canvas& canvas, Rect box, std::span<const Fact> list);

}  // namespace plot
