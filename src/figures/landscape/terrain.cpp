// The loss of figure "landscape" in closed form.
#include <tuple>

#include "figures/easing.hpp"
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
  Matrix grid = polynomial.grid(window);
  for (Index k = 0; k < dents.cols(); ++k) {
    for (Index column = 0; column < window.columns; ++column) {
      for (Index row = 0; row < window.rows; ++row) {
        const Dent dent(dents, k, window.s(column), window.t(row));
        grid(row, column) -= dent.depth * dent.r;
      }
    }
  }
  return grid;
}

learner::Surface Terrain::surface() const {
  return [terrain = *this](const Vector& x) -> learner::Slope {
    return {terrain.height(x(0), x(1)), terrain.slope(x(0), x(1))};
  };
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

Frame frame_of_bowl(const Terrain& bowl, std::span<const double> usual, std::span<const double> starts) {
  constexpr double kOver = 1.05;    // the highest of the usual starts
  constexpr double kLeast = 1e-6;   // flatter across than this of its steepness, it is a trough
  constexpr double kFarthest = 6;   // from the centre
  constexpr double kMargin = 1.03;  // of the window around the rim
  const auto highest = [&](std::span<const double> places) {
    double high = 0;
    for (std::size_t k = 0; k + 1 < places.size(); k += 2) high = std::max(high, bowl.height(places[k], places[k + 1]));
    return high;
  };
  Frame frame{.rim = std::max(1.1, kOver * highest(usual))};
  while (highest(starts) > kOver * frame.rim) frame.rim *= 2;
  const Matrix2d bending = bowl.bending(0, 0);
  const double low = lower_curvature(bending);
  if (!(low > kLeast * bending.trace())) return frame;
  const double determinant = bending(0, 0) * bending(1, 1) - bending(0, 1) * bending(1, 0);
  const Matrix2d inverse = Matrix2d{{bending(1, 1), -bending(0, 1)}, {-bending(1, 0), bending(0, 0)}} / determinant;
  const Vector2d centre = -inverse * bowl.slope(0, 0);
  // The level line of the rim is the ellipse ½ xᵀ H x = depth, as wide as √(2 depth (H⁻¹)ᵢᵢ).
  const double depth = frame.rim - bowl.height(centre(0), centre(1));
  const auto half = [&](Index i) { return std::min(kFarthest, kMargin * std::sqrt(2 * depth * inverse(i, i))); };
  frame.s_low = centre(0) - half(0);
  frame.s_high = centre(0) + half(0);
  frame.t_low = centre(1) - half(1);
  frame.t_high = centre(1) + half(1);
  return frame;
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

Frame frame_of_valleys(const Terrain& terrain, const Frame& frame) {
  constexpr Index kSearch = 97;
  constexpr double kAround = 0.25;  // of the plane, around the lowest place
  // The lowest place of rest, unless the plane is lower at the frame's rim.
  const auto lowest_in = [&](const Frame& part) -> std::optional<Spot> {
    const learner::Window window = part.window(kSearch);
    const Matrix grid = terrain.grid(window), found = minima(terrain, grid, window);
    if (found.cols() == 0) return std::nullopt;
    const double height = terrain.height(found(0, 0), found(1, 0));
    return height <= grid.minCoeff() ? std::optional(Spot{found(0, 0), found(1, 0), height}) : std::nullopt;
  };
  const auto inside = lowest_in(frame), around = lowest_in({-kReach, kReach, -kReach, kReach});
  if (!around || (inside && around->z >= inside->z - kFoundWithin)) return frame;
  const double half = std::max({frame.s_high, std::abs(around->x) + kAround, std::abs(around->y) + kAround});
  return {-half, half, -half, half, frame.rim};
}

namespace {

// How much of the way the loss is lifted.
double way_up(int lift) { return eased(static_cast<double>(lift) / kLifts); }

}  // namespace

// --- Result ---------------------------------------------------------------------------------------------------------

Terrain Result::terrain(int lift) const {
  if (lift == 0) return base.terrain;
  const double l = static_cast<double>(lift) / kLifts;
  Terrain between;
  between.polynomial.c = (1 - l) * base.terrain.polynomial.c + l * lifted.terrain.polynomial.c - l * (1 - l) * apart.c;
  return between;
}

Shown::Shown(const Result& all, const Values& settings, const Values& values)
    : result(all), step(values.integer("step")), lift(Setting(settings).is_real() ? values.integer("lift") : 0) {}

Spot Shown::at(const Ball& ball) const {
  if (!is_between()) return roll(ball).at(step);
  Spot spot{ball.rise(lift, 0), ball.rise(lift, 1), ball.rise(lift, 2)};
  if (step == kSteps) return spot;
  const double share = way_up(lift);
  for (const auto& [roll, part] : {std::pair(&ball.base, 1 - share), std::pair(&ball.lifted, share)}) {
    const Spot now = roll->at(step), end = roll->at(kSteps);
    spot.x += part * (now.x - end.x);
    spot.y += part * (now.y - end.y);
  }
  spot.z = result.terrain(lift).height(spot.x, spot.y);
  return spot;
}

Matrix Shown::rise(const Ball& ball) const {
  if (step == kSteps) return ball.rise;
  Matrix rows(kLifts + 1, 3);
  for (int by = 0; by <= kLifts; ++by) {
    const Spot spot = Shown(result, step, by).at(ball);
    rows.row(by) << spot.x, spot.y, spot.z;
  }
  return rows;
}

// From one end's to the other's, and wide enough for every ball on its way.
Frame Shown::frame() const {
  if (lift == 0) return result.base.frame;
  constexpr double kAround = 0.2;  // a ball
  const double share = way_up(lift);
  const auto mixed = [&](double Frame::* side) {
    return result.base.frame.*side + share * (result.lifted.frame.*side - result.base.frame.*side);
  };
  Frame frame{mixed(&Frame::s_low), mixed(&Frame::s_high), mixed(&Frame::t_low), mixed(&Frame::t_high),
              mixed(&Frame::rim)};
  if (lift == kLifts) return frame;
  for (const Ball& ball : result.balls) {
    if (ball.base.fate == Fate::escaped) continue;
    const Spot spot = at(ball);
    frame.s_low = std::min(frame.s_low, spot.x - kAround);
    frame.s_high = std::max(frame.s_high, spot.x + kAround);
    frame.t_low = std::min(frame.t_low, spot.y - kAround);
    frame.t_high = std::max(frame.t_high, spot.y + kAround);
    frame.rim = std::max(frame.rim, spot.z);
  }
  return frame;
}

}  // namespace figures::landscape
