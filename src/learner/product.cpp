#include "learner/product.hpp"

#include <algorithm>
#include <cassert>

#include "learner/quad.hpp"
#include "learner/threads.hpp"

namespace learner {
namespace {

constexpr Index kWidth = Panels::kWidth;

// Panels of B at a time where a register holds a whole Quad: what is below is compiled for that too, natively.
constexpr Index kWide = 2;

// A b^T of a panel of A and some of B into tile[j], the column j. For one panel there are eight accumulators of 128
// bits and four registers of operands: the 16 of SSE and of V8 hold them all. Unrolling was tried: in V8 it costs a
// quarter (10.0 to 7.7 thousand million multiply-adds a second; tiles of 4 x 6 the same), natively it changes nothing.
template <Index panels>
[[gnu::always_inline]] inline void multiply(const PanelView& A, Index p, const PanelView& B, Index q,
                                            Quad (&tile)[panels * kWidth]) {
  for (Quad& column : tile) column = Quad{};
  const double* a = A.entries + p * A.panel;
  const double* b = B.entries + q * B.panel;
#pragma clang loop unroll(disable)
  for (Index k = 0; k < A.depth; ++k, a += A.column, b += B.column) {
    const Quad rows = quad(a);
    for (Index j = 0; j < panels * kWidth; ++j) {
      const double factor = b[j % kWidth + j / kWidth * B.panel];
      tile[j] += rows * Quad{factor, factor, factor, factor};
    }
  }
}

// Adds scale times the product of panel p of A and some panels from q on of B to its place in C.
template <Index panels>
[[gnu::always_inline]] inline void add_tile(double scale, const PanelView& A, Index p, const PanelView& B, Index q,
                                            Eigen::Ref<Matrix>& C) {
  Quad tile[panels * kWidth];
  multiply<panels>(A, p, B, q, tile);
  const Index rows = std::min(kWidth, C.rows() - kWidth * p);
  const Index columns = std::min(panels * kWidth, C.cols() - kWidth * q);
  const Index stride = C.outerStride();
  double* const corner = C.data() + kWidth * p + kWidth * q * stride;
  if (rows == kWidth && columns == panels * kWidth) {
    for (Index j = 0; j < panels * kWidth; ++j) quad(corner + j * stride) += scale * tile[j];
    return;
  }
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i) corner[i + j * stride] += scale * tile[j][i];
  }
}

// The same for panels first .. end - 1 of B, `most` at a time.
template <Index most>
[[gnu::always_inline]] inline void add_tiles(double scale, const PanelView& A, Index p, const PanelView& B, Index first,
                                             Index end, Eigen::Ref<Matrix>& C) {
  Index q = first;
  for (; most == kWide && q + kWide <= end; q += kWide) add_tile<kWide>(scale, A, p, B, q, C);
  for (; q < end; ++q) add_tile<1>(scale, A, p, B, q, C);
}

// The same for panel p of both, on the diagonal and below.
[[gnu::always_inline]] inline void add_corner(double scale, const PanelView& A, const PanelView& B, Index p,
                                              Eigen::Ref<Matrix>& C) {
  Quad tile[kWidth];
  multiply<1>(A, p, B, p, tile);
  const Index size = std::min(kWidth, C.rows() - kWidth * p);
  for (Index j = 0; j < size; ++j) {
    for (Index i = j; i < size; ++i) C(kWidth * p + i, kWidth * p + j) += scale * tile[j][i];
  }
}

// Panels that take 16 KB together: they stay in the first cache while the other factor passes by once.
Index group_size(Index depth) { return std::max<Index>(1, 512 / std::max<Index>(1, depth)); }

template <Index most>
[[gnu::always_inline]] inline void add_all(double scale, const PanelView& A, const PanelView& B, Index first, Index end,
                                           Eigen::Ref<Matrix>& C) {
  for (Index p = 0; p < A.count; ++p) add_tiles<most>(scale, A, p, B, first, end, C);
}

template <Index most>
[[gnu::always_inline]] inline void add_lower(double scale, const PanelView& A, const PanelView& B, Index first,
                                             Index end, Eigen::Ref<Matrix>& C) {
  for (Index p = first; p < A.count; ++p) {
    add_tiles<most>(scale, A, p, B, first, std::min(end, p), C);
    if (p < end) add_corner(scale, A, B, p, C);
  }
}

// For panels first .. end - 1 of B.
using Kernel = void (*)(double, const PanelView& A, const PanelView& B, Index first, Index end, Eigen::Ref<Matrix>& C);
struct Kernels {
  Kernel product, lower;
};

#ifdef __x86_64__
[[gnu::target("avx")]] void add_all_wide(double scale, const PanelView& A, const PanelView& B, Index first, Index end,
                                         Eigen::Ref<Matrix>& C) {
  add_all<kWide>(scale, A, B, first, end, C);
}
[[gnu::target("avx")]] void add_lower_wide(double scale, const PanelView& A, const PanelView& B, Index first,
                                           Index end, Eigen::Ref<Matrix>& C) {
  add_lower<kWide>(scale, A, B, first, end, C);
}
#endif

// Those for this processor. The bits are the same.
Kernels kernels() {
#ifdef __x86_64__
  static const bool wide = __builtin_cpu_supports("avx") != 0;
  if (wide) return {add_all_wide, add_lower_wide};
#endif
  return {add_all<1>, add_lower<1>};
}

// Group by group of the panels of B, on all threads where there is much to do.
void add_groups(Kernel kernel, double scale, const PanelView& A, const PanelView& B, Eigen::Ref<Matrix>& C) {
  const Index group = group_size(B.depth);
  const Index groups = (B.count + group - 1) / group;
  const auto add = [&](Index k) { kernel(scale, A, B, k * group, std::min(B.count, (k + 1) * group), C); };
  const double work = static_cast<double>(C.rows()) * static_cast<double>(C.cols()) * static_cast<double>(A.depth);
  if (pieces_of(work, groups) > 1) return in_pieces(groups, add);
  for (Index k = 0; k < groups; ++k) add(k);
}

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
  add_groups(kernels().product, scale, A, B, C);
}

void add_lower_product(double scale, const PanelView& A, const PanelView& B, Eigen::Ref<Matrix> C) {
  assert(A.depth == B.depth && A.count == B.count && C.rows() == C.cols() && panel_count(C.rows()) == A.count);
  add_groups(kernels().lower, scale, A, B, C);
}

}  // namespace learner
