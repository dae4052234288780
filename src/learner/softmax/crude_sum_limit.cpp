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

// sum += weight a b^T. (Eigen's products for large matrices would be 5 kB of the page.)
void add_outer(Matrix& sum, double weight, const Vector& a, const Vector& b) {
  for (Index j = 0; j < b.size(); ++j) sum.col(j) += (weight * b(j)) * a;
}

// Means over one token u with e = exp(score): of f = e^(-te), u f, u e f, u u^T e f.
struct Means {
  double f = 0.0;
  Vector u, ue;
  Matrix uue;
};

Means means_at(double t, const Matrix& tokens, const Vector& e) {
  const Index d = tokens.rows();
  Means mean{0.0, Vector::Zero(d), Vector::Zero(d), Matrix::Zero(d, d)};
  for (Index k = 0; k < e.size(); ++k) {
    const Vector u = tokens.col(k);
    const double f = portable_exp(-t * e(k)) / static_cast<double>(e.size());
    mean.f += f;
    mean.u += f * u;
    mean.ue += e(k) * f * u;
    add_outer(mean.uue, e(k) * f, u, u);
  }
  return mean;
}

double power(double base, Index exponent) {
  double product = 1.0;
  for (Index i = 0; i < exponent; ++i) product *= base;
  return product;
}

// E[(sum_a z_a)(sum_s e_s z_s)^T e^(-t sum e_s) | z_1 = x]: either factor is x or one of the n others.
Matrix integrand(double t, const Matrix& tokens, const Vector& e, Index asking, Index n) {
  const Vector x = tokens.col(asking);
  const double own = e(asking), others = static_cast<double>(n);
  const Means mean = means_at(t, tokens, e);
  Matrix sum = Matrix::Zero(x.size(), x.size());
  add_outer(sum, own * power(mean.f, n), x, x);
  if (n >= 1) {
    const double one = others * power(mean.f, n - 1);
    add_outer(sum, one, x, mean.ue);
    add_outer(sum, one * own, mean.u, x);
    sum += one * mean.uue;
  }
  if (n >= 2) add_outer(sum, others * (others - 1.0) * power(mean.f, n - 2), mean.u, mean.ue);
  return portable_exp(-t * own) * sum;
}

// z_s^T Theta^T x for every token.
Vector scores_of(const Matrix& Theta, const Matrix& tokens, const Vector& x) {
  Vector looked_for(x.size()), scores(tokens.cols());
  for (Index j = 0; j < x.size(); ++j) looked_for(j) = Theta.col(j).dot(x);
  for (Index k = 0; k < scores.size(); ++k) scores(k) = looked_for.dot(tokens.col(k));
  return scores;
}

// B for one head. Of x and -x, which give the same, one is asked.
Matrix mean_answer(const Matrix& Theta, const Matrix& tokens, Index k) {
  const Index d = tokens.rows(), half = tokens.cols() / 2;
  Matrix B = Matrix::Zero(d, d);
  for (Index asking = 0; asking < half; ++asking) {
    const Vector scores = scores_of(Theta, tokens, tokens.col(asking));
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
  for (const SoftmaxHead& head : layer.heads) limit += mean_answer(head.Theta, tokens, k).lazyProduct(head.W);
  return limit;
}

}  // namespace learner
