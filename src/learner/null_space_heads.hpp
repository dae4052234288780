#pragma once

#include "learner/model.hpp"

namespace learner {

// Which maps the null vectors of S(x) are asked about: the V_h (left null vectors) or the Q_h (right ones).
enum class Side { values, queries };

struct NullSpaceHeads {
  Model model;
  Vector spectrum;   // eigenvalues of the stacked normal matrix over its largest, rising: d_out d or d^2 of them
  Index kernel = 0;  // how many are below 1e-12 (or `heads` when noise lifts them): equal to `heads` when all is well
};

// Whether the method applies: H < d_out and H <= d on the side of the values, H < d and H <= d_out on the other.
bool null_space_applies(Index d, Index d_out, Index heads, Side side);

// H heads from p, without iteration and without a starting point.
// S(x) = sum_h (V_h x)(Q_h^T x)^T (see heads.hpp) has rank H for almost every x, so a left null vector u has
// u^T V_h x = 0 for every h, which is linear in V_h: (u (x) x)^T vec V_h = 0. Many random x leave exactly
// span{V_1 .. V_H}, and any basis of it serves, as heads mix by any invertible H x H matrix. The right null vectors w
// say (x (x) w)^T vec Q_h = 0 in the same way. The other maps follow by linear least squares on p.
// Random x: 4 D / (free) + 8, D unknowns and `free` null vectors each.
// When every V_h has rank one, u^T V x = 0 has many more solutions (dimension H d): `kernel` tells, take the other
// side. With noise in p, the H smallest eigenvectors are the total least squares answer. p: d_out x psi, finite.
// Precondition: null_space_applies. Errors: the eigenvalues did not converge. Cost O(D^3 + D^2 x-count), D = d_out d or
// d^2. Source: ours.
Expected<NullSpaceHeads> null_space_heads(const Matrix& p, Index d, Index heads, Side side, std::uint64_t seed = 1);

}  // namespace learner
