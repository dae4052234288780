#include "learner/moments.hpp"

#include <cassert>

#include "learner/features.hpp"

namespace learner {

Moments::Moments(const Shape& shape) : shape_(shape) {
  assert(validate(shape).has_value());
  const Index q = pair_count(shape.d);
  const Index answer_count = shape.d * shape.d_out;
  pairs_ = Matrix::Zero(pair_count(q), q);
  answers_ = Matrix::Zero(q, answer_count);
  block_g_.resize(q, kBlock);
  block_v_.resize(q, kBlock);
  block_r_.resize(answer_count, kBlock);
}

Expected<void> Moments::check() const {
  if (rows_ == 0) return fail("No data has been seen yet: add at least one sequence.");
  if (pending_ > 0) return flushed().check();
  if (!pairs_.allFinite() || !answers_.allFinite()) {
    return fail("The numbers are so large that their sums overflow: divide all tokens and targets by a common factor.");
  }
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
  const Vector g = vech(Z * Z.transpose());
  if (shape_.targets == Targets::all) {
    add_term(g, g, Z * Y.transpose(), Y.squaredNorm());
  } else {
    const auto z = Z.rightCols(1);
    add_term(g, vech(z * z.transpose()), z * Y.transpose(), Y.squaredNorm());
  }
}

void Moments::add_causal(const Sequence& sequence) {
  const auto& [Z, Y] = sequence;
  Vector g = Vector::Zero(pair_count(shape_.d));
  for (Index t = 0; t < sequence.n(); ++t) {
    const Vector v = vech(Z.col(t) * Z.col(t).transpose());
    g += v;
    add_term(g, v, Z.col(t) * Y.col(t).transpose(), Y.col(t).squaredNorm());
  }
}

void Moments::add_term(const Vector& g, const Vector& v, const Matrix& r, double squares) {
  block_g_.col(pending_) = g;
  block_v_.col(pending_) = v;
  block_r_.col(pending_) = r.reshaped();
  block_squares_ += squares;
  if (++pending_ == kBlock) flush();
}

void Moments::flush() {
  const Index q = pair_count(shape_.d);
  const auto g = block_g_.leftCols(pending_);
  const auto v = block_v_.leftCols(pending_);
  // No noalias() here: the block's own sum is formed first, then added. A product added in place may be added term by
  // term (Eigen does so for a single row), and the sum of a block would depend on what was there before.
  for (Index a = 0; a < q; ++a) {
    const Index first = shape_.targets == Targets::all ? a : 0;
    const Matrix weighted = g.bottomRows(q - a) * g.row(a).asDiagonal();
    pairs_.block(pair_index(a, a, q), first, q - a, q - first) += weighted * v.bottomRows(q - first).transpose();
  }
  answers_ += g * block_r_.leftCols(pending_).transpose();
  squares_ += block_squares_;
  block_squares_ = 0.0;
  pending_ = 0;
}

Moments Moments::flushed() const {
  Moments result = *this;
  result.flush();
  return result;
}

void Moments::merge(const Moments& other) {
  assert(shape_ == other.shape_);
  if (other.pending_ > 0) return merge(other.flushed());
  flush();
  pairs_ += other.pairs_;
  answers_ += other.answers_;
  squares_ += other.squares_;
  rows_ += other.rows_;
  sequences_ += other.sequences_;
}

// sum g_a g_b g_c or, for last and causal, sum g_a g_b (z z^T)_c; a <= b.
double Moments::entry(Index a, Index b, Index c) const {
  const Index q = pair_count(shape_.d);
  if (shape_.targets != Targets::all || a <= c) return pairs_(pair_index(a, b, q), c);
  return pairs_(pair_index(c, a, q), b);
}

Matrix Moments::gram() const {
  if (pending_ > 0) return flushed().gram();
  const Index d = shape_.d;
  const Index q = pair_count(d);
  Matrix gram(q * d, q * d);
  for (Index a = 0; a < q; ++a) {
    for (Index b = a; b < q; ++b) {
      for (Index l = 0; l < d; ++l) {
        for (Index m = l; m < d; ++m) {
          const double value = entry(a, b, pair_index(l, m, d));
          gram(a * d + l, b * d + m) = gram(a * d + m, b * d + l) = value;
          gram(b * d + m, a * d + l) = gram(b * d + l, a * d + m) = value;
        }
      }
    }
  }
  return gram;
}

Matrix Moments::cross() const {
  if (pending_ > 0) return flushed().cross();
  const Index d = shape_.d;
  const Index q = pair_count(d);
  Matrix cross(q * d, shape_.d_out);
  for (Index o = 0; o < shape_.d_out; ++o) {
    cross.col(o) = answers_.middleCols(o * d, d).transpose().reshaped();
  }
  return cross;
}

}  // namespace learner
