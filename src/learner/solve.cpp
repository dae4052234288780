#include "learner/solve.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/features.hpp"
#include "learner/pseudo_inverse.hpp"

namespace learner {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

std::unexpected<Error> singular(const Moments& moments, double lambda, Index feature) {
  const Index rows = moments.rows();
  const Index psi = feature_count(moments.shape().d);
  if (rows < psi && lambda > 0.0) {
    return fail(
        "The data do not determine the model: %1 rows were seen for %2 unknowns per output, and lambda is too "
        "small to help. Raise lambda or give at least %2 rows.",
        rows, psi);
  }
  if (rows < psi) {
    return fail(
        "The data do not determine the model: %1 rows were seen for %2 unknowns per output. Set lambda above 0 "
        "(1e-6 is a good start) or give at least %2 rows.",
        rows, psi);
  }
  const auto [j, k, l] = folded_entry(feature, moments.shape().d);
  if (lambda > 0.0) {
    return fail(
        "The data do not determine the model: %1 rows were seen for %2 unknowns per output, and yet feature "
        "G[%3,%4] z[%5] is a combination of earlier ones, and lambda is too small to help. Raise lambda or "
        "give more varied sequences.",
        rows, psi, j + 1, k + 1, l + 1);
  }
  return fail(
      "The data do not determine the model: %1 rows were seen for %2 unknowns per output, and yet feature "
      "G[%3,%4] z[%5] is a combination of earlier ones. Set lambda above 0 (1e-6 is a good start) or give "
      "more varied sequences.",
      rows, psi, j + 1, k + 1, l + 1);
}

}  // namespace

std::string_view name_of(Path path) {
  switch (path) {
    case Path::primal: return "primal";
    case Path::primal_minimum_norm: return "primal, minimum norm";
    case Path::dual: return "dual";
    case Path::dual_minimum_norm: return "dual, minimum norm";
  }
  return "";
}

Expected<void> validate(const RidgeOptions& options) {
  if (options.lambda >= 0.0 && std::isfinite(options.lambda)) return {};
  return fail("The penalty lambda must be 0 or a positive number: 0 fits the data exactly, 1e-6 is a good start.");
}

Expected<Solution> solve_ridge(const Moments& moments, const RidgeOptions& options) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  if (const auto valid = validate(options); !valid) return std::unexpected(valid.error());
  const Index d = moments.shape().d;
  const Index psi = feature_count(d);
  const double penalty = static_cast<double>(moments.rows()) * options.lambda;

  Matrix A = moments.gram();
  A.diagonal() += penalty * unfold_weights(d);
  const double tolerance = 8.0 * static_cast<double>(psi) * kEpsilon;
  const auto cholesky = Cholesky::factor(std::move(A), tolerance, options.progress);
  if (!cholesky) return singular(moments, options.lambda, cholesky.error());

  const Matrix cross = moments.cross();
  Matrix solution = cholesky->solve(cross);
  for (int i = 0; i < options.refinements; ++i) solution += cholesky->solve(cross - cholesky->multiply(solution));
  return Solution{
      .p = solution.transpose(), .lambda = options.lambda, .rank = psi, .rows = moments.rows(), .unknowns = psi};
}

Expected<Solution> solve_minimum_norm(const Moments& moments) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const Index d = moments.shape().d;
  const Index psi = feature_count(d);
  if (psi > kMaxSpectrum) {
    return fail(
        "The minimum-norm solution of %1 unknowns takes too long here (the limit is %2): use tokens of 12 or fewer "
        "coordinates, or ridge with lambda above 0.",
        psi, kMaxSpectrum);
  }
  // In the unknowns sqrt(w) p the plain norm is that of W, and the features are H / sqrt(w).
  const Vector scale = unfold_weights(d).cwiseSqrt().cwiseInverse();
  const Matrix A = scale.asDiagonal() * moments.gram() * scale.asDiagonal();
  const Matrix b = scale.asDiagonal() * moments.cross();
  const auto least = solve_least_norm(A, b);
  if (!least) return std::unexpected(least.error());
  return Solution{.p = least->X.transpose() * scale.asDiagonal(),
                  .lambda = 0.0,
                  .rank = least->rank,
                  .rows = moments.rows(),
                  .unknowns = psi,
                  .path = Path::primal_minimum_norm};
}

}  // namespace learner
