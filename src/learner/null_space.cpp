#include "learner/null_space.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "learner/cholesky.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/features.hpp"
#include "learner/gram_rank.hpp"
#include "learner/loss.hpp"
#include "learner/random.hpp"

namespace learner {
namespace {

// What makes the Gram matrix Lambda_D in the coordinates of c.
Vector units_of(const Moments& moments) {
  return unfold_weights(moments.shape().d).cwiseSqrt().cwiseInverse() / std::sqrt(static_cast<double>(moments.rows()));
}

Expected<void> validate_question(const Matrix& question, Index d) {
  if (question.rows() != d || question.cols() < 1) {
    return fail("The question must have tokens of %1 coordinates, as the data have.", d);
  }
  if (!question.allFinite()) return fail("The question holds a number that is not finite: correct that entry.");
  return {};
}

// A unit vector of the null space; the one that moves the answer to the question most, if there is one.
Expected<Vector> null_direction(const NullSpace& null_space, const ImpostorOptions& options) {
  if (null_space.dimension() == 0) {
    return fail(
        "The data determine every answer, so there is no impostor: take fewer or less varied examples, or raise the "
        "rank cut to see directions that the data hardly see.");
  }
  if (!options.question) {
    const Vector mixture = Random(options.seed).gaussian(null_space.dimension(), 1).col(0);
    return Vector((null_space.basis * mixture).normalized());
  }
  if (const auto valid = validate_question(*options.question, null_space.d); !valid) {
    return std::unexpected(valid.error());
  }
  if (!(rho(null_space, *options.question, Targets::last)(0) > null_space.resolution)) {
    return fail("All models that fit the data agree on this question: choose another one.");
  }
  return Vector(null_space.project(scaled_features(*options.question, Targets::last).col(0)).normalized());
}

}  // namespace

Vector NullSpace::project(const Vector& x) const { return basis * (basis.transpose() * x).eval(); }

Expected<NullSpace> null_space(const Moments& moments, const NullSpaceOptions& options) {
  if (const auto ready = moments.check(); !ready) return std::unexpected(ready.error());
  if (!(options.cut >= 0.0 && options.cut < 1.0)) {
    return fail("The rank cut is a share of the largest variance: set it to 0 for rounding only, or below 1.");
  }
  const Index psi = feature_count(moments.shape().d);
  const Vector units = units_of(moments);
  const Matrix gram = moments.gram();
  const double trace = gram.diagonal().cwiseProduct(units.cwiseAbs2()).sum();
  const Progress half = part_of(options.progress, 0.0, 0.5);
  const RankFactor factor = options.cut > 0.0
                                ? rank_factor(units.asDiagonal() * gram * units.asDiagonal(), options.cut, half)
                                : factor_by_rank(gram, units, gram_cut(moments), half);
  NullSpace result{.basis = factor.null_basis(), .d = moments.shape().d, .rank = factor.rank()};
  result.leak = static_cast<double>(psi - factor.rank()) * factor.dropped;
  if (factor.rank() > 0) {
    const auto smallest = smallest_eigenpair(factor.triangle());
    if (!smallest) return std::unexpected(smallest.error());
    result.smallest_kept = smallest->value;
    result.resolution = std::numeric_limits<double>::epsilon() * trace / smallest->value;
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

Expected<Impostor> impostor(const Moments& moments, const Matrix& p, const NullSpace& null_space,
                            const ImpostorOptions& options) {
  assert(null_space.d == moments.shape().d);
  if (!(options.distance > 0.0) || !std::isfinite(options.distance)) {
    return fail("The impostor's distance must be a positive number: 1 is a good start.");
  }
  const auto direction = null_direction(null_space, options);
  if (!direction) return std::unexpected(direction.error());
  const auto loss = QuadraticLoss::around(moments, p);
  if (!loss) return std::unexpected(loss.error());

  assert(!options.output || (*options.output >= 0 && *options.output < p.rows()));
  const Vector outputs = options.output
                             ? Vector(Vector::Unit(p.rows(), *options.output))
                             : Vector(Random(options.seed).split(1).gaussian(p.rows(), 1).col(0).normalized());
  const Vector folded = direction->cwiseQuotient(unfold_weights(null_space.d).cwiseSqrt());
  const Matrix change = options.distance * outputs * folded.transpose();
  const Matrix slope = loss->gradient(p) + 0.5 * loss->gradient_change(change);
  Impostor result{.p = p + change, .distance = options.distance, .loss_before = loss->reference_value()};
  result.loss_after = loss->value(result.p);
  result.rise = slope.cwiseProduct(change).sum();
  return result;
}

Disagreement disagreement(const Matrix& p, const Matrix& other, std::span<const Sequence> sequences, Targets targets) {
  assert(p.rows() == other.rows() && p.cols() == other.cols());
  const Matrix change = p - other;
  Disagreement result;
  for (const Sequence& sequence : sequences) {
    const Matrix answers = evaluate_folded(change, sequence.Z, targets);
    result.mean_square += answers.squaredNorm();
    result.largest = std::max(result.largest, std::sqrt(answers.colwise().squaredNorm().maxCoeff()));
    result.rows += answers.cols();
  }
  if (result.rows > 0) result.mean_square /= static_cast<double>(result.rows);
  return result;
}

}  // namespace learner
