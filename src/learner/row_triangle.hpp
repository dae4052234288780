#pragma once

#include <limits>
#include <vector>

#include "learner/matrix.hpp"

namespace learner {

// The upper triangle that least squares needs of rows that come one by one: [A | Y] = Q [R | Q^T Y], without their
// squares. A: rows x size, its columns divided by `scale`; Y: rows x outputs.
// How: Householder reflections of the triangle so far with the next 128 rows below it, 32 columns at a time, which
// reach all columns after them as two matrix products. Cost rows size^2 multiply-adds; memory one size x size matrix
// and 128 rows. Source: Schreiber and Van Loan, "A storage-efficient WY representation for products of Householder
// transformations", 1989; rows in blocks: Golub and Van Loan, "Matrix computations", section 6.5.
class RowTriangle {
 public:
  // `scale`: size, above 0. Precondition: size at least 1.
  RowTriangle(Vector scale, Index outputs);

  // One row: `features`, size, not yet divided; `answers`, outputs. Says whether that filled a block.
  bool add(const Vector& features, const Eigen::Ref<const Vector>& answers);

  // Takes in the rows that wait for a block to be full: before any of what follows is read.
  void finish();

  const Vector& scale() const { return scale_; }
  auto R() const { return entries_.leftCols(scale_.size()); }  // size x size, zeros below the diagonal
  auto answers() const { return entries_.rightCols(entries_.cols() - scale_.size()); }  // Q^T Y, size x outputs
  double unexplained() const { return unexplained_; }  // the squares of Y that no x of A x explains

  // Singular values of R below this share of the largest are rounding: size and blocks times 2^-52.
  double cut() const;

  // Whether a row that is not 0 is so small beside another, in divided features, that this cut may lose it.
  bool may_lose_rows() const { return least_row_ < 100.0 * cut() * largest_row_; }

 private:
  void reflect(Index first, Index width);

  Vector scale_;
  Matrix entries_;  // [R | Q^T Y]
  Matrix block_;    // rows of [A | Y]; while reflecting, the reflections that end in it
  Index waiting_ = 0;
  Index blocks_ = 0;
  double unexplained_ = 0.0;
  double least_row_ = std::numeric_limits<double>::infinity();  // norms of the rows, divided; the least that is not 0
  double largest_row_ = 0.0;
};

// The R of A = Q R alone, A with at least one column. Cost rows columns^2.
Matrix triangle_of(const Matrix& A, const Progress& progress = {});

// The largest and the smallest singular value of an upper triangle, to two digits; the smallest is 0 where they do not
// settle. Cost some tens of size^2.
struct SingularEnds {
  double largest = 0.0;
  double smallest = 0.0;

  bool independent(double cut) const { return smallest > cut * largest; }
};
SingularEnds singular_ends(const Matrix& R);

// Columns of a triangle in the order of their pivots: R P = Q T.
struct PivotedTriangle {
  Matrix T;                  // rank x size, upper trapezoidal; column i belongs to column order[i] of R
  Matrix answers;            // the first rows of Q^T answers, rank x outputs
  std::vector<Index> order;  // a permutation of 0 .. size - 1
  SingularEnds ends;         // of the square part of T

  Index rank() const { return T.rows(); }
};

// The rank is the most pivots for which the square part of T has no singular value below this share of its largest.
// Precondition: 0 < cut < 1. Cost about 2 size^2 rank, less where rank is near size. Source: Businger and Golub,
// "Linear least squares solutions by Householder transformations", 1965.
PivotedTriangle pivoted(Matrix R, Matrix answers, double cut, const Progress& progress = {});

}  // namespace learner
