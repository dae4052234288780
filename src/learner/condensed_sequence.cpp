#include "learner/condensed_sequence.hpp"

#include <cassert>
#include <limits>

#include "learner/cholesky.hpp"

namespace learner {

Sequence condensed(const Sequence& sequence) {
  const auto& [Z, Y] = sequence;
  assert(Y.cols() == Z.cols());
  if (Z.cols() <= Z.rows()) return sequence;
  const double tolerance = 8.0 * static_cast<double>(Z.rows()) * std::numeric_limits<double>::epsilon();
  const auto cholesky = Cholesky::factor(Z * Z.transpose(), tolerance);
  if (!cholesky) return sequence;
  Matrix L = cholesky->lower();
  Matrix answers = (L.transpose() * cholesky->solve(Z * Y.transpose())).transpose();
  return {.Z = std::move(L), .Y = std::move(answers)};
}

}  // namespace learner
