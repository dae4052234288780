#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "learner/heads.hpp"
#include "learner/model.hpp"
#include "learner/moments.hpp"

namespace learner {

// How the fewest heads were found.
//   none              p is zero: no head is needed (the model holds one head of zeros, so that it can answer)
//   value_null_space  the V_h from the left null vectors of S(x), the Q_h by least squares; see heads.hpp
//   query_null_space  the Q_h from the right null vectors, the V_h by least squares
//   alternating       alternating least squares from random starts; see alternating.hpp
//   singular_values   the plain decomposition of the minimum-norm W: exact for every p, up to d_out d heads
//   known             heads that the caller knew, as no search found fewer
enum class HeadPath { none, value_null_space, query_null_space, alternating, singular_values, known };

// What decides the number of heads.
//   rank      p is exact (data without noise): the rank of S(x), then as many as alternating least squares needs
//   gap       p is noisy and H < min(d, d_out): the largest gap in the singular values of S(x)
//   held_out  p is noisy: each number from 1 to max_heads is tried, and p itself, on `held_out`. The fewest heads win
//             whose mean squared error is within two standard errors (of the paired difference) of the least, and at
//             most 1.5 times that (or right to `tolerance`)
enum class HeadCountBy { rank, gap, held_out };

struct FewestHeadsOptions {
  HeadCountBy count_by = HeadCountBy::rank;
  Index heads = 0;                // this many, not counted; 0: count
  Index max_heads = 0;            // the most that are tried; 0: generic_head_bound, for held_out min(d, d_out)
  double tolerance = 1e-9;        // relative error on p at which a model counts as p itself
  Index restarts = 40;            // random starts of alternating least squares for each number of heads
  Index steps = 2000;             // at most this many from each start; a start whose error stops falling ends sooner
  Index polish_steps = 30;        // of alternating least squares, when the model is not p itself
  Index joint_steps = 0;          // at most, of V and Q at once after a polish weighted by `data`
  const Moments* data = nullptr;  // what p was fitted to: weighs the polish by its Gram matrix
  std::span<const Sequence> held_out = {};  // other sequences: counts heads (held_out) and measures the model
  Targets targets = Targets::last;          // of held_out
  const Model* known = nullptr;  // of exact p: heads that give it, so that the search goes no further than so many
  std::uint64_t seed = 1;
  Progress progress = {};
};

struct HeadReport {
  Model model;
  Index heads = 0;  // 0 for p = 0
  HeadPath path = HeadPath::none;
  Index polish_steps = 0;      // taken
  Model start;                 // before them; no heads where there were none
  Index starts = 0;            // random starts that alternating least squares took, all numbers of heads together
  double error = 0.0;          // relative_distance(folded_coefficients(model), p)
  HeadCountEvidence evidence;  // singular values of S(x)
  Vector kernel;               // null spaces only: eigenvalues whose first `heads` vanish; the next says how clearly
  std::vector<double> trials;  // held_out only: relative error on held_out with 1, 2, .. heads
  std::optional<TestError> held_out;  // of the model, when options.held_out has sequences
};

// How many heads p of this shape needs when it is like any other: the smallest H with
// H (d_out d + d^2) - H^2 >= d_out psi (parameters less the H x H mixing of heads, against coefficients), which for
// d_out = d is ceil(d^2 - sqrt(d^4 - d^3 (d+1)/2)), 2, 4, 7, 10, 13 for d = 2..6, 22 for 8, 81 for 16, about 0.293 d^2.
// For d_out = 1 it is d, as more symmetries act there: heads on row vectors v_h are symmetric matrices T_l with
// u^T T_l u' = 0 on the complement of span{v_h}, and d such equations leave no room.
// A dimension count and numerics, not a proof: the Jacobian of (V, Q) -> p reaches full rank there and not before (all
// d <= 5, d_out <= d + 2), and 66 of 67 Gaussian p (d = 2..5) were met by so many heads, the last by one more. What is
// certain: d heads always suffice for d_out = 1, and min(d_out d, d^2) in general.
Index generic_head_bound(Index d, Index d_out);
inline Index generic_head_bound(Index d) { return generic_head_bound(d, d); }

// A model with few heads whose folded coefficients are p, or close to p when p is noisy.
// Exact p (count_by = rank): the null spaces where S(x) shows fewer heads than they allow (V needs H < d_out, H <= d;
//   Q needs H < d, H <= d_out: so one output and one head go through Q), else alternating least squares with as many
//   heads as S(x) shows, one more, .. max_heads; else the heads that are known, or the plain decomposition. What comes
//   back is p to `tolerance`, and certainly with the fewest heads when they are as many as S(x) shows; beyond, all
//   starts may have missed fewer.
// Noisy p: the better null space for the count (alternating where none applies), then polish_steps weighted by `data`,
//   or on p when there are none or heads d^2 > kMaxPolishUnknowns; then joint_steps, up to kMaxJointUnknowns.
// p: d_out x psi. Errors: p not finite; more heads asked for than min(d_out d, d^2) or fewer than 0; held_out chosen
//   without sequences, or sequences of another shape; no convergence of eigenvalues.
// Where coordinates in `data` are of uneven size, all of it in units of these sizes (token_units.hpp), error included.
// Cost: null spaces O((d_out d)^3 + d^6); alternating O(starts steps (H d_out d^3 + H^3 d^3)); a polish step
//   O(H^3 d^6). One start is often enough for H = d, up to d = 16 (seconds); for H > d most starts miss, and p of 13
//   heads at d = 6 takes minutes: lower restarts or max_heads.
// Progress: by numbers of heads and starts. To watch or to cancel between steps use AlternatingLeastSquares itself.
// Source: ours.
Expected<HeadReport> fewest_heads(const Matrix& p, Index d, const FewestHeadsOptions& options = {});

// The first of 1, 2, .. heads, at most options.max_heads and as many as are polished on options.data, whose error, as
// `error_of` measures it, is at most `enough`; nothing where none is. The search is the same whatever the units of
// tokens and targets. Precondition: options.data, with at least one row. Errors: those of fewest_heads and of
// `error_of`.
Expected<std::optional<HeadReport>> enough_heads(const Matrix& p, Index d, FewestHeadsOptions options, double enough,
                                                 const std::function<Expected<double>(const Model&)>& error_of);

// With more unknowns a weighted polish step takes seconds: d = 12 up to 13 heads, d = 16 up to 7.
inline constexpr Index kMaxPolishUnknowns = 2000;
// And with more entries of V and Q a step of both: d = 8 up to 4 heads.
inline constexpr Index kMaxJointUnknowns = 512;

}  // namespace learner
