#include "learner/certificate.hpp"

#include <Eigen/Eigenvalues>

#include <limits>
#include <string>

#include "learner/features.hpp"
#include "learner/solve.hpp"

namespace learner {

Expected<Certificate> certify(const Moments& moments) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  const Index psi = feature_count(moments.shape().d);
  if (psi > kMaxSpectrum) {
    return fail("The spectrum of a " + std::to_string(psi) + " x " + std::to_string(psi) +
                " matrix takes too long here (the limit is " + std::to_string(kMaxSpectrum) +
                "): use tokens of 12 or fewer coordinates.");
  }
  const Matrix Lambda = moments.gram() / static_cast<double>(moments.rows());
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Lambda, Eigen::EigenvaluesOnly);
  if (eigen.info() != Eigen::Success) {
    return fail("The eigenvalues did not converge: divide all tokens by a common factor and try again.");
  }
  const Vector& spectrum = eigen.eigenvalues();
  const double lambda_max = spectrum(psi - 1);
  const double smallest = static_cast<double>(psi) * std::numeric_limits<double>::epsilon() * lambda_max;
  const Index rank = (spectrum.array() > smallest).count();
  return Certificate{.lambda_min = rank == psi ? spectrum(0) : 0.0,
                     .lambda_max = lambda_max,
                     .rank = rank,
                     .unknowns = psi,
                     .spectrum = spectrum};
}

}  // namespace learner
