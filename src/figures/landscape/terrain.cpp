// The loss of figure "landscape" in closed form.
#include <tuple>

#include "figures/landscape/landscape.hpp"
#include "plot/sort.hpp"

namespace figures::landscape {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

// Of one dent at x = place - centre: depth / (1 + x·x / width²) is depth · r with r = 1 / (1 + x·x / width²).
struct Dent {
  Vector2d x;
  double depth;
  double steep;  // 1 / width²
  double r;

  Dent(const Matrix& dents, Index k, double s, double t)
      : x(s - dents(0, k), t - dents(1, k)),
        depth(dents(2, k)),
        steep(1 / (dents(3, k) * dents(3, k))),
        r(1 / (1 + steep * x.squaredNorm())) {}
};

// -|H|⁻¹ g, |H| with the curvatures' sizes, at most `longest` long.
Vector2d newton_step(const Matrix2d& bending, const Vector2d& slope, double longest) {
  constexpr double kLeast = 1e-12;
  const double low = lower_curvature(bending);
  const double high = bending.trace() - low;
  const Vector2d raw = Vector2d(bending(0, 1), high - bending(0, 0));
  const Vector2d along = raw.norm() > kLeast * std::abs(high - low) + kLeast ? raw.normalized() : Vector2d(1, 0);
  const Vector2d across(-along(1), along(0));
  const Vector2d step = -along * (along.dot(slope) / std::max(std::abs(high), kLeast)) -
                        across * (across.dot(slope) / std::max(std::abs(low), kLeast));
  const double length = step.norm();
  return length > longest ? Vector2d(step * (longest / length)) : step;
}

}  // namespace

double Terrain::height(double s, double t) const {
  double sum = polynomial.value(s, t);
  for (Index k = 0; k < dents.cols(); ++k) {
    const Dent dent(dents, k, s, t);
    sum -= dent.depth * dent.r;
  }
  return sum;
}

Vector2d Terrain::slope(double s, double t) const {
  Vector2d sum = polynomial.gradient(s, t);
  for (Index k = 0; k < dents.cols(); ++k) {
    const Dent dent(dents, k, s, t);
    sum += 2 * dent.depth * dent.steep * dent.r * dent.r * dent.x;
  }
  return sum;
}

Matrix2d Terrain::bending(double s, double t) const {
  Matrix2d sum = polynomial.bending(s, t);
  for (Index k = 0; k < dents.cols(); ++k) {
    const Dent dent(dents, k, s, t);
    const double factor = 2 * dent.depth * dent.steep * dent.r * dent.r;
    sum += factor * (Matrix2d::Identity() - 4 * dent.steep * dent.r * dent.x * dent.x.transpose());
  }
  return sum;
}

Matrix Terrain::grid(const learner::Window& window) const {
  return Matrix::NullaryExpr(window.rows, window.columns,
                             [&](Index row, Index column) { return height(window.s(column), window.t(row)); });
}

learner::Surface Terrain::surface() const {
  return {.value = [terrain = *this](const Vector& x) { return terrain.height(x(0), x(1)); },
          .gradient = [terrain = *this](const Vector& x) -> Vector { return terrain.slope(x(0), x(1)); }};
}

Terrain smooth_bowl() {
  constexpr double kS = 0.25;
  constexpr double kT = -0.15;
  const double ss = 0.3 * 0.64 + 1.4 * 0.36;
  const double tt = 0.3 * 0.36 + 1.4 * 0.64;
  const double st = 2 * (0.3 - 1.4) * 0.48;
  Terrain terrain;
  auto& c = terrain.polynomial.c;
  c(2, 0) = ss;
  c(1, 1) = st;
  c(0, 2) = tt;
  c(1, 0) = -2 * ss * kS - st * kT;
  c(0, 1) = -2 * tt * kT - st * kS;
  c(0, 0) = ss * kS * kS + st * kS * kT + tt * kT * kT;
  return terrain;
}

Terrain dented_bowl(std::uint64_t seed) {
  Random random(seed);
  Terrain terrain;
  terrain.polynomial.c(2, 0) = terrain.polynomial.c(0, 2) = 0.08;
  terrain.dents.resize(4, 9);
  for (Index k = 0; k < 9; ++k) {
    const double s = static_cast<double>(k % 3 - 1);
    const double t = static_cast<double>(k / 3 - 1);
    terrain.dents.col(k) << 1.0 * s + 0.6 * (random.uniform() - 0.5), 1.0 * t + 0.6 * (random.uniform() - 0.5),
        0.25 + 0.5 * random.uniform(), 0.22 + 0.16 * random.uniform();
  }
  return terrain;
}

double lower_curvature(const Matrix2d& bending) {
  const double half = 0.5 * (bending(0, 0) - bending(1, 1));
  return 0.5 * bending.trace() - std::sqrt(half * half + bending(0, 1) * bending(1, 0));
}

bool Centre::is_level() const { return slope <= kRestingSlope; }

Index falling(const Vector& curvatures) { return (curvatures.array() < 0).count(); }
Index rising(const Vector& curvatures) { return (curvatures.array() > 0).count(); }

Ground ground_of(const Vector& curvatures) {
  const Index down = falling(curvatures);
  const Index up = rising(curvatures);
  if (down > 0 && up > 0) return Ground::saddle;
  if (down + up < curvatures.size()) return Ground::level;
  return down > 0 ? Ground::hilltop : Ground::bottom;
}

Matrix minima(const Terrain& terrain, const Matrix& grid, const learner::Window& window) {
  constexpr int kNewtonSteps = 60;
  constexpr double kApart = 1e-4;
  const double longest = window.s(1) - window.s(0);
  std::vector<Vector2d> found;
  for (Index column = 1; column + 1 < grid.cols(); ++column) {
    for (Index row = 1; row + 1 < grid.rows(); ++row) {
      if (grid(row, column) > grid.block<3, 3>(row - 1, column - 1).minCoeff()) continue;
      Vector2d place(window.s(column), window.t(row));
      for (int k = 0; k < kNewtonSteps; ++k) {
        place += newton_step(terrain.bending(place(0), place(1)), terrain.slope(place(0), place(1)), longest);
      }
      const auto is_near = [&](const Vector2d& other) { return (other - place).norm() < kApart; };
      if (std::ranges::none_of(found, is_near)) found.push_back(place);
    }
  }
  // By place where two are equally low, so that every library's sort gives the same order.
  const auto key = [&](const Vector2d& place) {
    return std::tuple(terrain.height(place(0), place(1)), place(0), place(1));
  };
  sort(found, [&](const Vector2d& a, const Vector2d& b) { return key(a) < key(b); });
  Matrix result(2, static_cast<Index>(found.size()));
  for (std::size_t k = 0; k < found.size(); ++k) result.col(static_cast<Index>(k)) = found[k];
  return result;
}

}  // namespace figures::landscape
