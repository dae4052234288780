#include "learner/solve.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/features.hpp"

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
  text += lambda > 0.0 ? ", and lambda is too small to help. Raise lambda"
                       : ". Set lambda above 0 (1e-6 is a good start)";
  text += moments.rows() < psi ? " or give at least " + number(psi) + " rows." : " or give more varied sequences.";
  return text;
}

}  // namespace

Expected<Solution> solve_ridge(const Moments& moments, const RidgeOptions& options) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  if (!(options.lambda >= 0.0) || !std::isfinite(options.lambda)) {
    return fail("The penalty lambda must be 0 or a positive number: 0 fits the data exactly, 1e-6 is a good start.");
  }
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
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(A);
  if (eigen.info() != Eigen::Success) return fail("The eigenvalues did not converge: use ridge with lambda above 0.");

  const Vector& values = eigen.eigenvalues();
  const double smallest = static_cast<double>(psi) * kEpsilon * values(psi - 1);
  const Index rank = (values.array() > smallest).count();
  const auto range = eigen.eigenvectors().rightCols(rank);
  const auto pseudo_inverse = [&](const Matrix& x) -> Matrix {
    return range * values.tail(rank).cwiseInverse().asDiagonal() * (range.transpose() * x);
  };
  Matrix solution = pseudo_inverse(b);
  solution += pseudo_inverse(b - A * solution);  // one step of refinement, within the range
  return Solution{.p = solution.transpose() * scale.asDiagonal(),
                  .lambda = 0.0,
                  .rank = rank,
                  .rows = moments.rows(),
                  .unknowns = psi};
}

}  // namespace learner
