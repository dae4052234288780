#pragma once

#include "learner/softmax/normal_equations.hpp"

namespace learner {

// Root mean square errors, one entry a head.
struct SoftmaxErrorBound {
  Vector theta;  // m: sqrt E ||Theta_i - found||_F^2
  Vector w;      // m: the same of W_i
  // The largest of theta(i) / ||Theta_i||_F, beside HeadMatch::theta_error; a norm of 0 counts as 1. Likewise w.
  double theta_error = 0.0;
  double w_error = 0.0;
  // 1 / (trace N trace N^-1) of the normal equations of the Thetas, within a factor of (m d^2)^2 of their smallest over
  // their largest eigenvalue, and never above it.
  double condition = 0.0;
};

// The least error that any unbiased way to find the layer from these examples can have when every coordinate of every
// answer carries independent Gaussian noise of standard deviation `noise` (Cramer-Rao): the diagonal of
// noise^2 (J^T J)^-1, J the derivative of all answers by all entries of Theta and W. Least squares reaches it as noise
// goes to 0. The examples' own answers are not used.
// Errors: those of join_examples; noise negative or not finite; a layer of another shape; heads that the examples do
// not determine, so that no bound is finite.
// Cost: normal_equations, then O(m^3 d^6 + r m^2 d^5). Source: textbook, by blocks with the W_i eliminated.
Expected<SoftmaxErrorBound> softmax_error_bound(const SoftmaxLayer& layer, std::span<const Sequence> examples,
                                                double noise, const Progress& progress = {});

// The same at Thetas whose values are eliminated already: with the W that fits the examples.
Expected<SoftmaxErrorBound> softmax_error_bound(std::span<const Matrix> Thetas, const EliminatedValues& values,
                                                const JoinedExamples& examples, double noise,
                                                const Progress& progress = {});

}  // namespace learner
