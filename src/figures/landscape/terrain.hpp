// A loss over the plane (s, t) in closed form: a polynomial less some dents.
#pragma once

#include <cstdint>

#include "learner/surface.hpp"

namespace figures::landscape {

// height(s, t) = polynomial(s, t) - sum_k depth_k / (1 + |(s, t) - centre_k|² / width_k²).
struct Terrain {
  learner::SlicePolynomial polynomial;
  Matrix dents = Matrix(4, 0);  // a column each: s, t, depth, width

  double height(double s, double t) const;
  Eigen::Vector2d slope(double s, double t) const;
  Eigen::Matrix2d bending(double s, double t) const;  // second derivatives
  Matrix grid(const learner::Window& window) const;
  learner::Surface surface() const;  // it copies the terrain
};

// 0.3 u² + 1.4 v², with u and v turned by the angle of (0.8, 0.6) and the bottom off the middle.
Terrain smooth_bowl();

// A shallow bowl with nine dents, one in each ninth of the square from -1.5 to 1.5.
Terrain dented_bowl(std::uint64_t seed);

// The lower eigenvalue of a symmetric 2 x 2 matrix.
double lower_curvature(const Eigen::Matrix2d& bending);

// Minima inside the window, by Newton's method from every point of the grid that is lower than its neighbours; columns
// (s, t), lowest first. Newton's step is taken with the curvatures' sizes, at most a grid's step long, so that it ends
// in minima; a valley whose floor is a level line gives some of its points.
Matrix minima(const Terrain& terrain, const Matrix& grid, const learner::Window& window);

}  // namespace figures::landscape
