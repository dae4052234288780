// A convex body's shadow on a plane, for a picture of it.
#pragma once

#include "figures/phases/phases.hpp"
#include "learner/softmax/convex_body.hpp"

namespace figures::phases {

// Fills in outline, heads, nearest, aside and origin: the plane through the centre that holds Theta_1 - centre and
// Theta_2 - centre (two heads), Theta_1 - centre and the origin (one), or the widest two directions of the heads from
// the centre (three). Errors: those of nearest_point. Cost: kShadowDirections linear programs.
Expected<void> cast_shadow(const learner::ConvexBody& body, const std::vector<learner::Matrix>& heads,
                           BodyResult& result);

inline constexpr int kShadowDirections = 32;

}  // namespace figures::phases
