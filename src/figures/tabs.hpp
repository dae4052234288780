// Parts of a picture that share one place where it is narrow.
#pragma once

#include "figures/figure.hpp"

namespace figures {

// The parameter that says which part is shown: choice("part", ..).of_picture().where_narrow().
constexpr Parameter parts_of(std::span<const Choice> parts) {
  return choice("part", "Part shown", parts, "Which part of the picture is shown on a narrow screen.")
      .of_picture()
      .where_narrow();
}

// Draws the choices of parameter "part" as tabs at the top of `area`, each to be pressed, and returns the id of the one
// that is chosen. A part that is `shown` elsewhere has no tab; where it is chosen, the first of the others is.
std::string_view draw_tabs(Drawing& drawing, Rect& area, std::string_view shown = {});

}  // namespace figures
