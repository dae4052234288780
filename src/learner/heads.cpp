#include "learner/heads.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "learner/features.hpp"
#include "learner/singular_values.hpp"

namespace learner {
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

HeadCountEvidence head_count_evidence(const Matrix& p, Index d, const HeadCountOptions& options) {
  assert(p.cols() == feature_count(d) && options.directions >= 1);
  const Index most = std::min(d, p.rows());
  Random random(options.seed);
  Vector mean = Vector::Zero(most);
  for (Index i = 0; i < options.directions; ++i) {
    const Vector x = random.gaussian(d, 1).col(0).normalized();
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

}  // namespace learner
