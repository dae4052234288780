#include "learner/row_triangle.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "learner/decompositions.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/product.hpp"

namespace learner {
namespace {

constexpr Index kBlockRows = 128;  // of a block
constexpr Index kReflected = 32;   // columns that are reflected one by one

// Turns (head, tail) into (-+ its length, v) with the reflection I - tau (1, v)(1, v)^T; returns tau.
double make_reflection(double& head, Eigen::Ref<Vector> tail) {
  constexpr double kFewDigits = 0x1p-960;  // squares below it have lost some
  constexpr double kUp = 0x1p500;
  const double squares = tail.squaredNorm();
  if (!(squares > kFewDigits)) {
    if (std::abs(head) > 1.0 / kUp) tail.setZero();  // nothing beside the head
    if (tail.isZero(0.0)) return 0.0;
    head *= kUp;
    tail *= kUp;
    const double tau = make_reflection(head, tail);
    head /= kUp;
    return tau;
  }
  const double length = std::copysign(std::sqrt(head * head + squares), -head);
  const double tau = (length - head) / length;
  tail /= head - length;
  head = length;
  return tau;
}

// A sum may not be reordered by the compiler; four sums side by side let it use SIMD.
double inner(const Eigen::Ref<const Vector>& x, const Eigen::Ref<const Vector>& y) {
  const Index whole = x.size() / 4 * 4;
  Eigen::Vector4d sums = Eigen::Vector4d::Zero();
  for (Index i = 0; i < whole; i += 4) sums += x.segment<4>(i).cwiseProduct(y.segment<4>(i));
  double rest = 0.0;
  for (Index i = whole; i < x.size(); ++i) rest += x(i) * y(i);
  return sums.sum() + rest;
}

void apply_reflection(double tau, const Eigen::Ref<const Vector>& v, double& head, Eigen::Ref<Vector> tail) {
  const double share = tau * (head + inner(v, tail));
  head -= share;
  tail -= share * v;
}

}  // namespace

RowTriangle::RowTriangle(Vector scale, Index outputs)
    : scale_(std::move(scale)),
      entries_(Matrix::Zero(scale_.size(), scale_.size() + outputs)),
      block_(Matrix::Zero(kBlockRows, entries_.cols())) {}

bool RowTriangle::add(const Vector& features, const Eigen::Ref<const Vector>& answers) {
  const Vector row = features.cwiseQuotient(scale_);
  const double size = row.norm();
  if (size > 0.0) least_row_ = std::min(least_row_, size);
  largest_row_ = std::max(largest_row_, size);
  block_.row(waiting_).head(scale_.size()) = row.transpose();
  block_.row(waiting_).tail(answers.size()) = answers.transpose();
  if (++waiting_ < kBlockRows) return false;
  finish();
  return true;
}

void RowTriangle::finish() {
  if (waiting_ == 0) return;
  const Index size = scale_.size();
  for (Index first = 0; first < size; first += kReflected) reflect(first, std::min(kReflected, size - first));
  unexplained_ += block_.rightCols(entries_.cols() - size).squaredNorm();
  block_.setZero();
  waiting_ = 0;
  ++blocks_;
}

// The product of the reflections of these columns is I - V T V^T, V = [I; their part of block_].
void RowTriangle::reflect(Index first, Index width) {
  Matrix T = Matrix::Zero(width, width);
  for (Index i = 0; i < width; ++i) {
    const Index j = first + i;
    auto v = block_.col(j);
    const double tau = make_reflection(entries_(j, j), v);
    for (Index k = j + 1; k < first + width; ++k) apply_reflection(tau, v, entries_(j, k), block_.col(k));
    for (Index k = 0; k < i; ++k) T(k, i) = -tau * inner(block_.col(first + k), v);
    T.col(i).head(i) = (T.topLeftCorner(i, i) * T.col(i).head(i)).eval();
    T(i, i) = tau;
  }
  const Index rest = entries_.cols() - first - width;
  if (rest == 0) return;
  const auto V = block_.middleCols(first, width);
  auto below = block_.rightCols(rest);
  auto above = entries_.block(first, first + width, width, rest);
  Matrix images = above;  // V^T [above; below]
  add_product(1.0, Panels::transposed(V).all(), Panels::transposed(below).all(), images);
  Matrix change = Matrix::Zero(width, rest);
  add_product(1.0, Panels::transposed(T).all(), Panels::transposed(images).all(), change);
  above -= change;
  add_product(-1.0, Panels(V).all(), Panels::transposed(change).all(), below);
}

double RowTriangle::cut() const {
  return static_cast<double>(scale_.size() + blocks_) * std::numeric_limits<double>::epsilon();
}

Matrix triangle_of(const Matrix& A, const Progress& progress) {
  RowTriangle triangle(Vector::Ones(A.cols()), 0);
  for (Index i = 0; i < A.rows(); ++i) {
    const bool filled = triangle.add(A.row(i).transpose(), Vector(0));
    if (filled && progress) progress(static_cast<double>(i) / static_cast<double>(A.rows()));
  }
  triangle.finish();
  return triangle.R();
}

SingularEnds singular_ends(const Matrix& R) {
  constexpr LanczosOptions kTwoDigits{.tolerance = 0.05};
  const auto largest =
      largest_eigenpair(R.rows(), [&](const Vector& x) -> Vector { return R.transpose() * (R * x); }, kTwoDigits);
  SingularEnds ends;
  if (!largest) return ends;
  ends.largest = std::sqrt(largest->value);
  if (!(R.diagonal().cwiseAbs().minCoeff() > 0.0)) return ends;
  if (const auto smallest = smallest_eigenpair(R.transpose(), kTwoDigits)) ends.smallest = std::sqrt(smallest->value);
  return ends;
}

PivotedTriangle pivoted(Matrix R, Matrix answers, double cut, const Progress& progress) {
  assert(R.rows() == R.cols() && R.rows() == answers.rows() && 0.0 < cut && cut < 1.0);
  const Index size = R.cols();
  PivotedTriangle result{
      .T = {}, .answers = {}, .order = std::vector<Index>(static_cast<std::size_t>(size)), .ends = {}};
  std::iota(result.order.begin(), result.order.end(), Index{0});
  // What is left of each column, and what it was when that was last formed anew: subtracting loses digits.
  Vector squares = R.colwise().squaredNorm();
  Vector formed = squares;
  const double least = cut * cut * squares.maxCoeff();
  Index rank = 0;
  for (; rank < size; ++rank) {
    Index pivot = 0;
    if (!(squares.tail(size - rank).maxCoeff(&pivot) > least)) break;
    pivot += rank;
    R.col(rank).swap(R.col(pivot));
    std::swap(squares(rank), squares(pivot));
    std::swap(formed(rank), formed(pivot));
    std::swap(result.order[static_cast<std::size_t>(rank)], result.order[static_cast<std::size_t>(pivot)]);
    const Index below = size - rank - 1;
    Vector v = R.col(rank).tail(below);
    const double tau = make_reflection(R(rank, rank), v);
    R.col(rank).tail(below).setZero();
    for (Index o = 0; o < answers.cols(); ++o) apply_reflection(tau, v, answers(rank, o), answers.col(o).tail(below));
    for (Index k = rank + 1; k < size; ++k) {
      apply_reflection(tau, v, R(rank, k), R.col(k).tail(below));
      squares(k) -= R(rank, k) * R(rank, k);
      constexpr double kLost = 1e-8;
      if (squares(k) < kLost * formed(k)) squares(k) = formed(k) = R.col(k).tail(below).squaredNorm();
    }
    const double left = static_cast<double>(below) / static_cast<double>(size);
    if (progress) progress(1.0 - left * left * left);
  }
  // Pivots bound singular values from above only.
  const auto settled = [&](Index count) {
    result.ends = singular_ends(R.topLeftCorner(count, count));
    return result.ends.independent(cut);
  };
  Index sure = std::min<Index>(rank, 1);
  if (rank > 1 && settled(rank)) sure = rank;
  for (Index doubtful = rank; doubtful - sure > 1;) {
    const Index middle = sure + (doubtful - sure) / 2;
    (settled(middle) ? sure : doubtful) = middle;
  }
  if (sure > 0) settled(sure);
  result.T = R.topRows(sure);
  result.answers = answers.topRows(sure);
  return result;
}

}  // namespace learner
