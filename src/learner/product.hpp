#pragma once

#include <memory>

#include "learner/matrix.hpp"

namespace learner {

// The one dense product that moments, Cholesky factors and kernel matrices are made of: C += scale A B^T.
//
// Both factors are packed first: rows in panels of four, and within a panel the four entries of one column side by
// side. The product then keeps a 4 x 4 tile of C in vector registers while it reads two panels from end to end.
// Every entry is the sum of its terms in rising order of the common index, each multiplied, rounded, and added to the
// sum so far; the finished sum times scale is added to C. The same bits therefore on every machine, natively and as
// WASM, however C is cut into pieces. On x86 with AVX a register holds a whole column of a tile, two tiles are made at
// once, and it takes less than half of the time, with the same bits. Ours; the tiling is that of Goto & van de Geijn,
// ACM TOMS 2008.

// Panels that somebody else owns.
struct PanelView {
  const double* entries = nullptr;
  Index count = 0;   // panels
  Index depth = 0;   // columns
  Index column = 0;  // entries from one column of a panel to the next
  Index panel = 0;   // entries from one panel to the next

  PanelView range(Index first, Index panels) const { return {entries + first * panel, panels, depth, column, panel}; }
};

// A matrix of `rows` rows and `depth` columns as panels.
class Panels {
 public:
  static constexpr Index kWidth = 4;

  // Not filled yet.
  Panels(Index rows, Index depth);

  // A packed; rows that fill up the last panel are zero. O(entries).
  explicit Panels(const Eigen::Ref<const Matrix>& A);

  // A^T packed.
  static Panels transposed(const Eigen::Ref<const Matrix>& A);

  Index count() const { return count_; }
  Index depth() const { return depth_; }

  // Row kWidth panel + i, column k stands at [kWidth k + i].
  double* panel(Index panel) { return entries_.get() + panel * kWidth * depth_; }

  // The panels from `first` on; all; `count` of them; one.
  PanelView from(Index first) const { return range(first, count_ - first); }
  PanelView all() const { return {entries_.get(), count_, depth_, kWidth, kWidth * depth_}; }
  PanelView range(Index first, Index count) const { return all().range(first, count); }
  PanelView only(Index panel) const { return range(panel, 1); }

 private:
  Index count_, depth_;
  std::unique_ptr<double[]> entries_;
};

// The panels of A where it stands, not packed: for factors that are used once and fit the first cache.
// Precondition: its rows are a multiple of Panels::kWidth.
PanelView in_place(const Eigen::Ref<const Matrix>& A);

// How many panels this many rows fill.
constexpr Index panel_count(Index rows) { return (rows + Panels::kWidth - 1) / Panels::kWidth; }

// C += scale A B^T. A and B have one depth; C has as many rows as A and columns as B, or up to three
// fewer (then the padding is left out). O(rows cols depth).
void add_product(double scale, const PanelView& A, const PanelView& B, Eigen::Ref<Matrix> C);

// C += scale A B^T in the lower triangle; the entries above the diagonal are left alone. O(rows^2 depth / 2).
void add_lower_product(double scale, const PanelView& A, const PanelView& B, Eigen::Ref<Matrix> C);

// The same with A for B.
inline void add_lower_product(double scale, const PanelView& A, Eigen::Ref<Matrix> C) {
  add_lower_product(scale, A, A, C);
}

}  // namespace learner
