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

}  // namespace learner
