#include "learner/least_squares.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/product.hpp"

namespace learner {
namespace {

// sqrt 2 off the diagonal, 1 on it: what makes <g, g'> the inner product of whole matrices. Length q.
Vector pair_scales(Index d) {
  Vector scales = Vector::Constant(pair_count(d), std::sqrt(2.0));
  for (Index j = 0; j < d; ++j) scales(pair_index(j, j, d)) = 1.0;
  return scales;
}

Index row_count(std::span<const Sequence> sequences) {
  Index rows = 0;
  for (const Sequence& sequence : sequences) rows += sequence.rows();
  return rows;
}

Expected<void> check(std::span<const Sequence> sequences, Targets targets) {
  if (sequences.empty()) return fail("There is no data: give at least one sequence.");
  const Shape shape{sequences.front().d(), sequences.front().Y.rows(), targets};
  if (shape.d < 1 || shape.d > kMaxKernelTokenDimension || shape.d_out < 1) {
    return fail(
        "Tokens have %1 coordinates and targets %2: keep between 1 and %3 of a token's, for example the first "
        "principal components, and at least 1 of a target's.",
        shape.d, shape.d_out, kMaxKernelTokenDimension);
  }
  if (const auto valid = validate(shape, sequences); !valid) return valid;
  if (const Index rows = row_count(sequences); rows > kMaxKernelRows) {
    return fail(
        "There are %1 rows, and the kernel matrix has as many rows and columns: keep %2 or fewer, or ask the last "
        "token of each sequence only.",
        rows, kMaxKernelRows);
  }
  return {};
}

Matrix targets_of(std::span<const Sequence> sequences) {  // rows x d_out
  Matrix Y(row_count(sequences), sequences.front().Y.rows());
  Index row = 0;
  for (const Sequence& sequence : sequences) {
    Y.middleRows(row, sequence.rows()) = sequence.Y.transpose();
    row += sequence.rows();
  }
  return Y;
}

struct Weights {
  Matrix alpha;  // rows x d_out
  Index rank = 0;
  Path path = Path::dual;
};

Expected<Weights> least_norm_weights(const Matrix& K, const Matrix& Y) {
  const Index rows = K.rows();
  if (rows > kMaxSpectrum) {
    return fail(
        "Some of the %1 questions ask nothing that others do not ask, and the smallest W that fits is then found for "
        "at most %2: set the penalty λ (lambda) above 0, for example to 1e-6, or ask fewer.",
        rows, kMaxSpectrum);
  }
  auto least = solve_least_norm(K, Y);
  if (!least) return std::unexpected(least.error());
  return Weights{std::move(least->X), least->rank, Path::dual_minimum_norm};
}

Expected<Weights> solve_weights(const Questions& questions, const Matrix& Y, const RidgeOptions& options) {
  Matrix K = kernel(questions, questions);
  if (!K.allFinite()) {
    return fail(
        "The numbers are so large that their sums overflow: divide the large coordinates, of tokens or targets, by a "
        "power of ten.");
  }
  const Index rows = K.rows();
  K.diagonal().array() += static_cast<double>(rows) * options.lambda;
  const auto cholesky = Cholesky::factor(std::move(K), pivot_tolerance(rows), options.progress);
  if (!cholesky && options.lambda == 0.0) return least_norm_weights(kernel(questions, questions), Y);
  if (!cholesky) {
    return fail(
        "Up to rounding, question %1 asks nothing that those before it do not ask, and the penalty λ (lambda) is too "
        "small to decide: raise it, or set it to 0, which takes the smallest W that fits.",
        cholesky.error() + 1);
  }
  Matrix alpha = cholesky->solve(Y);
  for (int i = 0; i < options.refinements; ++i) alpha += cholesky->solve(Y - cholesky->multiply(alpha));
  return Weights{std::move(alpha), rows, Path::dual};
}

constexpr double kOutOfReach = std::numeric_limits<double>::infinity();

Expected<Solution> solve_primal(const Shape& shape, std::span<const Sequence> sequences, const RidgeOptions& options) {
  Moments moments(shape);
  if (const auto added = moments.add(sequences); !added) return std::unexpected(added.error());
  return solve_sums(moments, options);
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

Questions questions_of(std::span<const Sequence> sequences, Targets targets) {
  assert(!sequences.empty());
  const Index d = sequences.front().d();
  Index rows = 0;
  for (const Sequence& sequence : sequences) rows += target_count(targets, sequence.n());
  const Vector scales = pair_scales(d);
  Questions questions{.g = Matrix(pair_count(d), targets == Targets::all ? std::ssize(sequences) : rows),
                      .z = Matrix(d, rows),
                      .group = {}};
  Index row = 0;
  Index group = 0;
  const auto ask = [&](const auto& z) {
    questions.z.col(row++) = z;
    questions.group.push_back(group);
  };
  for (const Sequence& sequence : sequences) {
    const Matrix& Z = sequence.Z;
    Matrix G = targets == Targets::causal ? Matrix::Zero(d, d) : Matrix(Z * Z.transpose());
    for (Index t = targets == Targets::last ? Z.cols() - 1 : 0; t < Z.cols(); ++t) {
      if (targets == Targets::causal) G += Z.col(t) * Z.col(t).transpose();
      ask(Z.col(t));
      const bool complete = targets != Targets::all || t + 1 == Z.cols();
      if (complete) questions.g.col(group++) = scales.cwiseProduct(vech(G));
    }
  }
  return questions;
}

Matrix kernel(const Questions& a, const Questions& b) {
  assert(a.d() == b.d());
  constexpr Index kStrip = 64;
  const Panels g = Panels::transposed(a.g);
  const Panels z = Panels::transposed(a.z);
  Matrix K = Matrix::Zero(a.rows(), b.rows());
  const auto group_of = [](const Questions& questions, Index row) {
    return questions.group[static_cast<std::size_t>(row)];
  };
  for (Index first = 0; first < b.rows(); first += kStrip) {
    const Index width = std::min(kStrip, b.rows() - first);
    const Index group = group_of(b, first);
    const Index groups = group_of(b, first + width - 1) - group + 1;
    Matrix G = Matrix::Zero(a.g.cols(), groups);
    add_product(1.0, g.from(0), Panels::transposed(b.g.middleCols(group, groups)).from(0), G);
    add_product(1.0, z.from(0), Panels::transposed(b.z.middleCols(first, width)).from(0), K.middleCols(first, width));
    for (Index j = first; j < first + width; ++j) {
      const auto column = G.col(group_of(b, j) - group);
      for (Index i = 0; i < a.rows(); ++i) K(i, j) *= column(group_of(a, i));
    }
  }
  return K;
}

Expected<DualSolution> solve_dual(std::span<const Sequence> sequences, Targets targets, const RidgeOptions& options) {
  if (const auto valid = validate(options); !valid) return std::unexpected(valid.error());
  if (const auto valid = check(sequences, targets); !valid) return std::unexpected(valid.error());
  Questions questions = questions_of(sequences, targets);
  auto weights = solve_weights(questions, targets_of(sequences), options);
  if (!weights) return std::unexpected(weights.error());
  return DualSolution{.questions = std::move(questions),
                      .alpha = weights->alpha.transpose(),
                      .lambda = options.lambda,
                      .rank = weights->rank,
                      .path = weights->path};
}

Matrix predict(const DualSolution& solution, const Matrix& Z, Targets targets) {
  const Sequence sequence{Z, {}};
  return solution.alpha * kernel(solution.questions, questions_of(std::span(&sequence, 1), targets));
}

Matrix coefficients(const DualSolution& solution) {
  const auto& [g, z, group] = solution.questions;
  const Index d = z.rows();
  const Index d_out = solution.alpha.rows();
  // Rows (a, l) in the order of the memory of p; rows of the data that share G are added up first.
  Matrix sums = Matrix::Zero(d_out * d, g.cols());
  for (Index row = 0; row < z.cols(); ++row) {
    sums.col(group[static_cast<std::size_t>(row)]) += (solution.alpha.col(row) * z.col(row).transpose()).reshaped();
  }
  Matrix by_pair = Matrix::Zero(d_out * d, g.rows());
  add_product(1.0, Panels(sums).from(0), Panels(g).from(0), by_pair);
  // W has every off-diagonal pair twice, with G = g / sqrt 2: the fold adds both, 2 / sqrt 2 = sqrt 2.
  by_pair *= pair_scales(d).asDiagonal();
  return by_pair.reshaped(d_out, pair_count(d) * d);
}

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
  const Index rows = row_count(sequences);
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
