#pragma once

#include <span>

#include "learner/softmax/eliminated_values.hpp"

namespace learner {

// The Gauss-Newton equations for the Thetas once the W_i are eliminated.
//
// Unknown (i, b, a) is Theta_i(a, b), in the order of Theta_i's columns below each other, head after head.
// With W held, -dR_t / dTheta_i = B_it (x) z_t, where B_it = Cov_p(Z) W_i, d x d, is the derivative of the answer to
// token t by the scores' slope: J has the rows (t, c). Kaufman's approximation takes what the basis of O explains out
// of every column of J and leaves out a second term, which is of the order of the residual and orthogonal to it:
//   gradient  J^T R                  exact, for any residual
//   normal    J^T J - J^T Q Q^T J    the Schur complement of the Gauss-Newton matrix of (Theta, W) jointly
// So a step is the joint step of Gauss-Newton; and the inverse of `normal` is the exact Cramer-Rao matrix of Theta for
// unit noise, which the full derivative of Golub & Pereyra would not give.
struct NormalEquations {
  Matrix normal;     // m d^2 square, positive semidefinite
  Vector gradient;   // m d^2, of -1/2 ||R||^2
  Matrix explained;  // m d^2 x (r d), column (c, r): Q_r^T J of output c; normal = J^T J - explained explained^T
};

// sum_t (B_t B_t^T) (x) (z_t z_t^T) is one product of the two lists of symmetric matrices, a factor of about 2 d
// less than J^T J from J. Progress is called with the fraction done, once every few thousand tokens or more often.
// Cost O(T (m^2 d^4 / 4 + r m d^3) + r m^2 d^5 / 2). Source: Kaufman, BIT 1975; the product form is ours.
NormalEquations normal_equations(std::span<const Matrix> Thetas, const EliminatedValues& values,
                                 const JoinedExamples& examples, const Progress& progress = {});

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
