#pragma once

#include <span>
#include <vector>

#include "learner/model.hpp"
#include "learner/random.hpp"
#include "learner/singular_values.hpp"

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

// The same for every column of `directions`, with the same bits: column i is vec(S(x_i)).
Matrix head_slices(const Matrix& p, const Matrix& directions);

// Evidence for the number of heads that p needs, while it is below min(d, d_out).
struct HeadCountEvidence {
  Vector singular_values;  // mean over x of the singular values of S(x), min(d, d_out), falling
  Index by_rank = 0;       // how many exceed tolerance times the first
  Index by_gap = 0;        // where the largest ratio of neighbours sits: a count under noise, if below min(d, d_out)
  double gap = 1.0;        // that ratio; near 1 there is no evidence, and the count may be >= min(d, d_out)
};

struct HeadCountOptions {
  Index directions = 64;  // random unit vectors x
  double tolerance = 1e-9;
  std::uint64_t seed = 1;
};

// Random unit vectors x, d x count; fewer are the first of more.
Matrix random_directions(Index d, Index count, std::uint64_t seed);

struct HeadSlice {
  Vector x;  // of random_directions
  Expected<SingularValues> svd;
};

// S(x) over random_directions, decomposed when first asked for: the count of heads and the null spaces, whatever their
// number of heads, look at the same ones. p: d_out x psi, finite; it is not copied. Cost d_out psi + about 40 d^3 each.
class HeadSlices {
 public:
  HeadSlices(const Matrix& p, Index d, std::uint64_t seed);

  std::span<const HeadSlice> first(Index count);

  const Matrix& p() const { return p_; }
  Index d() const { return d_; }
  Index d_out() const { return p_.rows(); }

 private:
  const Matrix& p_;
  Index d_;
  Random random_;
  std::vector<HeadSlice> made_;
};

// The singular values of S(x), see head_slice, over random unit vectors x.
// p: d_out x psi, finite. Cost O(directions (d_out psi + d^3)). Source: ours.
HeadCountEvidence head_count_evidence(const Matrix& p, Index d, const HeadCountOptions& options = {});
HeadCountEvidence head_count_evidence(HeadSlices& slices, const HeadCountOptions& options = {});

// Which maps the null vectors of S(x) are asked about: the V_h (left null vectors) or the Q_h (right ones).
enum class Side { values, queries };

struct NullSpaceHeads {
  Model model;
  Vector spectrum;   // eigenvalues of the stacked normal matrix over its largest, rising: d_out d or d^2 of them
  Index kernel = 0;  // how many are below 1e-12 (or `heads` when noise lifts them): equal to `heads` when all is well
};

// How many x the method below takes: 4 D / (null vectors of each) + 8 for D unknowns.
Index null_space_directions(Index d, Index d_out, Index heads, Side side);

// Whether the method applies: H < d_out and H <= d on the side of the values, H < d and H <= d_out on the other.
bool null_space_applies(Index d, Index d_out, Index heads, Side side);

// H heads from p, without iteration and without a starting point.
// S(x) = sum_h (V_h x)(Q_h^T x)^T has rank H for almost every x, so a left null vector u has
// u^T V_h x = 0 for every h, which is linear in V_h: (u (x) x)^T vec V_h = 0. Many random x leave exactly
// span{V_1 .. V_H}, and any basis of it serves, as heads mix by any invertible H x H matrix. The right null vectors w
// say (x (x) w)^T vec Q_h = 0 in the same way. The other maps follow by linear least squares on p.
// Random x: null_space_directions.
// When every V_h has rank one, u^T V x = 0 has many more solutions (dimension H d): `kernel` tells, take the other
// side. With noise in p, the H smallest eigenvectors are the total least squares answer. p: d_out x psi, finite.
// Precondition: null_space_applies. Errors: the eigenvalues did not converge. Cost O(D^3 + D^2 x-count), D = d_out d or
// d^2. Source: ours.
Expected<NullSpaceHeads> null_space_heads(const Matrix& p, Index d, Index heads, Side side, std::uint64_t seed = 1);
Expected<NullSpaceHeads> null_space_heads(HeadSlices& slices, Index heads, Side side);

}  // namespace learner
