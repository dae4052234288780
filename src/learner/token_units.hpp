#pragma once

#include "learner/model.hpp"
#include "learner/moments.hpp"

namespace learner {

// Coordinates of tokens counted in units of their size: where they are of very different size, coefficients are too,
// and the small ones are lost in the rounding of the large when heads are split off. Source: ours.

// A power of two, so that changing units rounds nothing, near the size of each coordinate of a token: within a factor
// of 2 the root mean square of its own cube among the features, to the power 1/3; 1 where it is always 0. Length d.
// Precondition: at least one row. Cost O(psi).
Vector token_sizes(const Moments& moments);

// Whether they differ by more than a factor of 4: a head that is lost at 1e-9 of the largest one's singular value could
// be 4^3 times as large beside it in even units.
bool are_uneven(const Vector& sizes);

// p, d_out x psi, for tokens in units of `sizes`: p_jkl times the sizes of j, k and l. O(d_out psi).
Matrix in_units(Matrix p, const Vector& sizes);

// A model for tokens in units of `sizes`, for the tokens themselves. O(heads d^2).
Model out_of_units(Model model, const Vector& sizes);

}  // namespace learner
