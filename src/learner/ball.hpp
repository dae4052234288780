#pragma once

#include "learner/surface.hpp"

namespace learner {

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
  // Cost of this and of every step: one value and one gradient of the surface.
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
