// The slice of figure "more_heads": which two coordinates are held, and the least loss near each place.
#include "figures/more_heads/more_heads.hpp"

namespace figures::more_heads {
namespace {

using Numbers = std::vector<double>;

double product(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

void add(Numbers& to, double times, const Numbers& what) {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] += times * what[k];
}

void scale(Numbers& what, double times) {
  for (double& x : what) x *= times;
}

// An orthonormal basis of the directions in which x changes with theta (Gram and Schmidt, twice).
std::vector<Numbers> tangent_basis(const learner::RoundLoss& loss, const Numbers& theta) {
  constexpr double kNothing = 1e-6;
  const auto m = static_cast<std::size_t>(loss.coordinates());
  const Numbers columns = loss.tangents(theta);
  std::vector<Numbers> basis;
  for (std::size_t k = 0; k < theta.size(); ++k) {
    Numbers one(columns.begin() + static_cast<std::ptrdiff_t>(k * m),
                columns.begin() + static_cast<std::ptrdiff_t>((k + 1) * m));
    const double length = std::sqrt(product(one, one));
    for (int twice = 0; twice < 2; ++twice) {
      for (const Numbers& other : basis) add(one, -product(one, other), other);
    }
    const double rest = std::sqrt(product(one, one));
    if (!(rest > kNothing * length)) continue;
    scale(one, 1 / rest);
    basis.push_back(std::move(one));
  }
  return basis;
}

// How freely heads near a place can move along the plane: the 2 x 2 matrix of its directions, both put onto the
// tangents there. Eigenvalues 0 (x moves across only) to 1; f bends there as its inverse.
struct Freedom {
  double aa = 0, ab = 0, bb = 0;

  Freedom(const std::vector<Numbers>& basis, const Plane& plane) {
    for (const Numbers& one : basis) {
      const double a = product(one, plane.a), b = product(one, plane.b);
      aa += a * a, ab += a * b, bb += b * b;
    }
  }
  double least() const { return (aa + bb - std::sqrt((aa - bb) * (aa - bb) + 4 * ab * ab)) / 2; }
  // (s, t) times the inverse times (s, t).
  double height(const std::array<double, 2>& at) const {
    const double det = aa * bb - ab * ab + 1e-9;
    return (bb * at[0] * at[0] - 2 * ab * at[0] * at[1] + aa * at[1] * at[1]) / det;
  }
};

// a along b's rest made orthonormal.
bool straighten(Plane& plane) {
  const double length = std::sqrt(product(plane.a, plane.a));
  if (!(length > 0)) return false;
  scale(plane.a, 1 / length);
  add(plane.b, -product(plane.a, plane.b), plane.a);
  const double rest = std::sqrt(product(plane.b, plane.b));
  if (!(rest > 0)) return false;
  scale(plane.b, 1 / rest);
  return true;
}

// The plane turned so that the first valley lies to the left in front, where the reader looks into it.
void turn(Plane& plane, const std::vector<Numbers>& xs) {
  if (xs.empty()) return;
  const auto [s, t] = plane.at(xs.front());
  const double length = std::sqrt(s * s + t * t);
  if (!(length > 0)) return;
  const double c = -s / length, d = -t / length;
  Numbers a = plane.a, b = plane.b;
  scale(a, c), add(a, d, plane.b);
  scale(b, c), add(b, -d, plane.a);
  plane = {std::move(a), std::move(b), plane.reach};
  if (xs.size() > 1 && plane.at(xs[1])[1] > 0) scale(plane.b, -1);
}

}  // namespace

std::array<double, 2> Plane::at(const Numbers& x) const { return {product(x, a), product(x, b)}; }

// Of planes drawn at random, many lean towards the valleys: that one is taken in which the valleys lie apart from the
// bottom, are wide, and the ground between is high. A valley is seen only if the bottom's own slope, carried on to its
// place, is higher than it is.
Plane plane_through(const learner::RoundLoss& loss, const Numbers& bottom, const std::vector<Numbers>& valleys,
                    std::uint64_t seed) {
  constexpr int kPlanes = 3000;
  constexpr std::size_t kMost = 3;  // valleys that are looked at
  constexpr std::uint64_t kStream = 41;
  Random random = Random(seed).split(kStream);
  std::vector<Numbers> xs;
  std::vector<std::vector<Numbers>> bases;
  const auto home = tangent_basis(loss, bottom);
  for (std::size_t k = 0; k < std::min(valleys.size(), kMost); ++k) {
    xs.push_back(loss.at(valleys[k]));
    bases.push_back(tangent_basis(loss, valleys[k]));
  }
  const auto m = static_cast<std::size_t>(loss.coordinates());
  Plane best;
  double best_score = -1;
  for (int k = 0; k < kPlanes; ++k) {
    Plane plane{Numbers(m), Numbers(m)};
    for (Numbers* one : {&plane.a, &plane.b}) {
      for (double& number : *one) number = 0.5 * random.gaussian();
      for (std::size_t v = 0; v < xs.size(); ++v) {
        add(*one, random.gaussian() / std::sqrt(product(xs[v], xs[v])), xs[v]);
        for (const Numbers& tangent : bases[v]) add(*one, 0.2 * random.gaussian(), tangent);
      }
    }
    if (!straighten(plane)) continue;
    const Freedom free(home, plane);
    double score = 1;
    for (std::size_t v = 0; v < xs.size(); ++v) {
      const auto at = plane.at(xs[v]);
      const double height = product(xs[v], xs[v]);
      const double apart = (at[0] * at[0] + at[1] * at[1]) / height;
      const double seen = std::min(free.height(at) / height, 3.0);
      score = std::min(score, seen * Freedom(bases[v], plane).least() * std::min(apart, 0.5));
    }
    score *= std::sqrt(std::max(0.0, free.least()));
    if (score > best_score) best = std::move(plane), best_score = score;
  }
  turn(best, xs);
  double farthest = 0;
  for (const Numbers& x : xs) {
    const auto [s, t] = best.at(x);
    farthest = std::max(farthest, std::sqrt(s * s + t * t));
  }
  best.reach = xs.empty() ? 0.5 : 1.45 * farthest;
  return best;
}

namespace {

// Looks for the least held loss at every place of the grid, from everywhere and from what its neighbours have found.
class Search {
 public:
  Search(const learner::RoundLoss& loss, const Plane& plane, std::size_t side, std::vector<Numbers>& thetas)
      : loss_(loss), plane_(plane), side_(side), thetas_(thetas), values_(side * side, 1e300), versions_(side * side) {
    tried_.fill(std::vector<int>(side * side, -1));
  }

  // From these heads at this place; whether that is lower than before.
  bool attempt(std::size_t at, Numbers theta, int steps) {
    const auto hold = this->hold(at);
    if (values_[at] <= loss_.held_bowl(hold) + kEnough) return false;
    const double value = loss_.improve(theta, steps, hold, kEnough);
    if (!(value < values_[at] - 1e-10)) return false;
    values_[at] = value;
    thetas_[at] = std::move(theta);
    ++versions_[at];
    return true;
  }

  // Over the grid forwards or backwards: each place tries what the two before it have, unless it has tried just that.
  // Reports after each column.
  void sweep(bool backwards, const std::function<void()>& report) {
    const std::size_t side = side_;
    for (std::size_t k = 0; k < side * side; ++k) {
      const std::size_t at = backwards ? side * side - 1 - k : k;
      const std::size_t row = at % side, column = at / side;
      const std::size_t edge = backwards ? side - 1 : 0;
      const auto follow = [&](std::size_t step) {
        const std::size_t before = backwards ? at + step : at - step;
        int& tried = tried_[2 * std::size_t{backwards} + std::size_t{step == 1}][at];
        if (std::exchange(tried, versions_[before]) != versions_[before]) attempt(at, thetas_[before], kFollow);
      };
      if (row != edge) follow(1);
      if (column != edge) follow(side);
      if (k % side == side - 1) report();
    }
  }

  learner::RoundLoss::Hold hold(std::size_t at) const {
    const std::size_t side = side_;
    const auto place = [&](std::size_t k) {
      return plane_.reach * (2 * static_cast<double>(k) / static_cast<double>(side - 1) - 1);
    };
    return {plane_.a, plane_.b, place(at / side), place(at % side), kStiffness};
  }

  const Numbers& values() const { return values_; }

 private:
  static constexpr double kEnough = 1e-9;  // above the bowl, which no heads pass
  static constexpr int kFollow = 12;

  const learner::RoundLoss& loss_;
  const Plane& plane_;
  std::size_t side_;
  std::vector<Numbers>& thetas_;
  Numbers values_;
  std::vector<int> versions_;              // how often a place has found better heads
  std::array<std::vector<int>, 4> tried_;  // the version of the neighbour that was tried last, by direction
};

}  // namespace

Matrix held_losses(const learner::RoundLoss& loss, const Plane& plane, Index side, int heads,
                   std::vector<Numbers>& thetas, const std::vector<Numbers>& seeds, std::uint64_t seed,
                   const std::function<void(double)>& report) {
  constexpr int kRandom = 3;  // random heads tried at each place
  constexpr int kSweeps = 8;
  constexpr int kSteps = 30;
  constexpr std::uint64_t kStream = 43;
  Random random = Random(seed).split(kStream).split(static_cast<std::uint64_t>(heads));
  const auto along = static_cast<std::size_t>(side);
  const std::size_t places = along * along;
  const std::vector<Numbers> before = std::move(thetas);
  thetas.assign(places, {});
  Search search(loss, plane, along, thetas);
  const Index d = loss.d();
  for (std::size_t at = 0; at < places; ++at) {
    if (!before.empty()) {
      // The heads found with one fewer, and one more that says nothing yet: V = 0.
      Model model = loss.model(before[at]);
      model.heads.push_back({Matrix::Zero(d, d), random.gaussian(d, d, 0.5)});
      search.attempt(at, loss.place(model), kSteps);
    }
    for (const Numbers& theta : seeds) search.attempt(at, theta, kSteps);
    for (int k = 0; k < kRandom; ++k)
      search.attempt(at, loss.place(learner::random_heads(d, d, heads, random)), kSteps);
    if (at % 16 == 15) report(0.7 * static_cast<double>(at) / static_cast<double>(places));
  }
  double columns = 0;
  for (int k = 0; k < kSweeps; ++k) {
    search.sweep(k % 2 == 1, [&] { report(0.7 + 0.3 * ++columns / static_cast<double>(kSweeps * side)); });
  }
  return Eigen::Map<const Matrix>(search.values().data(), side, side);
}

}  // namespace figures::more_heads
