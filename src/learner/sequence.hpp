#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// Letters: d token dimension, d_out dimension of a target, n tokens in a sequence, T targets in it.

// Which tokens of a sequence ask a question, and which tokens each of them sees:
//   last    G = Z Z^T                    z = z_n          T = 1
//   all     G = Z Z^T                    z = z_t, all t   T = n
//   causal  G_t = sum_{s<=t} z_s z_s^T   z = z_t, all t   T = n
enum class Targets { last, all, causal };

std::string_view name_of(Targets targets);

// The largest d the closed form is built for: psi = 2176 unknowns, a Gram matrix of 38 MB.
inline constexpr Index kMaxTokenDimension = 16;

struct Shape {
  Index d = 0;      // 1 .. kMaxTokenDimension
  Index d_out = 0;  // >= 1
  Targets targets = Targets::last;
  bool operator==(const Shape&) const = default;
};

struct Sequence {
  Matrix Z;  // d x n, columns are tokens
  Matrix Y;  // d_out x T, columns are targets

  Index d() const { return Z.rows(); }
  Index n() const { return Z.cols(); }
  Index rows() const { return Y.cols(); }
};

// Sequences of one shape; their lengths n may differ.
struct Dataset {
  Shape shape;
  std::vector<Sequence> sequences;
};

// T, the number of targets in a sequence of n tokens.
Index target_count(Targets targets, Index n);

// Whether the closed form can serve this shape. Errors: d or d_out out of range.
Expected<void> validate(const Shape& shape);

// Whether the sequence has this shape, at least one token, and only finite numbers. O(d n).
Expected<void> validate(const Shape& shape, const Sequence& sequence);

// As above for each; the error names the first bad sequence, counted from 1.
Expected<void> validate(const Shape& shape, std::span<const Sequence> sequences);

// A validated data set; its shape is read from the first sequence.
// Errors: no sequences, or any of the above.
Expected<Dataset> make_dataset(std::vector<Sequence> sequences, Targets targets);

// A sequence of d tokens that stands for this one of more where every token asks (Targets::all):
//   Z' = L,  Y' = (L^T G^-1 Z Y^T)^T  with  G = Z Z^T = L L^T,
// so Z' Z'^T = G and Z' Y'^T = Z Y^T: least squares sees the same data, but for ||Y||^2. So n tokens that all ask are
// worth min(n, d) equations, not n, and as many rows in the dual (see least_squares.hpp), whose kernel matrix is then
// no larger than its rank. Returns the sequence itself if n <= d or if G cannot be told from a singular matrix.
// Precondition: Y has a column for each token. Cost O(n d^2). Source: ours.
Sequence condensed(const Sequence& sequence);

}  // namespace learner
