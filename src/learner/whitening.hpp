#pragma once

#include <span>
#include <vector>

#include "learner/sequence.hpp"

namespace learner {

// Tokens on a common scale: Z -> A Z with A = L^-1, where L L^T = (1/tokens) sum z z^T (about 0, not about the mean,
// since attention has no bias). Linear attention is equivariant: with V' = V A^-1, Q' = A^-T Q A^-1 the answers to A Z
// are those to Z, so nothing is lost, and p comes back exactly. Features are products of three coordinates, so the
// condition number of Lambda_D falls by up to the sixth power of that of the tokens. Any other square root of the same
// matrix gives the same W up to a rotation, and the same norm of it. Source: ours.
struct Whitening {
  Matrix L;  // d x d, lower triangular
};

// Errors: no or empty sequences; tokens that all lie in a subspace, to 8 d 2^-52 of their scale (then a coordinate is a
//   combination of the others), or so large that their squares overflow. Precondition: tokens of one d.
// Cost O(d^2) a token.
Expected<Whitening> whitening_of(std::span<const Sequence> sequences);

// The sequences with tokens L^-1 Z and the same targets. O(d^2) a token.
std::vector<Sequence> whitened(std::span<const Sequence> sequences, const Whitening& whitening);

// p, d_out x psi, of whitened tokens -> the p that gives the same answers to the tokens themselves:
// W[(a,j),(k,l)] = sum W'[(a,j'),(k',l')] A[j',j] A[k',k] A[l',l]. Cost O(d_out d^4).
// A penalty lambda on W' is not the same penalty on W: it no longer depends on the units of the tokens.
Matrix unwhitened(const Matrix& p, const Whitening& whitening);

}  // namespace learner
