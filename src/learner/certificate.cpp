#include "learner/certificate.hpp"

#include <cassert>
#include <limits>

#include "learner/cholesky.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/gram_rank.hpp"
#include "learner/one_vector.hpp"
#include "learner/solve.hpp"
#include "learner/tridiagonal.hpp"

namespace learner {

Expected<Certificate> certify(const Moments& moments) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const Index psi = feature_count(moments.shape().d);
  if (psi > kMaxSpectrum) {
    return fail(
        "The spectrum of a %1 x %2 matrix takes too long here (the limit is %3): use tokens of 12 or fewer "
        "coordinates.",
        psi, psi, kMaxSpectrum);
  }
  const double cut = gram_cut(moments);
  const auto eigenvalues = Tridiagonal(moments.gram()).values();
  if (!eigenvalues) {
    return fail("The eigenvalues did not converge: divide all tokens by a common factor and try again.");
  }
  Vector spectrum = *eigenvalues / static_cast<double>(moments.rows());
  const double lambda_max = spectrum(psi - 1);
  Index rank = psi;
  if (const bool clear = spectrum(0) > 1e3 * rank_cut(psi) * lambda_max; clear && shows_full_rank(spectrum, cut)) {
    // Nothing to factor.
  } else if (const auto factor = factor_gram(moments.gram(), cut); !factor) {
    const auto deficient = deficient_rank(moments.gram(), cut);
    if (!deficient) return std::unexpected(deficient.error());
    rank = deficient->rank;
  } else if (!clear) {
    auto graded = graded_eigenvalues(factor->cholesky.lower());
    if (!graded) return std::unexpected(graded.error());
    spectrum = *graded / static_cast<double>(moments.rows());
  }
  return Certificate{.lambda_min = rank == psi ? spectrum(0) : 0.0,
                     .lambda_max = lambda_max,
                     .rank = rank,
                     .unknowns = psi,
                     .smallest_kept = rank > 0 ? spectrum(psi - rank) : 0.0,
                     .largest_dropped = rank < psi ? spectrum.head(psi - rank).cwiseAbs().maxCoeff() : 0.0,
                     .spectrum = spectrum};
}

Expected<Certificate> certify_extremes(const Moments& moments, const Progress& progress) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const Index psi = feature_count(moments.shape().d);
  const Matrix Lambda = moments.gram() / static_cast<double>(moments.rows());
  const Vector diagonal = Lambda.diagonal();
  const auto product = [&](const Vector& x) {
    Vector y = Vector::Zero(psi);
    add_symmetric_product(Lambda, Triangle::lower, diagonal, x.data(), y.data());
    return y;
  };
  const auto largest = largest_eigenpair(psi, product);
  if (!largest) return std::unexpected(largest.error());

  // Factoring is nearly all of the work; the rest is what comes after the last block.
  const RankFactor factor =
      factor_by_rank(moments.gram(), Vector::Constant(psi, 1 / std::sqrt(static_cast<double>(moments.rows()))),
                     gram_cut(moments), part_of(progress, 0.0, 0.9));
  Certificate certificate{.lambda_max = largest->value,
                          .rank = factor.rank(),
                          .unknowns = psi,
                          .largest_dropped = factor.dropped,
                          .spectrum = {}};
  if (factor.rank() > 0) {
    const auto smallest = smallest_eigenpair(factor.triangle());
    if (!smallest) return std::unexpected(smallest.error());
    certificate.smallest_kept = smallest->value;
    if (factor.rank() == psi) certificate.lambda_min = smallest->value;
  }
  if (progress) progress(1.0);
  return certificate;
}

double disagreement_bound(double excess, double lambda_min, double squared_features) {
  assert(excess >= 0.0 && lambda_min >= 0.0 && squared_features >= 0.0);
  if (squared_features == 0.0) return 0.0;
  if (lambda_min == 0.0) return std::numeric_limits<double>::infinity();
  return 4.0 * excess / lambda_min * squared_features;
}

}  // namespace learner
