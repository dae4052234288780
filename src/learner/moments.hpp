#pragma once

#include <span>
#include <vector>

#include "learner/sequence.hpp"

namespace learner {

// All that least squares needs to know of a data set, in one pass and mergeable:
// sum H H^T (psi x psi), sum H y^T (psi x d_out), sum ||y||^2, and counts.
//
// The features H = g (x) z with g = vech(G) are never formed. Ours, from the product structure:
//   last, causal   sum H H^T = sum (g g^T) (x) (z z^T), symmetric within both factors, so
//                  M[(a,b), (l,m)] = sum g_a g_b z_l z_m over a <= b, l <= m tells all;
//   all            sum_t z_t z_t^T is G itself, so M[(a,b), c] = sum g_a g_b g_c: one term a sequence
//                  whatever its length, symmetric in all three places (kept for a <= b <= c).
// Terms are gathered into blocks of kBlock and added as matrix products (product.hpp). Multiply-adds a term: q^2(q+1)/2
// (last, causal), q(q+1)(q+2)/6 and the rims of tiles (all), against psi^2/2 for every row of plain features. Tried for
// causal, where v = g - (g before): with m = g - v/2 the symmetric part of sum m m v telescopes, a third of all
// products. But g g v = m m v + (m v + v m)/2 v + v v v/4 then needs sum m (x) z^(x)4, which costs that third again.
//
// What is the same bit for bit, on one machine and build:
//   - the cuts between calls of add: one call, or many smaller ones, or looking at gram() between;
//   - merging shards in order, when what is merged into holds a multiple of kBlock terms and
//     each shard merged holds at most kBlock terms, equals one pass;
//   - a.merge(b) and b.merge(a), when both hold a multiple of kBlock terms.
//   - several passes over the same data that share the sums out, see MomentsPart.
// Any other way of sharding agrees to 1e-12 of the largest entry: addition is not associative.

// Which sums a pass adds up, of so many parts of about the same work; all else it sees to in any case. Parts share out
// entries, never the terms of a sum: what they come to, put together with take, has the bits of one pass over all.
struct MomentsPart {
  Index number = 0;
  Index of = 1;  // 0: none of the sums

  bool has(Index k) const { return of > 0 && k % of == number; }
};

class Moments {
 public:
  static constexpr Index kBlock = 128;  // a term is a row (last, causal) or a sequence (all)

  // Precondition: validate(shape). Memory O(q^3/2): 10 MB at d = 16.
  explicit Moments(const Shape& shape, const MomentsPart& part = {});

  // Adds every sequence, or none and an Error (see validate). For progress, or to watch the Gram
  // matrix grow, call it block by block. O(terms q^3) arithmetic; nothing is kept of the sequences.
  Expected<void> add(std::span<const Sequence> sequences);
  Expected<void> add(const Sequence& sequence) { return add(std::span(&sequence, 1)); }

  // Adds what another pass of the same shape has seen. Precondition: shapes equal.
  void merge(const Moments& other);

  // The sums of a pass for a part. q^3/2 numbers over the number of parts; for all, about.
  std::vector<double> part_sums();
  // Takes them over, here where the same data have been seen, and returns what is left of `sums`. Precondition: these
  // begin with all that the part has. O(its number).
  std::span<const double> take(const MomentsPart& part, std::span<const double> sums);

  const Shape& shape() const { return shape_; }
  Index rows() const { return rows_; }                                  // targets seen
  Index sequences() const { return sequences_; }                        // sequences seen
  double squared_targets() const { return squares_ + block_squares_; }  // sum ||y||^2

  // The relative rounding of the sums at most: an entry (i, j) of gram() is off by this times the root of the product
  // of the entries (i, i) and (j, j). 2^-53 for each addition: of the terms in a block, then of the blocks. Data that
  // repeat come near it, as all additions then round the same way; for others it is far less.
  double rounding() const;

  // Terms that have not been added to the sums yet are added by each of the functions below, to a copy. Who calls
  // several of them makes it once: flushed() holds the same sums, to the bit.
  bool is_pending() const { return pending_ > 0; }
  Moments flushed() const;

  // Whether there is something to solve. Errors: no rows; sums that overflowed. O(q^3).
  Expected<void> check() const;

  // sum H H^T, psi x psi, both triangles. O(psi^2); 38 MB at d = 16.
  Matrix gram() const;

  // Its diagonal, psi: the same bits. O(psi).
  Vector gram_diagonal() const;

  // sum H y^T, psi x d_out.
  Matrix cross() const;

  // The same data with each coordinate j of the tokens divided by units(j), and targets by target_unit; powers of two
  // round nothing. Preconditions: d units, all positive. O(q^3).
  Moments in_units(const Vector& units, double target_unit) const;

  // All but the shape, for who keeps the sums or sends them on: Moments of that shape take them back, bit for bit.
  void fields(auto& archive) {
    archive(rows_, sequences_, squares_, sums_, answers_, block_g_, block_v_, block_r_, block_squares_, pending_);
  }

 private:
  void add_sequence(const Sequence& sequence);
  void add_causal(const Sequence& sequence);
  void end_term(double squares);
  void flush();
  Index group_width() const;

  Shape shape_;
  MomentsPart part_;
  Index rows_ = 0;
  Index sequences_ = 0;
  double squares_ = 0.0;
  // Rows and columns are filled up to whole panels of four, so that no product has a rim.
  Matrix sums_;     // M: row c, column (a,b), a <= b, in the order (0,0), (0,1), (1,1), (0,2), ..
  Matrix answers_;  // sum g (x) (z y^T): row of g, column l + d o

  // The block being gathered, one column a term: g; v = vech(sum z z^T), for all it is g; r = vec(sum z y^T).
  Matrix block_g_, block_v_, block_r_;
  double block_squares_ = 0.0;
  Index pending_ = 0;
};

// What is said where all targets are so small that their squares lose digits or are 0.
std::unexpected<Error> too_small_targets();

}  // namespace learner
