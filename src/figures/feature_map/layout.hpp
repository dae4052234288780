// Where the matrices of figure "feature_map" stand: left to right on a wide page, top to bottom on a phone.
#pragma once

#include <vector>

#include "plot/matrix.hpp"

namespace figures::feature_map {

struct MapLayout {
  MatrixView Z, G, z, X;
  std::vector<plot::MatrixView> H;  // rows of one: all of it, or on a phone the part with each j under row j of X
  MatrixView W;                     // the block of one output, right under or below X, cell for cell
  Rect entry;                       // words about the chosen entry
  Rect check;                       // heading of the answers, over W
  Rect answers;                     // their table
  bool shows_W = true;              // false where there is no room
  bool upright = false;             // top to bottom
};

MapLayout map_layout(const Canvas& canvas, const Rect& area, int d, int n);

}  // namespace figures::feature_map
