#pragma once

#include <array>

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// A function's value and gradient at a place.
struct Slope {
  double value = 0.0;
  Vector gradient;
};

// Something a ball can roll on: a function of `size` numbers. Toys and real losses alike.
using Surface = std::function<Slope(const Vector&)>;

// The plane x = origin + s a + t b in a space of parameters.
struct Slice {
  Vector origin, a, b;

  Vector at(double s, double t) const { return origin + s * a + t * b; }

  // The (s, t) whose point is nearest to x. O(size). Precondition: a and b span a plane.
  Eigen::Vector2d coordinates(const Vector& x) const;
};

// The plane through three points, first at (0, 0), second on the positive s axis, third at t > 0, with orthonormal a
// and b: distances on the picture are distances in parameter space.
// Errors: numbers that are not finite; points on one line (within 1e-9 of their distances), for instance two equal
// ones.
Expected<Slice> slice_through(const Vector& first, const Vector& second, const Vector& third);

// The plane on which points[i] lies at places[i] = (s, t); its axes need be neither orthogonal nor of length 1, and may
// even vanish, as when two points coincide: lifting maps a model and its twin to one W. With the places that three
// models have on a slice of heads, the same models lifted get the same coordinates.
// Precondition: the three places are not on one line.
Slice slice_with_places(const std::array<Vector, 3>& points, const std::array<Eigen::Vector2d, 3>& places);

// The surface over (s, t): value at slice.at(s, t), gradient (<a, g>, <b, g>). It copies both arguments.
Surface restricted(Surface surface, const Slice& slice);

// A grid of points (s, t), both ends included.
struct Window {
  double s_low = -1.0, s_high = 1.0;
  double t_low = -1.0, t_high = 1.0;
  Index columns = 128, rows = 128;  // >= 2

  double s(Index column) const;
  double t(Index row) const;
};

// c(i, j) s^i t^j summed over i, j: degree at most 4 in each.
// A value is off by about 2^-52 times the largest term; where a loss is nearly 0 on a slice, ask the surface itself.
struct SlicePolynomial {
  using Coefficients = Eigen::Matrix<double, 5, 5>;
  Coefficients c = Coefficients::Zero();

  double value(double s, double t) const;              // 24 multiplications
  Eigen::Vector2d gradient(double s, double t) const;  // (d/ds, d/dt)
  Eigen::Matrix2d bending(double s, double t) const;   // second derivatives

  // The eigenvalues, rising, of bending: (-, +) is a saddle, (+, +) where the gradient
  // vanishes is a minimum of the slice.
  Eigen::Vector2d curvatures(double s, double t) const;

  // Entry (row, column) is value(window.s(column), window.t(row)). About 5 multiplications an entry.
  Matrix grid(const Window& window) const;
};

// How a ball takes its steps; g is the gradient where it lies, all operations entry by entry:
//   gradient_descent  x <- x - rate g
//   momentum          v <- momentum v + g,  x <- x - rate v                       (Polyak, 1964)
//   adam              m <- b1 m + (1 - b1) g,  v <- b2 v + (1 - b2) g^2,
//                     x <- x - rate (m / (1 - b1^k)) / (sqrt(v / (1 - b2^k)) + floor) at step k = 1, 2, ..
//                                                                                 (Kingma and Ba, 2015, algorithm 1)
enum class Rolling { gradient_descent, momentum, adam };

struct BallOptions {
  Rolling rolling = Rolling::gradient_descent;
  double rate = 0.01;     // > 0
  double momentum = 0.9;  // 0 .. below 1
  double beta1 = 0.9;     // b1, 0 .. below 1
  double beta2 = 0.999;   // b2, 0 .. below 1
  double floor = 1e-8;    // > 0
  double leash = 1e6;     // a ball has escaped when its loss exceeds this times (1 + |loss at its start|); > 1
};

struct BallState {
  Vector position;
  double loss = 0.0;           // the surface's value there
  double gradient_norm = 0.0;  // of the surface's gradient there
  Index steps = 0;
  bool escaped = false;  // the rate was too large: the next step would have been out of all bounds
};

// A ball that is moved step by step, so that a figure can draw its trail. Deterministic.
// What it reports is always finite: a step that would leave the finite numbers, or the leash, is not made; the ball
// stays where it was, is marked as escaped and rests from then on.
class Ball {
 public:
  // A ball at rest. Errors: a start whose place, loss or gradient is not finite; an option out of range.
  // Cost of this and of every step: one call of the surface, none for a step that does not change the place.
  static Expected<Ball> drop(Surface surface, Vector start, const BallOptions& options = {});

  const BallState& state() const { return state_; }

  // One step, and where the ball lies after it.
  const BallState& step();

 private:
  Ball(Surface surface, const BallOptions& options) : surface_(std::move(surface)), options_(options) {}
  Vector displacement();
  bool settle(Vector position, double limit);

  Surface surface_;
  BallOptions options_;
  BallState state_;
  Vector gradient_;                     // at state_.position
  Vector first_, second_;               // velocity or Adam's m; Adam's v
  double power1_ = 1.0, power2_ = 1.0;  // b1^k, b2^k
  double limit_ = 0.0;
};

}  // namespace learner
