#include "learner/moments.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "learner/features.hpp"
#include "learner/product.hpp"
#include "learner/threads.hpp"

namespace learner {
namespace {

constexpr Index kPanel = Panels::kWidth;

constexpr Index kGroup = 4;  // panels of products made at once: 16 KB

constexpr Index filled(Index rows) { return kPanel * panel_count(rows); }

// The pairs a <= b in the order of the columns of the sums: (0,0), (0,1), (1,1), (0,2), ..
struct Pair {
  Index a = 0, b = 0;
  static Pair at(Index column) {
    const auto b = static_cast<Index>((std::sqrt(static_cast<double>(8 * column + 1)) - 1) / 2);
    return {column - pair_count(b), b};
  }
  Index column() const { return pair_count(b) + a; }
  void advance() {
    if (++a > b) a = 0, ++b;
  }
};

// G is small: at most 16 x 16, so it stays off the heap.
using TokenGram = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMaxTokenDimension, kMaxTokenDimension>;

// Hands the panels of A to `use`: in place where its rows fill them, else packed.
template <class Use>
void with_panels(const Matrix& A, Use use) {
  if (A.rows() % kPanel == 0) {
    use(in_place(A));
  } else {
    use(Panels(A).all());
  }
}

// vech(A A^T), A is d x n.
void write_gram(const PanelView& A, Index d, Eigen::Ref<Vector> g) {
  TokenGram G = TokenGram::Zero(d, d);
  add_lower_product(1.0, A, G);
  for (Index j = 0; j < d; ++j) g.segment(pair_index(j, j, d), d - j) = G.col(j).tail(d - j);
}

// vech(z z^T).
void write_square(const Eigen::Ref<const Vector>& z, Eigen::Ref<Vector> v) {
  const Index d = z.size();
  for (Index j = 0; j < d; ++j) v.segment(pair_index(j, j, d), d - j) = z(j) * z.tail(d - j);
}

// The panel of g_a g_b for four pairs from `pair` on (zero behind the last), a column a term.
void fill_products(const Eigen::Ref<const Matrix>& g, Index q, Pair pair, double* entries) {
  if (pair.b < q && pair.a + kPanel <= pair.b + 1) {
    for (Index t = 0; t < g.cols(); ++t) {
      const double* const column = g.data() + t * g.outerStride();
      const Eigen::Vector4d four = Eigen::Map<const Eigen::Vector4d>(column + pair.a) * column[pair.b];
      Eigen::Map<Eigen::Vector4d>(entries + kPanel * t) = four;
    }
    return;
  }
  for (Index i = 0; i < kPanel; ++i, pair.advance()) {
    for (Index t = 0; t < g.cols(); ++t) {
      entries[kPanel * t + i] = pair.b < q ? g(pair.a, t) * g(pair.b, t) : 0.0;
    }
  }
}

}  // namespace

Moments::Moments(const Shape& shape, const MomentsPart& part) : shape_(shape), part_(part) {
  assert(validate(shape).has_value());
  const Index q = pair_count(shape.d);
  const Index answer_count = shape.d * shape.d_out;
  sums_ = Matrix::Zero(filled(q), filled(pair_count(q)));
  answers_ = Matrix::Zero(filled(q), filled(answer_count));
  block_g_ = Matrix::Zero(filled(q), kBlock);
  block_v_ = Matrix::Zero(shape.targets == Targets::all ? 0 : filled(q), kBlock);
  block_r_ = Matrix::Zero(filled(answer_count), kBlock);
}

double Moments::rounding() const {
  const Index terms = shape_.targets == Targets::all ? sequences_ : rows_;
  const Index sums = std::min(terms, kBlock) + terms / kBlock;
  return static_cast<double>(sums) * 0x1p-53;
}

std::unexpected<Error> too_small_targets() {
  return fail("The targets are so small that their squares vanish: multiply all of them by a power of ten.");
}

Expected<void> Moments::check() const {
  if (rows_ == 0) return fail("No data has been seen yet: add at least one sequence.");
  if (pending_ > 0) return flushed().check();
  if (!sums_.allFinite() || !answers_.allFinite() || !std::isfinite(squares_)) {
    return fail(
        "The numbers are so large that their sums overflow: divide the large coordinates, of tokens or targets, by a "
        "power of ten.");
  }
  constexpr double kVanishing = 1e-290;  // below it squares lose their digits
  if (squares_ < kVanishing * static_cast<double>(rows_) && !answers_.isZero(0.0)) return too_small_targets();
  return {};
}

Expected<void> Moments::add(std::span<const Sequence> sequences) {
  if (auto valid = validate(shape_, sequences); !valid) return valid;
  for (const Sequence& sequence : sequences) {
    if (shape_.targets == Targets::causal) {
      add_causal(sequence);
    } else {
      add_sequence(sequence);
    }
    rows_ += sequence.rows();
    ++sequences_;
  }
  return {};
}

void Moments::add_sequence(const Sequence& sequence) {
  const auto& [Z, Y] = sequence;
  const Index d = shape_.d;
  Eigen::Map<Matrix> r(block_r_.col(pending_).data(), d, shape_.d_out);
  with_panels(Z, [&](const PanelView& tokens) {
    write_gram(tokens, d, block_g_.col(pending_).head(pair_count(d)));
    if (shape_.targets != Targets::all) return;
    r.setZero();
    with_panels(Y, [&](const PanelView& targets) { add_product(1.0, tokens, targets, r); });
  });
  if (shape_.targets == Targets::last) {
    const auto z = Z.col(Z.cols() - 1);
    write_square(z, block_v_.col(pending_).head(pair_count(d)));
    r.noalias() = z * Y.transpose();
  }
  end_term(Y.squaredNorm());
}

void Moments::add_causal(const Sequence& sequence) {
  const auto& [Z, Y] = sequence;
  const Index d = shape_.d;
  Vector g = Vector::Zero(block_g_.rows());
  for (Index t = 0; t < sequence.n(); ++t) {
    const auto z = Z.col(t);
    write_square(z, block_v_.col(pending_).head(pair_count(d)));
    g += block_v_.col(pending_);
    block_g_.col(pending_) = g;
    Eigen::Map<Matrix>(block_r_.col(pending_).data(), d, shape_.d_out).noalias() = z * Y.col(t).transpose();
    end_term(Y.col(t).squaredNorm());
  }
}

void Moments::end_term(double squares) {
  block_squares_ += squares;
  if (++pending_ == kBlock) flush();
}

// Columns of the sums that are made at once. For all, c >= b is enough: one panel at a time, to start right at b.
Index Moments::group_width() const { return kPanel * (shape_.targets == Targets::all ? 1 : kGroup); }

void Moments::flush() {
  const Index q = pair_count(shape_.d);
  const bool symmetric = shape_.targets == Targets::all;
  const auto g = block_g_.leftCols(pending_);
  const Panels packed_g(g);
  const Panels packed_v(symmetric ? g : block_v_.leftCols(pending_));
  const Index groups = (sums_.cols() + group_width() - 1) / group_width();
  const Index pieces = pieces_of(static_cast<double>(sums_.size() * pending_), groups);
  in_pieces(pieces, [&](Index piece) {
    Panels products(group_width(), pending_);
    for (Index group = groups * piece / pieces; group < groups * (piece + 1) / pieces; ++group) {
      if (!part_.has(group)) continue;
      const Index column = group_width() * group;
      Pair pair = Pair::at(column);
      const Index first = symmetric ? pair.b / kPanel : 0;
      const Index width = std::min(group_width(), sums_.cols() - column);
      for (Index i = 0; i < width; ++i, pair.advance()) {
        if (i % kPanel == 0) fill_products(g, q, pair, products.panel(i / kPanel));
      }
      add_product(1.0, packed_v.from(first), products.range(0, width / kPanel),
                  sums_.block(kPanel * first, column, sums_.rows() - kPanel * first, width));
    }
  });
  add_product(1.0, packed_g.from(0), Panels(block_r_.leftCols(pending_)).from(0), answers_);
  squares_ += block_squares_;
  block_squares_ = 0.0;
  pending_ = 0;
}

std::vector<double> Moments::part_sums() {
  if (pending_ > 0) flush();
  std::vector<double> sums;
  for (Index column = 0; column < sums_.cols(); ++column) {
    if (!part_.has(column / group_width())) continue;
    const auto numbers = sums_.col(column);
    sums.insert(sums.end(), numbers.begin(), numbers.end());
  }
  return sums;
}

std::span<const double> Moments::take(const MomentsPart& part, std::span<const double> sums) {
  if (pending_ > 0) flush();
  for (Index column = 0; column < sums_.cols(); ++column) {
    if (!part.has(column / group_width())) continue;
    assert(std::ssize(sums) >= sums_.rows());
    std::ranges::copy(sums.first(static_cast<std::size_t>(sums_.rows())), sums_.col(column).begin());
    sums = sums.subspan(static_cast<std::size_t>(sums_.rows()));
  }
  return sums;
}

Moments Moments::flushed() const {
  Moments result = *this;
  result.flush();
  return result;
}

Moments Moments::in_units(const Vector& units, double target_unit) const {
  Moments result = flushed();
  const Index d = shape_.d;
  const Index q = pair_count(d);
  Vector pairs(q);
  for (Index j = 0; j < d; ++j)
    for (Index k = j; k < d; ++k) pairs(pair_index(j, k, d)) = 1.0 / units(j) / units(k);
  const auto rows = pairs.asDiagonal();
  for (Pair pair; pair.b < q; pair.advance())
    result.sums_.col(pair.column()).head(q) =
        rows * result.sums_.col(pair.column()).head(q) * pairs(pair.a) * pairs(pair.b);
  for (Index column = 0; column < d * shape_.d_out; ++column)
    result.answers_.col(column).head(q) = rows * result.answers_.col(column).head(q) / units(column % d) / target_unit;
  result.squares_ = result.squares_ / target_unit / target_unit;
  return result;
}

void Moments::merge(const Moments& other) {
  assert(shape_ == other.shape_);
  if (other.pending_ > 0) return merge(other.flushed());
  flush();
  sums_ += other.sums_;
  answers_ += other.answers_;
  squares_ += other.squares_;
  rows_ += other.rows_;
  sequences_ += other.sequences_;
}

Matrix Moments::gram() const {
  if (pending_ > 0) return flushed().gram();
  const Index d = shape_.d;
  const Index q = pair_count(d);
  const bool symmetric = shape_.targets == Targets::all;
  Matrix gram(q * d, q * d);
  Vector values(q);
  Matrix square(d, d);
  for (Pair pair; pair.b < q; pair.advance()) {
    // M[(a,b), c] for every c; for all, only c >= b is kept, and for c < b its place is that of the sorted three.
    for (Index c = 0; c < q; ++c) {
      const bool kept = !symmetric || c >= pair.b;
      values(c) =
          kept ? sums_(c, pair.column()) : sums_(pair.b, Pair{std::min(pair.a, c), std::max(pair.a, c)}.column());
    }
    for (Index l = 0; l < d; ++l) {
      for (Index m = l; m < d; ++m) square(l, m) = square(m, l) = values(pair_index(l, m, d));
    }
    gram.block(pair.a * d, pair.b * d, d, d) = square;
    gram.block(pair.b * d, pair.a * d, d, d) = square;
  }
  return gram;
}

Vector Moments::gram_diagonal() const {
  if (pending_ > 0) return flushed().gram_diagonal();
  const Index d = shape_.d;
  const Index q = pair_count(d);
  Vector diagonal(q * d);
  for (Index a = 0; a < q; ++a) {
    for (Index l = 0; l < d; ++l) {
      const Index c = pair_index(l, l, d);
      const bool kept = shape_.targets != Targets::all || c >= a;
      diagonal(a * d + l) = kept ? sums_(c, Pair{a, a}.column()) : sums_(a, Pair{c, a}.column());
    }
  }
  return diagonal;
}

Matrix Moments::cross() const {
  if (pending_ > 0) return flushed().cross();
  const Index d = shape_.d;
  const Index q = pair_count(d);
  Matrix cross(q * d, shape_.d_out);
  for (Index o = 0; o < shape_.d_out; ++o) {
    cross.col(o) = answers_.block(0, o * d, q, d).transpose().reshaped();
  }
  return cross;
}

}  // namespace learner
