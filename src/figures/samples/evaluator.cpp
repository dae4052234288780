#include "figures/samples/evaluator.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "learner/cholesky.hpp"
#include "learner/features.hpp"
#include "learner/pseudo_inverse.hpp"
#include "learner/rank_factor.hpp"
#include "learner/solve.hpp"

namespace figures::samples {
namespace {

constexpr Index kBlock = 512;

double trace_of_product(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b.transpose()).sum(); }

Matrix mean_gram(const Moments& moments) { return moments.gram() / static_cast<double>(moments.rows()); }

// F with F F^T = Lambda, psi x rank.
Matrix factor_of(const Matrix& Lambda) {
  const double cut = static_cast<double>(Lambda.rows()) * std::numeric_limits<double>::epsilon();
  const learner::RankFactor factor = learner::rank_factor(Lambda, cut);
  Matrix F(Lambda.rows(), factor.rank());
  for (Index i = 0; i < F.rows(); ++i) F.row(factor.order[static_cast<std::size_t>(i)]) = factor.L.row(i);
  return F;
}

// What a change of coefficients changes answers by: the mean of |change H|² / d_out. By the factor, not by Lambda:
// where no question can see a change, rounding would show it as 1e-16 of its square.
double mean_square(const Matrix& change, const Matrix& F) {
  return (change * F).squaredNorm() / static_cast<double>(change.rows());
}

}  // namespace

Expected<Matrix> fit(const Moments& moments, double lambda, bool singular) {
  if (lambda > 0 || !singular) {
    auto solution = learner::solve_ridge(moments, {.lambda = lambda});
    if (solution) return std::move(solution->p);
  }
  auto smallest = learner::solve_minimum_norm(moments);
  if (!smallest) return std::unexpected(smallest.error());
  return std::move(smallest->p);
}

Expected<Evaluator> Evaluator::make(const Source& source, const Options& options,
                                    const std::function<void(Index)>& step) {
  Evaluator made(source, options);
  made.best_ = learner::folded_coefficients(source.truth());
  if (options.reference > 0) {
    if (auto done = made.fit_reference(source, step); !done) return std::unexpected(done.error());
  }
  if (auto done = made.ask(source, step); !done) return std::unexpected(done.error());
  return made;
}

// The best linear attention for labels that none can give: a fit to very many sequences of the test split, those that
// come after the fresh ones. Two halves of them, fitted apart, differ by twice as much as their union is off.
Expected<void> Evaluator::fit_reference(const Source& source, const std::function<void(Index)>& step) {
  const Index half = options_.reference / 2;
  std::array halves = {Moments(source.shape()), Moments(source.shape())};
  std::array<Matrix, 2> fits;
  for (Index k = 0; k < 2; ++k) {
    auto& moments = halves[static_cast<std::size_t>(k)];
    for (Index first = 0; first < half; first += kBlock) {
      const Index count = std::min(kBlock, half - first);
      const auto block = source.block(Split::test, options_.fresh + k * half + first, count);
      if (auto added = moments.add(block); !added) return added;
      step(count);
    }
    auto p = fit(moments, 0, options_.singular);
    if (!p) return std::unexpected(p.error());
    fits[static_cast<std::size_t>(k)] = std::move(*p);
  }
  halves[0].merge(halves[1]);
  auto p = fit(halves[0], 0, options_.singular);
  auto penalised = options_.lambda > 0 ? fit(halves[0], options_.lambda, false) : p;
  if (!p) return std::unexpected(p.error());
  if (!penalised) return std::unexpected(penalised.error());
  const Matrix F = factor_of(mean_gram(halves[0]));
  doubt_ = mean_square(fits[0] - fits[1], F) / 4;
  kept_ = mean_square(*penalised - *p, F);
  best_ = std::move(*p);
  return {};
}

Expected<void> Evaluator::ask(const Source& source, const std::function<void(Index)>& step) {
  double squares = 0;
  for (Index first = 0; first < options_.fresh; first += kBlock) {
    auto block = source.block(Split::test, first, std::min(kBlock, options_.fresh - first));
    for (Sequence& sequence : block) {
      squares += sequence.Y.squaredNorm();
      sequence.Y -= options_.reference > 0 ? learner::evaluate_folded(best_, sequence.Z, source.shape().targets)
                                           : learner::attend(source.truth(), sequence.Z, source.shape().targets);
    }
    if (auto added = residuals_.add(block); !added) return added;
    step(std::ssize(block));
  }
  Lambda_ = mean_gram(residuals_);
  factor_ = factor_of(Lambda_);
  cross_ = residuals_.cross().transpose();
  signal_ = mean(squares);
  const bool known = options_.reference == 0;
  floor_ = known ? options_.noise * options_.noise : std::max(0.0, measured_floor() - doubt_);
  if (known && options_.lambda > 0) kept_ = expected(Lambda_, 1, 0);
  return {};
}

double Evaluator::mean(double sum) const {
  return sum / static_cast<double>(residuals_.rows() * residuals_.shape().d_out);
}

double Evaluator::excess(const Matrix& p) const { return std::max(0.0, mean_square(p - best_, factor_) - doubt_); }

double Evaluator::error(const Matrix& p) const {
  const Matrix change = p - best_;
  return measured_floor() - 2 * mean(change.cwiseProduct(cross_).sum()) + mean_square(change, factor_);
}

double Evaluator::expected(const Matrix& gram, Index rows, double variance) const {
  if (options_.lambda == 0 && options_.singular) {
    const auto inverse = learner::solve_least_norm(gram, Lambda_);
    return inverse ? variance * inverse->X.trace() : 0;
  }
  const double penalty = static_cast<double>(rows) * options_.lambda;
  const Vector weights = penalty * learner::unfold_weights(residuals_.shape().d);
  Matrix A = gram;
  A.diagonal() += weights;
  const auto cholesky = learner::Cholesky::factor(std::move(A), 1e-14);
  if (!cholesky) return 0;
  const Matrix fresh = cholesky->solve(Lambda_);
  if (penalty == 0) return variance * fresh.trace();
  const Matrix pull = cholesky->solve(weights.asDiagonal() * best_.transpose());
  return variance * trace_of_product(cholesky->solve(gram), fresh) + mean_square(pull.transpose(), factor_);
}

}  // namespace figures::samples
