#include "learner/least_norm.hpp"

#include <limits>
#include <utility>

#include "learner/singular_values.hpp"

namespace learner {

Expected<Matrix> least_norm(Matrix x, const Matrix& null, const Vector& faint, const Vector& units, double most) {
  const Index k = null.cols();
  if (k == 0) return x;
  const Matrix start = units.asDiagonal() * x;
  const Vector price = start.norm() / most * faint.cwiseMax(std::numeric_limits<double>::epsilon());
  Matrix moves(null.rows() + k, k);
  moves << Matrix(units.asDiagonal() * null), Matrix(price.asDiagonal());
  const auto svd = singular_values(moves);
  if (!svd) return std::unexpected(svd.error());
  const Matrix along = svd->U.topRows(null.rows()).transpose() * start;
  const Vector inverse = svd->sigma.unaryExpr([](double s) { return s > 0.0 ? 1.0 / s : 0.0; });
  x -= null * (svd->V * (inverse.asDiagonal() * along)).eval();
  return x;
}

}  // namespace learner
