#include "learner/eigenvalues.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "learner/decompositions.hpp"
#include "learner/least_norm.hpp"
#include "learner/one_vector.hpp"
#include "learner/random.hpp"
#include "learner/singular_values.hpp"
#include "learner/symmetric_eigen.hpp"

namespace learner {
namespace {

constexpr Index kCheckEvery = 4;  // steps between two looks at the small tridiagonal matrix

// The Krylov basis and the tridiagonal matrix that A is within it.
struct Krylov {
  Matrix basis;      // size x capacity, orthonormal columns
  Vector diagonal;   // capacity
  Vector neighbour;  // capacity; entry k couples columns k and k + 1
};

// Column k is in place; fills the coupling and leaves the next direction, not yet scaled.
Vector advance(Krylov& krylov, Index k, const SymmetricProduct& apply) {
  const auto basis = krylov.basis.leftCols(k + 1);
  Vector next = apply(krylov.basis.col(k));
  krylov.diagonal(k) = next.dot(krylov.basis.col(k));
  for (int pass = 0; pass < 2; ++pass) next -= basis * (basis.transpose() * next).eval();
  krylov.neighbour(k) = next.norm();
  return next;
}

Eigenpair best_in(const Krylov& krylov, Index steps) {
  const auto small = tridiagonal_eigen(krylov.diagonal.head(steps), krylov.neighbour.head(steps - 1));
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();  // as for all that is not finite
  if (!small) return Eigenpair{.value = kNone, .vector = Vector::Zero(steps), .residual = kNone, .steps = steps};
  const Vector weights = small->vectors.col(steps - 1);
  return Eigenpair{.value = small->values(steps - 1),
                   .vector = weights,
                   .residual = krylov.neighbour(steps - 1) * std::fabs(weights(steps - 1)),
                   .steps = steps};
}

std::unexpected<Error> not_converged() {
  return fail("The eigenvalues did not converge: use ridge with lambda above 0.");
}

// The pseudo-inverse of A of this rank times B, with one step of refinement.
Matrix within_range(const SymmetricEigen& eigen, Index rank, const Matrix& A, const Matrix& B) {
  const auto range = eigen.vectors.rightCols(rank);
  const auto pseudo_inverse = [&](const Matrix& x) -> Matrix {
    return range * eigen.values.tail(rank).cwiseInverse().asDiagonal() * (range.transpose() * x);
  };
  Matrix X = pseudo_inverse(B);
  X += pseudo_inverse(B - A * X);
  return X;
}

}  // namespace

Expected<Eigenpair> largest_eigenpair(Index size, const SymmetricProduct& apply, const LanczosOptions& options) {
  assert(size >= 1 && options.max_steps >= 1);
  const Index most = std::min(size, options.max_steps);
  Krylov krylov{.basis = Matrix(size, most), .diagonal = Vector(most), .neighbour = Vector(most)};
  krylov.basis.col(0) = Random(options.seed).gaussian(size, 1).col(0).normalized();
  for (Index steps = 1; steps <= most; ++steps) {
    const Vector next = advance(krylov, steps - 1, apply);
    const double length = krylov.neighbour(steps - 1);
    const bool closed = !(length > 0.0);  // the basis holds whole eigenvectors
    if (steps % kCheckEvery == 0 || steps == most || closed) {
      Eigenpair best = best_in(krylov, steps);
      if (best.residual <= options.tolerance * std::fabs(best.value) || steps == size || closed) {
        best.vector = krylov.basis.leftCols(steps) * best.vector;
        return best;
      }
    }
    if (steps < most) krylov.basis.col(steps) = next / length;
  }
  return fail(
      "The extreme eigenvalues did not settle in %1 steps: divide all tokens by a common factor, or give more varied "
      "sequences.",
      most);
}

Expected<Eigenpair> smallest_eigenpair(const Matrix& T, const LanczosOptions& options) {
  assert(T.rows() == T.cols());
  const auto inverse = [&](const Vector& x) { return solve_lower_transposed(T, solve_lower(T, x)); };
  auto pair = largest_eigenpair(T.rows(), inverse, options);
  if (!pair) return pair;
  if (!std::isfinite(pair->value) || !(pair->value > 0.0)) {
    return fail(
        "The coordinates of tokens are of too different size: multiply those that are small, or divide those that are "
        "large, by a power of ten.");
  }
  pair->residual /= pair->value * pair->value;
  pair->value = 1.0 / pair->value;
  return pair;
}

Expected<Vector> graded_eigenvalues(const Matrix& T) {
  const auto roots = singular_values(T);
  if (!roots) return std::unexpected(roots.error());
  const auto smallest = smallest_eigenpair(T);
  if (!smallest) return std::unexpected(smallest.error());
  Vector values = roots->sigma.reverse().cwiseAbs2().cwiseMax(smallest->value);
  values(0) = smallest->value;
  return values;
}

Expected<LeastNorm> solve_least_norm(const Matrix& A, const Matrix& B) {
  assert(A.rows() == A.cols() && A.rows() == B.rows() && A.rows() > 0);
  const auto eigen = symmetric_eigen(A);
  if (!eigen) return not_converged();
  const Vector& values = eigen->values;
  const Index size = A.rows();
  const double smallest = rank_cut(size) * values(size - 1);
  const Index rank = (values.array() > smallest).count();
  return LeastNorm{within_range(*eigen, rank, A, B), rank};
}

Expected<Matrix> solve_least_norm(const Matrix& A, const Matrix& B, Index rank) {
  assert(A.rows() == A.cols() && A.rows() == B.rows() && 0 <= rank && rank <= A.rows());
  constexpr double kClear = 1e-10;  // 2^-52 times its inverse: six digits
  constexpr double kMore = 1e-7;    // the fit may change by this share
  const Index size = A.rows();
  if (rank == 0) return Matrix(Matrix::Zero(size, B.cols()));
  const auto eigen = symmetric_eigen(A);
  if (!eigen) return not_converged();
  if (eigen->values(size - rank) > kClear * eigen->values(size - 1)) return within_range(*eigen, rank, A, B);
  const Vector inverse = A.diagonal().unaryExpr([](double x) { return x > 0.0 ? 1.0 / std::sqrt(x) : 1.0; });
  const Matrix scaled = inverse.asDiagonal() * A * inverse.asDiagonal();
  const auto even = symmetric_eigen(scaled);
  if (!even) return not_converged();
  Matrix start = within_range(*even, rank, scaled, inverse.asDiagonal() * B);
  const double most = kMore * std::sqrt(std::max(0.0, start.cwiseProduct(inverse.asDiagonal() * B).sum()));
  if (!(most > 0.0)) return Matrix(inverse.asDiagonal() * start);
  auto X = least_norm(std::move(start), even->vectors.leftCols(size - rank), Vector::Zero(size - rank), inverse, most);
  if (!X) return X;
  return Matrix(inverse.asDiagonal() * *X);
}

}  // namespace learner
