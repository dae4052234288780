// Rules of figure "language" for its sweep, and what of a text's directions can be shown at all.
#pragma once

#include "figures/walk/rules.hpp"

namespace walk {

// Directions that some text may show, by hand.
double visible(const Told& told);

std::vector<Rule> sweep_rules();

}  // namespace walk
