#pragma once

#include <span>
#include <vector>

#include "learner/sequence.hpp"
#include "learner/softmax/softmax_layer.hpp"

namespace learner {

// Examples of a softmax layer side by side, so that a token is a column. Letters: d token dimension, T tokens of all
// examples together.
struct JoinedExamples {
  Matrix Z;                  // d x T
  Matrix Y;                  // d x T, the answers
  std::vector<Index> first;  // example i has the columns first[i] .. first[i + 1] - 1; one more than there are examples

  Index d() const { return Z.rows(); }
  Index tokens() const { return Z.cols(); }
  Index count() const { return std::ssize(first) - 1; }
  Index length(Index i) const { return first[static_cast<std::size_t>(i) + 1] - first[static_cast<std::size_t>(i)]; }
};

// Joins examples whose every token asks (Targets::all) and whose answers have as many coordinates as tokens have.
// Lengths may differ. Errors: no examples, and those of validate. O(d T).
Expected<JoinedExamples> join_examples(std::span<const Sequence> examples);

// How many questions the examples ask that attention could answer in different ways: pairs of a sequence and one of its
// tokens that asks, each counted once. The order of tokens changes no answer, and the negative of all tokens has the
// negative answer; sequences of equal tokens do not count. O(k d T log T) for examples of k tokens.
Index distinct_questions(const JoinedExamples& examples);

// With the Thetas held, a softmax layer is linear in its value maps: Y = W^T O, where O stacks what the heads attend
// to, o_it = Z p_it, and W stacks the W_i. So the best W is linear least squares, and what is left is a function of
// the Thetas alone (variable projection: Golub & Pereyra, SIAM J. Numer. Anal. 1973).
// Letters: m heads, d token dimension, T tokens of all examples, r the rank of O.
struct EliminatedValues {
  Matrix W;         // (m d) x d, the W_i below each other; of least norm where O leaves a choice
  Matrix residual;  // d x T, Y - W^T O, orthogonal to the rows of O
  Matrix O;         // (m d) x T
  Matrix basis;     // r x T, orthonormal rows, the range of O's rows
  Matrix root;      // (m d) x r: W = root basis Y^T, and root root^T is the pseudo-inverse of O O^T

  Index rank() const { return basis.rows(); }
};

// O of these Thetas (m of them, each d x d). O(m T (d^2 + k d)) for examples of k tokens.
Matrix attended_tokens(std::span<const Matrix> Thetas, const JoinedExamples& examples);

// How: the eigenvectors of O O^T give a first basis, right to half the digits; Cholesky of its own Gram matrix makes it
// orthonormal (CholeskyQR2: Fukaya et al., 2014, with eigenvectors first so that the rank may be less than m d).
// Eigenvalues below 1e-13 of the largest count as zero: heads that differ by less than about 3e-7 count as one.
// Errors: numbers too large to square. Cost O(T (m d)^2 + 9 (m d)^3).
Expected<EliminatedValues> eliminate_values(std::span<const Matrix> Thetas, const JoinedExamples& examples);

// The Thetas with the rows of W that are theirs.
SoftmaxLayer layer_of(std::span<const Matrix> Thetas, const Matrix& W);

}  // namespace learner
