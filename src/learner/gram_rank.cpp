#include "learner/gram_rank.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "learner/decompositions.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"

namespace learner {

double gram_cut(const Moments& moments) { return rank_cut(feature_count(moments.shape().d)) + moments.rounding(); }

Vector feature_scale(const Matrix& gram) {
  return gram.diagonal().unaryExpr([](double square) { return square > 0.0 ? std::sqrt(square) : 1.0; });
}

std::expected<GramFactor, Index> factor_gram(Matrix gram, double cut, const Progress& progress) {
  assert(0.0 < cut && cut < 1.0);
  const Vector scale = feature_scale(gram);
  const Index psi = scale.size();
  auto cholesky = Cholesky::factor(std::move(gram), cut, progress);
  if (!cholesky) return std::unexpected(cholesky.error());
  constexpr LanczosOptions kTwoDigits{.tolerance = 0.05};
  const auto largest = largest_eigenpair(
      psi, [&](const Vector& x) -> Vector { return cholesky->multiply(x.cwiseQuotient(scale)).cwiseQuotient(scale); },
      kTwoDigits);
  const auto inverse = largest_eigenpair(
      psi, [&](const Vector& x) -> Vector { return cholesky->solve(x.cwiseProduct(scale)).cwiseProduct(scale); },
      kTwoDigits);
  Index weakest = psi - 1;
  if (inverse) inverse->vector.cwiseAbs().maxCoeff(&weakest);
  if (!largest || !inverse) return std::unexpected(weakest);
  const double condition = largest->value * inverse->value;
  if (!(condition * cut < 1.0)) return std::unexpected(weakest);
  return GramFactor{.cholesky = std::move(*cholesky), .condition = condition};
}

Expected<GramRank> deficient_rank(const Matrix& gram, double cut) {
  const Vector inverse = feature_scale(gram).cwiseInverse();
  const auto values = symmetric_eigenvalues(inverse.asDiagonal() * gram * inverse.asDiagonal());
  if (!values) return fail("The eigenvalues did not converge: divide all tokens by a common factor and try again.");
  const Index psi = values->size();
  const double largest = (*values)(psi - 1);
  GramRank result{.rank = std::min<Index>(psi - 1, (values->array() > cut * largest).count())};
  if (result.rank > 0) result.condition = largest / (*values)(psi - result.rank);
  return result;
}

}  // namespace learner
