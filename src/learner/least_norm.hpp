#pragma once

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// Of all x + null t that with the least ||U (x + null t)||, U the diagonal matrix of `units`: the W of least norm,
// found in unknowns of another unit, in which the rank shows.
// A null column is one only up to rounding: it moves the fit by `faint`, and a large multiple of it can lower the norm
// and spoil the fit, the more so the farther units are apart. So t is bought by what it can spoil: least is
//   ||U (x + null t)||^2 + ||M t||^2,  M = ||U x|| max(faint, 2^-52) / most,
// and then ||max(faint, 2^-52) t|| <= most, whatever units and data.
// x: psi x d_out; null: psi x k, orthonormal; faint: k; units: psi, above 0; most: above 0, in the units of x times
// faint. Errors: no convergence. Cost about 10 psi k^2. Source: ours.
Expected<Matrix> least_norm(Matrix x, const Matrix& null, const Vector& faint, const Vector& units, double most);

}  // namespace learner
