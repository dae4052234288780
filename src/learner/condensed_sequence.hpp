#pragma once

#include "learner/sequence.hpp"

namespace learner {

// A sequence of d tokens that asks and answers as much as this one of more when every token asks (Targets::all):
//   Z' = L,  Y' = (L^T G^-1 Z Y^T)^T  with  G = Z Z^T = L L^T,
// so that Z' Z'^T = G and Z' Y'^T = Z Y^T, and all that least squares reads of the data stays the same; ||Y||^2 alone
// is not kept. So n tokens that all ask are worth min(n, d) equations, not n: to the dual (see dual.hpp) they are as
// many rows, and its kernel matrix is no larger than its rank. A sequence of n <= d tokens comes back as it is, and so
// does one whose G cannot be told from a singular one. Precondition: Y has a column for each token. Cost O(n d^2).
// Source: ours.
Sequence condensed(const Sequence& sequence);

}  // namespace learner
