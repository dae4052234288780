#include "learner/singular_values.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "learner/quad.hpp"
#include "learner/random.hpp"
#include "learner/symmetric_eigen.hpp"

namespace learner {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kMaxSweeps = 60;

// Turns x and y by an angle; tau is the tangent of its half. Written as a change of x and y, the rounding errors of a
// small turn are small with it, and thousands of them leave a basis orthonormal.
void rotate(double* x, double* y, Index size, double sine, double tau) {
  for (Index i = 0; i < size; ++i) {
    const double old = x[i];
    x[i] -= sine * (y[i] + tau * old);
    y[i] += sine * (old - tau * y[i]);
  }
}

// One-sided Jacobi: X <- X J with orthogonal columns and V <- V J, J a product of plane rotations.
class ColumnRotations {
 public:
  ColumnRotations(Matrix& X, Matrix& V)
      : X_(X), V_(V), tolerance_(std::sqrt(static_cast<double>(X.rows())) * kEpsilon) {}

  // Columns whose square does not exceed `null` are left alone. Whether the others became orthogonal.
  bool run(double null) {
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
      if (sweep_all_pairs(null)) return true;
    }
    return false;
  }

 private:
  // Whether all pairs are orthogonal now. Turns by small angles leave behind cosines of the order of cosine times sine,
  // so the sweep that would only confirm this is saved.
  bool sweep_all_pairs(double null) {
    largest_cosine_ = largest_sine_ = 0.0;
    const Index size = X_.cols();
    squares_ = X_.colwise().squaredNorm();
    for (Index p = 0; p + 1 < size; ++p) {
      for (Index q = p + 1; q < size; ++q) {
        if (squares_(p) > null && squares_(q) > null) orthogonalise(p, q);
      }
    }
    return static_cast<double>(size) * largest_cosine_ * largest_sine_ <= tolerance_;
  }

  void orthogonalise(Index p, Index q) {
    double* x = X_.col(p).data();
    double* y = X_.col(q).data();
    const double product = inner_product(x, y, X_.rows());
    const double cosine_between = std::fabs(product) / (std::sqrt(squares_(p)) * std::sqrt(squares_(q)));
    if (!(cosine_between > tolerance_)) return;
    const double zeta = (squares_(q) - squares_(p)) / (2.0 * product);
    const double tangent = (zeta < 0.0 ? -1.0 : 1.0) / (std::fabs(zeta) + std::sqrt(1.0 + zeta * zeta));
    const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
    const double sine = cosine * tangent;
    rotate(x, y, X_.rows(), sine, sine / (1.0 + cosine));
    rotate(V_.col(p).data(), V_.col(q).data(), V_.rows(), sine, sine / (1.0 + cosine));
    change_square(p, -tangent * product);
    change_square(q, tangent * product);
    largest_cosine_ = std::max(largest_cosine_, cosine_between);
    largest_sine_ = std::max(largest_sine_, std::fabs(sine));
  }

  // The running square of a length is good while it loses few digits.
  void change_square(Index p, double change) {
    const double old = squares_(p);
    squares_(p) += change;
    if (squares_(p) < 1e-8 * old) squares_(p) = X_.col(p).squaredNorm();
  }

  Matrix& X_;
  Matrix& V_;
  double tolerance_;
  double largest_cosine_ = 0.0;
  double largest_sine_ = 0.0;
  Vector squares_;
};

// The eigenvectors of A^T A, largest eigenvalue first: right singular vectors to about half the digits, and of length 1
// to the last. Where they cannot be had the identity will do, for the rotations then do all of the work.
Matrix first_guess(const Matrix& A) {
  const auto eigen = symmetric_eigen(A.transpose() * A);
  if (!eigen) return Matrix::Identity(A.cols(), A.cols());
  return eigen->vectors.rowwise().reverse().colwise().normalized();
}

// For rows >= cols and entries of order 1.
Expected<SingularValues> decompose_tall(const Matrix& A) {
  Matrix V = first_guess(A);
  Matrix X = A * V;
  ColumnRotations rotations(X, V);
  const double smallest = 4.0 * kEpsilon * A.norm();
  if (!rotations.run(smallest * smallest)) {
    return fail("The singular values did not converge: divide all numbers by a common factor and try again.");
  }
  Vector sigma = X.colwise().norm();
  for (Index i = 0; i < sigma.size(); ++i) {
    if (!(sigma(i) > smallest)) sigma(i) = 0.0;
    X.col(i) /= sigma(i) > 0.0 ? sigma(i) : std::numeric_limits<double>::infinity();
  }
  // U needs a direction where X has none: a random one, made orthogonal to all others.
  Random random(1);
  for (Index i = 0; i < sigma.size(); ++i) {
    if (sigma(i) > 0.0) continue;
    Vector x = random.gaussian(X.rows(), 1);
    for (int pass = 0; pass < 2; ++pass) x -= X * (X.transpose() * x).eval();
    X.col(i) = x.normalized();
  }

  std::vector<Index> order(static_cast<std::size_t>(sigma.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return sigma(a) > sigma(b) || (sigma(a) == sigma(b) && a < b);  // one order, also with ties
  });
  return SingularValues{.sigma = sigma(order), .U = X(Eigen::all, order), .V = V(Eigen::all, order)};
}

}  // namespace

Expected<SingularValues> singular_values(const Matrix& A) {
  assert(A.size() > 0);
  if (!A.allFinite()) return fail("A matrix whose singular values are wanted holds a number that is not finite.");
  const double largest = A.cwiseAbs().maxCoeff();
  int exponent = 0;
  std::frexp(largest, &exponent);
  const bool wide = A.rows() < A.cols();
  Matrix scaled = wide ? Matrix(A.transpose()) : A;
  for (double& entry : scaled.reshaped()) entry = std::ldexp(entry, -exponent);
  auto result = decompose_tall(scaled);
  if (!result) return result;
  for (double& value : result->sigma) value = std::ldexp(value, exponent);
  if (wide) std::swap(result->U, result->V);
  return result;
}

}  // namespace learner
