#pragma once

#include <cstdint>
#include <functional>

#include <Eigen/Core>

namespace learner {

using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;  // column-major
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

// Long computations call this with the fraction done, from 0 to 1 and never falling. May be empty.
using Progress = std::function<void(double fraction)>;

// A progress of which 0 to 1 are `from` to `to` of the whole; empty if that is.
inline Progress part_of(const Progress& whole, double from, double to) {
  if (!whole) return {};
  return [&whole, from, to](double fraction) { whole(from + (to - from) * fraction); };
}

// A B, A B^T and A^T B, for what is not in an inner loop of large matrices: the same bits as Eigen's products, each
// compiled once. A product of expressions, A.leftCols(k) * (2 B), is compiled anew for their types, with its cases for
// rows, columns, small and large matrices: 2 KB of a page each time.
Matrix times(const Matrix& A, const Matrix& B);
Matrix times_transposed(const Matrix& A, const Matrix& B);
Matrix transposed_times(const Matrix& A, const Matrix& B);

// The k-th of `count` numbers spread evenly over 0 .. all - 1, rising from 0. With 64 bits: an Index has 32 in
// WebAssembly, too few for the product.
constexpr Index spread(Index k, Index count, Index all) { return static_cast<Index>(std::int64_t{k} * all / count); }

}  // namespace learner
