#include "figures/phases/shadow.hpp"

#include <algorithm>

#include "learner/singular_values.hpp"
#include "learner/softmax/linear_program.hpp"

namespace figures::phases {
namespace {

// Shorter than this much of the largest is no direction.
constexpr double kNothing = 1e-7;

// Two orthonormal directions that hold as much of these columns as any two do; where the columns have fewer, axes of
// the space stand in.
Matrix widest_plane(const Matrix& columns) {
  Matrix more(columns.rows(), columns.cols() + 2);
  more.leftCols(columns.cols()) = columns;
  const double size = std::max(columns.norm(), kNothing);
  for (Index j = 0; j < 2; ++j) more.col(columns.cols() + j) = kNothing * size * Vector::Unit(columns.rows(), j);
  const auto parts = learner::singular_values(more);
  if (!parts) return Matrix::Identity(columns.rows(), 2);
  return parts->U.leftCols(2);
}

// Where a point lies on the plane. (Eigen's product for large matrices would be 10 kB of the page.)
Eigen::Vector2d seen_on(const Matrix& plane, const Vector& point) {
  return {plane.col(0).dot(point), plane.col(1).dot(point)};
}

// The farthest points of the body in directions all around the plane, in the plane's coordinates.
Matrix outline_of(const learner::ConvexBody& body, const Matrix& plane, const Vector& centre) {
  // The cosine and sine of a full turn over kShadowDirections.
  constexpr double kCosine = 0.98078528040323044913;
  constexpr double kSine = 0.19509032201612826785;
  static_assert(kShadowDirections == 32);
  const Matrix normals = body.normals();
  const Vector offsets = body.offsets();
  Eigen::Vector2d direction(1, 0);
  Matrix outline(2, kShadowDirections);
  Index found = 0;
  for (int turn = 0; turn < kShadowDirections; ++turn) {
    const auto answer = learner::maximise(normals, offsets, plane.lazyProduct(direction));
    if (answer.status == learner::ProgramStatus::optimal) outline.col(found++) = seen_on(plane, answer.x - centre);
    direction = Eigen::Vector2d(kCosine * direction.x() - kSine * direction.y(),
                                kSine * direction.x() + kCosine * direction.y());
  }
  return outline.leftCols(found);
}

}  // namespace

Expected<void> cast_shadow(const learner::ConvexBody& body, const std::vector<Matrix>& heads, BodyResult& result) {
  const Vector centre = result.centre.reshaped();
  const auto m = static_cast<Index>(heads.size());
  Matrix from_centre(centre.size(), m == 1 ? 2 : m);
  for (Index i = 0; i < m; ++i) from_centre.col(i) = heads[static_cast<std::size_t>(i)].reshaped() - centre;
  if (m == 1) from_centre.col(1) = -centre;
  const Matrix plane = widest_plane(from_centre);
  result.outline = outline_of(body, plane, centre);
  result.origin = seen_on(plane, -centre);
  result.heads.resize(2, m);
  result.nearest.resize(2, m);
  result.aside.resize(m);
  for (Index i = 0; i < m; ++i) {
    const Matrix& Theta = heads[static_cast<std::size_t>(i)];
    const auto nearest = learner::nearest_point(body, Theta);
    if (!nearest) return std::unexpected(nearest.error());
    result.heads.col(i) = seen_on(plane, from_centre.col(i));
    result.nearest.col(i) = seen_on(plane, nearest->Theta.reshaped() - centre);
    const double off = (from_centre.col(i) - plane.lazyProduct(result.heads.col(i))).norm();
    result.aside(i) = Theta.norm() > 0 ? off / Theta.norm() : off;
  }
  return {};
}

}  // namespace figures::phases
