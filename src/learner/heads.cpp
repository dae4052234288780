#include "learner/heads.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "learner/alternating.hpp"
#include "learner/features.hpp"
#include "learner/product.hpp"
#include "learner/tridiagonal.hpp"

namespace learner {
namespace {

// sum over x of B (x) (x x^T), B the projection onto the null space of S(x), m x m on that side. As
// sum vech(B) vech(x x^T)^T is a product of two matrices, all x are taken at once.
// Returns (m d) x (m d), place (i, j) at i d + j, i for B and j for x.
Expected<Matrix> stacked_normal(HeadSlices& slices, Index heads, Side side) {
  const Index d = slices.d();
  const Index m = side == Side::values ? slices.d_out() : d;
  const auto asked = slices.first(null_space_directions(d, slices.d_out(), heads, side));
  Matrix projections(pair_count(m), std::ssize(asked));
  Matrix squares(pair_count(d), std::ssize(asked));
  for (Index i = 0; i < std::ssize(asked); ++i) {
    const auto& [x, svd] = asked[static_cast<std::size_t>(i)];
    if (!svd) return std::unexpected(svd.error());
    const Matrix range = (side == Side::values ? svd->U : svd->V).leftCols(heads);
    projections.col(i) = vech(Matrix::Identity(m, m) - range * range.transpose());
    squares.col(i) = vech(x * x.transpose());
  }
  Matrix pairs = Matrix::Zero(pair_count(d), pair_count(m));
  add_product(1.0, Panels(squares).all(), Panels(projections).all(), pairs);
  Matrix normal(m * d, m * d);
  for (Index a = 0; a < m; ++a) {
    for (Index b = a; b < m; ++b) {
      const auto pair = pairs.col(pair_index(a, b, m));
      for (Index j = 0; j < d; ++j) {
        for (Index k = j; k < d; ++k) {
          normal(a * d + j, b * d + k) = normal(a * d + k, b * d + j) = pair(pair_index(j, k, d));
        }
      }
      normal.block(b * d, a * d, d, d) = normal.block(a * d, b * d, d, d);
    }
  }
  return normal;
}

Matrix unit_vectors(Index d, Index count, Random& random) {
  Matrix vectors = random.gaussian(d, count);
  for (auto x : vectors.colwise()) x.normalize();
  return vectors;
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
  return head_slices(p, x).reshaped(p.rows(), x.size());
}

Matrix head_slices(const Matrix& p, const Matrix& directions) {
  const Index d = directions.rows();
  // p is column-major: its memory is also the matrix with rows (a, l) and columns (j, k).
  const Eigen::Map<const Matrix> by_pair(p.data(), p.rows() * d, pair_count(d));
  Matrix squares(pair_count(d), directions.cols());
  for (Index i = 0; i < directions.cols(); ++i)
    squares.col(i) = vech(directions.col(i) * directions.col(i).transpose());
  Matrix slices = Matrix::Zero(by_pair.rows(), directions.cols());
  add_product(1.0, Panels(by_pair).all(), Panels::transposed(squares).all(), slices);
  return slices;
}

Matrix random_directions(Index d, Index count, std::uint64_t seed) {
  Random random(seed);
  return unit_vectors(d, count, random);
}

HeadSlices::HeadSlices(const Matrix& p, Index d, std::uint64_t seed) : p_(p), d_(d), random_(seed) {
  assert(p.cols() == feature_count(d));
}

std::span<const HeadSlice> HeadSlices::first(Index count) {
  const Index more = count - std::ssize(made_);
  if (more > 0) {
    const Matrix directions = unit_vectors(d_, more, random_);
    const Matrix slices = head_slices(p_, directions);
    for (Index i = 0; i < more; ++i) {
      made_.push_back({directions.col(i), singular_values(slices.col(i).reshaped(p_.rows(), d_))});
    }
  }
  return std::span(made_).first(static_cast<std::size_t>(count));
}

HeadCountEvidence head_count_evidence(const Matrix& p, Index d, const HeadCountOptions& options) {
  HeadSlices slices(p, d, options.seed);
  return head_count_evidence(slices, options);
}

HeadCountEvidence head_count_evidence(HeadSlices& slices, const HeadCountOptions& options) {
  assert(options.directions >= 1);
  const Index most = std::min(slices.d(), slices.d_out());
  Vector mean = Vector::Zero(most);
  for (const auto& [x, svd] : slices.first(options.directions)) {
    // A direction that fails to converge (none ever has) is no evidence.
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
  HeadSlices slices(p, d, seed);
  return null_space_heads(slices, heads, side);
}

Expected<NullSpaceHeads> null_space_heads(HeadSlices& slices, Index heads, Side side) {
  const Matrix& p = slices.p();
  const Index d = slices.d();
  assert(null_space_applies(d, p.rows(), heads, side));
  const auto normal = stacked_normal(slices, heads, side);
  if (!normal) return std::unexpected(normal.error());
  const Tridiagonal reduced(*normal);
  const auto values = reduced.values();
  if (!values) {
    return fail("The null space of the head equations did not converge: try another seed.");
  }
  NullSpaceHeads result;
  result.spectrum = *values / values->maxCoeff();
  result.kernel = std::max(heads, Index{(result.spectrum.array() < 1e-12).count()});

  const Matrix kernel = reduced.vectors(values->head(heads));
  Model start;
  for (Index h = 0; h < heads; ++h) {
    const Matrix found = unfolded_head(kernel.col(h), d, side);
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
