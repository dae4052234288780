#include "learner/whitening.hpp"

#include <cassert>

#include "learner/cholesky.hpp"
#include "learner/decompositions.hpp"
#include "learner/features.hpp"

namespace learner {

Expected<Whitening> whitening_of(std::span<const Sequence> sequences) {
  if (sequences.empty()) return fail("There is no data: give at least one sequence.");
  const Index d = sequences.front().d();
  Matrix sum = Matrix::Zero(d, d);
  double tokens = 0.0;
  for (const Sequence& sequence : sequences) {
    assert(sequence.d() == d);
    sum += sequence.Z * sequence.Z.transpose();
    tokens += static_cast<double>(sequence.n());
  }
  if (tokens == 0.0) return fail("The sequences are empty: give each at least one token.");
  if (!sum.allFinite()) {
    return fail("The tokens are so large that their squares overflow: divide them all by a common factor.");
  }
  const auto cholesky = Cholesky::factor(sum / tokens, pivot_tolerance(d));
  if (!cholesky) {
    return fail(
        "Up to rounding, number %1 of every token is one sum of multiples of the numbers before it, such as a copy of "
        "one or their total: leave it out, or solve without whitening.",
        cholesky.error() + 1);
  }
  return Whitening{cholesky->lower()};
}

std::vector<Sequence> whitened(std::span<const Sequence> sequences, const Whitening& whitening) {
  std::vector<Sequence> result;
  result.reserve(sequences.size());
  for (const auto& [Z, Y] : sequences) result.push_back({solve_lower(whitening.L, Z), Y});
  return result;
}

Matrix unwhitened(const Matrix& p, const Whitening& whitening) {
  const Index d = whitening.L.rows();
  assert(p.cols() == feature_count(d));
  const auto L = whitening.L.triangularView<Eigen::Lower>();
  Matrix W = unfold(p, d);
  for (Index row = 0; row < W.rows(); ++row) {  // A^T X A over (k, l)
    // Of a column: Eigen 3.4 reads wrong entries when a row itself is reshaped row by row.
    Matrix X = W.row(row).transpose().reshaped<Eigen::RowMajor>(d, d);
    L.solveInPlace<Eigen::OnTheRight>(X);
    L.transpose().solveInPlace(X);
    W.row(row) = X.reshaped<Eigen::RowMajor>().transpose();
  }
  for (Index a = 0; a < p.rows(); ++a) {  // A^T from the left over j
    auto rows = W.middleRows(a * d, d);
    L.transpose().solveInPlace(rows);
  }
  return fold(W, d);
}

}  // namespace learner
