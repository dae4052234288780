#include "learner/one_vector.hpp"

#include <algorithm>
#include <cassert>

#include "learner/quad.hpp"

namespace learner {

namespace {

// The same for the corner of columns j .. j + width - 1 on the diagonal.
template <bool lower>
inline void add_corner_product(const Eigen::Ref<const Matrix>& A, const Vector& diagonal, const double* x, double* y,
                               Index j, Index width) {
  double known[4] = {}, sum[4] = {};
  for (Index c = 0; c < width; ++c) known[c] = x[j + c];
  for (Index c = 0; c < width; ++c) {
    sum[c] += diagonal(j + c) * known[c];
    for (Index r = c + 1; r < width; ++r) {
      const double entry = lower ? A(j + r, j + c) : A(j + c, j + r);
      sum[r] += entry * known[c];
      sum[c] += entry * known[r];
    }
  }
  for (Index c = 0; c < width; ++c) y[j + c] += sum[c];
}

template <bool lower>
void add_symmetric(const Eigen::Ref<const Matrix>& A, const Vector& diagonal, const double* x, double* y) {
  const Index size = A.rows();
  // Columns that do not fill four have only a corner: the last, or the first.
  const Index extra = size % 4;
  if (extra > 0) add_corner_product<lower>(A, diagonal, x, y, lower ? size - extra : 0, extra);
  for (Index j = lower ? 0 : extra; j + 4 <= size; j += 4) {
    add_corner_product<lower>(A, diagonal, x, y, j, 4);
    const Index first = lower ? j + 4 : 0;
    const Index rows = lower ? size - first : j;
    if (rows > 0)
      four_columns<true, true>(&A.coeffRef(first, j), A.outerStride(), rows, x + j, y + first, x + first, y + j);
  }
}

}  // namespace

void add_symmetric_product(const Eigen::Ref<const Matrix>& A, Triangle triangle, const Vector& diagonal,
                           const double* x, double* y) {
  assert(A.cols() == A.rows() && diagonal.size() == A.rows());
  triangle == Triangle::lower ? add_symmetric<true>(A, diagonal, x, y) : add_symmetric<false>(A, diagonal, x, y);
}

Vector solve_lower(const Matrix& T, Vector b) {
  const Index size = T.rows();
  for (Index j = 0; j < size; j += 4) {
    const Index end = std::min(size, j + 4);
    for (Index c = j; c < end; ++c) {
      b(c) /= T(c, c);
      for (Index r = c + 1; r < end; ++r) b(r) -= T(r, c) * b(c);
    }
    if (end == size) break;
    const double factors[] = {-b(j), -b(j + 1), -b(j + 2), -b(j + 3)};
    four_columns<true, false>(&T(end, j), T.outerStride(), size - end, factors, &b(end), nullptr, nullptr);
  }
  return b;
}

Vector solve_lower_transposed(const Matrix& T, Vector b) {
  const Index size = T.rows();
  for (Index end = size; end > 0;) {
    const Index j = (end - 1) / 4 * 4;
    double known[4] = {};
    if (end < size)
      four_columns<false, true>(&T(end, j), T.outerStride(), size - end, nullptr, nullptr, &b(end), known);
    for (Index c = end - 1; c >= j; --c) {
      b(c) -= known[c - j];
      for (Index r = c + 1; r < end; ++r) b(c) -= T(r, c) * b(r);
      b(c) /= T(c, c);
    }
    end = j;
  }
  return b;
}

}  // namespace learner
