#include "learner/product.hpp"

#include <algorithm>
#include <cassert>

namespace learner {
namespace {

constexpr Index kWidth = Panels::kWidth;

// Four doubles that may stand anywhere: two 128-bit registers natively (SSE2) and in WASM. The arithmetic is entry by
// entry, so a machine with wider registers gives the same bits.
typedef double Quad __attribute__((vector_size(32), aligned(8), may_alias));

Quad& quad(double* entries) { return *reinterpret_cast<Quad*>(entries); }
const Quad& quad(const double* entries) { return *reinterpret_cast<const Quad*>(entries); }

// A b^T of two panels into tile[j], the column j. Eight accumulators of 128 bits, four registers of operands: the 16 of
// SSE and of V8 hold them all. Unrolling was tried: in V8 it costs a quarter (10.0 to 7.7 thousand million
// multiply-adds a second; tiles of 4 x 6 the same), natively it changes nothing.
inline void multiply(const double* a, const double* b, Index depth, Quad (&tile)[kWidth]) {
  for (Quad& column : tile) column = Quad{};
#pragma clang loop unroll(disable)
  for (Index k = 0; k < depth; ++k) {
    const Quad rows = quad(a + kWidth * k);
    for (Index j = 0; j < kWidth; ++j) {
      const double factor = b[kWidth * k + j];
      tile[j] += rows * Quad{factor, factor, factor, factor};
    }
  }
}

// Adds scale times the product of panel p of A and panel q of B to its place in C.
inline void add_tile(double scale, const PanelView& A, Index p, const PanelView& B, Index q, Eigen::Ref<Matrix>& C) {
  Quad tile[kWidth];
  multiply(A.entries + p * kWidth * A.depth, B.entries + q * kWidth * B.depth, A.depth, tile);
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

void add_lower_product(double scale, const Panels& A, Eigen::Ref<Matrix> C) {
  assert(C.rows() == C.cols() && panel_count(C.rows()) == A.count());
  const Index group = group_size(A.depth());
  for (Index first = 0; first < A.count(); first += group) {
    const Index start = kWidth * first;
    const Index width = std::min(kWidth * group, C.cols() - start);
    // The square on the diagonal is made aside, as half of it must not be touched.
    Matrix corner = Matrix::Zero(width, width);
    const PanelView columns = A.range(first, panel_count(width));
    add_product(scale, columns, columns, corner);
    C.block(start, start, width, width).triangularView<Eigen::Lower>() += corner;
    const Index below = C.rows() - start - width;
    if (below > 0) add_product(scale, A.from(first + group), columns, C.block(start + width, start, below, width));
  }
}

}  // namespace learner
