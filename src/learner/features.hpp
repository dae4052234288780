#pragma once

#include "learner/model.hpp"

namespace learner {

// Letters: d token dimension, q = d(d+1)/2 pairs j <= k, psi = q d folded features,
// Z d x n tokens, G = Z Z^T d x d, z the asking token (see Targets),
// W (d_out d) x d^2 lifted coefficients, p d_out x psi folded coefficients.
// Source: paper A, algorithm 1 (X), eqs. 9 and 10 (H), cor. 2.4 (p); the W of least norm for a p: ours, derived below.

constexpr Index pair_count(Index d) { return d * (d + 1) / 2; }       // q
constexpr Index feature_count(Index d) { return pair_count(d) * d; }  // psi

// Place of the pair (j, k), j <= k < d, in the order (0,0), (0,1), .., (0,d-1), (1,1), ..
constexpr Index pair_index(Index j, Index k, Index d) { return j * (2 * d - j - 1) / 2 + k; }

// Place of the folded feature G_jk z_l, j <= k.
constexpr Index folded_index(Index j, Index k, Index l, Index d) { return pair_index(j, k, d) * d + l; }

// The feature G_jk z_l that stands at place `index`.
struct FoldedEntry {
  Index j, k, l;
};
FoldedEntry folded_entry(Index index, Index d);

// g = (G_jk) for j <= k: the upper triangle of a symmetric d x d matrix, row by row; length q.
Vector vech(const Matrix& G);

// X[j, k d + l] = <z_j:, z_k:> z_l = G_jk z_l for the token z = Z.col(token): d x d^2, O(n d^2 + d^3).
// With visible = n all tokens are seen; with visible = token + 1 only the past (causal).
Matrix unfolded_features(const Matrix& Z, Index token, Index visible);

// H = (G_jk z_l)_{j<=k, l}, the same features with each (j,k),(k,j) kept once; length psi.
Vector folded_features(const Matrix& Z, Index token, Index visible);
// The same of a token z, d, and the G of what it sees, d x d: O(psi).
Vector folded_features(const Matrix& G, const Eigen::Ref<const Vector>& z);

// W = sum_h vec(V_h) vec(Q_h)^T, row-major vec: W[a d + j, k d + l] = sum_h V_h[a,j] Q_h[k,l].
// Then yhat_a = <W[a d .. a d + d-1, :], X>. Cost O(H d_out d^3).
Matrix lift(const Model& model);

// Answers of lifted coefficients, yhat_a = sum_jkl W[a d + j, k d + l] G_jk z_l.
// W: (d_out d) x d^2, Z: d x n; returns d_out x T. Cost O(T d_out d^3 + n d^2).
Matrix evaluate_lifted(const Matrix& W, const Matrix& Z, Targets targets);

// Answers of folded coefficients, yhat = p H. p: d_out x psi, Z: d x n; returns d_out x T.
// Cost O(d_out psi) for last and all, O(T d_out psi) for causal, beside O(n d^2).
Matrix evaluate_folded(const Matrix& p, const Matrix& Z, Targets targets);

// W -> p. As G is symmetric, only W[(a,j),(k,l)] + W[(a,k),(j,l)] matters:
// p_a{jk}l is that sum for j < k, and W[(a,j),(j,l)] for j = k.
Matrix fold(const Matrix& W, Index d);

// dL/dp -> dL/dW, the transpose of fold: both places of a pair get its slope.
Matrix unfold_slope(const Matrix& slope, Index d);

// p -> the W of least Frobenius norm that folds to p: each off-diagonal coefficient is halved
// between (j,k) and (k,j). Hence ||W||^2 = sum_{j=k} p^2 + 1/2 sum_{j<k} p^2.
Matrix unfold(const Matrix& p, Index d);

// The weights of that norm, 1 for j = k and 1/2 for j < k; length psi. ||unfold(p)||^2 = sum w p^2.
Vector unfold_weights(Index d);

// p of a model: fold(lift(model)). Two models are the same function exactly if their p agree;
// their V and Q need not, since heads mix among themselves.
Matrix folded_coefficients(const Model& model);

// ||p - reference||_F / ||reference||_F; the plain norm of p when the reference is zero.
double relative_distance(const Matrix& p, const Matrix& reference);

}  // namespace learner
