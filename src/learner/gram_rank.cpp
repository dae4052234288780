#include "learner/gram_rank.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/tridiagonal.hpp"

namespace learner {

double gram_cut(const Moments& moments) { return rank_cut(feature_count(moments.shape().d)) + moments.rounding(); }

Vector feature_scale(const Matrix& gram) {
  constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
  Index d = 1;
  while (feature_count(d) < gram.rows()) ++d;
  Vector squares = gram.diagonal();
  for (Index j = 0; j < d; ++j) {
    for (Index k = j + 1; k < d; ++k) {
      for (Index l = 0; l < d; ++l) {
        double& own = squares(folded_index(j, k, l, d));
        const double most = gram(folded_index(j, j, l, d), folded_index(k, k, l, d));  // sum G_jj G_kk z_l^2
        if (own <= kRounding * kRounding * most) own = most;
      }
    }
  }
  return squares.unaryExpr([](double square) { return square > 0.0 ? std::sqrt(square) : 1.0; });
}

Condition condition_of(const Cholesky& cholesky, const Vector& scale) {
  constexpr LanczosOptions kTwoDigits{.tolerance = 0.05};
  const Index psi = scale.size();
  const auto largest = largest_eigenpair(
      psi, [&](const Vector& x) -> Vector { return cholesky.multiply(x.cwiseQuotient(scale)).cwiseQuotient(scale); },
      kTwoDigits);
  const auto inverse = largest_eigenpair(
      psi, [&](const Vector& x) -> Vector { return cholesky.solve(x.cwiseProduct(scale)).cwiseProduct(scale); },
      kTwoDigits);
  Condition result{.weakest = psi - 1};
  if (inverse) inverse->vector.cwiseAbs().maxCoeff(&result.weakest);
  if (largest && inverse) result.number = largest->value * inverse->value;
  return result;
}

std::expected<GramFactor, Index> factor_gram(Matrix gram, double cut, const Progress& progress) {
  assert(0.0 < cut && cut < 1.0);
  const Vector scale = feature_scale(gram);
  auto cholesky = Cholesky::factor(std::move(gram), cut, progress);
  if (!cholesky) return std::unexpected(cholesky.error());
  const auto condition = condition_of(*cholesky, scale);
  if (!(condition.number * cut < 1.0)) return std::unexpected(condition.weakest);
  return GramFactor{.cholesky = std::move(*cholesky), .condition = condition.number};
}

bool shows_full_rank(const Vector& values, double cut) {
  const Index psi = values.size();
  return values(0) > 8.0 * static_cast<double>(psi) * cut * values(psi - 1);
}

RankFactor factor_by_rank(const Matrix& gram, const Vector& units, double cut, const Progress& progress) {
  const Index psi = gram.rows();
  if (const auto full = factor_gram(gram, cut, part_of(progress, 0.0, 1.0 / 3))) {
    RankFactor factor{.L = units.asDiagonal() * full->cholesky.lower(),
                      .order = std::vector<Index>(static_cast<std::size_t>(psi))};
    std::iota(factor.order.begin(), factor.order.end(), Index{0});
    if (progress) progress(1.0);
    return factor;
  }
  const Vector scale = feature_scale(gram);
  const Vector inverse = scale.cwiseInverse();
  RankFactor factor =
      rank_factor(inverse.asDiagonal() * gram * inverse.asDiagonal(), cut, part_of(progress, 1.0 / 3, 1.0));
  if (factor.rank() == psi) {
    factor.dropped = factor.L(psi - 1, psi - 1) * factor.L(psi - 1, psi - 1);
    factor.L = factor.L.leftCols(psi - 1).eval();
  }
  const Vector own = scale.cwiseProduct(units);
  factor.L = own(factor.order).asDiagonal() * factor.L;
  factor.dropped *= own.cwiseAbs2().maxCoeff();
  return factor;
}

Expected<GramRank> deficient_rank(const Matrix& gram, double cut) {
  const Vector inverse = feature_scale(gram).cwiseInverse();
  const auto values = Tridiagonal(inverse.asDiagonal() * gram * inverse.asDiagonal()).values();
  if (!values) return fail("The eigenvalues did not converge: divide all tokens by a common factor and try again.");
  const Index psi = values->size();
  const double largest = (*values)(psi - 1);
  GramRank result{.rank = std::min<Index>(psi - 1, (values->array() > cut * largest).count())};
  if (result.rank > 0) result.condition = largest / (*values)(psi - result.rank);
  return result;
}

}  // namespace learner
