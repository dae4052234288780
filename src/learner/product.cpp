#include "learner/product.hpp"

#include <algorithm>
#include <cassert>

#include "learner/quad.hpp"

namespace learner {
namespace {

constexpr Index kWidth = Panels::kWidth;

// A b^T of two panels into tile[j], the column j. Eight accumulators of 128 bits, four registers of operands: the 16 of
// SSE and of V8 hold them all. Unrolling was tried: in V8 it costs a quarter (10.0 to 7.7 thousand million
// multiply-adds a second; tiles of 4 x 6 the same), natively it changes nothing.
inline void multiply(const PanelView& A, Index p, const PanelView& B, Index q, Quad (&tile)[kWidth]) {
  for (Quad& column : tile) column = Quad{};
  const double* a = A.entries + p * A.panel;
  const double* b = B.entries + q * B.panel;
#pragma clang loop unroll(disable)
  for (Index k = 0; k < A.depth; ++k, a += A.column, b += B.column) {
    const Quad rows = quad(a);
    for (Index j = 0; j < kWidth; ++j) {
      const double factor = b[j];
      tile[j] += rows * Quad{factor, factor, factor, factor};
    }
  }
}

// Adds scale times the product of panel p of A and panel q of B to its place in C.
inline void add_tile(double scale, const PanelView& A, Index p, const PanelView& B, Index q, Eigen::Ref<Matrix>& C) {
  Quad tile[kWidth];
  multiply(A, p, B, q, tile);
  const Index rows = std::min(kWidth, C.rows() - kWidth * p);
  const Index columns = std::min(kWidth, C.cols() - kWidth * q);
  const Index stride = C.outerStride();
  double* const corner = C.data() + kWidth * p + kWidth * q * stride;
  if (rows == kWidth && columns == kWidth) {
    for (Index j = 0; j < kWidth; ++j) quad(corner + j * stride) += scale * tile[j];
    return;
  }
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i) corner[i + j * stride] += scale * tile[j][i];
  }
}

// The same for panel p of both, on the diagonal and below.
inline void add_corner(double scale, const PanelView& A, const PanelView& B, Index p, Eigen::Ref<Matrix>& C) {
  Quad tile[kWidth];
  multiply(A, p, B, p, tile);
  const Index size = std::min(kWidth, C.rows() - kWidth * p);
  for (Index j = 0; j < size; ++j) {
    for (Index i = j; i < size; ++i) C(kWidth * p + i, kWidth * p + j) += scale * tile[j][i];
  }
}

// Panels that take 16 KB together: they stay in the first cache while the other factor passes by once.
Index group_size(Index depth) { return std::max<Index>(1, 512 / std::max<Index>(1, depth)); }

}  // namespace

Panels::Panels(Index rows, Index depth)
    : count_(panel_count(rows)),
      depth_(depth),
      entries_(std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(count_ * kWidth * depth))) {}

Panels::Panels(const Eigen::Ref<const Matrix>& A) : Panels(A.rows(), A.cols()) {
  for (Index p = 0; p < count_; ++p) {
    double* const entries = panel(p);
    const Index first = kWidth * p;
    const Index rows = std::min(kWidth, A.rows() - first);
    for (Index k = 0; k < depth_; ++k) {
      const double* const column = A.data() + k * A.outerStride() + first;
      if (rows == kWidth) {
        quad(entries + kWidth * k) = quad(column);
      } else {
        for (Index i = 0; i < kWidth; ++i) entries[kWidth * k + i] = i < rows ? column[i] : 0.0;
      }
    }
  }
}

Panels Panels::transposed(const Eigen::Ref<const Matrix>& A) {
  Panels result(A.cols(), A.rows());
  for (Index p = 0; p < result.count_; ++p) {
    double* const entries = result.panel(p);
    for (Index i = 0; i < kWidth; ++i) {
      const Index column = kWidth * p + i;
      for (Index k = 0; k < A.rows(); ++k) entries[kWidth * k + i] = column < A.cols() ? A(k, column) : 0.0;
    }
  }
  return result;
}

PanelView in_place(const Eigen::Ref<const Matrix>& A) {
  assert(A.rows() % kWidth == 0);
  return {A.data(), A.rows() / kWidth, A.cols(), A.outerStride(), kWidth};
}

void add_product(double scale, const PanelView& A, const PanelView& B, Eigen::Ref<Matrix> C) {
  assert(A.depth == B.depth && panel_count(C.rows()) == A.count && panel_count(C.cols()) == B.count);
  const Index group = group_size(B.depth);
  for (Index first = 0; first < B.count; first += group) {
    const Index end = std::min(B.count, first + group);
    for (Index p = 0; p < A.count; ++p) {
      for (Index q = first; q < end; ++q) add_tile(scale, A, p, B, q, C);
    }
  }
}

void add_lower_product(double scale, const PanelView& A, const PanelView& B, Eigen::Ref<Matrix> C) {
  assert(A.depth == B.depth && A.count == B.count && C.rows() == C.cols() && panel_count(C.rows()) == A.count);
  const Index group = group_size(A.depth);
  for (Index first = 0; first < A.count; first += group) {
    const Index end = std::min(A.count, first + group);
    for (Index p = first; p < A.count; ++p) {
      for (Index q = first; q < std::min(end, p); ++q) add_tile(scale, A, p, B, q, C);
      if (p < end) add_corner(scale, A, B, p, C);
    }
  }
}

}  // namespace learner
