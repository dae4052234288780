#include "learner/softmax/convex_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "learner/decompositions.hpp"
#include "learner/eigenvalues.hpp"
#include "learner/random.hpp"
#include "learner/singular_values.hpp"
#include "learner/softmax/linear_program.hpp"

namespace learner {
namespace {

constexpr double kViolated = 1e-11;  // of the size of a normal: a constraint broken by less is kept
constexpr double kDependent = 1e-9;  // a normal whose part outside the active ones is shorter depends on them
constexpr double kThinnest = 1e-9;   // added to the automatic tolerance, so that rounding leaves a body

// The least t with |A Theta - c| <= t somewhere in the box.
Expected<double> least_tolerance(const ConvexBody& body) {
  const Index J = body.c.size(), n = body.size();
  const Matrix normals = body.normals();
  Matrix rows(normals.rows() + 1, n + 1);
  rows.topLeftCorner(normals.rows(), n) = normals;
  rows.col(n).setZero();
  rows.col(n).head(2 * J).setConstant(-1.0);
  rows.row(normals.rows()).setZero();
  rows(normals.rows(), n) = -1.0;
  Vector right = Vector::Zero(rows.rows());
  right.head(normals.rows()) = body.offsets();
  const ProgramAnswer answer = maximise(rows, right, -Vector::Unit(n + 1, n));
  if (answer.status != ProgramStatus::optimal)
    return fail("The linear program for the least tolerance has no end: allow fewer constraints.");
  return std::max(0.0, -answer.value);
}

// min |x - target|^2 with normals x <= offsets, one violated constraint after another.
class ActiveSet {
 public:
  ActiveSet(const Matrix& normals, const Vector& offsets, const Vector& target)
      : normals_(normals), offsets_(offsets), target_(target), x_(target), lengths_(normals.rowwise().norm()) {}

  Expected<NearestPoint> run(Index d) {
    const Index most = 100 * normals_.rows();
    for (Index step = 0; step < most; ++step) {
      Index worst = 0;
      const double excess = ((normals_ * x_ - offsets_).array() / lengths_.array()).maxCoeff(&worst);
      if (!(excess > kViolated * (1.0 + x_.norm()))) return answer(d);
      if (!enforce(worst)) return fail("The convex body is empty to rounding: raise its tolerance.");
    }
    return fail("The point of least norm was not found: raise the tolerance of the body or allow fewer constraints.");
  }

 private:
  // Walks until the constraint holds with equality, dropping those whose multipliers reach 0. False: it cannot hold.
  bool enforce(Index constraint) {
    const Vector normal = normals_.row(constraint).transpose();
    double multiplier = 0.0;
    while (true) {
      const Vector shares = shares_of(normal);
      const Vector direction = normal - active_normals() * shares;
      const double gain = direction.squaredNorm();
      const bool moves = gain > kDependent * kDependent * normal.squaredNorm();
      const double full =
          moves ? (normal.dot(x_) - offsets_(constraint)) / gain : std::numeric_limits<double>::infinity();
      const Index blocking = first_to_vanish(shares);
      const auto at = static_cast<std::size_t>(std::max<Index>(0, blocking));
      const double part = blocking < 0 ? std::numeric_limits<double>::infinity() : multipliers_[at] / shares(blocking);
      const double step = std::min(full, part);
      if (!std::isfinite(step)) return false;
      if (moves) x_ -= step * direction;
      multiplier += step;
      for (std::size_t j = 0; j < active_.size(); ++j) multipliers_[j] -= step * shares(static_cast<Index>(j));
      if (full <= part) break;
      active_.erase(active_.begin() + blocking);
      multipliers_.erase(multipliers_.begin() + blocking);
    }
    active_.push_back(constraint);
    multipliers_.push_back(multiplier);
    return true;
  }

  Matrix active_normals() const {
    Matrix N(normals_.cols(), std::ssize(active_));
    for (Index j = 0; j < N.cols(); ++j) N.col(j) = normals_.row(active_[static_cast<std::size_t>(j)]).transpose();
    return N;
  }

  // The combination of the active normals that is nearest to `normal`.
  Vector shares_of(const Vector& normal) const {
    if (active_.empty()) return Vector();
    return HouseholderQR(active_normals()).solve(normal);
  }

  Index first_to_vanish(const Vector& shares) const {
    Index first = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < shares.size(); ++j) {
      const double ratio = multipliers_[static_cast<std::size_t>(j)] / shares(j);
      if (shares(j) > 1e-12 && ratio < least) least = ratio, first = j;
    }
    return first;
  }

  Expected<NearestPoint> answer(Index d) const {
    const Vector slack = normals_ * x_ - offsets_;
    NearestPoint nearest;
    Vector force = x_ - target_;
    double crossed = std::max(0.0, slack.maxCoeff());
    for (std::size_t j = 0; j < active_.size(); ++j) {
      force += multipliers_[j] * normals_.row(active_[j]).transpose();
      crossed = std::max(crossed, std::fabs(multipliers_[j] * slack(active_[j])));
    }
    nearest.kkt_error = std::max(crossed, force.norm());
    nearest.Theta = x_.reshaped(d, d);
    nearest.distance = (x_ - target_).norm();
    nearest.active = std::ssize(active_);
    if (!x_.allFinite()) return fail("The point of least norm is not finite: raise the tolerance of the body.");
    return nearest;
  }

  const Matrix& normals_;
  const Vector& offsets_;
  const Vector target_;
  Vector x_, lengths_;
  std::vector<Index> active_;
  std::vector<double> multipliers_;
};

Index side_of(const ConvexBody& body) {
  Index d = 1;
  while (d * d < body.size()) ++d;
  return d;
}

constexpr double kNoDirection = 1e-6;  // of the first singular value: rounding, or the thickness of a flat body
constexpr Index kMostDirections = 400;

}  // namespace

Matrix ConvexBody::normals() const {
  const Index J = A.rows(), n = size();
  Matrix rows = Matrix::Zero(2 * J + 2 * n, n);
  rows.topRows(J) = A;
  rows.middleRows(J, J) = -A;
  rows.middleRows(2 * J, n).diagonal().setOnes();
  rows.bottomRows(n).diagonal().setConstant(-1.0);
  return rows;
}

Vector ConvexBody::offsets() const {
  const Index J = A.rows();
  Vector right = Vector::Constant(2 * J + 2 * size(), bound);
  right.head(J) = c.array() + tolerance;
  right.segment(J, J) = tolerance - c.array();
  return right;
}

Expected<ConvexBody> sculpt(const Agreement& agreement, const BodyOptions& options) {
  if (agreement.constraints.empty()) return fail("There is no constraint to sculpt with: ask for more examples.");
  if (!(options.tolerance >= 0.0 && options.slack >= 1.0 && options.bound > 0.0 && std::isfinite(options.bound)))
    return fail("A convex body needs a tolerance of at least 0, a slack of at least 1 and a positive bound.");
  const Index J = std::ssize(agreement.constraints), d = agreement.constraints.front().query.size();
  ConvexBody body{.A = Matrix(J, d * d), .c = Vector(J), .bound = options.bound};
  for (Index j = 0; j < J; ++j) {
    const Constraint& constraint = agreement.constraints[static_cast<std::size_t>(j)];
    const Matrix product = constraint.query * constraint.difference.transpose();
    body.A.row(j) = product.reshaped().transpose();
    body.c(j) = constraint.value;
  }
  const auto least = least_tolerance(body);
  if (!least) return std::unexpected(least.error());
  body.least_tolerance = *least;
  body.tolerance = options.tolerance > 0.0 ? options.tolerance : options.slack * *least + kThinnest;
  if (body.tolerance < *least)
    return fail("The convex body is empty: its tolerance must be at least %1, or 0 to have it chosen.", *least);
  return body;
}

Expected<NearestPoint> nearest_point(const ConvexBody& body, const Matrix& target) {
  const Matrix normals = body.normals();
  const Vector offsets = body.offsets();
  return ActiveSet(normals, offsets, target.reshaped()).run(side_of(body));
}

double hull_distance(const Matrix& point, const SoftmaxLayer& truth) {
  const Matrix& first = truth.heads.front().Theta;
  double longest = 0.0;
  Matrix edges(first.size(), truth.m() - 1);
  for (Index i = 0; i < truth.m(); ++i) {
    const Matrix& Theta = truth.heads[static_cast<std::size_t>(i)].Theta;
    longest = std::max(longest, Theta.norm());
    if (i > 0) edges.col(i - 1) = (Theta - first).reshaped();
  }
  Vector offset = (point - first).reshaped();
  if (edges.cols() > 0) {
    const auto shares = solve_least_norm(edges.transpose() * edges, edges.transpose() * offset);
    if (shares) offset -= edges * shares->X;
  }
  return offset.norm() / or_one(longest);
}

Expected<BodyError> body_error(const ConvexBody& body, const Matrix& point, const SoftmaxLayer& truth) {
  BodyError error{.head_distance = Vector(truth.m()), .hull_distance = hull_distance(point, truth)};
  for (Index i = 0; i < truth.m(); ++i) {
    const Matrix& Theta = truth.heads[static_cast<std::size_t>(i)].Theta;
    const auto nearest = nearest_point(body, Theta);
    if (!nearest) return std::unexpected(nearest.error());
    error.head_distance(i) = nearest->distance / or_one(Theta.norm());
  }
  return error;
}

Expected<SpanSearch> search_span(const ConvexBody& body, Index heads, const SpanOptions& options) {
  const Index n = body.size();
  const Index directions = options.directions > 0 ? options.directions : std::min(n, kMostDirections);
  if (options.directions < 0 || directions > kMostDirections)
    return fail("Between 1 and %1 directions can be searched, or 0 for d^2.", kMostDirections);
  if (heads > n) return fail("There are more heads than entries of Theta: they cannot be independent.");
  const Matrix normals = body.normals();
  const Vector offsets = body.offsets();
  Random random(options.seed);
  SpanSearch search{.points = Matrix(n, 2 * directions)};
  Vector direction;
  for (Index i = 0; i < 2 * directions; ++i) {
    direction = i % 2 == 0 ? Vector(random.gaussian(n, 1)) : Vector(-direction);
    const ProgramAnswer answer = maximise(normals, offsets, direction);
    if (answer.status != ProgramStatus::optimal)
      return fail("A linear program on the body has no optimum: raise the tolerance of the body.");
    search.points.col(i) = answer.x;
    search.pivots += answer.pivots;
    if (options.progress) options.progress(static_cast<double>(i + 1) / static_cast<double>(2 * directions));
  }
  const auto values = singular_values(search.points);
  if (!values) return std::unexpected(values.error());
  search.sigma = values->sigma / std::sqrt(static_cast<double>(search.points.cols()));
  const Index shown = (search.sigma.array() > kNoDirection * search.sigma(0)).count();
  if (shown < heads)
    return of_kind(ErrorKind::flat_body,
                   fail("The body shows %1 of %2 directions: two heads may have one Theta, or the body may be a point.",
                        shown, heads));
  search.basis = values->U.leftCols(heads);
  return search;
}

SpanError span_error(const SpanSearch& span, const SoftmaxLayer& truth) {
  SpanError error;
  for (const SoftmaxHead& head : truth.heads) {
    const Vector Theta = head.Theta.reshaped();
    const double off = (Theta - span.basis * (span.basis.transpose() * Theta)).norm();
    error.largest = std::max(error.largest, off / or_one(Theta.norm()));
  }
  const double part = static_cast<double>(span.basis.cols()) / static_cast<double>(span.basis.rows());
  error.by_chance = std::sqrt(std::max(0.0, 1.0 - part));
  return error;
}

}  // namespace learner
