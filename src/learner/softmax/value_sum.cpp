#include "learner/softmax/value_sum.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "learner/eigenvalues.hpp"
#include "learner/exponential.hpp"
#include "learner/random.hpp"
#include "learner/softmax/softmax_layer.hpp"

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

struct Winner {
  Index token = 0;      // of the highest score
  double margin = 0.0;  // to the next; infinite where there is no other
};

Winner winner(Vector scores) {
  Winner result;
  const double highest = scores.maxCoeff(&result.token);
  scores(result.token) = -std::numeric_limits<double>::infinity();
  result.margin = highest - scores.maxCoeff();
  return result;
}

// Rows whose margin is at least `margin` but below that of the rung before.
struct Rung {
  double margin = 0.0;
  Matrix gram, cross;
  Index rows = 0;
};

std::vector<Rung> rungs_of(double margin, Index d, Index d_out) {
  std::vector<double> margins{margin};
  if (margin == 0.0) {
    margins = {16.0};
    while (margins.size() < 15) margins.push_back(margins.back() / 1.5);
    margins.push_back(0.0);
  }
  std::vector<Rung> rungs;
  for (const double least : margins) rungs.push_back({least, Matrix::Zero(d, d), Matrix::Zero(d, d_out)});
  return rungs;
}

void add(std::vector<Rung>& rungs, const Matrix& Theta, const Sequence& sequence) {
  const DistinctTokens tokens = distinct_tokens(sequence);
  const Vector chance = tokens.count.unaryExpr([](double count) { return portable_log(count); });
  const Matrix scores = (tokens.Z.transpose() * (Theta.transpose() * tokens.Z)).colwise() + chance;
  for (Index t = 0; t < tokens.Z.cols(); ++t) {
    const Winner top = winner(scores.col(t));
    const auto rung = std::ranges::find_if(rungs, [&](const Rung& each) { return top.margin >= each.margin; });
    if (rung == rungs.end()) continue;
    ++rung->rows;
    rung->gram += tokens.Z.col(top.token) * tokens.Z.col(top.token).transpose();
    rung->cross += tokens.Z.col(top.token) * tokens.Y.col(t).transpose();
  }
}

}  // namespace

Expected<Matrix> crude_sum(std::span<const Sequence> sequences) {
  if (sequences.empty()) return fail("There are no examples to average: ask for at least 1.");
  Matrix sum = Matrix::Zero(sequences.front().d(), sequences.front().Y.rows());
  for (const Sequence& sequence : sequences) {
    const Vector tokens = sequence.Z.rowwise().sum(), answers = sequence.Y.rowwise().sum();
    sum += tokens / static_cast<double>(sequence.n()) * answers.transpose();
  }
  sum /= static_cast<double>(sequences.size());
  if (!sum.allFinite()) return fail("The examples hold numbers that are not finite: check the layer and its noise.");
  return sum;
}

Matrix value_sum(const SoftmaxLayer& truth) {
  Matrix sum = Matrix::Zero(truth.d(), truth.heads.front().W.cols());
  for (const SoftmaxHead& head : truth.heads) sum += head.W;
  return sum;
}

Matrix crude_sum_bias(const SoftmaxLayer& truth, Index k) {
  Matrix bias = Matrix::Zero(truth.d(), truth.heads.front().W.cols());
  const double tokens = static_cast<double>(k);
  for (const SoftmaxHead& head : truth.heads) {
    Matrix Theta = head.Theta;
    Theta.diagonal() *= 1.0 - 2.0 / tokens;
    bias += (1.0 - 1.0 / tokens) * Theta * head.W;
  }
  return bias;
}

double sum_error(const Matrix& estimate, const SoftmaxLayer& truth) {
  const Matrix sum = value_sum(truth);
  return (estimate - sum).norm() / or_one(sum.norm());
}

Matrix crude_sum_limit(const SoftmaxLayer& layer, Index k) {
  const Matrix tokens = all_tokens(layer.d());
  Matrix limit = Matrix::Zero(layer.d(), layer.d());
  for (const SoftmaxHead& head : layer.heads) limit += mean_answer(head.Theta, tokens, k).lazyProduct(head.W);
  return limit;
}

Expected<RefinedSum> refine_sum(const Matrix& Theta, std::span<const Sequence> sequences, double margin) {
  if (sequences.empty()) return fail("There are no examples to refine the sum with: ask for at least 1.");
  if (!(margin >= 0.0)) return fail("The margin of phase 3 is a difference of scores: set it to 0 or more.");
  const Index d = Theta.rows(), d_out = sequences.front().Y.rows();
  std::vector<Rung> rungs = rungs_of(margin, d, d_out);
  for (const Sequence& sequence : sequences) add(rungs, Theta, sequence);
  Matrix gram = Matrix::Zero(d, d), cross = Matrix::Zero(d, d_out);
  RefinedSum refined;
  Index rank = 0;
  for (const Rung& rung : rungs) {
    if (rung.rows == 0) continue;
    gram += rung.gram;
    cross += rung.cross;
    refined.rows += rung.rows;
    refined.margin = rung.margin;
    if (!cross.allFinite())
      return fail("The examples hold numbers that are not finite: check the layer and its noise.");
    auto solved = solve_least_norm(gram, cross);
    if (!solved) return std::unexpected(solved.error());
    rank = solved->rank;
    refined.sum = std::move(solved->X);
    if (rank == d) return refined;
  }
  return of_kind(ErrorKind::few_directions,
                 fail("Rows of large margin show only %1 of %2 directions of tokens: lower the margin, or ask for more "
                      "examples.",
                      rank, d));
}

}  // namespace learner
