#include "learner/softmax/eliminated_values.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>

#include "learner/cholesky.hpp"
#include "learner/product.hpp"

namespace learner {
namespace {

constexpr double kZeroEigenvalue = 1e-13;  // of the largest; what is above keeps the second pass well conditioned

// A A^T, both triangles.
Matrix gram_of(const Matrix& A) {
  Matrix gram = Matrix::Zero(A.rows(), A.rows());
  add_lower_product(1.0, Panels(A).all(), gram);
  return gram.selfadjointView<Eigen::Lower>();
}

std::unexpected<Error> too_large() {
  return fail("The numbers are too large to be squared and summed: divide tokens and answers by a common factor.");
}

}  // namespace

Matrix attended_tokens(std::span<const Matrix> Thetas, const JoinedExamples& examples) {
  const Index d = examples.d();
  Matrix O(std::ssize(Thetas) * d, examples.tokens());
  for (Index n = 0; n < examples.count(); ++n) {
    const Index first = examples.first[static_cast<std::size_t>(n)], k = examples.length(n);
    const Matrix Z = examples.Z.middleCols(first, k);
    for (Index i = 0; i < std::ssize(Thetas); ++i) {
      O.block(i * d, first, d, k) = Z * attention_weights(Thetas[static_cast<std::size_t>(i)], Z);
    }
  }
  return O;
}

Expected<EliminatedValues> eliminate_values(std::span<const Matrix> Thetas, const JoinedExamples& examples) {
  EliminatedValues result;
  result.O = attended_tokens(Thetas, examples);
  const Matrix gram = gram_of(result.O);
  if (!gram.allFinite()) return too_large();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram);
  if (eigen.info() != Eigen::Success) return too_large();
  const Vector& values = eigen.eigenvalues();
  const double most = values(values.size() - 1);
  const Index rank = most > 0.0 ? (values.array() > kZeroEigenvalue * most).count() : 0;
  const Matrix rotation =
      eigen.eigenvectors().rightCols(rank) * values.tail(rank).cwiseSqrt().cwiseInverse().asDiagonal();
  const Matrix first = rotation.transpose() * result.O;
  const auto cholesky = Cholesky::factor(gram_of(first), 0.0);
  if (!cholesky) return too_large();
  const Matrix lower = cholesky->lower();
  const auto inverse = lower.triangularView<Eigen::Lower>();
  result.basis = inverse.solve(first);
  result.root = inverse.solve(rotation.transpose()).transpose();

  Matrix weights = Matrix::Zero(rank, examples.d());  // basis Y^T
  add_product(1.0, Panels(result.basis).all(), Panels(examples.Y).all(), weights);
  result.W = result.root * weights;
  result.residual = examples.Y - weights.transpose() * result.basis;
  if (!std::isfinite(result.residual.squaredNorm()) || !std::isfinite(result.W.squaredNorm())) return too_large();
  return result;
}

SoftmaxLayer layer_of(std::span<const Matrix> Thetas, const Matrix& W) {
  const Index d = W.cols();
  SoftmaxLayer layer;
  for (std::size_t i = 0; i < Thetas.size(); ++i) {
    layer.heads.push_back({Thetas[i], W.middleRows(static_cast<Index>(i) * d, d)});
  }
  return layer;
}

}  // namespace learner
