#include "learner/softmax/crude_sum_limit.hpp"

#include "learner/exponential.hpp"

namespace learner {
namespace {

// Steps of log t. The integrand is analytic within pi/2 of the real line: an error of exp(-pi^2 / step).
constexpr double kStep = 0.3;
// e^kTiny and e^-e^kSpent are below what the answer is wanted to.
constexpr double kTiny = -32.0, kSpent = 3.5;

// Every token there is, d x 2^d.
Matrix all_tokens(Index d) {
  Matrix tokens(d, Index{1} << d);
  for (Index u = 0; u < tokens.cols(); ++u)
    for (Index j = 0; j < d; ++j) tokens(j, u) = (u >> j & 1) == 0 ? 1.0 : -1.0;
  return tokens;
}

// Means over one token u with e = exp(score): of f = e^(-te), u f, u e f, u u^T e f.
struct Means {
  double f = 0.0;
  Vector u, ue;
  Matrix uue;
};

Means means_at(double t, const Matrix& tokens, const Vector& e) {
  const Vector f = e.unaryExpr([t](double size) { return portable_exp(-t * size); }) / static_cast<double>(e.size());
  const Vector ef = e.cwiseProduct(f);
  return {f.sum(), tokens * f, tokens * ef, tokens * ef.asDiagonal() * tokens.transpose()};
}

double power(double base, Index exponent) {
  double product = 1.0;
  for (Index i = 0; i < exponent; ++i) product *= base;
  return product;
}

// E[(sum_a z_a)(sum_s e_s z_s)^T e^(-t sum e_s) | z_1 = x]: either factor is x or one of the n others.
Matrix integrand(double t, const Matrix& tokens, const Vector& e, Index asking, Index n) {
  const auto x = tokens.col(asking);
  const double own = e(asking);
  const Means mean = means_at(t, tokens, e);
  Matrix sum = own * power(mean.f, n) * x * x.transpose();
  const double others = static_cast<double>(n);
  if (n >= 1) {
    sum += others * power(mean.f, n - 1) * (x * mean.ue.transpose() + own * mean.u * x.transpose() + mean.uue);
  }
  if (n >= 2) sum += others * (others - 1.0) * power(mean.f, n - 2) * mean.u * mean.ue.transpose();
  return portable_exp(-t * own) * sum;
}

// B for one head. Of x and -x, which give the same, one is asked.
Matrix mean_answer(const Matrix& Theta, const Matrix& tokens, Index k) {
  const Index d = tokens.rows(), half = tokens.cols() / 2;
  Matrix B = Matrix::Zero(d, d);
  for (Index asking = 0; asking < half; ++asking) {
    const Vector scores = tokens.transpose() * (Theta.transpose() * tokens.col(asking));
    const double top = scores.maxCoeff();
    const Vector e = scores.unaryExpr([top](double score) { return portable_exp(score - top); });
    const double last = top - scores.minCoeff() + kSpent;
    for (double log_t = kTiny; log_t < last; log_t += kStep) {
      const double t = portable_exp(log_t);
      B += kStep * t * integrand(t, tokens, e, asking, k - 1);
    }
  }
  return B / static_cast<double>(half);
}

}  // namespace

Matrix crude_sum_limit(const SoftmaxLayer& layer, Index k) {
  const Matrix tokens = all_tokens(layer.d());
  Matrix limit = Matrix::Zero(layer.d(), layer.d());
  for (const SoftmaxHead& head : layer.heads) limit += mean_answer(head.Theta, tokens, k) * head.W;
  return limit;
}

}  // namespace learner
