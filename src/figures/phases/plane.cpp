// The plane of figure "phases" on which a body is seen.
#include "figures/phases/phases.hpp"
#include "learner/softmax/convex_body.hpp"

namespace figures::phases {
namespace {

// Orthonormal: the direction of `along`, and the part of `beside` across it; where that is rounding, of an axis.
Matrix plane_of(const Vector& along, const Vector& beside) {
  Matrix plane(along.size(), 2);
  plane.col(0) = along.normalized();
  Index axis = 0;
  plane.col(0).cwiseAbs().minCoeff(&axis);
  for (Vector across : {beside, Vector(Vector::Unit(along.size(), axis))}) {
    for (int times = 0; times < 2; ++times) across -= plane.col(0).dot(across) * plane.col(0);
    plane.col(1) = across.normalized();
    if (across.norm() > 1e-7 * along.norm()) break;
  }
  return plane;
}

// Coordinates of a point on the plane. (Eigen's product for large matrices would be 10 kB of the page.)
Eigen::Vector2d seen_on(const Matrix& plane, const Vector& point) {
  return {plane.col(0).dot(point), plane.col(1).dot(point)};
}

}  // namespace

void cut_plane(const learner::ConvexBody& body, const std::vector<Matrix>& heads, BodyResult& result) {
  const Vector centre = result.centre.reshaped();
  const auto m = static_cast<Index>(heads.size());
  Matrix from_centre(centre.size(), m);
  for (Index i = 0; i < m; ++i) from_centre.col(i) = heads[static_cast<std::size_t>(i)].reshaped() - centre;
  const Vector first = m == 1 ? Vector(-centre) : Vector(from_centre.col(0));
  Matrix plane = m == 3 ? plane_of(from_centre.col(1) - first, from_centre.col(2) - first)
                        : plane_of(from_centre.col(m - 1) - first, first);
  if (plane.col(1).dot(centre) > 0) plane.col(1) *= -1;

  const double far = 4 * body.bound * std::sqrt(static_cast<double>(centre.size()));
  result.block = Matrix{{-far, far, far, -far}, {-far, -far, far, far}};
  for (Index entry = 0; entry < centre.size(); ++entry) {
    const Eigen::Vector2d normal = plane.row(entry).transpose();
    result.block = cut_off(result.block, normal, body.bound - centre(entry));
    result.block = cut_off(result.block, -normal, body.bound + centre(entry));
  }
  result.cuts.resize(3, body.c.size());
  result.cuts.topRows(2) = (body.A.lazyProduct(plane)).transpose();
  result.cuts.row(2) = (body.c - body.A.lazyProduct(centre)).transpose();

  result.origin = seen_on(plane, -centre);
  result.heads.resize(2, m);
  result.aside.resize(m);
  for (Index i = 0; const Matrix& Theta : heads) {
    result.heads.col(i) = seen_on(plane, from_centre.col(i));
    result.aside(i) = (from_centre.col(i) - plane.lazyProduct(result.heads.col(i))).norm() / or_one(Theta.norm());
    ++i;
  }
}

}  // namespace figures::phases
