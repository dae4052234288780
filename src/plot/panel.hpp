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

struct Fact {
  std::string name;
  std::string value;
};

// Name and value in two columns, a hairline between rows; rows that do not fit are left out.
void facts(Canvas& canvas, Rect box, std::span<const Fact> list);

}  // namespace plot
