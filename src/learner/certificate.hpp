#pragma once

#include "learner/moments.hpp"

namespace learner {

// The spectrum of Lambda_D = (1/rows) sum H H^T, psi x psi, H not normalised.
// Data that some MHLA made without noise, and lambda_min > 0: all minimisers are one function.
// Sufficient, not necessary (see solve_minimum_norm on the associative data).
struct Certificate {
  double lambda_min = 0.0;  // 0 when rank < unknowns
  double lambda_max = 0.0;
  Index rank = 0;      // eigenvalues above psi 2^-52 lambda_max
  Index unknowns = 0;  // psi
  Vector spectrum;     // all eigenvalues, rising, as computed: null ones may be +-1e-16 lambda_max
};

// Errors: no rows; overflow; psi > kMaxSpectrum (see solve.hpp); no convergence.
// Cost about 4/3 psi^3. Source: paper A, lemma 2.3.
Expected<Certificate> certify(const Moments& moments);

}  // namespace learner
