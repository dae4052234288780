#include "learner/tridiagonal.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "learner/one_vector.hpp"
#include "learner/product.hpp"
#include "learner/quad.hpp"
#include "learner/random.hpp"

namespace learner {
namespace {

constexpr double kRelative = std::numeric_limits<double>::epsilon();
constexpr double kLeast = 0x1p-332;  // squares below are 0, beside values of order 1
constexpr Index kFour = Panels::kWidth;
constexpr Index kReflections = 16;  // in a block

// One step of QL on the rows from `top` to `end`, for T - shift. `p` is the square of what the next rotation turns to
// 0; of the two quotients that LAPACK takes one after the other, the second is written so that it need not wait.
void ql_step(Vector& diagonal, Vector& squares, Index top, Index end, double shift) {
  double cosine = 1.0, sine = 0.0;
  double gamma = diagonal(end) - shift;
  double p = gamma * gamma;
  for (Index i = end - 1; i >= top; --i) {
    const double b = squares(i), alpha = diagonal(i);
    const double r = p + b;
    squares(i + 1) = sine * r;
    const double numerator = p * (alpha - shift) - b * gamma;
    const double next = numerator / r;
    diagonal(i + 1) = gamma + (alpha - next);
    const double last = cosine;
    cosine = p / r;
    sine = b / r;
    gamma = next;
    p = p > kLeast ? numerator * numerator / (r * p) : last * b;
  }
  squares(top) = sine * p;
  diagonal(top) = shift + gamma;
}

// Squares of neighbours become negligible from the top on, where the values then stand.
bool rational_ql(Vector& diagonal, Vector& squares) {
  const Index size = diagonal.size();
  const auto linked = [&](Index i) {
    const double negligible = kRelative * kRelative * std::fabs(diagonal(i)) * std::fabs(diagonal(i + 1));
    return squares(i) > std::max(negligible, kLeast);
  };
  Index left = 30 * size;
  for (Index top = 0; top < size;) {
    Index end = top;
    while (end + 1 < size && linked(end)) ++end;
    if (end == top) {
      ++top;
      continue;
    }
    if (left-- == 0) return false;
    squares(end) = 0.0;
    const double root = std::sqrt(squares(top));
    const double half = (diagonal(top + 1) - diagonal(top)) / (2.0 * root);
    ql_step(diagonal, squares, top, end,
            diagonal(top) - root / (half + std::copysign(std::sqrt(1.0 + half * half), half)));
  }
  return true;
}

}  // namespace

Tridiagonal::Tridiagonal(Matrix A)
    : size_(A.rows()), reflections_(std::move(A)), lengths_(size_), diagonal_(size_), neighbour_(size_) {
  assert(reflections_.cols() == size_ && size_ >= 1);
  double largest = 0.0;
  for (Index j = 0; j < size_; ++j) largest = std::max(largest, lower_part(j).cwiseAbs().maxCoeff());
  const int exponent = largest > 0.0 && std::isfinite(largest) ? std::max(std::ilogb(largest), -1000) : 0;
  unit_ = std::ldexp(1.0, exponent);
  const double inverse = std::ldexp(1.0, -exponent);
  for (Index j = 0; j < size_; ++j) lower_part(j) *= inverse;

  Matrix moves(size_, 2 * kReflections);
  for (Index start = 0; start < size_; start += kReflections) {
    moves.bottomRows(size_ - start).setZero();
    const Index end = std::min(size_, start + kReflections);
    for (Index column = start; column < end; ++column) reflect(column, start, moves);
    const Index rest = size_ - end;
    if (rest == 0) break;
    Panels left(moves.bottomRows(rest)), right(rest, 2 * kReflections);
    for (Index p = 0; p < left.count(); ++p) {
      for (Index k = 0; k < 2 * kReflections; ++k)
        quad(right.panel(p) + kFour * k) = quad(left.panel(p) + kFour * (k ^ 1));
    }
    add_lower_product(-1.0, left.all(), right.all(), reflections_.bottomRightCorner(rest, rest));
  }
}

// Columns v, w, v, w, .. of `moves` are what the block has still to take from the columns to come: v w^T + w v^T for
// each reflection. Rows above a column's own hold nothing that is used.
void Tridiagonal::reflect(Index column, Index start, Matrix& moves) {
  const Index first = column / kFour * kFour;
  const Index count = size_ - first;
  const Index known = 2 * (column - start);
  for (Index k = 0; k < known; k += kFour) {
    const double* const row = &moves(column, k);
    const double factors[] = {-row[size_], -row[0], -row[3 * size_], -row[2 * size_]};
    four_columns<true, false>(&moves(first, k), size_, count, factors, &reflections_(first, column), nullptr, nullptr);
  }
  diagonal_(column) = reflections_(column, column);
  neighbour_(column) = lengths_(column) = 0.0;
  const Index next = column + 1;
  const Index rest = size_ - next;
  if (rest == 0) return;

  double* const tail = &reflections_(next, column);
  const double squares = inner_product(tail + 1, tail + 1, rest - 1);
  neighbour_(column) = tail[0];
  if (squares <= 0x1p-960) return;  // those of the rest have lost digits
  const double length = -std::copysign(std::sqrt(tail[0] * tail[0] + squares), tail[0]);
  const double factor = (length - tail[0]) / length;
  const double inverse = 1.0 / (tail[0] - length);
  neighbour_(column) = length;
  lengths_(column) = factor;
  tail[0] = 1.0;
  for (Index r = 1; r < rest; ++r) tail[r] *= inverse;

  double* const v = &moves(0, known);
  double* const w = &moves(0, known + 1);
  std::copy_n(tail, rest, v + next);
  const auto left = reflections_.bottomRightCorner(count, count);
  add_symmetric_product(left, Triangle::lower, left.diagonal(), v + first, w + first);
  for (Index k = 0; k < known; k += kFour) {
    double inner[kFour] = {};
    four_columns<false, true>(&moves(first, k), size_, count, nullptr, nullptr, v + first, inner);
    const bool half = k + 2 == known;  // v and w themselves come next
    const double factors[] = {-inner[1], -inner[0], half ? 0.0 : -inner[3], half ? 0.0 : -inner[2]};
    four_columns<true, false>(&moves(first, k), size_, count, factors, w + first, nullptr, nullptr);
  }
  const double share = 0.5 * factor * factor * inner_product(v + next, w + next, rest);
  for (Index r = next; r < size_; ++r) w[r] = factor * w[r] - share * v[r];
}

std::optional<Vector> Tridiagonal::values() const {
  Vector values = diagonal_;
  Vector squares = neighbour_.cwiseAbs2();
  if (!values.allFinite() || !squares.allFinite()) return std::nullopt;
  if (std::fabs(values(0)) > std::fabs(values(size_ - 1))) {
    // It converges sooner where what is small stands first.
    values.reverseInPlace();
    squares.head(size_ - 1).reverseInPlace();
  }
  if (!rational_ql(values, squares)) return std::nullopt;
  for (Index i = 1; i < size_; ++i) {  // nearly in order
    const double value = values(i);
    Index place = i;
    for (; place > 0 && values(place - 1) > value; --place) values(place) = values(place - 1);
    values(place) = value;
  }
  return unit_ * values;
}

// Inverse iteration for T: elimination with the larger of two rows as pivot, three times, each time made orthogonal to
// the vectors before.
Vector Tridiagonal::eigenvector(double value, const Matrix& before, Vector x) const {
  const Index last = size_ - 1;
  Vector pivots(size_), second = Vector::Zero(size_), third = Vector::Zero(size_), factors = Vector::Zero(size_);
  std::vector<bool> swaps(static_cast<std::size_t>(size_));
  double pivot = diagonal_(0) - value, beside = neighbour_(0);
  for (Index i = 0; i < last; ++i) {
    const double below = neighbour_(i), next = diagonal_(i + 1) - value, after = neighbour_(i + 1);
    const bool swap = std::fabs(below) > std::fabs(pivot);
    swaps[static_cast<std::size_t>(i)] = swap;
    if (swap) {
      factors(i) = pivot / below;
      pivots(i) = below, second(i) = next, third(i) = after;
      pivot = beside - factors(i) * next, beside = -factors(i) * after;
    } else {
      factors(i) = pivot != 0.0 ? below / pivot : 0.0;
      pivots(i) = pivot, second(i) = beside;
      pivot = next - factors(i) * beside, beside = after;
    }
  }
  pivots(last) = pivot;
  for (double& each : pivots) each = std::copysign(std::max(std::fabs(each), kRelative), each);

  for (int round = 0; round < 3; ++round) {
    for (Index i = 0; i < last; ++i) {
      if (swaps[static_cast<std::size_t>(i)]) std::swap(x(i), x(i + 1));
      x(i + 1) -= factors(i) * x(i);
    }
    for (Index i = last; i >= 0; --i) {
      if (i < last) x(i) -= second(i) * x(i + 1);
      if (i + 1 < last) x(i) -= third(i) * x(i + 2);
      x(i) /= pivots(i);
    }
    x.normalize();
    for (int pass = 0; pass < 2; ++pass) x -= before * (before.transpose() * x).eval();
    x.normalize();
  }
  return x;
}

Matrix Tridiagonal::vectors(const Vector& values) const {
  Matrix vectors = Random(1).gaussian(size_, values.size());
  for (Index k = 0; k < values.size(); ++k) {
    vectors.col(k) = eigenvector(values(k) / unit_, vectors.leftCols(k), vectors.col(k));
  }
  for (Index i = size_ - 2; i >= 0; --i) reflect_back(i, vectors);
  return vectors;
}

Matrix Tridiagonal::Q() const {
  Matrix Q = Matrix::Identity(size_, size_);
  for (Index i = size_ - 2; i >= 0; --i) reflect_back(i, Q.rightCols(size_ - i - 1));
  return Q;
}

void Tridiagonal::reflect_back(Index i, Eigen::Ref<Matrix> X) const {
  const double* const v = &reflections_(i + 1, i);
  for (auto x : X.colwise()) {
    const double share = lengths_(i) * inner_product(v, &x(i + 1), size_ - i - 1);
    for (Index r = i + 1; r < size_; ++r) x(r) -= share * v[r - i - 1];
  }
}

}  // namespace learner
