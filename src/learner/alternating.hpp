#pragma once

#include <functional>

#include "learner/model.hpp"
#include "learner/moments.hpp"

namespace learner {

// Alternating least squares: improves H heads step by step, V with Q held, then Q with V held; and, of data, both at
// once.
//
// Letters: V is stored as (d_out d) x H and Q as d^2 x H, column h = row-major vec of V_h or Q_h, so that W = V Q^T.
// Each half step is linear least squares, solved as a correction of what is there:  (N + mu I) delta = gradient,
// mu = 1e-10 of N's mean diagonal entry. The small mu keeps N definite when heads coincide; the fixed points, where
// the gradient is zero, do not move. Neither half step raises the loss. Every tenth step V and Q are rebalanced by the
// singular value decomposition of V Q^T, which changes neither the function nor the loss.
// The loss has bad local minima: start again from other heads when the error stops falling. Source: ours.
class AlternatingLeastSquares {
 public:
  // Fits coefficients: the loss is ||unfold(p) - unfold(fold(V Q^T))||_F^2. Given Q it splits over the outputs, given V
  // over l, both with the same (H d) x (H d) matrix N, whose block (h,h') is
  // 1/2 [tr(Q_h^T Q_h') I + Q_h' Q_h^T]  and  1/2 [tr(V_h^T V_h') I + V_h'^T V_h].
  // p: d_out x psi; start: heads of that shape, at most min(d_out d, d^2). A step costs O(H d_out d^3 + H^3 d^3).
  AlternatingLeastSquares(const Matrix& p, const Model& start);

  // Fits data: the loss is sum ||y - yhat||^2, i.e. the distance of p weighted by the Gram matrix. N has the blocks
  // q_h^T K_jj' q_h' and sum_jj' (V_h^T V_h')_jj' K_jj', K_jj'[(k,l),(k',l')] = Gram[{jk}l, {j'k'}l'].
  // Given V the l are coupled: H d^2 unknowns at once. A step costs O(H^2 d^6 + H^3 d^6 / 3).
  AlternatingLeastSquares(const Moments& data, const Model& start);

  void step() {
    fit_values();
    fit_queries();
    if (++steps_ % 10 == 0) rebalance();
  }
  void fit_values();
  void fit_queries();

  // W = V Q^T stays, and V_h, Q_h become sqrt(sigma_h) times orthonormal vectors.
  void rebalance();

  // V and Q at once, only of data: at most so many Levenberg-Marquardt steps, each (N + mu D) delta = gradient in all
  // H (d_out d + d^2) unknowns, D the diagonal of N; it is taken unless it raises the loss, and mu, 1e-8 at first and
  // 1e-12 at least, is 0.1 or 10 times as large for the next. Ends where a step promises less than 1e-6 of the loss, so
  // that a fit in turns that has arrived keeps its bits. For fits that creep in turns, as where the V_h share a
  // direction or the data leave p open. Returns how many were tried; sees `after_step` after each. A step costs O(H^2
  // d^6 + H^3 (d_out d + d^2)^3 / 6). Source: Levenberg 1944, Marquardt 1963.
  Index fit_together(Index most, const std::function<void()>& after_step = {});

  Index steps() const { return steps_; }

  // The square root of the loss relative to that of zero heads: ||unfold(p - fitted)|| / ||unfold(p)||, or, for data,
  // sqrt(sum ||y - yhat||^2 / sum ||y||^2). The latter is a difference of sums: below 1e-7 it is rounding.
  double error() const;

  Model model() const { return model_of(V_, Q_, d_); }
  Matrix coefficients() const;  // p of the model

 private:
  Matrix residual() const;
  Matrix value_normal() const;
  Matrix query_normal_of_coefficients() const;
  Matrix query_normal_of_data() const;
  Matrix normal_of_data() const;
  double loss_of_data() const;

  Index d_, d_out_;
  Matrix V_, Q_;
  Matrix target_;  // unfold(p), (d_out d) x d^2; of data: cross, psi x d_out
  Matrix gram_;    // psi x psi; empty when coefficients are fitted
  double squared_targets_ = 0.0;
  Index steps_ = 0;
};

}  // namespace learner
