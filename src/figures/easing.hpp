// Ways of things that move: they begin and end gently.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

#include "plot/rect.hpp"

namespace figures {

// How far something has come after a share of its time; both 0 to 1.
template <std::floating_point Real>
Real eased(Real share) {
  const Real t = std::clamp(share, Real{0}, Real{1});
  return t * t * (3 - 2 * t);
}

// The part of a way between two of its moments, 0 to 1.
inline float part(float share, float from, float to) { return eased((share - from) / (to - from)); }

// A rectangle on its way to another.
inline plot::Rect between(const plot::Rect& from, const plot::Rect& to, float share) {
  return {std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share), std::lerp(from.w, to.w, share),
          std::lerp(from.h, to.h, share)};
}

}  // namespace figures
