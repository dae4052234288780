#pragma once

#include "learner/model.hpp"
#include "learner/random.hpp"

namespace learner {

// W = sum_i sigma_i u_i v_i^T, r = min(d_out d, d^2) terms, sigma falling.
struct HeadSpectrum {
  Vector sigma;  // r
  Matrix U;      // (d_out d) x r
  Matrix V;      // d^2 x r
  Index d = 0;
  Index rank = 0;  // sigma_i > tolerance * sigma_1
};

// Singular value decomposition of W, (d_out d) x d^2.
// `tolerance` is relative: what a solution of the normal equations leaves behind is near 1e-12.
// Errors: W not finite; no convergence. Cost O(d_out d^5). Source: paper A, algorithm 1.
Expected<HeadSpectrum> head_spectrum(const Matrix& W, Index d, double tolerance = 1e-9);

// The first `count` heads, V_h = Fold(sqrt(sigma) u), Q_h = Fold(sqrt(sigma) v), row-major Fold.
// 1 <= count <= r. With count = rank their sum is W again; with fewer it is the best rank-`count`
// approximation of W, which is not the best model with that many heads: the minimum-norm W has rank
// up to d^2 even for data that a single head made, since the fit leaves the part of W that is
// antisymmetric in (j,k) open (ours; see head_count_evidence for a count that sees through this).
Model heads_from(const HeadSpectrum& spectrum, Index count);

// S(x)[a,l] = sum_{j<=k} p_a{jk}l x_j x_k = sum_h (V_h x)(Q_h^T x)^T, d_out x d: a sum of H rank-one
// matrices, so its rank is H for almost every x as long as H < min(d, d_out).
// p: d_out x psi; x: d. Cost O(d_out psi). Source: ours.
Matrix head_slice(const Matrix& p, const Vector& x);

// Evidence for the number of heads that p needs, while it is below min(d, d_out).
struct HeadCountEvidence {
  Vector singular_values;  // mean over x of the singular values of S(x), min(d, d_out), falling
  Index by_rank = 0;       // how many exceed tolerance times the first
  Index by_gap = 0;        // where the largest ratio of neighbours sits: the count to use under noise
  double gap = 1.0;        // that ratio; near 1 there is no evidence, and the count may be >= min(d, d_out)
};

struct HeadCountOptions {
  Index directions = 64;  // random unit vectors x
  double tolerance = 1e-9;
  std::uint64_t seed = 1;
};

// The singular values of S(x), see head_slice, over random unit vectors x.
// p: d_out x psi, finite. Cost O(directions (d_out psi + d^3)). Source: ours.
HeadCountEvidence head_count_evidence(const Matrix& p, Index d, const HeadCountOptions& options = {});

}  // namespace learner
