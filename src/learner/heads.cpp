#include "learner/heads.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "learner/alternating.hpp"
#include "learner/decompositions.hpp"
#include "learner/features.hpp"
#include "learner/singular_values.hpp"

namespace learner {
namespace {

// sum over x of B (x) (x x^T), B the projection onto the null space of S(x), m x m on that side. As
// sum vec(B) vec(x x^T)^T is a product of two matrices, all x are taken at once.
// Returns (m d) x (m d), place (i, j) at i d + j, i for B and j for x.
Expected<Matrix> stacked_normal(const Matrix& p, Index d, Index heads, Side side, std::uint64_t seed) {
  const Index m = side == Side::values ? p.rows() : d;
  const Matrix directions = random_directions(d, null_space_directions(d, p.rows(), heads, side), seed);
  const Index count = directions.cols();
  Matrix projections(m * m, count);
  Matrix squares(d * d, count);
  for (Index i = 0; i < count; ++i) {
    const Vector x = directions.col(i);
    const auto svd = singular_values(head_slice(p, x));
    if (!svd) return std::unexpected(svd.error());
    const Matrix range = (side == Side::values ? svd->U : svd->V).leftCols(heads);
    projections.col(i) = (Matrix::Identity(m, m) - range * range.transpose()).reshaped();
    squares.col(i) = (x * x.transpose()).reshaped();
  }
  const Matrix pairs = projections * squares.transpose();
  Matrix normal(m * d, m * d);
  for (Index b = 0; b < m; ++b) {
    for (Index a = 0; a < m; ++a) normal.block(a * d, b * d, d, d) = pairs.row(a + m * b).reshaped(d, d);
  }
  return normal;
}

// Row-major vec of V_h has x's index second, that of Q_h first.
Matrix unfolded_head(const Vector& kernel, Index d, Side side) {
  const Matrix by_x = kernel.reshaped<Eigen::RowMajor>(kernel.size() / d, d);
  return side == Side::values ? by_x : by_x.transpose();
}

}  // namespace

Expected<HeadSpectrum> head_spectrum(const Matrix& W, Index d, double tolerance) {
  assert(W.cols() == d * d && W.rows() % d == 0);
  if (!W.allFinite()) {
    return fail("The coefficients are not finite numbers: raise lambda or check the data.");
  }
  auto svd = singular_values(W);
  if (!svd) return std::unexpected(svd.error());
  const Index rank = (svd->sigma.array() > tolerance * svd->sigma(0)).count();
  return HeadSpectrum{
      .sigma = std::move(svd->sigma), .U = std::move(svd->U), .V = std::move(svd->V), .d = d, .rank = rank};
}

Model heads_from(const HeadSpectrum& spectrum, Index count) {
  assert(1 <= count && count <= spectrum.sigma.size());
  const Index d = spectrum.d;
  Model model;
  for (Index i = 0; i < count; ++i) {
    const double root = std::sqrt(spectrum.sigma(i));
    model.heads.push_back({root * spectrum.U.col(i).reshaped<Eigen::RowMajor>(spectrum.U.rows() / d, d),
                           root * spectrum.V.col(i).reshaped<Eigen::RowMajor>(d, d)});
  }
  return model;
}

Matrix head_slice(const Matrix& p, const Vector& x) {
  assert(p.cols() == feature_count(x.size()));
  // p is column-major: its memory is also the matrix with rows (a, l) and columns (j, k).
  const Eigen::Map<const Matrix> by_pair(p.data(), p.rows() * x.size(), pair_count(x.size()));
  return (by_pair * vech(x * x.transpose())).reshaped(p.rows(), x.size());
}

Matrix random_directions(Index d, Index count, std::uint64_t seed) {
  Random random(seed);
  Matrix directions = random.gaussian(d, count);
  for (auto x : directions.colwise()) x.normalize();
  return directions;
}

HeadCountEvidence head_count_evidence(const Matrix& p, Index d, const HeadCountOptions& options) {
  assert(p.cols() == feature_count(d) && options.directions >= 1);
  const Index most = std::min(d, p.rows());
  const Matrix directions = random_directions(d, options.directions, options.seed);
  Vector mean = Vector::Zero(most);
  for (const auto x : directions.colwise()) {
    // A direction that fails to converge (none ever has) is no evidence.
    const auto svd = singular_values(head_slice(p, x));
    if (svd) mean += svd->sigma / static_cast<double>(options.directions);
  }
  HeadCountEvidence evidence{.singular_values = mean, .by_rank = (mean.array() > options.tolerance * mean(0)).count()};
  evidence.by_gap = most;
  for (Index h = 1; h < most; ++h) {
    // Below the floor neighbours are rounding errors, and their ratios say nothing.
    const double floor = options.tolerance * mean(0);
    const double ratio = std::max(mean(h - 1), floor) / std::max(mean(h), floor);
    if (ratio > evidence.gap) {
      evidence.gap = ratio;
      evidence.by_gap = h;
    }
  }
  return evidence;
}

Index null_space_directions(Index d, Index d_out, Index heads, Side side) {
  const Index m = side == Side::values ? d_out : d;
  return 4 * m * d / (m - heads) + 8;
}

bool null_space_applies(Index d, Index d_out, Index heads, Side side) {
  if (heads < 1) return false;
  return side == Side::values ? heads < d_out && heads <= d : heads < d && heads <= d_out;
}

Expected<NullSpaceHeads> null_space_heads(const Matrix& p, Index d, Index heads, Side side, std::uint64_t seed) {
  assert(p.cols() == feature_count(d) && null_space_applies(d, p.rows(), heads, side));
  const auto normal = stacked_normal(p, d, heads, side, seed);
  if (!normal) return std::unexpected(normal.error());
  const auto eigen = symmetric_eigen(*normal);
  if (!eigen) {
    return fail("The null space of the head equations did not converge: try another seed.");
  }
  NullSpaceHeads result;
  result.spectrum = eigen->values / eigen->values.maxCoeff();
  result.kernel = std::max(heads, Index{(result.spectrum.array() < 1e-12).count()});

  Model start;
  for (Index h = 0; h < heads; ++h) {
    const Matrix found = unfolded_head(eigen->vectors.col(h), d, side);
    if (side == Side::values) {
      start.heads.push_back({found, Matrix::Zero(d, d)});
    } else {
      start.heads.push_back({Matrix::Zero(p.rows(), d), found});
    }
  }
  // Twice more: what the damping held back, then the last digits.
  AlternatingLeastSquares fit(p, start);
  for (int i = 0; i < 3; ++i) {
    if (side == Side::values) {
      fit.fit_queries();
    } else {
      fit.fit_values();
    }
  }
  fit.rebalance();
  result.model = fit.model();
  return result;
}

}  // namespace learner
