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

std::string singular_text(const Moments& moments, double lambda, Index feature) {
  const Index d = moments.shape().d;
  const Index psi = feature_count(d);
  const auto [j, k, l] = folded_entry(feature, d);
  const auto number = [](Index i) { return std::to_string(i); };
  std::string text = "The data do not determine the model: " + number(moments.rows()) + " rows were seen for " +
                     number(psi) + " unknowns per output";
  if (moments.rows() >= psi) {
    text += ", and yet feature G[" + number(j + 1) + "," + number(k + 1) + "] z[" + number(l + 1) +
            "] is a combination of earlier ones";
  }
  text +=
      lambda > 0.0 ? ", and lambda is too small to help. Raise lambda" : ". Set lambda above 0 (1e-6 is a good start)";
  text += moments.rows() < psi ? " or give at least " + number(psi) + " rows." : " or give more varied sequences.";
  return text;
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
  if (!cholesky) return fail(singular_text(moments, options.lambda, cholesky.error()));

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
    return fail("The minimum-norm solution of " + std::to_string(psi) + " unknowns takes too long here (the limit is " +
                std::to_string(kMaxSpectrum) +
                "): use tokens of 12 or fewer coordinates, or ridge with lambda above 0.");
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
