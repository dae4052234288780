#include "learner/symmetric_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/quad.hpp"
#include "learner/tridiagonal.hpp"

namespace learner {
namespace {

constexpr double kUnitRoundoff = std::numeric_limits<double>::epsilon();

struct Rotation {
  double cosine, sine;

  // Turns (x, z) so that 0 is in the place of z, which is not 0.
  Rotation(double x, double z) {
    const bool steep = std::fabs(x) <= std::fabs(z);
    const double slope = steep ? x / z : z / x;
    const double length = std::copysign(std::sqrt(1.0 + slope * slope), steep ? z : x);
    const double larger = 1.0 / length;
    cosine = steep ? slope * larger : larger;
    sine = steep ? -larger : -slope * larger;
  }

  // Two columns, one after the other.
  void turn(double* x, double* y, Index rows) const {
    Index i = 0;
    for (; i + 4 <= rows; i += 4) {
      const Quad a = quad(x + i), b = quad(y + i);
      quad(x + i) = cosine * a - sine * b;
      quad(y + i) = sine * a + cosine * b;
    }
    for (; i < rows; ++i) {
      const double a = x[i], b = y[i];
      x[i] = cosine * a - sine * b;
      y[i] = sine * a + cosine * b;
    }
  }
};

// One step with Wilkinson's shift on the rows from `top` to `end`; U takes every rotation too.
void qr_step(Vector& diagonal, Vector& neighbour, Index top, Index end, Matrix& U) {
  const double last = neighbour(end - 1);
  const double half = (diagonal(end - 1) - diagonal(end)) / (2.0 * last);
  double x = diagonal(top) - (diagonal(end) - last / (half + std::copysign(std::sqrt(1.0 + half * half), half)));
  double z = neighbour(top);
  for (Index k = top; k < end && z != 0.0; ++k) {
    const Rotation rotation(x, z);
    const auto [c, s] = std::pair(rotation.cosine, rotation.sine);
    if (k > top) neighbour(k - 1) = c * x - s * z;
    const double a = diagonal(k), b = neighbour(k), d = diagonal(k + 1);
    const double first = c * a - s * b, beside = c * b - s * d;
    const double below = s * a + c * b, second = s * b + c * d;
    diagonal(k) = c * first - s * beside;
    diagonal(k + 1) = s * below + c * second;
    x = neighbour(k) = c * below - s * second;
    if (k + 1 < end) {
      z = -s * neighbour(k + 1);
      neighbour(k + 1) *= c;
    }
    rotation.turn(&U(0, k), &U(0, k + 1), U.rows());
  }
}

// Entries of order 1: what is negligible is so beside that.
bool diagonalise(Vector& diagonal, Vector& neighbour, Matrix& U) {
  if (!diagonal.allFinite() || !neighbour.allFinite()) return false;
  Index left = 30 * diagonal.size();
  const auto linked = [&](Index i) {
    const double sum = std::fabs(diagonal(i)) + std::fabs(diagonal(i + 1));
    return neighbour(i) * neighbour(i) > kUnitRoundoff * kUnitRoundoff * sum;
  };
  for (Index end = diagonal.size() - 1; end > 0;) {
    Index top = end;
    while (top > 0 && linked(top - 1)) --top;
    if (top == end) {
      --end;
      continue;
    }
    if (left-- == 0) return false;
    qr_step(diagonal, neighbour, top, end, U);
  }
  for (Index i = 0; i < diagonal.size(); ++i) {
    const Index least = std::min_element(diagonal.begin() + i, diagonal.end()) - diagonal.begin();
    if (least == i) continue;
    std::swap(diagonal(i), diagonal(least));
    U.col(i).swap(U.col(least));
  }
  return true;
}

std::optional<SymmetricEigen> decomposed(Vector diagonal, Vector neighbour, double unit, Matrix U) {
  if (!diagonalise(diagonal, neighbour, U)) return std::nullopt;
  return SymmetricEigen{unit * diagonal, std::move(U)};
}

}  // namespace

std::optional<SymmetricEigen> symmetric_eigen(const Matrix& A) {
  const Tridiagonal reduced(A);
  return decomposed(reduced.diagonal(), reduced.neighbour(), reduced.unit(), reduced.Q());
}

std::optional<SymmetricEigen> tridiagonal_eigen(const Vector& diagonal, const Vector& neighbour) {
  double largest = diagonal.cwiseAbs().maxCoeff();
  if (neighbour.size() > 0) largest = std::max(largest, neighbour.cwiseAbs().maxCoeff());
  const double unit = largest > 0.0 ? std::ldexp(1.0, std::ilogb(largest)) : 1.0;
  return decomposed(diagonal / unit, neighbour / unit, unit, Matrix::Identity(diagonal.size(), diagonal.size()));
}

}  // namespace learner
