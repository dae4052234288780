#pragma once

#include <optional>
#include <vector>

#include "learner/model.hpp"
#include "learner/moments.hpp"

namespace learner {

// The training loss of H heads in coordinates in which it is round. Letters: m = d_out psi, theta = (V_1 .. V_H,
// Q_1 .. Q_H), each matrix row by row, as Landscape has it; W(theta) = sum_h vec(V_h) vec(Q_h)^T. With
// Lambda = (1/rows) sum H H^T = C C^T and p* the regression's coefficients,
//   x_a = C^T (p_a - p*_a) / sqrt(zero)          for each output a: m coordinates in all, linear in W
//   L(theta) = least + |x(theta)|^2              relative to `zero`, the loss of answering 0.
// In x the convex problem is a bowl as round as a ball, whatever the data; heads reach only some of its places.
// Source: ours; a change of coordinates.
class RoundLoss {
 public:
  // Errors: no rows; data that leave p open (then there is no p*): those of solve_ridge; targets that are all 0.
  // Cost O(psi^3 + m d_out d^3).
  static Expected<RoundLoss> of(const Moments& moments);

  Index d() const { return d_; }
  Index coordinates() const { return coordinates_; }  // m
  double least() const { return least_; }             // of all W, relative
  double zero() const { return zero_; }               // absolute
  Index size(Index heads) const { return heads * (values_ + queries_); }

  std::vector<double> place(const Model& model) const;
  Model model(const std::vector<double>& theta) const;

  std::vector<double> at(const std::vector<double>& theta) const;  // x, length m. O(H d_out d^3 + m d_out d^3).
  double value(const std::vector<double>& theta) const;
  std::vector<double> gradient(const std::vector<double>& theta) const;  // of value

  // Columns dx/dtheta_i, each of length m, one after the other.
  std::vector<double> tangents(const std::vector<double>& theta) const;

  // Two unit vectors a, b in x, orthogonal to one another, and a place (s, t) on their plane. The held loss is
  //   L(theta) + stiffness |(<a, x>, <b, x>) - (s, t)|^2:
  // two coordinates of the function stay near (s, t), all else is free. Its least value over theta, as a function of
  // (s, t), has minima where L has them, with the same values; over all W it is least + (s^2 + t^2) stiffness /
  // (1 + stiffness) in closed form, and no heads come lower.
  struct Hold {
    const std::vector<double>& a;
    const std::vector<double>& b;
    double s = 0, t = 0;
    double stiffness = 300;
  };
  double held_value(const std::vector<double>& theta, const Hold& hold) const;
  double held_bowl(const Hold& hold) const;

  // Levenberg-Marquardt on the loss, held or not: each step solves (J J^T + lambda I) u = x and goes by -J^T u, or, with
  // fewer unknowns than coordinates, the same by (J^T J + lambda I) u = J^T x; it is taken if the loss falls, and lambda is 0.4 or 4 times as large for the next. Ends early when the loss is within
  // `enough` of the convex bound, or when steps no longer lower it. Changes theta, returns its (held) loss.
  // Cost of a step: m size n / 2 + n^3 / 6 multiply-adds, n the smaller of
  // m and size. + - * / sqrt only, in one order.
  // Source: Levenberg 1944, Marquardt 1963.
  double improve(std::vector<double>& theta, int steps, const std::optional<Hold>& hold = {},
                 double enough = 1e-14) const;

 private:
  RoundLoss() = default;
  std::vector<double> lifted(const std::vector<double>& theta) const;
  std::vector<double> held_tangents(const std::vector<double>& theta, const std::optional<Hold>& hold) const;

  Index d_ = 0, values_ = 0, queries_ = 0, coordinates_ = 0;
  double least_ = 0, zero_ = 0;
  std::vector<double> map_;     // m x (values queries), row by row: x = map vec(W) - centre
  std::vector<double> centre_;  // of length m
};

}  // namespace learner
