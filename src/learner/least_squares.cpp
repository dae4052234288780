#include "learner/least_squares.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "learner/dual.hpp"
#include "learner/features.hpp"

namespace learner {
namespace {

constexpr double kOutOfReach = std::numeric_limits<double>::infinity();

Expected<Solution> solve_primal(const Shape& shape, std::span<const Sequence> sequences, const RidgeOptions& options) {
  Moments moments(shape);
  if (const auto added = moments.add(sequences); !added) return std::unexpected(added.error());
  auto solution = solve_ridge(moments, options);
  const bool open = !solution && options.lambda == 0.0 && feature_count(shape.d) <= kMaxSpectrum;
  return open ? solve_minimum_norm(moments) : solution;
}

Expected<Solution> solve_by_rows(std::span<const Sequence> sequences, Targets targets, const RidgeOptions& options) {
  const auto dual = solve_dual(sequences, targets, options);
  if (!dual) return std::unexpected(dual.error());
  return Solution{.p = coefficients(*dual),
                  .lambda = dual->lambda,
                  .rank = dual->rank,
                  .rows = dual->questions.rows(),
                  .unknowns = feature_count(dual->questions.d()),
                  .path = dual->path};
}

}  // namespace

PathCosts path_costs(const Shape& shape, Index rows, Index terms) {
  const auto d = static_cast<double>(shape.d);
  const auto count = static_cast<double>(rows);
  const double q = d * (d + 1.0) / 2.0;
  const double psi = q * d;
  const double term = shape.targets == Targets::all ? q * (q + 1.0) * (q + 2.0) / 6.0 : q * q * (q + 1.0) / 2.0;
  PathCosts costs{
      .primal = static_cast<double>(terms) * term + psi * psi * psi / 6.0,
      .dual = count * count * (q + d) + count * count * count / 6.0 + count * psi * static_cast<double>(shape.d_out)};
  if (shape.d > kMaxTokenDimension) costs.primal = kOutOfReach;
  if (shape.d > kMaxKernelTokenDimension || rows > kMaxKernelRows) costs.dual = kOutOfReach;
  return costs;
}

Expected<Solution> solve_least_squares(std::span<const Sequence> sequences, Targets targets,
                                       const RidgeOptions& options) {
  if (sequences.empty()) return fail("There is no data: give at least one sequence.");
  const Shape shape{sequences.front().d(), sequences.front().Y.rows(), targets};
  Index rows = 0;
  for (const Sequence& sequence : sequences) rows += sequence.rows();
  const PathCosts costs = path_costs(shape, rows, targets == Targets::all ? std::ssize(sequences) : rows);
  if (std::min(costs.primal, costs.dual) == kOutOfReach) {
    return fail(
        "Tokens of %1 coordinates with %2 rows are out of reach: use tokens of %3 or fewer coordinates, or of at most "
        "%4 with %5 or fewer rows.",
        shape.d, rows, kMaxTokenDimension, kMaxKernelTokenDimension, kMaxKernelRows);
  }
  // With fewer rows than unknowns and no penalty the Gram matrix is singular for certain; with more rows the kernel
  // matrix is, and a small lambda would have to hold it up alone.
  const bool few = rows <= feature_count(shape.d) && costs.dual != kOutOfReach;
  const bool by_rows = costs.primal == kOutOfReach || (few && (options.lambda == 0.0 || costs.dual < costs.primal));
  return by_rows ? solve_by_rows(sequences, targets, options) : solve_primal(shape, sequences, options);
}

}  // namespace learner
