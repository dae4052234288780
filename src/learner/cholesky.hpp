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
  // Cost size^3/6 multiply-adds, blocked and right-looking; progress is called once a block.
  static std::expected<Cholesky, Index> factor(Matrix A, double tolerance, const Progress& progress = {});

  // L, with zeros above its diagonal.
  Matrix lower() const { return entries_.triangularView<Eigen::Lower>(); }

  // A^-1 B. O(size^2) a column.
  Matrix solve(Matrix B) const;

  // A X, from the kept entries. O(size^2) a column.
  Matrix multiply(const Matrix& X) const;

 private:
  static constexpr Index kBlock = 64;  // columns whose products with the rest are formed at once
  static constexpr Index kLeaf = 16;   // columns that are factored one by one

  explicit Cholesky(Matrix A);
  std::expected<void, Index> factor_columns(Index start, Index width, double tolerance);
  std::expected<void, Index> factor_leaf(Index start, Index width, double tolerance);
  void subtract(Index start, Index width, Index count);

  Matrix entries_;
  Vector diagonal_;  // of A
};

}  // namespace learner
