// The strip of controls under a picture, drawn from the parameter table; the HTML form is its sibling and shows the
// same values, limits, names and order.
#pragma once

#include "figures/figure.hpp"

namespace figures {

// The height the strip takes in canvas.area's width; 0 for a figure without controls. `access`: one for each parameter.
float strip_height(const Canvas& canvas, const Values& values, std::span<const Access> access);

// Draws the controls of all shown parameters and changes their values; what is locked is pale and takes no pointer.
// Returns the id of an action that was pressed, or of a range whose button to play or pause was, or nothing. `playing`:
// id of the range that plays now. `picture`: what the controls stand under, if there is a result.
std::string draw_strip(Canvas& canvas, Rect area, Values& values, std::span<const Access> access,
                       std::string_view playing, const Picture* picture);

}  // namespace figures
