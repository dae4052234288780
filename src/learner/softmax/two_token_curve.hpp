#pragma once

#include <span>

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

inline constexpr double kSaturated = 500.0;  // tanh of it is 1

// A network with one hidden layer of m neurons, p inputs, d outputs, T examples:
//   y_t = sum_i w_i tanh(shift_t + theta_i^T a_t).
// What attention answers to sequences of two distinct tokens is such a network, see CurvePoint.
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
  double amplification = 0.0;  // the largest standard deviation of an entry of theta for one of 1 in weighted y;
                               // infinite when the examples do not determine theta
  Index steps = 0;             // of Gauss-Newton
};

// The network of least squared error that Gauss-Newton finds from the start `theta` (p x m), with w eliminated by least
// squares and steps halved until the error falls. Only a local minimum; `residual` says whether it met the answers.
// Errors: fewer equations (T - m) min(d, m) than unknowns p m; numbers that are not finite.
// Cost O(T min(d, m) (p m)^2) a step, at most 40 steps.
// Source: Golub & Pereyra, 1973, "variable projection", with Kaufman's shorter derivative, 1975.
Expected<TanhFit> fit_tanh_network(const TanhExamples& examples, const Matrix& theta);

// The roots of a polynomial in the open interval (low, high) at which it changes sign, rising.
//   a(0) + a(1) x + .. + a(m) x^m,  m >= 1.
// How: between two neighbouring roots of the derivative the polynomial is monotone, so halving finds the only root
// there; the roots of the derivative come by the same rule. A root of even order is not found: it changes no sign.
// Precondition: finite coefficients, low < high. Cost O(m^3) times 60 halvings. Source: textbook.
Vector real_roots(const Vector& a, double low, double high);

// What a softmax layer of m heads answers to a token u in a sequence of n_u copies of u and n_v of v, r = n_u / n_v:
//   y(r) = y(0) + sum_i c_i r / (r + beta_i),   beta_i = exp(-u^T Theta_i (u - v)),   c_i = W_i^T (u - v),
// y(0) = Wbar^T v and y(infinity) = Wbar^T u, Wbar = sum_i W_i: a rational function of r with its poles at -beta_i.
// With c_i r / (r + beta_i) = c_i/2 + c_i/2 tanh((log r - log beta_i)/2) it is a network of m neurons and one input.
struct CurvePoint {
  double r = 1.0;       // > 0
  Vector y;             // d
  double weight = 1.0;  // the square root of how many answers y is the mean of
};

struct TwoTokenCurve {
  Vector beta;  // m, rising
  Matrix c;     // d x m
  Vector at_zero;
  double residual = 0.0;       // root mean square of weighted y - fitted, ends included
  double amplification = 0.0;  // the largest standard deviation of a log beta_i per standard deviation of an answer
  double smallest_gap = 0.0;   // of two log beta_i; infinite for one head
  double smallest_c = 0.0;     // the least |c_i|

  Vector operator()(double r) const { return at_zero + c * (r / (r + beta.array())).matrix(); }
};

// The curve through the points. Outcome: beta and c; when heads are fewer than asked for (beta_i = beta_j, c_i = 0)
// the amplification is huge or infinite, when they are more the residual is not that of the noise.
// How: with x = (r-1)/(r+1) in (-1, 1) and w_i = (beta_i - 1)/(beta_i + 1), what is left of y when the straight line
//   (in x) between both ends is taken off is (1 - x^2) N(x)/D(x), D = prod (1 - w_i x), the same for all d outputs,
//   deg N = m - 1, and N's leading coefficient is D's times (y(inf) - y(0))/2. So  y D = N  is linear in the
//   coefficients of D and N: least squares, repeated with rows divided by the last D, which removes most of the bias
//   that noise gives. The w_i are the roots of x^m D(1/x), all real and inside (-1, 1). Then Gauss-Newton in log beta.
// Errors: T points are too few: it takes T >= m and d (T - m + 1) >= m (d = 1: 2m - 1); not m different real poles
//   (noise, or fewer heads); numbers not finite. `noise` of the answers: only where it is above 0 do sentences name it.
// Cost O(T d m^2), some 10 times. Source: ours; math: Prony's linearisation, Sanathanan & Koerner's weights, 1963.
Expected<TwoTokenCurve> fit_two_token_curve(std::span<const CurvePoint> points, const Vector& at_zero,
                                            const Vector& at_infinity, Index heads, double noise = 0.0);

}  // namespace learner
