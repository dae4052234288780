#include "learner/null_space.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "learner/features.hpp"
#include "learner/lanczos.hpp"
#include "learner/rank_factor.hpp"

namespace learner {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

Matrix scaled_gram(const Moments& moments) {
  const Vector scale = unfold_weights(moments.shape().d).cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * moments.gram() * scale.asDiagonal() / static_cast<double>(moments.rows());
}

}  // namespace

Vector NullSpace::project(const Vector& x) const { return basis * (basis.transpose() * x).eval(); }

Expected<NullSpace> null_space(const Moments& moments, const NullSpaceOptions& options) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  if (!(options.cut >= 0.0 && options.cut < 1.0)) {
    return fail("The rank cut is a share of the largest variance: set it to 0 for rounding only, or below 1.");
  }
  const Index psi = feature_count(moments.shape().d);
  Matrix Lambda = scaled_gram(moments);
  const double trace = Lambda.trace();
  const double cut = options.cut > 0.0 ? options.cut : static_cast<double>(psi) * kEpsilon;
  const auto half = [&](double fraction) { options.progress(0.5 * fraction); };
  const RankFactor factor = rank_factor(std::move(Lambda), cut, options.progress ? Progress(half) : Progress());
  NullSpace result{.basis = factor.null_basis(), .d = moments.shape().d, .rank = factor.rank()};
  result.leak = static_cast<double>(psi - factor.rank()) * factor.dropped;
  if (factor.rank() > 0) {
    const auto smallest = smallest_eigenpair(factor.triangle());
    if (!smallest) return std::unexpected(smallest.error());
    result.smallest_kept = smallest->value;
    result.resolution = kEpsilon * trace / smallest->value;
  }
  if (options.progress) options.progress(1.0);
  return result;
}

Matrix scaled_features(const Matrix& Z, Targets targets) {
  const Index d = Z.rows();
  const Index n = Z.cols();
  const Index first = targets == Targets::last ? n - 1 : 0;
  const Vector scale = unfold_weights(d).cwiseSqrt().cwiseInverse();
  Matrix F(feature_count(d), n - first);
  for (Index t = first; t < n; ++t) {
    const Index visible = targets == Targets::causal ? t + 1 : n;
    F.col(t - first) = folded_features(Z, t, visible).cwiseProduct(scale);
  }
  return F;
}

Vector rho(const NullSpace& null_space, const Matrix& Z, Targets targets) {
  assert(Z.rows() == null_space.d && Z.cols() >= 1);
  const Matrix F = scaled_features(Z, targets);
  const Matrix unseen = null_space.basis.transpose() * F;
  Vector result = Vector::Zero(F.cols());
  for (Index t = 0; t < F.cols(); ++t) {
    const double norm = F.col(t).norm();
    if (norm > 0.0) result(t) = std::min(1.0, unseen.col(t).norm() / norm);
  }
  return result;
}

}  // namespace learner
