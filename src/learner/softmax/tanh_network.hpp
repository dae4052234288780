#pragma once

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// One hidden layer without luck's help: m neurons, p inputs, d outputs, T examples,
//   y_t = sum_i w_i tanh(shift_t + theta_i^T a_t).
// What attention answers to sequences of two distinct tokens is such a network; see two_token_curve.hpp.
struct TanhNetwork {
  Matrix theta;  // p x m
  Matrix w;      // d x m
};

struct TanhExamples {
  Vector shift;   // T; beyond +-400 a tanh is +-1
  Matrix a;       // p x T
  Matrix y;       // d x T
  Vector weight;  // T, the square root of how often an example counts
};

// tanh x, portable bits, within 2 ulps of 1.
double portable_tanh(double x);

struct TanhFit {
  TanhNetwork network;
  double residual = 0.0;       // root mean square of weighted y_t - fitted, over all numbers
  double amplification = 0.0;  // the largest standard deviation of an entry of theta per standard deviation of weighted
                               // y; infinite when the examples do not determine theta
  Index steps = 0;             // of Gauss-Newton
};

// The network of least squared error that Gauss-Newton finds from the start `theta` (p x m), with w eliminated by least
// squares, steps halved until the error falls. As local as any descent; `residual` says whether it met the answers.
// Errors: fewer equations (T - m) min(d, m) than unknowns p m; numbers that are not finite.
// Cost O(T min(d, m) (p m)^2) a step, at most 40 steps.
// Source: Golub & Pereyra, 1973, "variable projection", with Kaufman's shorter derivative, 1975.
Expected<TanhFit> fit_tanh_network(const TanhExamples& examples, const Matrix& theta);

}  // namespace learner
