#pragma once

#include "learner/error.hpp"
#include "learner/matrix.hpp"

namespace learner {

// A = L L^T of a symmetric positive definite matrix, in the memory of one matrix:
// L fills the lower triangle, the strict upper triangle and a vector keep A for refinement.
class Cholesky {
 public:
  // A: both triangles filled. A pivot that does not exceed `tolerance` times its diagonal entry of A
  // ends the factorisation: then the index of that row comes back. The verdict does not change when
  // rows and columns are scaled, so it does not depend on the units of the unknowns.
  // Cost O(size^3/3), blocked and left-looking; progress is called once a block.
  static std::expected<Cholesky, Index> factor(Matrix A, double tolerance, const Progress& progress = {});

  // A^-1 B. O(size^2) a column.
  Matrix solve(const Matrix& B) const;

  // A X, from the kept entries. O(size^2) a column.
  Matrix multiply(const Matrix& X) const;

 private:
  static constexpr Index kBlock = 64;

  explicit Cholesky(Matrix A);
  std::expected<void, Index> factor_block(Index start, Index width, double tolerance);

  Matrix entries_;
  Vector diagonal_;  // of A
};

}  // namespace learner
